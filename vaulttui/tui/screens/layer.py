"""Screens that lie on each other, and are not styled anew for it."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

Answer = TypeVar("Answer")

_BEHIND = "-behind"


class Layer(Screen[Answer]):
    """A screen whose widgets keep the styles that they have when it comes on top, and when another one lies on it.

    Textual styles every widget that is mounted, and all of a screen that comes on top once more: of the main screen,
    which comes with all that is in it, that is a tenth of the time until it is painted. And a class of a screen that
    lies behind, as Textual would give it, has all within it styled anew, for each dialog twice.
    """

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """What has the focus. What is drawn otherwise with it draws itself: Textual would paint all of the screen."""
    _styled = False

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Take the styles that the widgets have just been given, and show messages."""
        if not self._styled:
            self._styled = True
            event.refresh_styles = False
        self.query_children("ToastRack").remove_class(_BEHIND)

    def on_screen_suspend(self) -> None:
        """Leave messages to what lies on it: they would be seen twice."""
        self.query_children("ToastRack").add_class(_BEHIND)
