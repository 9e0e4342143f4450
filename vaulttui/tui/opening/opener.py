"""Handing notes, folders and addresses to other programs of the desktop."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

from vaulttui.errors import VaultTuiError
from vaulttui.tui.opening.desktop import ProgramNotStartedError, has_desktop, start_detached
from vaulttui.vault.untrusted import is_folder

_SCHEMES = frozenset({"http", "https", "mailto", "obsidian"})
"""Addresses in notes are data: other schemes could start programs or open files outside the vault."""

_OPENERS: tuple[tuple[str, ...], ...] = (("xdg-open",), ("gio", "open"), ("wslview",))


class CannotOpenError(VaultTuiError):
    """Something cannot be handed to the desktop; the message says why."""

    code = "cannot_open"


def obsidian_uri(vault_name: str, path: str) -> str:
    """The address that opens a note in Obsidian.

    Args:
        vault_name: Name of the vault's folder, which is Obsidian's name for it.
        path: Path of the note, relative to the vault, with ``/``.
    """
    # Obsidian wants everything encoded, slashes and blanks (as %20, not +) included. Names that are not UTF-8 keep
    # their bytes.
    vault, file = (quote(part, safe="", errors="surrogateescape") for part in (vault_name, path))
    return f"obsidian://open?vault={vault}&file={file}"


class Opener:
    """Opens folders and addresses with the desktop's own program for them.

    Args:
        on_failure: Called, from another thread, with what a person should know if the program fails after it has
            started.
        environ: The environment; tells whether there is a desktop.
        which: Finds a program by name, like :func:`shutil.which`.
        platform: Like :data:`sys.platform`.
    """

    def __init__(
        self,
        on_failure: Callable[[str], None],
        *,
        environ: Mapping[str, str] = os.environ,
        which: Callable[[str], str | None] = shutil.which,
        platform: str = sys.platform,
    ) -> None:
        self._on_failure = on_failure
        self._environ = environ
        self._which = which
        self._platform = platform

    def open_folder(self, folder: Path) -> None:
        """Show a folder in the file manager.

        Raises:
            CannotOpenError: There is no such folder, no desktop, or no program to open it with.
        """
        if not is_folder(folder):
            raise CannotOpenError(f"There is no folder {folder}.")
        self._open(str(folder.absolute()))

    def open_address(self, address: str) -> None:
        """Open a web page, a mail address or a note in Obsidian.

        Raises:
            CannotOpenError: The address is of another kind, there is no desktop, or no program to open it with.
        """
        try:
            scheme = urlsplit(address).scheme.casefold()
        except ValueError as error:
            raise CannotOpenError(f"{address} is not a valid address: {error}.") from error
        if scheme not in _SCHEMES:
            raise CannotOpenError(f"{address} is not opened: only {', '.join(sorted(_SCHEMES))} addresses are.")
        self._open(address)

    def _open(self, target: str) -> None:
        """Start the program; ``target`` never begins with ``-``, it is an absolute path or has a scheme."""
        command = self._command()
        if command is None:
            where = "install xdg-utils" if has_desktop(self._environ, self._platform) else "there is no desktop here"
            raise CannotOpenError(f"{target} cannot be opened: {where}.")

        def failed(status: int) -> None:
            self._on_failure(f"{target} was not opened: {command[0]} ended with status {status}.")

        try:
            start_detached([*command, target], failed)
        except ProgramNotStartedError as error:
            raise CannotOpenError(f"{target} cannot be opened. {error.message}") from error

    def _command(self) -> tuple[str, ...] | None:
        """The desktop's program for opening things."""
        if self._platform == "darwin":
            return ("open",)
        # wslview opens on the Windows side, where there always is a desktop.
        usable = _OPENERS if has_desktop(self._environ, self._platform) else _OPENERS[-1:]
        return next((command for command in usable if self._which(command[0]) is not None), None)
