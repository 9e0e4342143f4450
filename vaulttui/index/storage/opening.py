"""Opening an index file: making its tables, recovering what cannot be read, and what is told where that fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from vaulttui.errors import IndexFault, IndexLockedError, IndexTooNewError
from vaulttui.index.faults import ELSEWHERE, READ_ONLY, reason
from vaulttui.index.storage import compaction, connecting, database_errors, duckdb, files
from vaulttui.index.storage.schema import SCHEMA_VERSION, create_statements
from vaulttui.shortage import MORE_FILES, MORE_MEMORY

log = logging.getLogger(__name__)

SHORT_OF_MEMORY = "index_memory"
"""Code of the fault that tells that the database had too little memory for what was asked."""
_OF_EVERY_INDEX = ("meta", "notes", "chunks")
"""Tables without which a database is another program's: nobody moves or empties it."""


class Opened(NamedTuple):
    """An open index file."""

    connection: duckdb.DuckDBPyConnection
    aside: bool
    """Whether something unreadable was moved aside."""
    no_room: bool = False
    """Whether it can only be read, as the disk has too little space to fold the log in."""


def open_file(path: Path) -> Opened:
    """Open an index file, creating its tables if it is new.

    A write-ahead log that cannot be read is kept beside the file, under a name that ends in ``.damaged.<time>``: what
    it held is read from the notes again. So is a file that cannot be read, and what is no file in the place of either.
    An index with an older schema is emptied. One that may not be written, as on a read-only disk, can be read, and so
    can one whose log the disk has no room to fold in.

    Raises:
        IndexLockedError: Another process has it open.
        IndexTooNewError: A newer version of vaulttui wrote it.
        IndexFault: It cannot be opened for another reason, or is the database of another program.
    """
    compaction.remove_compact_copy(path)
    irregular = files.irregular_files(path)
    if irregular:
        _move_aside(path, "it is a pipe, a socket or a device", *irregular)
    files.remove_stillborn(path)
    has_contents = path.exists()
    try:
        return Opened(_connect(path), bool(irregular))
    except duckdb.Error as error:
        if has_contents and database_errors.out_of_space(error):
            with suppress(duckdb.Error):  # that the disk is full is what to report
                return Opened(_connect(path, read_only=True), bool(irregular), no_room=True)
        _refuse(path, error)
        return Opened(_recover(path, error), aside=True)


def file_fault(path: Path, error: duckdb.Error, doing: str, *, usable: bool, no_room: bool = False) -> IndexFault:
    """What to tell a person of an error of the database.

    Args:
        path: The index file.
        error: What happened.
        doing: What was not done: ``"read"``.
        usable: Whether the file had been opened before: then it will be mended.
        no_room: Whether it can only be read as long as the disk is full.
    """
    kind = database_errors.trouble(error)
    what = f"The index {path} cannot be {doing}"
    first_line = str(error).strip().partition("\n")[0]
    if no_room and kind == "refused":
        kind = "full"
    if kind == "full" or (kind == "invalid" and database_errors.out_of_space(error)):
        return IndexFault(
            f"{what}: the disk is full. Nothing of it is lost; free some space, or {ELSEWHERE}.",
            code="index_reopened" if kind == "invalid" and usable else "disk_full",
        )
    if kind == "refused":
        why = "it is read-only" if database_errors.ATTACHED_READ_ONLY in first_line else first_line
        return IndexFault(f"{what}: {why}. Make its folder writable, or {ELSEWHERE}.", code=READ_ONLY)
    if kind == "unopened" or (kind == "memory" and not usable):
        return IndexFault(
            f"{what}: {first_line}. Nothing of it is lost. {MORE_FILES if kind == 'unopened' else MORE_MEMORY}.",
            code="index_unopened",
        )
    if kind == "damaged" and usable:
        return IndexFault(
            f"The index {path} is damaged ({first_line}). The damaged file is kept beside it under another name, and a "
            "new one is built from the notes: try again.",
            code="index_damaged",
        )
    if kind == "invalid":
        return IndexFault(f"{what}: {first_line}. It is opened again: try again.", code="index_reopened")
    if kind == "memory":
        return IndexFault(
            f"{what}: {first_line}. It may take more from now on: try again, with less at once if that does not help.",
            code=SHORT_OF_MEMORY,
        )
    return IndexFault(
        f"{what}: {first_line.rstrip('.')}. If that comes again, vaulttui doctor looks for damage, and "
        "vaulttui doctor --repair builds the index anew."
    )


def _connect(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    is_new = not (path.exists() or files.log_path(path).exists())
    connection = connecting.connect(path, read_only=read_only)
    try:
        if is_new:
            _create_tables(connection, old_tables=())
        else:
            _prepare(path, connection)
    except BaseException:
        connection.close()
        raise
    files.make_private(path)
    return connection


def _prepare(path: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """See that a file is an index of this version, or make it one."""
    try:  # to list all tables takes longer than all else here
        connection.execute(f"SELECT NULL FROM {', '.join(_OF_EVERY_INDEX)} LIMIT 0").fetchall()
    except duckdb.CatalogException:
        tables = _tables(connection)
        if tables.issuperset(_OF_EVERY_INDEX):
            raise
        if tables:
            raise IndexFault(
                f"The file {path} is a database, but no index: name another, or move it elsewhere."
            ) from None
        _create_tables(connection, old_tables=())
        return
    # To the last row: a result that is not read to its end keeps its transaction open, and with it the log.
    rows = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchall()
    told = rows[0][0] if rows else ""
    if not (told and told.isascii() and told.isdigit()):
        raise duckdb.CatalogException(f"the file does not say which version it is, but {told!r}")
    version = int(told)
    if version > SCHEMA_VERSION:
        raise IndexTooNewError(
            f"The index {path} was written by a newer vaulttui (schema {version}, this one knows "
            f"{SCHEMA_VERSION}). Update vaulttui, or delete the file: it is rebuilt from the notes."
        )
    if version < SCHEMA_VERSION:
        log.info("index schema %s is older than %s: rebuilding", version, SCHEMA_VERSION)
        _create_tables(connection, old_tables=_tables(connection))


def _tables(connection: duckdb.DuckDBPyConnection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _create_tables(connection: duckdb.DuckDBPyConnection, old_tables: Iterable[str]) -> None:
    """Make the tables in one step, in the place of others: killed at any moment, there are all or none."""
    connection.execute("BEGIN")
    for table in old_tables:
        connection.execute(f'DROP TABLE "{table}"')
    for statement in create_statements():
        connection.execute(statement)
    # Greater than that of any index that was here before: what is kept in memory goes by it.
    generation = time.time_ns() // 1_000_000
    connection.execute(
        "INSERT INTO meta VALUES ('schema_version', ?), ('generation', ?)", [str(SCHEMA_VERSION), str(generation)]
    )
    connection.execute("COMMIT")
    connection.execute("CHECKPOINT")


def _refuse(path: Path, error: duckdb.Error) -> None:
    """Raise what a person must see to before the file can be opened; it is not to blame."""
    kind = database_errors.trouble(error)
    if kind == "locked":
        raise IndexLockedError(
            f"The index {path} is in use by another process. Close the other vaulttui on this vault, or {ELSEWHERE}."
        ) from error
    if kind in ("full", "refused", "unopened", "memory") or database_errors.out_of_space(error):
        raise file_fault(path, error, "opened", usable=False) from error


def _recover(path: Path, error: duckdb.Error) -> duckdb.DuckDBPyConnection:
    """Go on without an unreadable log, else without an unreadable file: all of it can be read from the notes."""
    wal = files.log_path(path)
    if not path.exists() and not wal.exists():
        raise file_fault(path, error, "created", usable=False) from error
    for doubtful in ([wal], [wal, path]):
        if not any(file.exists() for file in doubtful):
            continue
        _move_aside(path, str(error).strip().partition("\n")[0], *doubtful)
        try:
            return _connect(path)
        except duckdb.Error as second:
            _refuse(path, second)
            error = second
    raise file_fault(path, error, "replaced", usable=False) from error


def _move_aside(path: Path, why: str, *unusable: Path) -> None:
    """Keep files of an index that cannot be read under other names."""
    try:
        files.move_aside(*unusable)
    except OSError as error:
        raise IndexFault(
            f"The index {path} cannot be read ({why}) and cannot be moved aside: "
            f"{reason(error)}. Check the folder's permissions and free space, or {ELSEWHERE}."
        ) from error
