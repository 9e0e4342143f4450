"""The vaults that are measured, in a folder where those of an earlier run may lie."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.scale.generator import Source, generate
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault


def copied_vault(vault: Path, folder: Path) -> Path:
    """A copy of a vault, modification times included, for notes are saved in it.

    Args:
        vault: It.
        folder: Where copies lie; one of the same notes is taken as it is.
    """
    notes = [(note.path, note.stat.size, note.stat.mtime_ns) for note in scan_vault(vault, VaultSettings()).notes]
    name = f"{vault.name}-{_digest(notes)}"
    return _whole(folder / name, lambda part: shutil.copytree(vault, part, symlinks=True))


def made_vault(source: Source, folder: Path, notes: int, seed: int) -> Path:
    """A vault of some number of notes.

    Args:
        source: What it is made of.
        folder: Where vaults lie; one of the same source, number and seed is taken as it is.
        notes: How many.
        seed: Of everything that is drawn.
    """
    return _whole(folder / f"{notes}-{seed}-{_digest(source)}", lambda part: generate(source, part, notes, seed))


def _digest(source: object) -> str:
    """Of what is written alike in every process."""
    return hashlib.sha256(repr(source).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _whole(folder: Path, write: Callable[[Path], object]) -> Path:
    """Have a folder written, unless it is there; one that is written in part has another name."""
    if not folder.exists():
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        write(part)
        part.rename(folder)
    return folder
