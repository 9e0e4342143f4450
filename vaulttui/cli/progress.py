"""How the index work is shown on the command line: a bar for each phase on a terminal, a line for each elsewhere."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from vaulttui.formatting import count, duration

if TYPE_CHECKING:
    from rich.progress import TaskID

    from vaulttui.search.engine import Progress


class IndexDisplay:
    """Shows progress while its block lasts.

    Args:
        stream: Where to; a terminal gets bars.
    """

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bars

        self._started = time.monotonic()
        self._console = Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=True)
        self._bars: Bars | None = None
        if stream.isatty():
            self._bars = Bars(
                TextColumn("{task.description:<8}", markup=False),
                BarColumn(bar_width=32),
                TextColumn("{task.percentage:>3.0f} %  {task.fields[numbers]}", markup=False),
                console=self._console,
                transient=True,
            )
        self._tasks: dict[str, TaskID] = {}
        self._words_done = False

    def __enter__(self) -> IndexDisplay:
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def show(self, progress: Progress) -> None:
        """Show where the work stands."""
        if progress.phase == "reading":
            self._show("notes", progress.done, progress.total, progress)
        elif progress.phase == "embedding":
            self.words_done(progress.notes)
            self._show("vectors", progress.embedded, progress.embeddable, progress)

    def words_done(self, notes: int) -> None:
        """Say, once, that every note can be found by its words."""
        if self._words_done:
            return
        self._words_done = True
        if self._bars is not None and "notes" in self._tasks:
            self._bars.remove_task(self._tasks.pop("notes"))
        which = {0: "There are no notes", 1: "The one note can be found by words"}
        text = which.get(notes, f"All {count(notes)} notes can be found by words")
        self._console.print(f"{text} after {time.monotonic() - self._started:.1f} s.")

    def _show(self, name: str, done: int, total: int, progress: Progress) -> None:
        if self._bars is None or not total:
            return
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(name, numbers="")
        numbers = f"{count(done)} of {count(total)}"
        if progress.rate >= 1:
            numbers += f" · {count(round(progress.rate))}/s"
        if progress.seconds_left is not None and done < total:
            numbers += f" · {duration(progress.seconds_left)} left"
        self._bars.update(self._tasks[name], completed=done, total=total, numbers=numbers)
