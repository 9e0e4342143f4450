"""What in a query may mean something else than who wrote it thinks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from vaulttui.search.language.lexer import Token, tokenize
from vaulttui.search.language.operators import OPERATORS, find_operator

_OF_TEXTS = frozenset(name for info in OPERATORS if info.argument == "text" for name in (info.name, *info.aliases))
_WITH_VALUE = ("operator", "unknown")
_GROUP = "(…)"
"""Stands for all that is in parentheses."""
_KEYED = re.compile(r"([^\W\d_][\w.-]*):([^\s:/\[\]()\"“”„‟][^\s\[\]()\"“”„‟]*)")
"""A name and a value, as in ``status:draft``."""


def remarks(text: str, is_property: Callable[[str], bool]) -> Iterator[str]:
    """Say what to write instead of a ``NOT``, which other programs have, of a ``-`` behind an operator, and of the name
    of a property that is written like an operator.

    Args:
        text: A query text.
        is_property: Whether notes have a property of a name.
    """
    tokens = tokenize(text)
    yield from _keyed(text, tokens, is_property)
    for place, (word, following) in enumerate(pairwise(tokens)):
        if word.kind == "operator" and word.text.casefold() in _OF_TEXTS and _leaves_out(text, following):
            meant = text[following.start + 1 : following.end]
            yield f"The - of {word.text}:-{meant} is part of the word. To leave out, write -{word.text}:{meant}"
        if word.kind == "word" and text[word.start : word.end] == "NOT" and not _belongs_to(tokens[:place]):
            left_out = _behind(text, tokens[place + 1 :])
            if left_out and not left_out.isupper():  # as in all that is in capitals
                yield f"NOT is a word like any other here. To leave out, write -{left_out}"


def _keyed(text: str, tokens: Sequence[Token], is_property: Callable[[str], bool]) -> Iterator[str]:
    """Say how a property is written that is asked for like an operator; all that operators look for is text."""
    if any(first.kind in _WITH_VALUE and second.kind == "open" for first, second in pairwise(tokens)):
        return
    before = None
    for token in tokens:
        written = _KEYED.fullmatch(text, token.start, token.end) if token.kind == "word" else None
        if written and not (before and before.kind in _WITH_VALUE) and is_property(written[1]):
            sign = "-" if before and before.kind == "not" else ""
            yield f"{written[1]}: is no operator. For the property, write {sign}[{written[0]}]"
        before = token


def _belongs_to(before: Sequence[Token]) -> bool:
    """Whether a word is left out itself, or the value of an operator."""
    return bool(before) and (before[-1].kind == "not" or (before[-1].kind in _WITH_VALUE and before[-1].complete))


def _behind(text: str, tokens: Sequence[Token]) -> str:
    """What a word in front of some tokens would leave out; ``""`` if it cannot be."""
    first = tokens[0]
    if first.kind in ("or", "and", "close", "not"):
        return ""
    if first.kind == "open":
        return _GROUP
    if first.kind not in _WITH_VALUE or not first.complete:
        return text[first.start : first.end]
    info = find_operator(first.text)
    if info is not None and info.setting:
        return ""
    value = tokens[1]
    if value.kind == "open":
        return f"{text[first.start : value.start]}{_GROUP}"
    return text[first.start : value.end]


def _leaves_out(text: str, value: Token) -> bool:
    """Whether the value of an operator looks like something that is to be left out."""
    return value.kind == "word" and re.match(r"-\w", text[value.start : value.end]) is not None
