"""Keeps the index's notes as the vault's files are. Knows no threads: the background worker and the engine call it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Literal

from vaulttui.index.progress import IndexChanged, Listener, RefreshReport
from vaulttui.index.reading.batches import Stop
from vaulttui.index.storage.database import Database
from vaulttui.index.sync.loading import NoteLoader
from vaulttui.index.sync.moves import held_back, moved_notes, moves_left
from vaulttui.index.sync.note_store import NoteStore
from vaulttui.index.sync.reconciler import Reconciler
from vaulttui.index.sync.single_notes import SingleNotes
from vaulttui.index.sync.watcher import is_rule_file
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.looking import Kind, is_link, kind_of
from vaulttui.vault.files.scan_ahead import Scan


class Indexer:
    """Phase 1: text and metadata of every note.

    Every method may be called from any thread; one at a time does its work.

    Args:
        database: An open index.
        root: The vault's folder.
        settings: How the vault is read.
        emit: Gets progress and changes, from whichever thread works.
        at_once: Read now what the index holds, and mend it if it is damaged; else with the first that needs it.
    """

    def __init__(
        self, database: Database, root: Path, settings: VaultSettings, emit: Listener, *, at_once: bool = True
    ) -> None:
        self._root = root
        self._settings = settings
        self._emit = emit
        self._database = database
        self._store = store = NoteStore(database, root, settings)
        self._known = store.known
        self.meta = store.meta
        self.warnings = store.warnings
        loader = NoteLoader(root, settings, store, emit)
        self._single = SingleNotes(root, loader, store.known, store.warnings)
        if at_once:
            _ = self.note_count  # meets damage here, where it is mended
        self._reconciler = Reconciler(database, root, settings, store, loader, emit)

    @property
    def note_count(self) -> int:
        """Notes in the index."""
        return self._store.count

    @property
    def emptied(self) -> bool:
        """See :attr:`NoteStore.emptied`."""
        return self._store.emptied

    def reconcile(self, stop: Stop, ahead: Scan | None = None) -> RefreshReport:
        """See :meth:`Reconciler.reconcile`."""
        return self._reconciler.reconcile(stop, ahead)

    def differs(self, stop: Stop) -> bool:
        """See :meth:`Reconciler.differs`."""
        return self._reconciler.differs(stop)

    def stale_paths(self) -> tuple[str, ...]:
        """See :meth:`Reconciler.stale_paths`."""
        return self._reconciler.stale_paths()

    def update_paths(self, paths: Iterable[str]) -> frozenset[str]:
        """Read some notes again, or take them out if they are gone.

        Args:
            paths: Relative to the vault. Anything that is no note of the vault is passed over.

        Returns:
            The paths whose notes changed in the index.

        Raises:
            IndexFault: The index cannot be written.
        """
        changed: set[str] = set()
        self._database.memory.enough_for(lambda: self._update_paths(paths, changed))
        return frozenset(changed)

    def _update_paths(self, paths: Iterable[str], changed: set[str]) -> None:
        """Update, and tell of the paths whose notes changed before a fault as well."""
        with self._store.lock:
            self._store.catch_up()
            doubtful = self._store.writer.unsettled
            paths = self._known.with_unread_moves(paths)
            told = self.meta.generation
            moved: dict[str, str] = {}
            read: Collection[str] = ()
            try:
                gone, files = self._single.look_at(paths, self._reconciler.rules)
                moves = moved_notes(gone, files, self._known.notes)
                before = {path: self._known.notes[path] for path in moves}
                held = held_back(moves, gone, self._root, self._settings)
                follows = self._single.read(files, held, moves.values(), changed)
                read = files.keys()  # of those that did not change in the index, their dates or warnings may have
                left = moves_left(moves.items(), before, self._known.notes)
                moved = {old: new for old, new in moves.items() if old in gone and new in changed}
                gone = {path: file for path, file in gone.items() if path not in left.waiting}
                gone.update(left.there)
                self._store.delete(gone)
                self._known.keep_unread_moves(left.waiting, paths)
                changed.update(gone)
            finally:  # what was written can be found from now on; what follows for other notes comes after it
                if self.meta.generation != told:
                    told = self.meta.generation
                    self._emit(IndexChanged(told, frozenset(changed.union(read)), moved=moved))
            if doubtful or follows or gone:
                self._store.check_property_types()
            self._store.settle(everything=doubtful)
            if self.meta.generation != told:
                self._emit(IndexChanged(self.meta.generation, frozenset(changed)))

    def rest(self) -> bool:
        """Let go of what the database read, if that is much, see :meth:`DatabaseMemory.rest`.

        Raises:
            IndexFault: The index cannot be read.
        """
        return self._database.memory.rest()

    def get_ready(self) -> None:
        """Do what makes the next saved note cheap, and the file small, when there is time."""
        with self._store.lock:
            if self.meta.outdated:
                return
            _ = self._known.resolver  # made when it is first asked for
            self._store.writer.get_ready()
            self._store.housekeeping.tidy()

    def needs_scan(self, paths: Collection[str]) -> bool:
        """Whether only a scan tells what some changed paths mean: a folder that came, went or made room for a file, a
        symbolic link, rules of what to read, or a note whose name is spelled otherwise now."""
        kinds = {path: kind for path in paths if (kind := self._kind_of(path)) is not None}
        special = not {"folder", "link"}.isdisjoint(kinds.values())
        if special or any(map(is_rule_file, paths)):
            return True
        with self._store.lock:
            return (
                not self._known.symlinks.keys().isdisjoint(paths)
                or self._known.lie_below_any(kinds)
                or self._known.name_otherwise_any(path for path, kind in kinds.items() if kind == "other")
            )

    def _kind_of(self, path: str) -> Kind | Literal["link"] | None:
        place = self._root / path
        try:
            return "link" if is_link(place) else kind_of(place)
        except TimeoutError:  # a scan would not be answered either
            return None

    def has(self, path: str) -> bool:
        """Whether there is a note in the index."""
        with self._store.lock:
            return path in self._known.notes

    def remove(self, path: str) -> bool:
        """Take one note out of the index. Returns whether it was there."""
        with self._database.memory.roomy(), self._store.lock:
            self._store.catch_up()
            doubtful = self._store.writer.unsettled
            known = self._known.notes.get(path)
            if known is None:
                return False
            self._store.delete({path: known})
            self._store.check_property_types()
            self._store.settle(everything=doubtful)
            self._emit(IndexChanged(self.meta.generation, frozenset((path,))))
            return True

    def clear(self) -> None:
        """Empty the index."""
        with self._database.memory.roomy(), self._store.lock:
            self._store.clear()
            self._emit(IndexChanged(self.meta.generation, None))
