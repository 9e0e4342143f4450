"""A burst of engine events, folded into what the interface needs to know."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vaulttui.search.engine import EngineEvent, IndexChanged, Progress


class EngineEvents:
    """Collects events from the engine's threads until the interface takes them.

    Between two takings there is one announcement at most, so that a thousand events cost one repaint.

    Args:
        announce: Called, from an engine thread or within :meth:`rearm`, when there is something to take.
    """

    def __init__(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._change: IndexChanged | None = None
        self._announced = False

    def take_in(self, event: EngineEvent) -> None:
        """Add an event. May be called from any thread."""
        with self._lock:
            if isinstance(event, Progress):
                self._progress = event
            else:
                self._change = event if self._change is None else self._change.and_then(event)
            first, self._announced = not self._announced, True
        if first:
            self._announce()

    def take(self) -> tuple[Progress | None, IndexChanged | None]:
        """Return the newest progress and all changes as one, and forget them. No announcement until :meth:`rearm`."""
        with self._lock:
            taken = self._progress, self._change
            self._progress = self._change = None
            return taken

    def rearm(self) -> None:
        """Announce again from now on, at once if something came in meanwhile."""
        with self._lock:
            self._announced = self._progress is not None or self._change is not None
            again = self._announced
        if again:
            self._announce()
