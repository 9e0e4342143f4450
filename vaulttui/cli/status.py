"""``vaulttui status``: how the index stands."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.formatting import count, counted, percent
from vaulttui.logs import log_path

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.search.engine import Status

DESCRIPTION = "Show how the index stands, and how many notes it lacks; vaulttui index brings it up to date."
EPILOG = "exit status: 0 done, 2 wrong usage, 3 a fault of the vault or the index."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("folder", nargs="?", metavar="VAULT", help="the vault, as with --vault")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Print the status."""
    from vaulttui.cli.health import among_notes, owner

    index = paths.index_path(context.vault, context.settings)
    if paths.has_index(context.vault, context.settings):
        with context.engine(fresh=False) as engine:
            status = engine.status()
            stale = len(engine.stale_notes())
            open_in = owner(Path(status.index_path))
    else:  # to ask how it stands makes none
        status, stale, open_in = *_without_index(context, index), ""
    if options.json:
        context.out.document({**dataclasses.asdict(status), "stale": stale, "open_in": open_in, "log": str(log_path())})
    else:
        rows = _rows(status, stale)
        rows["index"] += among_notes(index, context.vault)
        context.out.table({**rows, **({"open in": open_in} if open_in else {})})
    return 0


def _without_index(context: Context, index: Path) -> tuple[Status, int]:
    """The status of a vault that was never indexed, and how many notes an index would lack."""
    from vaulttui.embedding import create_embedder
    from vaulttui.search.local.status import status_without_index
    from vaulttui.vault.files.scan import scan_vault

    embedder = create_embedder(context.settings.embedding)
    notes = scan_vault(context.vault, context.settings.vault).notes
    return status_without_index(context.vault, index, embedder), len(notes)


def _rows(status: Status, stale: int) -> dict[str, str]:
    vectors = "none are made: embedding is switched off"
    if status.model:
        share = f" ({percent(status.embedded, status.embeddable)})" if status.embeddable else ""
        vectors = f"{count(status.embedded)} of {count(status.embeddable)}{share}"
    size = f"{status.index_bytes / 1e6:.1f} MB" if status.index_bytes else "not made yet"
    return {
        "vault": status.vault,
        "index": f"{status.index_path} ({size})",
        "notes": count(status.notes) + (f", {count(stale)} more to be read or removed" if stale else ", up to date"),
        "chunks": count(status.chunks),
        "vectors": vectors,
        "tags": count(status.tags),
        "links": f"{count(status.links)}, {count(status.unresolved)} lead nowhere",
        "warnings": f"{counted(status.warnings, 'note')} (vaulttui doctor)" if status.warnings else "none",
        "model": status.model or "none",
    }
