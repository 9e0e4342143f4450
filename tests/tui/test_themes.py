"""Whatever the theme, every screen can be drawn: the colours of some are names that only the terminal understands."""

from __future__ import annotations

from typing import Any

import pytest
from textual.color import Color
from textual.command import CommandPalette
from textual.screen import Screen

from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.screens.choosing import ChoiceList
from vaulttui.tui.screens.dates import DatesScreen
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.new_note import NewNoteScreen
from vaulttui.tui.screens.searches import SearchesScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.screens.themes import ThemesScreen
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


async def test_themes_are_tried_as_one_comes_to_them_and_kept_only_if_one_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.screens.themes.TRYING_SECONDS", 0.001)
    async with running() as ui:
        await ui.app.run_action("change_theme")
        await shown(ui, ThemesScreen)
        themes = ui.app.screen.query_one(ChoiceList)
        await ui.until(lambda: themes.chosen is not None and themes.chosen.value == "vault-dark", "one is on it")
        await ui.press("down")
        await ui.until(lambda: ui.app.theme == "vault-light", "the next is tried")
        await ui.press("escape")
        await ui.until(lambda: ui.app.theme == "vault-dark", "all is as it was")
        await ui.settled()
        assert ui.app.state.theme == ""
        await ui.app.run_action("change_theme")
        await shown(ui, ThemesScreen)
        await ui.press(*"nord", "enter")
        await shown(ui, MainScreen)
        await ui.until(lambda: ui.app.state.theme == "nord", "it is remembered")
        assert ui.app.theme == "nord"


async def test_another_theme_colours_all_that_is_drawn_line_by_line() -> None:
    async with running(query="tokio tag:rust") as ui:

        def colours(selector: str) -> set[str]:
            widget = ui.app.screen.query_one(selector)
            parts = [part for y in range(widget.size.height) for part in widget.render_line(y) if part.text.strip()]
            return {part.style.color.name for part in parts if part.style is not None and part.style.color is not None}

        drawn = ("#status", "QueryInput", "QueryInfo", "Chips", "#filters", "#results", "#panel", "#footer")
        before = {selector: colours(selector) for selector in drawn}
        ui.app.theme = "textual-light"
        await ui.pilot.pause()
        for selector, earlier in before.items():
            assert earlier, selector
            assert earlier.isdisjoint(colours(selector)), selector


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_what_is_selected_can_be_read_in_the_colours_of_the_terminal(theme: str) -> None:
    async with running(settings=Settings(interface=InterfaceSettings(theme=theme, debounce_ms=0))) as ui:

        def colours(selector: str) -> set[tuple[str, str]]:
            """Colours of text, and of what lies below it, where that stands out."""
            widget = ui.app.screen.query_one(selector)
            parts = [part for y in range(widget.size.height) for part in widget.render_line(y) if part.text.strip()]
            pairs = {
                (part.style.color.name, part.style.bgcolor.name)
                for part in parts
                if part.style and part.style.color and part.style.bgcolor
            }
            return {pair for pair in pairs if pair[1] != "default"}

        # Titles, tags and matches alike: with many palettes hardly any colour can be read on another one.
        black_on_white = {("color(0)", "color(7)")}
        await ui.enter("tag:work rust")
        await ui.press("escape")
        await ui.until(lambda: colours("#results") == black_on_white, "the selected result can be read")
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the switcher is open")
        await ui.until(lambda: colours("#chooser-list") == black_on_white, "the first note can be read")
        await ui.press("escape", "ctrl+p")
        await ui.until(lambda: isinstance(ui.app.screen, CommandPalette), "the palette is open")
        highlight = ui.app.screen.query_one("CommandList").get_component_styles("option-list--option-highlighted")
        assert (highlight.color, highlight.background) == (Color.parse("ansi_black"), Color.parse("ansi_white"))


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_text_that_is_marked_can_be_read_in_the_colours_of_the_terminal(theme: str) -> None:
    async with running(settings=Settings(interface=InterfaceSettings(theme=theme, debounce_ms=0))) as ui:
        in_note = ui.main.get_component_styles("screen--selection")
        in_query = ui.main.query_bar.input.get_component_styles("input--selection")
        for styles in (in_note, in_query):
            assert (styles.color, styles.background) == (Color.parse("ansi_black"), Color.parse("ansi_white"))
