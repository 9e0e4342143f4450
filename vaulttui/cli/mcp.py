"""``vaulttui mcp``: the vault as a server of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from vaulttui.errors import UsageError

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = "Serve the vault to agents by the Model Context Protocol, over standard input and output."
EPILOG = """\
MCP clients start it themselves; their configuration names the command, like
  {"command": "vaulttui", "args": ["mcp", "--vault", "/home/me/notes"]}
It keeps the index fresh while it runs, and ends with its input or with SIGTERM.
While the index cannot be opened, each answer says why, and opening is tried again.

exit status: 0 done, 2 wrong usage, 3 a fault of the vault.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("folder", nargs="?", metavar="VAULT", help="the vault, as with --vault")
    parser.add_argument("--no-embed", action="store_true", help="make no vectors")


def run(options: argparse.Namespace, context: Context) -> int:
    """Serve until the input ends."""
    try:
        from vaulttui.tools.mcp.process import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise UsageError("vaulttui mcp needs the package mcp, version 2: pip install 'vaulttui[mcp]'") from error
    from vaulttui.tools.scopes import exclusions

    if context.out.talkative:
        context.out.say("Waiting for an MCP client on standard input; Ctrl-C ends.")
    with context.unopened_engine() as engine:
        serve(engine, exclusions(context.settings.agents), embed=not options.no_embed, tell=context.out.say)
    return 0
