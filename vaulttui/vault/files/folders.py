"""The folders of a vault that notes are looked for in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vaulttui.settings import VaultSettings
from vaulttui.vault.files.ignore import FolderRules, PathFilter, is_storable
from vaulttui.vault.patience import PATIENCE


def visible_folders(root: Path, settings: VaultSettings) -> Iterator[str]:
    """List the folders of a vault that a scan looks into: none that is left out, and none through a symbolic link.

    Args:
        root: The vault's folder.
        settings: What is left out.

    Yields:
        Paths relative to the vault, the vault's own folder first, as ``""``; none of another folder that cannot be
        listed, or not in time.

    Raises:
        SettingsError: A glob of the settings is malformed.
    """
    left_out = PathFilter(root, settings)
    waiting: list[tuple[str, FolderRules]] = [("", ())]
    while waiting:
        folder, chain = waiting.pop()
        path = f"{root}/{folder}" if folder else os.fspath(root)
        try:
            names = PATIENCE.call(path, _folders_in, path)
        except OSError:
            names = []
            if folder:
                continue
        yield folder
        if names:
            chain = left_out.rules_below(folder, chain)
        for name in names:
            below = f"{folder}/{name}" if folder else name
            if is_storable(name) and not left_out.leaves_out(below, chain, folder=True):
                waiting.append((below, chain))


def _folders_in(path: str) -> list[str]:
    """Names of the folders in a folder, hidden ones aside."""
    with os.scandir(path) as entries:
        return [entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)]
