"""Beginning and ending the work of an engine that nobody waits for."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui.index.progress import Listener
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.upkeep.foreground import Foreground
from vaulttui.index.vectors.vectorizer import Vectorizer
from vaulttui.settings import Settings

if TYPE_CHECKING:
    from vaulttui.index.upkeep.background import BackgroundWorker


class BackgroundWork:
    """Has at most one worker, from when it is first wanted until the engine is closed.

    Args:
        root: The vault's folder.
        settings: All settings.
        emit: Gets progress and changes on the worker's thread.
        foreground: What vectors make way for.
        closing: Set when the engine is about to end: nothing is begun any more.
    """

    def __init__(
        self, root: Path, settings: Settings, emit: Listener, foreground: Foreground, closing: threading.Event
    ) -> None:
        self._root = root
        self._settings = settings
        self._emit = emit
        self._foreground = foreground
        self._closing = closing
        self._switching = threading.Lock()
        """Held while the work is begun or ended."""
        self.worker: BackgroundWorker | None = None
        """Who does it, ``None`` if nobody does."""

    def start(self, indexer: Indexer, vectorizer: Vectorizer | None) -> None:
        """Begin, or make vectors too if that was not asked for at the start. Returns at once.

        Args:
            indexer: Phase 1.
            vectorizer: Phase 2, or ``None`` to leave vectors as they are.
        """
        with self._switching:
            if self._closing.is_set():
                return
            if self.worker is None:
                from vaulttui.index.upkeep.background import BackgroundWorker  # late: who asks once has no use for it
                from vaulttui.index.upkeep.pace import Pace

                self.worker = BackgroundWorker(
                    indexer,
                    vectorizer,
                    self._root,
                    self._settings.vault,
                    self._emit,
                    pace=Pace(self._settings.embedding.speed, self._settings.embedding.speed_on_battery),
                    foreground=self._foreground,
                )
                self.worker.start()
            elif vectorizer is not None:
                self.worker.embed_with(vectorizer)

    def stop(self) -> None:
        """End after the step under way, which is short."""
        with self._switching:
            worker, self.worker = self.worker, None
        if worker is not None:
            worker.stop()
