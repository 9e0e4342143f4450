"""The command line: the interface, and everything that scripts ask of a vault."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from vaulttui.environment import settle
from vaulttui.index.allocator import share_arenas

INTERRUPTED = 130
"""Exit status of what a person broke off: 128 and the number of SIGINT, as shells have it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``vaulttui``.

    Args:
        argv: Arguments without the program's name; ``None`` for those of the process.

    Returns:
        The exit status: 0 found or done, 1 nothing found, 2 wrong usage, 3 a fault of the vault or the index,
        130 interrupted.
    """
    if argv is None:
        _open_closed_streams()
        _let_streams_wait()
        _buffer_streams()
        settle()  # the first thing: there is no thread yet
        share_arenas()
    try:
        from vaulttui.cli.dispatch import run

        status = run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:  # run deals with it while the command does its work: it is what comes before or behind
        status = INTERRUPTED
    if argv is not None:
        return status
    if sys.getprofile() is None and sys.gettrace() is None:
        _leave(status)
    return status


def _open_closed_streams() -> None:
    """Let streams that are closed lead nowhere: the next file to be opened, maybe an index, would get their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _let_streams_wait() -> None:
    """Have streams wait for whoever reads or writes them, also where the program that started this one set its own,
    which are the same, not to wait: a pause would be taken for the end, and the rest of an answer for a fault."""
    for descriptor in range(3):
        with contextlib.suppress(OSError):
            os.set_blocking(descriptor, True)


def _buffer_streams() -> None:
    """Give streams a buffer that have none, because of ``PYTHONUNBUFFERED``: each line is still written at once.

    Python writes to such a stream once, and passes over what the system did not take: the rest of an answer would be
    lost without a word when ctrl+z interrupts it, or when the disk is full.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
            encoding, errors = stream.encoding, stream.errors
            buffer = io.BufferedWriter(stream.detach())
            buffered = io.TextIOWrapper(buffer, encoding, errors, line_buffering=True)
            setattr(sys, name, buffered)
            setattr(sys, f"__{name}__", buffered)


def _leave(status: int) -> None:
    """End the process at once: everything is closed, and to take the interpreter apart takes a tenth of a search."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
