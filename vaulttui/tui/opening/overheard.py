"""Running a program in the terminal and keeping what it said at last: the interface paints over all that it wrote."""

from __future__ import annotations

import os
import re
import select
import subprocess
import threading
from collections.abc import Sequence
from typing import Final

from vaulttui.environment import handed_on
from vaulttui.terminal_text import plain

STDERR: Final = 2
_KEPT = 4096
"""Bytes of the end that are kept."""
_LONGEST = 160
"""Characters of a line that are told."""
_LAST_WORDS_SECONDS = 0.5
"""So long what the program wrote just before its end is waited for. What it left running may write for ever."""
_COLOURS: Final = re.compile(r"\x1b\[[0-9;:]*m")
_MOVES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)", re.DOTALL)
"""Escape sequences: with the colours gone, those that draw a screen."""


class Overheard:
    """Standard error of a program that goes to the terminal as ever, and is heard on the way.

    A pipe, no terminal of its own: what editors ask of terminals they ask of the real one.

    Args:
        onto: Where all is passed on to.
    """

    def __init__(self, onto: int = STDERR) -> None:
        self._onto = onto
        self._end = b""
        self._over = False

    def run(self, argv: Sequence[str]) -> int:
        """Run a program to its end.

        Returns:
            Its exit status, negative for a signal.

        Raises:
            OSError: It cannot be started.
        """
        reading, writing = os.pipe()
        thread = threading.Thread(target=self._listen, args=(reading,), name="vaulttui-overheard", daemon=True)
        thread.start()
        try:
            try:
                process = subprocess.Popen(argv, stderr=writing, env=handed_on())
            finally:
                os.close(writing)
            with process:
                return process.wait()
        finally:
            thread.join(_LAST_WORDS_SECONDS)
            self._over = True

    def _listen(self, reading: int) -> None:
        """Pass on what comes, and read on after the end: what was left running would be ended by a closed pipe."""
        with open(reading, "rb", buffering=0) as stream:
            while data := stream.read(_KEPT):
                if not self._over:
                    self._end = (self._end + data)[-_KEPT:]
                    self._pass_on(data)

    def _pass_on(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._onto, data) :]
            except BlockingIOError:  # somebody has set the terminal so that it does not wait
                select.select([], [self._onto], [])
            except OSError:
                return

    @property
    def last_line(self) -> str:
        """The last line, plain text; ``""`` if there is none, or if it was used for drawing."""
        text = _COLOURS.sub("", self._end.decode("utf-8", "replace"))
        lines = [plain(line).strip() for line in _MOVES.split(text)[-1].splitlines()]
        line = next((line for line in reversed(lines) if line), "")
        return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
