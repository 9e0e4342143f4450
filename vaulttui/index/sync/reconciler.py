"""Bringing the index up to date with the whole vault, and telling whether it is."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.index.progress import IndexChanged, Listener, Progress, RefreshReport
from vaulttui.index.reading.batches import Stop
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.storage.scan_mark import ScanMark
from vaulttui.index.sync.loading import NoteLoader
from vaulttui.index.sync.moves import MovesLeft, held_back, moves_left
from vaulttui.index.sync.note_store import NoteStore
from vaulttui.index.sync.plan import Plan, Task, check_not_unmounted, make_plan, reading_fingerprint, warning_rows
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.ignore import PathFilter
from vaulttui.vault.files.scan import SCAN_CODES, ScanResult, digest_of_vault, scan_vault
from vaulttui.vault.files.scan_ahead import Scan
from vaulttui.vault.note import READ_FAILED


class Reconciler:
    """Scans the vault, and has read and removed what differs.

    Args:
        database: An open index.
        root: The vault's folder.
        settings: How the vault is read.
        store: The notes of that index.
        loader: Reads and writes notes.
        emit: Gets progress and changes.
    """

    def __init__(
        self,
        database: Database,
        root: Path,
        settings: VaultSettings,
        store: NoteStore,
        loader: NoteLoader,
        emit: Listener,
    ) -> None:
        self._database = database
        self._root = root
        self._settings = settings
        self._store = store
        self._meta = store.meta
        self._known = store.known
        self._warnings = store.warnings
        self._loader = loader
        self._emit = emit
        self._one_scan = threading.Lock()
        self._mark = ScanMark(store.meta)
        self.rules = PathFilter(root, settings)
        """What is no note of the vault, as the last scan had it."""

    def reconcile(self, stop: Stop, ahead: Scan | None = None) -> RefreshReport:
        """Scan the vault and bring notes up to date.

        Notes below folders that could not be listed, and notes that could not be read now, stay as they were, and where
        they were if they seem to have moved, see :mod:`vaulttui.index.sync.moves`.

        Args:
            stop: Asked now and then; when it answers true, what is done so far stays and the rest is left for later.
            ahead: A scan that began no sooner than this was asked for: what is saved behind it may go unseen.

        Raises:
            VaultNotFoundError: The vault has vanished; nothing was removed.
            IndexFault: The index cannot be written.
        """
        while not self._one_scan.acquire(timeout=0.1):  # a second one would read what the first is just reading
            if stop():
                return RefreshReport(notes=self._store.count)  # the other one may be about to read the files' list
        try:
            return self._database.memory.enough_for(lambda: self._reconcile(stop, ahead))
        finally:
            self._one_scan.release()

    def _reconcile(self, stop: Stop, ahead: Scan | None) -> RefreshReport:
        with self._store.lock:
            task = self._look(stop, ahead)
        if isinstance(task, RefreshReport):
            return task
        plan, moved = task.plan, task.moved
        with self._database.memory.roomy():
            added, changed = self._load(task, stop)
            with self._writing(task.begun, task.clearings):
                left = self._finish(task, stop)
        gone = left.there.keys() | (plan.removed.keys() - left.waiting.keys())
        # Each once: several names of one file may have gone, and one name come.
        come = {moved[path] for path in gone if path in moved} - task.known_before
        return RefreshReport(
            notes=len(self._known.notes),
            added=added - len(come),
            changed=changed,
            moved=len(come),
            removed=len(gone) - len(come),
            seconds_looking=task.looking,
        )

    def _look(self, stop: Stop, ahead: Scan | None) -> Task | RefreshReport:
        """Scan the vault, and take out of the index what is nowhere. Within the lock.

        Returns:
            What is still to be done, or a report if that is nothing.
        """
        if ahead is not None and self._is_as_scanned(ahead, stop):
            return RefreshReport(notes=self._store.count)
        self._store.catch_up()
        begun, clearings = self._database.replacements, self._store.clearings
        doubtful = self._store.writer.unsettled
        self._emit(Progress("scanning", notes=len(self._known.notes)))
        started = time.perf_counter()
        self.rules = PathFilter(self._root, self._settings)
        fingerprint = self._fingerprint()  # of now: should the rules change meanwhile, all is read once more
        scan = scan_vault(self._root, self._settings, stop)
        looking = time.perf_counter() - started
        if stop():
            return RefreshReport(notes=len(self._known.notes), seconds_looking=looking)
        check_not_unmounted(self._root, scan, len(self._known.notes))
        if not self._known.notes:
            self._meta.set("text_fingerprint", fingerprint)
        if self._is_settled() and self._mark.stands_for(scan.digest, fingerprint):  # to compare all takes as long
            self._mark.put(scan.digest, fingerprint)
            self._store.filled = begun
            return RefreshReport(notes=len(self._known.notes), seconds_looking=looking)
        plan = self._plan(scan, fingerprint)
        failed = self._warnings.failed_paths(READ_FAILED)
        if not (doubtful or failed) and self._is_up_to_date(plan, scan):
            self._mark.put(scan.digest, fingerprint)
            self._store.filled = begun
            if not self._store.housekeeping.settled():
                self._store.housekeeping.optimize()
            return RefreshReport(notes=len(self._known.notes), seconds_looking=looking)
        in_new = not (self._known.notes or self._known.attachments)
        with self._database.memory.roomy():
            moved = plan.moved(self._known.notes)
            before = {path: self._known.notes[path] for path in moved}
            known_before = {new for new in moved.values() if new in self._known.notes}
            held = held_back(moved, plan.removed, self._root, self._settings)
            self._delete({path: file for path, file in plan.removed.items() if path not in moved})
            if plan.everything:
                self._loader.doubt(plan.unlisted)
        # What is gone, and what came back as the index has it (moved away and back, say), is no failure any more.
        doubted = {file.path for file in scan.notes if file.path not in self._known.notes}
        doubted.update(file.path for file in plan.read)
        overcome = [path for path in failed if path not in doubted]
        self._known.expect((file.path for file in scan.notes), plan.attachments, plan.symlinks)
        return Task(
            scan=scan,
            fingerprint=fingerprint,
            plan=plan,
            moved=moved,
            before=before,
            known_before=known_before,
            held=held,
            overcome=overcome,
            doubtful=doubtful,
            in_new=in_new,
            begun=begun,
            clearings=clearings,
            looking=looking,
        )

    def _load(self, task: Task, stop: Stop) -> tuple[int, int]:
        """Have notes read and written. Returns how many were added, and how many changed."""
        try:
            return self._loader.load(
                [file for file in task.plan.read if file.path not in task.held],
                stop,
                lambda: self._writing(task.begun, task.clearings),
                reread=task.plan.everything,
                moved={old: new for old, new in task.moved.items() if old in task.plan.removed},
                claimed=task.moved.values(),
            )
        finally:
            with self._store.lock:
                self._known.expect_no_more()

    def _finish(self, task: Task, stop: Stop) -> MovesLeft:
        """Write what follows for other notes, once all are read. Within the lock.

        Returns:
            What was still to be done of moves.
        """
        told, plan = self._meta.generation, task.plan
        left = moves_left(task.moved.items(), task.before, self._known.notes)
        self._store.delete(left.there)
        self._loader.hold_back(task.held)
        self._warnings.forget_failures(task.overcome, READ_FAILED)
        self._warnings.write(warning_rows(task.scan), replacing=SCAN_CODES)
        self._known.keep_unread_moves(left.waiting)
        if plan.everything:
            self._loader.doubt(left.waiting)
        to_end = not stop()  # else that much follows is noted, and whoever stops does not wait for it
        if to_end:
            self._store.check_property_types()
            self._store.settle(everything=task.doubtful, resolved=task.in_new)
            if plan.everything:  # perhaps in another language
                self._store.housekeeping.drop_unused_forms()
        if self._meta.generation != told:
            self._emit(IndexChanged(self._meta.generation, None))
        if to_end:
            self._meta.set("text_fingerprint", task.fingerprint)
            self._mark.put(task.scan.digest, task.fingerprint)
            self._store.housekeeping.optimize()
            if self._store.filled != task.begun:  # whoever asked meanwhile got no answer
                self._store.filled = task.begun
                self._emit(IndexChanged(self._meta.generation, None))
        return left

    @contextlib.contextmanager
    def _writing(self, begun: int, clearings: int) -> Iterator[None]:
        """Hold the lock again, behind others who may have held it meanwhile.

        Args:
            begun: What :attr:`Database.replacements` was when work began.
            clearings: What :attr:`NoteStore.clearings` was then.

        Raises:
            IndexFault: The index was begun anew since, by somebody who caught up with that, or was emptied: what was
                written is gone.
        """
        with self._store.lock:
            self._store.catch_up()  # others may have been broken off
            self._meta.check_same(begun)
            if self._store.clearings != clearings:
                raise IndexFault("The index was emptied while it was brought up to date.", code="index_replaced")
            yield

    def _is_as_scanned(self, ahead: Scan, stop: Stop) -> bool:
        """Whether a scan that had begun already found all as it was when the index was last brought up to date."""
        fingerprint = self._fingerprint()
        settled = self._is_settled()
        digest = ahead.digest(stop)  # last: it is waited for
        return settled and digest is not None and self._mark.stands_for(digest, fingerprint)

    def _is_settled(self) -> bool:
        """Whether nothing is left to do but what a change of the files asks for."""
        return (
            not self._store.writer.unsettled
            and self._store.housekeeping.settled()
            and not self._warnings.failed_paths(READ_FAILED)
        )

    def _is_up_to_date(self, plan: Plan, scan: ScanResult) -> bool:
        """Whether the index has all that a reconcile would write."""
        return (
            plan.empty
            and self._known.attachments == plan.attachments
            and self._known.symlinks == plan.symlinks
            and self._warnings.holds(warning_rows(scan), SCAN_CODES)
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
        return not (stop() or self._mark.still_agrees(digest, fingerprint))

    def stale_paths(self) -> tuple[str, ...]:
        """Paths that :meth:`reconcile` would read or remove.

        Raises:
            VaultNotFoundError: The vault has vanished: it would remove nothing.
            IndexFault: The index cannot be read.
        """
        with self._store.lock:
            self._store.catch_up()
            scan = scan_vault(self._root, self._settings)
            check_not_unmounted(self._root, scan, len(self._known.notes))
            plan = self._plan(scan, self._fingerprint())
        return tuple(sorted({*(file.path for file in plan.read), *plan.removed}))

    def _fingerprint(self) -> str:
        return reading_fingerprint(self._root, self._settings)

    def _plan(self, scan: ScanResult, fingerprint: str) -> Plan:
        everything = self._meta.get("text_fingerprint") != fingerprint
        return make_plan(scan, self._known.notes, self._known.attachments, self._known.symlinks, everything=everything)

    def _delete(self, vanished: Mapping[str, IndexedFile]) -> None:
        """Take notes out of the index that are nowhere."""
        if vanished:
            self._store.delete(vanished)
            self._emit(IndexChanged(self._meta.generation, None))
