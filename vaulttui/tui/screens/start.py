"""The first paint: the frame of the main screen, while the main screen itself, or another vault, is still to come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import get_args

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from vaulttui.terminal_text import plain
from vaulttui.tui.panes.arrangement import TOO_SMALL, Pane
from vaulttui.tui.panes.panes import Panes
from vaulttui.tui.screens.layer import Layer
from vaulttui.tui.state.remembered import UiState
from vaulttui.tui.widgets.typed import pasted, typed_text


class StartScreen(Layer[None]):
    """Looks like the main screen with nothing in it, imports next to nothing, and keeps what is typed meanwhile.

    Args:
        vault_name: Name of the vault's folder, safe to draw.
        state: What was remembered from the last start: the query and the widths of the panes.
        load: Imports the main screen; called on a thread.
    """

    class Loaded(Message):
        """The main screen can be shown."""

    def __init__(self, vault_name: str, state: UiState, load: Callable[[], object]) -> None:
        super().__init__()
        self._vault_name = vault_name
        self._state = state
        self._load = load
        self._query = state.query
        """What is shown until something is typed."""
        self._typed = ""
        self._late: list[events.Key | events.Paste] | None = None
        """What has come from the first key on that is no text, or since the text was taken; ``None`` until then."""
        self._prompt = Static(markup=False)

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Static(Content(self._vault_name), id="status")
        with Horizontal(id="query-bar"):
            yield self._prompt
        yield Static(id="chips")
        names: tuple[Pane, ...] = get_args(Pane)
        widgets: dict[Pane, Widget] = {name: Static(id=name) for name in names}
        for name, widget in widgets.items():
            widget.border_title = name.capitalize() if name != "panel" else None
        with Horizontal(id="body"):
            yield widgets["filters"]
            yield widgets["results"]
            with Vertical(id="reading") as reading:
                yield widgets["preview"]
                yield widgets["panel"]
        yield Static(id="footer")
        yield Static(TOO_SMALL, id="too-small")
        self._panes = Panes(self, widgets, reading, self._prompt, self._state)

    def on_mount(self) -> None:
        """Load the rest once this is on the screen."""
        # Before the first paint, or the panes would be seen to jump.
        self._panes.apply()
        self._show_typed()
        self.call_after_refresh(threading.Thread(target=self._load_and_tell, name="vaulttui-load", daemon=True).start)

    def on_resize(self) -> None:
        """Arrange the panes as the main screen will."""
        self._panes.apply()

    def on_key(self, event: events.Key) -> None:
        """Keep what is typed: the query will begin with it. From another key on all is for the main screen."""
        text = typed_text(event)
        if self._late is not None:
            self._late.append(events.Key(event.key, event.character))  # this one ends here
        elif text is not None:
            self._typed += text
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif (bound := self.active_bindings.get(event.key)) is not None and bound.node is self.app:
            return  # that is done at once
        else:
            self._late = [events.Key(event.key, event.character)]
        event.stop()
        event.prevent_default()
        self._show_typed()

    def on_paste(self, event: events.Paste) -> None:
        """Keep what is pasted, too."""
        event.stop()
        if self._late is not None:
            self._late.append(events.Paste(event.text))
            return
        self._typed += pasted(self.app, event.text)
        self._show_typed()

    def take_typed(self) -> str:
        """Return the text that was typed until now. What still comes here is kept, for the main screen."""
        if self._late is None:
            self._late = []
        typed, self._typed = self._typed, ""
        return typed

    def take_late(self) -> Sequence[events.Key | events.Paste]:
        """Return what has come behind the text. What still comes here is for the next vault's query."""
        late, self._late = self._late or (), None
        self._query = ""
        self._show_typed()
        return late

    def _show_typed(self) -> None:
        self._prompt.update(f"› {plain(self._typed or self._query)}")

    def _load_and_tell(self) -> None:
        try:
            self._load()
        finally:
            # If it cannot be imported, showing it fails as well, on the thread that can say so. The program may have
            # ended meanwhile.
            with suppress(RuntimeError):
                self.post_message(self.Loaded())
