"""One moment of the index, as a search sees it, and what is kept in memory between searches."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from vaulttui.index import duckdb
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


class _Shared:
    """What searches share as long as identities in the index mean the same.

    Args:
        database: Of the index.
    """

    def __init__(self, database: Database) -> None:
        self.replacements = database.replacements
        self.snapshots = SnapshotCache()
        self.texts = TextCache()
        self.facets = FacetColumnsCache()
        self.resident = ResidentIndex(database, self.snapshots, self.texts, self.facets)
        self.masks = MaskCache()
        self.semantic = SemanticSearch()


class IndexViews:
    """Makes views of an index, with what searches share. Safe to use from several threads.

    Args:
        database: May be opened later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._shared = _Shared(database)
        self._left: list[_Shared] = []

    @contextmanager
    def view(self) -> Iterator[IndexView]:
        """The index as it is now, for the length of the block.

        Raises:
            IndexFault: The index cannot be read.
        """
        with self._database.read() as cursor:
            shared = self._current()
            snapshot = shared.snapshots.current(cursor)
            inverted = shared.resident.current(cursor, snapshot)
            yield IndexView(
                cursor,
                snapshot,
                inverted,
                Filters(cursor, snapshot, inverted, shared.texts, shared.masks),
                shared.semantic,
                shared.texts,
                shared.facets,
            )

    def _current(self) -> _Shared:
        """What is shared now; call it within a transaction, during which the file is not replaced."""
        if self._shared.replacements != self._database.replacements:
            self.forget()  # the index was begun anew, and so were its identities
        return self._shared

    def forget(self) -> None:
        """Begin with nothing in memory: the index was emptied or begun anew."""
        with self._lock:
            self._left.append(self._shared)
            self._shared = _Shared(self._database)

    def read_ahead(self) -> None:
        """Read the inverted index and all that goes with it into memory now, not behind the second search.

        Raises:
            IndexFault: The index cannot be read.
        """
        self._shared.resident.read()

    def close(self) -> None:
        """Wait for what still reads, before the database closes."""
        with self._lock:
            shared = [*self._left, self._shared]
        for each in shared:
            each.resident.wait()
