"""Where in a query text a fault lies that only the engine can tell."""

from __future__ import annotations

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.language.lexer import tokenize


def placed(fault: QuerySyntaxError, text: str) -> QuerySyntaxError:
    """A fault of a regular expression with its place in the query text.

    Args:
        fault: Its message quotes the expression between slashes.
        text: The query text.

    Returns:
        The same fault if the text has no such expression.
    """
    for token in tokenize(text):
        if token.kind == "regex" and any(f" /{flags}{token.text}/ " in fault.message for flags in ("", "(?-i)")):
            return QuerySyntaxError(fault.message, token.start, token.end, fault.suggestion)
    return fault
