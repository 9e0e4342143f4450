"""What all dialogs have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import BindingsMap, BindingType
from textual.dom import DOMNode
from textual.screen import ModalScreen

from vaulttui.tui.keymap import Keymap, bindings
from vaulttui.tui.panes.arrangement import LOW, too_small
from vaulttui.tui.panes.edges import Button
from vaulttui.tui.screens.layer import Layer

if TYPE_CHECKING:
    from textual.widget import Widget

    from vaulttui.tui.app import VaultApp

Answer = TypeVar("Answer")

NARROW = 60
"""Columns below which a box takes more than its share of them."""


class ClosesOnce(Layer[Answer], ModalScreen[Answer]):
    """A box that is closed once: keys and clicks that came with the one that closes it are still heard by it.

    In a terminal that is too small for anything it is not shown; it comes back as it was.
    """

    _left: Widget | None = None
    """What had the focus when the terminal became too small: nothing that is not shown can keep it."""
    _closed_with: tuple[Answer | None] | None = None
    """The answer that it was closed with while something else lay on it."""

    def on_resize(self) -> None:
        """Be there as long as there is room for anything."""
        hidden = too_small(*self.size)
        if hidden:
            self._left = self.focused or self._left
        self.set_class(hidden, "-too-small")
        self.set_class(self.size.width < NARROW, "-narrow")
        self.set_class(self.size.height < LOW, "-low")
        if not hidden and self.focused is None:
            left, self._left = self._left, None
            if left is not None:
                self.set_focus(left)
            else:
                self.call_after_refresh(self._update_auto_focus)

    @property
    def _modal_binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """Textual ends it with the screen; the commands of the application (help, quit, suspend) work here as well."""
        return [*super()._modal_binding_chain, (self.app, self.app._bindings)]

    @property
    def on_top(self) -> bool:
        """Whether it is what keys and clicks are for."""
        return self.app.screen is self

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close it with an answer, unless it is closed already; if something else lies on it, once that is closed.

        Textual would take away whatever lies on top: the main screen, too.

        Args:
            result: The answer, ``None`` for none.
        """
        if self.on_top:
            return super().dismiss(result)
        if self in self.app.screen_stack and self._closed_with is None:
            self._closed_with = (result,)
        return AwaitComplete()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Close it now, if it was closed while something lay on it."""
        del event
        if self._closed_with is not None:
            (result,), self._closed_with = self._closed_with, None
            self.dismiss(result)


class Dialog(ClosesOnce[Answer]):
    """A box over the main screen; escape or a click beside it closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]
    TYPED: ClassVar[bool] = False
    """Whether letters are text here."""
    LEAVING: ClassVar[frozenset[str]] = frozenset({"close"})
    """Actions that lead out of it."""

    @property
    def keymap(self) -> Keymap:
        """The keys in force."""
        return cast("VaultApp", self.app).keymap

    def button(self, verb: str, command_id: str, action: str) -> Button:
        """A word for the lower edge of the box, with the key that does the same.

        Args:
            verb: What it does.
            command_id: The command whose key is named.
            action: Textual action of the screen.
        """
        key = self.keymap.first_shown(command_id, typing=self.TYPED)
        return Button(f"{key} {verb}".strip(), f"screen.{action}")

    def close_button(self) -> Button:
        """What closes the box."""
        return self.button("close", "dialog.close", "close")

    def action_close(self) -> None:
        """Close it."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Close it when the click was beside the box."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)
