"""NO_COLOR: the terminal keeps its own colours, and all that colours tell is told without them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.widgets import Input

from vaulttui.tui.colors.no_colors import NoColors

from .interface import Interface, running

THEMES = ["vault-dark", "vault-light", "dracula", "solarized-light", "ansi-dark", "ansi-light"]


@pytest.fixture(autouse=True)
def no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def drawn(style: str) -> str:
    """How a text of a dark theme is drawn: its attributes."""
    (segment,) = NoColors(Color.parse("#12151c"), Color.parse("#d5d9e2")).apply(
        [Segment("text", Style.parse(style))], Color.parse("#12151c")
    )
    assert segment.style is not None
    assert segment.style.color is not None
    assert segment.style.color.is_default
    return " ".join(sorted(set(str(segment.style).split()) - {"default", "on"}))


@pytest.mark.parametrize(
    ("style", "attributes"),
    [
        ("#d5d9e2 on #12151c", ""),
        ("bold #d5d9e2", "bold"),
        ("#6a6d74 on #12151c", "dim"),
        ("#353940 on #12151c", "dim"),
        ("#7fb4ca on #12151c", ""),
        ("#12151c on #e6c07b", "reverse"),
        ("#d5d9e2 on #252b39", ""),
        ("bold #12151c on #e6c07b reverse", "bold reverse"),
        ("red on blue", ""),
        ("black on white", "reverse"),
    ],
)
def test_attributes_stand_for_colours(style: str, attributes: str) -> None:
    assert drawn(style) == attributes


def colored(ui: Interface) -> list[str]:
    """Texts of the screen that are painted in a colour or on one."""
    return [
        text
        for strip in ui.app.screen._compositor.render_strips()
        for text, style, _ in strip
        if style is not None and any(color and not color.is_default for color in (style.color, style.bgcolor))
    ]


def reversed_texts(ui: Interface) -> list[str]:
    """Texts of the screen that are painted reversed."""
    return [
        text.strip()
        for strip in ui.app.screen._compositor.render_strips()
        for text, style, _ in strip
        if style is not None and style.reverse and text.strip()
    ]


@pytest.mark.parametrize("theme", THEMES)
async def test_nothing_is_painted_in_a_colour_and_what_is_selected_is_reversed(theme: str) -> None:
    async with running(size=(100, 30), toasts=True) as ui:
        ui.app.theme = theme
        await ui.enter("deadlock")
        assert not colored(ui)
        await ui.press("escape", "j")
        await ui.settled()
        selected = ui.main.results.selected
        assert selected is not None
        await ui.until(lambda: selected.title in " ".join(reversed_texts(ui)), "the selected result is reversed")
        await ui.press("y", "f")
        await ui.until(lambda: ui.main.filters.rows, "filters are shown")
        await ui.pilot.pause()
        assert not colored(ui)
        for key in ("ctrl+o", "ctrl+p"):
            await ui.press(key)
            await ui.until(lambda: ui.app.screen is not ui.main, "a dialog is open")
            await ui.press("down")
            await ui.until(lambda: any(len(text) > 3 for text in reversed_texts(ui)), "a line is selected")
            assert not colored(ui)
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, "it is closed")


@pytest.mark.parametrize("theme", THEMES)
async def test_cursor_and_selection_of_an_input_can_be_seen(theme: str) -> None:
    async with running(size=(100, 30)) as ui:
        ui.app.theme = theme
        await ui.enter("deadlock")
        field = ui.main.query_bar.input
        field.cursor_blink = False
        await ui.press("home")
        await ui.until(lambda: "d" in reversed_texts(ui), "the cursor is on the first letter")
        field.select_all()
        await ui.until(lambda: "deadlock" in "".join(reversed_texts(ui)), "all is selected")


async def test_the_pane_with_the_focus_has_a_heavy_border() -> None:
    async with running(size=(160, 40)) as ui:
        for key, pane in (("2", "results"), ("3", "preview"), ("4", "panel"), ("1", "filters")):
            await ui.press("escape", key)
            await ui.until(lambda pane=pane: ui.main.panes.focused == pane, "it has the focus")  # type: ignore[misc]
            await ui.pilot.pause()
            region = ui.main.query_one(f"#{pane}").region
            corners = [(cell_len(line[: line.index("┏")]), y) for y, line in enumerate(ui.screen_lines) if "┏" in line]
            assert corners == [(region.x, region.y)], pane


async def test_completions_have_a_border_and_one_is_reversed() -> None:
    async with running(size=(60, 20)) as ui:
        await ui.press(*"tag", "colon")
        await ui.until(lambda: ui.main.menu.display and ui.main.menu.region, "completions are offered")
        await ui.pilot.pause()
        assert isinstance(ui.app.focused, Input)
        menu = ui.main.menu
        assert menu.size.height == min(8, len(menu.suggestions))
        assert any(menu.suggestions[0].label in text for text in reversed_texts(ui))
        assert ui.screen_lines[menu.region.bottom - 1][menu.region.x] == "╰"


async def test_matches_in_results_are_told_from_titles() -> None:
    async with running(size=(160, 40)) as ui:
        await ui.enter("deadlock")
        styles = {
            (bool(style.bold), bool(style.underline))
            for strip in ui.app.screen._compositor.render_strips()
            for text, style, _ in strip.crop(0, 80)
            if style is not None and "deadlock" in text.lower() and "›" not in text
        }
        assert (True, True) in styles
