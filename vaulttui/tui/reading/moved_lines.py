"""Where the lines of a note stand after it was written again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from operator import eq


def moved_lines(before: str, after: str) -> Callable[[int], int]:
    """Tell where lines of a text stand in a later one.

    What both begin with and what both end with is the same; a line of what is between stands where the nearest line
    with the same text is.

    Args:
        before: The text.
        after: The later one.

    Returns:
        Gives the later number of a line, from 1 on; that of a line that is gone is where it was, or of what follows.
    """
    old, new = before.split("\n"), after.split("\n")
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])

    def moved(line: int) -> int:
        if line <= start:
            return line
        if line > len(old) - end:
            return line + len(new) - len(old)
        text = old[line - 1]
        same = [number for number, other in enumerate(new, 1) if text.strip() and other == text]
        return min(same, key=lambda number: abs(number - line), default=min(line, len(new) - end + 1, len(new)))

    return moved


def _common(first: list[str], second: list[str]) -> int:
    """How many lines two texts begin with alike."""
    return sum(takewhile(bool, map(eq, first, second)))
