"""Listing a vault: which notes, attachments and folders there are, without reading any of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from vaulttui.errors import VaultNotFoundError
from vaulttui.settings import VaultSettings
from vaulttui.shortage import remedy
from vaulttui.values import dataclass
from vaulttui.vault.files.file_stat import UNKNOWN_STAT, file_stat
from vaulttui.vault.files.ignore import FolderRules, PathFilter, PathWarning, is_storable
from vaulttui.vault.files.scan_digest import ScanDigest
from vaulttui.vault.note import FileStat, NoteWarning
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.untrusted import is_folder

SCAN_CODES: Final = (
    *("folder_unreadable", "ignore_rule_invalid", "name_not_utf8", "not_a_file", "symlink_outside"),
    *("obsidian_settings_invalid", "logseq_settings_invalid"),
)
"""Codes of all warnings that a scan may give."""

_new_tuple: Final = tuple.__new__
"""Makes a named tuple in half the time."""


class ScannedFile(NamedTuple):
    """One note that is there."""

    path: str
    """Relative to the vault, with ``/``, exactly as the file system spells it."""
    stat: FileStat


@dataclass(frozen=True, slots=True)
class ScanResult:
    """What a vault holds. All paths are relative to it, with ``/``, and sorted."""

    notes: tuple[ScannedFile, ...]
    attachments: tuple[str, ...]
    """All other files."""
    hidden_attachments: tuple[str, ...]
    """Those that Obsidian or Logseq keeps out of sight: links lead there, and nothing else tells of them. Notes that
    are kept so are left out altogether."""
    folders: tuple[str, ...]
    """All folders but the vault's own."""
    symlinks: tuple[tuple[str, str], ...]
    """Symbolic links that lead to a place within the vault, and what that is: without links, ``""`` for the vault's own
    folder. Nothing need be there."""
    warnings: tuple[PathWarning, ...]
    unreadable_folders: tuple[str, ...]
    """Folders of whose content nothing is known, and what may be a folder or a file: neither it nor notes below it must
    be taken for removed. ``""`` is the vault's own folder, so that none must."""
    digest: bytes
    """32 bytes that are equal for two scans only if nothing has changed in between that an index goes by."""


def scan_vault(root: Path, settings: VaultSettings, stop: Callable[[], bool] | None = None) -> ScanResult:
    """List a vault.

    Dot-files and what the settings, ``.gitignore`` and Obsidian exclude are left out. Symbolic links are not followed:
    what they lead to within the vault is listed where it really is, and they are listed apart. Pipes, sockets and
    devices are left out.

    Args:
        root: The vault's folder.
        settings: What to leave out.
        stop: Asked once a folder; when it answers true, the result is what was found so far, with the whole vault
            among the unreadable folders.

    Raises:
        VaultNotFoundError: The folder does not exist, is not a folder, or cannot be listed, now or any more.
        SettingsError: A glob of the settings is malformed.
    """
    scanner = _Scanner(root, settings)
    scanner.run(stop)
    return scanner.result()


def digest_of_vault(root: Path, settings: VaultSettings, stop: Callable[[], bool] | None = None) -> bytes:
    """The digest alone that :func:`scan_vault` would give, a little sooner; it raises the same."""
    scanner = _Scanner(root, settings)
    scanner.run(stop)
    return scanner.digest()


_Looked: TypeAlias = list[tuple["os.DirEntry[str]", "os.stat_result | None"]]


def _list_folder(path: str) -> _Looked:
    """The entries of a folder, and of each that may be a note what it is."""
    with os.scandir(path) as found:
        entries = list(found)
    looked: _Looked = []
    for entry in entries:
        seen = None
        if is_note_name(entry.name):
            try:
                seen = entry.stat(follow_symlinks=False)
            except OSError:
                seen = None  # whoever asks again is told so
        looked.append((entry, seen))
    return looked


class _Scanner:
    def __init__(self, root: Path, settings: VaultSettings) -> None:
        self._root = os.fspath(root)
        self._real_root = os.path.realpath(root)
        self._filter = PathFilter(root, settings)
        self._notes: list[ScannedFile] = []
        self._attachments: list[str] = []
        self._hidden: list[str] = []
        self._hidden_folders: list[tuple[str, FolderRules]] = []
        self._folders: list[str] = []
        self._warnings: list[PathWarning] = []
        self._unreadable: list[str] = []
        self._symlinks: list[tuple[str, str]] = []
        self._digest = ScanDigest()

    def run(self, stop: Callable[[], bool] | None) -> None:
        try:
            entries = self._list("")
        except OSError as error:
            raise self._not_found(error) from error
        waiting: list[tuple[str, FolderRules]] = []
        self._visit("", entries, (), waiting)
        while waiting:
            if stop is not None and stop():
                self._unreadable.append("")
                break
            folder, chain = waiting.pop()
            try:
                entries = self._list(folder)
            except (FileNotFoundError, NotADirectoryError):
                continue  # gone since its name was read
            except OSError as error:
                self._unreadable.append(folder)
                self._warn(folder, "folder_unreadable", f"The folder cannot be listed ({error.strerror}).")
                continue
            self._folders.append(folder)
            self._visit(folder, entries, chain, waiting)
        while self._hidden_folders:
            if stop is not None and stop():
                self._unreadable.append("")
                break
            self._visit_hidden(*self._hidden_folders.pop())
        if not is_folder(self._root):
            raise self._not_found(FileNotFoundError("it vanished while it was being read"))

    def digest(self) -> bytes:
        """To be asked once, at the end."""
        self._digest.add_folder((), sorted(self._hidden))
        return self._digest.finish(sorted(self._unreadable), self._all_warnings(), sorted(self._symlinks))

    def result(self) -> ScanResult:
        return ScanResult(
            notes=tuple(sorted(self._notes, key=itemgetter(0))),
            attachments=tuple(sorted(self._attachments)),
            hidden_attachments=tuple(sorted(self._hidden)),
            folders=tuple(sorted(self._folders)),
            symlinks=tuple(sorted(self._symlinks)),
            warnings=self._all_warnings(),
            unreadable_folders=tuple(sorted(self._unreadable)),
            digest=self.digest(),
        )

    def _all_warnings(self) -> tuple[PathWarning, ...]:
        return tuple(sorted([*self._warnings, *self._filter.warnings], key=lambda warning: warning[0]))

    def _list(self, folder: str) -> _Looked:
        path = f"{self._root}/{folder}"
        return PATIENCE.call(path, _list_folder, path)

    def _visit(self, folder: str, looked: _Looked, chain: FolderRules, waiting: list[tuple[str, FolderRules]]) -> None:
        """Sort the entries of one folder into lists, and add its folders to those that wait."""
        prefix = f"{folder}/" if folder else ""
        if any(entry.name == ".gitignore" for entry, _ in looked):
            chain = self._filter.rules_below(folder, chain)
        leaves_out = self._filter.leaves_out
        notes, attachments = len(self._notes), len(self._attachments)
        for entry, seen in looked:
            name = entry.name
            if name[0] == ".":
                continue
            path = prefix + name
            if not name.isascii() and not is_storable(name):
                self._unstorable(entry, path, chain)
            elif seen is not None and stat.S_ISREG(seen.st_mode):  # most are, and that is all there is to ask
                if not leaves_out(path, chain, folder=False):
                    self._notes.append(_new_tuple(ScannedFile, (path, file_stat(seen))))
            else:
                try:
                    self._sort_in(entry, path, chain, waiting)
                except OSError as error:
                    if not leaves_out(path, chain, folder=True):
                        self._unknown(path, error)
        self._digest.add_folder(self._notes[notes:], self._attachments[attachments:])

    def _sort_in(
        self, entry: os.DirEntry[str], path: str, chain: FolderRules, waiting: list[tuple[str, FolderRules]]
    ) -> None:
        """Sort one entry into a list.

        Raises:
            OSError: It cannot be told what it is, where the file system does not say so with the name.
        """
        if entry.is_symlink():
            if not self._filter.leaves_out(path, chain, folder=False):
                self._symlink(entry, path, chain)
        elif entry.is_dir(follow_symlinks=False):
            if not self._filter.leaves_out(path, chain, folder=True):
                waiting.append((path, chain))
            elif not self._filter.leaves_out_altogether(path, chain, folder=True):
                self._hidden_folders.append((path, chain))
        elif self._filter.leaves_out(path, chain, folder=False):
            self._hide(entry, path, chain)
        elif not entry.is_file(follow_symlinks=False):
            if is_note_name(path):
                self._warn(path, "not_a_file", "It is a pipe, a socket or a device, not a file: it is not read.")
        elif is_note_name(path):
            self._unseen(entry, path)
        else:
            self._attachments.append(path)

    def _visit_hidden(self, folder: str, chain: FolderRules) -> None:
        """Take note of the attachments in a folder that is kept out of sight, and of its folders."""
        try:
            looked = self._list(folder)
        except (FileNotFoundError, NotADirectoryError):
            return  # gone since its name was read
        except OSError:
            self._unreadable.append(folder)  # without a warning: nobody misses what is not shown
            return
        if any(entry.name == ".gitignore" for entry, _ in looked):
            chain = self._filter.rules_below(folder, chain)
        for entry, _ in looked:
            path = f"{folder}/{entry.name}"
            if entry.name[0] == "." or not is_storable(entry.name):
                continue
            with suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    self._hide(entry, path, chain)
                elif not self._filter.leaves_out_altogether(path, chain, folder=True):
                    self._hidden_folders.append((path, chain))

    def _hide(self, entry: os.DirEntry[str], path: str, chain: FolderRules) -> None:
        """Take note of an attachment that is kept out of sight; it raises as :meth:`_sort_in`."""
        left_out = is_note_name(path) or self._filter.leaves_out_altogether(path, chain, folder=False)
        if not left_out and entry.is_file(follow_symlinks=False):
            self._hidden.append(path)

    def _unknown(self, path: str, error: OSError) -> None:
        """Take note of what may be a file or a folder: what is known of it from before is not known to be gone."""
        if is_note_name(path):
            self._notes.append(ScannedFile(path, UNKNOWN_STAT))
        self._unreadable.append(path)
        self._warn(path, "folder_unreadable", f"It cannot be looked at ({error.strerror}).")

    def _unseen(self, entry: os.DirEntry[str], path: str) -> None:
        """Look once more at a note that could not be looked at."""
        try:
            found = file_stat(entry.stat(follow_symlinks=False))
        except FileNotFoundError:
            return
        except OSError:
            found = UNKNOWN_STAT
        self._notes.append(ScannedFile(path, found))

    def _symlink(self, entry: os.DirEntry[str], path: str, chain: FolderRules) -> None:
        try:
            real = PATIENCE.call(entry.path, os.path.realpath, entry.path)
        except FileNotFoundError:  # it has just gone
            return
        except OSError:  # it does not answer in time: it is not followed, so that matters to links alone
            self._unreadable.append(path)
            return
        root = self._real_root.rstrip("/") + "/"
        inside = real == self._real_root or real.startswith(root)
        if inside:
            place = real[len(root) :]
            if place != path and is_storable(place):
                self._symlinks.append((path, place))
        elif not self._filter.leaves_out(path, chain, folder=True) if is_folder(real) else is_note_name(path):
            self._warn(path, "symlink_outside", "The symbolic link leads out of the vault: it is not followed.")

    def _unstorable(self, entry: os.DirEntry[str], path: str, chain: FolderRules) -> None:
        try:
            folder = entry.is_dir(follow_symlinks=False)
        except OSError:  # that matters to rules for folders alone
            folder = False
        if self._filter.leaves_out(path, chain, folder=folder):
            return
        shown = path.encode("utf-8", "replace").decode()
        self._warn(shown, "name_not_utf8", "The name is not valid UTF-8: rename it to have it indexed.")

    def _warn(self, path: str, code: str, message: str) -> None:
        self._warnings.append((path, NoteWarning(code, message)))

    def _not_found(self, error: OSError) -> VaultNotFoundError:
        reason = error.strerror or str(error)
        helps = remedy(error) or "Check the path, and whether its disk is mounted"
        return VaultNotFoundError(
            f"The vault {self._root!r} cannot be read: {reason}. {helps}; nothing was removed from the index."
        )
