"""Quotes: where they begin and end, and how to write a text so that it is read as it is."""

from __future__ import annotations

import re
from typing import NamedTuple

QUOTES = '"“”„‟'
"""Characters that open a quote. A straight one is closed by a straight one, the others by any of them."""

_STRAIGHT = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_CURLY = re.compile(r'[^"“”„‟\\]*+(?:\\.[^"“”„‟\\]*+)*+', re.DOTALL)
_ESCAPED = re.compile(r'\\(["“”„‟\\])')


class Quoted(NamedTuple):
    """A quoted text."""

    text: str
    """What is between the quotes, ``\\"`` and ``\\\\`` resolved."""
    end: int
    """Offset behind the closing quote, or the end of the whole text."""
    complete: bool
    """Whether the closing quote is there."""


def read_quoted(text: str, start: int) -> Quoted:
    """Read the quoted text whose opening quote is at ``start``."""
    inner = (_STRAIGHT if text[start] == '"' else _CURLY).match(text, start + 1)
    end = inner.end() if inner else start + 1
    complete = end < len(text) and text[end] in QUOTES
    raw = text[start + 1 : end if complete else len(text)]
    return Quoted(unescape(raw), end + 1 if complete else len(text), complete)


def unescape(raw: str) -> str:
    """Resolve the backslashes of a quoted text. Those in front of anything but a quote or backslash stay."""
    return _ESCAPED.sub(r"\1", raw) if "\\" in raw else raw


def quote(text: str) -> str:
    """Write a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
