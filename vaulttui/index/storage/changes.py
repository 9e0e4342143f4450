"""Which notes the last transactions took out or changed in their place, so that nobody has to compare all of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Collection

_MOST = 1_000
"""So many notes and transactions are remembered; behind more, reading all notes costs as much."""


class Changes:
    """The notes that went or got other values, by generation. Safe to use from several threads.

    New notes are told by their identities, which are larger than all before. More may be told than what changed, never
    less: a transaction is noted before it is committed, and stays noted if it fails.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: deque[tuple[int, tuple[int, ...]]] = deque()
        self._size = 0
        self._begin = self._end = -1
        """What led from the first generation to the last one is known."""

    def begin(self, generation: int) -> None:
        """Forget all that led to a generation."""
        with self._lock:
            self._begin_at(generation)

    def _begin_at(self, generation: int) -> None:
        self._noted.clear()
        self._size = 0
        self._begin = self._end = generation

    def note(self, generation: int, notes: Collection[int] | None) -> None:
        """Note a transaction that is about to be committed.

        Args:
            generation: That it leads to: the next one.
            notes: Identities of those that go or get other values in their place; ``None`` for no matter which.
        """
        with self._lock:
            if notes is None or len(notes) >= _MOST or generation != self._end + 1:
                self._begin_at(generation)
                return
            self._end = generation
            self._noted.append((generation, tuple(notes)))
            self._size += 1 + len(notes)
            while self._size > _MOST:
                self._begin, dropped = self._noted.popleft()
                self._size -= 1 + len(dropped)

    def between(self, before: int, now: int) -> frozenset[int] | None:
        """Notes that may have gone or changed from one generation to a later one.

        Returns:
            Their identities, or ``None`` where that is not known any more.
        """
        with self._lock:
            if not self._begin <= before <= now <= self._end:
                return None
            return frozenset(note for generation, notes in self._noted if generation > before for note in notes)
