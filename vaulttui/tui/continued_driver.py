"""Textual's driver of terminals, for a program that is stopped by others than the person at its terminal."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import FrameType

from textual.drivers.linux_driver import LinuxDriver


class ContinuedDriver(LinuxDriver):
    """Takes the terminal once, whoever lets the program go on.

    Textual takes every ``SIGCONT`` for the end of a stop that it has prepared itself, on ``SIGTSTP``, and begins anew
    without an end before. Behind ``kill -STOP``, or where nothing was stopped at all, two threads share the keys then,
    so that some are lost and others change their meaning; and the program neither ends nor puts the terminal right.
    """

    def _sigcont_application(self, signum: int = 0, frame: FrameType | None = None) -> None:
        """Take the terminal again."""
        if self._must_signal_resume:
            super()._sigcont_application(signum, frame)
            return
        with suppress(RuntimeError):  # the program begins or ends
            # Not here: the signal may have come amidst just that.
            asyncio.get_running_loop().call_soon_threadsafe(self._take_again)

    def _take_again(self) -> None:
        """Give the terminal back and take it anew: a shell may have had it meanwhile, in its own mode."""
        if not self._auto_restart or self._key_thread is None or self._app.return_code is not None:
            return  # an editor has the terminal, or nobody
        self.suspend_application_mode()
        self._must_signal_resume = True  # the screen is painted again
        self.resume_application_mode()
