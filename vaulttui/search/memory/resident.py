"""What searches keep in memory of the inverted index, and when.

A program that asks once reads what it needs from the database. From the second search on everything is read behind it,
once; afterwards only what was written since the last search.
"""

from __future__ import annotations

import logging
import threading

from vaulttui.errors import IndexFault
from vaulttui.index.allocator import give_back_freed_memory
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.database import Begin, Database
from vaulttui.search.memory.facet_columns import FacetColumnsCache
from vaulttui.search.memory.lexicon import Lexicon, StoredLexicon
from vaulttui.search.memory.note_rows import NoteRows
from vaulttui.search.memory.postings import Postings, ResidentPostings, StoredPostings
from vaulttui.search.memory.resident_lexicon import ResidentLexicon
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.memory.snapshots import SnapshotCache
from vaulttui.search.memory.texts import TextCache
from vaulttui.values import dataclass

log = logging.getLogger(__name__)

_TIDY_EVERY = 100
"""Changes of the index after which texts of what is gone are dropped."""
_READ_AT = 2
"""The search at which everything begins to be read into memory."""


@dataclass(frozen=True, slots=True)
class InvertedIndex:
    """The vocabulary and where its terms occur."""

    lexicon: Lexicon
    postings: Postings


@dataclass(frozen=True, slots=True)
class _Resident:
    generation: int
    lexicon: ResidentLexicon
    postings: ResidentPostings

    def read_on(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> _Resident:
        return _Resident(
            snapshot.generation,
            self.lexicon.read_on(cursor),
            self.postings.read_on(cursor, snapshot.chunk_numbers, snapshot.note_numbers),
        )


class ResidentIndex:
    """Hands out the inverted index. Safe to use from several threads.

    Args:
        database: Read by a thread of its own.
        snapshots: Of the same index.
        notes: Read behind the postings.
        texts: Filled behind these.
        facets: Read behind the texts.
    """

    def __init__(
        self,
        database: Database,
        snapshots: SnapshotCache,
        notes: NoteRows,
        texts: TextCache,
        facets: FacetColumnsCache,
    ) -> None:
        self._notes = notes
        self._texts = texts
        self._facets = facets
        self._database = database
        self._snapshots = snapshots
        self._lock = threading.Lock()
        self._resident: _Resident | None = None
        self._reader: threading.Thread | None = None
        self._asked = 0
        """Searches without what is in memory, since it was last tried to be read."""
        self._left = False
        self._tidied = 0

    def current(self, begin: Begin, snapshot: Snapshot) -> InvertedIndex:
        """The inverted index as a snapshot has it; what was added later may be there, too.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
        """
        with self._lock:
            resident = self._resident
            if resident is not None and resident.generation < snapshot.generation:
                resident = self._resident = resident.read_on(begin(), snapshot)
                self._notes.read_on(begin, snapshot)
                if snapshot.generation - self._tidied >= _TIDY_EVERY:
                    self._tidied = snapshot.generation
                    self._texts.drop_gone(snapshot)
            elif resident is None and not self._left:
                self._asked += 1
                if self._asked == _READ_AT:
                    self._reader = threading.Thread(target=self._read_quietly, name="read-postings", daemon=True)
                    self._reader.start()
        if resident is None:
            return InvertedIndex(StoredLexicon(begin()), StoredPostings(begin()))
        return InvertedIndex(resident.lexicon, resident.postings)

    def read(self) -> None:
        """Read everything into memory now.

        Raises:
            IndexFault: The index cannot be read.
        """
        with self._database.read() as cursor:
            snapshot = self._snapshots.current(cursor)
            resident = _Resident(-1, ResidentLexicon(), ResidentPostings()).read_on(cursor, snapshot)
            with self._lock:
                self._resident = resident
            resident.lexicon.get_ready()
            self._notes.read_on(lambda: cursor, snapshot)
            self._texts.read_ahead(cursor)
            self._facets.current(lambda: cursor, snapshot)
        # What is used again and again is in memory now; what it was made of is not needed there.
        self._database.memory.give_back()
        give_back_freed_memory()

    def leave(self) -> threading.Thread | None:
        """Begin to read nothing any more.

        Returns:
            What still reads, to be waited for before the database closes.
        """
        with self._lock:
            self._left = True
            return self._reader

    def _read_quietly(self) -> None:
        try:
            self._database.memory.enough_for(self.read)
        except IndexFault as fault:
            log.info("the postings stay in the database for now: %s", fault)
            with self._lock:
                self._asked = 0
