"""Links are followed by letters that stand beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vaulttui.tui.key_names import is_text
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


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("- 🗂️ 00 - Contribute |", "- a  00 - Contribute |"),
        ("- 👨‍👩‍👧 Family |", "- a  Family |"),
        ("- 日本 |", "- a 本 |"),
        ("- 🇩🇪🇫🇷 end |", "- a 🇫🇷 end |"),
        ("- e\u0301te\u0301 |", "- ate\u0301 |"),
        ("- plain |", "- alain |"),
        ("- ", "- a"),
    ],
)
@pytest.mark.parametrize("style", [None, Style(bold=True)])
def test_letters_over_what_takes_several_characters_leave_the_line_as_wide_as_it_is(
    line: str, shown: str, style: Style | None
) -> None:
    hints = LinkHints([LinkSpot(0, 2, 3, 0, LinkTarget("note", "x"))])
    strip = hints.draw(Strip([Segment("- "), Segment(line[2:], style)]), 0, 0, Style())
    assert strip.text == shown
    assert strip.cell_length == cell_len(strip.text) == max(3, cell_len(line))


@given(
    st.lists(st.sampled_from(["🗂️", "👩‍🚀", "🇩🇪", "日", "e\u0301", "x", " "]), min_size=1),
    st.integers(0, 8),
    st.integers(1, 30),
)
def test_letters_take_their_cells_and_no_others(parts: list[str], x: int, count: int) -> None:
    line = "".join(parts)
    hints = LinkHints(
        [LinkSpot(0, x, x + 1, 0, LinkTarget("note", "x"))] + [LinkSpot(1, 0, 1, 0, LinkTarget("note", "x"))] * count
    )
    letters = len(hint_letters(count + 1)[0])
    strip = hints.draw(Strip([Segment(line)]), 0, 0, Style())
    assert cell_len(strip.text) == strip.cell_length == max(cell_len(line), x + letters)
    assert strip.text.count("a") == letters
    assert sum(map(strip.text.count, "🇩🇪")) == 2 * strip.text.count("🇩🇪")


async def test_a_link_is_followed_by_its_letter() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "h", "F")
        assert ui.main.preview.has_focus
        # Letters are no commands meanwhile: s would sort, q would quit.
        await ui.press("q", "s")
        await ui.until(lambda: ui.shown == "Projects/rust/Lock ordering.md", "the second link is followed")


async def test_letters_stay_beside_their_links_when_the_note_is_laid_out_anew() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "h", "F")
        pane = ui.main.preview
        assert pane.note is not None
        pane.show(replace(pane.note))
        await ui.press("q", "s")
        await ui.until(lambda: ui.shown == "Projects/rust/Lock ordering.md", "the second link is followed")


async def test_a_letter_beside_a_link_that_has_gone_follows_no_other_one_and_is_no_command() -> None:
    def spot(y: int, name: str) -> LinkSpot:
        return LinkSpot(y, 0, 3, y, LinkTarget("note", name))

    hints = LinkHints([spot(0, "gone"), spot(1, "x"), spot(2, "x")])
    hints.follow([spot(0, "new"), spot(4, "x"), spot(7, "x")])
    assert hints.type("a") is None
    assert hints.type("d") == spot(7, "x")
    hints.follow([spot(0, "new")])
    assert hints.empty
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "h", "F")
        pane, order = ui.main.preview, ui.main.searching.question.sort
        assert pane.note is not None
        pane.show(replace(pane.note, links=()))
        await ui.press("s")
        assert ui.main.searching.question.sort == order
        assert not pane.reads_keys


async def test_escape_takes_the_hints_away_and_nothing_else() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "F", "escape", "k")
        assert ui.shown == TOKIO
        assert ui.main.preview.has_focus
        assert ui.main.preview.scroll_offset.y == ui.main.preview.max_scroll_y - 1


@pytest.mark.parametrize("key", ["escape", "down", "a", "2", "slash"])
async def test_while_letters_stand_beside_links_the_footer_names_no_keys_that_are_letters(key: str) -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G")
        await ui.until(lambda: " query" in ui.text_of("#footer"), "keys that are letters are named")
        before = ui.text_of("#footer")
        await ui.press("F")
        await ui.until(lambda: "f1 help" in ui.text_of("#footer"), "those remain that are none")
        shown = [command for command, key in ui.main.footer.entries(200) if is_text(key)]
        assert not shown
        assert ui.text_of("#footer").strip().startswith("a–z follow a link")
        assert "esc end" in ui.text_of("#footer")
        await ui.press(key)
        if key in ("2", "slash"):  # consumed, and fits none of them
            assert ui.text_of("#footer") != before
            await ui.press("escape")
        await ui.until(lambda: "/ query" in ui.text_of("#footer"), "letters are commands again")


async def test_without_links_in_sight_it_says_so() -> None:
    async with running() as ui:
        await ui.enter("sourdough")
        await ui.press("escape", "F")
        await ui.until(lambda: ui.notices == ["There are no links in sight."], "it says so")
