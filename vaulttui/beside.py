"""Work done on a thread of its own while its maker goes on: numpy, the model and the database hold up nobody."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """Something that is being worked out.

    Args:
        work: Gives it; must not use a cursor of its maker's.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._found: list[T] = []
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="vaulttui-beside", daemon=True)
        self._thread.start()

    def take(self) -> T:
        """Wait for it. What went wrong while it was worked out is raised here."""
        self._thread.join()
        if self._fault is not None:
            raise self._fault
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as fault:  # told to whoever takes it
            self._fault = fault
