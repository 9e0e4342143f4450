"""The list of results draws what is in sight, loads what comes into sight, and lets one mark and copy."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import MouseScrollDown

from vaulttui.errors import IndexFault
from vaulttui.search.engine import IndexChanged
from vaulttui.search.query import Query, Result, Timings
from vaulttui.tui import messages
from vaulttui.tui.widgets.result_list import FULL_HEIGHT, ResultList
from vaulttui.tui.widgets.result_pages import PAGE_SIZE

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import running

MANY = [FakeNote(f"Notes/{number:04}.md", f"Note {number}", f"lock {number}", days=number) for number in range(2_000)]


async def test_a_result_takes_three_lines() -> None:
    async with running() as ui:
        await ui.enter("mutexguard")
        title, place, snippet = ui.text_of("#results").split("\n")[:3]
        assert re.search(r"▌ Tokio deadlocks +\.80", title)
        assert re.search(r"▌ Projects/rust  #work  #rust +3 d", place)
        assert "A task that keeps a `MutexGuard`" in snippet


async def test_what_has_no_room_beside_the_folder_is_left_out() -> None:
    long = "A very long name of a folder that is filled up with words until the end"
    folders = {str(length): long[:length].strip() for length in range(40, 60)}
    notes = [FakeNote(f"{folder}/{name}.md", name, "lock", tags=("work",)) for name, folder in folders.items()]
    async with running(FakeEngine(notes), size=(100, 80)) as ui:
        places = ui.text_of("#results").split("\n")[1 : 3 * len(notes) : 3]
        assert all(place.startswith(("▌ A very", "  A very", "▌ …", "  …")) for place in places), places
        for place in places:
            assert "……" not in place
            assert not re.search(r"… +…|  (#|§ ?)…", place)


COMMANDS = [
    FakeNote(f"vault/topic.{name}.commands.md", "Commands", "lock", tags=("work",))
    for name in ("links", "special-notes", "very-long-templates-of-notes")
]


@pytest.mark.parametrize("width", [60, 100, 160])
@pytest.mark.parametrize("compact", [False, True])
async def test_notes_of_one_title_are_told_apart_by_their_names(width: int, compact: bool) -> None:
    async with running(FakeEngine(COMMANDS), size=(width, 30)) as ui:
        await ui.enter("lock")
        await ui.press("escape", *("c" * compact))
        await ui.until(lambda: ui.main.results.compact == compact, "they are drawn so")
        drawn = ui.text_of("#results")
        assert all(name in drawn for name in ("links", "ial-notes", "of-notes"))


class BelowHeadingEngine(FakeEngine):
    """Finds a passage below a heading of a note that is not called as its file is."""

    def search(self, query: Query) -> Result:
        result = super().search(query)
        return replace(result, hits=tuple(replace(hit, heading_path=("Go to a note",)) for hit in result.hits))


async def test_the_folder_before_a_name_gives_way_to_the_heading() -> None:
    note = FakeNote("A folder of a long name/another/topic.links.md", "Links", "lock")
    async with running(BelowHeadingEngine([note]), size=(100, 30)) as ui:
        await ui.enter("lock")
        assert "▌ …/topic.links  § Go to a note" in ui.text_of("#results").split("\n")[1]


async def test_a_name_at_the_root_needs_no_folder() -> None:
    async with running(FakeEngine([FakeNote("help.md", "How to help", "lock")])) as ui:
        assert re.match(r"▌ help +now", ui.text_of("#results").split("\n")[1])


async def test_compact_results_take_one_line() -> None:
    async with running() as ui:
        await ui.press("escape", "c")
        lines = ui.text_of("#results").split("\n")[:3]
        assert [line.strip("│ ▌").split("  ")[0] for line in lines] == ["Inbox", "2025-07-13", "Garden irrigation"]


class SectionEngine(FakeEngine):
    """Finds everything below one heading."""

    heading = ""

    def search(self, query: Query) -> Result:
        result = super().search(query)
        return replace(result, hits=tuple(replace(hit, heading_path=("Top", self.heading)) for hit in result.hits))


@pytest.mark.parametrize(
    ("heading", "drawn"),
    [("*Long* days", "§ Long days"), ("On", "§ On  Projects/rust"), ("Tokio deadlocks", "Projects/rust")],
)
async def test_compact_results_have_their_heading_and_the_folder_where_there_is_room(heading: str, drawn: str) -> None:
    engine = SectionEngine()
    engine.heading = heading
    async with running(engine, size=(160, 45)) as ui:
        await ui.enter("mutexguard")
        await ui.press("escape", "c")
        line = ui.text_of("#results").split("\n")[0]
        assert re.search(rf"▌ Tokio deadlocks  {drawn} +3 d  \.80", line)


class OneNoteEngine(FakeEngine):
    """Finds three passages of one note."""

    def search(self, query: Query) -> Result:
        (hit, *_) = super().search(replace(query, texts=())).hits
        title = "A title that is as long as the pane of the results"
        headings = ("Alpha", "Beta", "Gamma of the longest day in a whole year")
        hits = tuple(replace(hit, title=title, heading_path=(title, name), passage=True) for name in headings)
        return Result(hits, 3, False, "", (), Timings(1.0), query.mode, ())


async def test_compact_passages_of_one_note_are_told_apart_by_their_headings() -> None:
    async with running(OneNoteEngine(), size=(100, 30)) as ui:
        await ui.enter("mutexguard")
        await ui.press("escape", "c")
        first, second, third = ui.text_of("#results").split("\n")[:3]
        assert "▌ A title that is as long" in first
        assert re.search(r"  A title that .*…  § Beta ", second)
        assert re.search(r"  A title…  § Gamma of t.*…", third)


async def test_titles_cannot_change_the_screen() -> None:
    async with running() as ui:
        await ui.enter("escape")
        text = ui.text_of("#results")
        assert "[b]odd[/b] ␛[31mname" in text
        assert "\x1b" not in text


async def test_thousands_of_results_are_loaded_as_they_come_into_sight() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        assert ui.main.results.count == 2_000
        assert len(ui.paths) == PAGE_SIZE
        await ui.press("escape", "G")
        await ui.until(lambda: ui.selected == "Notes/1999.md", "the last result is loaded")
        assert len(ui.paths) <= 3 * PAGE_SIZE
        await ui.settled()
        assert ui.shown == "Notes/1999.md"
        await ui.press("ctrl+u", "g")
        assert ui.selected == "Notes/0000.md"


async def test_results_are_loaded_before_they_come_into_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(FakeEngine(MANY)) as ui:
        results = ui.main.results
        await ui.press("escape")
        redrawn: list[int] = []
        monkeypatch.setattr(results, "redraw", lambda: redrawn.append(1))
        while results.hit_at(PAGE_SIZE) is None:
            await ui.press("ctrl+d")
            assert all(results.hit_at(index) is not None for index in results.visible_rows)
            await ui.settled()
        assert PAGE_SIZE not in results.visible_rows
        assert not redrawn, "what is in sight is as it was"


async def test_results_of_one_line_are_loaded_and_the_selected_one_stays_where_it_is() -> None:
    async with running(FakeEngine(MANY), size=(100, 80)) as ui:
        results = ui.main.results
        await ui.press("escape", "c")
        await ui.until(lambda: all(results.hit_at(row) is not None for row in results.visible_rows), "all are loaded")
        assert len(results.visible_rows) > PAGE_SIZE
        await ui.press("pagedown", "pagedown", *"kkk")
        await ui.settled()
        line = results.cursor - results.scroll_offset.y
        assert line > 10
        await ui.press("c")
        assert results.cursor * FULL_HEIGHT - results.scroll_offset.y == line
        await ui.press("c")
        assert results.cursor - results.scroll_offset.y == line


async def test_further_results_that_could_not_be_loaded_are_asked_for_again() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        engine.search_fault = IndexFault("The index cannot be read.", code="index_unreadable")
        await ui.press("escape", "G")
        await ui.until(lambda: "cannot be read" in ui.main.chips.hint, "the fault is told")
        assert ui.selected is None
        engine.search_fault = None
        await ui.press("k")
        await ui.until(lambda: ui.selected == "Notes/1998.md", "it is loaded")
        assert ui.main.chips.hint == ""


async def test_further_results_are_asked_for_again_where_the_search_was_asked_anew_before_they_came() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        release = engine.hold("")
        await ui.press("escape", "G")
        await ui.until(lambda: engine.waiting(""), "the last page is looked for")
        ui.main.searching.ask_again()
        release()
        await ui.until(lambda: ui.selected == "Notes/1999.md", "the last result is loaded")


async def test_the_first_result_behind_a_page_that_comes_is_drawn_as_one_of_the_same_note() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        results = ui.main.results
        await ui.press("escape", "c")
        hits = [
            replace(
                hit, path="One.md", title="A note with a long title", passage=True, heading_path=(f"Heading {row}",)
            )
            for row, hit in enumerate(engine.search(Query(limit=3 * PAGE_SIZE)).hits)
        ]
        pages = [
            replace(engine.search(Query()), hits=tuple(hits[start : start + PAGE_SIZE]), has_more=True)
            for start in range(0, len(hits), PAGE_SIZE)
        ]
        release = engine.hold("")
        results.show(pages[0], limit=0, scored=False, keep=False)
        results.add(2 * PAGE_SIZE, pages[2])
        results.scroll_to(y=2 * PAGE_SIZE, animate=False)
        await ui.pilot.pause()
        assert "Heading 100" not in results.render_line(0).text
        results.add(PAGE_SIZE, pages[1])
        assert "Heading 100" in results.render_line(0).text
        release()


@pytest.mark.parametrize("keys", [["enter"], ["y"], ["Y"], ["slash", "enter"]])
async def test_what_is_done_with_a_result_that_is_not_loaded_is_done_with_no_other(
    keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("vaulttui.tui.app.VaultApp.copy_to_clipboard", lambda app, text: copied.append(text))
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        release = engine.hold("")
        await ui.press("escape", "G")
        await ui.until(lambda: engine.waiting(""), "the last page is looked for")
        await ui.press(*keys)
        assert ui.launcher.opened == []
        release()
        await ui.until(lambda: ui.selected == "Notes/1999.md", "the last result is loaded")
        await ui.settled()
        opened = [path.name for path, _ in ui.launcher.opened]
        assert opened == (["1999.md"] if "enter" in keys else [])
        assert copied == []


async def test_further_results_stay_in_sight_until_they_are_loaded_anew() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        results = ui.main.results
        await ui.press("escape")
        for _ in range(16):
            await ui.press("ctrl+d")
            await ui.settled()
        in_sight = results.visible_rows
        assert in_sight.start > PAGE_SIZE
        first = engine.search(Query(limit=PAGE_SIZE))
        asked = len(ui.sent(ResultList.MoreWanted))
        results.show(
            replace(first, hits=(replace(first.hits[0], title="New"), *first.hits[1:])),
            limit=0,
            scored=False,
            keep=True,
            again=True,
        )
        assert all(results.hit_at(index) is not None for index in in_sight)
        await ui.until(lambda: len(ui.sent(ResultList.MoreWanted)) > asked, "they are asked for again")
        await ui.settled()


@pytest.mark.parametrize(
    ("row", "shift"),
    [(3, 2), (60, 3), (60, -3), (49, 2), (50, -1), (99, 2), (100, -1), (1998, 1), (1999, -30)],
)
async def test_the_cursor_stays_on_its_note_and_line_wherever_that_comes_to_be(row: int, shift: int) -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        results = ui.main.results
        await ui.press("escape")
        results.cursor = row
        await ui.until(lambda: ui.selected, "its page is loaded")
        await ui.settled()
        selected, line = ui.selected, row * FULL_HEIGHT - results.scroll_offset.y
        for number in range(shift):
            engine.notes[f"New/{number}.md"] = FakeNote(f"New/{number}.md", "New", "lock", days=-1)
        for path in list(engine.notes)[: max(0, -shift)]:
            del engine.notes[path]
        ui.main.searching.ask_again()
        await ui.until(lambda: results.cursor == row + shift, "the cursor is on the row of its note")
        await ui.settled()
        assert (ui.selected, results.cursor) == (selected, row + shift)
        if shift > 0:
            assert results.cursor * FULL_HEIGHT - results.scroll_offset.y == line


async def test_who_moves_on_before_a_page_comes_is_not_brought_back() -> None:
    engine = FakeEngine(MANY)
    async with running(engine) as ui:
        results = ui.main.results
        await ui.press("escape")
        results.cursor = 60
        await ui.until(lambda: ui.selected, "its page is loaded")
        await ui.settled()
        engine.notes["New.md"] = FakeNote("New.md", "New", "lock", days=-1)
        results.show(engine.search(Query(limit=PAGE_SIZE)), limit=0, scored=False, keep=True, again=True)
        await ui.press("k")
        await ui.settled()
        assert results.cursor == 59


async def test_keys_move_by_rows_half_pages_and_pages() -> None:
    async with running(FakeEngine(MANY), size=(100, 38)) as ui:
        await ui.press("escape")
        rows = ui.main.results.scrollable_content_region.height // 3
        for key, row in (("j", 1), ("down", 2), ("k", 1), ("ctrl+d", 1 + rows // 2), ("pagedown", rows // 2 + rows)):
            await ui.press(key)
            assert ui.main.results.cursor == row
            assert row in ui.main.results.visible_rows


async def test_a_click_selects_and_a_double_click_edits() -> None:
    async with running() as ui:
        await ui.pilot.click(ResultList, offset=(5, 5))
        assert ui.main.results.cursor == 1
        assert ui.main.results.has_focus
        await ui.pilot.click(ResultList, offset=(5, 8), times=2)
        await ui.until(lambda: ui.launcher.opened, "the editor was opened")
        assert ui.launcher.opened[0][0].name == "Garden irrigation.md"


async def test_marked_results_are_copied_together(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("vaulttui.tui.app.VaultApp.copy_to_clipboard", lambda app, text: copied.append(text))
    async with running() as ui:
        await ui.press("escape", "y")
        await ui.press("space", "space")
        assert ui.edge(ui.main.results.border_subtitle) == "2 marked · edit · copy · unmark"
        await ui.press("y", "Y")
        await ui.until(lambda: len(copied) == 3, "the links are copied")
        assert copied == ["Inbox.md", "Inbox.md\nJournal/2025-07-13.md", "[[Inbox]]\n[[Journal/2025-07-13]]"]
        await ui.until(lambda: len(ui.notices) == 3, "there are notices")
        assert ui.notices[-1] == "Copied 2 links"


async def test_a_link_to_a_heading_names_the_folder_as_the_link_to_the_note_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("vaulttui.tui.app.VaultApp.copy_to_clipboard", lambda app, text: copied.append(text))
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "Y")
        await ui.until(lambda: copied == ["[[Projects/rust/Tokio deadlocks]]"], "the link is copied")
        ui.main.action_copy_heading()
        await ui.until(lambda: copied[1:] == ["[[Projects/rust/Tokio deadlocks#Tokio deadlocks]]"], "it is copied")


class PassagesEngine(FakeEngine):
    """Finds two passages in every note."""

    def search(self, query: Query) -> Result:
        """As asked, twice."""
        result = super().search(query)
        return replace(result, hits=tuple(hit for hit in result.hits for _ in range(2)), total=2 * result.total)


async def test_passages_are_marked_with_their_note() -> None:
    async with running(PassagesEngine()) as ui:
        await ui.enter("lock")
        await ui.press("escape", "p", "space")
        await ui.settled()
        first = ui.paths[0]
        assert ui.edge(ui.main.results.border_subtitle).startswith("1 note marked")
        assert ui.main.results.cursor == 2, "the next note is at hand"
        await ui.press("space", "k")
        lines = ui.text_of("#results").splitlines()
        assert [lines[row * FULL_HEIGHT][:2].strip() for row in range(4)] == ["•", "•", "•", "▌•"]
        assert [hit.path for hit in ui.main.results.marked] == [first, ui.paths[2]]
        await ui.press("space")
        assert [hit.path for hit in ui.main.results.marked] == [first]


async def test_marks_outlive_another_query() -> None:
    async with running() as ui:
        await ui.press("escape", "space")
        await ui.enter("garden")
        assert [hit.path for hit in ui.main.results.marked] == ["Inbox.md"]


async def test_a_mark_goes_with_its_note_whatever_is_looked_for_by_then(tmp_path: Path) -> None:
    engine = FakeEngine()
    for path in engine.notes:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    async with running(engine, vault=tmp_path) as ui:
        await ui.press("escape", "space", "space", "space")
        marked = [hit.path for hit in ui.main.results.marked]
        await ui.press("slash")
        await ui.enter("garden")
        (tmp_path / marked[1]).unlink()
        engine.remove_note(marked[1])
        engine.emit(IndexChanged(2, frozenset({marked[1]})))
        await ui.until(lambda: len(ui.main.results.marked) < 3, "a mark is gone")
        assert [hit.path for hit in ui.main.results.marked] == [marked[0], marked[2]]
        assert ui.edge(ui.main.results.border_subtitle).startswith("2 marked")


async def test_a_mark_follows_its_note_to_another_name(tmp_path: Path) -> None:
    (tmp_path / "New name.md").touch()
    async with running(vault=tmp_path) as ui:
        await ui.press("escape", "space")
        await ui.press("slash")
        await ui.enter("garden")
        ui.engine.move_note("Inbox.md", "New name.md")
        await ui.until(lambda: ui.sent(messages.NotesVanished), "the disk was looked at")
        await ui.pilot.pause()
        assert [hit.path for hit in ui.main.results.marked] == ["New name.md"]


async def test_marks_stay_where_the_whole_vault_is_gone() -> None:
    async with running() as ui:
        await ui.press("escape", "space")
        ui.engine.emit(IndexChanged(2, None))
        await ui.until(lambda: ui.sent(messages.NotesVanished), "the disk was looked at")
        await ui.pilot.pause()
        assert [hit.path for hit in ui.main.results.marked] == ["Inbox.md"]


async def test_a_mark_leads_to_where_its_passage_stands_by_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    text = "A paragraph.\n\n" * 40
    engine = FakeEngine([FakeNote("Log.md", "Log", f"{text}A needle.\n\n{text}"), FakeNote("b.md", "B", "A needle.")])
    async with running(engine) as ui:
        await ui.enter("needle")
        await ui.press("escape", *(["j"] if ui.selected == "b.md" else []), "space")
        (marked,) = ui.main.results.marked
        assert marked.path == "Log.md"
        log = engine.notes["Log.md"]
        engine.notes["Log.md"] = replace(log, body=f"One more.\n\nTwo more.\n\n{log.body}")
        engine.emit(IndexChanged(2, frozenset({"Log.md"})))
        await ui.until(lambda: ui.main.results.marked[0].line == marked.line + 4, "the mark has moved with it")
        await ui.press("enter")
        assert ui.launcher.opened == [(Path("/vaults/my-vault/Log.md"), marked.line + 4)]


async def test_an_empty_vault_says_so() -> None:
    async with running(FakeEngine([])) as ui:
        await ui.until(lambda: "No notes yet" in ui.text_of("#results"), "it says so")


async def test_who_has_scrolled_away_from_the_cursor_is_not_brought_back_by_another_size() -> None:
    async with running(FakeEngine(MANY), size=(160, 45)) as ui:
        results = ui.main.results
        await ui.press("escape", "j")
        for _ in range(2):
            results.scroll_to(y=60 // results.row_height * FULL_HEIGHT, animate=False)
            row = results.visible_rows.start
            await ui.press("ctrl+b", "ctrl+b")
            for size in ((100, 30), (60, 20), (30, 8), (10, 3), (160, 45)):
                await ui.pilot.resize_terminal(*size)
                await ui.until(lambda size=size: ui.main.size == size, "it has that size")  # type: ignore[misc]
                await ui.settled()
            assert results.visible_rows.start == row
            assert results.cursor == 1
            results.action_toggle_compact()
            assert results.visible_rows.start == row


@pytest.mark.parametrize("row", [0, 3, 12, 1000, 1999])
async def test_the_cursor_stays_in_sight_in_a_smaller_terminal(row: int) -> None:
    async with running(FakeEngine(MANY), size=(160, 45)) as ui:
        results = ui.main.results
        await ui.press("escape")
        results.cursor = row
        await ui.settled()
        for size in ((100, 30), (60, 20), (60, 14), (10, 3), (160, 45)):
            await ui.pilot.resize_terminal(*size)
            await ui.until(lambda size=size: ui.main.size == size, "it has that size")  # type: ignore[misc]
            await ui.settled()
            assert not results.size or row in results.visible_rows


async def test_who_has_scrolled_away_from_the_cursor_goes_on_reading_where_notes_are_saved_elsewhere() -> None:
    engine = FakeEngine(MANY[:100])
    async with running(engine, size=(160, 45)) as ui:
        results = ui.main.results
        await ui.press("escape", "j")
        results.scroll_to(y=20 * FULL_HEIGHT + 1, animate=False)
        selected = ui.selected
        for path, days, row in (("Notes/0003.md", -1, 20), ("Notes/0090.md", -2, 21), ("Notes/0020.md", -3, 21)):
            engine.notes[path] = replace(engine.notes[path], days=days)
            ui.main.searching.ask_again()
            await ui.until(lambda path=path: ui.paths[0] == path, "it is the newest")  # type: ignore[misc]
            await ui.settled()
            assert results.scroll_offset.y == row * FULL_HEIGHT + 1
            assert ui.selected == selected


async def test_the_row_below_the_mouse_is_marked_after_the_wheel_was_turned_too() -> None:
    async with running(FakeEngine(MANY)) as ui:
        results = ui.main.results
        x, y = results.content_region.x + 5, results.content_region.y + 4
        await ui.pilot.hover(offset=(x, y))
        assert results.hovered == 1
        ui.app.post_message(MouseScrollDown(None, x, y, 0, 0, 0, False, False, False, x, y))
        await ui.until(lambda: results.scroll_offset.y > 0, "the wheel has turned")
        results.scroll_to(y=30, animate=False)
        await ui.pilot.pause()
        assert results.hovered == 11
        assert any("○ Note 11" in line for line in ui.screen_lines)
