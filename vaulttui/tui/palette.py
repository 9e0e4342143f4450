"""The command palette: everything that can be done, with its keys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.command import CommandInput, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.widgets import OptionList

from vaulttui.tui.commands import COMMANDS, LISTS, Command, Context
from vaulttui.tui.screens.dialog import ClosesOnce
from vaulttui.tui.widgets.safe_input import SafeInput

if TYPE_CHECKING:
    from vaulttui.tui.app import VaultApp

_OFFERED: frozenset[Context] = frozenset({"app", "main", "results", "preview", "filters", "panel"})
"""Contexts whose commands can be run from the main screen; those of the others only make sense as keys, or there is
nothing on that screen that they could work on."""


class PaletteInput(CommandInput, SafeInput):
    """The input of the palette."""


class Palette(CommandPalette, ClosesOnce[None]):
    """Textual's palette, which takes a text of several lines, and runs what was chosen once."""

    LEAVING: ClassVar[frozenset[str]] = frozenset({"escape"})
    """Actions that lead out of it."""

    def compose(self) -> ComposeResult:
        """Build the box."""
        for widget in super().compose():
            if isinstance(widget, CommandInput):
                yield PaletteInput(placeholder=widget.placeholder, select_on_focus=False)
            else:
                yield widget

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if not self.on_top:
            event.stop()
            event.prevent_default()  # Textual's own handler would run it once more


class CommandProvider(Provider):
    """Offers the commands of the keymap."""

    @property
    def _app(self) -> VaultApp:
        return self.app  # type: ignore[return-value]

    def _commands(self) -> Iterator[Command]:
        from vaulttui.tui.screens.main import MainScreen

        # Over a dialog there is nothing that the other commands could work on.
        anywhere = not isinstance(self.screen, MainScreen)
        for command in COMMANDS:
            if anywhere and command.contexts != ("app",):
                continue
            moves = command.contexts == LISTS
            if not moves and command.contexts[0] in _OFFERED and command.id != "palette.open":
                yield command

    def _help(self, command: Command) -> str:
        keys = self._app.keymap.shown(command.id)
        return f"{command.group} · {keys}" if keys else command.group

    async def discover(self) -> Hits:
        """Offer everything."""
        for command in self._commands():
            yield DiscoveryHit(command.description, partial(self._run, command), help=self._help(command))

    async def search(self, query: str) -> Hits:
        """Offer what matches.

        Args:
            query: What was typed.
        """
        matcher = self.matcher(query)
        for command in self._commands():
            shown = command.description
            for word in (command.label, command.word):  # what the footer and the borders call it
                if word and not matcher.match(shown) and matcher.match(word):
                    shown = f"{shown} ({word})"
            score = matcher.match(shown)
            if score > 0:
                yield Hit(score, matcher.highlight(shown), partial(self._run, command), help=self._help(command))

    async def _run(self, command: Command) -> None:
        screen = self.screen
        context = command.contexts[0]
        namespace = self.app if context == "app" else screen if context == "main" else screen.query_one(f"#{context}")
        await self.app.run_action(command.action, namespace)
