"""Bringing an index up to date at somebody's wish: notes, then vectors."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from vaulttui.errors import IndexFault
from vaulttui.index.progress import Listener, RefreshReport
from vaulttui.index.reading.batches import Stop
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.index_file import MENDED
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.vectors.vectorizer import Vectorizer
from vaulttui.vault.files.scan_ahead import Scan

log = logging.getLogger(__name__)


class Refresher:
    """Refreshes for any number of threads, each of which waits for its own.

    Args:
        database: An open index.
        indexer: Phase 1.
        vectorizer: Phase 2, or ``None`` where there is no model.
        emit: Gets progress.
    """

    def __init__(self, database: Database, indexer: Indexer, vectorizer: Vectorizer | None, emit: Listener) -> None:
        self._database = database
        self._indexer = indexer
        self._vectorizer = vectorizer
        self._emit = emit
        self._one_scan = threading.Lock()
        self._last: tuple[float, RefreshReport] | None = None
        """When the last scan that came to its end had begun, and what it did."""

    def refresh(self, embed: bool, stop: Stop, ahead: Scan | None = None) -> RefreshReport:
        """Bring the index up to date, and return when done.

        Args:
            embed: Make vectors too.
            stop: Asked now and then; when it answers true, the rest is left for later.
            ahead: A scan that began when this was asked for.

        Raises:
            VaultNotFoundError: The vault has vanished; nothing was removed.
            ModelUnavailableError: The model cannot be loaded; words and metadata are up to date.
            IndexFault: The index cannot be written.
        """
        report = self._notes(stop, ahead)
        embedded, seconds = 0, 0.0
        if embed and self._vectorizer is not None and not stop():
            started = time.perf_counter()
            embedded = self._vectors(self._vectorizer, stop)
            seconds = time.perf_counter() - started
        return replace(report, embedded=embedded, seconds_vectors=seconds, warnings=self._warned_notes())

    @property
    def reconciles(self) -> bool:
        """Whether the notes are being brought up to date."""
        return self._one_scan.locked()

    def _notes(self, stop: Stop, ahead: Scan | None) -> RefreshReport:
        """Reconcile. Who waited while another did so from beginning to end is content with that."""
        asked = time.monotonic()
        while not self._one_scan.acquire(timeout=0.1):
            if stop():
                return RefreshReport(notes=self._indexer.note_count)
        try:
            if self._last is not None and self._last[0] > asked:
                return replace(self._last[1], seconds_looking=0.0)
            started = time.monotonic()
            report = self._reconcile(stop, ahead)
            if ahead is None and not stop():  # else it may have begun long before: others wait for a scan of their own
                self._last = (started, report)
            return report
        finally:
            self._one_scan.release()

    def _reconcile(self, stop: Stop, ahead: Scan | None) -> RefreshReport:
        """Reconcile, once more if the index had to be mended in the middle of it."""
        try:
            return self._indexer.reconcile(stop, ahead)
        except IndexFault as fault:
            if fault.code not in MENDED or stop():
                raise
            log.warning("the refresh begins again: %s", fault.message)
            return self._indexer.reconcile(stop)

    def _vectors(self, vectorizer: Vectorizer, stop: Stop) -> int:
        """Make all vectors that there can be, and return how many there are more."""
        vectorizer.check_fingerprint()
        before = vectorizer.counts().embedded
        self._emit(vectorizer.progress(self._indexer.note_count))
        while not stop() and vectorizer.embed_slice(stop):
            self._emit(vectorizer.progress(self._indexer.note_count))
        vectorizer.end_series()
        vectorizer.drop_unused()
        self._database.checkpoint()
        return vectorizer.counts().embedded - before

    def _warned_notes(self) -> int:
        with self._database.read() as cursor:
            row = cursor.execute("SELECT count(DISTINCT path) FROM warnings").fetchone()
        return int(row[0]) if row else 0
