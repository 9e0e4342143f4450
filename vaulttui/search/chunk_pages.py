"""Pages of chunks, each for itself."""

from __future__ import annotations

import numpy as np

from vaulttui.index.arrays import FloatArray, IntArray
from vaulttui.search.chunk_scores import all_chunk_scores
from vaulttui.search.condition_places import holding
from vaulttui.search.language.ranked import conditions_decide
from vaulttui.search.matches import Matches, Page
from vaulttui.search.ordering import by_key, by_score
from vaulttui.search.ranking import of_fulfilled
from vaulttui.search.snapshot import Mask


def chunk_page(matches: Matches) -> Page:
    """The chunks that a query finds, as far as it asks for them."""
    query, owners = matches.query, matches.view.snapshot.chunk_notes
    matched, scores = _matched(matches)
    numbers = np.flatnonzero(matched)
    last = None if query.max_per_note else query.offset + query.limit  # else later ones may come up
    order = by_score(query, numbers, scores, last) if matches.by_relevance else _by_key(matches, numbers)
    total = len(numbers)
    if query.max_per_note:
        order = _at_most(order, owners, query.max_per_note)
        total = len(order)
    page = order[query.offset : query.offset + query.limit]
    return Page([matches.found(int(owners[chunk]), chunk, float(scores[chunk])) for chunk in page.tolist()], total)


def _matched(matches: Matches) -> tuple[Mask, FloatArray]:
    """All chunks that are found, on whatever page, and the scores of all there are."""
    view, query, ranking, allowed = matches.view, matches.query, matches.ranking, matches.allowed
    snapshot = view.snapshot
    scores = np.ones(snapshot.chunk_count, dtype=np.float32)
    matched = allowed if allowed is not None else np.ones(snapshot.chunk_count, dtype=np.bool_)
    if ranking is not None:
        scores = all_chunk_scores(snapshot, ranking)
    if ranking is not None and not conditions_decide(query):
        matched = matched & (scores > 0)
        if not matches.by_relevance:
            by_words = [search.chunk_scores > 0 for search in ranking.searches]
            matched = matches.told_by_words(matched, by_words, scores)
    else:
        held = holding(view, query.where, lambda: np.flatnonzero(matched))
        if ranking is not None:
            held = scores > 0 if held is None else held | (scores > 0)
            scores = of_fulfilled(scores)
        if held is not None:
            matched = matched & (held | ~snapshot.spread(snapshot.gather(matched & held)))
    return matches.good_enough(matched, scores), scores


def _by_key(matches: Matches, numbers: IntArray) -> IntArray:
    """Some chunks, in the order of their notes."""
    snapshot = matches.view.snapshot
    ranks = np.zeros(snapshot.note_count, dtype=np.int64)
    distinct = by_key(matches.view, matches.query, np.unique(snapshot.chunk_notes[numbers]))
    ranks[distinct] = np.arange(len(distinct))
    return numbers[np.argsort(ranks[snapshot.chunk_notes[numbers]], kind="stable")]


def _at_most(order: IntArray, owners: IntArray, most: int) -> IntArray:
    """Keep the first few chunks of every note."""
    seen: dict[int, int] = {}
    kept = []
    for chunk in order.tolist():
        owner = int(owners[chunk])
        seen[owner] = seen.get(owner, 0) + 1
        if seen[owner] <= most:
            kept.append(chunk)
    return np.array(kept, dtype=np.int64)
