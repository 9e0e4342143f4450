"""Links are followed by letters that stand beside them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaulttui.tui.preview.hints import LinkHints, hint_letters
from vaulttui.tui.preview.rendered import LinkSpot, LinkTarget

from .interface import running

TOKIO = "Projects/rust/Tokio deadlocks.md"


@given(st.integers(0, 1_000))
def test_hints_differ_and_none_begins_another(count: int) -> None:
    letters = hint_letters(count)
    assert len(letters) == len(set(letters)) == count
    assert len({len(hint) for hint in letters}) <= 1


def test_a_letter_that_fits_no_hint_changes_nothing() -> None:
    spot = LinkSpot(0, 0, 3, 0, LinkTarget("note", "x"))
    hints = LinkHints([spot])
    assert hints.type("1") is None
    assert hints.typed == ""
    assert hints.type("A") is spot


async def test_a_link_is_followed_by_its_letter() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "h", "F")
        assert ui.main.preview.has_focus
        # Letters are no commands meanwhile: s would sort, q would quit.
        await ui.press("q", "s")
        await ui.until(lambda: ui.shown == "Projects/rust/Lock ordering.md", "the second link is followed")


async def test_escape_takes_the_hints_away_and_nothing_else() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "F", "escape", "k")
        assert ui.shown == TOKIO
        assert ui.main.preview.has_focus
        assert ui.main.preview.scroll_offset.y == ui.main.preview.max_scroll_y - 1


async def test_without_links_in_sight_it_says_so() -> None:
    async with running() as ui:
        await ui.enter("sourdough")
        await ui.press("escape", "F")
        await ui.until(lambda: ui.notices == ["There are no links in sight."], "it says so")
