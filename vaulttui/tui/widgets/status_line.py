"""The first line: which vault this is, and how its index stands."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.reactive import reactive

from vaulttui.formatting import bar
from vaulttui.search.engine import Progress
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyled, LineStyles
from vaulttui.tui.widgets.progress import progress_fraction, progress_text
from vaulttui.tui.widgets.result_row import spread

_BAR_WIDTH = 8
_GAP = 2
"""Cells between both sides."""
_PROBLEMS = ("failed", "paused")
"""Phases in which a person should know why."""
_MENU = "  ≡"


class StatusLine(LineStyled):
    """Name of the vault on the left; notes, index work, a bar and the menu on the right.

    A click on the name opens another vault, one on the notes tells what was not read as written, and the menu has all
    commands.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; }
    """

    _told = ""
    """Fault that has been told and is not over."""
    _said: frozenset[str] = frozenset()
    """What else a person has been told."""

    vault_name: reactive[str] = reactive("")
    """Name of the vault's folder."""
    progress: reactive[Progress | None] = reactive[Progress | None](None)
    """The newest report, ``None`` before the first."""
    waiting: reactive[str] = reactive("opening …")
    """What is shown before the first report."""

    def watch_progress(self, progress: Progress | None) -> None:
        """Tell a fault once, in full, until it is over, and once what else a person should know: the line may have no
        room for all of it."""
        if progress is None:
            return
        if progress.phase == "failed" and progress.message not in ("", self._told):
            self._told = progress.message
            self.notify(plain(progress.message), severity="warning", markup=False)
        elif progress.phase == "idle":
            self._told = ""
            if progress.message and progress.message not in self._said:
                self._said |= {progress.message}
                self.notify(plain(progress.message), severity="warning", markup=False)

    def render(self) -> Text:
        """Draw the line."""
        styles = self.line_styles()
        return spread(*self._sides(styles), self.content_size.width, styles.base)

    def _sides(self, styles: LineStyles) -> tuple[Text, Text]:
        """What stands on the left, cut to what the right leaves, and on the right."""
        width = self.content_size.width
        name = Text(plain(self.vault_name), styles["status--vault"], no_wrap=True, end="")
        opener = Text(" ▾", styles["status--menu"], end="")
        right = Text(no_wrap=True, end="")
        progress = self.progress
        if progress is None:
            right.append(self.waiting, styles["status--text"])
        else:
            fraction = progress_fraction(progress)
            drawn = Text(end="")
            if fraction is not None:
                drawn.append("  ")
                drawn.append(bar(fraction, _BAR_WIDTH), styles["status--bar"])
            # A long name gives way: it is known.
            kept = min(name.cell_len + opener.cell_len, width // 2)
            room = max(10, width - kept - _GAP - drawn.cell_len - len(_MENU))
            style = "status--problem" if progress.phase in _PROBLEMS else "status--text"
            right.append(plain(progress_text(progress, room)), styles[style])
            right.append_text(drawn)
        right.append(_MENU, styles["status--menu"])
        name.truncate(max(1, width - right.cell_len - opener.cell_len - 1), overflow="ellipsis")
        return name + opener, right

    async def on_click(self, event: events.Click) -> None:
        """Do what the place below the mouse stands for."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.x >= self.content_size.width - len(_MENU):
            await self.run_action("app.command_palette")
        elif offset.x < self._sides(self.line_styles())[0].cell_len:
            await self.run_action("screen.open_vaults")
        elif offset.x > self.content_size.width // 2:
            await self.run_action("screen.show_warnings")
