"""One moment of the index, as a search sees it, and what is kept in memory between searches."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.database import Begin, Database
from vaulttui.search.conditions.filter_caches import FilterCaches, MaskCache
from vaulttui.search.conditions.filters import Filters
from vaulttui.search.meaning.semantic import SemanticSearch
from vaulttui.search.memory.facet_columns import FacetColumns, FacetColumnsCache
from vaulttui.search.memory.note_rows import NoteHead, NoteMetadata, NoteRows
from vaulttui.search.memory.postings import Postings
from vaulttui.search.memory.resident import InvertedIndex, ResidentIndex
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.memory.snapshots import SnapshotCache, generation_of
from vaulttui.search.memory.texts import ChunkText, TextCache
from vaulttui.search.words.compound_places import CompoundCache, CompoundPlaces
from vaulttui.search.words.open_compounds import OpenCompounds
from vaulttui.values import dataclass

Answer = TypeVar("Answer")


class _MovedOnError(Exception):
    """The index is no longer what a view that has read nothing of the file was made for."""


@dataclass(frozen=True, slots=True)
class IndexView:
    """The index at one moment; used by one thread."""

    begin: Begin
    """Gives a cursor that sees the snapshot's generation."""
    snapshot: Snapshot
    inverted: InvertedIndex
    filters: Filters
    semantic: SemanticSearch
    notes: NoteRows
    texts: TextCache
    facets: FacetColumnsCache
    matched_notes: MaskCache
    """Notes that have the words of a text, among those of a condition."""
    compounds: OpenCompounds
    """Of this moment: what was found in it stays known."""

    @property
    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Sees the snapshot's generation."""
        return self.begin()

    @property
    def postings(self) -> Postings:
        """Of all terms, and of the open compounds that were found."""
        return self.compounds

    def facet_columns(self) -> FacetColumns:
        """Folders, tags and properties of all notes."""
        return self.facets.current(self.begin, self.snapshot)

    def chunk_texts(self, chunks: Sequence[int]) -> dict[int, ChunkText]:
        """Texts of some chunks, by number."""
        return self.texts.chunks(self.begin, self.snapshot, chunks)

    def heading_paths(self, chunks: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """The headings that some chunks are under, by number."""
        return self.texts.heading_paths(self.begin, self.snapshot, chunks)

    def note_heads(self, notes: Sequence[int]) -> dict[int, NoteHead]:
        """What some notes are called, by number."""
        return self.notes.heads(self.begin, self.snapshot, notes)

    def note_metadata(self, notes: Sequence[int]) -> dict[int, NoteMetadata]:
        """Tags and properties of some notes, by number."""
        return self.notes.metadata(self.begin, self.snapshot, notes)


class _Shared:
    """What searches share as long as identities in the index mean the same.

    Args:
        database: Of the index.
    """

    def __init__(self, database: Database) -> None:
        self.replacements = database.replacements
        self.snapshots = SnapshotCache(database.changes)
        self.notes = NoteRows()
        self.texts = TextCache()
        self.facets = FacetColumnsCache()
        self.resident = ResidentIndex(database, self.snapshots, self.notes, self.texts, self.facets)
        self.filters = FilterCaches()
        self.matched_notes = MaskCache()
        self.compound_places = CompoundCache()
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
        self._readers: list[threading.Thread] = []
        """That may still read for what is shared no more."""

    @contextmanager
    def view(self) -> Iterator[IndexView]:
        """The index as it is now, for the length of the block.

        Raises:
            IndexFault: The index cannot be read.
        """
        with self._moment() as (shared, snapshot, cursor):
            yield self._view(shared, snapshot, lambda: cursor)

    @contextmanager
    def _moment(self) -> Iterator[tuple[_Shared, Snapshot, duckdb.DuckDBPyConnection]]:
        before = self._database.commits
        with self._database.read() as cursor:
            shared = self._current()
            snapshot = shared.snapshots.current(cursor)
            shared.snapshots.confirm(snapshot, before if before == self._database.commits else None)
            yield shared, snapshot, cursor

    def ask(self, question: Callable[[IndexView], Answer]) -> Answer:
        """Ask something of the index as it is now.

        Raises:
            IndexFault: The index cannot be read.
        """
        return self._database.memory.enough_for(lambda: self._ask(question))

    def _ask(self, question: Callable[[IndexView], Answer]) -> Answer:
        """What is in memory answers without a transaction, as long as nothing was written since. If something is,
        before the first thing is read from the file, the question is asked once more."""
        try:
            with self._database.read_when_asked() as begin:
                shared = self._current()
                snapshot = shared.snapshots.still_current(self._database.commits)
                if snapshot is not None:
                    return question(self._view(shared, snapshot, _begin_at(snapshot.generation, begin)))
        except _MovedOnError:
            pass
        with self.view() as view:
            return question(view)

    @staticmethod
    def _view(shared: _Shared, snapshot: Snapshot, begin: Begin) -> IndexView:
        inverted = shared.resident.current(begin, snapshot)
        filters = Filters(begin, snapshot, inverted, shared.texts, shared.filters)
        places = CompoundPlaces(Selection(begin, snapshot), inverted.postings, shared.notes, shared.compound_places)
        return IndexView(
            *(begin, snapshot, inverted, filters, shared.semantic),
            *(shared.notes, shared.texts, shared.facets, shared.matched_notes),
            OpenCompounds(inverted.lexicon, inverted.postings, places),
        )

    def _current(self) -> _Shared:
        """What is shared now; call it while reading, when the file is not replaced."""
        with self._lock:
            if self._shared.replacements != self._database.replacements:
                self._begin()  # the index was begun anew, and so were its identities
            return self._shared

    def forget(self) -> None:
        """Begin with nothing in memory: the index was emptied or begun anew."""
        with self._lock:
            self._begin()

    def _begin(self) -> None:
        self._leave()
        self._shared = _Shared(self._database)

    def _leave(self) -> None:
        readers = (*self._readers, self._shared.resident.leave())
        self._readers = [reader for reader in readers if reader is not None and reader.is_alive()]

    def prepare(self) -> None:
        """Read now what the next question needs in any case; what changes meanwhile is read on.

        Raises:
            IndexFault: The index cannot be read.
        """
        with self._moment():
            pass

    def close(self) -> None:
        """Wait for what still reads, before the database closes."""
        with self._lock:
            self._leave()
            readers = list(self._readers)
        for reader in readers:
            reader.join()


def _begin_at(generation: int, begin: Begin) -> Begin:
    """Begin a transaction that has to see some generation."""

    @cache
    def begin_once() -> duckdb.DuckDBPyConnection:
        cursor = begin()
        if generation_of(cursor) != generation:
            raise _MovedOnError
        return cursor

    return begin_once
