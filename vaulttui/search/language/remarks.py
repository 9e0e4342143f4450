"""What in a query may mean something else than who wrote it thinks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from vaulttui.search.language.lexer import tokenize


def remarks(text: str) -> Iterator[str]:
    """Say what to write instead of a ``NOT``, which other programs have.

    Args:
        text: A query text.
    """
    for word, following in pairwise(tokenize(text)):
        plain = (word.kind, word.text) == ("word", "NOT") and not text[: word.start].endswith("-")
        if plain and following.kind not in ("or", "and", "close", "not"):
            left_out = "(…)" if following.kind == "open" else text[following.start : following.end]
            if following.kind == "operator":
                left_out = text[following.start :].split(maxsplit=1)[0]
            if not left_out.isupper():  # as in all that is in capitals
                yield f"NOT is a word like any other here. To leave out, write -{left_out}"
