"""Textual's driver of terminals, for a program that is stopped and let go on, and ends with its terminal."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING

from textual import events
from textual.drivers.linux_driver import LinuxDriver

from vaulttui.tui.terminal.cell_widths import steadied
from vaulttui.tui.terminal.input_parser import InputParser
from vaulttui.tui.terminal.modes import AS_EXPECTED, LEAVE

if TYPE_CHECKING:
    from vaulttui.tui.terminal.app import TerminalApp

_HANG_UP_SECONDS = 1.0
"""So long the system has to say itself that the terminal is gone."""
_LEAVE_SECONDS = 1.0
"""So long a terminal has to take the rest of a frame before the program ends all the same."""
_LOOK_AGAIN_SECONDS = 0.1
"""So often it is looked whether a key is over, or none are wanted any more."""
_MOST_READ = 65_536
"""Bytes that are read at once."""


class StopWanted(events.Event, bubble=False):
    """The program is to stop, as by its key: it was asked from outside."""


class TerminalDriver(LinuxDriver):
    """Takes the terminal once, whoever lets the program go on, and ends with it.

    Textual takes every ``SIGCONT`` for the end of a stop that it has prepared itself, on ``SIGTSTP``, and begins anew
    without an end before. Behind ``kill -STOP``, or where nothing was stopped at all, two threads share the keys then,
    so that some are lost and others change their meaning; and the program neither ends nor puts the terminal right.
    """

    _app: TerminalApp
    _watched = False
    """Whether the end of the terminal is waited for."""
    _is_to_be_taken = False
    """Whether the terminal is about to be taken again."""

    def __init__(
        self, app: TerminalApp, *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        # Textual draws on the stream of errors, which may lead into a file: nothing would be seen.
        if (self._file is None or not self._file.isatty()) and isinstance(sys.__stdout__, TextIOWrapper):
            sys.__stdout__.reconfigure(errors="backslashreplace")  # as that of errors does
            self._file = sys.__stdout__

    def start_application_mode(self) -> None:
        """Take the terminal, and end with it."""
        if self._file is not None:
            with suppress(OSError, ValueError):
                # An editor may have left it so that it does not wait: Textual's thread that writes would end at once.
                os.set_blocking(self._file.fileno(), True)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not self._watched:
            self._watched = True
            threading.Thread(target=self._end_with_terminal, name="vaulttui-terminal", daemon=True).start()

    def write(self, data: str) -> None:
        """Write to the terminal, so that nothing is shifted by a letter that it draws wider or narrower than it was
        counted."""
        super().write(steadied(data))

    def run_input_thread(self) -> None:
        """Read keys, the mouse and pastes until they are no longer wanted.

        Textual's own takes a paste with an escape in it for keys, loses an escape that comes with another key, and
        breaks down at bytes that are no UTF-8.
        """
        parser = InputParser(self._debug, tab_with_escape=os.environ.get("TERM") == "linux")
        decode = getincrementaldecoder("utf-8")("replace").decode
        wanted = True
        while wanted:
            wanted = not self.exit_event.is_set()  # what has come until then is read
            if select.select([self.fileno], [], [], _LOOK_AGAIN_SECONDS)[0]:
                data = os.read(self.fileno, _MOST_READ)
                if not data:  # the terminal is gone: that is waited for elsewhere
                    self.exit_event.wait(_LOOK_AGAIN_SECONDS)
                if text := decode(data):  # there is none yet of a character that is cut
                    for message in parser.feed(text):
                        self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def resume_application_mode(self) -> None:
        """Take the terminal again, from a program that may have left it otherwise than it was."""
        if self._file is not None and self._file.isatty():
            # Not by Textual's thread that writes, which has ended.
            with suppress(OSError):  # it is gone: that is waited for
                self._file.write(AS_EXPECTED)
                self._file.flush()
        super().resume_application_mode()

    def leave_at_once(self) -> None:
        """Give back a terminal that is still there, and hardly wait for it: the process is about to be ended.

        May be called within a signal handler, whatever it has come amidst.
        """
        if self._file is None or self._key_thread is None or not self._auto_restart:
            return  # an editor has the terminal, or nobody
        with suppress(OSError, termios.error):  # it is gone
            if os.tcgetpgrp(self.fileno) != os.getpgrp():
                return  # others are in front
            drawn = self._file.fileno()
            terminal = os.dup(drawn)
            # The rest of a frame would come behind what takes everything back.
            os.dup2(os.open(os.devnull, os.O_WRONLY), drawn)
            ready = select.poll()
            ready.register(terminal, select.POLLOUT)
            if [event for _, event in ready.poll(_LEAVE_SECONDS * 1000)] == [select.POLLOUT]:
                os.write(terminal, LEAVE.encode())
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def _end_with_terminal(self) -> None:
        """Hang up when the terminal is gone.

        The system says so only to those that the shell had in front, or that no shell knows any more while they are
        stopped. Others would read its end over and over, and have the index for ever.
        """
        terminal = select.poll()
        terminal.register(self.fileno, 0)  # nothing but its end
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in terminal.poll()):
            time.sleep(_HANG_UP_SECONDS)
            os.kill(os.getpid(), signal.SIGHUP)

    def _sigtstp_application(self, signum: int = 0, frame: FrameType | None = None) -> None:
        """Have the application stop in order, or stop at once where another program has the terminal: an editor that
        ctrl+Z was meant for."""
        if self._auto_restart:
            with suppress(RuntimeError):  # the program begins or ends
                asyncio.get_running_loop().call_soon_threadsafe(self._app.post_message, StopWanted())
            return
        with self._app.while_stopped():
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, signum: int = 0, frame: FrameType | None = None) -> None:
        """Take the terminal again."""
        if self._is_to_be_taken:
            return
        with suppress(RuntimeError):  # the program begins or ends
            # Not here: the signal may have come amidst just that.
            asyncio.get_running_loop().call_soon_threadsafe(self._take_again)
            self._is_to_be_taken = True

    def _take_again(self) -> None:
        """Give the terminal back and take it anew: a shell may have had it meanwhile, in its own mode."""
        self._is_to_be_taken = False
        if not self._auto_restart or self._key_thread is None or self._app.return_code is not None:
            return  # an editor has the terminal, or nobody
        self.suspend_application_mode()
        self._must_signal_resume = True  # the screen is painted again
        self.resume_application_mode()
