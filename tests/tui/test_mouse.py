"""Every task done by a person who has a mouse and no keyboard, at all three sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.events import MouseDown, MouseUp

from vaulttui.search.engine import Progress
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.searches import SaveSearchScreen, SearchesScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.screens.vaults import VaultsScreen
from vaulttui.tui.screens.warnings import WarningsScreen
from vaulttui.tui.state.remembered import SavedSearch
from vaulttui.tui.widgets.preview_pane import PreviewPane

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import Interface, running

WIDE, MEDIUM, NARROW = (160, 45), (100, 30), (60, 20)
SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])  # what lies between has less of either
TOKIO = "Projects/rust/Tokio deadlocks.md"
ASYNC = "Projects/rust/Async notes.md"


@asynccontextmanager
async def with_searches(size: tuple[int, int], **more: object) -> AsyncIterator[Interface]:
    """The interface, with two saved searches and one of the history."""
    async with running(size=size, **more) as ui:  # type: ignore[arg-type]
        ui.main.state.save_search(SavedSearch("Rust", "tag:rust"))
        ui.main.state.save_search(SavedSearch("Locks", "lock deadlock"))
        ui.main.state.history[:] = ["sourdough"]
        yield ui


async def run(ui: Interface, name: str) -> None:
    """Open a saved search by clicking."""
    await ui.click("★")
    await ui.until(lambda: isinstance(ui.app.screen, SearchesScreen), "the searches are shown")
    await ui.click(name)
    await ui.settled()


async def command(ui: Interface, title: str) -> None:
    """Choose a command from the menu, as far down as it may be."""
    await ui.click("≡")
    for _ in range(60):
        await ui.pilot.pause(0.02)
        if any(title in line for line in ui.screen_lines):
            break
        ui.app.screen.query_one("CommandList").scroll_relative(y=8, animate=False)
    await ui.click(title)
    await ui.pilot.pause()


@SIZES
async def test_search_for_something_and_clear_it(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Rust")
        assert ui.paths[:2] == [TOKIO, ASYNC]
        assert len(ui.paths) == 4
        await ui.click("×")
        await ui.settled()
        assert len(ui.paths) == 10
        await run(ui, "sourdough")
        assert ui.main.query_bar.input.value == "sourdough"


@SIZES
async def test_save_a_search_and_delete_it(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Locks")
        ui.main.state.saved.clear()
        await command(ui, "Save this search under a name")
        await ui.until(lambda: isinstance(ui.app.screen, SaveSearchScreen), "it is asked for the name")
        await ui.click("Save as")
        assert [saved.name for saved in ui.main.state.saved] == ["lock deadlock"]
        await ui.click("★")
        await ui.click("×", nth=1)
        await ui.until(lambda: not ui.main.state.saved, "it is deleted")


async def click_tag(ui: Interface, tag: str, state: str, button: int = 1) -> None:
    """Click a tag of the filters, and wait until it is in a state."""
    filters = ui.main.filters
    await ui.until(lambda: any(row.label == tag for row in filters.rows), "the tags are counted")
    y = next(number for number, row in enumerate(filters.rows) if row.label == tag) - filters.scroll_offset.y
    region = filters.content_region
    await ui.pilot.click(offset=(region.x + 4, region.y + y), button=button)
    await ui.until(lambda: any((row.label, row.state) == (tag, state) for row in filters.rows), f"it is {state}")


@SIZES
async def test_filter_include_exclude_and_clear(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        if size == WIDE:
            assert ui.main.panes.shown("filters")
        else:
            await ui.click("Filters", nth=-1)
        await click_tag(ui, "journal", "include")
        assert ui.main.query_bar.input.value == "tag:journal"
        await click_tag(ui, "journal", "off")
        assert ui.main.query_bar.input.value == ""
        await click_tag(ui, "journal", "exclude", button=3)
        assert ui.main.query_bar.input.value == "-tag:journal"
        await ui.click("×", behind="tag journal ")
        await ui.settled()
        assert ui.main.query_bar.input.value == ""


@SIZES
async def test_sort_and_turn_the_order_round(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        newest = list(ui.paths)
        await ui.click("⇅")
        await ui.settled()
        assert ui.paths == newest[::-1]
        await ui.click("oldest first")
        await ui.settled()
        assert ui.paths != newest[::-1]
        await ui.click("Results ·")
        await ui.settled()
        assert ui.main.searching.question.passages


@SIZES
async def test_select_several_and_open_them(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Rust")
        region = ui.main.results.content_region
        await ui.pilot.click(offset=(region.x, region.y))
        await ui.pilot.click(offset=(region.x + 10, region.y + 3), control=True)
        await ui.until(lambda: "2 marked" in ui.edge(ui.main.results.border_subtitle), "they are marked")
        await ui.click("edit", behind="marked · ")
        assert [path.name for path, _ in ui.launcher.opened] == ["Tokio deadlocks.md", "Async notes.md"]
        await ui.click("unmark")
        assert not ui.main.results.marked


@SIZES
async def test_open_in_the_editor(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Rust")
        region = ui.main.results.content_region
        await ui.pilot.click(offset=(region.x + 10, region.y + 3), times=2)
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert ui.launcher.opened[0][0].name == "Async notes.md"


async def read(ui: Interface, size: tuple[int, int]) -> None:
    """Show the preview."""
    if size == NARROW:
        await ui.click("Preview", nth=-1)
    await ui.until(lambda: ui.main.panes.shown("preview") and ui.shown == TOKIO, "the note is shown")


@SIZES
async def test_read_step_through_matches_follow_a_link_and_go_back(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Locks")
        await ui.until(lambda: ui.selected == TOKIO, "the best is selected")
        await read(ui, size)
        before = ui.main.preview.current_hit
        await ui.click("›", nth=-1)
        await ui.until(lambda: ui.main.preview.current_hit != before, "the next match is shown")
        for _ in range(20):
            if any("Lock ordering" in line for line in ui.screen_lines[4:]):
                break
            ui.main.preview.action_page(1)
            await ui.pilot.pause()
        else:
            pytest.fail("the link never came into sight")
        ui.main.preview.action_last()
        await ui.pilot.pause()
        await ui.click("Async notes", nth=-1)
        await ui.until(lambda: ui.shown == ASYNC, "the link is followed")
        await ui.click("← back")
        await ui.until(lambda: ui.shown == TOKIO, "one is back")
        await ui.click("source")
        await ui.until(lambda: ui.main.preview.source_view, "the source is shown")


@SIZES
async def test_outline_backlinks_and_related(size: tuple[int, int]) -> None:
    async with with_searches(size) as ui:
        await run(ui, "Locks")
        await read(ui, size)
        await ui.click("Backlinks")
        await ui.until(lambda: ui.main.panel.tab == "backlinks" and ui.main.panes.shown("panel"), "they are shown")
        await ui.click("Outline")
        await ui.click("Related")
        await ui.until(lambda: ui.main.panel.tab == "related", "they are shown")
        await ui.click("Backlinks")
        await ui.click("Async notes", nth=-1)
        await ui.until(lambda: ui.shown == ASYNC, "one goes there")


@pytest.mark.parametrize("size", [MEDIUM, NARROW], ids=["medium", "narrow"])
async def test_change_the_pane_where_there_is_no_room_for_all(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        await ui.click("Filters", nth=-1)
        assert ui.main.panes.shown("filters")
        if size == NARROW:
            await ui.click("Preview", nth=-1)
            await ui.until(lambda: ui.main.panes.shown("preview"), "the preview is shown")
            await ui.click("Results", nth=-1)
        else:
            await ui.click("hide")
        await ui.until(lambda: ui.main.panes.shown("results") and not ui.main.panes.shown("filters"), "the results are")


async def test_a_click_beside_the_drawer_closes_it() -> None:
    async with running(size=MEDIUM) as ui:
        await ui.click("Filters", nth=-1)
        await ui.pilot.click("#preview", offset=(20, 10))
        await ui.until(lambda: not ui.main.panes.shown("filters"), "the drawer is closed")


@SIZES
async def test_filters_are_hidden_and_shown(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        if size == WIDE:
            await ui.click("hide")
            await ui.until(lambda: not ui.main.panes.shown("filters"), "they are hidden")
        await ui.click("Filters", nth=-1)
        await ui.until(lambda: ui.main.panes.shown("filters"), "they are shown")


@SIZES
async def test_zen(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        await command(ui, "Preview alone, or all panes")
        await ui.until(lambda: ui.main.panes.wishes.zen, "the preview is alone")
        await ui.click("zen") if size != NARROW else await command(ui, "Preview alone, or all panes")
        await ui.until(lambda: not ui.main.panes.wishes.zen, "all panes are shown")


@SIZES
async def test_help_opens_and_closes(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        await ui.click("help", nth=-1)
        await ui.until(lambda: isinstance(ui.app.screen, HelpScreen), "the help is shown")
        await ui.click("esc close")
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "it is closed")


@SIZES
async def test_open_a_note_by_name(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        await command(ui, "Open a note by name")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the notes are listed")
        await ui.click("Sourdough")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "it is shown")


@SIZES
async def test_new_note_and_daily_note(size: tuple[int, int], tmp_path: Path) -> None:
    async with running(size=size, vault=tmp_path) as ui:
        await command(ui, "New note, empty or from a template")
        await ui.click("Empty note")
        await ui.until(lambda: ui.launcher.opened, "it is edited")
        assert ui.launcher.opened == [(tmp_path / "2025-07-14 1200.md", 1)]
        await command(ui, "Today's daily note")
        await ui.until(lambda: len(ui.launcher.opened) == 2, "it is edited")
        assert ui.launcher.opened[1][0].name == "2025-07-14.md"


@SIZES
async def test_vaults_and_warnings_are_behind_the_first_line(size: tuple[int, int]) -> None:
    async with running(size=size) as ui:
        await ui.click("my-vault ▾")
        await ui.until(lambda: isinstance(ui.app.screen, VaultsScreen), "the vaults are listed")
        await ui.click("esc close")
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "it is closed")
        await ui.click("10 notes")
        await ui.until(lambda: isinstance(ui.app.screen, WarningsScreen), "the warnings are listed")


@pytest.mark.parametrize("size", [NARROW, (40, 20)])
async def test_a_long_name_of_a_vault_leaves_the_notes_a_place_to_be_read_and_clicked(size: tuple[int, int]) -> None:
    engine = FakeEngine()
    vault = Path("/vaults/Personal knowledge base of the whole research group in Zürich")
    async with running(engine, size=size, vault=vault) as ui:
        engine.emit(Progress("idle", notes=12_345))
        await ui.until(lambda: "… ▾ 12,345 notes  ≡" in ui.text_of("#status"), "all of it is shown")
        await ui.click("12,345 notes")
        await ui.until(lambda: isinstance(ui.app.screen, WarningsScreen), "the warnings are listed")
        await ui.click("esc close")
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "it is closed")
        await ui.click("▾ 12,345")
        await ui.until(lambda: isinstance(ui.app.screen, VaultsScreen), "the vaults are listed")


async def test_a_click_on_the_prompt_goes_to_the_query() -> None:
    async with running() as ui:
        await ui.press("escape")
        await ui.click("›")
        await ui.until(lambda: ui.main.query_bar.input.has_focus, "one can type")


async def test_a_completion_is_accepted_by_a_click() -> None:
    async with running() as ui:
        # One tag alone has this in it: of others that come late, the first would be taken.
        await ui.press(*"tag", "colon", *"bread")
        await ui.until(lambda: len(ui.main.menu.suggestions) == 1, "completions are shown")
        await ui.click("recipe/bread")
        await ui.until(lambda: ui.main.query_bar.input.value.strip() == "tag:recipe/bread", "it is accepted")
        assert ui.main.query_bar.input.has_focus


@SIZES
async def test_quit(size: tuple[int, int]) -> None:
    async with running(FakeEngine(), size=size) as ui:
        await command(ui, "Quit")
        await ui.until(lambda: ui.app._exit, "it ends")


async def test_the_border_between_two_panes_is_dragged_and_stays_there() -> None:
    async with running(size=WIDE) as ui:
        filters, results = ui.main.filters, ui.main.results
        for widget, to in ((filters, 40), (results, 100)):
            edge = widget.region.right - 1
            await ui.pilot.mouse_down(offset=(edge, 20))
            await ui.pilot.hover(offset=(to, 20))
            await ui.pilot.mouse_up(offset=(to, 20))
            await ui.until(lambda widget=widget, to=to: abs(widget.region.right - 1 - to) <= 1, "it is there")  # type: ignore[misc]
        await ui.pilot.hover(offset=(60, 20))
        await ui.pilot.pause()
        assert abs(results.region.right - 101) <= 1
        assert ui.main.state.filters_width == 41


@pytest.mark.parametrize(("x", "y"), [(50, 6), (45, 40)], ids=["on a choice", "beside the dialog"])
async def test_the_second_half_of_a_double_click_in_a_dialog_that_closes_is_not_for_what_lies_below(
    x: int, y: int
) -> None:
    many = [FakeNote(f"{number:02}.md", f"Note {number}", "text", days=number) for number in range(40)]
    async with running(FakeEngine(many), size=WIDE) as ui:
        await ui.press("escape", "ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher) and ui.app.screen.choices.count, "they are listed")
        await ui.press_mouse(x, y, times=3)
        await ui.until(lambda: ui.app.screen is ui.main, "it is closed")
        await ui.settled()
        assert ui.main.results.region.contains(x, y)
        assert ui.main.results.cursor == 0
        assert not ui.launcher.opened
        await ui.press_mouse(x + 1, y, times=2)
        await ui.until(lambda: ui.launcher.opened, "clicked twice itself, it is edited")


async def test_two_clicks_are_a_double_click_only_on_the_same_note_with_the_same_button_beside_the_margin() -> None:
    async with running(size=WIDE) as ui:
        region = ui.main.results.content_region
        x, y = region.x + 5, region.y + 3
        await ui.press_mouse(x, y)
        await ui.press_mouse(x, y, button=3)
        await ui.press_mouse(region.x, y, times=2)
        await ui.press_mouse(x + 1, y, times=2, control=True)
        await ui.press_mouse(x + 2, y)
        (path,) = [path for path in ui.engine.notes if path == ui.selected]
        del ui.engine.notes[path]
        ui.main.searching.ask_again()
        await ui.until(lambda: path not in ui.paths, "another note is in its place")
        await ui.press_mouse(x + 2, y)
        assert ui.main.results.cursor == 1
        assert not ui.launcher.opened
        assert not ui.main.results.marked
        await ui.press_mouse(x + 3, y, times=2)
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")


async def test_a_double_click_on_another_query_that_is_offered_does_not_edit_what_that_finds() -> None:
    async with running(size=WIDE) as ui:
        await ui.enter("lock tag:nothing")
        await ui.until(lambda: any("These would find something" in line for line in ui.screen_lines), "it is offered")
        offer = ui.main.results.offer
        region = ui.main.results.content_region
        y = next(y for y in range(region.height) if ui.main.results._empty.query_at(y) == offer)
        for _ in range(2):
            await ui.press_mouse(region.x + 6, region.y + y)
            await ui.settled()
        assert ui.main.query_bar.input.value == offer
        assert not ui.launcher.opened


async def test_a_double_click_on_a_link_follows_only_that_link() -> None:
    links = tuple(f"{number}.md" for number in range(20))
    text = "\n\n".join(f"[[Note {number}]] text" for number in range(20))
    notes = [FakeNote(f"{number}.md", f"Note {number}", text, links=links, days=number) for number in range(20)]
    async with running(FakeEngine(notes), size=WIDE) as ui:
        region = ui.main.preview.content_region
        x, y = region.x + 3, next(y for y, line in enumerate(ui.screen_lines) if "Note 7 text" in line[region.x :])
        for _ in range(2):
            await ui.press_mouse(x, y)
            await ui.until(lambda: ui.shown == "7.md", "the link is followed")
        await ui.settled()
        assert len(ui.sent(PreviewPane.LinkFollowed)) == 1
        assert not ui.main.selections


async def test_a_border_that_is_dragged_over_a_note_selects_none_of_its_text() -> None:
    async with running(size=WIDE) as ui:
        left = ui.main.preview.region.x
        await ui.drag_mouse((left, 10), (left + 10, 12), (left + 20, 14))
        assert abs(ui.main.preview.region.x - left - 20) <= 1
        assert not ui.main.selections


async def test_text_of_the_note_alone_is_selected_wherever_the_mouse_is_let_go() -> None:
    async with running(FakeEngine([FakeNote("A.md", "A", "one\n\ntwo\n\nthree")]), size=WIDE) as ui:
        await ui.until(lambda: "three" in ui.text_of("#preview"), "the note is shown")
        left = ui.main.preview.region.x
        x, y = next((line.index("two", left), at) for at, line in enumerate(ui.screen_lines) if "two" in line[left:])
        for end, selected in (((x, ui.main.footer.region.y), ["two", "three"]), ((x, 0), ["A", "one"])):
            await ui.drag_mouse((x, y), (x + 1, y + 1), end)
            assert (ui.main.get_selected_text() or "").split() == selected


async def test_the_outline_stays_where_it_was_scrolled_to_when_the_note_is_saved() -> None:
    body = "\n\n".join(f"## Part {number}\n\ntext" for number in range(30))
    async with running(FakeEngine([FakeNote("A.md", "A", body)]), size=WIDE) as ui:
        panel = ui.main.panel
        panel.scroll_to(y=10, animate=False)
        top = panel.rows[10]
        ui.engine.notes["A.md"] = FakeNote("A.md", "A", f"## New\n\ntext\n\n{body}")
        ui.main.reading.reload()
        await ui.until(lambda: len(panel.rows) == 32, "it is shown as it is now")
        assert panel.rows[panel.scroll_offset.y].title == top.title
        panel.cursor = 20
        line = panel.cursor - panel.scroll_offset.y
        ui.engine.notes["A.md"] = FakeNote("A.md", "A", body)
        ui.main.reading.reload()
        await ui.until(lambda: len(panel.rows) == 31, "it is shown as it is now")
        assert (panel.cursor, panel.cursor - panel.scroll_offset.y) == (19, line)


@pytest.mark.parametrize("meanwhile", ["ctrl+o", "z", "narrow"])
async def test_a_border_is_let_go_where_something_else_takes_its_place_while_it_is_dragged(meanwhile: str) -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape")
        edge = ui.main.results.region.right - 1
        ui.app.post_message(MouseDown(None, edge, 20, 0, 0, 1, False, False, False, edge, 20))
        await ui.pilot.pause()
        if meanwhile == "narrow":
            await ui.pilot.resize_terminal(*NARROW)
            await ui.until(lambda: ui.main.size == NARROW, "it is narrow")
        else:
            await ui.press(meanwhile)
        await ui.pilot.pause()
        ui.app.post_message(MouseUp(None, 30, 10, 0, 0, 1, False, False, False, 30, 10))
        await ui.pilot.pause()
        assert ui.app.focused is not None
        assert ui.app.mouse_captured is None
        if meanwhile == "narrow":
            await ui.pilot.resize_terminal(*WIDE)
            await ui.until(lambda: ui.main.size == WIDE, "it is wide again")
        else:
            await ui.press("escape")
        await ui.until(lambda: ui.main.results.region.right - 1 == edge, "all is as it was")
        await ui.pilot.hover(offset=(edge + 10, 20))
        assert ui.main.results.region.right - 1 == edge


async def test_two_clicks_in_a_note_select_a_word_and_three_all_of_it() -> None:
    notes = [FakeNote("A.md", "A", "日本語 (don't) stop 🎹 **here**.")]
    async with running(FakeEngine(notes), size=WIDE) as ui:
        preview = ui.main.preview
        region = preview.content_region
        lines = [preview.render_line(y).text for y in range(region.height)]
        y = next(y for y, line in enumerate(lines) if "stop" in line)
        for before, word in (("日本語 (do", "don't"), ("日本語 (don't) stop 🎹 he", "here"), ("日", "日本語")):
            x = cell_len(lines[y][: lines[y].index(before) + len(before) - 1])
            await ui.press_mouse(region.x + x, region.y + y, times=2)
            assert ui.main.get_selected_text() == word
        await ui.press_mouse(region.x + x + 1, region.y + y, times=3)
        assert (ui.main.get_selected_text() or "").endswith("stop 🎹 here.")
        await ui.press_mouse(region.x + 1, region.y + y + 2, times=2)
        assert not ui.main.selections


async def test_buttons_of_the_border_that_are_clicked_fast_do_what_they_say_each_time_and_select_nothing() -> None:
    text = "\n\n".join("A lock." for _ in range(9))
    async with running(FakeEngine([FakeNote("A.md", "A", text)]), size=WIDE) as ui:
        await ui.enter("lock")
        await ui.until(lambda: ui.main.preview.current_hit == 0, "the first match is shown")
        y = ui.main.preview.region.bottom - 1
        for hit in range(1, 5):
            await ui.press_mouse(ui.screen_lines[y].rindex("›"), y)
            assert ui.main.preview.current_hit == hit
            assert not ui.main.selections


async def test_a_double_click_takes_out_one_filter_of_several() -> None:
    async with running(size=WIDE) as ui:
        await ui.enter("tag:rust tag:work")
        x, y = next((line.index("tag rust"), y) for y, line in enumerate(ui.screen_lines) if "tag rust" in line)
        for _ in range(2):
            await ui.press_mouse(x + 2, y)
            await ui.settled()
        assert ui.main.query_bar.input.value.strip() == "tag:work"


async def test_a_double_click_deletes_one_search_of_several() -> None:
    async with running(size=WIDE) as ui:
        names = [f"Search {n:02}" for n in range(60)]  # so many that the dialog keeps its size
        ui.main.state.saved[:] = [SavedSearch(name, "tag:rust") for name in names]
        await ui.click("★")
        await ui.until(lambda: isinstance(ui.app.screen, SearchesScreen), "the searches are shown")
        y, line = next((number, line) for number, line in enumerate(ui.screen_lines) if "Search 02" in line)
        await ui.press_mouse(cell_len(line[: line.rindex("×")]), y, times=2)
        assert [saved.name for saved in ui.main.state.saved] == [name for name in names if name != "Search 02"]


async def test_a_double_click_on_further_values_shows_them_and_filters_by_none() -> None:
    notes = [FakeNote(f"{n}.md", f"Note {n}", "text", tags=(f"tag{n:02}",), days=n) for n in range(30)]
    async with running(FakeEngine(notes), size=WIDE) as ui:
        filters = ui.main.filters
        await ui.until(lambda: any(row.kind == "more" for row in filters.rows), "the tags are counted")
        index = next(number for number, row in enumerate(filters.rows) if row.kind == "more")
        region = filters.content_region
        await ui.press_mouse(region.x + 6, region.y + index - filters.scroll_offset.y, times=2)
        assert sum(row.label.startswith("tag") for row in filters.rows) == 30
        assert ui.main.query_bar.input.value == ""
