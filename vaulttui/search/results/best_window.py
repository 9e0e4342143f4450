"""Which of the matches in a text a snippet is of, and which line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Match: TypeAlias = tuple[int, int, float, str]
"""Begin, end, weight, and what stands there, folded."""
_ROUNDING = 1e-9
"""Sums of weights that differ by less are equal."""


def best_window(matches: Sequence[Match], reach: int, *, even: bool) -> int:
    """Where the match stands that the best window begins at.

    Args:
        matches: At least one.
        reach: Characters from the begin of the first match to the end of the last that counts.
        even: Equal words weigh the same, so that a window weighs no more than one that it is part of.
    """
    best, best_weight, behind = matches[0][0], -1.0, 0
    count = len(matches)
    for place, (start, *_) in enumerate(matches):
        before, behind = behind, max(behind, place)
        while behind < count and matches[behind][1] - start <= reach:
            behind += 1
        if behind == before and even and place:
            continue
        seen: set[str] = set()
        weight = 0.0
        for _, _, other_weight, word in matches[place:behind]:
            weight += other_weight if word not in seen else other_weight * 0.1
            seen.add(word)
        if weight > best_weight + _ROUNDING:
            best, best_weight = start, weight
        if behind == count and even:
            break
    return best


def best_line(text: str, matches: Iterable[Match], otherwise: int) -> int:
    """Where the first match stands in the line whose different words weigh most, the first of equal ones.

    Args:
        text: That they are in.
        matches: In order.
        otherwise: Without any.
    """
    first: dict[int, int] = {}
    weights: dict[int, dict[str, float]] = {}
    for start, _, weight, word in matches:
        line = text.rfind("\n", 0, start)
        first.setdefault(line, start)
        words = weights.setdefault(line, {})
        words[word] = max(words.get(word, 0.0), weight)
    best, best_weight = otherwise, 0.0
    for line, words in weights.items():
        weight = sum(words.values())
        if weight > best_weight + _ROUNDING:
            best, best_weight = first[line], weight
    return best
