"""Completions of what is typed in the query bar, in a list below it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Offset

from vaulttui.search.engine import Suggestion
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.note_place import tail_of
from vaulttui.tui.widgets.result_row import spread
from vaulttui.tui.widgets.virtual_list import VirtualList

_TALLEST = 8
_WIDTHS = (18, 60)
_LONGEST_COUNT = 10
"""Cells of a detail that is told whole, whatever becomes of the label: half a number is another number."""


class CompletionMenu(VirtualList, can_focus=False):
    """A short list that never takes the focus: the query bar moves its cursor. A click accepts."""

    CLICKS_TO_CHOOSE = 1
    DEFAULT_CSS = """
    CompletionMenu { display: none; layer: overlay; position: absolute; height: auto; width: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._suggestions: tuple[Suggestion, ...] = ()

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """What is offered; empty when the menu is not shown."""
        return self._suggestions

    @property
    def chosen(self) -> Suggestion | None:
        """What the cursor is on."""
        return self._suggestions[self.cursor] if self._suggestions else None

    def offer(self, suggestions: Sequence[Suggestion], column: int, row: int) -> None:
        """Show completions, or nothing.

        Args:
            suggestions: Best first; without any the menu is hidden.
            column: Column of the screen where the completed text begins.
            row: Row of the screen of the menu's first line.
        """
        self._suggestions = tuple(suggestions)
        self.display = bool(self._suggestions)
        if self.display:
            widest = max(Text(f"{plain(item.label)}  {plain(item.detail)}").cell_len for item in self._suggestions)
            width = min(max(widest + 3, _WIDTHS[0]), _WIDTHS[1], self.app.size.width)
            self.styles.width = width
            self.styles.height = min(len(self._suggestions), _TALLEST)
            self.styles.offset = Offset(min(column, self.app.size.width - width), row)
        self.set_count(len(self._suggestions), cursor=0)

    def close(self) -> None:
        """Hide the menu."""
        if self._suggestions:
            self.offer((), 0, 0)

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a completion with what is known about it."""
        item = self._suggestions[index]
        name, about, room = plain(item.label), plain(item.detail), width - 2
        if cell_len(about) <= _LONGEST_COUNT:
            name = tail_of(name, max(0, room - cell_len(about) - 1))
        elif item.detail == item.text:
            about = tail_of(about, max(0, room - cell_len(name) - 1))
        label = Text(f" {name}", styles["menu--label"], no_wrap=True, end="")
        detail = Text(about, styles["menu--detail"], no_wrap=True, end="")
        detail.truncate(max(0, width - label.cell_len - 2), overflow="ellipsis")
        detail.append(" ")
        return [spread(label, detail, width, styles.base)]
