"""``vaulttui demo``: the sample vault, copied once to where its notes can be changed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = "Open a sample vault: your own copy of it, made the first time."
EPILOG = "exit status: 0 done, 2 wrong usage, 3 a fault of the vault or the index."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--fresh", action="store_true", help="make a new copy; one that was changed is moved aside")
    parser.add_argument("--path", action="store_true", help="print where the copy is, and do not open it")
    parser.add_argument("--json", action="store_true", help="the same, as one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Open the copy of the sample vault."""
    from vaulttui.demo.copying import make_own_copy, own_copy

    folder = own_copy()
    kept = make_own_copy(fresh=options.fresh)
    if kept is not None:
        context.out.say(f"Your changed copy was kept as {kept}.")
    if options.json:
        context.out.document({"path": str(folder), "kept": None if kept is None else str(kept)})
        return 0
    if options.path:
        context.out.line(context.out.safe(str(folder)))
        return 0
    return context.run_app(folder, remember=False)
