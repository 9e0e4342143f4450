"""What one has selected, and what one reads, stays the same note though many notes come or go at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vaulttui.search.engine import IndexChanged
from vaulttui.search.query import Query
from vaulttui.tui.preview.place import Place
from vaulttui.tui.widgets.result_list import FULL_HEIGHT
from vaulttui.tui.widgets.result_pages import PAGE_SIZE

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import Interface, running

MANY = [FakeNote(f"Notes/{number:04}.md", f"Note {number}", f"lock {number}", days=number) for number in range(1_000)]
NEW = {
    f"New/{number:03}.md": FakeNote(f"New/{number:03}.md", f"New {number}", "lock", days=-1) for number in range(300)
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are taken in without a pause."""
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)


async def select(ui: Interface, row: int) -> str:
    """Go to a row, with the keyboard on the results. Returns the path of its note once that is shown."""
    await ui.press("escape")
    ui.main.results.cursor = row
    await ui.until(lambda: ui.selected, "its page is loaded")
    await ui.settled()
    selected = ui.selected
    assert selected is not None
    assert ui.shown == selected
    return selected


async def change(ui: Interface, notes: dict[str, FakeNote]) -> None:
    """Let the vault have other notes, and wait until that is taken in and nothing else is to be shown."""
    asked = len(ui.engine.queries)
    ui.engine.notes = notes
    ui.engine.emit(IndexChanged(2, None))
    results = ui.main.results
    await ui.until(lambda: len(ui.engine.queries) > asked and results.count == len(notes), "the list has them")
    await ui.until(lambda: ui.main.searching.answered and not results.seeks, "what was selected is found or gone")
    ui.main.reading.look_now()
    await ui.until(lambda: ui.main.shown_note.coming is None, "no other note is to come")


@pytest.mark.parametrize("row", [3, 33, 60, 420, 990])
@pytest.mark.parametrize("pane", ["2", "3"])
async def test_the_selected_note_stays_selected_wherever_many_notes_bring_it(row: int, pane: str) -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected, results = await select(ui, row), ui.main.results
        await ui.press(pane)
        before = ui.engine.notes
        line = results.cursor * FULL_HEIGHT - results.scroll_offset.y
        for notes, place in [(NEW | before, row + len(NEW)), (before, row)]:
            await change(ui, notes)
            assert (ui.selected, ui.shown, results.cursor) == (selected, selected, place)
            assert results.cursor * FULL_HEIGHT - results.scroll_offset.y == line
        await ui.press("e")
        assert [path for path, _ in ui.launcher.opened] == [Path("/vaults/my-vault") / selected]


@pytest.mark.parametrize("count", [300, 900])
async def test_the_selected_note_stays_selected_where_others_were_saved_and_are_newer_now(count: int) -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected = await select(ui, 33)
        saved = {note.path: replace(note, days=-1) for note in MANY[40 : 40 + count]}
        await change(ui, ui.engine.notes | saved)
        assert (ui.selected, ui.shown, ui.main.results.cursor) == (selected, selected, 33 + count)


@pytest.mark.parametrize(("row", "top"), [(33, 500), (500, 10)])
async def test_who_has_scrolled_away_from_the_selected_note_keeps_what_is_in_sight(row: int, top: int) -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected, results = await select(ui, row), ui.main.results
        results.scroll_to(y=top * FULL_HEIGHT + 1, animate=False)
        await ui.until(lambda: results.hit_at(top) is not None, "what is in sight is loaded")
        for count in (20, 40):
            await change(ui, dict([*NEW.items()][:count]) | ui.engine.notes)
            assert (ui.selected, results.cursor) == (selected, row + count)
            assert results.scroll_offset.y == (top + count) * FULL_HEIGHT + 1


async def test_what_is_looked_for_is_what_is_selected_until_another_is_clicked() -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected, results = await select(ui, 33), ui.main.results
        ui.engine.notes = NEW | ui.engine.notes
        release = ui.engine.hold("")
        first = FakeEngine(list(ui.engine.notes.values())).search(Query(limit=PAGE_SIZE))
        results.show(first, limit=0, scored=False, keep=True, again=True)
        await ui.until(lambda: ui.engine.waiting(""), "it is looked for")
        await ui.press("e")
        assert [path.name for path, _ in ui.launcher.opened] == [Path(selected).name]
        assert ui.shown == selected
        below = results.hit_at(results.cursor)
        assert below is not None
        await ui.click(below.title)
        assert ui.selected == below.path != selected
        await ui.until(lambda: ui.shown == below.path, "what was clicked is shown")
        release()
        await ui.settled()
        assert ui.selected == below.path


@pytest.mark.parametrize("row", [0, 33, 120, 700])
async def test_what_one_reads_stays_though_many_notes_come_and_go_above_what_is_selected(row: int) -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected = await select(ui, row)
        ui.main.visit(Place("Notes/0500.md"))
        await ui.until(lambda: ui.shown == "Notes/0500.md", "it is shown")
        before = ui.engine.notes
        for notes in (NEW | before, before):
            await change(ui, notes)
            assert (ui.selected, ui.shown) == (selected, "Notes/0500.md")


@pytest.mark.parametrize("row", [0, 33, 120, 700])
async def test_what_one_reads_is_replaced_by_no_other_while_it_is_gone(row: int) -> None:
    async with running(FakeEngine(MANY)) as ui:
        selected = await select(ui, row)
        await ui.press("3")
        before = ui.engine.notes
        gone = {path: note for path, note in before.items() if path != selected}
        await change(ui, gone)
        await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "that it is gone is told")
        await change(ui, NEW | before)
        await ui.until(lambda: ui.shown == selected, "it is shown as soon as it is back")
        await ui.press("e")
        assert [path for path, _ in ui.launcher.opened] == [Path("/vaults/my-vault") / selected]


async def test_the_best_result_stays_selected_while_one_types_and_has_turned_to_none() -> None:
    async with running(FakeEngine(MANY)) as ui:
        await ui.enter("lock")
        await change(ui, {"Best.md": FakeNote("Best.md", "Lock", "lock")} | ui.engine.notes)
        assert (ui.main.results.cursor, ui.selected, ui.shown) == (0, "Best.md", "Best.md")
        await ui.press("down", "up")
        await change(
            ui,
            {"Best.md": FakeNote("Best.md", "Other", "lock")}
            | ui.engine.notes
            | {"A better.md": FakeNote("A better.md", "Lock", "lock")},
        )
        assert ui.selected == "Best.md"
