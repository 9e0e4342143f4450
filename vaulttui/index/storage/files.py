"""The files of an index: its database and the log of it, private, and kept where they cannot be used."""

from __future__ import annotations

import contextlib
import logging
import time
from pathlib import Path

log = logging.getLogger(__name__)

_HEADERS_BYTES = 3 * 4096
"""DuckDB's main header and two for its contents stand before the first block."""
_SPARE_BYTES = 8_000_000
"""Free space that a checkpoint needs besides what it writes, and that reading a log may take."""
_not_private: set[Path] = set()
"""Files of which was told that their rights stay as they are."""


def log_path(path: Path) -> Path:
    """The write-ahead log of an index file."""
    return path.with_name(path.name + ".wal")


def log_size(path: Path) -> int:
    """Bytes of the log of an index file, 0 if there is none."""
    try:
        return log_path(path).stat().st_size
    except FileNotFoundError:
        return 0


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


def enough_space(path: Path, beside: int = 0) -> bool:
    """Whether the log of an index can be folded into its file: one that fails midway makes the index unusable.

    Args:
        path: The index file.
        beside: Bytes that are to be written beside it as well.
    """
    return has_room(path, log_size(path) + beside)


def has_room(path: Path, size: int = 0) -> bool:
    """Whether there is space to spare where an index is.

    Args:
        path: The index file.
        size: Bytes that are to be written there.
    """
    import shutil  # late: it brings all that compresses archives, and most starts write nothing

    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free > size + _SPARE_BYTES
    return True


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


def bytes_used(path: Path) -> int:
    """Bytes of an index file and its log."""
    size = 0
    for file in (path, log_path(path)):
        with contextlib.suppress(FileNotFoundError):
            size += file.stat().st_size
    return size
