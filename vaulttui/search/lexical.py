"""Ranking by words: BM25F over the inverted index.

A term's occurrences in the fields of a unit (a note, or a chunk with the fields of its note) are weighted and added
before saturation, as in Robertson, Zaragoza and Taylor, *Simple BM25 extension to multiple weighted fields*, 2004:

    tf~(t, u) = sum over fields f of  w_f * tf_f(t, u) / (1 - b_f + b_f * len_f(u) / avglen_f)
    score(u)  = sum over terms t of  idf(t) * tf~ * (k1 + 1) / (tf~ + k1)
    idf(t)    = ln(1 + (N - n_t + 0.5) / (n_t + 0.5))

Only the body is normalised by length. Document frequencies are those of notes, counted over the whole vault, so that
a filter never changes what a word is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from vaulttui.search.snapshot import IntArray, Mask, Snapshot
from vaulttui.search.vocabulary import Term

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """What an occurrence counts in each field, against one in the body."""

    body: float = 1.0
    heading: float = 2.0
    title: float = 4.0
    alias: float = 3.5
    tag: float = 2.5
    path: float = 0.8
    property: float = 1.0


@dataclass(frozen=True, slots=True)
class Bm25Parameters:
    """Parameters of the formula above."""

    k1: float = 1.2
    b: float = 0.75
    weights: FieldWeights = field(default_factory=FieldWeights)


_NOTE_FIELDS = ("title", "alias", "tag", "path", "property")


@dataclass(frozen=True, slots=True)
class _TermPostings:
    """Weighted occurrences of one term."""

    chunks: IntArray
    """Numbers of chunks; one may stand several times, once for each form."""
    body: FloatArray
    heading: FloatArray
    notes: IntArray
    note_fields: FloatArray
    """Weighted sum over the fields of the note."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Posting rows in the order of their terms."""

    terms: IntArray
    numbers: IntArray
    values: tuple[FloatArray, ...]

    @classmethod
    def sorted(cls, terms: IntArray, numbers: IntArray, values: tuple[FloatArray, ...]) -> _Rows:
        """Bring rows into the order of their terms."""
        order = np.argsort(terms, kind="stable")
        return cls(terms[order], numbers[order], tuple(value[order] for value in values))

    def of(self, term_id: int) -> slice:
        """Where a term's rows are."""
        first, last = np.searchsorted(self.terms, (term_id, term_id + 1))
        return slice(int(first), int(last))


class LexicalSearch:
    """Scores the notes and chunks of one snapshot for one set of terms.

    Args:
        cursor: Sees the same generation as the snapshot.
        snapshot: The index's shape.
        terms: What to look for.
        allowed: Chunks that may count at all; ``None`` for all.
        parameters: Of the formula.
    """

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        snapshot: Snapshot,
        terms: Sequence[Term],
        *,
        allowed: Mask | None = None,
        parameters: Bm25Parameters | None = None,
    ) -> None:
        self._snapshot = snapshot
        self.terms = tuple(terms)
        self._parameters = parameters or Bm25Parameters()
        self._allowed = allowed
        self._note_lengths = np.bincount(
            snapshot.chunk_notes, weights=snapshot.chunk_lengths, minlength=snapshot.note_count
        ).astype(np.float32)
        self._postings = self._fetch(cursor)
        self._weights: list[float] = []
        self.note_scores, self.matched_terms = self._score_notes()
        """Score of every note, and for every term (rows) which notes (columns) hold it."""

    @property
    def matches(self) -> Mask:
        """Notes that hold at least one term."""
        return self.note_scores > 0

    @property
    def best_possible(self) -> float:
        """The score that no note can reach: every term saturated."""
        return float(sum(weight * (self._parameters.k1 + 1) for weight in self._weights))

    def coverage(self) -> FloatArray:
        """For every note the share of the query's terms that it holds, each counted by its idf. 0..1."""
        weights = np.array(self._weights, dtype=np.float32)
        total = float(weights.sum())
        if not total:
            return np.zeros(self._snapshot.note_count, dtype=np.float32)
        return (weights @ self.matched_terms.astype(np.float32)) / np.float32(total)

    @cached_property
    def chunk_scores(self) -> FloatArray:
        """Score of every chunk, with the fields of its note counted in."""
        snapshot = self._snapshot
        count = snapshot.chunk_count
        scores = np.zeros(count, dtype=np.float32)
        if not count:
            return scores
        norms = self._norm(snapshot.chunk_lengths.astype(np.float32), float(snapshot.chunk_lengths.mean()) or 1.0)
        for weight, postings in zip(self._weights, self._postings, strict=True):
            frequency = np.bincount(postings.chunks, weights=postings.body, minlength=count).astype(np.float32)
            frequency /= norms
            frequency += np.bincount(postings.chunks, weights=postings.heading, minlength=count)
            if len(postings.notes):
                fields = np.bincount(postings.notes, weights=postings.note_fields, minlength=snapshot.note_count)
                frequency += fields[snapshot.chunk_notes]
            scores += np.float32(weight) * self._saturate(frequency)
        if self._allowed is not None:
            scores[~self._allowed] = 0
        return scores

    @cached_property
    def scores(self) -> FloatArray:
        """Score of every note: the mean of its own and of its best chunk's, so that words which stand together in one
        section of a long note count more than the same words scattered over it."""
        if not self._snapshot.note_count:
            return self.note_scores
        starts = np.searchsorted(self._snapshot.chunk_notes, np.arange(self._snapshot.note_count))
        # Every note has a chunk, if only an empty one.
        best: FloatArray = np.maximum.reduceat(self.chunk_scores, starts)
        return (self.note_scores + best) * np.float32(0.5)

    def _fetch(self, cursor: duckdb.DuckDBPyConnection) -> list[_TermPostings]:
        term_ids = sorted({form.term_id for term in self.terms for form in term.forms})
        if not term_ids:
            empty_numbers, empty = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32)
            return [_TermPostings(empty_numbers, empty, empty, empty_numbers, empty) for _ in self.terms]
        marks = ", ".join("?" * len(term_ids))
        chunk_rows = cursor.execute(
            f"SELECT term_id, chunk_id, body, heading FROM postings WHERE term_id IN ({marks})", term_ids
        ).fetchnumpy()
        note_rows = cursor.execute(
            f"SELECT term_id, note_id, {', '.join(_NOTE_FIELDS)} FROM note_postings WHERE term_id IN ({marks})",
            term_ids,
        ).fetchnumpy()
        chunks, notes = self._prepare_chunks(chunk_rows), self._prepare_notes(note_rows)
        return [self._combine(term, chunks, notes) for term in self.terms]

    def _prepare_chunks(self, rows: Mapping[str, NDArray[Any]]) -> _Rows:
        places = self._snapshot.chunk_places
        numbers = places[rows["chunk_id"]] if len(places) else np.zeros(0, dtype=np.int32)
        keep = numbers >= 0
        if self._allowed is not None:
            keep &= self._allowed[numbers]
        weights = self._parameters.weights
        body = rows["body"].astype(np.float32) * np.float32(weights.body)
        heading = rows["heading"].astype(np.float32) * np.float32(weights.heading)
        return _Rows.sorted(rows["term_id"][keep], numbers[keep], (body[keep], heading[keep]))

    def _prepare_notes(self, rows: Mapping[str, NDArray[Any]]) -> _Rows:
        places = self._snapshot.note_places
        numbers = places[rows["note_id"]] if len(places) else np.zeros(0, dtype=np.int32)
        keep = numbers >= 0
        total = np.zeros(len(numbers), dtype=np.float32)
        for name in _NOTE_FIELDS:
            total += rows[name].astype(np.float32) * np.float32(getattr(self._parameters.weights, name))
        keep &= total > 0
        if self._allowed is not None:
            keep &= self._snapshot.gather(self._allowed)[numbers]
        return _Rows.sorted(rows["term_id"][keep], numbers[keep], (total[keep],))

    @staticmethod
    def _combine(term: Term, chunks: _Rows, notes: _Rows) -> _TermPostings:
        """Add up the forms of a term, each with its weight."""
        chunk_parts = [(form.weight, chunks.of(form.term_id)) for form in term.forms]
        note_parts = [(form.weight, notes.of(form.term_id)) for form in term.forms]
        return _TermPostings(
            chunks=_join([chunks.numbers[rows] for _, rows in chunk_parts], np.int32),
            body=_join([chunks.values[0][rows] * np.float32(weight) for weight, rows in chunk_parts], np.float32),
            heading=_join([chunks.values[1][rows] * np.float32(weight) for weight, rows in chunk_parts], np.float32),
            notes=_join([notes.numbers[rows] for _, rows in note_parts], np.int32),
            note_fields=_join([notes.values[0][rows] * np.float32(weight) for weight, rows in note_parts], np.float32),
        )

    def _score_notes(self) -> tuple[FloatArray, Mask]:
        """Scores of all notes, and for every term (rows) which notes hold it."""
        snapshot = self._snapshot
        scores = np.zeros(snapshot.note_count, dtype=np.float32)
        matched = np.zeros((len(self.terms), snapshot.note_count), dtype=np.bool_)
        if not snapshot.note_count:
            self._weights = [0.0] * len(self.terms)
            return scores, matched
        norms = self._norm(self._note_lengths, float(self._note_lengths.mean()) or 1.0)
        for number, (term, postings) in enumerate(zip(self.terms, self._postings, strict=True)):
            owners = snapshot.chunk_notes[postings.chunks]
            frequency = np.bincount(owners, weights=postings.body, minlength=snapshot.note_count).astype(np.float32)
            frequency /= norms
            frequency += np.bincount(owners, weights=postings.heading, minlength=snapshot.note_count)
            frequency += np.bincount(postings.notes, weights=postings.note_fields, minlength=snapshot.note_count)
            matched[number] = frequency > 0
            weight = idf(snapshot.note_count, int(matched[number].sum())) * term.occurrences * term.importance
            self._weights.append(weight)
            scores += np.float32(weight) * self._saturate(frequency)
        return scores, matched

    def _norm(self, lengths: FloatArray, average: float) -> FloatArray:
        b = self._parameters.b
        return (1 - b + b * lengths / average).astype(np.float32)

    def _saturate(self, frequency: FloatArray) -> FloatArray:
        k1 = self._parameters.k1
        return (frequency * (k1 + 1) / (frequency + k1)).astype(np.float32)


def _join(parts: Sequence[NDArray[Any]], dtype: type[np.generic]) -> NDArray[Any]:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)


def idf(total: int, holding: int) -> float:
    """Inverse document frequency, never negative: ``ln(1 + (total - holding + 0.5) / (holding + 0.5))``."""
    return float(np.log1p((total - holding + 0.5) / (holding + 0.5)))
