"""A worker process and the pipe to it.

Not :mod:`multiprocessing`: its processes import the program's main module again, which a user's script that has no
``if __name__ == "__main__"`` does not survive, and its helper process cannot start once an interface has replaced
standard error. A worker here is a plain interpreter that reads pickled requests from its standard input and writes
pickled answers to its standard output. Both ends are this program, so unpickling is safe.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any

from vaulttui.errors import VaultTuiError

_NICENESS = 5
"""Of reading processes (see ``nice(2)``)."""
_SECONDS_TO_DIE = 2
"""How long a process gets to end before it is killed."""
BOOT = "import sys; sys.path[:] = sys.argv[1:]; from vaulttui.index.reading.worker import serve; serve()"
"""Begins a worker, with the parent's search path as arguments. ``sys`` is built in: no file can be taken for it."""


class WorkerDiedError(VaultTuiError):
    """A worker process ended in the middle of its work: the system took its memory, or a parser crashed."""

    code = "worker_died"


class WorkerProcess:
    """One worker. Used by one thread at a time; :meth:`kill` may be called from any."""

    def __init__(self) -> None:
        import subprocess  # late: where few notes have changed no worker is needed

        self._process = subprocess.Popen(
            # -P: the working directory, which may be somebody else's vault, is no place to import from.
            [sys.executable, "-P", "-c", BOOT, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def call(self, function: Callable[..., Any], arguments: Sequence[object]) -> Any:
        """Run a function of this package in the worker.

        Args:
            function: A function of a module, found there again by its name.
            arguments: Picklable, and so is the answer.

        Raises:
            WorkerDiedError: The worker is gone.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise WorkerDiedError("The worker process has no pipe.")
        try:
            _send(stdin, (function, tuple(arguments)))
            answer = _receive(stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            raise WorkerDiedError(f"The worker process ended unexpectedly ({error}).") from error
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def kill(self) -> None:
        """End the worker at once, whatever it is doing. Safe to call twice."""
        from subprocess import TimeoutExpired

        self._process.kill()
        with contextlib.suppress(TimeoutExpired):  # one that waits for a dead mount ends only with that
            self._process.wait(_SECONDS_TO_DIE)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def serve() -> None:
    """Answer requests until the pipe is closed: the main function of a worker process."""
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    stdin = sys.stdin.buffer
    # With PYTHONUNBUFFERED, sys.stdout.buffer is none: what a write does not take that a stop interrupts would be lost.
    stdout = os.fdopen(sys.stdout.fileno(), "wb", closefd=False)
    sys.stdout = sys.stderr  # nothing that is printed by accident may get between the answers
    gc.disable()  # among the rows of a batch there is nothing to collect; cycles are few, and go behind each answer
    while True:
        try:
            function, arguments = _receive(stdin)
        except EOFError:
            return
        try:
            answer = function(*arguments)
        except Exception as error:
            answer = error
        _send(stdout, answer)
        del function, arguments, answer  # a large answer is not to wait for the next request in memory
        gc.collect()
        gc.freeze()  # what is left stays: it need not be looked at again


def _send(pipe: IO[bytes], value: object) -> None:
    """Write a value piece by piece: a large one is never in memory a second time, as bytes."""
    pickle.dump(value, pipe, protocol=5)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    """Read a value as it comes.

    Raises:
        EOFError: The pipe was closed.
        pickle.UnpicklingError: It was closed in the middle of a value.
    """
    return pickle.load(pipe)
