"""One moment of the index, as a search sees it, and what is kept in memory between searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import duckdb

from vaulttui.index.database import Database
from vaulttui.search.facet_columns import FacetColumns, FacetColumnsCache
from vaulttui.search.filters import Filters, MaskCache
from vaulttui.search.resident import InvertedIndex, ResidentIndex
from vaulttui.search.semantic import SemanticSearch
from vaulttui.search.snapshot import Snapshot, SnapshotCache
from vaulttui.search.texts import ChunkText, NoteText, TextCache


@dataclass(frozen=True, slots=True)
class IndexView:
    """The index within one transaction; used by one thread."""

    cursor: duckdb.DuckDBPyConnection
    snapshot: Snapshot
    inverted: InvertedIndex
    filters: Filters
    semantic: SemanticSearch
    texts: TextCache
    facets: FacetColumnsCache

    def facet_columns(self) -> FacetColumns:
        """Folders, tags and properties of all notes."""
        return self.facets.current(self.cursor, self.snapshot)

    def chunk_texts(self, chunks: Sequence[int]) -> dict[int, ChunkText]:
        """Texts of some chunks, by number."""
        return self.texts.chunks(self.cursor, self.snapshot, chunks)

    def note_texts(self, notes: Sequence[int]) -> dict[int, NoteText]:
        """Texts of some notes, by number."""
        return self.texts.notes(self.cursor, self.snapshot, notes)


class IndexViews:
    """Makes views of an index, with what searches share. Safe to use from several threads.

    Args:
        database: May be opened later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._snapshots = SnapshotCache()
        self._texts = TextCache()
        self._facets = FacetColumnsCache()
        self._resident = ResidentIndex(database, self._snapshots, self._texts, self._facets)
        self._masks = MaskCache()
        self._semantic = SemanticSearch()

    @contextmanager
    def view(self) -> Iterator[IndexView]:
        """The index as it is now, for the length of the block.

        Raises:
            IndexFault: The index cannot be read.
        """
        with self._database.read() as cursor:
            snapshot = self._snapshots.current(cursor)
            inverted = self._resident.current(cursor, snapshot)
            yield IndexView(
                cursor,
                snapshot,
                inverted,
                Filters(cursor, snapshot, inverted, self._texts, self._masks),
                self._semantic,
                self._texts,
                self._facets,
            )

    def forget(self) -> None:
        """Drop what is kept: the index was emptied."""
        self._resident.forget()
        self._texts.forget()
        self._facets.forget()

    def read_ahead(self) -> None:
        """Read the inverted index into memory now, not behind the second search.

        Raises:
            IndexFault: The index cannot be read.
        """
        self._resident.read()

    def close(self) -> None:
        """Wait for what still reads, before the database closes."""
        self._resident.wait()
