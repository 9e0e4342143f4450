"""Lets the best notes lend each other a part of their scores by how near they are in meaning."""

from __future__ import annotations

import numpy as np

from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.ranking.ranking import top
from vaulttui.search.view import IndexView

SMOOTHED_NOTES = 20
"""How many of the best notes lend each other a part of their scores."""
SMOOTHED_SHARE = 0.2
"""The part of a score that is borrowed from others, 0..1."""
_NEIGHBOURS = 10
"""Each note borrows from so many at most, the nearest."""


def smoothed(
    view: IndexView,
    scores: FloatArray,
    chunk_similarity: FloatArray | None,
    *,
    most: int = SMOOTHED_NOTES,
    share: float = SMOOTHED_SHARE,
) -> FloatArray:
    """Scores of all notes, after the best ones have lent each other a part.

    Args:
        view: The index.
        scores: Of every note.
        chunk_similarity: Semantic score of every chunk: decides which of its vectors stands for a note.
        most: How many notes lend each other.
        share: 0..1: what they lend.

    Returns:
        New scores; the ones given where not all of the best notes have vectors.
    """
    if chunk_similarity is None:
        return scores
    notes = np.flatnonzero(top(scores, most))
    chunks = np.array(list(view.snapshot.best_chunks(notes, chunk_similarity).values()), dtype=np.int32)
    vectors, places = view.semantic.vectors_of(view.cursor, view.snapshot, chunks)
    if len(places) < len(notes):
        return scores
    changed = scores.copy()
    changed[notes] = smooth(scores[notes], vectors, share)
    return changed


def smooth(scores: FloatArray, vectors: FloatArray, share: float) -> FloatArray:
    """Scores of a few notes, to each of which those of its neighbours among them lend a part.

    What is near to each other tends to be relevant together (the cluster hypothesis): Diaz, *Regularizing Ad Hoc
    Retrieval Scores*, 2005, with one round of averaging over the nearest ten, weighted by the square of the cosine.

    Args:
        scores: The best notes' scores.
        vectors: Their unit vectors, shape ``(len(scores), dimensions)``.
        share: 0..1: what the neighbours lend.

    Returns:
        New scores, of which the best is as good as the best was.
    """
    if len(scores) < 3:
        return scores
    nearness = np.clip(vectors @ vectors.T, 0, 1) ** 2
    np.fill_diagonal(nearness, 0)
    if len(scores) > _NEIGHBOURS:
        least = np.partition(nearness, -_NEIGHBOURS, axis=1)[:, -_NEIGHBOURS, None]
        nearness = np.where(nearness >= least, nearness, 0)
    totals = nearness.sum(axis=1)
    lent = np.divide(nearness @ scores, totals, out=scores.copy(), where=totals > 0)
    smoothed: FloatArray = ((1 - share) * scores + share * lent).astype(np.float32)
    smoothed *= scores.max() / smoothed.max()
    return smoothed
