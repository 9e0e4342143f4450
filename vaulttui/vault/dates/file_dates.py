"""What a file's time stamps tell of its note's dates."""

from __future__ import annotations

from datetime import datetime

from vaulttui.vault.note import DateSource, FileStat


def local_time(nanoseconds: int) -> datetime:
    """The local time of a file's time stamp, in nanoseconds since 1970. An absurd one gives the nearest possible."""
    try:
        return datetime.fromtimestamp(nanoseconds // 10**9).replace(microsecond=nanoseconds // 1000 % 10**6)
    except (OverflowError, ValueError, OSError):
        return datetime.max if nanoseconds > 0 else datetime.min


def created_by_file(stat: FileStat) -> tuple[datetime, DateSource]:
    """When a note was made by its file alone: its birth time, else the older of ctime and mtime.

    A birth time after the last modification is that of a copy, so that mtime stands for it.
    """
    birth = ("ctime", stat.ctime_ns) if stat.birthtime_ns is None else ("birthtime", stat.birthtime_ns)
    source, oldest = min(birth, ("mtime", stat.mtime_ns), key=lambda candidate: candidate[1])
    return local_time(oldest), source
