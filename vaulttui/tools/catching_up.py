"""Has an agent find what was saved just before it asks: the watcher tells of that up to a third of a second later."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine

log = logging.getLogger(__name__)

_LONGEST_LOOK = 0.2
"""Seconds. In a vault that takes longer to look at, of some 20,000 notes, answers do not wait for that."""


class CatchingUp:
    """Looks at the vault before each question, as long as that is quick.

    Args:
        engine: Has read all notes.
        clock: In seconds.
    """

    def __init__(self, engine: SearchEngine, clock: Callable[[], float] = time.perf_counter) -> None:
        self._engine = engine
        self._clock = clock
        self._takes = 0.0
        """Seconds of the last look that found nothing new."""

    def catch_up(self) -> None:
        """Bring the index up to date. What prevents that is told by whoever asks the index then."""
        if self._takes > _LONGEST_LOOK:
            return
        started = self._clock()
        try:
            report = self._engine.refresh(embed=False)
        except VaultTuiError as fault:
            log.warning("the index is asked as it is: %s", fault.message)
            return
        if not (report.added or report.changed or report.moved or report.removed):
            self._takes = self._clock() - started
