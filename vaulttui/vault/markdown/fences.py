"""Where code in fences, math and comments start and end: CommonMark 0.31, section 4.5, Obsidian's ``$`` and ``%%``."""

from __future__ import annotations

import re

from vaulttui.vault.markdown.containers import CODE_INDENT

_FENCE_OPENING = re.compile(r"(`{3,}+)[^`]*+$|(~{3,}+)")
_MATH_OPENING = re.compile(r"(\${2,}+)[^$]*+$")
_FORMULA = re.compile(r"(?!\s)((?:[^$\\\n]++|\\.)*+)(?<!\s)\$(?![0-9])")
"""All of a line up to the next dollar that is not written ``\\$``, if that one can close a formula."""


def fence_marker(text: str, start: int) -> str | None:
    """The marks that open fenced code at an offset of a line, ``None`` if none is opened there."""
    match = _FENCE_OPENING.match(text, start)
    return (match[1] or match[2]) if match else None


def math_marker(text: str, start: int) -> str | None:
    """The marks that open a block of math at an offset of a line, ``None`` if none is opened there."""
    match = _MATH_OPENING.match(text, start)
    return match[1] if match else None


def formula_end(text: str, begin: int, limit: int) -> int | None:
    """Tell where a formula ends that begins behind a single dollar, ``None`` if that or the next dollar is of money.

    Args:
        text: The text of a block.
        begin: Offset behind the dollar that opens it.
        limit: Offset behind the last character that may be part of it.

    Returns:
        The offset of the dollar that closes it, on the same line.
    """
    if begin > 1 and text[begin - 2].isdigit():
        return None
    match = _FORMULA.match(text, begin, limit)
    return match.end(1) if match else None


def opaque_end(text: str, position: int, start: int, marker: str, *, contained: bool) -> int | None:
    """Tell where on a line fenced code, math or a comment ends: the offset behind it, ``None`` if it goes on.

    What is never closed ends with the document, math in a quote or list at a blank line.

    Args:
        text: The line, without trailing blanks.
        position: Offset of what the surrounding containers hold.
        start: Offset of the first character from there that is not a blank.
        marker: What opened it.
        contained: Whether it is in a quote or list.
    """
    if marker[0] in "`~":
        return len(text) if _closes_fence(text, position, start, marker) else None
    mark = text.find(marker, position)
    if mark < 0:
        return start if marker[0] == "$" and contained and start == len(text) else None
    end = mark + len(marker)
    return len(text) - len(text[end:].lstrip("$")) if marker[0] == "$" else end


def _closes_fence(text: str, position: int, start: int, marker: str) -> bool:
    rest = len(text) - start
    return rest >= len(marker) and start - position < CODE_INDENT and text.count(marker[0], start) == rest
