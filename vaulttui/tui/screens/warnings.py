"""Everything in the vault that was not read as written."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from vaulttui.formatting import count
from vaulttui.terminal_text import plain
from vaulttui.tui import messages
from vaulttui.tui.edges import Button, buttons
from vaulttui.tui.keymap import bindings
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.session import SearchSession
from vaulttui.tui.visits import Place
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.result_row import spread
from vaulttui.tui.widgets.virtual_list import VirtualList

_CLASSES = ("warning--path", "warning--text")


class WarningList(VirtualList):
    """One warning in two lines: where, and what. A click goes there."""

    CLICKS_TO_CHOOSE = 1
    COMPONENT_CLASSES: ClassVar[set[str]] = set(_CLASSES)
    TEXT_CLASSES: ClassVar[tuple[str, ...]] = _CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("panel")]

    def __init__(self) -> None:
        super().__init__(row_height=2, id="warning-list")
        self.warnings: tuple[tuple[str, int | None, str], ...] | None = None
        """Path, line, message; ``None`` before they are known."""

    def show(self, warnings: tuple[tuple[str, int | None, str], ...]) -> None:
        """Show these."""
        self.warnings = warnings
        self.set_count(len(warnings), cursor=0)

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a warning."""
        path, line, message = (self.warnings or ())[index]
        where = Text(f" {plain(path)}", styles["warning--path"], no_wrap=True, end="")
        right = Text(f"line {line} " if line is not None else "", styles["warning--text"])
        text = Text(f"   {plain(message)}", styles["warning--text"], no_wrap=True, end="")
        return [spread(where, right, width, styles.base), spread(text, Text(), width, styles.base)]

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that all is well, or that it is not known yet."""
        del width
        text = "Looking …" if self.warnings is None else "Everything was read as it was written."
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
        self._list.border_subtitle = buttons(Button("esc close", "screen.close"))
        yield self._list

    def on_mount(self) -> None:
        """Ask for them."""
        self._list.focus()
        self._session.list_warnings(self)

    @on(messages.WarningsListed)
    def _listed(self, message: messages.WarningsListed) -> None:
        self._list.show(message.warnings)
        self._list.border_title = Content(f"Not read as written · {count(len(message.warnings))}")

    @on(VirtualList.Chosen)
    def _chosen(self) -> None:
        self._list.action_open()
