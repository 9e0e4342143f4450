"""Opening a note by a part of its name."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from vaulttui.search.engine import Suggestion
from vaulttui.tui import messages
from vaulttui.tui.keymap import bindings
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.session import SearchSession
from vaulttui.tui.text import plain
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.result_row import folder_of, spread, tail_of
from vaulttui.tui.widgets.virtual_list import VirtualList

LIMIT = 50
"""Notes that are offered."""

_CLASSES = ("switcher--name", "switcher--folder")


class NameList(VirtualList, can_focus=False):
    """Notes, one to a line; the input moves the cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(_CLASSES)
    TEXT_CLASSES: ClassVar[tuple[str, ...]] = _CLASSES

    def __init__(self) -> None:
        super().__init__(id="switcher-list")
        self.notes: tuple[Suggestion, ...] | None = None
        """What is offered; ``None`` before the first answer."""

    def show(self, notes: tuple[Suggestion, ...]) -> None:
        """Offer these."""
        self.notes = notes
        self.set_count(len(notes), cursor=0)

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a name, with its folder."""
        note = (self.notes or ())[index]
        name = Text(f" {plain(note.label)}", styles["switcher--name"], no_wrap=True, end="")
        # The text is the note's path.
        folder = Text(f"{tail_of(folder_of(note.text), width // 2)} ", styles["switcher--folder"], no_wrap=True, end="")
        return [spread(name, folder, width, styles.base)]

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that there is none."""
        del width
        return [Text(" " if self.notes is None else " No note has such a name", styles["switcher--folder"])]


class Switcher(Dialog[str]):
    """An input with the notes whose titles, aliases or paths fit; the answer is the path of the chosen one.

    Args:
        session: Who knows the names.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("switcher")]

    def __init__(self, session: SearchSession) -> None:
        super().__init__()
        self._session = session
        self._request = 0
        self._choose_when_answered = False
        self.input = Input(placeholder="Title, alias or path …", id="switcher-input")
        self.names = NameList()

    def compose(self) -> ComposeResult:
        """Build the box."""
        with Vertical(id="switcher", classes="dialog") as box:
            box.border_title = "Open note"
            yield self.input
            yield self.names

    def on_mount(self) -> None:
        """Offer something before anything is typed."""
        self.input.cursor_blink = self.app.animation_level != "none"
        self.input.focus()
        self._ask()

    @on(Input.Changed)
    def _ask(self) -> None:
        self._request = self._session.suggest("note", self.input.value, limit=LIMIT, receiver=self)

    @on(messages.Suggested)
    def _suggested(self, message: messages.Suggested) -> None:
        if message.request != self._request:
            return
        self._request = 0
        self.names.show(message.suggestions)
        if self._choose_when_answered:
            self._choose_when_answered = False
            self.action_choose()

    @on(Input.Submitted)
    def action_choose(self) -> None:
        """Open the note that the cursor is on."""
        if self._request:
            self._choose_when_answered = True
        elif self.names.notes:
            self.dismiss(self.names.notes[self.names.cursor].text)

    @on(VirtualList.Chosen)
    def _chosen(self) -> None:
        self.action_choose()

    def action_move(self, delta: int) -> None:
        """Move in the list."""
        self.names.cursor += delta

    def action_page(self, direction: int) -> None:
        """Move a page in the list."""
        self.names.action_page(direction)
