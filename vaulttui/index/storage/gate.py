"""Many may be inside, or one alone."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator


class Gate:
    """Lets threads in together until one wants to be alone. A thread that is inside may go in again."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._closed = False
        self._local = threading.local()

    @property
    def inside(self) -> bool:
        """Whether the calling thread is inside, or alone."""
        return bool(getattr(self._local, "depth", 0))

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Be inside with others, for the length of the block."""
        outermost = not self.inside
        if outermost:
            with self._changed:
                self._changed.wait_for(lambda: not self._closed)
                self._inside += 1
        self._local.depth = getattr(self._local, "depth", 0) + 1
        try:
            yield
        finally:
            self._local.depth -= 1
            if outermost:
                with self._changed:
                    self._inside -= 1
                    self._changed.notify_all()

    @contextlib.contextmanager
    def alone(self, timeout: float) -> Iterator[bool]:
        """Be inside alone, for the length of the block; who wants in waits. Not for a thread that is inside already.

        Args:
            timeout: Seconds to wait for the others to leave.

        Yields:
            Whether the others have left.
        """
        deadline = time.monotonic() + timeout
        with self._changed:
            if not self._changed.wait_for(lambda: not self._closed, timeout):
                mine = empty = False
            else:
                mine = self._closed = True
                empty = self._changed.wait_for(lambda: not self._inside, max(0.0, deadline - time.monotonic()))
        self._local.depth = 1
        try:
            yield empty
        finally:
            self._local.depth = 0
            if mine:
                with self._changed:
                    self._closed = False
                    self._changed.notify_all()
