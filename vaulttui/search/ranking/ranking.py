"""What ranking hands on: the scores of all notes for one query, and what they came from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import field

import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage.arrays import FloatArray, as_mask, best_first
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.words.matching import Matcher
from vaulttui.search.words.terms import Term
from vaulttui.values import dataclass


class Clock:
    """Milliseconds spent, by part of the work."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}

    def add(self, name: str, started: float) -> None:
        """Add the time since ``started`` (of :func:`time.perf_counter`)."""
        self.parts[name] = self.parts.get(name, 0.0) + (time.perf_counter() - started) * 1000


@dataclass(frozen=True, slots=True)
class QueryModel:
    """The models as a search needs them."""

    embed: Callable[[str], Vectors]
    """Turns a query's text into a vector, shape ``(dimensions,)``."""
    embed_sentences: Callable[[Sequence[str]], Vectors]
    """Turns sentences of notes into vectors, shape ``(n, dimensions)``; NaN where there are no tokens."""
    knows: Callable[[str], bool]
    """Whether a word is one of the model's own, see :meth:`~vaulttui.embedding.embedder.Embedder.knows`."""
    languages: frozenset[str]
    """Languages that the model was made for; empty for many."""
    judge: Callable[[str, Sequence[str]], FloatArray] | None = None
    """How well passages answer a query, 0..1, by a cross-encoder; ``None`` where there is none."""


@dataclass(slots=True)
class Ranking:
    """Scores of all notes for a query. Arrays are dense, one entry a note."""

    scores: FloatArray
    matched: Mask
    lexical: FloatArray | None = None
    semantic: FloatArray | None = None
    fused: FloatArray | None = None
    """Both together, before a second look."""
    chunk_similarity: FloatArray | None = None
    """Semantic score of every chunk by the texts that are asked for, 0 where it was not compared."""
    nearness: list[FloatArray] = field(default_factory=list)
    """The same by each note that is to be near."""
    unknown: Mask | None = None
    """Notes that no vector tells the meaning of."""
    own_similarity: FloatArray | None = None
    """Semantic score of every chunk by the question alone, where its vector was moved."""
    trust: float = 1.0
    """0..1: how well the model knows the language of the notes in question, and the words."""
    searches: list[LexicalSearch] = field(default_factory=list)
    reranked: FloatArray | None = None
    """What the second look at the best notes says of them, 0..1; NaN for all others."""
    second_look: FloatArray | None = None
    """What that multiplied the score of every note by."""
    without_vector: list[str] = field(default_factory=list)
    """Notes that nothing could be near to."""
    terms: tuple[Term, ...] = ()
    matcher: Matcher | None = None
    """Of one text; ``None`` where several were ranked by, or none."""
    by_conditions: bool = False
    """Whether the conditions decide what is found, and words only rank it: see :func:`conditions_decide`."""

    @property
    def similarity(self) -> FloatArray | None:
        """Semantic score of every chunk by all that is asked for; ``None`` if that is words alone."""
        by_texts = [] if self.chunk_similarity is None else [self.chunk_similarity]
        similarities = [*by_texts, *self.nearness]
        return np.mean(similarities, axis=0) if len(similarities) > 1 else next(iter(similarities), None)

    def merge(self, other: Ranking) -> None:
        """Rank by what else is asked for, too: the best of both counts."""
        self.scores = np.maximum(self.scores, other.scores)
        self.matched = self.matched | other.matched
        self.lexical = _maximum(self.lexical, other.lexical)
        self.semantic = _maximum(self.semantic, other.semantic)
        self.fused = _maximum(self.fused, other.fused)
        self.chunk_similarity = _maximum(self.chunk_similarity, other.chunk_similarity)
        self.unknown = other.unknown if self.unknown is None else self.unknown
        self.own_similarity = _maximum(self.own_similarity, other.own_similarity)
        self.trust = min(self.trust, other.trust)
        self.reranked = _maximum(self.reranked, other.reranked)
        self.second_look = _maximum(self.second_look, other.second_look)
        if other.matcher is not None:  # else it is by no text
            self.matcher = None if self.searches else other.matcher
        self.searches.extend(other.searches)
        self.terms = (*self.terms, *other.terms)

    def draw_near(self, near: Sequence[Ranking], *, by_text: bool) -> None:
        """Rank by nearness to some notes, too: what is asked for and each of them count as much.

        Args:
            near: By nearness to each note.
            by_text: Whether anything else is asked for.
        """
        scores = [*([self.scores] if by_text else []), *(other.scores for other in near)]
        by_texts = self.chunk_similarity
        for other in near:
            self.merge(other)
        self.scores = np.mean(scores, axis=0)
        self.chunk_similarity = by_texts
        self.nearness = [other.chunk_similarity for other in near if other.chunk_similarity is not None]
        if by_text:
            self.fused = self.scores


def _maximum(first: FloatArray | None, second: FloatArray | None) -> FloatArray | None:
    if first is None or second is None:
        return second if first is None else first
    return np.fmax(first, second)


def top(scores: FloatArray, most: int) -> Mask:
    """The best scores above 0; where several are equal at the limit, the first ones."""
    positive = np.flatnonzero(scores > 0)
    if len(positive) > most:
        positive = best_first(positive, scores, most)
    return as_mask(positive, len(scores))
