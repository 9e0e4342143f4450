"""The inverted index: in which chunks and notes a term occurs, and how often in each field.

It is stored in the tables ``postings`` and ``note_postings``. Rows of these are never changed and identities never
given twice: a note that changes gets new ones, and its old rows go. So whatever was read once stays true as long as the
identities of notes and chunks that are gone are left out, and reading on means reading what has larger identities.

:class:`StoredPostings` asks the database at every search, which costs a few milliseconds and no memory: right for a
program that asks once. :class:`ResidentPostings` keeps all postings in memory (five bytes each, mostly).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.memory.growing import grown
from vaulttui.search.memory.posting_segments import PostingRows, Segment, no_rows, rows_of
from vaulttui.search.memory.snapshot import numbers_of
from vaulttui.values import dataclass

CHUNK_FIELDS = ("body", "heading")
"""Fields that an occurrence in a chunk is counted by."""
NOTE_FIELDS = ("title", "alias", "tag", "path", "property")
"""Fields of the note as a whole."""


class Postings(Protocol):
    """Where terms occur."""

    def of_chunks(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """Rows of terms by chunk, in the order asked for; fields as in :data:`CHUNK_FIELDS`, or none if they are not to
        be counted: that takes most of the time."""

    def of_notes(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """Rows of terms by note, in the order asked for; fields as in :data:`NOTE_FIELDS`, or none likewise."""


class StoredPostings:
    """Postings fetched from the database.

    Args:
        cursor: Used by the calling thread only.
    """

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self._cursor = cursor

    def of_chunks(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return self._fetch("postings", "chunk_id", CHUNK_FIELDS if counted else (), term_ids)

    def of_notes(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return self._fetch("note_postings", "note_id", NOTE_FIELDS if counted else (), term_ids)

    def _fetch(self, table: str, owner: str, fields: Sequence[str], term_ids: Sequence[int]) -> PostingRows:
        distinct = sorted(set(term_ids))
        if not distinct:
            return no_rows(len(fields), 0)
        rows = self._cursor.execute(
            f"SELECT {', '.join(('term_id', owner, *fields))} FROM {table} "
            f"WHERE term_id IN ({', '.join('?' * len(distinct))})",
            distinct,
        ).fetchnumpy()
        segment = Segment.of(rows["term_id"], rows[owner], tuple(rows[name] for name in fields))
        return rows_of((segment,), term_ids)


@dataclass(frozen=True, slots=True)
class _Table:
    """All rows of one table up to some identity."""

    name: str
    owner: str
    fields: tuple[str, ...]
    segments: tuple[Segment, ...] = ()
    """The first one holds most."""
    last: int = -1
    """Largest identity read."""

    def read_on(self, cursor: duckdb.DuckDBPyConnection, alive: IntArray) -> _Table:
        """This table with the rows of larger identities, as the cursor sees them.

        Args:
            cursor: Within a transaction.
            alive: For every identity a number that is negative where it is gone; used to tidy up.
        """
        if not self.segments:
            read = Segment.read(cursor, self.name, self.owner, self.fields)
            last = max(int(segment.owners.max(initial=-1)) for segment in read)
            return self if last < 0 else _Table(self.name, self.owner, self.fields, read, last)
        rows = cursor.execute(
            f"SELECT term_id, {self.owner}, {', '.join(self.fields)} FROM {self.name} WHERE {self.owner} > ?",
            [self.last],
        ).fetchnumpy()
        owners = np.asarray(rows[self.owner])
        if not len(owners):
            return self
        last = int(owners.max())
        added = Segment.of(rows.pop("term_id"), owners, tuple(rows.pop(name) for name in self.fields)).packed()
        segments = grown(self.segments, added, lambda parts: Segment.merged(parts).packed())
        if len(segments) == 1:
            owners = segments[0].owners
            # What is newer than the snapshot that tells what is alive stays.
            gone = (numbers_of(alive, owners) < 0) & (owners < len(alive))
            segments = (segments[0].without(gone).packed(),)
        return _Table(self.name, self.owner, self.fields, segments, last)

    def rows(self, term_ids: Sequence[int], *, counted: bool) -> PostingRows:
        """Rows of some terms, with or without their occurrences."""
        if not self.segments:
            return no_rows(len(self.fields) if counted else 0, len(term_ids))
        return rows_of(self.segments, term_ids, counted=counted)


@dataclass(frozen=True, slots=True)
class ResidentPostings:
    """All postings in memory."""

    chunks: _Table = _Table("postings", "chunk_id", CHUNK_FIELDS)
    notes: _Table = _Table("note_postings", "note_id", NOTE_FIELDS)

    def of_chunks(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return self.chunks.rows(term_ids, counted=counted)

    def of_notes(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return self.notes.rows(term_ids, counted=counted)

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
