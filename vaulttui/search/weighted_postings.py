"""Posting rows made ready for scoring: numbered as in a snapshot, and weighted by form and field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.arrays import FloatArray, IntArray
from vaulttui.search.bm25 import FieldWeights
from vaulttui.search.inverted import NOTE_FIELDS, Postings
from vaulttui.search.posting_segments import PostingRows
from vaulttui.search.snapshot import Mask, Snapshot, numbers_of
from vaulttui.search.terms import Term
from vaulttui.values import dataclass


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


@dataclass(frozen=True, slots=True)
class _Rows:
    """Posting rows in the order of their terms."""

    numbers: IntArray
    values: tuple[FloatArray, ...]
    bounds: IntArray
    """Where each term's rows begin, and where the last one's end."""

    def of(self, term: int) -> slice:
        """Where the rows of a term are, by its place in the query."""
        return slice(int(self.bounds[term]), int(self.bounds[term + 1]))

    def where(self, allowed: Mask) -> _Rows:
        """Those of owners that are allowed."""
        return self.kept(allowed.take(self.numbers))

    def kept(self, keep: Mask) -> _Rows:
        """Those that a mask over the rows is set for."""
        if keep.all():
            return self
        kept = np.flatnonzero(keep)
        values = tuple(value.take(kept) for value in self.values)
        return _Rows(self.numbers.take(kept), values, np.searchsorted(kept, self.bounds))


def weighted_postings(
    postings: Postings, snapshot: Snapshot, terms: Sequence[Term], weights: FieldWeights, allowed: Mask | None
) -> tuple[list[TermPostings], tuple[int, ...]]:
    """The occurrences of some terms where they may count.

    Args:
        postings: Of the snapshot's generation.
        snapshot: The index's shape.
        terms: What to look for.
        weights: What an occurrence counts in each field.
        allowed: Chunks that may count at all; ``None`` for all.

    Returns:
        The occurrences of every term, and for every term how many notes hold it, allowed or not.
    """
    forms = [form for term in terms for form in term.forms]
    term_ids = [form.term_id for form in forms]
    form_weights = np.array([form.weight for form in forms], dtype=np.float32)
    # Rows come form by form; the forms of a term lie next to each other.
    term_ends = np.cumsum([0, *(len(term.forms) for term in terms)])
    chunk_rows, note_rows = postings.of_chunks(term_ids), postings.of_notes(term_ids)
    body, heading = chunk_rows.counts
    occurring = np.cumsum(np.append(0, np.diff(chunk_rows.bounds) > 0))
    one_form = (np.diff(occurring[term_ends]) <= 1).tolist()
    chunks = _prepare(
        chunk_rows,
        form_weights,
        term_ends,
        snapshot.chunk_places,
        (body * np.float32(weights.body), heading * np.float32(weights.heading)),
    )
    fields = np.zeros(len(note_rows.owners), dtype=np.float32)
    for name, counts in zip(NOTE_FIELDS, note_rows.counts, strict=True):
        fields += counts * np.float32(getattr(weights, name))
    notes = _prepare(note_rows, form_weights, term_ends, snapshot.note_places, (fields,))
    owners = snapshot.chunk_notes.take(chunks.numbers)
    document_frequencies = tuple(
        int(np.count_nonzero(snapshot.mask(owners[chunks.of(term)], notes.numbers[notes.of(term)])))
        for term in range(len(terms))
    )
    if allowed is not None:
        chunks = chunks.where(allowed)
        owners = snapshot.chunk_notes.take(chunks.numbers)
        notes = notes.where(snapshot.gather(allowed))
    found = [
        TermPostings(
            chunks.numbers[in_chunks],
            one,
            owners[in_chunks],
            chunks.values[0][in_chunks],
            chunks.values[1][in_chunks],
            notes.numbers[in_notes],
            notes.values[0][in_notes],
        )
        for one, in_chunks, in_notes in (
            (one_form[term], chunks.of(term), notes.of(term)) for term in range(len(terms))
        )
    ]
    return found, document_frequencies


def _prepare(
    rows: PostingRows,
    weights: FloatArray,
    term_ends: IntArray,
    places: IntArray,
    values: tuple[NDArray[Any], ...],
) -> _Rows:
    """Posting rows with numbers for identities, without what is gone or counts nothing, each with its form's weight.

    Args:
        rows: Form by form.
        weights: Of the forms.
        term_ends: Where the forms of each term begin, and where the last one's end.
        places: Number by identity, negative where it is gone.
        values: Weighted occurrences of every row.
    """
    row_weights = np.repeat(weights, np.diff(rows.bounds))
    weighted = tuple((value * row_weights).astype(np.float32, copy=False) for value in values)
    numbers = numbers_of(places, rows.owners)
    counts = weighted[0] > 0
    for value in weighted[1:]:
        counts |= value > 0
    return _Rows(numbers, weighted, rows.bounds[term_ends]).kept((numbers >= 0) & counts)


def summed(
    chunks: IntArray, body: FloatArray, heading: FloatArray, count: int
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Weighted occurrences of several forms of a word, each chunk once.

    Args:
        chunks: Numbers.
        body: Weighted occurrences.
        heading: The same.
        count: Of all chunks.
    """
    rows = np.arange(len(chunks), dtype=np.int32)
    place = np.empty(count, dtype=np.int32)
    place[chunks] = rows  # of several rows of one chunk the last one stays
    last = place.take(chunks)
    others = np.flatnonzero(last != rows)
    if not len(others):
        return chunks, body, heading
    kept = np.flatnonzero(last == rows)
    sums = []
    for counts in (body, heading):
        summed = counts.copy()
        np.add.at(summed, last[others], counts[others])
        sums.append(summed[kept])
    return chunks[kept], sums[0], sums[1]
