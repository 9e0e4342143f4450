"""The warnings of the index: what was not read as written, and what could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vaulttui.index.reading.columns import Columns
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import execute_among, objects, scan
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.writing.property_types import (
    KIND_COLUMNS,
    PROPERTY_TYPE_DIFFERS,
    property_kinds,
    property_type_warnings,
)
from vaulttui.vault.note import read_failure

_OF_CODES = "FROM warnings WHERE code IN (SELECT unnest(?::VARCHAR[]))"


class WarningStore:
    """Writes warnings that do not come with a note (those go with it).

    A search may find notes by them: the index has changed if they have, and only then.

    Args:
        database: An open index.
        meta: Of the same index.
    """

    def __init__(self, database: Database, meta: IndexMeta) -> None:
        self._database = database
        self._meta = meta

    def write(self, warnings: Sequence[tuple[str, int | None, str, str]], *, replacing: Sequence[str]) -> None:
        """Store warnings ``(path, line, code, message)``, replacing all of some codes."""
        if self.holds(warnings, replacing):
            return
        with self._meta.changing() as cursor:
            for code in replacing:
                cursor.execute("DELETE FROM warnings WHERE code = ?", [code])
            if warnings:
                rows = {
                    name: objects([row[place] for row in warnings])
                    for place, name in enumerate(("path", "line", "code", "message"))
                }
                scan(cursor, "INSERT INTO warnings BY NAME SELECT * FROM rows", rows)

    def holds(self, warnings: Sequence[tuple[str, int | None, str, str]], codes: Sequence[str]) -> bool:
        """Whether these warnings ``(path, line, code, message)``, and no others, are stored of some codes."""
        with self._database.read() as cursor:
            known = cursor.execute(f"SELECT path, line, code, message {_OF_CODES}", [list(codes)]).fetchall()
        return sorted(map(repr, known)) == sorted(map(repr, warnings))

    def check_property_types(self, declared: Mapping[str, str]) -> None:
        """Warn of properties whose type differs between notes, and of no others."""
        with self._database.memory.roomy(), self._database.read() as cursor:  # it looks at all properties of all notes
            warnings = property_type_warnings(cursor, declared)
        self.write(warnings, replacing=[PROPERTY_TYPE_DIFFERS])

    def same_kinds(self, note_ids: Sequence[int], tables: Mapping[str, Columns]) -> bool:
        """Whether the properties of notes that were read again are of the kinds that they were: then no warning of
        :meth:`check_property_types` comes or goes.

        Args:
            note_ids: Of the notes as they are in the index.
            tables: Rows of the notes as they are now, in the order of their identities, see
                :class:`~vaulttui.index.reading.columns.NoteBatch`.
        """
        sql = f"SELECT note_id, {', '.join(KIND_COLUMNS)} FROM properties WHERE note_id IN {{values}}"
        with self._database.read() as cursor:
            before = execute_among(cursor, sql, note_ids).fetchall() if note_ids else []
        now = tables.get("properties")
        rows = zip(*(now[name] for name in ("note", *KIND_COLUMNS)), strict=True) if now else ()
        return property_kinds(before) == property_kinds((note_ids[note], *row) for note, *row in rows)

    def write_failures(self, failures: Sequence[tuple[str, str, str]]) -> None:
        """Warn of notes ``(path, code, reason)`` that could not be read; what the index has of them stays."""
        codes = list({code for _, code, _ in failures})
        with self._database.read() as cursor:
            known = set(cursor.execute(f"SELECT path, code, message {_OF_CODES}", [codes]).fetchall())
        told = [(path, code, read_failure(reason).message) for path, code, reason in failures]
        if known.issuperset(told):  # they are tried again with each look at the vault
            return
        with self._meta.changing() as cursor:
            for path, code, message in told:
                cursor.execute("DELETE FROM warnings WHERE path = ? AND code = ?", [path, code])
                cursor.execute("INSERT INTO warnings VALUES (?, NULL, ?, ?)", [path, code, message])

    def failed_paths(self, code: str) -> list[str]:
        """Paths that warnings of a code are about."""
        with self._database.read() as cursor:
            return [row[0] for row in cursor.execute("SELECT path FROM warnings WHERE code = ?", [code]).fetchall()]

    def forget_failures(self, paths: Sequence[str], code: str) -> None:
        """Drop the warnings of a code that are about some paths: their files are no longer there, or can be read."""
        warned = set(self.failed_paths(code)).intersection(paths) if paths else ()
        if not warned:  # mostly: then nothing is written, not even that
            return
        rows = {"path": objects(list(warned))}
        with self._meta.changing() as cursor:
            scan(cursor, "DELETE FROM warnings WHERE code = ? AND path IN (SELECT path FROM rows)", rows, [code])


def all_warnings(cursor: duckdb.DuckDBPyConnection) -> list[tuple[str, int | None, str]]:
    """Every warning ``(path, line, message)`` of an index, in this order."""
    rows = cursor.execute("SELECT path, line, message FROM warnings ORDER BY path, line, message").fetchall()
    return [(path, line, message) for path, line, message in rows]
