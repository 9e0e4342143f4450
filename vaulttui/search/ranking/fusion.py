"""From the scores of words and of meaning to one order, and to scores of one meaning.

All scores are 0..1. A lexical score is the share of the best that the query's words could reach (each word, weighted
by its idf, saturated), so it says how completely and how prominently a note has what was asked for. A semantic score
maps the model's cosine from the range that it really uses onto 0..1. The hybrid order is a convex sum of both scores
after min-max normalisation (Bruch, Gai and Ingber, *An Analysis of Fusion Functions for Hybrid Retrieval*, 2023), in
which each side counts by the square root of its best score: a question whose words are nowhere together is decided by
its meaning. Where the notes are in languages that the model was not made for, or the question has no words but numbers
and identifiers, words count four times as much as meaning. The sum is scaled so that the best hit keeps the better of
its two sides' best scores. The best notes then lend each other a part of their scores by how near they are (see
:mod:`vaulttui.search.ranking.smoothing`).
"""

from __future__ import annotations

import math

import numpy as np

from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.memory.snapshot import Mask

COSINE_FLOOR = 0.05
"""Cosine of texts that have nothing to do with each other, for the bundled model."""
COSINE_CEILING = 0.85
"""Cosine from which texts say the same."""
_STRETCH = 0.75
"""Exponent of :func:`calibrate`; 1 would leave scores as they are."""
_OF_USE, _WELL = 0.3, 0.5
"""Handed-out scores from which a hit is of use, and from which it is one without doubt."""

_FOREIGN_SHARE = 0.9
"""What words count where the model does not know the language."""
_UNKNOWN_SHARE = 0.8
"""What is not known of a note's meaning is taken to be as good as its words, less this. Where it counted nothing, notes
without vectors stood behind all others, in a vault that is still being embedded most of the good ones."""
_ENOUGH_COMPARED = 12
"""Among so many others, one has nothing to do with a question."""
_KEPT = 0.01
"""Share of a score that is on another's scale which it keeps of its own."""
_LEAD = 0.05
"""Of what is left to the best possible score, what is put first is put before all others by."""
_COVERAGE_SHARE = 0.25
"""Share of the scale that a note gets for having all words of a short question."""


def lexical_scores(raw: FloatArray, best_possible: float, coverage: FloatArray, terms: int) -> FloatArray:
    """BM25F scores on the scale 0..1, with a bonus for having all words.

    Args:
        raw: BM25F of every note.
        best_possible: The bound that no note reaches.
        coverage: Share of the words that every note holds, by idf.
        terms: Number of different words. In a long question a single one that is missing matters little.
    """
    if best_possible <= 0:
        return np.zeros_like(raw)
    share = np.float32(_COVERAGE_SHARE * min(1.0, 4 / max(terms, 1)) ** 2)
    scores: FloatArray = raw / np.float32(best_possible) * (1 - share) + coverage * share
    return np.where(raw > 0, scores, np.float32(0))


def put_first(scores: FloatArray, first: Mask, bound: float = 1.0) -> FloatArray:
    """Scores of which those of some notes are above all others, in the order they had.

    Args:
        scores: Of every note, from 0.
        first: Which notes.
        bound: What no score of another note reaches.
    """
    best = float(scores[~first].max(initial=0.0))
    raised = np.maximum(scores, np.float32(best) + scores * np.float32(_LEAD * (bound - best)))
    return np.where(first, raised, scores)


def semantic_scores(similarities: FloatArray) -> FloatArray:
    """Cosines on the scale 0..1."""
    scaled: FloatArray = (similarities - COSINE_FLOOR) / (COSINE_CEILING - COSINE_FLOOR)
    return scaled.clip(0.0, 1.0)


def calibrate(scores: FloatArray) -> FloatArray:
    """Scores as they are handed out: stretched where most hits lie, so that 0.3 is where they begin to be of use.

    Order, 0 and 1 stay. Questions and their answers have cosines from 0.25 to 0.6 with the bundled model, and a long
    question's words are never all in one note.
    """
    stretched = np.zeros_like(scores)
    some = np.flatnonzero(scores > 0)  # a power of 0 takes as long as that of eight others
    stretched[some] = scores.take(some) ** np.float32(_STRETCH)
    return stretched


def of_fulfilled(scores: FloatArray) -> FloatArray:
    """Calibrated scores of notes that satisfy all that a query asks for: none is below where hits begin to be of use.

    Order stays, and so does what is better anyway. ``title:gard`` finds a note about gardens whose words tell nothing.
    """
    rise = (_WELL - _OF_USE) / _WELL
    raised: FloatArray = np.where(scores < _WELL, np.float32(_OF_USE) + scores * np.float32(rise), scores)
    return raised.astype(np.float32, copy=False)


def of_question(widened: FloatArray, own: FloatArray) -> FloatArray:
    """Semantic scores of notes as the question alone gives them.

    Args:
        widened: By a vector that was moved towards the first results.
        own: By the question's own, 0 where it did not reach: there no note is nearer than the farthest that it reached.
    """
    reached = own[own > 0]
    farthest = reached.min() if len(reached) else np.float32(0)
    scores: FloatArray = np.where(own > 0, own, np.minimum(widened, farthest))
    return scores


def on_scale(scores: FloatArray, scale: FloatArray) -> FloatArray:
    """Scores in their order, as good as those of another ranking are in its order: its best for the best, and so on.

    A search that is widened by its first results finds all of them nearer; what it hands out has to mean what it does
    elsewhere.

    Args:
        scores: From 0;
        scale: from 0, too. Behind its last one scores keep their proportions.
    """
    given = np.sort(scale[scale > 0])[::-1]
    found = np.flatnonzero(scores > 0)
    if not len(given) or not len(found):
        return scores
    own = scores[found].astype(np.float64)
    ordered = np.sort(own)[::-1]
    places = np.searchsorted(-ordered, -own)  # equal ones have the first of their places
    last = min(len(given), len(ordered)) - 1
    as_good = np.where(places <= last, given[np.minimum(places, last)], given[last] * own / ordered[last])
    # Where the scale has equal ones, the order is kept by a little of what they were.
    kept = own * (given[0] / ordered[0])
    changed = scores.copy()
    changed[found] = (1 - _KEPT) * as_good + _KEPT * kept
    return changed


def fuse(lexical: FloatArray, semantic: FloatArray, trust: float = 1.0, unknown: Mask | None = None) -> FloatArray:
    """Convex sum of both scores after min-max normalisation, scaled to the better side's best score.

    The farthest of many notes that were compared has nothing to do with the question, and scores 0. Of few, which a
    filter has left perhaps, it may be a good answer: it has about the score that its vector gives it.

    Args:
        lexical: Score of every note, 0 where no word matches.
        semantic: Score of every note, 0 where it has no vector or was not compared.
        trust: 0..1: how well the model knows the language of the notes in question.
        unknown: Notes of which no vector tells what they mean: their words decide alone.
    """
    lexical_best = float(lexical.max(initial=0.0))
    semantic_best = float(semantic.max(initial=0.0))
    compared = semantic > 0
    count = int(np.count_nonzero(compared))
    floor = float(semantic[compared].min()) if count > 1 else 0.0
    normalized_lexical = lexical / lexical_best if lexical_best > 0 else lexical
    span = semantic_best - floor
    normalized_semantic = np.clip((semantic - floor) / span, 0, 1) if span > 0 else (semantic > 0).astype(np.float32)
    if unknown is not None:
        normalized_semantic = np.where(unknown, normalized_lexical * np.float32(_UNKNOWN_SHARE), normalized_semantic)
    confidence = math.sqrt(lexical_best), math.sqrt(semantic_best)
    share = confidence[0] / (sum(confidence) or 1.0)
    if lexical_best > 0:
        share = trust * share + (1 - trust) * max(share, _FOREIGN_SHARE)
    total = share * normalized_lexical + (1 - share) * normalized_semantic
    best = float(total.max(initial=0.0))
    if best <= 0:
        return np.zeros_like(lexical)
    least = floor * max(0.0, 1 - (count - 1) / _ENOUGH_COMPARED)
    scored = least + total / best * (max(lexical_best, semantic_best) - least)
    return np.where((total > 0) | compared, scored, 0).astype(np.float32)
