"""Background work makes way for whoever waits for an answer now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

QUIET: Final = 0.5
"""Seconds after a question in which the next is likely: somebody types or moves through results."""
LONGEST: Final = 0.25
"""Seconds that a piece of background work (a text to embed, some 30 ms) is put off at most: questions without end, from
an agent say, must not stop it."""


class Foreground:
    """Knows when the last question was asked. Safe to use from several threads.

    Args:
        clock: Seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked = float("-inf")

    @contextmanager
    def question(self) -> Iterator[None]:
        """Somebody waits for an answer for the length of the block."""
        self._asked = self._clock()
        try:
            yield
        finally:
            self._asked = self._clock()

    def make_way(self, wait: Callable[[float], bool]) -> None:
        """Wait until some time after the last question, or until that has taken too long.

        Args:
            wait: Waits for so many seconds; true if something else has come up, which ends the waiting.
        """
        ready = self._clock()
        while (seconds := min(self._asked + QUIET, ready + LONGEST) - self._clock()) > 0:
            if wait(seconds):
                return
