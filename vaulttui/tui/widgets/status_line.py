"""The first line: which vault this is, and how its index stands."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from vaulttui.search.engine import Progress
from vaulttui.tui.formatting import bar, progress_fraction, progress_text
from vaulttui.tui.text import plain
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.result_row import spread

_CLASSES = ("status--vault", "status--text", "status--bar", "status--trough", "status--problem")
_BAR_WIDTH = 8


class StatusLine(Widget):
    """Name of the vault on the left; notes, index work and a bar on the right."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(_CLASSES)
    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; }
    """

    vault_name: reactive[str] = reactive("")
    """Name of the vault's folder."""
    progress: reactive[Progress | None] = reactive[Progress | None](None)
    """The newest report, ``None`` before the first."""
    waiting: reactive[str] = reactive("opening …")
    """What is shown before the first report."""

    def render(self) -> Text:
        """Draw the line."""
        styles = LineStyles(self, _CLASSES)
        width = self.content_size.width
        name = Text(plain(self.vault_name), styles["status--vault"], no_wrap=True, end="")
        right = Text(no_wrap=True, end="")
        progress = self.progress
        if progress is None:
            right.append(self.waiting, styles["status--text"])
        else:
            room = max(10, width - name.cell_len - _BAR_WIDTH - 6)
            style = "status--problem" if progress.phase in ("failed", "paused") else "status--text"
            right.append(plain(progress_text(progress, room)), styles[style])
            fraction = progress_fraction(progress)
            if fraction is not None:
                right.append("  ")
                right.append(bar(fraction, _BAR_WIDTH), styles["status--bar"])
        return spread(name, right, width, styles.base)
