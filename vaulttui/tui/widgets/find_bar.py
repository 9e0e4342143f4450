"""The line below the preview in which one types what to find in the note."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from vaulttui.formatting import count
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.query_bar import BarButton
from vaulttui.tui.widgets.safe_input import SafeInput


class FindInput(SafeInput):
    """Where one types."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("find")]
    LEAVING: ClassVar[frozenset[str]] = frozenset({"read", "leave"})

    def __init__(self) -> None:
        super().__init__(placeholder="Find in the note …", id="find-input", select_on_focus=False)

    def action_find_in_note(self) -> None:
        """Select what was typed: another text is to be found."""
        self.select_all()

    def action_read(self) -> None:
        """Go to the note."""
        self.post_message(FindBar.Left(reading=True))

    def action_leave(self) -> None:
        """Find nothing any longer."""
        self.post_message(FindBar.Left(reading=False))

    def action_step(self, direction: int) -> None:
        """Go to the next place (1) or the one before (-1)."""
        self.post_message(FindBar.Step(direction))


class FindBar(Horizontal):
    """Input, and which of how many places one is at; in sight from when one begins to find to when one ends it."""

    DEFAULT_CSS = """
    FindBar { height: 1; padding: 0 1; display: none; }
    FindBar > #find-prompt { width: auto; height: 1; padding-right: 1; }
    FindBar > FindInput { width: 1fr; height: 1; border: none; padding: 0; background: transparent; }
    FindBar > FindInput:focus { border: none; background: transparent; background-tint: transparent; }
    FindBar > #find-places { width: auto; height: 1; padding-left: 1; }
    FindBar > BarButton { width: 2; height: 1; text-align: right; }
    """

    class Typed(Message):
        """Another text is to be found."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Step(Message):
        """The next place is to be gone to (1), or the one before (-1)."""

        def __init__(self, direction: int) -> None:
            super().__init__()
            self.direction = direction

    class Left(Message):
        """The person has done with typing."""

        def __init__(self, *, reading: bool) -> None:
            super().__init__()
            self.reading = reading
            """Whether they go on with the places in the note; else nothing is to be found any longer."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.input = FindInput()
        self.places: tuple[int | None, int] | None = None
        """Number of the place that one is at, from 0, and of all; ``None`` if they are not known yet."""
        self._told = Static("", id="find-places", markup=False)

    def compose(self) -> ComposeResult:
        """Put them in a row."""
        yield Static("find", id="find-prompt")
        yield self.input
        yield self._told
        yield BarButton("×", "screen.end_finding", id="find-end")

    def open(self, text: str) -> None:
        """Let one type, beginning with a text that the first letter replaces."""
        self.display = True
        self.input.value = text
        self.input.select_all()
        self.input.focus()

    def close(self) -> None:
        """Take it out of sight."""
        self.display = False

    def show_places(self, places: tuple[int | None, int] | None, *, more: bool = False, folded: bool = False) -> None:
        """Say where one is.

        Args:
            places: The :attr:`places` from now on.
            more: Whether there are more than are told.
            folded: Whether the note has folded callouts, in which nothing is looked for.
        """
        self.places = places
        self._told.set_class(places is not None and not places[1], "-nothing")
        self._told.update(_place(self.input.value, places, more=more, folded=folded))

    @on(Input.Changed)
    def _text_changed(self, event: Input.Changed) -> None:
        event.stop()  # it is not the query
        self.post_message(self.Typed(event.value))


def _place(text: str, places: tuple[int | None, int] | None, *, more: bool, folded: bool) -> str:
    """Say which of how many places one is at."""
    if not text:
        return ""
    if places is None:
        return "…"
    current, total = places
    if not total:
        return "nothing outside folded callouts" if folded else "nothing found"
    told = f"{count(total)}{'+' if more else ''}"
    return told if current is None else f"{count(current + 1)} of {told}"
