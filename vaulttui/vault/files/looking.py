"""Looking at single paths of a vault, for as long as their file system may take to answer."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Literal, TypeAlias

from vaulttui.vault.files.file_stat import stat_file
from vaulttui.vault.note import FileStat
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.untrusted import is_folder, resolve_inside

Kind: TypeAlias = Literal["folder", "other", "nothing"]


def stat_inside(root: Path, relative: str) -> FileStat | None:
    """Look at one file of a vault.

    Args:
        root: The vault's folder.
        relative: Path relative to it.

    Returns:
        See :func:`~vaulttui.vault.files.file_stat.stat_file`.

    Raises:
        PathOutsideVaultError: See :func:`~vaulttui.vault.untrusted.resolve_inside`.
        OSError: It cannot be told, or not in time.
    """
    path = f"{root}/{relative}"
    return PATIENCE.call(path.rpartition("/")[0], lambda: stat_file(resolve_inside(root, relative)))


def kind_of(path: Path) -> Kind:
    """What there is at a path; what cannot be looked at is nothing.

    Raises:
        TimeoutError: The file system does not answer in time.
    """
    return PATIENCE.call(os.fspath(path.parent), _kind_of, path)


def is_link(path: Path) -> bool:
    """Whether there is a symbolic link at a path, wherever it leads.

    Raises:
        TimeoutError: The file system does not answer in time.
    """
    return PATIENCE.call(os.fspath(path.parent), os.path.islink, path)


def vanished(root: Path, paths: Collection[str]) -> frozenset[str]:
    """Which of some files of a vault are not there any more. None are where the vault itself is not, or where its file
    system does not answer in time: nothing is known of its files then.

    Args:
        root: The vault's folder.
        paths: Relative to it.
    """
    try:
        gone = frozenset(path for path in paths if kind_of(root / path) != "other")
        return gone if len(gone) < len(paths) or kind_of(root) == "folder" else frozenset()
    except TimeoutError:
        return frozenset()


def _kind_of(path: Path) -> Kind:
    return "folder" if is_folder(path) else "other" if os.path.lexists(path) else "nothing"
