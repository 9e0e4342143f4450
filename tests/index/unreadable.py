"""Files that cannot be read for a while, or never."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from vaulttui.vault.files import note_data

READING = "vaulttui.vault.files.note_data._read_data"
"""What every note's bytes are read by, to be replaced with what these give."""

Read = Callable[[Path, str, int], Any]

_read = note_data._read_data


def refuse(*paths: str, error: OSError | None = None) -> Read:
    """Read all notes but some."""
    return _refuse(lambda path: path in paths, error)


def refuse_all_but(*paths: str) -> Read:
    """Read some notes only."""
    return _refuse(lambda path: path not in paths)


def _refuse(refused: Callable[[str], bool], error: OSError | None = None) -> Read:
    def read(root: Path, path: str, limit: int) -> Any:
        if refused(path):
            raise error or PermissionError(13, "Permission denied", path)
        return _read(root, path, limit)

    return read
