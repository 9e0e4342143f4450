"""Which notes and chunks hold the terms of a query: all of them together, how many, and in which fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from vaulttui.index.storage.arrays import IntArray, as_mask
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.ranking.weighted_postings import TermPostings
from vaulttui.search.words.terms import Term

_COMMON = 0.5
"""Share of the notes above which a word that they have says as little as a function word of what one is about."""


class HeldTerms:
    """What the notes of one snapshot hold of one set of terms, be it much or little that they score for it.

    Args:
        snapshot: The index's shape.
        terms: What is looked for.
        postings: Of each term.
        matched: For every term (rows) which notes (columns) hold it for a reader.
    """

    def __init__(
        self, snapshot: Snapshot, terms: Sequence[Term], postings: Sequence[TermPostings], matched: Mask
    ) -> None:
        self._snapshot = snapshot
        self._terms = terms
        self._postings = postings
        self._matched = matched

    @cached_property
    def _wanted(self) -> list[int]:
        """Places of the terms that a note may be asked to hold all of: no function words, nor what no note holds."""
        terms = enumerate(zip(self._terms, self._matched, strict=True))
        return [place for place, (term, holding) in terms if not term.minor and holding.any()]

    @property
    def several(self) -> bool:
        """Whether notes hold more than one of the terms; function words do not count."""
        return len(self._wanted) > 1

    @property
    def telling(self) -> bool:
        """Whether notes hold several of the terms, or one that is not guessed and at least half of them; function words
        do not count."""
        content = [term for term in self._terms if not term.minor]
        one = len(self._wanted) == 1 and len(content) <= 2 and not self._terms[self._wanted[0]].meant
        return one or self.several

    @cached_property
    def complete(self) -> Mask:
        """Notes of which one chunk, with the fields of the note, holds all terms; function words do not count, nor does
        what no note holds."""
        snapshot = self._snapshot
        wanted = self._wanted
        if len(wanted) == 1:
            one: Mask = self._matched[wanted[0]]
            return one
        in_fields: Mask = np.logical_and.reduce(self._matched[wanted])
        held = self._complete_below(np.flatnonzero(in_fields))
        return self._in_fields(wanted, in_fields) | snapshot.mask(snapshot.chunk_notes[held])

    def complete_chunks(self, notes: IntArray) -> Mask:
        """Chunks of some notes that hold several terms, with the fields of the note all; see :attr:`complete`."""
        held = self._complete_below(notes) if self.several else np.empty(0, dtype=np.int64)
        return as_mask(held, self._snapshot.chunk_count)

    def _complete_below(self, notes: IntArray) -> IntArray:
        snapshot = self._snapshot
        below, _ = snapshot.chunks_below(notes)
        held = np.ones(len(below), dtype=np.bool_)
        for postings in [self._postings[place] for place in self._wanted]:
            chunks, fields = as_mask(postings.seen_chunks, snapshot.chunk_count), snapshot.mask(postings.notes)
            held &= chunks[below] | fields[snapshot.chunk_notes[below]]
        return below[held]

    def counts_below(self, notes: IntArray) -> IntArray:
        """How many of the terms the chunks of some notes hold, 0 for all others; function words do not count."""
        wanted = as_mask(self._snapshot.chunks_below(notes)[0], self._snapshot.chunk_count)
        held = np.zeros(self._snapshot.chunk_count, dtype=np.int32)
        for term, postings in zip(self._terms, self._postings, strict=True):
            if not term.minor:
                seen = postings.seen_chunks
                held[seen[wanted.take(seen)]] += 1  # once, however many forms of the term a chunk has
        return held

    @cached_property
    def in_fields(self) -> Mask:
        """Notes that hold all terms in fields of the note."""
        return self._in_fields(range(len(self._terms)), np.ones(self._snapshot.note_count, dtype=np.bool_))

    def words_in_fields(self, note: int) -> frozenset[str]:
        """Words of the query that a note, given by its number, has in a field."""
        terms = zip(self._terms, self._postings, strict=True)
        return frozenset(term.word for term, postings in terms if (postings.notes == note).any())

    def named_in_part(self) -> Mask:
        """Notes that a part of the query may name while the rest says what they are: they have a term in their title or
        an alias, and the others in some field of theirs. Function words do not count, nor do those that most notes
        have, beside one that tells more."""
        most = _COMMON * self._snapshot.note_count
        telling = [place for place in self._wanted if self._postings[place].document_frequency <= most]
        named = self._named_by(telling)
        return named if telling == self._wanted else named | self._named_by(self._wanted)

    def _named_by(self, places: Sequence[int]) -> Mask:
        """Notes that have some terms in their fields, one at least in the title or an alias."""
        return self._in_fields(places, self._snapshot.mask(*(self._postings[place].named for place in places)))

    def _in_fields(self, places: Iterable[int], notes: Mask) -> Mask:
        """Those of some notes that have some terms, given by their places, in their fields."""
        for place in places:
            notes = notes & self._snapshot.mask(self._postings[place].notes)
        return notes

    def chunks_with_all(self) -> IntArray:
        """Ascending numbers of the chunks that hold all terms."""
        return self._in_all([postings.chunks for postings in self._postings])

    def chunks_headed(self) -> IntArray:
        """Ascending numbers of the chunks that hold all terms in their headings."""
        return self._in_all([postings.chunks[postings.heading > 0] for postings in self._postings])

    def _in_all(self, chunks: Sequence[IntArray]) -> IntArray:
        """Ascending numbers of the chunks that are in every one of some arrays. The shortest goes first: what is in it
        is looked for in the others."""
        if not chunks:
            return np.arange(self._snapshot.chunk_count)
        first, *others = sorted(chunks, key=len)
        held = as_mask(first, self._snapshot.chunk_count)
        numbers = np.flatnonzero(held)
        for other in others:
            if not len(numbers):
                break
            held[:] = False
            held[other] = True
            numbers = numbers[held[numbers]]
        return numbers
