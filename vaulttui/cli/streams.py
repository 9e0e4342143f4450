"""The streams of a command: what may be written to them, and what becomes of them when nobody reads any more."""

from __future__ import annotations

import os
from io import StringIO, TextIOWrapper, UnsupportedOperation
from typing import TextIO, cast


def tolerant(stream: TextIO) -> TextIO:
    """Let a stream write file names that are not text: their bytes where it can, a sign where it cannot."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="surrogateescape" if is_utf8(stream) else "replace")
    return stream


def is_utf8(stream: TextIO) -> bool:
    """Whether a stream writes UTF-8, which has every character."""
    return (stream.encoding or "utf-8").casefold().replace("-", "") == "utf8"


def give_up(stream: TextIO) -> None:
    """Let go what a stream still holds. Python would complain once more when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def unfailing(stream: TextIO) -> TextIO:
    """A stream that writes to another one for as long as that takes anything, and nowhere from then on.

    What is told besides the results must not keep a command from its work, nor change its exit status.

    Args:
        stream: The stream of errors.
    """
    return cast(TextIO, _Unfailing(stream))


class _Unfailing:
    """See :func:`unfailing`. All that it does not have, the other stream has."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            self._end()
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            self._end()

    def _end(self) -> None:
        try:
            give_up(self._stream)
        except UnsupportedOperation:  # it is no file of the system's
            self._stream = StringIO()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
