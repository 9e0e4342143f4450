"""Ranking by words: scores of notes and chunks after BM25F, see :mod:`vaulttui.search.ranking.bm25`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import FloatArray, IntArray, as_mask, best_first, union
from vaulttui.search.memory.postings import Postings
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.ranking.bm25 import Bm25Parameters, idf
from vaulttui.search.ranking.chunk_frequencies import ChunkFrequencies, chunk_frequencies
from vaulttui.search.ranking.held_terms import HeldTerms
from vaulttui.search.ranking.lengths import lengths_for
from vaulttui.search.ranking.term_weights import term_weights
from vaulttui.search.ranking.weighted_postings import postings_of
from vaulttui.search.words.terms import Term

_OWN_HEADING = 4.0
"""What an occurrence in a heading counts where one chunk of a note is told from another."""


class LexicalSearch:
    """Scores the notes and chunks of one snapshot for one set of terms.

    Args:
        postings: Of the snapshot's generation.
        snapshot: The index's shape.
        terms: What to look for.
        allowed: Chunks that may count at all; ``None`` for all.
        parameters: Of the formula.
    """

    def __init__(
        self,
        postings: Postings,
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
        self._postings = postings_of(postings, snapshot, self.terms, self._parameters.weights, allowed)
        self.document_frequencies = tuple(own.document_frequency for own in self._postings)
        """For every term how many notes show it, allowed or not."""
        self._lengths = lengths_for(postings, snapshot, self.terms)
        self._weights = term_weights(self.terms, self._postings, snapshot.note_count)
        self.note_scores, self._found_by = self._score_notes()
        """Score of every note, and for every term (rows) which notes (columns) hold it, if only in their source."""

    @cached_property
    def matched_terms(self) -> Mask:
        """For every term (rows) which notes (columns) hold it for a reader."""
        unseen = [number for number, postings in enumerate(self._postings) if postings.seen is not None]
        if not unseen:
            return self._found_by
        matched = self._found_by.copy()
        for number in unseen:
            postings = self._postings[number]
            if self._allowed is None:
                matched[number] = postings.showing
            else:
                matched[number] = self._snapshot.mask(postings.seen_owners, postings.notes)
        return matched

    @cached_property
    def held(self) -> HeldTerms:
        """What notes and chunks hold of the terms."""
        return HeldTerms(self._snapshot, self.terms, self._postings, self.matched_terms)

    @cached_property
    def _telling(self) -> list[int]:
        """Places of the terms by any of which something is found. Function words only rank what is found by the words
        beside them: they stand everywhere. If no note holds any other, they have to do."""
        content = [place for place, term in enumerate(self.terms) if not term.minor]
        return content if any(self.document_frequencies[place] for place in content) else list(range(len(self.terms)))

    @property
    def matches(self) -> Mask:
        """Notes that are found by the terms."""
        found: Mask = np.logical_or.reduce(self._found_by[self._telling])
        return found

    @property
    def chunk_matches(self) -> Mask:
        """Chunks that are found by the terms: all of a note that has one in its fields, too."""
        if len(self._telling) == len(self.terms):
            return self.chunk_scores > 0
        snapshot = self._snapshot
        found = np.zeros(snapshot.chunk_count, dtype=np.bool_)
        for postings in [self._postings[place] for place in self._telling]:
            found[postings.chunks] = True
            found[snapshot.chunks_below(np.flatnonzero(snapshot.mask(postings.notes)))[0]] = True
        return found & (self.chunk_scores > 0)

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

    def rarities(self) -> Mapping[str, float]:
        """How rare the words of terms that notes hold are against the rarest of them, 0..1, by their idf."""
        frequencies = zip(self.terms, self.document_frequencies, strict=True)
        found = {term.word: idf(self._snapshot.note_count, count) for term, count in frequencies if count}
        most = max(found.values(), default=1.0)
        return {word: value / most for word, value in found.items()}

    @cached_property
    def chunk_scores(self) -> FloatArray:
        """Score of every chunk, with the fields of its note counted in."""
        snapshot = self._snapshot
        scores = np.zeros(snapshot.chunk_count, dtype=np.float32)
        for term, found in enumerate(self._chunk_frequencies):
            chunks, frequency, fields = found.chunks, found.total, self._note_fields(term)
            if fields is not None:
                holders = np.flatnonzero(fields > 0)
                below, counts = snapshot.chunks_below(holders)
                dense = np.zeros(snapshot.chunk_count, dtype=np.float32)
                dense[chunks] = frequency
                own = dense.take(below)
                dense[below] = own + np.repeat(fields[holders], counts)
                chunks = np.concatenate((chunks, below[own == 0]))
                frequency = dense.take(chunks)
            scores[chunks] += self._score_of(term, frequency)
        if self._allowed is not None:
            scores[~self._allowed] = 0
        return scores

    def own_scores_below(self, notes: IntArray) -> FloatArray:
        """Scores of the chunks of some notes by their own texts and headings, 0 for all others: which one stands for
        its note."""
        wanted = as_mask(self._snapshot.chunks_below(notes)[0], self._snapshot.chunk_count)
        scores = np.zeros(self._snapshot.chunk_count, dtype=np.float32)
        for weight, found in zip(self._weights, self._chunk_frequencies, strict=True):
            places = np.flatnonzero(wanted.take(found.chunks))
            # Which chunk stands for its note is told by its heading rather than by an address in it.
            frequency = found.body[places] + found.heading[places] * np.float32(_OWN_HEADING)
            saturated = self._parameters.saturated(frequency.astype(np.float32, copy=False))
            scores[found.chunks[places]] += np.float32(weight) * saturated
        return scores

    @cached_property
    def _chunk_frequencies(self) -> list[ChunkFrequencies]:
        """The chunks of every term, with its weighted occurrences in them."""
        return chunk_frequencies(self._postings, self._snapshot, self._lengths.chunks, self._parameters)

    @cached_property
    def scores(self) -> FloatArray:
        """Score of every note: the mean of its own and of its best chunk's, so that words which stand together in one
        section of a long note count more than the same words scattered over it."""
        return (self.note_scores + self._best_in_notes()) * np.float32(0.5)

    def _best_in_notes(self) -> FloatArray:
        """Score of every note's best chunk."""
        owners = self._snapshot.chunk_notes
        best = np.zeros(self._snapshot.note_count, dtype=np.float32)
        if len(self.terms) == 1:  # which one that is does not depend on fields, which count for all chunks of a note
            (found,), fields = self._chunk_frequencies, self._note_fields(0)
            np.maximum.at(best, owners.take(found.chunks), found.total)
            return self._score_of(0, best if fields is None else best + fields)
        scored = np.flatnonzero(self.chunk_scores > 0)
        np.maximum.at(best, owners.take(scored), self.chunk_scores.take(scored))
        return best

    def _score_of(self, term: int, frequency: NDArray[Any]) -> FloatArray:
        """What a term adds to scores."""
        saturated = self._parameters.saturated(frequency.astype(np.float32, copy=False))
        return np.float32(self._weights[term]) * saturated

    def _note_fields(self, term: int) -> NDArray[Any] | None:
        """Weighted occurrences of a term in the fields of every note; ``None`` where there are none."""
        postings = self._postings[term]
        if not len(postings.notes):
            return None
        return np.bincount(postings.notes, weights=postings.note_fields, minlength=self._snapshot.note_count)

    def chunks_with_all(self, most: int) -> IntArray:
        """The best chunks that hold all terms, and besides those of :meth:`chunks_headed`.

        Args:
            most: Of each kind.
        """
        return union(self._best_of(self.held.chunks_with_all(), most), self.chunks_headed(most))

    def chunks_headed(self, most: int) -> IntArray:
        """The best chunks that hold all terms in their headings."""
        return self._best_of(self.held.chunks_headed(), most)

    def _best_of(self, numbers: IntArray, most: int) -> IntArray:
        return best_first(numbers, self._chunk_scores_at(numbers), most) if len(numbers) > most else numbers

    def _chunk_scores_at(self, numbers: IntArray) -> FloatArray:
        """Scores of all chunks, of which those of some are right."""
        if len(self.terms) != 1:
            return self.chunk_scores  # known already
        (found,), fields = self._chunk_frequencies, self._note_fields(0)
        scores = np.zeros(self._snapshot.chunk_count, dtype=np.float32)
        scores[found.chunks] = found.total
        own = scores.take(numbers)
        if fields is not None:
            own = own + fields.take(self._snapshot.chunk_notes.take(numbers))
        scores[numbers] = self._score_of(0, own)
        return scores

    def best_chunks(self, notes: IntArray) -> IntArray:
        """Of each of some notes the best chunk, the first of equal ones."""
        best = self._snapshot.best_chunks(notes, self.own_scores_below(notes))
        return np.array(list(best.values()), dtype=np.int64)

    def _score_notes(self) -> tuple[FloatArray, Mask]:
        """Scores of all notes, and for every term (rows) which notes have an occurrence that counts."""
        snapshot = self._snapshot
        count = snapshot.note_count
        scores = np.zeros(count, dtype=np.float32)
        matched = np.zeros((len(self.terms), count), dtype=np.bool_)
        if not count:
            return scores, matched
        norms = self._parameters.length_norms(self._lengths.notes, snapshot.mean_note_length)
        for number, postings in enumerate(self._postings):
            owners = postings.owners
            weighted = postings.body / norms.take(owners)
            if postings.heading.any():
                weighted += postings.heading
            sums = np.bincount(owners, weights=weighted, minlength=count).astype(np.float64, copy=False)
            if len(postings.notes):
                sums += np.bincount(postings.notes, weights=postings.note_fields, minlength=count)
            frequency = sums.astype(np.float32)
            np.greater(frequency, 0, out=matched[number])
            holding = np.flatnonzero(matched[number])
            scores[holding] += np.float32(self._weights[number]) * self._parameters.saturated(frequency.take(holding))
        return scores, matched
