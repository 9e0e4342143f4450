"""The log: one file for all processes of the user, of bounded size, for the user alone.

It tells what happened to index, files and processes, in which process, and holds no text of notes and no query. Set
``$VAULTTUI_LOG`` to ``debug``, ``info`` (the default), ``warning`` or ``error`` for more or less of it.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from pathlib import Path

from vaulttui import paths
from vaulttui.patterns import late_pattern

MOST_BYTES = 1_000_000
"""A file that grows beyond this gets the number 1."""
KEPT = 3
"""Older files that are kept, with the numbers 1 (newest) to 3."""

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_CONTROL = late_pattern(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def log_path() -> Path:
    """The log file, which may not exist."""
    return paths.state_dir() / "log" / "vaulttui.log"


def start_logging() -> None:
    """Let everything that the program logs go to the log file, and nothing of it to the terminal. Once is enough."""
    logger = logging.getLogger("vaulttui")
    if not any(isinstance(handler, SharedLogFile) for handler in logger.handlers):
        handler = SharedLogFile(log_path())
        handler.setFormatter(InertFormatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(handler)
        logger.propagate = False
    wanted = os.environ.get("VAULTTUI_LOG", "").strip()
    logger.setLevel(_LEVELS.get(wanted.casefold(), logging.INFO))
    if wanted and wanted.casefold() not in _LEVELS:
        logger.warning("VAULTTUI_LOG must be one of %s, got %r: info is used", ", ".join(_LEVELS), wanted)


class InertFormatter(logging.Formatter):
    """Makes each entry one line (a trace follows on lines of its own), with nothing that a terminal would obey."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Format the line."""
        return _inert(super().formatMessage(record))

    def formatException(self, ei: object) -> str:
        """Format the trace."""
        text = super().formatException(ei)  # type: ignore[arg-type]  # as logging hands it on
        return "\n".join("    " + _inert(line) for line in text.split("\n"))


def _inert(text: str) -> str:
    """Show what is no character to print by its code."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


class SharedLogFile(logging.Handler):
    """Appends to a file that other processes append to as well, and puts a full one away.

    The file is opened for each entry: entries are few, and whoever finds the file full may move it.

    Args:
        path: The file; its folder is made.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Write one entry. Where that is not possible, there is no place to say so, and no reason to stop."""
        with contextlib.suppress(OSError):
            self._write((self.format(record) + "\n").encode("utf-8", "backslashreplace"))

    def _write(self, data: bytes) -> None:
        paths.make_private_dir(self._path.parent)
        while True:
            # A pipe in its place that nobody reads would be waited for.
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
            descriptor = os.open(self._path, flags, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                found = os.fstat(descriptor)
                with contextlib.suppress(FileNotFoundError):
                    if os.path.samestat(found, self._path.stat()):  # not put away while the lock was waited for
                        os.write(descriptor, data)
                        if found.st_size + len(data) > MOST_BYTES:
                            self._put_away()
                        return
            finally:
                os.close(descriptor)

    def _put_away(self) -> None:
        for number in range(KEPT, 0, -1):
            newer = self._numbered(number - 1) if number > 1 else self._path
            if newer.exists():
                newer.replace(self._numbered(number))

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")
