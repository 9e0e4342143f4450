"""Notes that are saved while the program runs, and put back at the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Self

from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault


class Saver:
    """Saves notes of a vault, the same for the same seed; as a context manager it puts back what they were.

    Args:
        vault: Its folder.
        seed: Of the choice of notes.
    """

    def __init__(self, vault: Path, seed: int = 7) -> None:
        self._vault = vault
        # Not what is excluded or lies in hidden folders: nobody would be told of its change.
        self._notes = [vault / note.path for note in scan_vault(vault, VaultSettings()).notes]
        self._chance = random.Random(seed)
        self._before: dict[Path, bytes] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for note in list(self._before):
            self.put_back(note)

    def choose(self) -> Path:
        """Some note."""
        return self._chance.choice(self._notes)

    def path(self, note: Path) -> str:
        """A note's path as the index has it."""
        return note.relative_to(self._vault).as_posix()

    def save(self, note: Path, line: str) -> None:
        """Save a note with one more line."""
        self._before.setdefault(note, note.read_bytes())
        note.write_bytes(note.read_bytes() + f"\n{line}\n".encode())

    def put_back(self, note: Path) -> None:
        """Save a note as it was at first."""
        note.write_bytes(self._before.pop(note))
