"""Stopping for the shell that started the program, as other programs do by ctrl+z.

The terminal is raw, so that the system makes nothing of the key; the program has to do it itself.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_GRACE_SECONDS = 0.25
"""A process that goes on for so long was not stopped."""
_LOOK_SECONDS = 0.01


def stop_job(terminal: int) -> bool:
    """Stop until the shell lets the program have the terminal again. In the main thread only.

    All processes of the job are stopped, as the shell waits for whatever it started: perhaps for a program that started
    this one. By ``bg`` they would go on without the terminal: they stop again.

    Args:
        terminal: A descriptor of the terminal.

    Returns:
        Whether that was so: the system stops no process that has no shell to let it go on.
    """
    if not _stop():
        return False
    while not _in_foreground(terminal) and _stop():
        pass
    return True


def _stop() -> bool:
    """Stop the job once. Returns whether it was, which is known when it goes on."""
    with _signals_seen() as seen:
        os.kill(0, signal.SIGTSTP)
        deadline = time.monotonic() + _GRACE_SECONDS
        while not seen and time.monotonic() < deadline:
            time.sleep(_LOOK_SECONDS)
        time.sleep(_LOOK_SECONDS)  # the clock went on, too: whoever was stopped may hear of the end only now
        return bool(seen)


@contextmanager
def _signals_seen() -> Iterator[list[int]]:
    """Obey ``SIGTSTP`` as the system does, and tell each ``SIGCONT`` in the list."""
    seen: list[int] = []

    def see(number: int, frame: FrameType | None) -> None:
        del frame
        seen.append(number)

    before = {
        number: signal.signal(number, handler)
        for number, handler in ((signal.SIGTSTP, signal.SIG_DFL), (signal.SIGCONT, see))
    }
    try:
        yield seen
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_foreground(terminal: int) -> bool:
    """Whether the terminal is this job's, as far as is known."""
    with suppress(OSError):
        return os.tcgetpgrp(terminal) == os.getpgrp()
    return True
