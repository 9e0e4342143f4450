"""Has an agent find what was saved just before it asks: the watcher tells of that up to a third of a second later."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vaulttui.errors import VaultNotFoundError, VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.tools.places import check_vault

log = logging.getLogger(__name__)

_QUICK: Final = 0.2
"""Seconds that a look may take each time. In a vault of some 20,000 notes it takes longer."""
_SHARE: Final = 0.1
"""The share of the time that looks may take which are not quick."""
_SAVED_UP: Final = 2.0
"""Seconds that such looks may take at once, after a time without any: a machine that is busy for a moment changes
nothing."""


class CatchingUp:
    """Looks at the vault before each question. Where that takes long, it is done before some questions only.

    Its methods may be called from any thread.

    Args:
        engine: Has read all notes.
        clock: In seconds.
    """

    def __init__(self, engine: SearchEngine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = threading.Lock()
        self._left = _SAVED_UP
        """Seconds that slow looks may take now; below 0 after a long one."""
        self._counted = clock()
        """When that was so."""

    def catch_up(self) -> None:
        """Bring the index up to date, or see at least that the vault is there. What else prevents that is told by
        whoever asks the index then.

        Raises:
            VaultNotFoundError: The vault has vanished.
        """
        if self._seconds_left() <= 0:
            check_vault(Path(self._engine.vault_path))
            return
        started = self._clock()
        try:
            self._spend(self._engine.refresh(embed=False).seconds_looking)
        except VaultTuiError as fault:
            self._spend(self._clock() - started)
            if isinstance(fault, VaultNotFoundError):
                check_vault(Path(self._engine.vault_path))  # in the words of the other tools, if it is gone as a whole
                raise
            log.warning("the index is asked as it is: %s", fault.message)

    def _seconds_left(self) -> float:
        with self._lock:
            now = self._clock()
            self._left = min(_SAVED_UP, self._left + (now - self._counted) * _SHARE)
            self._counted = now
            return self._left

    def _spend(self, seconds: float) -> None:
        if seconds > _QUICK:
            with self._lock:
                self._left -= seconds
