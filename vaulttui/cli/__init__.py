"""The command line: the interface, and everything that scripts ask of a vault."""

from __future__ import annotations

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

    return run(sys.argv[1:] if argv is None else argv)
