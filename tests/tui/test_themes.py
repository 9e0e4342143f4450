"""Whatever the theme, every screen can be drawn: the colours of some are names that only the terminal understands."""

from __future__ import annotations

from typing import Any

import pytest
from textual.color import Color
from textual.screen import Screen

from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.screens.dates import DatesScreen
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.new_note import NewNoteScreen
from vaulttui.tui.screens.searches import SearchesScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.screens.vaults import VaultsScreen
from vaulttui.tui.screens.warnings import WarningsScreen

from .interface import Interface, running

DIALOGS: dict[str, type[Screen[Any]]] = {
    "f1": HelpScreen,
    "ctrl+o": Switcher,
    "w": WarningsScreen,
    "a": NewNoteScreen,
    "d": DatesScreen,
    "ctrl+r": SearchesScreen,
    "V": VaultsScreen,
}


async def shown(ui: Interface, kind: type[Screen[Any]]) -> None:
    """Wait until a screen has been drawn."""
    await ui.until(lambda: isinstance(ui.app.screen, kind) and "╭" in "".join(ui.screen_lines), kind.__name__)


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light", "textual-light", "vault-dark"])
async def test_every_dialog_opens_and_closes_in_every_kind_of_theme(theme: str) -> None:
    async with running(settings=Settings(interface=InterfaceSettings(theme=theme, debounce_ms=0))) as ui:
        await ui.press("escape")
        for key, kind in DIALOGS.items():
            await ui.press(key)
            await shown(ui, kind)
            await ui.press("escape")
            await shown(ui, MainScreen)


async def test_what_is_selected_can_be_read_in_the_colours_of_a_light_terminal() -> None:
    async with running(settings=Settings(interface=InterfaceSettings(theme="ansi-light", debounce_ms=0))) as ui:
        await ui.press("escape")
        # Text is in the terminal's own colour, black: it cannot be read on its blue.
        assert ui.main.results.get_component_styles("list--cursor").background == Color.parse("ansi_white")
        await ui.press("ctrl+o")
        await shown(ui, Switcher)
        choices = ui.app.screen.query_one("#chooser-list")
        assert choices.get_component_styles("list--cursor").background == Color.parse("ansi_white")
