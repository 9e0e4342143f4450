"""Single values of the index, and the number that tells whether anything has changed."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping

from vaulttui.errors import IndexFault
from vaulttui.index.storage.arrays import execute_among
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.duckdb import Cursor


class IndexMeta:
    """The ``meta`` table of one index.

    Args:
        database: An open index.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._due: dict[str, str] = {}
        self.reload()

    def reload(self) -> None:
        """Begin with what the index holds now."""
        self._replacements = self._database.replacements
        self.generation = int(self.get("generation") or 0)
        """Grows with every transaction that changes what a search may find."""
        self.notes_generation = self.generation
        """That of the last one which may have changed more than vectors."""
        self._database.changes.begin(self.generation)

    @property
    def outdated(self) -> bool:
        """Whether the index was begun anew since."""
        return self._replacements != self._database.replacements

    def get(self, key: str) -> str | None:
        """The value of a key, ``None`` if there is none."""
        with self._database.read() as cursor:
            return value_of(cursor, key)

    def set(self, key: str, value: str) -> None:
        """Store the value of a key, in a transaction of its own."""
        with self.writing():
            self.put(key, value)

    def put(self, key: str, value: str) -> None:
        """Store the value of a key at the end of the transaction that is going on, with others."""
        self._due[key] = value

    @contextlib.contextmanager
    def writing(self) -> Iterator[Cursor]:
        """A transaction that changes nothing that a search may find.

        Raises:
            IndexFault: The index cannot be written, or was begun anew: what was to be written belongs to the old one.
        """
        with self._database.write() as cursor:
            self.check_same(self._replacements)
            self._due = {}
            yield cursor
            set_values(cursor, self._due)

    def check_same(self, replacements: int) -> None:
        """Make sure that the index is the one that it was.

        Args:
            replacements: What :attr:`Database.replacements` was then.

        Raises:
            IndexFault: It was begun anew since; what is known of it or was to be written belongs to the old one.
        """
        if self._database.replacements != replacements:
            raise IndexFault("The index was damaged and is built anew from the notes.", code="index_replaced")

    @contextlib.contextmanager
    def changing(self, notes: Collection[int] | None = (), *, vectors: bool = False) -> Iterator[Cursor]:
        """A transaction that changes what a search may find.

        Args:
            notes: Identities of the notes that it takes out or changes in their place; ``None`` for any number.
            vectors: Nothing but vectors is changed.

        Raises:
            IndexFault: As with :meth:`writing`.
        """
        with self.writing() as cursor:
            yield cursor
            self.bump(notes, vectors=vectors)

    def bump(self, notes: Collection[int] | None = (), *, vectors: bool = False) -> None:
        """Make the transaction that is going on one that changes what a search may find.

        Args:
            notes: As with :meth:`changing`.
            vectors: As with :meth:`changing`.
        """
        # Not undone when the transaction fails: a number that is skipped harms nobody.
        self.generation += 1
        if not vectors:
            self.notes_generation = self.generation
        self._database.changes.note(self.generation, notes)
        self.put("generation", str(self.generation))


def value_of(cursor: Cursor, key: str) -> str | None:
    """The value of a key as a cursor sees it, ``None`` if there is none."""
    row = cursor.execute("SELECT value FROM meta WHERE key = ?", [key]).fetchone()
    return row[0] if row else None


def set_values(cursor: Cursor, values: Mapping[str, str]) -> None:
    """Store values by their keys within a transaction."""
    if values:
        execute_among(cursor, "DELETE FROM meta WHERE key IN {values}", list(values))
        rows = ", ".join(["(?, ?)"] * len(values))
        cursor.execute(f"INSERT INTO meta VALUES {rows}", [part for row in values.items() for part in row])
