"""What tells that a file has changed, as the file system says it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from vaulttui.vault.note import FileStat

_new_tuple: Final = tuple.__new__
"""Makes a named tuple in half the time."""

_FURTHEST: Final = 2**63 - 1
"""Nanoseconds from 1970, in either direction, that an index can hold: to the years 1678 and 2262."""

UNKNOWN_STAT: Final = FileStat(size=0, mtime_ns=0, ctime_ns=0, inode=0)
"""Of a note that is listed but cannot be looked at now: unlike any real one, so that somebody tries to read it."""


def file_stat(result: os.stat_result) -> FileStat:
    """Take from a stat result what tells that a file has changed. Absurd times are the nearest that 64 bits hold."""
    birth: int | None = None
    if sys.platform == "darwin":
        birth = round(result.st_birthtime * 10**9)
    modified, changed = result.st_mtime_ns, result.st_ctime_ns
    if not -_FURTHEST <= modified <= _FURTHEST:
        modified = _FURTHEST if modified > 0 else -_FURTHEST
    if not -_FURTHEST <= changed <= _FURTHEST:
        changed = _FURTHEST if changed > 0 else -_FURTHEST
    return _new_tuple(FileStat, (result.st_size, modified, changed, result.st_ino, birth))


def stat_file(path: Path) -> FileStat | None:
    """Look at one file of a vault.

    Returns:
        ``None`` if there is no such file, or it is a folder, a symbolic link, a pipe, a device.

    Raises:
        OSError: It cannot be told.
    """
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return file_stat(found) if stat.S_ISREG(found.st_mode) else None
