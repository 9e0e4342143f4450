"""The filters of the query in one line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from vaulttui.search.syntax import filter_chips
from vaulttui.tui.widgets.chips import Chips

from .interface import running

PATH = "Work/Clients/2025/Acme Corporation/Migration project/Phase 2/Meetings"
LONG = f'folder:"{PATH}" tag:#work created:2025..2026'


class Probe(App[None]):
    """A line of chips alone, which writes down what is to go."""

    def __init__(self, query: str) -> None:
        super().__init__()
        self.query_text = query
        self.removed: list[str] = []

    def compose(self) -> ComposeResult:
        chips = Chips()
        chips.show_chips(filter_chips(self.query_text))
        yield chips

    def on_chips_removed(self, message: Chips.Removed) -> None:
        self.removed.append(self.query_text[message.chip.start : message.chip.end])


@asynccontextmanager
async def chips(query: str, width: int) -> AsyncIterator[tuple[Probe, Chips, Pilot[None]]]:
    app = Probe(query)
    async with app.run_test(size=(width, 5)) as pilot:
        yield app, app.query_one(Chips), pilot


def line(widget: Chips) -> str:
    return widget.render_line(0).text.strip()


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "folder …/Meetings ×  tag work ×  created 2025..2026 ×"),
        (80, "folder …/Phase 2/Meetings ×  tag work ×  created 2025..2026 ×"),
        (120, f"folder {PATH} ×  tag work ×  created 2025..2026 ×"),
    ],
)
async def test_a_long_path_is_cut_at_its_beginning_and_every_chip_has_its_cross(width: int, shown: str) -> None:
    async with chips(LONG, width) as (_, widget, _pilot):
        assert line(widget) == shown


async def test_what_is_no_path_is_cut_at_its_end() -> None:
    name = "Someone with a name " * 4
    async with chips(f'[author:"{name}"] tag:b', 60) as (_, widget, _pilot):
        assert line(widget) == "author Someone with a name Someone with a na… ×  tag b ×"


async def test_chips_that_do_not_fit_are_counted() -> None:
    async with chips(" ".join(f"tag:number-{number}-of-many" for number in range(9)), 60) as (_, widget, _pilot):
        assert line(widget) == "tag number-0-of-many ×  tag number-1-of-many ×  +7"


@pytest.mark.parametrize("query", [LONG, f"-tag:{'x' * 90} folder:日本語/とても長い名前のフォルダ/会議 [a:b] [c:d]"])
async def test_a_click_on_the_cross_of_a_chip_that_is_cut_takes_its_filter_out(query: str) -> None:
    for number, chip in enumerate(filter_chips(query)):
        async with chips(query, 60) as (app, widget, pilot):
            drawn = line(widget)
            crosses = [place for place, sign in enumerate(drawn) if sign == "×"]
            before = drawn[: crosses[number]]
            await pilot.click(Chips, offset=(3 + sum(2 if ord(sign) > 0x2FFF else 1 for sign in before), 0))
            await pilot.pause()
            assert app.removed == [query[chip.start : chip.end]]


async def test_no_line_is_wider_than_the_screen() -> None:
    for width in range(8, 70, 3):
        async with chips(LONG, width) as (_, widget, _pilot):
            assert widget.render_line(0).cell_length <= width - 2


async def test_completions_are_not_read_together_with_the_chips_below_them() -> None:
    async with running() as ui:
        await ui.press(*"tag")
        await ui.type_in(":wo")
        await ui.until(lambda: len(ui.main.menu.suggestions) == 1, "all of it is completed: of tag:w, there are two")
        await ui.until(lambda: ui.text_of("#chips").strip() == "", "nothing else is on their line")
        await ui.press("tab", "escape")
        await ui.until(lambda: "tag work ×" in ui.text_of("#chips"), "the chips are there again")
