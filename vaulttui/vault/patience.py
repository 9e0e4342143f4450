"""Asking a file system that may never answer: a network mount whose server is gone blocks whoever looks at it."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

PATIENCE_SECONDS: Final = 15.0
"""What a slow disk, or a file that a sync program fetches first, may take for one file or folder."""
MOST_STUCK: Final = 8
"""Calls that may wait below one folder, each of which holds a thread."""

_Result = TypeVar("_Result")


class Answer(NamedTuple, Generic[_Result]):
    """What came of a call."""

    result: _Result | None
    error: BaseException | None

    def get(self) -> _Result:
        """What was returned. Raises what was raised."""
        if self.error is not None:
            raise self.error
        return cast(_Result, self.result)


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
        (answer,) = self.call_each(((folder, arguments),), function)
        return answer.get()

    def call_each(
        self, calls: Sequence[tuple[str, tuple[object, ...]]], function: Callable[..., _Result]
    ) -> list[Answer[_Result]]:
        """Call a function again and again, as :meth:`call` does it once. While all return, they take one change of
        threads and back, which takes as long as to read a small file.

        Args:
            calls: Path of the folder, and arguments, of each.
            function: What to call, on one thread after the other.

        Returns:
            What came of each: ``TimeoutError`` where the file system did not answer.
        """
        answers: list[Answer[_Result]] = []
        while len(answers) < len(calls):
            folder = calls[len(answers)][0]
            place = folder.rstrip("/") + "/"
            with self._lock:
                self._stuck = {caller: stuck for caller, stuck in self._stuck.items() if caller.thread.is_alive()}
                stuck_here = sum(map(place.startswith, self._stuck.values()))
                if stuck_here >= MOST_STUCK:
                    reason = "the file system does not answer any more"
                    answers.append(Answer(None, TimeoutError(errno.ETIMEDOUT, reason, folder)))
                    continue
                # One by one as long as any is stuck: the next may be of a place that has less time, or none.
                behind = len(answers) + 1 if self._stuck else len(calls)
                caller = self._idle.pop() if self._idle else _Caller()
            seconds = self._seconds / 10 if stuck_here else self._seconds
            work = _Work(function, [arguments for _, arguments in calls[len(answers) : behind]])
            answers += caller.do(work, seconds)
            if len(answers) == behind:
                with self._lock:
                    self._idle.append(caller)
                continue
            folder = calls[len(answers)][0]
            with self._lock:
                self._stuck[caller] = folder.rstrip("/") + "/"
            reason = f"the file system did not answer within {seconds:g} s"
            answers.append(Answer(None, TimeoutError(errno.ETIMEDOUT, reason, folder)))
        return answers


class _Work(Generic[_Result]):
    """Calls of a function, one after the other, until they are given up."""

    def __init__(self, function: Callable[..., _Result], calls: Sequence[tuple[object, ...]]) -> None:
        self._function = function
        self.calls = calls
        self.answers: list[Answer[_Result]] = []
        self.given_up = False

    def do(self) -> None:
        for arguments in self.calls:
            if self.given_up:
                return
            try:
                answer: Answer[_Result] = Answer(self._function(*arguments), None)
            except BaseException as error:
                answer = Answer(None, error)
            self.answers.append(answer)
            del answer  # what is given up meanwhile is to be kept by nobody


class _Caller:
    """A thread that makes one call after the other."""

    def __init__(self) -> None:
        self._work: SimpleQueue[_Work[Any] | None] = SimpleQueue()
        self._done: SimpleQueue[None] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="vaulttui-files", daemon=True)
        self.thread.start()

    def do(self, work: _Work[_Result], seconds: float) -> list[Answer[_Result]]:
        """Have work done.

        Args:
            work: What to do.
            seconds: How long one call of it may take.

        Returns:
            What came of its calls, in order. If these are fewer, the next one takes too long. Then the thread ends when
            that returns; nothing else may be done by it.
        """
        self._work.put(work)
        done = -1
        while len(work.answers) > done:  # another call returned meanwhile: it is slow, not stuck
            done = len(work.answers)
            try:
                self._done.get(timeout=seconds if done < len(work.calls) else None)
            except Empty:
                continue
            return work.answers
        work.given_up = True
        self._work.put(None)
        return work.answers[:done]

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work.do()
            self._done.put(None)
            del work  # nothing is to be kept until the next


PATIENCE: Final = Patience()
"""Shared by everything in a process that reads vaults."""
