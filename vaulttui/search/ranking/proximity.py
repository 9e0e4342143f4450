"""How near to each other the words of a query stand in a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from vaulttui.index.reading.letters import fold
from vaulttui.search.words.matching import Matcher
from vaulttui.vault.markdown.interruptions import INTERRUPTIONS, may_be_interrupted

_WORD_CHARACTERS = 6.0
"""Characters of a word with its blank, so that distances need no counting of words."""
_UNSEEN = 0.3
"""What it counts that words are near each other only by what a reader does not see: in the address of a link."""


def proximity(query_words: Sequence[str], text: str, matcher: Matcher) -> float:
    """How near to each other a query's words stand in a text.

    For every pair of neighbouring query words the smallest distance d (in words of :data:`_WORD_CHARACTERS`) of their
    places gives 1/d, halved where they stand in the other order; the mean over the pairs. After Rasolofo and Savoy,
    *Term Proximity Scoring for Keyword-Based Retrieval Systems*, 2003. In a long question neighbours mean little: from
    the fourth word on the mean counts less. What a reader does not see is no distance: where a link leads.
    Words that stand there are less near to each other.
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
    for first, second in dict.fromkeys(pairwise(wanted)):
        _part(by_word, first, second)
    nearness = _mean_nearness(by_word, wanted)
    # Of 0 no two neighbours stand behind each other, and without what is unseen they do not either.
    if nearness and may_be_interrupted(text):
        # What interrupts a row stands within one line: an address that a word is in begins before it.
        begin = text.rfind("\n", 0, min(places[0][0] for places in by_word.values() if places)) + 1
        behind = text.find("\n", max(places[-1][1] for places in by_word.values() if places))
        unseen = [match.span() for match in INTERRUPTIONS.finditer(text, begin, behind if behind >= 0 else len(text))]
        if unseen:
            nearness = max(_UNSEEN * nearness, _mean_nearness(_as_seen(by_word, unseen), wanted))
    return nearness * min(1.0, 3 / len(wanted)) ** 2


def _mean_nearness(by_word: Mapping[str, Sequence[tuple[int, int]]], wanted: Sequence[str]) -> float:
    total = 0.0
    for first, second in pairwise(wanted):
        total += _nearness(by_word[first], by_word[second])
    return total / (len(wanted) - 1)


def _as_seen(
    by_word: Mapping[str, Sequence[tuple[int, int]]], unseen: Sequence[tuple[int, int]]
) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Places of words in a text without some pieces of it, which each leave a sign; those in them are left out.

    Args:
        by_word: The places.
        unseen: Where the pieces begin and end, in order.
    """
    starts = [start for start, _ in unseen]
    lost = [0, *accumulate(end - start - 1 for start, end in unseen)]

    def seen(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        for start, end in places:
            before = bisect_right(starts, start)
            if not before or unseen[before - 1][1] <= start:
                yield start - lost[before], end - lost[before]

    return {word: list(seen(places)) for word, places in by_word.items()}


def _part(by_word: dict[str, list[tuple[int, int]]], first: str, second: str) -> None:
    """Give each of two neighbouring query words its part of the places of both (*dataview* for ``data view``), as far
    from all other words as if there were a blank between: else what is written as one would be nearer to these."""
    both = set(by_word[first]).intersection(by_word[second]) if first != second else set()
    if not both:
        return
    cuts = {(start, end): min(start + len(first), end) for start, end in both}
    by_word[first] = sorted((at[0], max(at[0], cuts[at] - 1)) if at in cuts else at for at in by_word[first])
    by_word[second] = sorted((min(cuts[at] + 1, at[1]), at[1]) if at in cuts else at for at in by_word[second])


def _nearness(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> float:
    """Largest 1/distance over pairs of places, in order; half of it out of order."""
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
