"""Scores all notes for one query: by words, by meaning, or by both."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.arrays import FloatArray, IntArray
from vaulttui.index.tokenizer import WORD, is_identifier, normalize, words_of
from vaulttui.search.beside import Beside
from vaulttui.search.deep import DeepSearch
from vaulttui.search.evidence import TextEvidence, gather_evidence, with_evidence, with_prominence
from vaulttui.search.expression import likes
from vaulttui.search.language.ranked import conditions_decide
from vaulttui.search.lexical import LexicalSearch
from vaulttui.search.matching import matcher_for
from vaulttui.search.query import Mode, Query, RankedText
from vaulttui.search.ranked import Clock, QueryModel, Ranking, best_chunks, top
from vaulttui.search.ranking import (
    calibrate,
    fuse,
    lexical_scores,
    of_fulfilled,
    put_first,
    semantic_scores,
)
from vaulttui.search.semantic import Candidates, find_candidates
from vaulttui.search.smoothing import smoothed
from vaulttui.search.snapshot import Mask, numbers_of
from vaulttui.search.terms import Term
from vaulttui.search.view import IndexView
from vaulttui.search.vocabulary import Vocabulary

COMPARED_NOTES = 80
"""So many of the best notes by words are compared in meaning in any case, by one chunk each."""

_FEW_WORDS = 5
"""A text of so many words at most is short: a guess at one of them helps the model."""
_LONG_ENOUGH = 60
"""Words of a note that tell its language, if it is one of those that are known at all."""
_LANGUAGE_NOTES = 10
"""The languages of so many of the best notes tell how far the model can be trusted."""


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

    def rank(self, query: Query, mode: Mode, allowed: Mask | None) -> Ranking | None:
        """Score all notes; ``None`` if there is nothing to rank by."""
        targets = likes(query.where)
        texts = [text for text in query.texts if not text.empty]
        if not texts and not targets:
            return None
        count = self._snapshot.note_count
        ranking = Ranking(np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.bool_))
        for text in texts:
            ranking.merge(self._rank_text(text, mode, allowed, correct=not conditions_decide(query)))
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
        if conditions_decide(query):
            ranking.scores = of_fulfilled(ranking.scores)
        ranking.lexical = calibrate(ranking.lexical) if ranking.lexical is not None else None
        ranking.semantic = calibrate(ranking.semantic) if ranking.semantic is not None else None
        ranking.fused = calibrate(ranking.fused) if ranking.fused is not None else None
        return ranking

    def _rank_text(self, text: RankedText, mode: Mode, allowed: Mask | None, *, correct: bool) -> Ranking:
        count = self._snapshot.note_count
        lexical: FloatArray | None = None
        evidence: dict[int, TextEvidence] = {}
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
            ranking.matcher = matcher_for(search.terms, text)
            evidence = gather_evidence(self._view, text, search, lexical, ranking.matcher)
            lexical = with_evidence(lexical, evidence)
            if mode is Mode.KEYWORD and len(search.terms) > 1:
                lexical = put_first(lexical, search.complete())
            self._clock.add("evidence", started)
            ranking.lexical, ranking.matched = lexical, search.matches
            ranking.searches, ranking.terms = [search], search.terms
            ranking.scores = lexical
        if model is not None and meaning is not None:
            started = time.perf_counter()
            vector, candidates = meaning(_corrected(asked, ranking.terms))
            self._clock.add("embed", started)
            also = self._best_by_words(lexical, ranking.searches[0]) if lexical is not None else None
            nearest = self._compare(vector, candidates, also=also)
            trust = self._trust(text, lexical, model.languages) if lexical is not None else 1.0
            deep = DeepSearch(self._view, model, self._clock) if mode is Mode.DEEP else None
            if deep is not None and lexical is not None and trust > 0.5:
                first = deep.feedback(ranking, nearest, fuse(lexical, nearest.scores, trust))
                lexical = ranking.lexical = deep.expand_words(text, ranking, first, allowed)
                nearest = self._rank_vector(deep.expand_vector(vector, list(first)), allowed, also=also)
            ranking.semantic, ranking.chunk_similarity = nearest.semantic, nearest.chunk_similarity
            ranking.matched = ranking.matched | nearest.matched
            if lexical is None:
                ranking.scores = nearest.scores
            else:
                scores = fuse(lexical, nearest.scores, trust)
                if trust > 0.5:
                    started = time.perf_counter()
                    smooth = deep.smoothed if deep is not None else partial(smoothed, self._view)
                    scores = smooth(scores, nearest.chunk_similarity)
                    self._clock.add("smooth", started)
                ranking.scores = ranking.fused = with_prominence(scores, evidence)
                if deep is not None and (trust > 0.5 or model.judge is not None):
                    again, ranking.reranked = deep.rerank(text, vector, ranking, scores)
                    ranking.second_look = np.divide(again, scores, out=np.ones_like(scores), where=scores > 0)
                    ranking.scores = with_prominence(again, evidence)
        return ranking

    def _best_by_words(self, lexical: FloatArray, search: LexicalSearch) -> IntArray:
        """Of each of the best notes by words the chunk that is the best by words, of those that have vectors."""
        notes = np.flatnonzero(top(lexical, COMPARED_NOTES))
        has_vector = self._semantic.with_vectors(self._view.cursor, self._snapshot)
        scores = search.own_scores_below(notes)
        below, _ = self._snapshot.chunks_below(notes)
        scores[below[~has_vector[below]]] = -1
        return np.array(list(best_chunks(self._snapshot, notes, scores).values()), dtype=np.int64)

    def _trust(self, text: RankedText, lexical: FloatArray, languages: frozenset[str]) -> float:
        """How far the model can be trusted, 0..1: not at all with numbers, dates and identifiers alone; else the part
        of the notes with most of the words that are in a language which it was made for. A short note whose language
        is not known tells nothing; a long one is in another."""
        if all(map(is_identifier, words_of(text.text or " ".join(text.words)))):
            return 0.0
        if not languages:
            return 1.0
        notes = np.flatnonzero(top(lexical, _LANGUAGE_NOTES)).tolist()
        found = [
            note.language
            for number, note in self._view.note_heads(notes).items()
            if note.language or self._snapshot.note_lengths[number] >= _LONG_ENOUGH
        ]
        return sum(language in languages for language in found) / len(found) if found else 1.0

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
            return vector, find_candidates(shape, self._snapshot, vector, allowed=allowed)

        begun = Beside(partial(meaning, asked))
        return lambda corrected: begun.take() if corrected == asked else meaning(corrected)

    def _rank_vector(self, vector: Vectors, allowed: Mask | None, also: IntArray | None = None) -> Ranking:
        shape = self._semantic.shape(self._view.cursor, self._snapshot)
        return self._compare(vector, find_candidates(shape, self._snapshot, vector, allowed=allowed), also=also)

    def _compare(self, vector: Vectors, candidates: Candidates, also: IntArray | None = None) -> Ranking:
        started = time.perf_counter()
        snapshot = self._snapshot
        matches = self._semantic.compare(self._view.cursor, vector, candidates, also=also)
        chunk_scores = np.zeros(snapshot.chunk_count, dtype=np.float32)
        chunk_scores[matches.chunks] = semantic_scores(matches.similarities)
        note_scores = np.zeros(snapshot.note_count, dtype=np.float32)
        np.maximum.at(note_scores, snapshot.chunk_notes[matches.chunks], chunk_scores[matches.chunks])
        self._clock.add("semantic", started)
        return Ranking(note_scores, matches.notes, semantic=note_scores, chunk_similarity=chunk_scores)

    def lexical(self, text: RankedText, allowed: Mask | None, *, correct: bool = True) -> LexicalSearch:
        """Look a text's words up and score all notes for them.

        Args:
            text: The words.
            allowed: Chunks that may be found; ``None`` for all.
            correct: Whether words that occur nowhere stand for the nearest that do.
        """
        started = time.perf_counter()
        words = [*(word for phrase in text.phrases for word in phrase.words), *text.words]  # last what may go on
        view = self._view
        vocabulary = Vocabulary(view.inverted.lexicon, self._snapshot.languages, self._occurring, view.compounds)
        terms = vocabulary.terms(words, prefix_last=text.prefix_last, typos=correct)
        search = LexicalSearch(view.postings, self._snapshot, terms, allowed=allowed)
        gone = [place for place, count in enumerate(search.document_frequencies) if not count and terms[place].forms]
        if correct and gone:
            terms = vocabulary.corrected(terms, gone)
            search = LexicalSearch(view.postings, self._snapshot, terms, allowed=allowed)
        self._clock.add("lexical", started)
        return search

    def _occurring(self, term_ids: Sequence[int]) -> dict[int, int]:
        """Which terms some note holds, and in how many chunks and names of notes: the vocabulary keeps those of notes
        that are gone."""
        postings, snapshot = self._view.inverted.postings, self._snapshot
        total = np.zeros(len(term_ids), dtype=np.int64)
        for rows, places in (
            (postings.of_chunks(term_ids), snapshot.chunk_places),
            (postings.of_notes(term_ids), snapshot.note_places),
        ):
            alive = np.zeros(len(rows.owners) + 1, dtype=np.int64)
            np.cumsum(numbers_of(places, rows.owners) >= 0, out=alive[1:])
            total += np.diff(alive[rows.bounds])
        return {term: count for term, count in zip(term_ids, total.tolist(), strict=True) if count}

    def near_to_any(self, targets: Sequence[str]) -> bool:
        """Whether anything is near in meaning to one of some notes: not if none of them is there, or has a vector."""
        return any(len(self._chunks_of(target)) for target in targets)

    def _nearness_to(self, target: str, allowed: Mask | None) -> Ranking | None:
        """How near all notes are to the mean direction of a note's vectors; ``None`` if it has none. What many notes
        have in common is not compared, unless the note has nothing else."""
        chunks = self._chunks_of(target)
        if not len(chunks):
            return None
        telling = self._semantic.telling(self._view.cursor, self._snapshot)
        compared = allowed
        if telling[chunks].any():
            chunks = chunks[telling[chunks]]
            compared = telling if allowed is None else allowed & telling
        vectors, _ = self._semantic.vectors_of(self._view.cursor, self._snapshot, chunks)
        mean = vectors.mean(axis=0)
        norm = float(np.linalg.norm(mean))
        ranking = self._rank_vector((mean / norm if norm > 0 else mean).astype(np.float32), compared)
        # Found is all that has a vector, as in any search by meaning: the rest comes last.
        ranking.matched = self._semantic.notes_with_vectors(lambda: self._view.cursor, self._snapshot, allowed)
        return ranking

    def _chunks_of(self, target: str) -> IntArray:
        """The chunks of a note that have a vector."""
        none = np.zeros(0, dtype=np.int32)
        path = self._view.filters.note_named(target)
        if path is None:
            return none
        row = self._view.cursor.execute("SELECT note_id FROM notes WHERE path = ?", [path]).fetchone()
        place = int(self._snapshot.note_places[row[0]]) if row else -1
        if place < 0:
            return none
        has_vector = self._semantic.with_vectors(self._view.cursor, self._snapshot)
        return np.flatnonzero((self._snapshot.chunk_notes == place) & has_vector).astype(np.int32)


def _corrected(text: str, terms: Sequence[Term]) -> str:
    """A short text with the words that occur nowhere replaced by what was searched for instead. In a long one the model
    makes more of its other words than of a guess."""
    corrections = {term.word: term.forms[0].form for term in terms if term.replaced}
    if not corrections or len(terms) > _FEW_WORDS:
        return text
    return WORD.sub(lambda match: corrections.get(normalize(match[0]), match[0]), text)
