"""Single notes that were saved, came or went, looked at one by one: a scan of the vault would take longer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from vaulttui.errors import PathOutsideVaultError
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.sync.known_files import KnownFiles
from vaulttui.index.sync.loading import NoteLoader
from vaulttui.index.sync.plan import stat_key
from vaulttui.index.writing.warning_store import WarningStore
from vaulttui.vault.files.ignore import PathFilter
from vaulttui.vault.files.looking import kind_of, stat_inside
from vaulttui.vault.note import READ_FAILED, FileStat
from vaulttui.vault.note_names import is_note_name


class SingleNotes:
    """Reads what is new or changed of some paths, and finds what is gone.

    Args:
        root: The vault's folder.
        loader: Reads and writes notes.
        known: What the index has.
        warnings: Where it is told what could not be read.
    """

    def __init__(self, root: Path, loader: NoteLoader, known: KnownFiles, warnings: WarningStore) -> None:
        self._root = root
        self._loader = loader
        self._known = known
        self._warnings = warnings

    def look_at(self, paths: Iterable[str], rules: PathFilter) -> tuple[dict[str, IndexedFile], dict[str, FileStat]]:
        """Find what is gone, new or changed.

        Args:
            paths: Relative to the vault. Anything that is no note of the vault is passed over.
            rules: What is no note of the vault.

        Returns:
            The notes that are gone, which are still in the index, and the files of notes to read.

        Raises:
            IndexFault: The index cannot be written.
        """
        gone: dict[str, IndexedFile] = {}
        files: dict[str, FileStat] = {}
        for path in paths:
            try:
                stat = None if rules.excluded(path) else stat_inside(self._root, path)
            except PathOutsideVaultError:
                stat = None
            except OSError as error:  # it cannot be looked at now: what the index has of it stays
                if is_note_name(path):
                    self._warnings.write_failures([(path, READ_FAILED, error.strerror or str(error))])
                continue
            known = self._known.notes.get(path)
            if stat is None:
                if not self._is_there():
                    continue  # the whole vault has vanished: nothing is known of its notes
                self._known.drop_attachment(path)
                self._warnings.forget_failures([path], READ_FAILED)
                if known is not None:
                    gone[path] = known
            elif not is_note_name(path):
                self._known.add_attachment(path)
            elif known is None or known.stat != stat_key(stat):
                files[path] = stat
        return gone, files

    def read(
        self, files: Mapping[str, FileStat], held: Mapping[str, str], claimed: Collection[str], changed: set[str]
    ) -> bool:
        """Read notes, and write them into the index.

        Args:
            files: Of notes that are new or changed.
            held: Which of them are not read for now, see :func:`~vaulttui.index.sync.moves.held_back`.
            claimed: Paths that notes seem to have moved to, see
                :meth:`~vaulttui.index.sync.loading.NoteLoader.load`.
            changed: Gets the paths of notes that were written, those before a fault as well.

        Returns:
            Whether something follows for other notes.

        Raises:
            IndexFault: The index cannot be written.
        """
        readable = {path: stat for path, stat in files.items() if path not in held}
        follows = self._loader.load_few(readable, claimed, changed)
        self._loader.hold_back(held)
        return follows

    def _is_there(self) -> bool:
        """Whether the vault's folder is there, and answers."""
        try:
            return kind_of(self._root) == "folder"
        except TimeoutError:
            return False
