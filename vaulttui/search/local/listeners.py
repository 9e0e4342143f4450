"""Those who want to hear what an engine does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from vaulttui.search.engine import EngineEvent, Listener


class Listeners:
    """Any number of listeners. Safe to use from several threads."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()

    def add(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener every event from now on.

        Returns:
            Call it to end that.
        """
        with self._lock:
            self._listeners.append(listener)

        def remove() -> None:
            with self._lock, suppress(ValueError):
                self._listeners.remove(listener)

        return remove

    def tell(self, event: EngineEvent) -> None:
        """Tell all of them an event, on the calling thread."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(event)
