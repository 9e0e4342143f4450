"""What a query found, before it is ordered and a page of it is chosen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.query import Mode, Query, ScoreParts
from vaulttui.search.ranking.ranking import Ranking, top
from vaulttui.search.results.hits import Found
from vaulttui.search.results.ordering import SCORE_DIGITS
from vaulttui.search.results.places import Places
from vaulttui.search.view import IndexView
from vaulttui.values import dataclass

_TOLD_BY_MEANING = 100
"""So many of the best are found where no word tells."""


@dataclass(frozen=True, slots=True)
class Matches:
    """A query, and what is known of the notes and chunks that it may find."""

    view: IndexView
    query: Query
    mode: Mode
    """One that can be answered."""
    ranking: Ranking | None
    """``None`` if there is nothing to rank by."""
    allowed: Mask | None
    """Chunks that the query's conditions let through; ``None`` for all."""

    @property
    def by_conditions(self) -> bool:
        """Whether the conditions alone decide what is found."""
        return self.ranking is None or self.ranking.by_conditions

    @property
    def by_relevance(self) -> bool:
        """Whether the best come first."""
        return self.query.order == "relevance"

    def good_enough(self, found: Mask, scores: FloatArray) -> Mask:
        """Which of some notes or chunks have the score that is asked for. They are compared as they are shown: a hit's
        own score finds it again."""
        least = self.query.min_score
        return found & (np.round(scores.astype(np.float64), SCORE_DIGITS) >= least) if least > 0 else found

    def told_by_words(self, found: Mask, by_words: Sequence[Mask], scores: FloatArray) -> Mask:
        """What is found where relevance does not order it. Meaning has no yes or no: it is what has the words, if any
        has.

        Args:
            found: Notes or chunks.
            by_words: Which of them have any word of each text.
            scores: How well they match.
        """
        if not by_words or self.mode not in (Mode.HYBRID, Mode.DEEP):
            return found
        told = found & np.logical_or.reduce(by_words)
        return told if told.any() else found & top(scores, _TOLD_BY_MEANING)

    def found(self, note: int, chunk: int, score: float) -> Found:
        """One that is shown, with what its score is made of.

        Args:
            note: Its number.
            chunk: Number of the chunk that stands for it.
            score: 0..1.
        """
        ranking = self.ranking
        if ranking is None:
            return Found(note, chunk, 1.0, ScoreParts())
        lexical = float(ranking.lexical[note]) if ranking.lexical is not None else None
        semantic = float(ranking.semantic[note]) if ranking.semantic is not None else None
        fused = float(ranking.fused[note]) if ranking.fused is not None else None
        rerank = float(ranking.reranked[note]) if ranking.reranked is not None else math.nan
        return Found(
            *(note, chunk, round(score, SCORE_DIGITS)),
            ScoreParts(lexical, semantic, fused, None if math.isnan(rerank) else rerank),
        )


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown of what was found."""

    found: list[Found]
    total: int
    """How many notes or chunks there are on all pages."""
    facts: Mapping[int, Places] = field(default_factory=dict)
    """Where in chunks a note says what it was found for as a whole."""
