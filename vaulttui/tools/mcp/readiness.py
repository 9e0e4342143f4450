"""How far the index is, for answers that are asked for while it is still being built."""

from __future__ import annotations

import threading

from vaulttui.search.engine import EngineEvent, Progress, SearchEngine

_WORDS_DONE = ("idle", "embedding", "paused", "failed")
"""Phases behind the one in which notes become findable by their words."""


class Readiness:
    """Listens to an engine whose background work has been started.

    Args:
        engine: May do its work in this process or have it done in another.
    """

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine
        self._settled = threading.Event()
        self.newest: Progress | None = None
        """The last news of the work."""
        self.stop_listening = engine.subscribe(self._hear)

    def settled(self) -> bool:
        """Whether every note that there was at the start can be found by its words, or could not be read."""
        if not self._settled.is_set():
            status = self._engine.status()  # an engine elsewhere may have been done before anybody listened
            if status.phase in _WORDS_DONE and status.last_refresh is not None:
                self._settled.set()
        return self._settled.is_set()

    def remark(self) -> str:
        """What somebody must know who gets an answer now; ``""`` if it is complete."""
        newest = self.newest
        if newest is not None and newest.phase == "failed":
            return f"The index could not be brought up to date: {newest.message} Results may be incomplete."
        if self._settled.is_set():
            return ""
        read = f" ({newest.done:,} of {newest.total:,} notes read)" if newest is not None and newest.total else ""
        return f"The index is still being built{read}: results are incomplete. Ask again in a few seconds."

    def _hear(self, event: EngineEvent) -> None:
        if isinstance(event, Progress):
            self.newest = event
            if event.phase in _WORDS_DONE:
                self._settled.set()
