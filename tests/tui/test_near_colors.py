"""256 colours: what is drawn in them looks as it is meant to."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from vaulttui.tui.colors.near_colors import NearColors, nearest
from vaulttui.tui.colors.theme import THEMES

from .interface import running


@pytest.mark.parametrize(
    ("color", "number"),
    [
        ("#000000", 16),
        ("#ffffff", 231),
        ("#5f87af", 67),
        ("#12151c", 233),
        ("#2a3140", 236),
        ("#1f2430", 235),
        ("#808080", 244),
        ("#fefefe", 231),
        ("#ff0000", 196),
    ],
)
def test_the_nearest_color_is_taken(color: str, number: int) -> None:
    assert nearest(ColorTriplet(*Color.parse(color).rgb)) == number


def test_what_is_one_of_them_stays() -> None:
    for number in range(16, 256):
        triplet = RichColor.from_ansi(number).get_truecolor()
        assert RichColor.from_ansi(nearest(triplet)).get_truecolor() == triplet, number


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_no_ground_of_a_theme_gets_a_colour_that_it_has_not(theme: Theme) -> None:
    grounds = (theme.background, theme.surface, theme.panel, theme.boost, theme.variables["scrollbar"])
    for ground in filter(None, grounds):
        wanted = Color.parse(ground).rgb
        drawn = RichColor.from_ansi(nearest(ColorTriplet(*wanted))).get_truecolor()
        assert max(abs(a - b) for a, b in zip(wanted, drawn, strict=True)) < 24


def test_colors_of_the_terminal_and_what_has_none_stay() -> None:
    segments = [Segment("a", Style.parse("red on default bold")), Segment("b"), Segment("c", Style(italic=True))]
    assert NearColors().apply(segments, Color.parse("black")) == segments


async def test_it_is_done_where_the_terminal_has_256_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as ui:
        assert not any(isinstance(item, NearColors) for item in ui.app.get_line_filters())
        monkeypatch.setattr(type(ui.app.console), "color_system", "256")
        assert isinstance(ui.app.get_line_filters()[-1], NearColors)
