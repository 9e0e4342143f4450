"""Sixteen colours: every text can be read on its background, in every theme."""

from __future__ import annotations

import re

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import constants
from textual.app import App
from textual.color import Color

from vaulttui.tui.colors.contrast import contrast
from vaulttui.tui.colors.few_colors import _XTERM, LEAST_CONTRAST, FewColors

from .interface import running

BLACK, RED, SILVER, GREY, WHITE = 0, 1, 7, 8, 15


def number(color: RichColor | None) -> int | None:
    """Number of a colour as it is painted; ``None`` for the terminal's own."""
    return None if color is None or color.is_default else color.downgrade(ColorSystem.STANDARD).number


def drawn(page: str, style: str, text: str = "text") -> tuple[int | None, int | None]:
    """Numbers of the colours in which a text is drawn, and of its background."""
    segment = FewColors(Color.parse(page)).apply([Segment(text, Style.parse(style))], Color.parse(page))[0]
    assert segment.style is not None
    return number(segment.style.color), number(segment.style.bgcolor)


def unreadable(app: App[None]) -> list[tuple[str, int, int]]:
    """Texts of the screen that cannot be told from their background, with both colours."""
    found = []
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            above, below = (None, None) if style is None else (number(style.color), number(style.bgcolor))
            if above is None or below is None or not re.search(r"\w", text):
                continue
            if contrast(_XTERM[above], _XTERM[below]) < LEAST_CONTRAST:
                found.append((text.strip(), above, below))
    return found


async def test_every_text_can_be_read_in_sixteen_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "standard")
    async with running() as ui:

        async def look() -> None:
            for theme in ("vault-dark", "vault-light", "nord", "dracula", "solarized-light", "monokai"):
                ui.app.theme = theme
                await ui.pilot.pause()
                assert not unreadable(ui.app), theme

        await ui.enter("deadlock tag:#work")
        await ui.press("escape", "j", "f")
        await look()
        await ui.press("ctrl+o")
        await ui.until(lambda: ui.app.screen is not ui.main, "a dialog is open")
        await look()


async def test_where_there_are_more_colours_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "truecolor")
    async with running() as ui:
        assert not any(isinstance(each, FewColors) for each in ui.app.get_line_filters())


def test_the_page_is_black_or_white_and_what_is_selected_is_not() -> None:
    assert drawn("#2e3440", "#d8dee9 on #2e3440") == (WHITE, BLACK)
    assert drawn("#2e3440", "#d8dee9 on #434c5e") == (WHITE, GREY)
    assert drawn("#12151c", "#d5d9e2 on #252b39")[1] == GREY
    assert drawn("#f7f4ed", "#2b2f38 on #f7f4ed") == (BLACK, WHITE)
    assert drawn("#f7f4ed", "#2b2f38 on #dfd8c8") == (BLACK, SILVER)


def test_faint_text_is_grey_on_a_light_page_and_matches_are_no_yellow() -> None:
    assert drawn("#f7f4ed", "#8d8c88 on #f7f4ed") == (GREY, WHITE)
    assert drawn("#f7f4ed", "#8d8c88 on #dfd8c8") == (GREY, SILVER)
    assert drawn("#f7f4ed", "#844a06 on #f7f4ed") == (RED, WHITE)
    assert drawn("#f7f4ed", "#f7f4ed on #844a06")[0] == BLACK


def test_faint_lines_stay_faint() -> None:
    assert drawn("#f7f4ed", "#c5bba5 on #f7f4ed", "──╮ ") == (SILVER, WHITE)


@pytest.mark.parametrize(
    ("page", "style", "seen"),
    [
        ("#fdf6e3", "#d8d7ca on #fdf6e3", (SILVER, WHITE)),  # a border of solarized-light
        ("#fdf6e3", "#dcd6c4 on #e4ddca", (GREY, SILVER)),
        ("#100f0f", "#1c1b1a on #100f0f", (GREY, BLACK)),
        ("#fdf6e3", "#fdf6e3 on #fdf6e3", (WHITE, WHITE)),  # is not to be seen
    ],
)
def test_lines_are_told_from_a_page_whose_nearest_colour_is_the_same(
    page: str, style: str, seen: tuple[int, int]
) -> None:
    assert drawn(page, style, "──╮ ") == seen


async def test_borders_can_be_seen_in_sixteen_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "COLOR_SYSTEM", "standard")
    async with running() as ui:
        for theme in ("solarized-light", "rose-pine-dawn", "atom-one-light", "vault-light", "flexoki"):
            ui.app.theme = theme
            await ui.pilot.pause()
            lines = [
                (number(style.color), number(style.bgcolor))
                for strip in ui.app.screen._compositor.render_strips()
                for text, style, _ in strip
                if style is not None and re.search("[│─╭╮╰╯]", text)
            ]
            assert lines
            assert all(above != below for above, below in lines), theme


@pytest.mark.parametrize("style", ["red on blue", "default on default", "bold", "#ffffff"])
def test_what_needs_no_choice_is_left_as_it_is(style: str) -> None:
    asked = Segment("text", Style.parse(style))
    assert FewColors(Color.parse("black")).apply([asked], Color.parse("black")) == [asked]


def test_what_is_reversed_is_chosen_as_it_is_seen() -> None:
    assert drawn("#2e3440", "#2e3440 on #d8dee9 reverse") == (BLACK, WHITE)
