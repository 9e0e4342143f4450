"""Looking now and then for changes that no watcher hears of, in the vault and of the time zone."""

from __future__ import annotations

import time
from typing import Final

from vaulttui.clock import local_zone
from vaulttui.index.reading.batches import Stop
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.sync.watcher import Watcher

_SECONDS: Final = 20.0
"""Seconds between two looks at the whole vault."""
_SHARE: Final = 0.02
"""The share of the time that looking may take: where it takes more, the looks are further apart."""


class LateLook:
    """Tells when something may have gone unnoticed, and did.

    Args:
        indexer: Knows the vault as it was.
        stop: When it answers true, a look is given up.
    """

    def __init__(self, indexer: Indexer, stop: Stop) -> None:
        self._indexer = indexer
        self._stop = stop
        self._zone = local_zone()
        self._next = time.monotonic() + _SECONDS

    def finds_changes(self, watcher: Watcher) -> bool:
        """Whether it is time to look, and all is to be read by another time zone, or the watcher does not hear of
        everything and the vault is not as it was.

        Raises:
            VaultNotFoundError: The vault has vanished.
        """
        began = time.monotonic()
        if began < self._next:
            return False
        self._next = began + _SECONDS
        zone, self._zone = self._zone, local_zone()
        if zone != self._zone:
            return True
        if watcher.hears_all:
            return False
        found = self._indexer.differs(self._stop)
        self._next = began + max(_SECONDS, (time.monotonic() - began) / _SHARE)
        return found
