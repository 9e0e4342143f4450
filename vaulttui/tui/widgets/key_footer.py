"""The last line: what keys do where the focus is, taken from the keymap."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.text import Text
from textual import events
from textual.reactive import reactive

from vaulttui.tui.commands import Command, Context
from vaulttui.tui.key_names import show_key
from vaulttui.tui.keymap import Keymap, footer_entries
from vaulttui.tui.widgets.line_styles import LineStyled

_GAP = 2
_ALWAYS = "help.open"


class KeyFooter(LineStyled):
    """Keys and what they do, as many as fit. A click does the same as the key.

    Args:
        keymap: The keys in force.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyFooter { height: 1; dock: bottom; }
    """

    note_at_hand: reactive[bool] = reactive(True)
    """Whether there is a note that keys can do something with."""
    matches: reactive[bool] = reactive(True)
    """Whether the query has words that notes may match."""
    typing: reactive[bool] = reactive(False)
    """Whether letters are text just now, though the pane has commands for them."""
    lead: reactive[tuple[str, str] | None] = reactive[tuple[str, str] | None](None)
    """Keys that are no command's, and what they do: it stands first."""
    labels: reactive[Mapping[str, str]] = reactive(MappingProxyType({}))
    """What commands do just now, by their ids, where that is something else than otherwise; ``""``: nothing."""

    def __init__(self, keymap: Keymap, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._keymap = keymap
        self._contexts: tuple[Context, ...] = ("main", "app")

    def show_contexts(self, *contexts: Context) -> None:
        """Show the keys of these contexts, narrowest first."""
        if contexts != self._contexts:
            self._contexts = contexts
            self.refresh()

    def entries(self, width: int) -> list[tuple[Command, str]]:
        """The commands that fit into a width, with their keys, in order. Help is always among them."""
        candidates = footer_entries(
            self._keymap,
            self._contexts,
            note=self.note_at_hand,
            matches=self.matches,
            typing=self.typing,
            labels=self.labels,
        )
        chosen: list[tuple[Command, str]] = []
        room = width - 1 - self._lead.cell_len
        for entry in sorted(candidates, key=lambda entry: entry[0].id != _ALWAYS):
            room -= _label(entry).cell_len + (_GAP if chosen or self.lead else 0)
            if room < 0:
                break
            chosen.append(entry)
        return [entry for entry in candidates if entry in chosen]

    @property
    def _lead(self) -> Text:
        return Text(" ".join(self.lead or ()))

    def render(self) -> Text:
        """Draw the line."""
        styles = self.line_styles()
        text = Text(" ", no_wrap=True, end="")
        if self.lead is not None:
            text.append(self.lead[0], styles["footer--key"])
            text.append(f" {self.lead[1]}", styles["footer--label"])
            text.append(" " * _GAP)
        for command, key in self.entries(self.size.width):
            text.append(show_key(key), styles["footer--key"])
            text.append(f" {command.label}", styles["footer--label"])
            text.append(" " * _GAP)
        return text

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does that was clicked."""
        x = 1 + (self._lead.cell_len + _GAP if self.lead else 0)
        for entry in self.entries(self.size.width):
            width = _label(entry).cell_len
            if x <= event.x < x + width:
                # Through the key, so that the focus decides what is meant, as it does for the key.
                self.app.simulate_key(entry[1])
                return
            x += width + _GAP


def _label(entry: tuple[Command, str]) -> Text:
    command, key = entry
    return Text(f"{show_key(key)} {command.label}")
