"""What the settings of other programs have in common: files within a vault, which anybody may have written."""

from __future__ import annotations

import os
from typing import Final, TypeAlias

from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import decode
from vaulttui.vault.untrusted import read_regular_file

_LARGEST_FILE: Final = 1_000_000
"""Bytes that are read."""

FileSignature: TypeAlias = tuple[int, int, int, int]
"""What changes when a file does."""


def file_signature(path: str) -> FileSignature | None:
    """What tells whether a file has changed, without reading it; ``None`` if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked for every note: four times as fast
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def read_settings_text(path: str) -> str:
    """The text of a file of settings, or its first million bytes.

    Raises:
        OSError: It cannot be read; also for anything that is no regular file, and if the file system does not answer.
    """
    return decode(PATIENCE.call(path.rpartition("/")[0], read_regular_file, path, _LARGEST_FILE)).text


def folder_within(name: str) -> str:
    """A folder that settings name, relative to the vault; ``""`` for the vault itself and for what is not in it."""
    folder = name.strip("/")
    return "" if ".." in folder.split("/") else folder
