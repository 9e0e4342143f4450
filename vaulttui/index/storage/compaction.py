"""Making the file of an index small: files never shrink by themselves."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.connecting import NAME, attach, set_writing_ahead
from vaulttui.index.storage.files import log_path, make_private

_SLACK_BYTES = 8_000_000
_SLACK_SHARE = 0.25
"""A file is made small when more than this much and this share of it is unused. Reading 100,000 notes from nothing
leaves about a tenth, which later notes take."""
_LOG_SHARE = 0.25
"""Of what is in use, how much the log of a copy may take besides: of an index it is about a tenth."""
_GROWN_BYTES = 2_000_000
_GROWN_SHARE = 0.25
"""A file that has grown by more than this much and this share is looked at while nobody reads."""


def worth_compacting(cursor: duckdb.DuckDBPyConnection) -> bool:
    """Whether much of a file is unused. Files never shrink by themselves."""
    block, free, total = _blocks(cursor)
    return free * block > _SLACK_BYTES and free > _SLACK_SHARE * total


def blocks_bytes(cursor: duckdb.DuckDBPyConnection) -> int:
    """Bytes of a file's blocks, used or not."""
    block, _, total = _blocks(cursor)
    return block * total


def copy_bytes(cursor: duckdb.DuckDBPyConnection) -> int:
    """Bytes that a compact copy of a file takes at most while it is written, with its log."""
    block, free, total = _blocks(cursor)
    return round(block * (total - free) * (1 + _LOG_SHARE))


def has_grown(size: int, since: int) -> bool:
    """Whether a file is so much larger than it was that it may hold room which nobody has counted as unused.

    A checkpoint counts the blocks of what was deleted as used for as long as somebody reads.
    """
    return size - since > max(_GROWN_BYTES, _GROWN_SHARE * since)


def _blocks(cursor: duckdb.DuckDBPyConnection) -> tuple[int, int, int]:
    """Bytes of a block, unused blocks, all blocks."""
    rows = cursor.execute(
        "SELECT block_size, free_blocks, total_blocks FROM pragma_database_size() WHERE database_name = ?", [NAME]
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
    attach(connection, copy, "compact")
    try:
        set_writing_ahead(connection, True)
        connection.execute(f"COPY FROM DATABASE {NAME} TO compact")
        connection.execute("CHECKPOINT compact")
    finally:
        set_writing_ahead(connection, False)
        connection.execute("DETACH compact")
    make_private(copy)
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def remove_compact_copy(path: Path) -> None:
    """Take away what a copying left that was killed."""
    copy = compact_path(path)
    for file in (copy, log_path(copy)):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
