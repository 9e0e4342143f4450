"""What the settings of other programs have in common: files within a vault, which anybody may have written."""

from __future__ import annotations

from typing import Final

from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import decode
from vaulttui.vault.untrusted import open_regular_file, read_start

_LARGEST_FILE: Final = 1_000_000


def read_settings_text(path: str) -> str:
    """The text of a file of settings, or its first million bytes.

    Raises:
        OSError: It cannot be read; also for anything that is no regular file, and if the file system does not answer.
    """
    return decode(PATIENCE.call(path.rpartition("/")[0], _read_bytes, path)).text


def folder_within(name: str) -> str:
    """A folder that settings name, relative to the vault; ``""`` for the vault itself and for what is not in it."""
    folder = name.strip("/")
    return "" if ".." in folder.split("/") else folder


def _read_bytes(path: str) -> bytes:
    with open_regular_file(path) as descriptor:
        return read_start(descriptor, _LARGEST_FILE)
