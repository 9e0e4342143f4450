"""Emphasis: which asterisks and underscores of a text are marks of it, after CommonMark 0.31, section 6.2, but for what
stands beside Chinese, Japanese and Korean: these set no blank between a sign and the next letter, as in
``**重要（注）。**は``. As in markdown-cjk-friendly, their signs count as letters, and their letters as signs do.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, east_asian_width

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
        self.opens, self.closes = opens_and_closes(before, behind, within_words=self.mark != "_")

    def is_closed_by(self, other: _Run) -> bool:
        if self.mark != other.mark:
            return False
        ambiguous = self.closes or other.opens
        return not (ambiguous and (self.length + other.length) % 3 == 0 and (self.length % 3 or other.length % 3))


def opens_and_closes(before: str, behind: str, *, within_words: bool) -> tuple[bool, bool]:
    """Whether marks in a row may begin emphasis, and whether they may end it.

    Args:
        before: The character that they stand behind; a blank at the begin of the text.
        behind: The one behind them; a blank at the end.
        within_words: Whether they mark anything between letters, as asterisks do, and underscores do not.
    """
    left = _touches(behind, before)
    right = _touches(before, behind)
    if within_words:
        return left, right
    return left and (not right or _is_sign(before)), right and (not left or _is_sign(behind))


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


def _touches(char: str, other: str) -> bool:
    """Whether marks belong to a character on one side of them, by the one on their other side."""
    if char.isspace():
        return False
    return not _is_sign(char) or _is_wide(char) or other.isspace() or _is_sign(other) or _is_wide(other)


def _is_wide(char: str) -> bool:
    return not char.isascii() and east_asian_width(char) in "WFH"


def _is_sign(char: str) -> bool:
    kind = category(char)
    return kind[0] in "PS" or kind == "Co"
