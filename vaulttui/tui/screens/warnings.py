"""Everything in the vault that was not read as written."""

from __future__ import annotations

from heapq import nlargest
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from vaulttui.formatting import count
from vaulttui.terminal_text import plain
from vaulttui.tui import messages
from vaulttui.tui.keymap import bindings
from vaulttui.tui.panes.edges import buttons
from vaulttui.tui.preview.cells import wrap
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.session.engine_access import NOT_OPEN
from vaulttui.tui.session.session import SearchSession
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.note_place import tail_of
from vaulttui.tui.widgets.result_row import spread
from vaulttui.tui.widgets.virtual_list import VirtualList

_MOST_LINES = 4
"""Lines of a message that are shown: enough for the longest where one pane has room."""
_MEASURED = 20
"""The longest messages, which tell how many lines all get."""


class WarningList(VirtualList):
    """Warnings: where, and below it what, in as many lines as the longest takes. A click goes there."""

    CLICKS_TO_CHOOSE = 1
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("panel")]

    def __init__(self) -> None:
        super().__init__(row_height=2, id="warning-list")
        self.warnings: tuple[tuple[str, int | None, str], ...] | None = None
        """Path, line, message; ``None`` before they are known."""
        self.awaited = "Looking …"
        """What is said until then."""
        self._longest: list[str] = []

    def show(self, warnings: tuple[tuple[str, int | None, str], ...]) -> None:
        """Show these."""
        self.warnings = warnings
        self._longest = nlargest(_MEASURED, (plain(message) for *_, message in warnings), key=len)
        self.set_count(len(warnings), cursor=0)
        self._fit_messages()

    def on_resize(self) -> None:
        """Give messages the lines that they take now."""
        self._fit_messages()

    def _fit_messages(self) -> None:
        width = self._message_width(self.scrollable_content_region.width)
        lines = max((len(wrap(message, width)) for message in self._longest), default=1)
        if self.row_height != 1 + min(lines, _MOST_LINES):
            self.set_row_height(1 + min(lines, _MOST_LINES))

    @staticmethod
    def _message_width(width: int) -> int:
        return max(2, width - 4)

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a warning."""
        path, line, message = (self.warnings or ())[index]
        right = Text(f"line {line} " if line is not None else "", styles["warning--text"])
        room = width - 1 - right.cell_len - (1 if right else 0)
        where = Text(f" {tail_of(plain(path), room)}", styles["warning--path"], no_wrap=True, end="")
        drawn = [spread(where, right, width, styles.base)]
        shown = plain(message)
        for start, end in wrap(shown, self._message_width(width)):
            if len(drawn) == self.row_height - 1:
                end = len(shown)  # what is left is cut off where the line ends
            text = Text(f"   {shown[start:end]}", styles["warning--text"], no_wrap=True, end="")
            drawn.append(spread(text, Text(), width, styles.base))
        blank = spread(Text(), Text(), width, styles.base)
        return (drawn + [blank] * self.row_height)[: self.row_height]

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that all is well, or that it is not known yet."""
        del width
        text = self.awaited if self.warnings is None else "Everything was read as it was written."
        return [Text(), Text(f" {text}", styles["warning--text"])]

    def action_open(self) -> None:
        """Go to the note."""
        if self.warnings:
            path, line, _ = self.warnings[self.cursor]
            self.screen.dismiss(Place(path, line or 1))


class WarningsScreen(Dialog[Place]):
    """A list to choose from; the answer is the place of the chosen warning.

    Args:
        session: Who knows the warnings.
    """

    def __init__(self, session: SearchSession) -> None:
        super().__init__()
        self._session = session
        self._list = WarningList()

    def compose(self) -> ComposeResult:
        """Build the box."""
        self._list.add_class("dialog")
        self._list.border_title = "Not read as written"
        self._list.border_subtitle = buttons(self.close_button())
        yield self._list

    def on_mount(self) -> None:
        """Ask for them."""
        self._list.focus()
        if not self._session.is_open:
            self._list.awaited = NOT_OPEN
        self._session.list_warnings(self)

    @on(messages.WarningsListed)
    def _listed(self, message: messages.WarningsListed) -> None:
        self._list.show(message.warnings)
        self._list.border_title = Content(f"Not read as written · {count(len(message.warnings))}")
        if message.warnings:
            self._list.border_subtitle = buttons(self.button("go there", "panel.open", "go_there"), self.close_button())

    def action_go_there(self) -> None:
        """Go to the note below the cursor."""
        self._list.action_open()

    @on(VirtualList.Chosen)
    def _chosen(self) -> None:
        self._list.action_open()
