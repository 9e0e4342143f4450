"""Emphasis: which asterisks and underscores of a text are marks of it, after CommonMark 0.31, section 6.2."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

_RUN: Final = re.compile(r"\*+|_+")


class _Run:
    """Asterisks or underscores in a row.

    Args:
        found: Where they stand.
    """

    __slots__ = ("closes", "end", "left", "length", "mark", "opens", "start")

    def __init__(self, found: re.Match[str]) -> None:
        text = found.string
        self.start, self.end = found.span()
        self.mark = text[self.start]
        self.length = self.left = self.end - self.start
        before, behind = text[self.start - 1 : self.start] or " ", text[self.end : self.end + 1] or " "
        opens = not behind.isspace() and (not _is_sign(behind) or before.isspace() or _is_sign(before))
        closes = not before.isspace() and (not _is_sign(before) or behind.isspace() or _is_sign(behind))
        within_word = self.mark == "_"  # where underscores mark nothing
        self.opens = opens and not (within_word and closes and not _is_sign(before))
        self.closes = closes and not (within_word and opens and not _is_sign(behind))

    def is_closed_by(self, other: _Run) -> bool:
        if self.mark != other.mark:
            return False
        ambiguous = self.closes or other.opens
        return not (ambiguous and (self.length + other.length) % 3 == 0 and (self.length % 3 or other.length % 3))


def without_emphasis(text: str) -> str:
    """A text without the marks of emphasis in it.

    Args:
        text: Of one paragraph, and not long: the time taken may grow with its square. A character for private use
            stands for something that is no word.
    """
    runs = [_Run(found) for found in _RUN.finditer(text)]
    opened: list[_Run] = []
    for run in runs:
        while run.closes and run.left:
            place = next((place for place in reversed(range(len(opened))) if opened[place].is_closed_by(run)), None)
            if place is None:
                break
            opener = opened[place]
            used = 2 if min(opener.left, run.left) > 1 else 1
            opener.left -= used
            run.left -= used
            del opened[place + bool(opener.left) :]
        if run.opens and run.left:
            opened.append(run)
    pieces: list[str] = []
    position = 0
    for run in runs:
        pieces += text[position : run.start], run.mark * run.left
        position = run.end
    return "".join(pieces) + text[position:]


def _is_sign(char: str) -> bool:
    kind = category(char)
    return kind[0] in "PS" or kind == "Co"
