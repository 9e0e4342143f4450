"""An application that behaves in every terminal: where Textual does something else, or leaves it to the application."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App, ScreenStackError, SuspendNotSupported
from textual.color import Color
from textual.errors import NoWidget
from textual.filter import Monochrome, NoColor
from textual.screen import ModalScreen
from textual.widgets import Input

from vaulttui.terminal_text import plain
from vaulttui.tui.key_names import is_text
from vaulttui.tui.terminal.clipboard import copy_text
from vaulttui.tui.terminal.modes import AS_EXPECTED, CLEAR
from vaulttui.tui.widgets.steady_scroll import SteadyScrollView

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.filter import LineFilter
    from textual.notifications import Notification, SeverityLevel
    from textual.widget import Widget

_LEAVING_SECONDS = 0.5
"""So long at most a key waits until the one before it has led out of an input."""

_GOING_SECONDS = 0.1
"""So long at most a message takes to go."""

_BY_WORDS: Mapping[str, str] = {"alt+b": "ctrl+left", "alt+f": "ctrl+right"}
"""What terminals of a Mac send for going by words in an input, with what an input knows for it."""


def _now() -> float:
    """Seconds, by the clock of all messages."""
    return events.Event().time


class TerminalApp(App[None]):
    """What the terminal asks of any application: which knows nothing of vaults.

    Args:
        filters: What the terminal needs done to every line.
    """

    UNSEEN_ACTIONS: ClassVar[frozenset[str]] = frozenset({"quit", "repaint", "stop"})
    """What keys do though nothing is seen."""

    def __init__(self, filters: Sequence[LineFilter] = ()) -> None:
        self._handed_over = 0.0
        self.last_input = float("-inf")
        """When a key, a click or scrolling of the person's was taken up last, in seconds, by the clock of all messages:
        what a key has said by a message at once is later, and earlier than the next key; the key itself has this time.
        """
        self._pressed: tuple[Widget | None, int] = (None, 0)
        """What the mouse was pressed on last, and which button."""
        self._filters_wanted = filters
        self._own_colors: tuple[object, LineFilter | None] = (None, None)
        """What draws with the colours that the terminal has, and for which of them and which theme."""
        super().__init__()

    def get_driver_class(self) -> type[Driver]:
        """What reads the keys and paints: Textual's own, which is not at a loss when the program was stopped."""
        from textual.drivers.linux_driver import LinuxDriver

        from vaulttui.tui.terminal.driver import TerminalDriver

        own = super().get_driver_class()
        return TerminalDriver if own is LinuxDriver else own

    @property
    def is_seen(self) -> bool:
        """Whether a person sees what keys and the mouse do."""
        return True

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to every line before it is painted, as the terminal needs it."""
        filters = [*super().get_line_filters(), *self._filters_wanted]
        colors = "none" if self.no_color else self.console.color_system
        if self.no_color:
            # In the place of Textual's own, which paints greys, and a page of its own in a light terminal.
            filters = [each for each in filters if not isinstance(each, Monochrome | NoColor)]
        if self._own_colors[0] != (colors, self.theme):
            self._own_colors = (colors, self.theme), self._drawing_in(colors)
        own = self._own_colors[1]
        return filters if own is None else [*filters, own]

    def _drawing_in(self, colors: str | None) -> LineFilter | None:
        """What draws the theme in the colours that the terminal has; ``None`` if it has all."""
        if colors == "256":
            from vaulttui.tui.colors.near_colors import NearColors

            return NearColors()
        if colors not in ("none", "standard"):
            return None
        variables = self.get_css_variables()
        page, ink = (Color.parse(variables[name]) for name in ("background", "foreground"))
        if colors == "none":
            from vaulttui.tui.colors.no_colors import NoColors

            return NoColors(page, ink)
        from vaulttui.tui.colors.few_colors import FewColors

        return FewColors(page)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message, in which a name of a file changes nothing on the screen."""
        message, title = plain(message, keep_newlines=True), plain(title)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def withdraw(self, *titles: str) -> None:
        """Take away the messages with some titles that are still shown: what they tell holds no longer."""
        for notification in [*self._notifications]:
            if notification.title in titles:
                self._unnotify(notification)

    def _unnotify(self, notification: Notification, refresh: bool = True) -> None:
        """Forget a message, and paint what it covered once it has gone.

        Textual may take the layout without it for the one that is painted, and leave its border on the screen.
        """
        super()._unnotify(notification, refresh)
        self.set_timer(_GOING_SECONDS, self._paint_all)

    def _paint_all(self) -> None:
        with suppress(ScreenStackError):  # the program has ended meanwhile
            self.screen.refresh()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy what is cut or copied in an input, too, by whatever there is for it."""
        copy_text(self, text)

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Leave the terminal to another program; keys that were pressed before it took over were meant for it."""
        with super().suspend():
            self._handed_over = _now()
            yield

    def action_repaint(self) -> None:
        """Paint all of the screen anew, on which another program may have written."""
        if self._driver is not None:
            self._driver.write(AS_EXPECTED + CLEAR)
        self.refresh(layout=True)

    def leave_terminal_at_once(self) -> None:
        """Give the terminal back if it is still there, without an end in order: the process is about to be ended."""
        from vaulttui.tui.terminal.driver import TerminalDriver

        if isinstance(self._driver, TerminalDriver):
            self._driver.leave_at_once()

    def while_stopped(self) -> AbstractContextManager[None]:
        """What holds while the program is stopped: nothing, unless an application has something to put down."""
        return nullcontext()

    def on_stop_wanted(self) -> None:
        """Stop, as something else than a key asked for it."""
        self.action_stop()

    def action_stop(self) -> None:
        """Leave the terminal to the shell, until it lets the program go on."""
        from vaulttui.tui.terminal.job_control import stop_job

        stopped = False
        if sys.__stdin__ is not None:
            with suppress(SuspendNotSupported), self.suspend(), self.while_stopped():
                stopped = stop_job(sys.__stdin__.fileno())
        if not stopped:
            self.notify(
                "There is no shell here to go back to: nothing could let the program go on.", severity="warning"
            )

    async def on_event(self, event: events.Event) -> None:
        """Forget keys that another program was to have: as commands they could do anything."""
        if isinstance(event, events.InputEvent) and not event.is_forwarded and not isinstance(event, events.MouseMove):
            self.last_input = _now()
        if isinstance(event, events.InputEvent | events.Paste) and not event.is_forwarded and not self.is_seen:
            if isinstance(event, events.Key):
                await self._press_unseen(event.key)
        elif isinstance(event, events.MouseDown) and not event.is_forwarded:
            await self._press(event)
        elif not isinstance(event, events.Key):
            await super().on_event(event)
        elif event.time >= self._handed_over:
            for key in self._apart(event):
                # Keys of one burst are read before the first is taken up, and what does a key may be behind the next.
                key.time = self.last_input
                left = self._left_by(key)
                await super().on_event(key)
                if left is not None:
                    await self._until_left(left)

    async def _press_unseen(self, key: str) -> None:
        """Do what a key stands for while nothing is seen, if that needs no seeing."""
        if is_text(key) and isinstance(self.screen, ModalScreen):
            return  # it may be typed there
        for node, bindings in self.screen._binding_chain:
            for binding in bindings.key_to_bindings.get(key, ()) if node is self else ():
                if binding.action in self.UNSEEN_ACTIONS:
                    await self.run_action(binding.action)
                    return

    async def _press(self, event: events.MouseDown) -> None:
        """Press the mouse, unless it is the second time of a double click whose first one has done its work.

        What it was on may have closed with the first, as a dialog does; what lies below is not meant. Textual would
        count even that as clicked twice, for it looks at place and time alone.
        """
        at_once = (
            self._click_chain_last_time is not None
            and event.time - self._click_chain_last_time <= self.CLICK_CHAIN_TIME_THRESHOLD
            and self._click_chain_last_offset == event.screen_offset
        )
        before, self._pressed = self._pressed, (self._widget_below(event), event.button)
        if at_once and self._pressed[0] is not before[0]:
            self._pressed = before
            self._mouse_down_widget = None  # else its end would be a click
            return
        if self._pressed != before:
            self._click_chain_last_offset = None
        await super().on_event(event)

    def _widget_below(self, event: events.MouseDown) -> Widget | None:
        try:
            return self.get_widget_at(event.x, event.y)[0]
        except NoWidget:
            return None

    def _apart(self, event: events.Key) -> Sequence[events.Key]:
        """Escape and a key that came right behind it: terminals send the same for alt and the key, which is meant where
        it does something. Any other key as it is."""
        character, escape = event.character, events.Key("escape", None)
        if character is None or not event.key.startswith("alt+") or event.key in self.screen.active_bindings:
            return (event,)
        if isinstance(self.focused, Input):
            if (by_words := _BY_WORDS.get(event.key)) is not None:
                return (events.Key(by_words, None),)
            if self._left_by(escape) is None:
                return (event,)  # what is typed with alt is no text
        return escape, events.Key(character if character.isalnum() else event.key.removeprefix("alt+"), character)

    def _left_by(self, event: events.Key) -> Widget | None:
        """What has the focus, if a key leads out of it: of an input, or of a dialog with all that is in it."""
        active = None if event.is_printable else self.screen.active_bindings.get(event.key)
        leaves = active is not None and active.binding.action in getattr(active.node, "LEAVING", ())
        return (self.focused or self.screen) if leaves else None

    async def _until_left(self, left: Widget) -> None:
        """Wait until a widget has taken a key, and the screen what the widget tells by it.

        Keys that follow at once are meant for where it leads, and would be typed as text.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_LEAVING_SECONDS):
                for node in (left, *left.ancestors_with_self):
                    done = asyncio.Event()
                    if node is not self and node.call_later(done.set):
                        await done.wait()

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Do what a key stands for, before the next key is looked at.

        Textual does it only when the key has come up from the widget that has the focus. Keys that follow at once have
        gone to the same widget then, though the first one has moved the focus: of ``/abc`` the letters were lost.
        """
        if priority and is_text(key) and self._types:
            return False  # a command may have a letter that works everywhere; where one types, it is typed
        if await super()._check_bindings(key, priority):
            return True
        if not priority or self._types:
            return False
        at_once = isinstance(self.focused, SteadyScrollView) or isinstance(self.screen, ModalScreen)
        return at_once and await super()._check_bindings(key)

    @property
    def _types(self) -> bool:
        """Whether keys are for the widget that has the focus."""
        return isinstance(self.focused, Input) or getattr(self.focused, "reads_keys", False)

    def _handle_exception(self, error: Exception) -> None:
        """End with an account of an error. Textual's own shows local variables and fails if one of them cannot be
        shown; the program would stay on the screen then, and answer nothing."""
        try:
            super()._handle_exception(error)
        except Exception:
            from rich.text import Text

            self.panic(Text("".join(traceback.format_exception(error))))

    def idle_seconds(self) -> float:
        """How long ago the person pressed a key, clicked or scrolled."""
        return _now() - self.last_input
