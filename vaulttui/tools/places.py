"""Folders that a tool is asked to look in: confined to the vault, and there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from vaulttui.errors import PathOutsideVaultError, UsageError, VaultNotFoundError
from vaulttui.search.engine import FoundFile, SearchEngine
from vaulttui.search.expression import AllOf, Expression, FolderIs, Not, PathGlob, literal
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.query import FileQuery
from vaulttui.spellings import as_spelled, in_listed_case
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.untrusted import is_folder, resolve_inside

OUTSIDE = "Path must be within vault"


class FolderNotFoundError(UsageError):
    """There is no such folder.

    Args:
        folder: As it was given.
    """

    def __init__(self, folder: str) -> None:
        super().__init__(f"Folder not found: {folder}")
        self.folder = folder


class NotAFolderError(UsageError):
    """There is something of that path, but no folder.

    Args:
        path: As it was given.
    """

    def __init__(self, path: str) -> None:
        super().__init__(f"Not a folder: {path}")
        self.path = path


class Finder(Protocol):
    """Finds files and folders by name. Every search engine is one; it needs no index."""

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """Find files and folders by name."""


def find_folder(finder: Finder, folder: str, holds_notes: Callable[[str], bool] | None = None) -> str:
    """The folder of the vault that a path means.

    Args:
        finder: Tells what is excluded.
        folder: Relative to the vault; ``.`` or ``/`` is its root.
        holds_notes: A quick way to tell that a folder is not excluded; where it answers no, the vault is walked.

    Returns:
        Its path as the vault lists it, ``""`` for the root. A symbolic link gives the folder that it leads to.

    Raises:
        FolderNotFoundError: It is not there.
        NotAFolderError: It is no folder.
        UsageError: It leaves the vault, or is excluded.
        VaultNotFoundError: The vault itself is not there any more.
    """
    if folder.startswith("/") and folder.strip("/"):
        raise UsageError(OUTSIDE)
    relative = "/".join(part for part in folder.split("/") if part not in ("", "."))
    root = Path(finder.vault_path)
    try:
        resolve_inside(root, relative)
        path = resolve_inside(root, as_spelled(root, relative))
    except PathOutsideVaultError as error:
        raise UsageError(OUTSIDE) from error
    if not is_folder(path):
        check_vault(root)
        if os.path.lexists(path):
            raise NotAFolderError(folder)
        raise FolderNotFoundError(folder)
    real = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    listed = "" if real == "." else real.replace(os.sep, "/")

    def is_of_vault(name: str) -> bool:
        return not name or (holds_notes is not None and holds_notes(name)) or is_listed(finder, name, folder=True)

    if is_of_vault(listed):
        return listed
    # Where capitals make no other name the folder is there by this one, and is listed by its own.
    by_own_name = in_listed_case(root, listed)
    if by_own_name == listed or not is_of_vault(by_own_name):
        raise UsageError(f"Folder is excluded: {folder}")
    return by_own_name


def find_searched_folder(engine: SearchEngine, folder: str) -> str:
    """The folder of the vault that a path means, as :func:`find_folder` gives it; where notes of it are indexed, the
    vault is not walked.

    Raises:
        FolderNotFoundError: As :func:`find_folder`.
        UsageError: As :func:`find_folder`.
        VaultNotFoundError: As :func:`find_folder`.
    """
    return find_folder(engine, folder, lambda listed: any_note(engine, in_folder(listed, recursive=True)))


def check_vault(root: Path) -> None:
    """See that the vault is still there: what is missing of one that has vanished is not missing.

    Raises:
        VaultNotFoundError: It is not there, or does not answer.
    """
    try:
        there = PATIENCE.call(str(root), is_folder, root)
    except TimeoutError:
        there = False
    if not there:
        raise VaultNotFoundError(
            f"The vault {str(root)!r} is not there any more. "
            "Check the path, and whether its disk is mounted; nothing was removed from the index."
        )


def is_listed(finder: Finder, path: str, *, folder: bool = False) -> bool:
    """Whether a walk through the vault comes upon a file or folder: it is there, and not excluded.

    Args:
        finder: Walks.
        path: Relative to the vault, as the vault lists it.
        folder: Whether it is a folder.
    """
    if any(part.startswith(".") for part in path.split("/")):
        return False
    found = finder.find(FileQuery(f"**/{literal(path)}", limit=1_000_000))
    return any(item.folder == folder and item.path == path for item in found)


def in_folder(folder: str, *, recursive: bool) -> Expression:
    """A condition for the notes of a folder, as :func:`find_folder` gives it.

    Other than ``FolderIs`` it takes the path exactly: two folders may differ by case alone.
    """
    if not folder:
        return FolderIs("", recursive)
    below = PathGlob(f"{literal(folder)}/*", exact=True)
    if recursive:
        return below
    return AllOf((below, Not(PathGlob(f"{literal(folder)}/*/*", exact=True))))
