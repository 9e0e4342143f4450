"""What all dialogs have in common."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.binding import BindingType
from textual.screen import ModalScreen

from vaulttui.tui.keymap import bindings

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A box over the main screen; escape or a click beside it closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def action_close(self) -> None:
        """Close it."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Close it when the click was beside the box."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)
