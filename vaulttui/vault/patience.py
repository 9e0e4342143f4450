"""Asking a file system that may never answer: a network mount whose server is gone blocks whoever looks at it."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar, cast

PATIENCE_SECONDS: Final = 15.0
"""What a slow disk, or a file that a sync program fetches first, may take for one file or folder."""
MOST_STUCK: Final = 8
"""Calls that may wait below one folder, each of which holds a thread."""

_Result = TypeVar("_Result")


class Patience:
    """Makes calls on a thread of their own and stops waiting for those that do not return.

    A call cannot be ended from outside: its thread waits on, and its result is dropped. Until it returns, whatever else
    lies below the folder that it looked at has a tenth of the time, and none at all once :data:`MOST_STUCK` calls
    wait there: one file that cannot be had does not hold up its neighbours, and a dead mount does not cost the whole
    patience for each of its files.

    Args:
        seconds: How long a call may take.
    """

    def __init__(self, seconds: float = PATIENCE_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._idle: list[_Caller] = []
        self._stuck: dict[_Caller, str] = {}
        """The folder below which each caller still waits, with a closing ``/``."""

    def call(self, folder: str, function: Callable[..., _Result], *arguments: object) -> _Result:
        """Call a function that looks at files of a folder.

        Args:
            folder: Path of the folder.
            function: What to call. If it is given up, it may go on, or end, at any time later.
            arguments: For it.

        Raises:
            TimeoutError: The file system did not answer in time.
        """
        place = folder.rstrip("/") + "/"
        with self._lock:
            self._stuck = {caller: stuck for caller, stuck in self._stuck.items() if caller.thread.is_alive()}
            stuck_here = sum(map(place.startswith, self._stuck.values()))
            if stuck_here >= MOST_STUCK:
                raise TimeoutError(errno.ETIMEDOUT, "the file system does not answer any more", folder)
            caller = self._idle.pop() if self._idle else _Caller()
        seconds = self._seconds / 10 if stuck_here else self._seconds
        try:
            result, error = caller.call(function, arguments, seconds)
        except Empty:
            with self._lock:
                self._stuck[caller] = place
            reason = f"the file system did not answer within {seconds:g} s"
            raise TimeoutError(errno.ETIMEDOUT, reason, folder) from None
        with self._lock:
            self._idle.append(caller)
        if error is not None:
            raise error
        return cast(_Result, result)


class _Caller:
    """A thread that makes one call after the other."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Callable[..., Any], tuple[object, ...]] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="vaulttui-files", daemon=True)
        self.thread.start()

    def call(
        self, function: Callable[..., Any], arguments: tuple[object, ...], seconds: float
    ) -> tuple[Any, BaseException | None]:
        """Make a call.

        Returns:
            What it returned and what it raised.

        Raises:
            Empty: It takes too long. The thread ends when it returns; no further call may be made.
        """
        self._calls.put((function, arguments))
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            self._calls.put(None)
            raise

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            function, arguments = call
            try:
                self._answers.put((function(*arguments), None))
            except BaseException as error:
                self._answers.put((None, error))
            del call, function, arguments  # nothing is to be kept until the next call


PATIENCE: Final = Patience()
"""Shared by everything in a process that reads vaults."""
