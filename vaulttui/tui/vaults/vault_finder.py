"""Looking for vaults: those that were opened before, those that look like one, and any folder whose path is typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vaulttui.paths import expanded, is_marked
from vaulttui.vault.untrusted import is_folder

_DEPTH: Final = 3
"""Folders below the home folder that are looked into."""
_MOST_FOLDERS: Final = 2_000
_MOST_FOUND: Final = 30
_BIG_AND_BORING: Final = frozenset({"node_modules", "Library", "AppData", "snap", "go", "venv"})


@dataclass(frozen=True, slots=True)
class FoundVault:
    """A folder that can be opened."""

    path: Path
    recent: bool = False
    """Whether it was opened before."""


@dataclass(frozen=True, slots=True)
class SampleVault:
    """A vault to look at before one has notes of one's own."""

    folder: Path
    """Where it is, or will be."""
    make: Callable[[], object]
    """Makes it unless it is there; called on a thread. Raises a :class:`VaultTuiError` if it cannot."""


def find_vaults(recent: Sequence[Path], home: Path, here: Path | None = None) -> list[FoundVault]:
    """The vaults that were opened before, the working directory if it has notes, those not far below the home folder.

    Blocks for as long as the disk takes; looks into at most a few thousand folders, and into none that is hidden.

    Args:
        recent: Vaults that were opened before, the last one first.
        home: Where to look.
        here: The working directory.
    """
    known = [*recent]
    if here is not None and here != home and here not in known and _has_notes(here):
        known.append(here)
    found = [path for path in _marked_folders(home) if path not in known]
    return [FoundVault(path, recent=path in recent) for path in (*known, *sorted(found))]


def _has_notes(folder: Path) -> bool:
    """Whether a folder has Markdown files in it, not only below it."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".md") and entry.name[0] != "." and entry.is_file() for entry in entries)
    except OSError:
        return False


def _marked_folders(home: Path) -> Iterator[Path]:
    """Folders that have a marker, without those within another one, nearest first."""
    level, seen, found = [home], 0, 0
    for _ in range(_DEPTH):
        below: list[Path] = []
        for folder in level:
            seen += 1
            if folder != home and is_marked(folder):
                yield folder
                found += 1
            else:
                names = (name for name in _folders_in(folder) if name[0] != "." and name not in _BIG_AND_BORING)
                below += [folder / name for name in names]
            if found >= _MOST_FOUND or seen >= _MOST_FOLDERS:
                return
        level = below


def _folders_in(folder: Path) -> list[str]:
    """Names of the folders in a folder, links left out; none if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def is_path(typed: str) -> bool:
    """Whether what was typed is meant as a path and not as a part of a name."""
    return typed.startswith(("/", "~", "./", "../"))


def folders_like(typed: str) -> list[Path]:
    """The folder whose path was typed, and the folders whose path begins so."""
    path = expanded(typed)
    within = path if typed.endswith("/") else path.parent
    begin = "" if typed.endswith("/") else path.name
    names = [
        name
        for name in _folders_in(within)
        if name.casefold().startswith(begin.casefold()) and (name[0] != "." or begin.startswith("."))
    ]
    exact = [path] if is_folder(path) else []
    return [folder.absolute() for folder in (*exact, *(within / name for name in names if within / name != path))]
