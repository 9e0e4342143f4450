"""Connecting to the file of an index, and what memory the database takes."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path

from vaulttui.index.faults import may_write
from vaulttui.index.storage import duckdb

log = logging.getLogger(__name__)

_MEMORY, _ROOMY_MEMORY = "240MB", "320MB"
"""What the database may take while it answers and notes are saved, and while much is written. Searches keep what they
need themselves. With each change of the limit, and whenever what it freed since the last time is more than what it
may still take, the database has the C library give back all free memory of the process (malloc_trim): in a vault of
100,000 notes, 2,500 pages that the next search asked for again, 5 ms of 20. So the limit is far above what single
questions and saved notes take, and stays where it is meanwhile; what was read goes by and by, see
:meth:`vaulttui.index.storage.database_memory.DatabaseMemory.rest`."""
NAME = "notes_index"
"""Of the database within a connection."""
_ROWS_A_GROUP = 20_480
"""A checkpoint writes row groups anew that are not full. With the database's own 122,880 rows that is up to 80 MB of
texts each time, and a third of the file of 100,000 notes was blocks that nothing used any more; with these, half of
that. Searches take as long with either."""
_LARGEST_LOG = "64MB"
"""Of a write-ahead log before a checkpoint. What a checkpoint has written of postings is written once more when they
are sorted, and what it wrote stays in the file as room that nothing uses: a first reading of 6,600 notes needs none
before. To replay such a log when the index is opened takes a second."""
_ALL_ROWS = 1_000_000_000
"""Of columns of Python objects the database looks at so many to tell their type: at all of them."""
_LEAST_MEMORY = "8MB"


def connect(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database file; to read it, where it may not be written.

    Args:
        path: The file.
        read_only: Open it to be read only, whether or not it may be written.

    Raises:
        duckdb.Error: It cannot be opened.
    """
    connection = duckdb.connect(":memory:")  # the size of row groups can only be told while a file is attached
    try:
        connection.execute("SET autoinstall_known_extensions = false")  # nothing is downloaded, whatever a file is
        connection.execute(f"SET temp_directory = {_quoted(_spill_folder(path))}")
        read_only = read_only or not may_write(path)
        attach(connection, path, NAME, read_only=read_only)
        if not read_only:  # nobody else has it open
            _remove_spilled(path)
        _configure(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def cursor_of(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another cursor of what :func:`connect` returned, for another thread or beside a transaction."""
    cursor = connection.cursor()
    cursor.execute(f"USE {NAME}")
    return cursor


def _spill_folder(path: Path) -> Path:
    """Where the database puts what does not fit into its memory."""
    return path.with_name(path.name + ".tmp")


def _remove_spilled(path: Path) -> None:
    """Take away what a process left that was killed while much did not fit: up to the size of the index, and texts of
    notes. The database does so only when something does not fit again."""
    with contextlib.suppress(OSError):
        for file in _spill_folder(path).glob("duckdb_temp_*"):
            if not file.name.startswith(f"duckdb_temp_{os.getpid()}_"):  # in use if the log was long
                file.unlink()


def attach(connection: duckdb.DuckDBPyConnection, path: Path, name: str, *, read_only: bool = False) -> None:
    """Open one more file in a connection, under a name of ours.

    Raises:
        duckdb.Error: It cannot be opened.
    """
    options = "READ_ONLY" if read_only else f"ROW_GROUP_SIZE {_ROWS_A_GROUP}"
    connection.execute(f"ATTACH {_quoted(path)} AS {name} ({options})")


def _quoted(path: Path) -> str:
    """A path as SQL has it where no parameter may stand."""
    return "'" + str(path).replace("'", "''") + "'"


def _configure(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(f"USE {NAME}")
    set_memory(connection, roomy=False)
    connection.execute("SET threads = 2")
    connection.execute(f"SET checkpoint_threshold = '{_LARGEST_LOG}'")
    set_writing_ahead(connection, False)
    # Quitting is not the moment for it: the next start replays what is left in the log.
    connection.execute("PRAGMA disable_checkpoint_on_shutdown")
    connection.execute("SET preserve_insertion_order = true")
    # Of a column of lists it would look at a thousand only, and fail where all of these are empty and others are not.
    connection.execute(f"SET GLOBAL pandas_analyze_sample = {_ALL_ROWS}")


def set_writing_ahead(connection: duckdb.DuckDBPyConnection, ahead: bool) -> None:
    """Let a database write what is inserted into its file before it is committed, from now on, or keep it in memory and
    log until the next checkpoint. Whole tables fill both; of the postings of a batch, which get blocks of their own,
    most blocks would be half empty."""
    try:
        connection.execute(f"SET enable_optimistic_write = {ahead}")
    except duckdb.Error as error:  # it is unusable, which others find out
        log.info("what is inserted is written as before: %s", error)


def set_memory(connection: duckdb.DuckDBPyConnection, *, roomy: bool) -> None:
    """Let a database take less or more memory, from now on. What it holds beyond that goes."""
    try:
        connection.execute(f"SET memory_limit = '{_ROOMY_MEMORY if roomy else _MEMORY}'")
    except duckdb.Error as error:  # it holds more that is in use
        log.info("the memory limit stays as it is: %s", error)


def memory_used(cursor: duckdb.DuckDBPyConnection) -> int:
    """Bytes that a database holds."""
    row = cursor.execute("SELECT sum(memory_usage_bytes)::UBIGINT FROM duckdb_memory()").fetchone()
    return int(row[0]) if row else 0


def drop_read(connection: duckdb.DuckDBPyConnection) -> None:
    """Take from a database the memory that holds what was read of its file. It reads what it needs once more."""
    try:
        connection.execute(f"SET memory_limit = '{_LEAST_MEMORY}'")
    except duckdb.Error as error:  # others read or write
        log.info("the memory stays with the database: %s", error)
    set_memory(connection, roomy=False)
