"""A text is found in the note that is shown, while one types and afterwards by the keys for matches."""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vaulttui.tui.preview.page import Renderer
from vaulttui.tui.preview.page_text import Piece
from vaulttui.tui.preview.place import Place
from vaulttui.tui.preview.render import render_progressively
from vaulttui.tui.preview.rendered import RenderedNote
from vaulttui.tui.widgets.find_bar import FindInput
from vaulttui.tui.widgets.preview_pane import PreviewPane

from .fake_engine import FakeEngine
from .fake_notes import NOTES, FakeNote
from .interface import PATIENCE, Interface, running

LONG = FakeNote(
    "Long.md",
    "Long",
    "First wörd, and deadlock.\n\n"
    + "".join(f"Paragraph {number} with a lock.\n\n" for number in range(60))
    + "Second Word.\n\n"
    + "".join(f"Paragraph {number} without.\n\n" for number in range(60, 90))
    + "Third word, see [[Inbox]].\n",
    links=("Inbox.md",),
)


def vault() -> FakeEngine:
    return FakeEngine((LONG, *(note for note in NOTES if "first" not in note.text.casefold())))


async def find(ui: Interface, text: str, *places: int | None) -> None:
    """Type what to find, and wait until it says where one is."""
    await ui.type_in(text)
    await comes_to(ui, *places)


async def comes_to(ui: Interface, *places: int | None) -> None:
    await ui.until(lambda: ui.main.find_bar.places == places, f"one is at {places}, not {ui.main.find_bar.places}")
    await ui.pilot.pause()


def bar(ui: Interface) -> str:
    """What can be read in the line in which one types."""
    return "".join(line for line in ui.screen_lines if " find " in line and "find in note" not in line)


def in_sight(ui: Interface) -> str:
    return ui.text_of("#preview")


async def test_while_one_types_the_first_place_from_where_one_reads_comes_into_sight() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        assert "1 of 3" in bar(ui)
        assert "‹ 1 of 3 matches ›" in ui.edge(ui.main.preview.border_subtitle)
        assert "First wörd" in in_sight(ui)
        await ui.type_in(".")
        await comes_to(ui, 0, 1)
        assert "Second Word." in in_sight(ui)
        await ui.press("backspace")
        await comes_to(ui, 0, 3)
        assert "First wörd" in in_sight(ui), "one is back where one began"


async def test_it_begins_at_the_place_that_one_reads_and_goes_round_the_end() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "3", "G", "ctrl+f")
        await find(ui, "second w", 0, 1)
        assert "Second Word." in in_sight(ui)
        await ui.press("enter", "ctrl+f")
        await find(ui, "w", 61, 93)
        await find(ui, "ord", 1, 3)


async def test_enter_goes_to_the_note_where_n_goes_through_the_places() -> None:
    async with running(vault(), query="first") as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("enter")
        assert isinstance(ui.app.focused, PreviewPane)
        await ui.press("n")
        assert "Second Word." in in_sight(ui)
        assert "2 of 3" in bar(ui)
        await ui.press("n", "n")
        assert ui.main.find_bar.places == (0, 3)
        await ui.press("N")
        assert ui.main.find_bar.places == (2, 3)
        assert ui.main.query_bar.input.value == "first"


async def test_arrows_go_through_the_places_while_one_types_and_what_is_typed_next_begins_there() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "wor", 0, 3)
        await ui.press("down", "down")
        assert ui.main.find_bar.places == (2, 3)
        await ui.press("up")
        assert isinstance(ui.app.focused, FindInput)
        await find(ui, "d", 1, 3)


@pytest.mark.parametrize("typing", [True, False], ids=["while one types", "in the note"])
async def test_escape_marks_the_matches_of_the_query_again_and_the_place_stays(typing: bool) -> None:
    async with running(vault(), query="first") as ui:
        await ui.press("escape", "3", "ctrl+f")
        await find(ui, "third", 0, 1)
        top = ui.main.preview.scroll_offset.y
        assert top > 0
        await ui.press(*([] if typing else ["enter"]), "escape")
        await ui.pilot.pause()
        preview = ui.main.preview
        assert preview.note is not None
        assert (preview.note.found, len(preview.note.first_hits)) == ("", 1)
        assert preview.scroll_offset.y == pytest.approx(top, abs=1)
        assert not ui.main.find_bar.display
        assert ui.app.focused is preview
        await ui.press("n")
        assert "First wörd" in in_sight(ui)


async def test_escape_goes_back_to_where_one_came_from() -> None:
    async with running(vault(), query="first") as ui:
        await ui.press("ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("escape")
        assert ui.app.focused is ui.main.query_bar.input
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("escape")
        assert "mark" in ui.text_of("#footer"), "one is in the results"


@pytest.mark.parametrize("query", [True, False], ids=["query", "results"])
async def test_escape_goes_back_where_there_is_room_for_one_pane(query: bool) -> None:
    async with running(vault(), query="first", size=(60, 20)) as ui:
        await ui.press(*([] if query else ["escape"]), "ctrl+f")
        await find(ui, "word", 0, 3)
        assert not ui.main.panes.shown("results")
        await ui.press("escape")
        await ui.until(lambda: ui.main.results.display, "the results are shown again")
        assert ui.app.focused is (ui.main.query_bar.input if query else ui.main.results)
        await ui.press("right", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("escape")
        assert ui.app.focused is (ui.main.query_bar.input if query else ui.main.preview)


async def test_in_the_results_too_the_next_step_back_ends_it() -> None:
    async with running(vault(), query="first") as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("enter", "2", "escape")
        assert not ui.main.find_bar.display
        assert ui.main.query_bar.input.value == "first"


async def test_what_was_found_last_is_found_again_and_gives_way_to_what_is_typed() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("escape", "j")
        await ui.settled()
        await ui.press("k")
        await ui.settled()
        await ui.press("ctrl+f")
        await comes_to(ui, 0, 3)
        assert ui.main.find_bar.input.selected_text == "word"
        await find(ui, "third", 0, 1)
        await ui.press("ctrl+f")
        assert ui.main.find_bar.input.selected_text == "third"


async def test_what_is_not_there_is_told_and_the_place_stays() -> None:
    async with running(vault(), query="lock") as ui:
        await ui.press("escape", "3", "ctrl+d", "ctrl+f")
        top = ui.main.preview.scroll_offset.y
        await find(ui, "nowhere", None, 0)
        assert "nothing found" in bar(ui)
        assert ui.main.preview.scroll_offset.y == top
        for _ in "nowhere":
            await ui.press("backspace")
        await ui.until(lambda: ui.main.preview.note is not None and not ui.main.preview.note.found, "it is the query's")
        assert "found" not in bar(ui)
        assert "‹" in ui.edge(ui.main.preview.border_subtitle), "there are matches of the query"


async def test_nothing_typed_ends_it_with_enter() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f", "enter")
        assert not ui.main.find_bar.display
        assert ui.app.focused is ui.main.preview


async def test_another_note_ends_it() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "third", 0, 1)
        await ui.press("enter", "right_square_bracket", "o")
        await ui.until(lambda: ui.shown == "Inbox.md", "the link was followed")
        assert not ui.main.find_bar.display
        assert ui.main.preview.note is not None
        assert not ui.main.preview.note.found
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Long.md", "one is back")
        assert not ui.main.preview.note.found
        assert not ui.main.shown_note.finding.on


async def test_a_click_on_another_result_ends_it() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.click("Garden irrigation")
        await ui.until(lambda: ui.shown == "Projects/Garden irrigation.md", "it is shown")
        assert not ui.main.find_bar.display
        assert ui.app.focused is ui.main.results


@pytest.mark.parametrize("reads", [False, True], ids=["while one types", "in the note"])
async def test_it_goes_on_where_the_note_is_moved_to(reads: bool) -> None:
    engine = vault()
    async with running(engine) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "wor", 0, 3)
        await ui.press("down", *(["enter"] if reads else []))
        engine.move_note("Long.md", "Longer.md")
        await ui.until(lambda: ui.shown == "Longer.md", "it is shown at its new path")
        await comes_to(ui, 1, 3)
        assert "Second Word." in in_sight(ui)
        if not reads:
            await find(ui, "d.", 0, 1)
        assert ui.main.find_bar.display


async def test_it_waits_while_the_note_is_gone_and_what_is_typed_meanwhile_is_no_command() -> None:
    engine = vault()
    async with running(engine) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "wor", 0, 3)
        note = engine.notes.pop("Long.md")
        ui.main.reading.take_change({"Long.md"})
        await ui.until(lambda: "There is no note" in in_sight(ui), "that it is gone is told")
        await ui.type_in("d, s")
        assert ui.main.find_bar.input.value == "word, s"
        assert isinstance(ui.app.focused, FindInput)
        engine.notes["Long.md"] = note
        ui.main.reading.take_change({"Long.md"})
        await comes_to(ui, 0, 1)
        assert "Third word, see" in in_sight(ui)


async def test_escape_ends_it_while_the_note_is_gone() -> None:
    engine = vault()
    async with running(engine) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        note = engine.notes.pop("Long.md")
        ui.main.reading.take_change({"Long.md"})
        await ui.until(lambda: "There is no note" in in_sight(ui), "that it is gone is told")
        await ui.press("escape")
        assert not ui.main.find_bar.display
        engine.notes["Long.md"] = note
        ui.main.reading.take_change({"Long.md"})
        await ui.until(lambda: ui.shown == "Long.md", "it is shown again")
        assert ui.main.preview.note is not None
        assert not ui.main.preview.note.found


async def test_what_is_typed_while_another_note_comes_is_found_in_that() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "wor", 0, 3)
        ui.main.reading.go_to(Place("Inbox.md"))
        await ui.type_in("d")
        await ui.until(lambda: ui.shown == "Inbox.md", "another note is shown")
        await comes_to(ui, None, 0)
        assert ui.main.find_bar.input.value == "word"
        assert isinstance(ui.app.focused, FindInput)


async def test_what_is_found_while_another_note_is_read_is_found_in_that() -> None:
    engine = vault()
    async with running(engine) as ui:
        await ui.press("escape")
        before, last = ui.shown, ui.paths[-1]
        release = engine.hold_note(last)
        await ui.press("G")
        await ui.until(lambda: engine.waiting(last), "the last note is being read")
        await ui.press("ctrl+f")
        await ui.type_in("a")
        await ui.pilot.pause()
        assert ui.shown == before
        release()
        await ui.until(lambda: ui.shown == last, "it is shown")
        await ui.type_in("n")
        await ui.until(lambda: (note := ui.main.preview.note) and note.found == "an", "it is found")
        assert ui.shown == ui.main.shown_note.detail.path == last  # type: ignore[union-attr]
        await ui.press("ctrl+f")
        assert ui.shown == last


async def test_a_note_that_one_chooses_while_one_types_ends_it() -> None:
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("ctrl+o")
        await ui.type_in("inbox")
        await ui.until(lambda: "Inbox" in ui.text_of("#chooser-list"), "it is offered")
        await ui.press("enter")
        await ui.until(lambda: ui.shown == "Inbox.md", "it is shown")
        assert not ui.main.find_bar.display
        assert ui.app.focused is ui.main.preview


async def test_places_stay_in_another_width_in_the_source_and_when_the_note_is_written_again() -> None:
    engine = vault()
    async with running(engine) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        await ui.press("down", "enter")
        await ui.press("v")
        await ui.until(lambda: ui.main.preview.note and "Second Word" in in_sight(ui) and " 123" in in_sight(ui))
        assert ui.main.find_bar.places == (1, 3)
        await ui.press("v")
        await ui.pilot.resize_terminal(90, 30)
        await ui.until(lambda: ui.main.preview.note and ui.main.preview.note.width == ui.main.preview.text_width)
        assert ui.main.find_bar.places == (1, 3)
        assert "Second Word." in in_sight(ui)
        engine.notes["Long.md"] = FakeNote("Long.md", "Long", f"A new word.\n\n{LONG.text}")
        ui.main.reading.take_change({"Long.md"})
        await comes_to(ui, 2, 4)
        assert "Second Word." in in_sight(ui)


async def test_the_place_stays_where_lines_are_joined_otherwise_in_another_width() -> None:
    prose = "Prose whose lines an editor has broken, as it is found in notes that are older. " * 3
    text = textwrap.fill(f"{prose}Here is a lock. " * 60, 74)
    async with running(FakeEngine((FakeNote("Prose.md", "Prose", text), *NOTES))) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "lock", 0, 60)
        await ui.press("enter", *["n"] * 30)
        for width in (110, 97, 84, 140):
            await ui.pilot.resize_terminal(width, 40)
            await ui.until(lambda: ui.main.preview.note and ui.main.preview.note.width == ui.main.preview.text_width)
            assert ui.main.find_bar.places == (30, 60)


async def test_the_query_may_change_meanwhile() -> None:
    async with running(vault(), query="first") as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "third", 0, 1)
        await ui.press("enter", "slash")
        await ui.enter(" paragraph")
        assert ui.main.find_bar.places == (0, 1)
        await ui.press("escape", "escape")
        await ui.until(lambda: not ui.main.find_bar.display, "it is ended")
        await ui.until(
            lambda: ui.main.preview.note and len(ui.main.preview.note.first_hits) == 90, "those of the query"
        )


async def test_what_is_typed_is_neither_query_nor_command() -> None:
    async with running(vault()) as ui:
        asked = len(ui.engine.queries)
        await ui.press("escape", "ctrl+f")
        await ui.type_in("qjv/")
        await comes_to(ui, None, 0)
        assert ui.main.find_bar.input.value == "qjv/"
        assert ui.main.query_bar.input.value == ""
        assert len(ui.engine.queries) == asked
        assert ui.text_of("#footer").strip().startswith("↵ read  esc end")
        assert "next match" not in ui.text_of("#footer"), "there is none"
        await ui.press("ctrl+u")
        await find(ui, "word", 0, 3)
        assert ui.text_of("#footer").strip().startswith("↵ read  esc end  ↓ next match")


async def test_that_nothing_is_looked_for_in_folded_callouts_is_told() -> None:
    folded = FakeNote("Folded.md", "Folded", "A text.\n\n> [!note]- Title\n> Some needle.\n")
    async with running(FakeEngine((folded, *NOTES))) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "needle", None, 0)
        assert "nothing outside folded callouts" in bar(ui)
        await ui.press("enter", "space")
        await comes_to(ui, None, 1)
        await ui.press("ctrl+f")
        await find(ui, "nowhere", None, 0)
        assert bar(ui).rstrip(" │×").endswith("nothing found")


async def test_without_a_note_there_is_nothing_to_find_in() -> None:
    async with running(FakeEngine(())) as ui:
        await ui.press("escape", "ctrl+f")
        assert ui.notices == ["There is no note to find anything in."]
        assert not ui.main.find_bar.display


@pytest.mark.parametrize("size", [(60, 20), (60, 13), (100, 30)])
async def test_where_there_is_little_room_the_note_comes_into_sight(size: tuple[int, int]) -> None:
    async with running(vault(), size=size) as ui:
        await ui.press("escape", "b", "2", "ctrl+f")
        await find(ui, "second", 0, 1)
        assert "Second Word." in in_sight(ui)
        assert "1 of 1" in bar(ui)
        assert any("1 of 1" in line for line in ui.screen_lines)
        await ui.press("enter", "escape")
        assert not ui.main.find_bar.display


async def test_what_is_typed_while_a_long_note_is_laid_out_is_found_in_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.render._PAUSE", 0.0)
    gate = threading.Event()

    def held(*args: Any, **options: Any) -> Iterator[RenderedNote]:
        """Lay out the beginning of a note, and the rest when one has typed."""
        for number, state in enumerate(render_progressively(*args, **options)):
            if number:
                gate.wait(PATIENCE)
            yield state

    monkeypatch.setattr("vaulttui.tui.preview.render.render_progressively", held)
    text = "".join(f"## Part {number}\n\nSome *text*, and more of it.\n\n" for number in range(1_000)) + "The needle.\n"
    async with running(FakeEngine((FakeNote("Huge.md", "Huge", text), *NOTES))) as ui:
        try:
            await ui.press("escape", "ctrl+f")
            await find(ui, "the needle", 0, 1)
            assert ui.main.preview.note is not None
            assert not ui.main.preview.note.complete
            assert "The needle." in in_sight(ui)
        finally:
            gate.set()
        await ui.until(lambda: ui.main.preview.note and ui.main.preview.note.complete, "all of it is laid out")
        assert ui.main.find_bar.places == (0, 1)
        assert "The needle." in in_sight(ui)


def in_parts(monkeypatch: pytest.MonkeyPatch) -> FakeNote:
    """A note that is too long for all of it to be kept ready."""
    monkeypatch.setattr("vaulttui.tui.preview.render._FIRST_LINES", 30)
    monkeypatch.setattr("vaulttui.tui.preview.prepared.LONG_CHARACTERS", 10_000)
    return FakeNote("Huge.md", "Huge", "\n\n".join(f"## Part {number}\n\n" + "word " * 400 for number in range(60)))


def whole(ui: Interface, path: str) -> bool:
    """Whether a note is shown, all of it with what is found."""
    note, shown = ui.main.preview.note, ui.main.shown_note
    return note is not None and note.path == path and note.complete and shown.coming is None and bool(note.found)


@pytest.mark.parametrize("finding", [True, False])
async def test_all_of_a_long_note_is_shown_where_one_goes_on_in_it(
    finding: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = in_parts(monkeypatch)
    async with running(FakeEngine((huge, *NOTES))) as ui:
        read, again = ui.main.session.load_note, list[str]()

        def load_note(path: str, render: Renderer) -> int:
            again.append(path)
            return read(path, render)

        await ui.press("escape", "g")
        await ui.until(lambda: (note := ui.main.preview.note) and note.complete, "all of it is laid out")
        if finding:
            await ui.press("ctrl+f")
            await ui.type_in("part 1")
            await ui.until(lambda: whole(ui, "Huge.md"), "it is found")
            await ui.press("enter")
        monkeypatch.setattr(ui.main.session, "load_note", load_note)
        ui.main.visit(Place("Huge.md", huge.text.split("\n").index("## Part 45") + 1))
        await ui.pilot.pause()
        await ui.until(lambda: ui.main.shown_note.coming is None, "one is there")
        await ui.until(lambda: (note := ui.main.preview.note) and note.complete, "all of it is laid out")
        assert whole(ui, "Huge.md") or not finding
        assert "Part 45" in in_sight(ui)
        assert again == []


async def test_all_of_a_long_note_is_shown_that_comes_while_one_types(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = in_parts(monkeypatch)
    async with running(FakeEngine((FakeNote("a.md", "a", "part"), huge))) as ui:
        await ui.press("escape", "g")
        await ui.until(lambda: "Huge.md" in ui.main.shown_note.prepared, "its beginning is ready")
        await ui.press("ctrl+f")
        await find(ui, "part", 0, 1)
        ui.main.reading.go_to(Place("Huge.md"))
        await ui.until(lambda: whole(ui, "Huge.md"), "all of it is shown")
        await comes_to(ui, 0, 60)


async def test_that_there_are_more_places_than_are_marked_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.found.MOST_PLACES", 50)
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "paragraph", 0, 50)
        assert "1 of 50+" in bar(ui)
        assert "1 of 50+ matches" in ui.edge(ui.main.preview.border_subtitle)
        await ui.type_in(" 1 ")
        await comes_to(ui, 0, 1)
        assert "1 of 1 " in bar(ui)


async def test_that_places_are_still_to_come_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from vaulttui.tui.preview.page_text import PageText

    gate, own = threading.Event(), PageText.places

    def held(self: PageText, text: str) -> Iterator[list[Piece]]:
        gate.wait(PATIENCE)
        return own(self, text)

    monkeypatch.setattr(PageText, "places", held)
    async with running(vault()) as ui:
        await ui.press("escape", "ctrl+f")
        await ui.type_in("word")
        try:
            await ui.until(lambda: "…" in bar(ui).partition("word")[2], "that one has to wait is told")
        finally:
            gate.set()
        await comes_to(ui, 0, 3)


async def test_nothing_is_looked_for_on_the_interfaces_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    from vaulttui.tui.preview.page_text import PageText

    threads: set[int] = set()
    own = PageText.__init__

    def noted(self: PageText, lines: object) -> None:
        threads.add(threading.get_ident())
        own(self, lines)  # type: ignore[arg-type]

    monkeypatch.setattr(PageText, "__init__", noted)
    async with running(vault(), vault=Path("/vaults/my-vault")) as ui:
        await ui.press("escape", "ctrl+f")
        await find(ui, "word", 0, 3)
        assert threads
        assert threading.get_ident() not in threads
