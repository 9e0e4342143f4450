"""``vaulttui index``: words and metadata first, then vectors, with a progress bar."""

from __future__ import annotations

import argparse
import dataclasses
import threading
from typing import TYPE_CHECKING

from vaulttui.cli import INTERRUPTED
from vaulttui.cli.progress import IndexDisplay
from vaulttui.errors import VaultTuiError
from vaulttui.formatting import count, counted, duration

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.search.engine import Progress, RefreshReport, SearchEngine

DESCRIPTION = "Bring the index up to date and return when it is: first words and metadata, then vectors."
EPILOG = """\
Ctrl-C stops it; what is done stays done, and the next time it goes on from there.
exit status: 0 done, 2 wrong usage, 3 a fault of the vault or the index, 130 stopped.
"""

_GRACE = 1.5
"""Seconds that the work gets to come to a stop between two batches, before the index is closed under it."""
_LAST_GRACE = 10.0
"""Seconds that it gets to end when the index is closed; then it is left behind."""


class _Stopped(Exception):
    """The person has had enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("folder", nargs="?", metavar="VAULT", help="the vault, as with --vault")
    parser.add_argument("--no-embed", action="store_true", help="words and metadata only, no vectors")
    parser.add_argument("--json", action="store_true", help="print what was done as one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Refresh the index."""
    context.remember(context.vault)
    out = context.out
    with context.engine(fresh=False, deliberate=True) as engine:
        work = _Work(engine, embed=not options.no_embed)
        with IndexDisplay(out.stderr) as display:
            report = work.watch(display)
            if report is not None:
                display.words_done(report.notes)
    if report is None:
        out.fault(VaultTuiError(f"Stopped.{work.reached} Run it again to go on.", code="interrupted"))
        return INTERRUPTED
    if options.json:
        out.document(dataclasses.asdict(report))
    else:
        out.line(_summary(report))
        if report.warnings:
            were = "was" if report.warnings == 1 else "were"
            out.say(f"{counted(report.warnings, 'note')} {were} not read quite as written; vaulttui doctor tells more.")
    return 0


def _summary(report: RefreshReport) -> str:
    """One line on what was done."""
    changes = {
        "new": report.added,
        "changed": report.changed,
        "moved": report.moved,
        "removed": report.removed,
    }
    done = [f"{count(number)} {name}" for name, number in changes.items() if number]
    if report.embedded:
        done.append(f"{counted(report.embedded, 'vector')} made in {duration(report.seconds_vectors)}")
    return f"{counted(report.notes, 'note')}: {', '.join(done) or 'nothing has changed'}"


class _Work:
    """A refresh on a thread of its own, so that Ctrl-C meets this program and not the database in mid-write."""

    def __init__(self, engine: SearchEngine, *, embed: bool) -> None:
        self._engine = engine
        self._embed = embed
        self._stop = threading.Event()
        self._newest: Progress | None = None
        self._report: RefreshReport | None = None
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._refresh, name="vaulttui-refresh", daemon=True)

    @property
    def reached(self) -> str:
        """How far the work came, as a sentence with a blank before it, or ``""``."""
        newest = self._newest
        if newest is None or newest.phase != "embedding":
            return ""
        return (
            f" All {count(newest.notes)} notes can be found by words,"
            f" {count(newest.embedded)} of {count(newest.embeddable)} vectors are made."
        )

    def watch(self, display: IndexDisplay) -> RefreshReport | None:
        """Do it, and show how it goes.

        Returns:
            What was done, ``None`` if it was stopped.

        Raises:
            VaultTuiError: It failed.
        """
        try:
            self._thread.start()
            while self._thread.is_alive():
                self._thread.join(0.1)
                if self._newest is not None:
                    display.show(self._newest)
        except KeyboardInterrupt:
            self._stop.set()
            self._thread.join(_GRACE)
            if self._thread.is_alive():
                self._engine.close()
                self._thread.join(_LAST_GRACE)
            return None
        if self._fault is not None:
            raise self._fault
        return self._report

    def _refresh(self) -> None:
        try:
            self._report = self._engine.refresh(embed=self._embed, progress=self._take)
        except BaseException as fault:  # goes on in the main thread, whatever it is
            self._fault = fault

    def _take(self, progress: Progress) -> None:
        if self._stop.is_set():
            raise _Stopped
        self._newest = progress
