"""The inverted index: in which chunks and notes a term occurs, and how often in each field.

It is stored in the tables ``postings`` and ``note_postings``. Rows of these are never changed and identities never
given twice: a note that changes gets new ones, and its old rows go. So whatever was read once stays true as long as the
identities of notes and chunks that are gone are left out, and reading on means reading what has larger identities.

:class:`StoredPostings` asks the database at every search, which costs a few milliseconds and no memory: right for a
program that asks once. :class:`ResidentPostings` keeps all postings in memory (five bytes each, mostly).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb
from vaulttui.search.packing import Counts, PackedCounts
from vaulttui.search.snapshot import IntArray, numbers_of
from vaulttui.values import dataclass

CHUNK_FIELDS = ("body", "heading")
"""Fields that an occurrence in a chunk is counted by."""
NOTE_FIELDS = ("title", "alias", "tag", "path", "property")
"""Fields of the note as a whole."""

_MOST_SEGMENTS = 8


@dataclass(frozen=True, slots=True)
class PostingRows:
    """Occurrences of some terms, term by term."""

    owners: IntArray
    """Identities of chunks or notes; some may be gone from the index."""
    counts: tuple[NDArray[Any], ...]
    """Occurrences, one array a field."""
    bounds: IntArray
    """Where each term's rows begin, and where the last one's end."""


class Postings(Protocol):
    """Where terms occur."""

    def of_chunks(self, term_ids: Sequence[int]) -> PostingRows:
        """Rows of terms by chunk, in the order asked for; fields as in :data:`CHUNK_FIELDS`."""

    def of_notes(self, term_ids: Sequence[int]) -> PostingRows:
        """Rows of terms by note, in the order asked for; fields as in :data:`NOTE_FIELDS`."""


class StoredPostings:
    """Postings fetched from the database.

    Args:
        cursor: Used by the calling thread only.
    """

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self._cursor = cursor

    def of_chunks(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return self._fetch("postings", "chunk_id", CHUNK_FIELDS, term_ids)

    def of_notes(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return self._fetch("note_postings", "note_id", NOTE_FIELDS, term_ids)

    def _fetch(self, table: str, owner: str, fields: Sequence[str], term_ids: Sequence[int]) -> PostingRows:
        distinct = sorted(set(term_ids))
        if not distinct:
            return _no_rows(len(fields))
        rows = self._cursor.execute(
            f"SELECT term_id, {owner}, {', '.join(fields)} FROM {table} "
            f"WHERE term_id IN ({', '.join('?' * len(distinct))})",
            distinct,
        ).fetchnumpy()
        return _Segment.of(rows["term_id"], rows[owner], tuple(rows[name] for name in fields)).rows(term_ids)


@dataclass(frozen=True, slots=True)
class _Segment:
    """Rows sorted by term."""

    terms: IntArray
    """Distinct terms, ascending."""
    starts: IntArray
    """Where the rows of each begin, and where the last one's end."""
    owners: IntArray
    counts: tuple[Counts, ...]

    @classmethod
    def of(cls, terms: IntArray, owners: IntArray, counts: tuple[NDArray[Any], ...]) -> _Segment:
        """Sort rows as the database gives them."""
        terms = np.asarray(terms)
        order: IntArray | slice = slice(None)
        if not (terms[1:] >= terms[:-1]).all():
            order = np.argsort(terms, kind="stable")  # they come in sorted runs, which a merge sort joins
        ordered = terms[order]
        starts = np.flatnonzero(np.concatenate((np.ones(1, dtype=np.bool_), ordered[1:] != ordered[:-1])))
        starts = starts[: len(ordered)]
        return cls(
            ordered[starts],
            np.append(starts, len(ordered)),
            np.asarray(owners)[order],
            tuple(np.asarray(count)[order] for count in counts),
        )

    @classmethod
    def merged(cls, segments: Sequence[_Segment]) -> _Segment:
        """The rows of several segments."""
        return cls.of(
            np.concatenate([np.repeat(part.terms, np.diff(part.starts)) for part in segments]),
            np.concatenate([part.owners for part in segments]),
            tuple(
                np.concatenate([column[:] for column in columns])
                for columns in zip(*(part.counts for part in segments), strict=True)
            ),
        )

    def packed(self) -> _Segment:
        """The same rows in less memory."""
        counts = tuple(PackedCounts(count[:]) for count in self.counts)
        return _Segment(self.terms, self.starts, self.owners, counts)

    def without(self, gone: NDArray[np.bool_]) -> _Segment:
        """Leave rows out, by a mask over them."""
        kept = ~gone
        terms = np.repeat(self.terms, np.diff(self.starts))[kept]
        return _Segment.of(terms, self.owners[kept], tuple(count[:][kept] for count in self.counts))

    def __len__(self) -> int:
        return len(self.owners)

    def slices(self, term_ids: IntArray) -> tuple[IntArray, IntArray]:
        """First and last place of each term's rows; equal where it has none."""
        if not len(self.terms):
            return np.zeros(len(term_ids), dtype=np.int64), np.zeros(len(term_ids), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.terms, term_ids), len(self.terms) - 1)
        known = self.terms[places] == term_ids
        first = self.starts[places]
        return first, np.where(known, self.starts[places + 1], first)

    def rows(self, term_ids: Sequence[int]) -> PostingRows:
        """Rows of some terms."""
        return _rows((self,), term_ids)


def _rows(segments: Sequence[_Segment], term_ids: Sequence[int]) -> PostingRows:
    """Rows of some terms out of several segments."""
    wanted = np.asarray(term_ids, dtype=np.int32)
    fields = len(segments[0].counts) if segments else 0
    if not len(wanted) or not segments:
        return _no_rows(fields)
    parts: list[tuple[_Segment, int, int]] = []
    lengths = np.zeros(len(wanted), dtype=np.int64)
    found = [segment.slices(wanted) for segment in segments]
    for place in range(len(wanted)):
        for segment, (first, last) in zip(segments, found, strict=True):
            start, end = int(first[place]), int(last[place])
            if end > start:
                parts.append((segment, start, end))
                lengths[place] += end - start
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    if not parts:
        return PostingRows(segments[0].owners[:0], tuple(count[:0] for count in segments[0].counts), bounds)
    if len(parts) == 1:
        segment, start, end = parts[0]
        return PostingRows(segment.owners[start:end], tuple(count[start:end] for count in segment.counts), bounds)
    return PostingRows(
        np.concatenate([segment.owners[start:end] for segment, start, end in parts]),
        tuple(
            np.concatenate([segment.counts[number][start:end] for segment, start, end in parts])
            for number in range(fields)
        ),
        bounds,
    )


def _no_rows(fields: int) -> PostingRows:
    empty = np.zeros(0, dtype=np.int32)
    return PostingRows(empty, (empty,) * fields, np.zeros(1, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class _Table:
    """All rows of one table up to some identity."""

    name: str
    owner: str
    fields: tuple[str, ...]
    segments: tuple[_Segment, ...] = ()
    """The first one holds most."""
    last: int = -1
    """Largest identity read."""

    def read_on(self, cursor: duckdb.DuckDBPyConnection, alive: IntArray) -> _Table:
        """This table with the rows of larger identities, as the cursor sees them.

        Args:
            cursor: Within a transaction.
            alive: For every identity a number that is negative where it is gone; used to tidy up.
        """
        rows = cursor.execute(
            f"SELECT term_id, {self.owner}, {', '.join(self.fields)} FROM {self.name} WHERE {self.owner} > ?",
            [self.last],
        ).fetchnumpy()
        owners = np.asarray(rows[self.owner])
        if not len(owners):
            return self
        last = int(owners.max())
        added = _Segment.of(rows.pop("term_id"), owners, tuple(rows.pop(name) for name in self.fields)).packed()
        segments = (*self.segments, added)
        if len(segments) > _MOST_SEGMENTS:
            recent = _Segment.merged(segments[1:])
            segments = (segments[0], recent.packed())
            if len(recent) > len(segments[0]) // 4:
                segments = (_tidy(_Segment.merged(segments), alive).packed(),)
        return _Table(self.name, self.owner, self.fields, segments, last)


def _tidy(segment: _Segment, alive: IntArray) -> _Segment:
    # What is newer than the snapshot that tells what is alive stays.
    return segment.without((numbers_of(alive, segment.owners) < 0) & (segment.owners < len(alive)))


@dataclass(frozen=True, slots=True)
class ResidentPostings:
    """All postings in memory."""

    chunks: _Table = _Table("postings", "chunk_id", CHUNK_FIELDS)
    notes: _Table = _Table("note_postings", "note_id", NOTE_FIELDS)

    def of_chunks(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return _rows(self.chunks.segments, term_ids) if self.chunks.segments else _no_rows(len(CHUNK_FIELDS))

    def of_notes(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return _rows(self.notes.segments, term_ids) if self.notes.segments else _no_rows(len(NOTE_FIELDS))

    def read_on(
        self, cursor: duckdb.DuckDBPyConnection, alive_chunks: IntArray, alive_notes: IntArray
    ) -> ResidentPostings:
        """These postings with what was written since.

        Args:
            cursor: Within a transaction.
            alive_chunks: For every identity of a chunk a number that is negative where it is gone.
            alive_notes: The same for notes.
        """
        return ResidentPostings(self.chunks.read_on(cursor, alive_chunks), self.notes.read_on(cursor, alive_notes))
