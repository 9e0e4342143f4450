"""Waiting for what an engine tells, or for anything else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from vaulttui.index.progress import IndexChanged, Progress
from vaulttui.search.engine import SearchEngine

PATIENCE = 30.0
"""Seconds until something that does not happen is a failure; nothing takes a tenth of it."""


def wait_until(holds: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait for what nothing tells of, and return how many seconds it took."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < patience, "did not happen"
        time.sleep(0.005)
    return time.monotonic() - started


class Ear:
    """Collects events and waits for one that fits.

    Args:
        engine: Whose events.
        patience: Seconds until something that does not happen is a failure.
    """

    def __init__(self, engine: SearchEngine, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._events: list[object] = []
        self._condition = threading.Condition()
        engine.subscribe(self._hear)

    def _hear(self, event: object) -> None:
        with self._condition:
            self._events.append(event)
            self._condition.notify_all()

    def wait(self, fits: Callable[[object], bool]) -> object:
        """Wait for an event, past ones included, and forget everything up to it."""
        deadline = time.monotonic() + self._patience
        with self._condition:
            while True:
                for place, event in enumerate(self._events):
                    if fits(event):
                        del self._events[: place + 1]
                        return event
                if not self._condition.wait(deadline - time.monotonic()):
                    raise AssertionError(f"did not happen; heard {self._events}")

    def wait_for_change(self, path: str) -> None:
        """Wait until the index has a note as it is now."""
        self.wait(lambda event: isinstance(event, IndexChanged) and event.paths is not None and path in event.paths)

    def wait_until_settled(self) -> None:
        """Wait until nothing is left to do."""
        self.wait(lambda event: isinstance(event, Progress) and event.phase == "idle")

    @property
    def changes(self) -> list[IndexChanged]:
        """Changes that were heard of and not waited for."""
        with self._condition:
            return [event for event in self._events if isinstance(event, IndexChanged)]

    def forget(self) -> None:
        """Forget what was heard so far."""
        with self._condition:
            del self._events[:]
