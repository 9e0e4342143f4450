"""Every text can be read on its ground, in every theme: what is faint, and what is selected, too."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import constants
from textual.color import Color
from textual.command import CommandList
from textual.geometry import Region
from textual.theme import Theme

from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.colors.contrast import LEAST_CONTRAST, contrast, readable, readable_variables
from vaulttui.tui.colors.theme import THEMES

from .interface import Interface, running

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda parts: Color(*parts))


@given(COLORS, COLORS)
def test_what_can_be_read_stays_and_anything_else_comes_to_be_readable(ink: Color, ground: Color) -> None:
    shown = readable(ink, ground)
    assert contrast(shown.rgb, ground.rgb) >= LEAST_CONTRAST
    if contrast(ink.rgb, ground.rgb) >= LEAST_CONTRAST:
        assert shown == ink


def test_colours_of_the_terminal_are_left_as_they_are() -> None:
    assert readable(Color.parse("ansi_black"), Color.parse("ansi_black")) == Color.parse("ansi_black")
    variables = dict.fromkeys(("foreground", "background", "surface", "panel-lighten-1"), "ansi_default")
    assert readable_variables({**variables, "text-disabled": "ansi_default 50%"})["faint"] == "ansi_default 45%"


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_stands_out_in_our_own_themes_does_so_for_everyone(theme: Theme) -> None:
    ground, primary = Color.parse(theme.background or ""), Color.parse(theme.primary)
    for name in ("text-accent", "text-warning", "text-error"):
        ink = Color.parse(theme.variables[name])
        for place in (ground, ground.blend(primary, 0.22), ground.blend(ink, 0.22)):  # a selected row, a match
            assert contrast(ink.rgb, place.rgb) >= 4.5, (name, place.hex)


def unreadable(ui: Interface, within: Region | None = None) -> list[tuple[str, str, str]]:
    """Texts of the screen, or of a box on it, with less contrast than they need, and both colours."""
    found = []
    for y, strip in enumerate(ui.app.screen._compositor.render_strips()):
        x = 0
        for text, style, _ in strip:
            place, x = x, x + cell_len(text)
            if style is None or style.color is None or style.bgcolor is None or not re.search(r"\w", text):
                continue
            above, below = style.color.get_truecolor(), style.bgcolor.get_truecolor()
            if (within is None or within.contains(place, y)) and contrast(above, below) < LEAST_CONTRAST:
                found.append((text.strip(), above.hex, below.hex))
    return found


@pytest.mark.parametrize(
    "theme", ["vault-dark", "vault-light", "textual-light", "atom-one-dark", "solarized-dark", "rose-pine-dawn"]
)
async def test_every_text_can_be_read(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "truecolor")
    async with running(settings=Settings(interface=InterfaceSettings(theme=theme, debounce_ms=0))) as ui:
        assert not unreadable(ui)
        await ui.enter("deadlock tag:#work")
        for keys in (["escape"], ["j"], ["l", "v"], ["v", "f", "j"]):
            await ui.press(*keys)
            await ui.settled()
            assert not unreadable(ui)
        await ui.press("slash", "shift+home")
        assert not unreadable(ui)
        await ui.press("escape", "m")
        await ui.until(lambda: ui.app.screen.query("#chooser"), "a name is asked for, and the usual one selected")
        await ui.pilot.pause()
        assert not unreadable(ui, ui.app.screen.query_one("#chooser").region)
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is ui.main, "it is closed")
        for key, box in (("ctrl+o", "#chooser"), ("d", "#chooser"), ("f1", "#help")):
            await ui.press(key)
            await ui.until(lambda box=box: ui.app.screen.query(box), "a dialog is open")  # type: ignore[misc]
            await ui.pilot.pause()
            assert not unreadable(ui, ui.app.screen.query_one(box).region)
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, "it is closed")


async def test_every_command_of_the_palette_can_be_read_in_every_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "truecolor")
    async with running(size=(120, 36)) as ui:
        await ui.press("escape")
        for theme in ui.app.available_themes:
            if theme.startswith("ansi"):
                continue
            ui.app.theme = theme
            await ui.press("ctrl+p")
            await ui.until(lambda: ui.app.screen.query("CommandList"), "the palette is open")
            # The box is there before the commands are.
            await ui.until(lambda: "Search · /" in "".join(ui.screen_lines), "the commands are listed")
            assert not unreadable(ui, ui.app.screen.query_one(CommandList).region), theme
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, "it is closed")


async def test_what_stands_in_the_edge_of_the_drawer_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "truecolor")
    settings = Settings(interface=InterfaceSettings(theme="vault-light", debounce_ms=0))
    async with running(size=(100, 30), settings=settings) as ui:
        await ui.press("escape", "f")
        await ui.until(lambda: ui.main.filters.has_class("-drawer"), "the filters lie over the results")
        await ui.pilot.pause()
        assert not unreadable(ui)
