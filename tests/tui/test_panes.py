"""Panes are shown, focused and resized by keys, at every size of the terminal."""

from __future__ import annotations

import re

import pytest
from textual.events import Paste
from textual.widgets import Input

from vaulttui.search.engine import Facets, FacetValue
from vaulttui.tui.panes.edges import Edges

from .interface import Interface, running

WIDE, MEDIUM, NARROW = (160, 45), (100, 30), (60, 20)


def shown(ui: Interface) -> list[str]:
    """Ids of the panes that can be seen."""
    return [name for name in ("filters", "results", "preview", "panel") if ui.main.query_one(f"#{name}").region]


@pytest.mark.parametrize(
    ("size", "panes"),
    [
        (WIDE, ["filters", "results", "preview", "panel"]),
        (MEDIUM, ["results", "preview"]),
        (NARROW, ["results"]),
    ],
)
async def test_panes_are_shown_that_there_is_room_for(size: tuple[int, int], panes: list[str]) -> None:
    async with running(size=size) as ui:
        assert shown(ui) == panes
        right = max(ui.main.query_one(f"#{name}").region.right for name in panes)
        assert right == size[0]


async def test_panes_follow_the_size_of_the_terminal() -> None:
    async with running(size=WIDE) as ui:
        for size, panes in ((MEDIUM, 2), (NARROW, 1), (WIDE, 4)):
            await ui.pilot.resize_terminal(*size)
            await ui.until(lambda panes=panes: len(shown(ui)) == panes, f"{panes} panes are shown")  # type: ignore[misc]


@pytest.mark.parametrize(("key", "pane"), [("2", "results"), ("3", "preview"), ("4", "panel")])
@pytest.mark.parametrize("below", ["", "ctrl+o"])
async def test_what_one_reads_stays_in_sight_in_a_smaller_terminal(key: str, pane: str, below: str) -> None:
    async with running(size=NARROW) as ui:
        await ui.press("escape", "f")  # a drawer that is left behind is not to come back
        for size in (WIDE, NARROW, WIDE, MEDIUM):
            await ui.pilot.resize_terminal(*size)
            await ui.until(lambda size=size: ui.main.size == size, "it has that size")  # type: ignore[misc]
            if size == WIDE:
                await ui.press(key)
                if below:
                    await ui.press(below)
                    await ui.until(lambda: ui.app.screen is not ui.main, "a dialog is open")
            elif below:
                await ui.press("escape")
                await ui.until(lambda: ui.app.screen is ui.main, "it is closed")
            await ui.until(lambda: pane in shown(ui), "it is shown")
            assert ui.main.panes.focused == pane or (below and size == WIDE)


@pytest.mark.parametrize(
    ("keys", "pane"),
    [((), None), (("escape",), "results"), (("escape", "3"), "preview"), (("escape", "1"), "results")],
)
async def test_what_had_the_focus_has_it_again_when_the_terminal_is_no_longer_too_small(
    keys: tuple[str, ...], pane: str | None
) -> None:
    async with running(size=WIDE) as ui:
        await ui.press(*keys)
        for size in ((30, 10), (32, 10), NARROW):
            await ui.pilot.resize_terminal(*size)
            await ui.until(lambda size=size: ui.main.size == size, "it has that size")  # type: ignore[misc]
            await ui.pilot.pause()
        assert ui.main.focused is not None
        assert ui.main.panes.focused == pane
        assert pane is None or pane in shown(ui)


async def test_filters_that_come_into_sight_with_more_room_are_counted() -> None:
    async with running(size=MEDIUM) as ui:
        await ui.settled()
        assert not ui.main.filters.rows
        await ui.pilot.resize_terminal(*WIDE)
        await ui.until(lambda: len(ui.main.filters.rows) > 0, "the filters are counted")


async def test_the_border_of_a_pane_that_comes_into_sight_fits_it_though_its_size_is_known_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(size=(60, 24)) as ui:
        results = ui.main.results
        assert ui.edge(results.border_title).endswith("⇅")
        await ui.press("escape", "f")
        await ui.until(lambda: not results.size.width, "the filters are in its place")
        ui.main.edges.show_results()
        # On a slow machine it is written before the new layout.
        monkeypatch.setattr(Edges, "show", lambda edges: None)
        await ui.press("2")
        await ui.until(lambda: ui.edge(results.border_title).endswith("⇅"), "the border has all that there is room for")


async def test_too_small_a_terminal_says_so() -> None:
    async with running(size=(30, 10)) as ui:
        assert shown(ui) == []
        assert "too small" in ui.text_of("#too-small")
        await ui.pilot.resize_terminal(*MEDIUM)
        await ui.until(lambda: len(shown(ui)) == 2, "the panes are back")


@pytest.mark.parametrize(
    ("key", "typed"), [("ctrl+o", "rust"), ("ctrl+p", "daily"), ("ctrl+r", "wo"), ("question_mark", "")]
)
async def test_a_dialog_waits_while_the_terminal_is_too_small(key: str, typed: str) -> None:
    async with running(size=NARROW) as ui:
        await ui.press("escape", key)
        await ui.until(lambda: ui.app.screen is not ui.main and ui.app.screen.focused, "a dialog is open")
        dialog, focused = ui.app.screen, ui.app.screen.focused
        await ui.type_in(typed)
        await ui.pilot.resize_terminal(20, 6)
        await ui.until(lambda: dialog.size == (20, 6) and dialog.focused is None, "it has that size")
        await ui.pilot.pause()
        assert "small" in "\n".join(ui.screen_lines)
        assert not any(sign in line for line in ui.screen_lines for sign in "╭│╰")
        await ui.press("escape", "q", "enter", "x")
        await ui.press_mouse(10, 2)
        await ui.pilot.resize_terminal(*NARROW)
        await ui.until(lambda: dialog.focused is focused, "it is back")
        assert ui.app.screen is dialog
        await ui.until(lambda: any("╭" in line for line in ui.screen_lines), "it is drawn")
        if isinstance(focused, Input):
            await ui.type_in("!")
            await ui.until(lambda: focused.value == f"{typed}!", "typing goes on")
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is ui.main, "it is closed")


@pytest.mark.parametrize("before", [["escape"], []], ids=["results", "query"])
async def test_no_command_runs_while_the_terminal_is_too_small_to_show_what_it_does(before: list[str]) -> None:
    async with running(size=(20, 8)) as ui:
        await ui.press(*before, "a", "ctrl+o", "ctrl+p", "ctrl+b", "slash", "e", "s", "space")
        ui.app.post_message(Paste("some words"))
        await ui.pilot.resize_terminal(*NARROW)
        await ui.until(lambda: ui.main.focused, "there is room")
        assert ui.app.screen is ui.main
        assert ui.main.query_bar.input.value == ""
        assert ui.launcher.opened == []
        assert ui.main.question.sort is None


@pytest.mark.parametrize(("key", "dialog"), [("q", ""), ("ctrl+q", ""), ("ctrl+q", "ctrl+o")])
async def test_one_can_quit_though_the_terminal_is_too_small(key: str, dialog: str) -> None:
    async with running(size=NARROW) as ui:
        if dialog:
            await ui.press(dialog)
            await ui.until(lambda: ui.app.screen is not ui.main, "a dialog is open")
        await ui.pilot.resize_terminal(20, 6)
        await ui.until(lambda: ui.app.size == (20, 6), "it has that size")
        await ui.press("ctrl+l", key)
        await ui.until(lambda: ui.app._exit, "it ends")


async def test_a_focused_pane_that_loses_its_room_gives_the_focus_away() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape", "1")
        assert ui.main.filters.has_focus
        await ui.pilot.resize_terminal(*MEDIUM)
        await ui.until(lambda: ui.main.results.has_focus, "the results have the focus")


async def test_tab_goes_through_query_and_panes() -> None:
    async with running(size=WIDE) as ui:
        seen = []
        for _ in range(5):
            await ui.press("tab")
            seen.append(ui.main.panes.focused)
        assert seen == ["results", "preview", "panel", "filters", None]
        await ui.press("escape", "shift+tab")
        assert ui.main.query_bar.input.has_focus


async def test_h_and_l_go_left_and_right() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape")
        for key, pane in (("l", "preview"), ("l", "preview"), ("h", "results"), ("h", "filters")):
            await ui.press(key)
            assert ui.main.panes.focused == pane


async def test_numbers_go_to_panes() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape")
        for key, pane in (("1", "filters"), ("3", "preview"), ("4", "panel"), ("2", "results")):
            await ui.press(key)
            assert ui.main.panes.focused == pane


async def test_the_filters_open_as_a_drawer_and_close_again() -> None:
    async with running(size=MEDIUM) as ui:
        await ui.press("escape", "f")
        await ui.until(lambda: ui.main.filters.rows, "filter values are counted")
        assert ui.main.filters.has_focus
        assert ui.main.filters.region.right < ui.main.results.region.right
        assert ui.main.results.region.width > 20
        await ui.press("escape")
        assert shown(ui) == ["results", "preview"]
        assert ui.main.results.has_focus


async def test_a_key_hides_the_filters_and_gives_the_room_to_others() -> None:
    async with running(size=WIDE) as ui:
        before = ui.main.results.region.width
        await ui.press("ctrl+b")
        assert shown(ui) == ["results", "preview", "panel"]
        assert ui.main.results.region.width > before
        assert ui.main.query_bar.input.has_focus


async def test_facets_are_only_counted_for_filters_that_are_shown() -> None:
    async with running(size=MEDIUM) as ui:
        assert ui.engine.facet_requests == 0
        await ui.press("ctrl+b")
        await ui.until(lambda: ui.engine.facet_requests == 1, "filter values are counted")


async def test_a_narrow_terminal_shows_the_preview_on_l_and_the_results_on_escape() -> None:
    async with running(size=NARROW) as ui:
        await ui.press("escape", "l")
        assert shown(ui) == ["preview"]
        assert ui.main.preview.has_focus
        await ui.press("escape")
        assert shown(ui) == ["results"]
        assert ui.main.results.has_focus


async def test_zen_and_back() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape", "z")
        assert shown(ui) == ["preview"]
        assert ui.main.preview.region.width == WIDE[0]
        await ui.press("escape")
        assert len(shown(ui)) == 4


async def test_panes_are_resized_and_stay_so() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape")
        width = ui.main.results.region.width
        await ui.press("greater_than_sign", "greater_than_sign")
        assert ui.main.results.region.width > width
        await ui.press("1", "less_than_sign")
        assert ui.main.filters.region.width == 26
        assert (ui.app.state.filters_width, ui.app.state.results_share) == (26, 46)


async def test_escape_steps_back_from_anywhere_and_never_quits() -> None:
    async with running(size=WIDE) as ui:
        await ui.enter("lock")
        await ui.press("escape", "space", "l")
        assert ui.main.preview.has_focus
        await ui.press("escape")
        assert ui.main.results.has_focus
        assert ui.main.results.marked
        await ui.press("escape")
        assert not ui.main.results.marked
        assert ui.main.query_bar.input.value == "lock"
        await ui.press("escape")
        await ui.settled()
        assert ui.main.query_bar.input.value == ""
        await ui.press("escape")
        assert ui.main.results.has_focus
        assert ui.app.is_running


async def test_a_panel_opened_where_room_is_scarce_closes_again() -> None:
    async with running(size=MEDIUM) as ui:
        await ui.press("escape", "b")
        assert shown(ui) == ["results", "preview", "panel"]
        await ui.press("b")
        assert shown(ui) == ["results", "preview"]
        assert ui.main.preview.has_focus


@pytest.mark.parametrize("size", [WIDE, MEDIUM, NARROW])
@pytest.mark.parametrize("key", ["b", "escape"])
async def test_a_panel_opened_beside_the_preview_alone_closes_again(size: tuple[int, int], key: str) -> None:
    async with running(size=size) as ui:
        await ui.press("escape", "z")
        assert shown(ui) == ["preview"]
        await ui.press("b")
        assert shown(ui)[-1] == "panel"
        assert ui.main.panel.has_focus
        await ui.press(key)
        assert shown(ui) == ["preview"]
        assert ui.main.preview.has_focus


async def test_escape_does_not_close_a_panel_that_is_always_shown() -> None:
    async with running(size=MEDIUM, query="tokio") as ui:
        await ui.press("escape", "b")
        await ui.pilot.resize_terminal(*WIDE)
        await ui.until(lambda: len(shown(ui)) == 4, "there is room for all panes")
        await ui.press("2", "escape")
        await ui.until(lambda: not ui.main.query_bar.input.value, "the query is cleared")
        assert ui.main.results.has_focus


@pytest.mark.parametrize("width", [40, 100, 160])
async def test_in_a_low_terminal_the_panel_stands_in_the_place_of_the_preview(width: int) -> None:
    async with running(size=(width, 12)) as ui:
        await ui.press("escape", "b")
        await ui.pilot.pause()
        assert "preview" not in shown(ui)
        assert ui.main.panel.has_focus
        assert ui.main.panel.size.height >= 6
        await ui.press("h", "3")
        await ui.pilot.pause()
        assert "panel" not in shown(ui)
        assert ui.main.preview.has_focus
        await ui.press("b", "b")
        await ui.pilot.pause()
        assert "panel" not in shown(ui)
        assert ui.main.preview.has_focus


async def test_the_footer_names_keys_that_work_where_the_focus_is() -> None:
    async with running(size=WIDE) as ui:
        footer = ui.text_of("#footer")
        assert footer.strip().startswith("↵ edit  esc results")
        assert "/ query" not in footer
        assert "f1 help" in footer
        await ui.press("escape")
        assert ui.text_of("#footer").strip().startswith("/ query  ↵ edit  f filters")
        await ui.press("1", "down")
        assert "space only these  x not these  c clear" in ui.text_of("#footer")


async def test_the_footer_tells_what_keys_do_on_rows_that_are_no_values() -> None:
    dates = tuple(FacetValue(f"20{year}-01", f"20{year}-01", 1) for year in range(10, 25))
    async with running(size=WIDE) as ui:
        filters = ui.main.filters
        filters.update_facets(Facets(tags=(FacetValue("work", "work", 3),), months=dates), ())
        for kind, told in (
            ("section", "space fold  c clear"),
            ("switch", "space switch  "),
            ("more", "space show all  "),
            ("value", "space only these  x not these  c clear"),
        ):
            filters.cursor = next(at for at, row in enumerate(filters.rows) if row.kind == kind)
            await ui.press("escape", "1")
            footer = ui.text_of("#footer")
            assert told in footer
            assert ("not these" in footer, "clear" in footer) == ("not these" in told, "clear" in told)
        filters.cursor = 0
        await ui.press("space")
        assert "space unfold  c clear" in ui.text_of("#footer")


async def test_the_footer_leaves_out_keys_that_can_do_nothing() -> None:
    async with running(size=(160, 45)) as ui:
        await ui.press("escape", "f", "f", *"zzz")
        await ui.until(lambda: "only these" not in ui.text_of("#footer"), "no value is there to choose")
        assert ui.text_of("#footer").strip().startswith("esc show all")
        await ui.press("escape")
        await ui.until(lambda: "space fold" in ui.text_of("#footer"), "all are there again")
        await ui.press("escape", "4")
        for tab in ui.main.panel.tab_labels():
            ui.main.panel.show_tab(tab)
            await ui.until(lambda: ("go there" in ui.text_of("#footer")) == bool(ui.main.panel.rows))
        ui.main.panel.clear()
        await ui.until(lambda: "go there" not in ui.text_of("#footer"), "there is nowhere to go")


async def test_where_matches_are_counted_briefly_none_is_the_current_one_until_one_goes_there() -> None:
    async with running(size=(80, 24)) as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        edge = ui.edge(ui.main.preview.border_subtitle)
        assert re.search(r"‹ \d/\d ›", edge), edge
        assert ui.main.preview._cursor is not None
        ui.main.preview._cursor.hit = None  # as behind a link that leads to another place of the note
        ui.main.preview.show_edge()
        edge = ui.edge(ui.main.preview.border_subtitle)
        assert re.search(r"‹ –/\d ›", edge), edge


async def test_the_mouse_finds_a_way_out_of_the_panel_where_it_stands_alone() -> None:
    async with running(size=(60, 14)) as ui:
        await ui.press("escape", "b")
        await ui.until(lambda: ui.edge(ui.main.panel.border_subtitle) == "Results │ Preview", "there are ways out")
        await ui.pilot.resize_terminal(60, 24)
        await ui.until(lambda: ui.main.panes.shown("preview"), "the preview is above it")
        await ui.until(lambda: not ui.main.panel.border_subtitle, "and has the way to the results")
        await ui.pilot.resize_terminal(90, 14)
        await ui.until(lambda: ui.main.panes.shown("results"), "the results are beside it")
        assert ui.edge(ui.main.results.border_subtitle).endswith("Preview")
        assert not ui.main.panel.border_subtitle


async def test_the_footer_leaves_out_keys_that_would_narrow_a_section_while_one_types_there() -> None:
    async with running(size=(160, 45)) as ui:
        await ui.press("escape", "f", "down")
        commands = ui.text_of("#footer")
        assert all(key in commands for key in ("x not these", "c clear", "f find", "/ query"))
        await ui.press("f", "s")
        typing = ui.text_of("#footer")
        assert typing.strip().startswith("↵ only these")
        assert not any(key in typing for key in ("not these", "clear", "  f find", "/ query", "space"))
        assert "f1 help" in typing
        assert "esc show all" in typing
        await ui.press("down")
        assert ui.text_of("#footer") == commands
        await ui.press("f")
        assert ui.text_of("#footer") == typing
        await ui.press("escape")
        assert ui.text_of("#footer") == commands
        await ui.press("f", "tab")
        assert "f filters" not in ui.text_of("#footer"), "the query has the keyboard"
        await ui.press("escape")
        assert "f filters" in ui.text_of("#footer")


async def test_a_click_in_the_footer_does_what_the_key_does() -> None:
    async with running(size=WIDE) as ui:
        await ui.press("escape")
        x = ui.text_of("#footer").index("f filters")
        await ui.pilot.click("#footer", offset=(x, 0))
        await ui.until(lambda: ui.main.filters.has_focus, "the filters have the focus")


async def test_the_footer_always_tells_how_to_get_help() -> None:
    async with running(size=WIDE) as ui:
        for width, height in (WIDE, MEDIUM, NARROW, (40, 12)):
            await ui.pilot.resize_terminal(width, height)
            assert ui.app.screen.query_one("#footer").size.width == width
            assert "f1 help" in ui.text_of("#footer")


async def test_where_the_note_has_the_only_pane_it_is_said_there_how_to_take_what_is_offered() -> None:
    async with running(size=NARROW) as ui:
        await ui.enter("sourdough folder:nope ")
        await ui.press("tab", "3")
        await ui.until(lambda: "2 goes to the results" in ui.text_of("#preview"), "how to take it is said")
        await ui.press("2", "enter")
        await ui.until(lambda: "nope" not in ui.main.searching.question.text, "it is taken")


async def test_where_the_query_has_the_keyboard_no_letter_is_told_that_would_be_typed_into_it() -> None:
    async with running(size=NARROW) as ui:
        await ui.press("escape", "3", "slash")
        await ui.enter("sourdough folder:nope ")
        await ui.until(lambda: "↵ takes the first" in ui.text_of("#preview"), "how to take it from here is said")
        assert shown(ui) == ["preview"]
        await ui.pilot.click("#preview")
        await ui.until(lambda: "2 goes to the results" in ui.text_of("#preview"), "and how from the preview")
        await ui.press("slash")
        await ui.until(lambda: "↵ takes the first" in ui.text_of("#preview"), "the query has the keyboard again")
        await ui.press("enter")
        await ui.until(lambda: "nope" not in ui.main.searching.question.text, "it is taken")


async def test_where_the_note_has_the_only_pane_it_is_said_there_that_nothing_is_found() -> None:
    async with running(size=NARROW) as ui:
        await ui.press("escape", "3", "slash")
        await ui.enter("tag:nonexistent")
        await ui.until(lambda: "clears the query" in ui.text_of("#preview"), "why, and what may help")
        assert shown(ui) == ["preview"]
        assert "Nothing found" in ui.text_of("#preview")
        await ui.pilot.resize_terminal(*MEDIUM)
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "the results say it")
        assert not ui.text_of("#preview").strip()
        await ui.pilot.resize_terminal(*NARROW)
        await ui.until(lambda: shown(ui) != ["results", "preview"], "there is one pane again")
        await ui.press("escape", "escape", "3")
        await ui.settled()
        assert ui.shown is not None
