"""Which panes are shown depends on the room and on what the person asked for."""

from __future__ import annotations

import pytest

from vaulttui.tui.panes.arrangement import Arrangement, Wishes, arrange


@pytest.mark.parametrize(
    ("size", "panes"),
    [
        ((160, 45), ("filters", "results", "preview", "panel")),
        ((120, 24), ("filters", "results", "preview", "panel")),
        ((120, 23), ("filters", "results", "preview")),
        ((119, 45), ("results", "preview")),
        ((80, 45), ("results", "preview")),
        ((79, 45), ("results",)),
        ((40, 12), ("results",)),
    ],
)
def test_more_room_shows_more_panes(size: tuple[int, int], panes: tuple[str, ...]) -> None:
    assert arrange(*size, Wishes()).panes == panes


@pytest.mark.parametrize("size", [(39, 40), (100, 11), (1, 1)])
def test_too_small_a_terminal_shows_none(size: tuple[int, int]) -> None:
    assert arrange(*size, Wishes()) == Arrangement((), too_small=True)


def test_filters_are_a_pane_a_drawer_or_alone() -> None:
    assert arrange(160, 45, Wishes(filters=False)).panes[0] == "results"
    drawn = arrange(100, 45, Wishes(drawer=True))
    assert drawn.drawer
    assert drawn.panes[0] == "filters"
    assert arrange(60, 20, Wishes(drawer=True)).panes == ("filters",)


def test_a_narrow_terminal_shows_the_preview_in_the_place_of_the_results() -> None:
    assert arrange(60, 20, Wishes(reading=True)).panes == ("preview",)
    assert arrange(60, 20, Wishes(reading=True, panel=True)).panes == ("preview", "panel")


@pytest.mark.parametrize("width", [40, 100, 160])
def test_a_low_terminal_shows_the_panel_in_the_place_of_the_preview(width: int) -> None:
    wishes = Wishes(reading=True, panel=True)
    assert arrange(width, 18, wishes).panes[-2:] == ("preview", "panel")
    assert arrange(width, 17, wishes).columns[-1] == "panel"
    assert "preview" not in arrange(width, 17, wishes).panes
    assert arrange(width, 17, Wishes(zen=True, panel=True)).panes == ("panel",)


@pytest.mark.parametrize("size", [(160, 45), (100, 30), (60, 20)])
def test_zen_shows_the_preview_alone(size: tuple[int, int]) -> None:
    assert arrange(*size, Wishes(zen=True)).panes == ("preview",)
