"""The command line: the interface, and everything that scripts ask of a vault."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``vaulttui``.

    Args:
        argv: Arguments without the program's name; ``None`` for those of the process.

    Returns:
        The exit status: 0 found or done, 1 nothing found, 2 wrong usage, 3 a fault of the vault or the index,
        130 interrupted.
    """
    from vaulttui.cli.dispatch import run

    if argv is not None:
        return run(argv)
    status = run(sys.argv[1:])
    if sys.getprofile() is None and sys.gettrace() is None:
        _leave(status)
    return status


def _leave(status: int) -> None:
    """End the process at once: everything is closed, and to take the interpreter apart takes a tenth of a search."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
