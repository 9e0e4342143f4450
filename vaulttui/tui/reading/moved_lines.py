"""Where the lines of a note, and what is folded there, stand after it was written again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from operator import eq

from vaulttui.tui.preview.folds import line_of, moved_fold


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


def moved_folds(folds: Mapping[int, bool], before: str, after: str) -> dict[int, bool]:
    """Tell where what was folded or unfolded in a text stands in a later one.

    What is gone is left out. What was but written otherwise, as far as the number of lines tells, stays where it is; so
    does what the text is too short for: a note may be empty for a moment while other programs write it.

    Args:
        folds: Whether callouts are folded, by what :func:`.fold_of` tells.
        before: The text.
        after: The later one.
    """
    if not folds or before == after:
        return dict(folds)
    old, new, moved = before.split("\n"), after.split("\n"), moved_lines(before, after)
    found: dict[int, bool] = {}
    for fold, is_folded in folds.items():
        line = line_of(fold)
        if line > len(old):  # of a longer text that is to come back
            found.setdefault(fold, is_folded)
            continue
        now = moved(line)
        if old[line - 1] == new[now - 1]:
            found[moved_fold(fold, now)] = is_folded
        elif line >= len(new) or len(new) == len(old):
            found.setdefault(fold, is_folded)
    return found


def _common(first: list[str], second: list[str]) -> int:
    """How many lines two texts begin with alike."""
    return sum(takewhile(bool, map(eq, first, second)))
