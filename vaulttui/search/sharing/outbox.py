"""Events on their way to another process, folded together while it does not take them."""

from __future__ import annotations

import threading
from dataclasses import replace

from vaulttui.search.engine import EngineEvent, IndexChanged, Progress

_MOST_PATHS = 500
"""More changed notes than these are simply many, and of more that were moved nothing is told."""


class Outbox:
    """Never holds more than one progress, the newest, and one change, which stands for all."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._progress: Progress | None = None
        self._change: IndexChanged | None = None
        self._closed = False

    def put(self, event: EngineEvent) -> None:
        """Add an event. Returns at once."""
        with self._ready:
            if isinstance(event, Progress):
                self._progress = event
            else:
                self._change = _bounded(event if self._change is None else self._change.and_then(event))
            self._ready.notify()

    def take(self, timeout: float) -> list[EngineEvent]:
        """Wait for events and take them: the change first, so that who is told of the end finds what there is."""
        with self._ready:
            self._ready.wait_for(self._anything, timeout)
            events = [event for event in (self._change, self._progress) if event is not None]
            self._progress = self._change = None
        return events

    def close(self) -> None:
        """Let nobody wait any more."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def _anything(self) -> bool:
        return self._closed or self._progress is not None or self._change is not None


def _bounded(change: IndexChanged) -> IndexChanged:
    if change.paths is not None and len(change.paths) > _MOST_PATHS:
        change = replace(change, paths=None)
    return change if len(change.moved) <= _MOST_PATHS else replace(change, moved={})
