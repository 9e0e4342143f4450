"""A thread that does one job after the other and forgets the jobs that were overtaken."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import TypeAlias

Job: TypeAlias = Callable[[], None]


class Lane:
    """One daemon thread with named slots for jobs.

    A job that waits in a slot is replaced by the next one for the same slot, so that a burst of requests costs one
    answer. Jobs of a lower priority number run first, then in the order of their arrival.

    Args:
        name: Name of the thread.
        on_error: Told of an exception that a job let through; the lane goes on.
        held: Whether jobs wait in their slots until :meth:`release`.
    """

    def __init__(self, name: str, on_error: Callable[[Exception], None], *, held: bool = False) -> None:
        self._held = held
        self._on_error = on_error
        self._jobs: dict[str, tuple[int, int, Job]] = {}
        self._order = itertools.count()
        self._wake = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, slot: str, job: Job, priority: int = 0) -> None:
        """Put a job into a slot, in the place of one that still waits there."""
        with self._wake:
            if not self._stopped:
                self._jobs[slot] = (priority, next(self._order), job)
                self._wake.notify()

    def drop(self, slot: str) -> None:
        """Forget the job that waits in a slot, if any."""
        with self._wake:
            self._jobs.pop(slot, None)

    def waiting(self, slot: str) -> bool:
        """Whether a job waits in a slot."""
        with self._wake:
            return slot in self._jobs

    def release(self) -> None:
        """Begin with the jobs that were held."""
        with self._wake:
            self._held = False
            self._wake.notify()

    def stop(self) -> None:
        """Forget all waiting jobs and end after the present one."""
        with self._wake:
            self._stopped = True
            self._jobs.clear()
            self._wake.notify()

    def join(self, timeout: float) -> bool:
        """Wait for the thread to end. Returns whether it has."""
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            try:
                job()
            except Exception as error:
                self._on_error(error)

    def _next(self) -> Job | None:
        with self._wake:
            self._wake.wait_for(lambda: self._stopped or (self._jobs and not self._held))
            if self._stopped:
                return None
            slot = min(self._jobs, key=lambda name: self._jobs[name][:2])
            return self._jobs.pop(slot)[2]
