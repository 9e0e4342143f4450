"""Refreshes that somebody waits for, and what an engine tells of its work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from vaulttui.errors import VaultTuiError
from vaulttui.index.progress import Progress, RefreshReport
from vaulttui.index.upkeep.refresher import Refresher
from vaulttui.search.engine import EngineEvent
from vaulttui.search.local.listeners import Listeners
from vaulttui.vault.files.scan_ahead import Scan

if TYPE_CHECKING:
    from vaulttui.index.upkeep.background import BackgroundWorker


class Refreshing:
    """Tells listeners of an engine's work, and refreshes its index for whoever asks.

    Attributes:
        listeners: Get every event.
        told: What the engine does at the moment, as it was told.
        last: When the index was last brought up to date.
        closing: Set when the engine is about to end: what is left of a refresh is left for later.
    """

    def __init__(self) -> None:
        self.listeners = Listeners()
        self.told = Progress("idle")
        self.last: datetime | None = None
        self.closing = threading.Event()

    def emit(self, event: EngineEvent) -> None:
        """Tell all listeners, on the calling thread."""
        if isinstance(event, Progress):
            if event.phase == "idle" and self.told.phase != "idle":
                self.last = datetime.now()
            self.told = event
        self.listeners.tell(event)

    def refresh(
        self,
        refresher: Refresher,
        background: Callable[[], BackgroundWorker | None],
        note_count: Callable[[], int],
        *,
        embed: bool,
        progress: Callable[[Progress], None] | None,
        ahead: Scan | None,
    ) -> RefreshReport:
        """Bring the index up to date, and return when done.

        Args:
            refresher: Does it.
            background: Gives the worker that is to know of it, if there is one by then.
            note_count: Gives the number of indexed notes.
            embed: Make vectors too.
            progress: Gets the progress of any work that goes on meanwhile. What it raises ends the refresh.
            ahead: A scan that began when this was asked for.

        Raises:
            VaultTuiError: As :meth:`Refresher.refresh` raises it.
            BaseException: What ``progress`` raised.
        """
        stopped_by: list[BaseException] = []

        def hear(event: EngineEvent) -> None:
            if progress is None or stopped_by or not isinstance(event, Progress):
                return
            try:
                progress(event)
            except BaseException as reason:  # raised again below, where it disturbs nobody else's work
                stopped_by.append(reason)

        unsubscribe = self.listeners.add(hear)
        try:
            report = refresher.refresh(embed, lambda: bool(stopped_by) or self.closing.is_set(), ahead)
            if stopped_by:
                raise stopped_by[0]
            self._tell_done(report, background())
        except BaseException as reason:
            self._tell_given_up(reason, background(), note_count)
            raise
        finally:
            unsubscribe()
        self.last = datetime.now()
        return report

    def _tell_done(self, report: RefreshReport, background: BackgroundWorker | None) -> None:
        """Say that a refresh has come to its end: whoever listens would take it to go on, and wait for it."""
        if self.told.phase in ("idle", "embedding") or self.closing.is_set():
            return
        if background is not None:
            background.refreshed(changed=bool(report.added or report.changed or report.removed))
        else:
            self.emit(Progress("idle", notes=report.notes))

    def _tell_given_up(
        self, reason: BaseException, background: BackgroundWorker | None, note_count: Callable[[], int]
    ) -> None:
        """Let the background do what is left, and say how that ends; without one, say that it failed."""
        if background is not None:
            background.reconcile_soon()
        elif self.told.phase != "idle":
            message = reason.message if isinstance(reason, VaultTuiError) else str(reason)
            self.emit(Progress("failed", notes=note_count(), message=message))
