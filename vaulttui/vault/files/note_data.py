"""The bytes of a note's file, read as no other program is disturbed and none can lead out of the vault."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.files.birthtime import birthtime_ns
from vaulttui.vault.files.file_stat import file_stat
from vaulttui.vault.note import FileStat
from vaulttui.vault.patience import PATIENCE, Answer
from vaulttui.vault.text import cut_at_line_end
from vaulttui.vault.untrusted import check_relative, open_regular_file, read_start

_ATTEMPTS: Final = 3
"""So often a file is read that changes while it is read."""


@dataclass(frozen=True, slots=True)
class NoteData:
    """What was read of a file, before it is understood."""

    data: bytes
    stat: FileStat
    """Taken before reading: a file that changed meanwhile looks changed to the next scan."""
    truncated: bool
    """True if the file goes on behind ``data``, which ends at a line's end."""


def read_note_data(root: Path, path: str, settings: VaultSettings) -> NoteData:
    """Read the bytes of a note, at most ``settings.max_note_bytes`` of them.

    Args:
        root: The vault's folder.
        path: Relative to it, with ``/``.
        settings: How much is read.

    Raises:
        OSError: It cannot be read, now at least; also for a symbolic link or anything else that is no regular file,
            and if the file system does not answer.
        PathOutsideVaultError: The path leaves the vault.
    """
    return PATIENCE.call(_folder(root, path), _read_data, root, path, settings.max_note_bytes)


def read_notes_data(root: Path, paths: Sequence[str], settings: VaultSettings) -> list[Answer[NoteData]]:
    """As :func:`read_note_data` for several notes, in a good half of the time.

    Returns:
        For each path, what gives its :class:`NoteData` or raises what :func:`read_note_data` raises.
    """
    calls = [(_folder(root, path), (root, path, settings.max_note_bytes)) for path in paths]
    return PATIENCE.call_each(calls, _read_data)


def _folder(root: Path, path: str) -> str:
    return f"{root}/{path}".rpartition("/")[0]


def _read_data(root: Path, path: str, limit: int) -> NoteData:
    _check_path(root, path)
    for _ in range(_ATTEMPTS):
        with open_regular_file(f"{root}/{path}") as descriptor:
            before = os.fstat(descriptor)
            data = read_start(descriptor, min(before.st_size, limit) + 1)
            after = os.fstat(descriptor)
            birth = birthtime_ns(descriptor)
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
            break
    truncated = len(data) > limit
    if truncated:
        data = cut_at_line_end(data[:limit])
    return NoteData(data, file_stat(before)._replace(birthtime_ns=birth), truncated)


def _check_path(root: Path, path: str) -> None:
    """Make sure that a path stays in the vault, cheaply: no link on the way may be a symbolic one."""
    check_relative(path)
    folder = str(root)
    for part in path.split("/")[:-1]:
        folder = f"{folder}/{part}"
        if os.path.islink(folder):  # noqa: PTH114 - five times as fast
            raise OSError(errno.ELOOP, "a folder on the way is a symbolic link, which is not followed", path)
