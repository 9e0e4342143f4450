"""Posting rows made ready for scoring: numbered as in a snapshot, and weighted by form and field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.index.storage.schema import ONLY_IN_ELEMENTS
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import CHUNK_FIELDS, NOTE_FIELDS, Postings
from vaulttui.search.memory.snapshot import Mask, Snapshot, numbers_of
from vaulttui.search.ranking.bm25 import FieldWeights
from vaulttui.search.words.terms import Term
from vaulttui.values import dataclass

_NAMES = ("title", "alias")
"""Fields that say what a note is called."""
_UNSEEN = 0.1
"""What a word counts in a chunk that has it only in addresses, against one occurrence in the body."""


@dataclass(frozen=True, slots=True)
class TermPostings:
    """Weighted occurrences of one term, by the numbers of the chunks and notes that hold it."""

    chunks: IntArray
    """Numbers of chunks; one may stand several times, once for each form."""
    one_form: bool
    """Whether only one form occurs: then no chunk stands twice."""
    owners: IntArray
    """Number of each one's note."""
    body: FloatArray
    heading: FloatArray
    notes: IntArray
    note_fields: FloatArray
    """Weighted sum over the fields of the note."""
    named: IntArray
    """Numbers of the notes that have it in their title or an alias; one may stand several times."""
    seen: Mask | None
    """Which of the chunks show the word, if others do not; ``None`` if that makes no difference."""
    seen_chunks: IntArray
    """Numbers of those that show it."""
    holders: Mask
    """The notes that hold it, if only in their source, whether or not it may count in them."""
    showing: Mask
    """The notes that show it, whether or not it may count in them."""
    document_frequency: int
    """How many these are."""

    @property
    def seen_owners(self) -> IntArray:
        """Number of the note of each of the chunks that show it."""
        return self.owners if self.seen is None else self.owners[self.seen]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Posting rows in the order of their forms."""

    numbers: IntArray
    counts: tuple[NDArray[Any], ...]
    bounds: IntArray
    """Where each form's rows begin, and where the last one's end."""

    seen: Mask | None = None
    """Which of them a reader sees; ``None`` if all count so."""

    @classmethod
    def of(cls, rows: PostingRows, places: IntArray) -> _Rows:
        """Rows with numbers for identities, without what is gone.

        Args:
            rows: As they are kept.
            places: Number by identity, negative where it is gone.
        """
        numbers = numbers_of(places, rows.owners)
        return cls(numbers, rows.counts, rows.bounds).kept(numbers >= 0)

    def kept(self, keep: Mask) -> _Rows:
        """Those that a mask over the rows is set for."""
        if keep.all():
            return self
        kept = np.flatnonzero(keep)
        counts = tuple(count.take(kept) for count in self.counts)
        seen = None if self.seen is None else self.seen.take(kept)
        return _Rows(self.numbers.take(kept), counts, np.searchsorted(kept, self.bounds), seen)

    def with_unseen(self, ends: IntArray, in_fields: Sequence[bool]) -> _Rows:
        """Rows of chunks as they count where only the source shows a word.

        Where it is shown anywhere, addresses with it count little and elements do not. What is shown nowhere is what
        was meant: whoever looks for an address finds it, or else the class of an element.

        Args:
            ends: Where the forms of each term begin, and where the last one's end.
            in_fields: For every term whether any note has it in a field.
        """
        body, heading = self.counts
        unseen = body == 0
        if not unseen.any():
            return self
        elements = unseen & (heading == ONLY_IN_ELEMENTS)
        addresses = unseen & (heading == 0)
        seen = ~(elements | addresses)
        body = body.astype(np.float32)
        dropped = np.zeros(len(body), dtype=np.bool_)
        for rows, in_field in zip(_slices(self, ends), in_fields, strict=True):
            if in_field or seen[rows].any():
                body[rows][addresses[rows]] = _UNSEEN
                dropped[rows] = elements[rows]
                continue
            meant = addresses[rows] if addresses[rows].any() else elements[rows]
            body[rows][meant] = 1.0
            seen[rows] = meant
            dropped[rows] = ~meant
        heading = np.where(elements, 0, heading).astype(heading.dtype)
        return replace(self, counts=(body, heading), seen=seen).kept(~dropped)

    def weighted(self, fields: Sequence[float], forms: FloatArray) -> tuple[FloatArray, ...]:
        """Occurrences, one array a field, by the weights of fields and forms."""
        of_rows = np.repeat(forms, np.diff(self.bounds))
        return tuple(
            (count * np.float32(weight) * of_rows).astype(np.float32, copy=False)
            for count, weight in zip(self.counts, fields, strict=True)
        )


def postings_of(
    postings: Postings, snapshot: Snapshot, terms: Sequence[Term], weights: FieldWeights, allowed: Mask | None
) -> list[TermPostings]:
    """As :func:`weighted_postings`, but those of function words only in notes that hold other terms, if any does: they
    stand everywhere, and to add all of that up takes most of the time of a question in plain words."""
    content = [term for term in terms if not term.minor]
    if len(content) == len(terms):
        return weighted_postings(postings, snapshot, terms, weights, allowed)
    found = weighted_postings(postings, snapshot, content, weights, allowed)
    shown = any(own.document_frequency for own in found)
    if shown:
        holding = snapshot.spread(snapshot.mask(*(own.owners for own in found), *(own.notes for own in found)))
        allowed = holding if allowed is None else holding & allowed
    minor = [term for term in terms if term.minor]
    found_minor = weighted_postings(postings, snapshot, minor, weights, allowed)
    if shown:
        holders = np.logical_or.reduce([own.holders for own in found])
        found_minor = [
            replace(own, holders=own.holders & holders, showing=own.showing & holders) for own in found_minor
        ]
    of_minor, of_content = iter(found_minor), iter(found)
    return [next(of_minor if term.minor else of_content) for term in terms]


def weighted_postings(
    postings: Postings, snapshot: Snapshot, terms: Sequence[Term], weights: FieldWeights, allowed: Mask | None
) -> list[TermPostings]:
    """The occurrences of some terms where they may count.

    Args:
        postings: Of the snapshot's generation.
        snapshot: The index's shape.
        terms: What to look for.
        weights: What an occurrence counts in each field.
        allowed: Chunks that may count at all; ``None`` for all.
    """
    forms = [form for term in terms for form in term.forms]
    term_ids = [form.term_id for form in forms]
    form_weights = np.array([form.weight for form in forms], dtype=np.float32)
    # Rows come form by form; the forms of a term lie next to each other.
    ends = np.cumsum([0, *(len(term.forms) for term in terms)])
    of_chunk, of_note = ([getattr(weights, name) for name in names] for names in (CHUNK_FIELDS, NOTE_FIELDS))
    notes = _Rows.of(postings.of_notes(term_ids), snapshot.note_numbers)
    chunks = _Rows.of(postings.of_chunks(term_ids), snapshot.chunk_numbers)
    chunks = chunks.with_unseen(ends, [rows.start < rows.stop for rows in _slices(notes, ends)])
    owners = snapshot.chunk_notes.take(chunks.numbers)
    rows = list(zip(_slices(chunks, ends), _slices(notes, ends), strict=True))
    holders = [snapshot.mask(owners[in_chunks], notes.numbers[in_notes]) for in_chunks, in_notes in rows]
    showing = holders
    if chunks.seen is not None:
        showing = [
            snapshot.mask(owners[in_chunks][chunks.seen[in_chunks]], notes.numbers[in_notes])
            for in_chunks, in_notes in rows
        ]
    document_frequencies = [int(np.count_nonzero(mask)) for mask in showing]
    if allowed is not None:
        chunks = chunks.kept(allowed.take(chunks.numbers))
        owners = snapshot.chunk_notes.take(chunks.numbers)
        notes = notes.kept(snapshot.gather(allowed).take(notes.numbers))
    body, heading = chunks.weighted(of_chunk, form_weights)
    fields: FloatArray = np.add.reduce(notes.weighted(of_note, form_weights))
    seen = [
        None if chunks.seen is None or chunks.seen[own].all() else chunks.seen[own] for own in _slices(chunks, ends)
    ]
    in_names = np.logical_or.reduce([notes.counts[NOTE_FIELDS.index(name)] > 0 for name in _NAMES])
    occurring = np.cumsum(np.append(0, np.diff(chunks.bounds) > 0))
    return [
        TermPostings(
            chunks.numbers[in_chunks],
            one_form,
            owners[in_chunks],
            body[in_chunks],
            heading[in_chunks],
            notes.numbers[in_notes],
            fields[in_notes],
            notes.numbers[in_notes][in_names[in_notes]],
            shown,
            chunks.numbers[in_chunks] if shown is None else chunks.numbers[in_chunks][shown],
            held,
            told,
            document_frequency,
        )
        for one_form, in_chunks, in_notes, shown, held, told, document_frequency in zip(
            (np.diff(occurring[ends]) <= 1).tolist(),
            _slices(chunks, ends),
            _slices(notes, ends),
            seen,
            holders,
            showing,
            document_frequencies,
            strict=True,
        )
    ]


def _slices(rows: _Rows, ends: IntArray) -> Iterator[slice]:
    """Where the rows of each term are.

    Args:
        rows: Form by form.
        ends: Where the forms of each term begin, and where the last one's end.
    """
    return (slice(first, behind) for first, behind in pairwise(rows.bounds[ends].tolist()))
