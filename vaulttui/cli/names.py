"""How commands print where something was found: from the vault's folder on or from the root of the file system, with
what was found there or, for ``xargs -0``, alone."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from vaulttui.errors import UsageError

if TYPE_CHECKING:
    from vaulttui.cli.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for it."""
    parser.add_argument("--absolute", action="store_true", help="whole paths, not those within the vault")
    parser.add_argument("-0", "--print0", action="store_true", help="only paths, each once and ended by NUL")


def check(options: argparse.Namespace) -> None:
    """See that there is one form to print in.

    Raises:
        UsageError: There are two.
    """
    if options.print0 and options.json:
        raise UsageError("--print0 and --json are two forms of output: choose one.")


def namer(options: argparse.Namespace, context: Context) -> Callable[[str], str]:
    """What gives a path as it is to be printed, of one that is relative to the vault."""
    if not options.absolute:
        return str
    vault = context.vault
    return lambda path: os.path.join(vault, path)  # noqa: PTH118 - a Path would lose the "/" that ends a folder
