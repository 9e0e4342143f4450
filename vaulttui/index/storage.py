"""The files of one index: connecting to them, what their faults mean, moving them aside, and making them small."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from pathlib import Path
from typing import Literal

from vaulttui.index import duckdb
from vaulttui.index.faults import may_write

log = logging.getLogger(__name__)

_MEMORY, _ROOMY_MEMORY = "240MB", "320MB"
"""What the database may take while it answers and notes are saved, and while much is written. Searches keep what they
need themselves. With each change of the limit, and whenever what it freed since the last time is more than what it
may still take, the database has the C library give back all free memory of the process (malloc_trim): in a vault of
100,000 notes, 2,500 pages that the next search asked for again, 5 ms of 20. So the limit is far above what single
questions and saved notes take, and stays where it is meanwhile; what was read goes by and by, see
:meth:`vaulttui.index.database_memory.DatabaseMemory.rest`."""
_NAME = "notes_index"
"""Of the database within a connection."""
_ROWS_A_GROUP = 20_480
"""A checkpoint writes row groups anew that are not full. With the database's own 122,880 rows that is up to 80 MB of
texts each time, and a third of the file of 100,000 notes was blocks that nothing used any more; with these, half of
that. Searches take as long with either."""
_ALL_ROWS = 1_000_000_000
"""Of columns of Python objects the database looks at so many to tell their type: at all of them."""
_OF_FUNCTION = "threw an execution error"
"""Part of what the database says where a function was given what it cannot work with, and had not said that it may."""
_LEAST_MEMORY = "8MB"
_SLACK_BYTES = 8_000_000
_SLACK_SHARE = 0.25
"""A file is made small when more than this much and this share of it is unused. Reading 100,000 notes from nothing
leaves a sixth, which later notes take."""
_GROWN_BYTES = 2_000_000
_GROWN_SHARE = 0.25
"""A file that has grown by more than this much and this share is looked at while nobody reads."""
_HEADERS_BYTES = 3 * 4096
"""DuckDB's main header and two for its contents stand before the first block."""
_SPARE_BYTES = 8_000_000
"""Free space that a checkpoint needs besides what it writes."""
ATTACHED_READ_ONLY = "attached in read-only mode"
"""In the error of what would write to a file that may not be written."""
_not_private: set[Path] = set()
"""Files of which was told that their rights stay as they are."""

Trouble = Literal["", "locked", "full", "refused", "unopened", "damaged", "invalid", "memory"]
"""What is wrong: another process has the file; no space; no right to write; the system does not open files now;
unreadable; to be opened again; too little memory."""


def log_path(path: Path) -> Path:
    """The write-ahead log of an index file."""
    return path.with_name(path.name + ".wal")


def connect(path: Path) -> duckdb.DuckDBPyConnection:
    """Open a database file, for the user alone; to read it, where it may not be written.

    Raises:
        duckdb.Error: It cannot be opened.
    """
    connection = duckdb.connect(":memory:")  # the size of row groups can only be told while a file is attached
    try:
        connection.execute("SET autoinstall_known_extensions = false")  # nothing is downloaded, whatever a file is
        connection.execute(f"SET temp_directory = {_quoted(_spill_folder(path))}")
        read_only = not may_write(path)
        _attach(connection, path, _NAME, read_only=read_only)
        if not read_only:  # nobody else has it open
            _remove_spilled(path)
        _configure(connection)
    except BaseException:
        connection.close()
        raise
    make_private(path)
    return connection


def cursor_of(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another cursor of what :func:`connect` returned, for another thread or beside a transaction."""
    cursor = connection.cursor()
    cursor.execute(f"USE {_NAME}")
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


def _attach(connection: duckdb.DuckDBPyConnection, path: Path, name: str, *, read_only: bool = False) -> None:
    options = "READ_ONLY" if read_only else f"ROW_GROUP_SIZE {_ROWS_A_GROUP}"
    connection.execute(f"ATTACH {_quoted(path)} AS {name} ({options})")


def _quoted(path: Path) -> str:
    """A path as SQL has it where no parameter may stand."""
    return "'" + str(path).replace("'", "''") + "'"


def _configure(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(f"USE {_NAME}")
    set_memory(connection, roomy=False)
    connection.execute("SET threads = 2")
    connection.execute("SET checkpoint_threshold = '32MB'")
    # Quitting is not the moment for it: the next start replays what is left in the log.
    connection.execute("PRAGMA disable_checkpoint_on_shutdown")
    connection.execute("SET preserve_insertion_order = true")
    # Of a column of lists it would look at a thousand only, and fail where all of these are empty and others are not.
    connection.execute(f"SET GLOBAL pandas_analyze_sample = {_ALL_ROWS}")


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


def make_private(path: Path) -> None:
    """Take from a file and its log the rights that the process's umask gave to others."""
    for file in (path, log_path(path)):
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
        except FileNotFoundError:
            continue
        except OSError as error:  # it belongs to another, or the file system knows no rights
            if file not in _not_private:  # it is looked at behind every commit
                _not_private.add(file)
                log.warning("others may be able to read %s: %s", file, error)


def trouble(error: duckdb.Error) -> Trouble:
    """What an error means for the file, ``""`` if nothing."""
    text = str(error)
    if "Could not set lock on file" in text or "Unique file handle conflict" in text:  # the latter: in this process
        return "locked"
    if isinstance(error, duckdb.OutOfMemoryException):
        return "memory"
    if isinstance(error, duckdb.FatalException) or "has been invalidated" in text:
        return "invalid"  # also after a full disk: what was committed is there when it is opened again
    if out_of_space(error):
        return "full"
    if "Read-only file system" in text or "Permission denied" in text or ATTACHED_READ_ONLY in text:
        return "refused"
    if "Cannot open file" in text:  # there are too many open files, perhaps: what is in it was not looked at
        return "unopened"
    if "Corrupt " in text or "Could not read enough bytes" in text:
        return "damaged"
    # What a function makes of its arguments says nothing of the file.
    return "damaged" if isinstance(error, duckdb.InternalException) and _OF_FUNCTION not in text else ""


def out_of_space(error: duckdb.Error) -> bool:
    """Whether a full disk is behind an error, whatever it means for the file."""
    text = str(error)
    return "No space left on device" in text or "File too large" in text or "Disk quota exceeded" in text


def move_aside(*files: Path) -> tuple[Path, ...]:
    """Keep files that cannot be used under a name that ends in ``.damaged.<time>``.

    Returns:
        The new names of those that there were.

    Raises:
        OSError: They cannot be moved.
    """
    suffix = f".damaged.{time.strftime('%Y%m%d-%H%M%S')}"
    moved = []
    for file in files:
        if file.exists():
            moved.append(file.rename(file.with_name(file.name + suffix)))
            if not moved[-1].is_symlink():  # what it leads to is somebody else's: a device, perhaps
                with contextlib.suppress(OSError):
                    moved[-1].chmod(0o600)
            log.warning("unreadable: %s, kept as %s", file, moved[-1])
    return tuple(moved)


def irregular_files(path: Path) -> tuple[Path, ...]:
    """What stands in the place of an index file and of its log and is a pipe, a socket or a device: opening it could
    wait for ever, and nothing could be kept in it."""
    return tuple(file for file in (log_path(path), path) if file.exists() and not file.is_file() and not file.is_dir())


def enough_space(path: Path) -> bool:
    """Whether the log of an index can be folded into its file: one that fails midway makes the index unusable."""
    import shutil  # late: it brings all that compresses archives, and most starts write nothing

    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free > log_path(path).stat().st_size + _SPARE_BYTES
    return True


def worth_compacting(cursor: duckdb.DuckDBPyConnection) -> bool:
    """Whether much of a file is unused. Files never shrink by themselves."""
    block, free, total = _blocks(cursor)
    return free * block > _SLACK_BYTES and free > _SLACK_SHARE * total


def blocks_bytes(cursor: duckdb.DuckDBPyConnection) -> int:
    """Bytes of a file's blocks, used or not."""
    block, _, total = _blocks(cursor)
    return block * total


def has_grown(size: int, since: int) -> bool:
    """Whether a file is so much larger than it was that it may hold room which nobody has counted as unused.

    A checkpoint counts the blocks of what was deleted as used for as long as somebody reads.
    """
    return size - since > max(_GROWN_BYTES, _GROWN_SHARE * since)


def _blocks(cursor: duckdb.DuckDBPyConnection) -> tuple[int, int, int]:
    """Bytes of a block, unused blocks, all blocks."""
    rows = cursor.execute(
        "SELECT block_size, free_blocks, total_blocks FROM pragma_database_size() WHERE database_name = ?", [_NAME]
    ).fetchall()
    return rows[0] if rows else (0, 0, 0)


def compact_path(path: Path) -> Path:
    """Where the small copy of an index is made."""
    return path.with_name(path.name + ".compact")


def write_compact_copy(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Copy everything of an open index to :func:`compact_path`, down to the disk.

    Raises:
        duckdb.Error: It cannot be written.
        OSError: It cannot be written.
    """
    copy = compact_path(path)
    remove_compact_copy(path)
    _attach(connection, copy, "compact")
    try:
        connection.execute(f"COPY FROM DATABASE {_NAME} TO compact")
        connection.execute("CHECKPOINT compact")
    finally:
        connection.execute("DETACH compact")
    make_private(copy)
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def remove_stillborn(path: Path) -> None:
    """Remove a file that holds nothing because whoever created it was killed before its headers were written."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEADERS_BYTES)
    except OSError:
        return  # it is not there, or whoever opens it next will tell what is wrong with it
    if len(head) < _HEADERS_BYTES and (not head or head[8:12] == b"DUCK") and not log_path(path).exists():
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def remove_compact_copy(path: Path) -> None:
    """Take away what a copying left that was killed."""
    copy = compact_path(path)
    for file in (copy, log_path(copy)):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def bytes_used(path: Path) -> int:
    """Bytes of an index file and its log."""
    size = 0
    for file in (path, log_path(path)):
        with contextlib.suppress(FileNotFoundError):
            size += file.stat().st_size
    return size
