"""The notes that an index holds, and whatever writes or remembers them, all of it kept in step."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from vaulttui.index.storage.database import Database
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.sync.known_files import KnownFiles
from vaulttui.index.sync.plan import declared_types
from vaulttui.index.writing.housekeeping import Housekeeping
from vaulttui.index.writing.identities import Identities
from vaulttui.index.writing.warning_store import WarningStore
from vaulttui.index.writing.writer import IndexWriter
from vaulttui.settings import VaultSettings


class NoteStore:
    """The notes of an index. Reads no note's file: what is new is written through :attr:`writer`.

    Args:
        database: An open index.
        root: The vault's folder.
        settings: How the vault is read.
    """

    def __init__(self, database: Database, root: Path, settings: VaultSettings) -> None:
        self._database = database
        self._root = root
        self._settings = settings
        self.lock = threading.RLock()
        """Held by whoever changes the notes."""
        self.filled = database.replacements
        """What this was when the index last had all notes."""
        self.clearings = 0
        """How often all was taken out of the index."""
        self.meta = IndexMeta(database)
        identities = Identities(database, self.meta)
        self.housekeeping = Housekeeping(database, self.meta, identities, settings.language)
        self.writer = IndexWriter(self.meta, identities)
        self.warnings = WarningStore(database, self.meta)
        self.known = KnownFiles(database, root)

    @property
    def count(self) -> int:
        """Notes in the index."""
        return self.known.note_count

    @property
    def emptied(self) -> bool:
        """Whether the index was damaged and begun anew, and has not got all notes again since."""
        return self.filled != self._database.replacements

    def catch_up(self) -> None:
        """Learn anew what the index holds if it was damaged and begun anew, or if nobody knows whether the last that
        was written went through."""
        self._database.ensure_usable()
        if self.meta.outdated:
            self.meta.reload()
            self.writer.reload()
            self.known.forget()
        elif self.known.doubtful:
            self.writer.reload()
            self.known.learn_notes_again()
        self.known.read()

    def delete(self, notes: Mapping[str, IndexedFile]) -> None:
        """Take notes out of the index.

        Args:
            notes: What the index has of them, by path.
        """
        with self.known.following():
            self.writer.delete_notes(notes)
            self.known.drop_notes(notes)

    def clear(self) -> None:
        """Take everything out of the index. Nothing of it is read that can be done without: that may be why."""
        self._database.ensure_usable()
        if self.meta.outdated or self.known.doubtful:
            self.meta.reload()
            self.writer.reload()
        self.clearings += 1
        self.writer.clear()
        self.known.clear()
        self.housekeeping.checkpoint()

    def settle(self, *, everything: bool, resolved: bool = False) -> None:
        """Let links resolve to what is there now: the last of what follows from notes that were written or went. While
        others are still expected it is not the last.

        Args:
            everything: Nobody knows what came or went: an earlier work was broken off.
            resolved: Every link of the index was resolved among all files when it was written.
        """
        names, attachments = self.known.settle(resolved=resolved)
        symlinks = self.known.symlinks if self.known.symlinks_changed else None
        self.writer.settle(
            None if everything or (symlinks is not None and not resolved) else names,
            lambda: self.known.resolver,
            attachments=attachments,
            symlinks=symlinks,
            more_follows=self.known.expecting,
        )
        self.known.settled()

    def check_property_types(self) -> None:
        """Warn of properties whose type differs between notes, and of no others."""
        self.warnings.check_property_types(declared_types(self._root, self._settings))
