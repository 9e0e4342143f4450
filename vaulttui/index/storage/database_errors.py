"""What errors of the database mean for the file of an index."""

from __future__ import annotations

from typing import Literal

from vaulttui.index.storage import duckdb

_OF_FUNCTION = "threw an execution error"
"""Part of what the database says where a function was given what it cannot work with, and had not said that it may."""
ATTACHED_READ_ONLY = "attached in read-only mode"
"""In the error of what would write to a file that may not be written."""

Trouble = Literal["", "locked", "full", "refused", "unopened", "damaged", "invalid", "memory"]
"""What is wrong: another process has the file; no space; no right to write; the system does not open files now;
unreadable; to be opened again; too little memory."""


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
