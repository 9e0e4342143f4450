"""What the chunks of ranked notes are worth for themselves: which of them stands for its note, and their own order."""

from __future__ import annotations

from typing import Final

import numpy as np

from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.ranking.few_notes import few_with_all, telling
from vaulttui.search.ranking.fusion import calibrate, fuse, on_scale
from vaulttui.search.ranking.ranking import Ranking

NOT_FOUND: Final = np.float32(-np.inf)
"""Of a chunk that may not be found: any other stands for its note before it."""


def all_chunk_scores(snapshot: Snapshot, ranking: Ranking) -> FloatArray:
    """Scores of all chunks for themselves, 0..1. Texts and nearness to each note count as they do for notes, see
    :meth:`~vaulttui.search.ranking.ranking.Ranking.draw_near`."""
    scores = _by_texts(snapshot, ranking)
    if ranking.nearness:
        by_text = ranking.searches or ranking.chunk_similarity is not None
        scores = np.mean([*([scores] if by_text else []), *ranking.nearness], axis=0)
    return calibrate(scores)


def _by_texts(snapshot: Snapshot, ranking: Ranking) -> FloatArray:
    """Scores of all chunks by the texts that are asked for."""
    lexical = np.zeros(snapshot.chunk_count, dtype=np.float32)
    for search in ranking.searches:
        if search.best_possible > 0:
            lexical = np.maximum(lexical, search.chunk_scores / np.float32(search.best_possible))
    if ranking.chunk_similarity is None:
        return lexical
    if not ranking.searches:
        return ranking.chunk_similarity
    # A chunk without a vector of a note that has others is too short to say much.
    unknown = ranking.unknown[snapshot.chunk_notes] if ranking.unknown is not None else None
    scores = fuse(lexical, ranking.chunk_similarity, ranking.trust, unknown)
    if ranking.own_similarity is not None:
        scores = on_scale(scores, fuse(lexical, ranking.own_similarity, ranking.trust, unknown))
    if ranking.second_look is not None:
        scores = _looked_at_twice(scores, ranking.second_look[snapshot.chunk_notes])
    return scores


def _looked_at_twice(scores: FloatArray, factors: FloatArray) -> FloatArray:
    """Scores of chunks that rise and fall as their notes did in the second look. The best is as good as the best was.

    Args:
        scores: Of every chunk.
        factors: What the score of its note was multiplied by.
    """
    changed: FloatArray = scores * factors
    highest = float(changed.max(initial=0.0))
    return changed * np.float32(float(scores.max(initial=0.0)) / highest) if highest > 0 else changed


def page_chunk_scores(
    snapshot: Snapshot,
    ranking: Ranking | None,
    allowed: Mask | None,
    holding: Mask | None,
    notes: IntArray,
    whole: IntArray,
) -> FloatArray:
    """What decides which chunk stands for its note, for the chunks of some notes.

    Args:
        snapshot: The index's shape.
        ranking: The scores.
        allowed: Chunks that may be found.
        holding: Chunks that hold what a note has to have somewhere in its text: any of them comes before others.
        notes: Their numbers.
        whole: Those that were not found for what a passage says: of them the first chunk stands for all.

    Returns:
        Of all chunks: above 0 where one has words, meaning or what its note has to have, :data:`NOT_FOUND` where it may
        not be found.
    """
    chunks, _ = snapshot.chunks_below(notes)
    own = np.zeros(len(chunks), dtype=np.float32)
    if ranking is not None:
        complete = np.zeros(len(chunks), dtype=np.float32)
        for search in ranking.searches:
            few = len(few_with_all(search))
            if few:
                complete = np.maximum(complete, search.held.complete_chunks(notes)[chunks] * np.float32(telling(few)))
            best = search.best_possible
            if best > 0:
                own = np.maximum(own, search.own_scores_below(notes)[chunks] / np.float32(best))
        own += complete  # before what has some words more often, or means the same
        similarity = ranking.similarity
        if similarity is not None:
            own += similarity[chunks]
        own[np.isin(snapshot.chunk_notes[chunks], whole)] = 0
    if holding is not None:
        own += 3 * holding[chunks]  # words, all of them, and meaning reach 1 each
    if allowed is not None:
        own = np.where(allowed[chunks], own, NOT_FOUND)
    scores = np.zeros(snapshot.chunk_count, dtype=np.float32)
    scores[chunks] = own
    return scores
