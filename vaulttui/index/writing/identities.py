"""The numbers that the index gives to notes, chunks and terms. None is given twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.database import Database
from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.storage.meta import IndexMeta, value_of
from vaulttui.index.writing.known_terms import KnownTerms

_KEY = "identities"


class Identities:
    """Which identities come next.

    Args:
        database: An open index.
        meta: Of the same index.
    """

    def __init__(self, database: Database, meta: IndexMeta) -> None:
        self._database = database
        self._meta = meta
        self.terms = KnownTerms()
        """Those that were given to forms."""
        self.reload()

    def reload(self) -> None:
        """Begin with what the index holds now."""
        self.terms.forget()
        with self._database.read() as cursor:
            value = value_of(cursor, _KEY)
            if value:  # not what follows from the rows: postings of notes and chunks that are gone may still be there
                self.note, self.chunk, self.loose = map(int, value.split())
            else:
                self.note = _next_identity(cursor, "notes", "note_id")
                self.chunk = _next_identity(cursor, "chunks", "chunk_id")
                self.loose = 0
                """Postings that are unsorted or of what is gone."""
            self.term = _next_identity(cursor, "terms", "term_id")

    def store(self, *, notes: int = 0, chunks: int = 0, loose: int | None = None) -> None:
        """Store with the transaction that is going on how it is once that is through.

        Args:
            notes: So many more are given.
            chunks: So many more are given.
            loose: So many postings are loose then; ``None`` for as many as now.
        """
        loose = self.loose if loose is None else loose
        self._meta.put(_KEY, f"{self.note + notes} {self.chunk + chunks} {loose}")

    def give(
        self, *, notes: int, chunks: int, forms: Sequence[str], stems: tuple[NDArray[np.int32], Sequence[str]]
    ) -> None:
        """Take note of what a transaction has given.

        Args:
            notes: So many.
            chunks: So many.
            forms: Those that were added to the vocabulary.
            stems: The terms, and the languages, of stems that are there now.
        """
        self.note += notes
        self.chunk += chunks
        if self.terms.read_already:
            self.terms.add_forms(forms, range(self.term, self.term + len(forms)))
            self.terms.add_stems(*stems)
        self.term += len(forms)

    def get_ready(self) -> None:
        """Read what makes it cheap to look up the next forms, if any were looked up."""
        if self.terms.missed and not self.terms.read_already:
            with self._database.read() as cursor:
                self.terms.read(cursor)


def _next_identity(cursor: Cursor, table: str, column: str) -> int:
    row = cursor.execute(f"SELECT coalesce(max({column}) + 1, 0) FROM {table}").fetchone()
    return int(row[0]) if row else 0
