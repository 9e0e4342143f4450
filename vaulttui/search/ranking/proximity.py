"""How near to each other the words of a query stand in a text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vaulttui.index.reading.tokenizer import fold
from vaulttui.search.words.matching import Matcher

_WORD_CHARACTERS = 6.0
"""Characters of a word with its blank, so that distances need no counting of words."""


def proximity(query_words: Sequence[str], text: str, matcher: Matcher) -> float:
    """How near to each other a query's words stand in a text.

    For every pair of neighbouring query words the smallest distance d (in words of :data:`_WORD_CHARACTERS`) of their
    places gives 1/d, halved where they stand in the other order; the mean over the pairs. After Rasolofo and Savoy,
    *Term Proximity Scoring for Keyword-Based Retrieval Systems*, 2003. In a long question neighbours mean little: from
    the fourth word on the mean counts less.
    """
    wanted = [fold(word) for word in query_words]
    if len(wanted) < 2:
        return 0.0
    places: dict[str, list[tuple[int, int]]] = {}
    for start, end, form in matcher.places(text):
        places.setdefault(form, []).append((start, end))
    if len(places) < 2:
        return 0.0
    by_word = {
        word: sorted(place for form in matcher.family(word) if form in places for place in places[form])
        for word in set(wanted)
    }
    total = 0.0
    for first, second in pairwise(wanted):
        total += _nearness(by_word[first], by_word[second])
    return total / (len(wanted) - 1) * min(1.0, 3 / len(wanted)) ** 2


def _nearness(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> float:
    """Largest 1/distance over pairs of places, in order; half of it out of order. One place of both is nearest:
    *dataview* for ``data view``."""
    if not set(second).isdisjoint(first):
        return 1.0
    best = 0.0
    low = 0
    for start, end in first:
        while low < len(second) and second[low][0] < end:
            low += 1
        if low < len(second):
            best = max(best, 1.0 / _distance(end, second[low][0]))
            if best == 1.0:
                break  # nothing is nearer; in a long log the same words follow each other hundreds of times
        if low > 0 and second[low - 1][1] <= start:
            best = max(best, 0.5 / _distance(second[low - 1][1], start))
    return best


def _distance(end: int, start: int) -> float:
    return 1.0 + max(0, start - end - 2) / _WORD_CHARACTERS
