"""What in a query may mean something else than who wrote it thinks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from vaulttui.search.language.lexer import Token, tokenize
from vaulttui.search.language.operators import OPERATORS

_OF_TEXTS = frozenset(name for info in OPERATORS if info.argument == "text" for name in (info.name, *info.aliases))


def remarks(text: str) -> Iterator[str]:
    """Say what to write instead of a ``NOT``, which other programs have, and of a ``-`` behind an operator.

    Args:
        text: A query text.
    """
    for word, following in pairwise(tokenize(text)):
        if word.kind == "operator" and word.text.casefold() in _OF_TEXTS and _leaves_out(text, following):
            meant = text[following.start + 1 : following.end]
            yield f"The - of {word.text}:-{meant} is part of the word. To leave out, write -{word.text}:{meant}"
        plain = (word.kind, word.text) == ("word", "NOT") and not text[: word.start].endswith("-")
        if plain and following.kind not in ("or", "and", "close", "not"):
            left_out = "(…)" if following.kind == "open" else text[following.start : following.end]
            if following.kind == "operator":
                left_out = text[following.start :].split(maxsplit=1)[0]
            if not left_out.isupper():  # as in all that is in capitals
                yield f"NOT is a word like any other here. To leave out, write -{left_out}"


def _leaves_out(text: str, value: Token) -> bool:
    """Whether the value of an operator looks like something that is to be left out."""
    return value.kind == "word" and re.match(r"-\w", text[value.start : value.end]) is not None
