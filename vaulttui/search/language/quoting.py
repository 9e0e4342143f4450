"""Quotes: where they begin and end, and how to write a text so that it is read as it is."""

from __future__ import annotations

import re
from typing import NamedTuple

QUOTES = '"“”„‟'
"""Characters that open a quote wherever they may. A straight one is closed by a straight one, the others by any of
them."""
PAIRED = {"«": "»", "»": "«", "「": "」", "『": "』"}
"""Characters that open a quote where the one that closes it follows, and that one: alone, or to point at something as
in ``Home » Docs``, they are signs as any other. They are in the brackets of a property, too, where they are compared:
``book: «Война и мир»`` is how such titles are written."""

_STRAIGHT = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_CURLY = re.compile(r'[^"“”„‟\\]*+(?:\\.[^"“”„‟\\]*+)*+', re.DOTALL)
_PAIRED = {
    opening: re.compile(rf"[^{closing}\\]*+(?:\\.[^{closing}\\]*+)*+", re.DOTALL) for opening, closing in PAIRED.items()
}
_ESCAPED = re.compile(r'\\(["“”„‟«»「」『』\\])')


class Quoted(NamedTuple):
    """A quoted text."""

    text: str
    """What is between the quotes, ``\\"`` and ``\\\\`` resolved."""
    end: int
    """Offset behind the closing quote, or the end of the whole text."""
    complete: bool
    """Whether the closing quote is there."""


class QuoteReader:
    """Reads the quotes of one text.

    A sign of :data:`PAIRED` that nothing closes tells that nothing closes a later one, so that this is looked for to
    the end of the text once, however many of them are there.

    Args:
        text: Its places are asked for in rising order.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._unclosed: set[str] = set()

    def read(self, start: int) -> Quoted | None:
        """The quoted text that begins at a place of the text, which may be its end; ``None`` if none does."""
        text = self._text
        sign = text[start : start + 1]
        if opens_quote(text, start):
            return read_quoted(text, start)
        if sign not in PAIRED or sign in self._unclosed or (sign == "»" and text[start + 1 : start + 2].isspace()):
            return None
        quoted = read_quoted(text, start)
        if not quoted.complete:
            self._unclosed.add(sign)
            return None
        return quoted if quoted.text.strip() else None


def opens_quote(text: str, start: int) -> bool:
    """Whether a quote surely begins at a place of a text, which may be its end: with one of :data:`QUOTES`."""
    return start < len(text) and text[start] in QUOTES


def read_quoted(text: str, start: int) -> Quoted:
    """Read the quoted text whose opening quote is at ``start``."""
    sign = text[start]
    inner = (_STRAIGHT if sign == '"' else _PAIRED.get(sign, _CURLY)).match(text, start + 1)
    end = inner.end() if inner else start + 1
    complete = end < len(text) and text[end] in PAIRED.get(sign, QUOTES)
    raw = text[start + 1 : end if complete else len(text)]
    return Quoted(unescape(raw), end + 1 if complete else len(text), complete)


def unescape(raw: str) -> str:
    """Resolve the backslashes of a quoted text. Those in front of anything but a quote or backslash stay."""
    return _ESCAPED.sub(r"\1", raw) if "\\" in raw else raw


def quote(text: str) -> str:
    """Write a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
