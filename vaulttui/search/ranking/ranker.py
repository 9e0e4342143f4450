"""Scores all notes for one query: by words, by meaning, or by both."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from vaulttui.beside import Beside
from vaulttui.embedding.embedder import Vectors
from vaulttui.index.reading.symbols import joined_words
from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.search.expression import likes
from vaulttui.search.language.ranked_words import conditions_decide
from vaulttui.search.meaning.semantic import Candidates, Reach, find_candidates
from vaulttui.search.memory.snapshot import Mask, numbers_of
from vaulttui.search.query import Mode, Query, RankedText
from vaulttui.search.ranking.deep import DeepSearch
from vaulttui.search.ranking.evidence import TextEvidence, gather_evidence, with_evidence, with_prominence
from vaulttui.search.ranking.fusion import (
    calibrate,
    fuse,
    lexical_scores,
    of_fulfilled,
    of_question,
    on_scale,
    put_first,
    semantic_scores,
)
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.ranking.likeness import chunks_of_its_own, direction
from vaulttui.search.ranking.model_trust import corrected, trust_in
from vaulttui.search.ranking.named_paths import without_ending
from vaulttui.search.ranking.ranking import Clock, QueryModel, Ranking, top
from vaulttui.search.ranking.smoothing import smoothed
from vaulttui.search.view import IndexView
from vaulttui.search.words.beside_others import likeliest_beside_others
from vaulttui.search.words.matching import matcher_for
from vaulttui.search.words.terms import Term
from vaulttui.search.words.vocabulary import Vocabulary

_TRUSTED = 0.5
"""A model that is trusted more has a say in which of the best notes are near to each other."""
COMPARED_NOTES = 80
"""So many of the best notes by words are compared in meaning in any case, by one chunk each."""


class Ranker:
    """Ranks the notes of one snapshot.

    Args:
        view: The index.
        model: For a query's vector; ``None`` where there is no model now.
        clock: Is told what takes how long.
    """

    def __init__(
        self,
        view: IndexView,
        model: QueryModel | None,
        clock: Clock,
    ) -> None:
        self._view = view
        self._snapshot = view.snapshot
        self._semantic = view.semantic
        self._model = model
        self._clock = clock
        self._reach: Reach = "near"

    def rank(self, query: Query, mode: Mode, allowed: Mask | None) -> Ranking | None:
        """Score all notes; ``None`` if there is nothing to rank by."""
        targets = likes(query.where)
        texts = query.ranking_texts
        if not texts and not targets:
            return None
        if mode is Mode.SEMANTIC or not texts:  # then nothing else tells notes apart
            self._reach = "all" if query.min_score > 0 or query.order != "relevance" else "far"
        count = self._snapshot.note_count
        ranking = Ranking(np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.bool_))
        ranking.by_conditions = conditions_decide(query)
        for text in texts:
            ranking.merge(self._rank_text(text, mode, allowed, correct=not ranking.by_conditions))
        near: list[Ranking] = []
        for target in targets:
            nearness = self._nearness_to(target, allowed)
            if nearness is not None:
                near.append(nearness)
            else:
                ranking.without_vector.append(target)
        if near:
            ranking.draw_near(near, by_text=bool(texts))
        ranking.scores = calibrate(ranking.scores)
        if ranking.by_conditions:
            ranking.scores = of_fulfilled(ranking.scores)
        ranking.lexical = calibrate(ranking.lexical) if ranking.lexical is not None else None
        ranking.semantic = calibrate(ranking.semantic) if ranking.semantic is not None else None
        ranking.fused = calibrate(ranking.fused) if ranking.fused is not None else None
        return ranking

    def _rank_text(self, text: RankedText, mode: Mode, allowed: Mask | None, *, correct: bool) -> Ranking:
        count = self._snapshot.note_count
        lexical: FloatArray | None = None
        evidence: dict[int, TextEvidence] = {}
        text = without_ending(self._view, text)
        asked = text.text or " ".join(text.words)
        model = self._model if mode is not Mode.KEYWORD else None
        meaning = self._meaning_of(asked, model, allowed) if model is not None else None
        ranking = Ranking(np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.bool_))
        if mode is not Mode.SEMANTIC:
            search = self.lexical(text, allowed, correct=correct)
            started = time.perf_counter()
            lexical = lexical_scores(search.scores, search.best_possible, search.coverage(), len(search.terms))
            self._clock.add("lexical", started)
            started = time.perf_counter()
            ranking.matcher = matcher_for(search.terms, text, rarities=search.rarities())
            evidence = gather_evidence(self._view, text, search, lexical, ranking.matcher)
            lexical = with_evidence(lexical, evidence)
            if mode is Mode.KEYWORD and len(search.terms) > 1:
                lexical = put_first(lexical, search.held.complete)
            self._clock.add("evidence", started)
            ranking.lexical, ranking.matched = lexical, search.matches
            ranking.searches, ranking.terms = [search], search.terms
            ranking.scores = lexical
        else:
            ranking.matcher = matcher_for(self._terms(text, correct=False)[1], text)  # they are shown where they stand
        if model is None or meaning is None:
            return ranking
        started = time.perf_counter()
        asked = corrected(asked, ranking.terms, model.knows)
        vector, candidates = meaning(asked)
        self._clock.add("embed", started)
        also = self._best_by_words(lexical, ranking.searches[0]) if lexical is not None else None
        nearest = self._compare(vector, candidates, also=also)
        ranking.semantic, ranking.chunk_similarity = nearest.semantic, nearest.chunk_similarity
        ranking.unknown = nearest.unknown
        ranking.matched = ranking.matched | nearest.matched
        if lexical is None:
            ranking.scores = nearest.scores
            return ranking
        ranking.trust = trust = trust_in(model.languages, asked, model.knows, self._view, lexical)
        if mode is not Mode.DEEP:
            scores = fuse(lexical, nearest.scores, trust, nearest.unknown)
            if trust > _TRUSTED:
                started = time.perf_counter()
                scores = smoothed(self._view, scores, nearest.chunk_similarity)
                self._clock.add("smooth", started)
            ranking.scores = ranking.fused = with_prominence(scores, evidence)
            return ranking
        deep = DeepSearch(self._view, model, self._clock)
        if trust > _TRUSTED:
            self._rank_wider(deep, text, vector, ranking, evidence, trust, allowed, also)
        else:
            scores = fuse(lexical, nearest.scores, trust, nearest.unknown)
            ranking.scores = ranking.fused = with_prominence(scores, evidence)
            if model.judge is not None:
                ranking.scores = self._look_again(deep, text, vector, ranking, scores, evidence)
        return ranking

    def _rank_wider(
        self,
        deep: DeepSearch,
        text: RankedText,
        vector: Vectors,
        ranking: Ranking,
        evidence: Mapping[int, TextEvidence],
        trust: float,
        allowed: Mask | None,
        also: IntArray | None,
    ) -> None:
        """Rank by both once more, widened by the best first results, and look at the best twice.

        Args:
            deep: Does so.
            text: What is asked,
            vector: and its vector.
            ranking: By words and by meaning; takes what comes of it.
            evidence: That notes are meant.
            trust: In the model, 0..1.
            allowed: Chunks that may be found; ``None`` for all.
            also: Chunks that are compared in any case.
        """
        assert ranking.lexical is not None
        assert ranking.semantic is not None
        fused = fuse(ranking.lexical, ranking.semantic, trust, ranking.unknown)
        ordinary = smoothed(self._view, fused, ranking.chunk_similarity)
        first = deep.feedback(ranking, fused, ordinary)
        ranking.lexical = deep.expand_words(text, ranking, first, allowed)
        ranking.own_similarity = ranking.chunk_similarity
        nearest = self._rank_vector(deep.expand_vector(vector, list(first)), allowed, also=also)
        ranking.semantic = of_question(nearest.scores, ranking.semantic)
        ranking.chunk_similarity = nearest.chunk_similarity
        started = time.perf_counter()
        scores = deep.smoothed(fuse(ranking.lexical, nearest.scores, trust, nearest.unknown), nearest.chunk_similarity)
        self._clock.add("smooth", started)
        scale = with_prominence(ordinary, evidence)
        ranking.fused = on_scale(with_prominence(scores, evidence), scale)
        ranking.scores = on_scale(self._look_again(deep, text, vector, ranking, scores, evidence), scale)

    def _look_again(
        self,
        deep: DeepSearch,
        text: RankedText,
        vector: Vectors,
        ranking: Ranking,
        scores: FloatArray,
        evidence: Mapping[int, TextEvidence],
    ) -> FloatArray:
        """Scores after a second look at the best notes; keeps in the ranking what it says."""
        again, ranking.reranked = deep.rerank(text, vector, ranking, scores)
        ranking.second_look = np.divide(again, scores, out=np.ones_like(scores), where=scores > 0)
        return with_prominence(again, evidence)

    def _best_by_words(self, lexical: FloatArray, search: LexicalSearch) -> IntArray:
        """Of each of the best notes by words the chunk that is the best by words, of those that have vectors."""
        notes = np.flatnonzero(top(lexical, COMPARED_NOTES))
        compared = self._semantic.comparable(self._view.cursor, self._snapshot)
        scores = search.own_scores_below(notes)
        below, _ = self._snapshot.chunks_below(notes)
        scores[below[~compared[below]]] = -1
        return np.array(list(self._snapshot.best_chunks(notes, scores).values()), dtype=np.int64)

    def _meaning_of(
        self, asked: str, model: QueryModel, allowed: Mask | None
    ) -> Callable[[str], tuple[Vectors, Candidates]]:
        """Begin to look at what a question means, beside its words: neither waits for the other.

        Returns:
            Gives the vector of the question as it was corrected, and what may be the nearest to it.
        """
        shape = self._semantic.shape(self._view.cursor, self._snapshot)

        def meaning(text: str) -> tuple[Vectors, Candidates]:
            vector = model.embed(text)
            return vector, find_candidates(shape, self._snapshot, vector, allowed=allowed, reach=self._reach)

        begun = Beside(partial(meaning, asked))
        return lambda corrected: begun.take() if corrected == asked else meaning(corrected)

    def _rank_vector(self, vector: Vectors, allowed: Mask | None, also: IntArray | None = None) -> Ranking:
        shape = self._semantic.shape(self._view.cursor, self._snapshot)
        candidates = find_candidates(shape, self._snapshot, vector, allowed=allowed, reach=self._reach)
        return self._compare(vector, candidates, also=also)

    def _compare(self, vector: Vectors, candidates: Candidates, also: IntArray | None = None) -> Ranking:
        started = time.perf_counter()
        snapshot = self._snapshot
        matches = self._semantic.compare(self._view.cursor, vector, candidates, also=also)
        chunk_scores = np.zeros(snapshot.chunk_count, dtype=np.float32)
        chunk_scores[matches.chunks] = semantic_scores(matches.similarities)
        note_scores = np.zeros(snapshot.note_count, dtype=np.float32)
        np.maximum.at(note_scores, snapshot.chunk_notes[matches.chunks], chunk_scores[matches.chunks])
        self._clock.add("semantic", started)
        return Ranking(
            *(note_scores, matches.notes),
            semantic=note_scores,
            chunk_similarity=chunk_scores,
            unknown=~matches.compared,
        )

    def lexical(self, text: RankedText, allowed: Mask | None, *, correct: bool = True) -> LexicalSearch:
        """Look a text's words up and score all notes for them.

        Args:
            text: The words.
            allowed: Chunks that may be found; ``None`` for all.
            correct: Whether words that occur nowhere stand for the nearest that do.
        """
        started = time.perf_counter()
        view = self._view
        vocabulary, terms = self._terms(text, correct=correct)
        search = LexicalSearch(view.postings, self._snapshot, terms, allowed=allowed)
        gone = [place for place, count in enumerate(search.document_frequencies) if not count and terms[place].forms]
        if correct and gone:
            terms = likeliest_beside_others(vocabulary.corrected(terms, gone), view.postings, self._snapshot)
            search = LexicalSearch(view.postings, self._snapshot, terms, allowed=allowed)
        self._clock.add("lexical", started)
        return search

    def _terms(self, text: RankedText, *, correct: bool) -> tuple[Vocabulary, tuple[Term, ...]]:
        """What a text's words are looked up as."""
        view = self._view
        vocabulary = Vocabulary(view.inverted.lexicon, self._snapshot.languages, self._occurring, view.compounds)
        terms = vocabulary.terms(joined_words(text.in_order), prefix_last=text.prefix_last, typos=correct)
        return vocabulary, likeliest_beside_others(terms, view.postings, self._snapshot)

    def _occurring(self, term_ids: Sequence[int]) -> dict[int, int]:
        """Which terms some note holds, and in how many chunks and names of notes: the vocabulary keeps those of notes
        that are gone."""
        postings, snapshot = self._view.inverted.postings, self._snapshot
        total = np.zeros(len(term_ids), dtype=np.int64)
        for rows, places in (
            (postings.of_chunks(term_ids, counted=False), snapshot.chunk_numbers),
            (postings.of_notes(term_ids, counted=False), snapshot.note_numbers),
        ):
            alive = np.zeros(len(rows.owners) + 1, dtype=np.int64)
            np.cumsum(numbers_of(places, rows.owners) >= 0, out=alive[1:])
            total += np.diff(alive[rows.bounds])
        return {term: count for term, count in zip(term_ids, total.tolist(), strict=True) if count}

    def near_to_any(self, targets: Sequence[str]) -> bool:
        """Whether anything is near in meaning to one of some notes."""
        return any(len(chunks_of_its_own(self._view, target)) for target in targets)

    def _nearness_to(self, target: str, allowed: Mask | None) -> Ranking | None:
        """How near all notes are to one; ``None`` if it has nothing of its own."""
        chunks = chunks_of_its_own(self._view, target)
        if not len(chunks):
            return None
        vector, compared = direction(self._view, chunks, allowed)
        ranking = self._rank_vector(vector, compared)
        # Found is all that has a vector, as in any search by meaning: the rest comes last.
        ranking.matched = self._semantic.notes_with_vectors(lambda: self._view.cursor, self._snapshot, allowed)
        return ranking
