"""Keeps the index's notes as the vault's files are. Knows no threads: the background worker and the engine call it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from vaulttui.index.database import Database
from vaulttui.index.housekeeping import Housekeeping
from vaulttui.index.identities import Identities
from vaulttui.index.indexed_files import IndexedFile
from vaulttui.index.known_files import KnownFiles
from vaulttui.index.loading import NoteLoader
from vaulttui.index.meta import IndexMeta
from vaulttui.index.plan import (
    Plan,
    check_not_unmounted,
    declared_types,
    make_plan,
    moved_notes,
    reading_fingerprint,
    warning_rows,
)
from vaulttui.index.progress import IndexChanged, Listener, Progress, RefreshReport
from vaulttui.index.reading import Stop
from vaulttui.index.scan_mark import ScanMark
from vaulttui.index.single_notes import SingleNotes
from vaulttui.index.warning_store import READ_FAILED, WarningStore
from vaulttui.index.watcher import is_rule_file
from vaulttui.index.writer import IndexWriter
from vaulttui.settings import VaultSettings
from vaulttui.vault.ignore import PathFilter
from vaulttui.vault.looking import Kind, kind_of
from vaulttui.vault.scan import SCAN_CODES, ScanResult, digest_of_vault, scan_vault
from vaulttui.vault.scan_ahead import ScanAhead

log = logging.getLogger(__name__)


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
        self._lock = threading.RLock()
        self._one_scan = threading.Lock()
        self._database = database
        self._filled = database.replacements
        """What this was when the index last had all notes."""
        self.meta = IndexMeta(database)
        identities = Identities(database)
        self._housekeeping = Housekeeping(database, self.meta, identities)
        self._writer = IndexWriter(self.meta, identities, self._housekeeping)
        self.warnings = WarningStore(database, self.meta)
        self._known = KnownFiles(database, root)
        self._loader = NoteLoader(root, settings, self.meta, self._writer, self.warnings, self._known, emit)
        self._single = SingleNotes(root, self._loader, self._known, self.warnings)
        self._mark = ScanMark(self.meta)
        if at_once:
            _ = self.note_count  # meets damage here, where it is mended
        self._filter = PathFilter(root, settings)

    def _catch_up(self) -> None:
        """Learn anew what the index holds if it was damaged and begun anew."""
        self._database.ensure_usable()
        if self.meta.outdated:
            self.meta.reload()
            self._writer.reload()
            self._known.forget()
        self._known.read()

    @property
    def note_count(self) -> int:
        """Notes in the index."""
        return self._known.note_count

    @property
    def emptied(self) -> bool:
        """Whether the index was damaged and begun anew, and has not got all notes again since."""
        return self._filled != self._database.replacements

    def reconcile(self, stop: Stop, ahead: ScanAhead | None = None) -> RefreshReport:
        """Scan the vault and bring notes up to date.

        Notes below folders that could not be listed, and notes that could not be read now, stay as they were.

        Args:
            stop: Asked now and then; when it answers true, what is done so far stays and the rest is left for later.
            ahead: A scan that began no sooner than this was asked for: what is saved behind it may go unseen.

        Raises:
            VaultNotFoundError: The vault has vanished; nothing was removed.
            IndexFault: The index cannot be written.
        """
        while not self._one_scan.acquire(timeout=0.1):  # a second one would read what the first is just reading
            if stop():
                return RefreshReport(notes=self.note_count)  # the other one may be about to read the files' list
        try:
            return self._database.memory.enough_for(lambda: self._reconcile(stop, ahead))
        finally:
            self._one_scan.release()

    def _reconcile(self, stop: Stop, ahead: ScanAhead | None) -> RefreshReport:
        started = time.perf_counter()
        with self._lock:
            if ahead is not None and self._is_as_scanned(ahead, stop):
                return RefreshReport(notes=self.note_count, seconds_text=time.perf_counter() - started)
            self._catch_up()
            begun = self._database.replacements
            doubtful = self._writer.unsettled
            self._emit(Progress("scanning", notes=len(self._known.notes)))
            self._filter = PathFilter(self._root, self._settings)
            fingerprint = self._fingerprint()  # of now: should the rules change meanwhile, all is read once more
            scan = scan_vault(self._root, self._settings, stop)
            if stop():
                return RefreshReport(notes=len(self._known.notes))
            check_not_unmounted(self._root, scan, len(self._known.notes))
            if not self._known.notes:
                self.meta.set("text_fingerprint", fingerprint)
            plan = self._plan(scan, fingerprint)
            failed = self.warnings.failed_paths(READ_FAILED)
            if not (doubtful or failed) and self._is_up_to_date(plan, scan):
                self._mark.put(scan.digest, fingerprint)
                self._filled = begun
                if not self._housekeeping.settled():
                    self._housekeeping.optimize()
                return RefreshReport(notes=len(self._known.notes), seconds_text=time.perf_counter() - started)
            in_new = not (self._known.notes or self._known.attachments)
            with self._database.memory.roomy():
                moved = self._delete(plan)
                if plan.everything:
                    self._loader.doubt(plan.unlisted)
            # What is gone, and what came back as the index has it (moved away and back, say), is no failure any more.
            doubted = {file.path for file in scan.notes if file.path not in self._known.notes}
            doubted.update(file.path for file in plan.read)
            self.warnings.forget_failures([path for path in failed if path not in doubted], READ_FAILED)
            self._known.expect((file.path for file in scan.notes), plan.attachments)
        with self._database.memory.roomy():
            added, changed = self._loader.load(plan.read, stop, self._lock, reread=plan.everything, moved=moved)
            with self._lock:
                self.warnings.write(warning_rows(scan), replacing=SCAN_CODES)
                self._check_property_types()
                self._settle(everything=doubtful, resolved=in_new)
                if not stop():
                    self.meta.set("text_fingerprint", fingerprint)
                    self._mark.put(scan.digest, fingerprint)
                    self._housekeeping.optimize()
                    if self._filled != begun:  # whoever asked meanwhile got no answer
                        self._filled = begun
                        self._emit(IndexChanged(self.meta.generation, None))
        return RefreshReport(
            notes=len(self._known.notes),
            added=added - len(moved),
            changed=changed,
            moved=len(moved),
            removed=len(plan.removed) - len(moved),
            seconds_text=time.perf_counter() - started,
        )

    def _is_as_scanned(self, ahead: ScanAhead, stop: Stop) -> bool:
        """Whether a scan that had begun already found all as it was when the index was last brought up to date."""
        fingerprint = self._fingerprint()
        settled = (
            not self._writer.unsettled and self._housekeeping.settled() and not self.warnings.failed_paths(READ_FAILED)
        )
        digest = ahead.digest(stop)  # last: it is waited for
        return settled and digest is not None and self._mark.stands_for(digest, fingerprint)

    def _is_up_to_date(self, plan: Plan, scan: ScanResult) -> bool:
        """Whether the index has all that a reconcile would write."""
        return (
            plan.empty
            and self._known.attachments == plan.attachments
            and self.warnings.holds(warning_rows(scan), SCAN_CODES)
        )

    def differs(self, stop: Stop) -> bool:
        """Whether the vault's files are others than when a reconcile last agreed with them. Keeps nobody waiting.

        Args:
            stop: When it answers true, the look is given up, and nothing is said to differ.

        Raises:
            VaultNotFoundError: The vault has vanished.
        """
        fingerprint = self._fingerprint()
        digest = digest_of_vault(self._root, self._settings, stop)
        return not (stop() or self._mark.stands_for(digest, fingerprint))

    def stale_paths(self) -> tuple[str, ...]:
        """Paths that :meth:`reconcile` would read or remove."""
        with self._lock:
            plan = self._plan(scan_vault(self._root, self._settings), self._fingerprint())
        return tuple(sorted({*(file.path for file in plan.read), *plan.removed}))

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
        with self._lock:
            self._catch_up()
            doubtful = self._writer.unsettled
            paths = tuple(paths)
            unknown = [path for path in paths if path not in self._known.notes]
            moved: dict[str, str] = {}
            try:
                follows, gone = self._single.look_at(paths, self._filter, changed)
                come = {path: self._known.notes[path].stat for path in unknown if path in self._known.notes}
                moved = moved_notes(gone, come)
                self._forget(gone)
                changed.update(gone)
            finally:  # what was written can be found from now on; what follows for other notes comes after it
                if changed:
                    self._emit(IndexChanged(self.meta.generation, frozenset(changed), moved=moved))
            generation = self.meta.generation
            if doubtful or follows or gone:
                self._check_property_types()
            self._settle(everything=doubtful)
            if self.meta.generation != generation:
                self._emit(IndexChanged(self.meta.generation, frozenset(changed)))

    def _forget(self, gone: Mapping[str, IndexedFile]) -> None:
        """Take notes out of the index."""
        self._writer.delete_notes(gone)
        self._known.drop_notes(gone)

    def _settle(self, *, everything: bool, resolved: bool = False) -> None:
        """Let links resolve to what is there now: the last of what follows from notes that were written or went.

        Args:
            everything: Nobody knows what came or went: an earlier work was broken off.
            resolved: Every link of the index was resolved among all files when it was written.
        """
        names, attachments = self._known.settle(resolved=resolved)
        self._writer.settle(None if everything else names, lambda: self._known.resolver, attachments=attachments)
        self._known.settled()

    def rest(self) -> bool:
        """Let go of what the database read, if that is much, see :meth:`DatabaseMemory.rest`.

        Raises:
            IndexFault: The index cannot be read.
        """
        return self._database.memory.rest()

    def get_ready(self) -> None:
        """Do what makes the next saved note cheap, and the file small, when there is time."""
        with self._lock:
            if self.meta.outdated:
                return
            _ = self._known.resolver  # made when it is first asked for
            self._housekeeping.tidy()

    def needs_scan(self, paths: Collection[str]) -> bool:
        """Whether only a scan tells what some changed paths mean: a folder that came, went or made room for a file, or
        rules of what to read."""
        kinds = {path: kind for path in paths if (kind := self._kind_of(path)) is not None}
        return any(map(is_rule_file, paths)) or "folder" in kinds.values() or self._known.lie_below_any(kinds)

    def _kind_of(self, path: str) -> Kind | None:
        try:
            return kind_of(self._root / path)
        except TimeoutError:  # a scan would not be answered either
            return None

    def remove(self, path: str) -> bool:
        """Take one note out of the index. Returns whether it was there."""
        with self._database.memory.roomy(), self._lock:
            self._catch_up()
            doubtful = self._writer.unsettled
            known = self._known.notes.get(path)
            if known is None:
                return False
            self._forget({path: known})
            self._check_property_types()
            self._settle(everything=doubtful)
            self._emit(IndexChanged(self.meta.generation, frozenset((path,))))
            return True

    def clear(self) -> None:
        """Empty the index."""
        with self._database.memory.roomy(), self._lock:
            self._catch_up()
            self._writer.clear()
            self._known.clear()
            self._emit(IndexChanged(self.meta.generation, None))

    def _fingerprint(self) -> str:
        return reading_fingerprint(self._root, self._settings)

    def _check_property_types(self) -> None:
        self.warnings.check_property_types(declared_types(self._root, self._settings))

    def _plan(self, scan: ScanResult, fingerprint: str) -> Plan:
        everything = self.meta.get("text_fingerprint") != fingerprint
        return make_plan(scan, self._known.notes, self._known.attachments, everything=everything)

    def _delete(self, plan: Plan) -> dict[str, str]:
        """Delete vanished notes.

        Returns:
            Where some of them seem to have moved to: that is told once they are there, or they would seem to be gone.
        """
        moved = plan.moved(self._known.notes)
        self._forget(plan.removed)
        if len(plan.removed) > len(moved):
            self._emit(IndexChanged(self.meta.generation, None))
        return moved
