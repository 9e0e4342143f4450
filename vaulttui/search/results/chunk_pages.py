"""Pages of chunks, each for itself."""

from __future__ import annotations

import numpy as np

from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.ranking.chunk_scores import all_chunk_scores
from vaulttui.search.ranking.fusion import of_fulfilled
from vaulttui.search.results.condition_places import holding
from vaulttui.search.results.matches import Matches, Page
from vaulttui.search.results.ordering import by_key, by_score


def chunk_page(matches: Matches) -> Page:
    """The chunks that a query finds, as far as it asks for them."""
    query, owners = matches.query, matches.view.snapshot.chunk_notes
    matched, scores = _matched(matches)
    numbers = np.flatnonzero(matched)
    if query.max_per_note:
        numbers = _best_of_notes(numbers, scores, owners, query.max_per_note)
    order = by_score(query, numbers, scores, query.end) if matches.by_relevance else _by_key(matches, numbers)
    shown = order[query.offset : query.end].tolist()
    return Page([matches.found(int(owners[chunk]), chunk, float(scores[chunk])) for chunk in shown], len(numbers))


def _matched(matches: Matches) -> tuple[Mask, FloatArray]:
    """All chunks that are found, on whatever page, and the scores of all there are."""
    view, query, ranking, allowed = matches.view, matches.query, matches.ranking, matches.allowed
    snapshot = view.snapshot
    scores = np.ones(snapshot.chunk_count, dtype=np.float32)
    matched = allowed if allowed is not None else np.ones(snapshot.chunk_count, dtype=np.bool_)
    if ranking is not None:
        scores = all_chunk_scores(snapshot, ranking)
    if ranking is not None and not ranking.by_conditions:
        by_words = [search.chunk_matches for search in ranking.searches]
        found = scores > 0
        if by_words:
            similar = ranking.similarity
            told = np.logical_or.reduce(by_words)
            found &= told if similar is None else told | (similar > 0)
        if not by_words and ranking.similarity is not None:
            # Nothing but meaning ranks: what is too far away to be compared comes last, as where notes are found.
            found = found | view.semantic.with_vectors(view.cursor, snapshot)
        matched = matched & found
        if not matches.by_relevance:
            matched = matches.told_by_words(matched, by_words, scores)
    else:
        held = holding(view, query.where, lambda: np.flatnonzero(matched))
        if ranking is not None:
            held = scores > 0 if held is None else held | (scores > 0)
            scores = of_fulfilled(scores)
        if held is not None:
            matched = matched & (held | ~snapshot.of_whole_notes(matched & held))
    return matches.good_enough(matched, scores), scores


def _by_key(matches: Matches, numbers: IntArray) -> IntArray:
    """Some chunks, in the order of their notes."""
    snapshot = matches.view.snapshot
    ranks = np.zeros(snapshot.note_count, dtype=np.int64)
    distinct = by_key(matches.view, matches.query, np.unique(snapshot.chunk_notes[numbers]))
    ranks[distinct] = np.arange(len(distinct))
    return numbers[np.argsort(ranks[snapshot.chunk_notes[numbers]], kind="stable")]


def _best_of_notes(numbers: IntArray, scores: FloatArray, owners: IntArray, most: int) -> IntArray:
    """Of some chunks the best few of every note, whatever order they come in; of equal ones the first.

    Args:
        numbers: Of the chunks, ascending.
        scores: Of all chunks.
        owners: The notes of all chunks.
        most: So many of a note are kept.
    """
    order = np.lexsort((-scores[numbers], owners[numbers]))
    notes = owners[numbers[order]]
    place_in_note = np.arange(len(notes)) - np.searchsorted(notes, notes)
    return np.sort(numbers[order[place_in_note < most]])
