"""The first line: which vault this is, and how its index stands."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.reactive import reactive
from textual.widget import Widget

from vaulttui.formatting import bar
from vaulttui.search.engine import Progress
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.progress import progress_fraction, progress_text
from vaulttui.tui.widgets.result_row import spread

_CLASSES = ("status--vault", "status--text", "status--bar", "status--problem", "status--menu")
_BAR_WIDTH = 8
_PROBLEMS = ("failed", "paused")
"""Phases in which a person should know why."""
_MENU = "  ≡"


class StatusLine(Widget):
    """Name of the vault on the left; notes, index work, a bar and the menu on the right.

    A click on the name opens another vault, one on the notes tells what was not read as written, and the menu has all
    commands.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(_CLASSES)
    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; }
    """

    _told = ""

    vault_name: reactive[str] = reactive("")
    """Name of the vault's folder."""
    progress: reactive[Progress | None] = reactive[Progress | None](None)
    """The newest report, ``None`` before the first."""
    waiting: reactive[str] = reactive("opening …")
    """What is shown before the first report."""

    def watch_progress(self, progress: Progress | None) -> None:
        """Tell a fault once, in full, until it is over: the line may have no room for all of it."""
        if progress is None:
            return
        if progress.phase == "failed" and progress.message not in ("", self._told):
            self._told = progress.message
            self.notify(plain(progress.message), severity="warning", markup=False)
        elif progress.phase == "idle":
            self._told = ""

    def render(self) -> Text:
        """Draw the line."""
        styles = LineStyles(self, _CLASSES)
        width = self.content_size.width
        name = Text(plain(self.vault_name), styles["status--vault"], no_wrap=True, end="")
        name.append(" ▾", styles["status--menu"])
        right = Text(no_wrap=True, end="")
        progress = self.progress
        if progress is None:
            right.append(self.waiting, styles["status--text"])
        else:
            room = max(10, width - name.cell_len - _BAR_WIDTH - len(_MENU) - 6)
            style = "status--problem" if progress.phase in _PROBLEMS else "status--text"
            right.append(plain(progress_text(progress, room)), styles[style])
            fraction = progress_fraction(progress)
            if fraction is not None:
                right.append("  ")
                right.append(bar(fraction, _BAR_WIDTH), styles["status--bar"])
        right.append(_MENU, styles["status--menu"])
        return spread(name, right, width, styles.base)

    async def on_click(self, event: events.Click) -> None:
        """Do what the place below the mouse stands for."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.x >= self.content_size.width - len(_MENU):
            await self.run_action("app.command_palette")
        elif offset.x < cell_len(plain(self.vault_name)) + 2:
            await self.run_action("screen.open_vaults")
        elif offset.x > self.content_size.width // 2:
            await self.run_action("screen.show_warnings")
