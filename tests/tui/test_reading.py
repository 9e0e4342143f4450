"""The preview follows the selection and links, and finds its way back."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest
from textual import events
from textual.widgets import Input

from vaulttui.errors import NoteNotFoundError
from vaulttui.search.engine import Backlink, IndexChanged, NoteDetail, Progress
from vaulttui.tui import messages
from vaulttui.tui.opening.editor import EditorOutcome
from vaulttui.tui.preview import LinkTarget
from vaulttui.tui.preview.page import Renderer
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.new_note import NewNoteScreen
from vaulttui.vault.links.subpaths import find_block
from vaulttui.vault.note import PropertyValue

from .fake_engine import FakeEngine
from .fake_notes import NOTES, FakeNote
from .interface import FakeLauncher, Interface, running

TOKIO, ASYNC, ORDER = (
    "Projects/rust/Tokio deadlocks.md",
    "Projects/rust/Async notes.md",
    "Projects/rust/Lock ordering.md",
)


async def test_the_preview_shows_the_selected_note_at_its_hit() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        await ui.settled()
        assert ui.shown == TOKIO
        assert ui.main.preview.current_hit is not None
        assert "of 2 matches" in ui.edge(ui.main.preview.border_subtitle)
        await ui.press("j", "j")
        await ui.settled()
        assert ui.shown == ASYNC
        assert ui.edge(ui.main.preview.border_title) == ASYNC


async def test_a_note_that_was_chosen_while_the_preview_was_out_of_sight_has_its_whole_width() -> None:
    async with running(size=(60, 20)) as ui:
        await ui.press("escape", "3")
        await ui.until(lambda: ui.main.preview.display and ui.main.preview.text_width > 50, "the preview is shown")
        await ui.press("escape", "j", "j")
        await ui.settled()
        await ui.press("3")
        await ui.settled()
        note = ui.main.preview.note
        assert note is not None
        assert note.path == ui.selected
        assert note.width == ui.main.preview.text_width > 50
        assert ui.edge(ui.main.preview.border_title) == note.path


async def test_a_note_that_was_found_while_the_preview_was_out_of_sight_keeps_what_is_above_the_hit_in_sight() -> None:
    async with running(size=(60, 20)) as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        await ui.settled()
        assert not ui.main.preview.region
        for _ in range(2):  # never seen, and seen before
            await ui.press("3")
            await ui.until(lambda: ui.main.preview.region, "the preview is shown")
            assert ui.shown == ui.selected
            assert ui.main.preview.current_hit is not None
            assert ui.main.preview.scroll_offset.y == 0
            await ui.press("escape", "j")
            await ui.settled()


async def test_only_the_note_at_which_one_stops_is_shown_last() -> None:
    async with running() as ui:
        await ui.press("escape", *"jjjjjj")
        await ui.settled()
        assert ui.shown == ui.selected == ORDER


async def test_n_goes_through_the_matches() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        first = ui.main.preview.current_hit
        await ui.press("n")
        assert ui.main.preview.current_hit != first
        await ui.press("N")
        assert ui.main.preview.current_hit == first


async def test_links_are_followed_and_gone_back_from() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "3", "right_square_bracket", "o")
        await ui.until(lambda: ui.shown == ASYNC, "the linked note is shown")
        await ui.press("H")
        await ui.until(lambda: ui.shown == TOKIO, "the note before is shown")
        await ui.press("L")
        await ui.until(lambda: ui.shown == ASYNC, "the linked note is shown again")
        assert ui.selected == TOKIO


async def test_a_note_that_is_still_to_come_is_not_edited_at_a_line_of_the_one_before() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "3", "right_square_bracket")
        assert ui.main.preview.source_line > 1
        # Only now: one that waits to be made ready would keep the note before from being shown.
        release = engine.hold_note(ASYNC)
        ui.main.shown_note.prepared.forget([ASYNC])
        await ui.press("o", "e")
        assert ui.shown == TOKIO
        assert [(path.name, line) for path, line in ui.launcher.opened] == [("Async notes.md", 1)]
        release()


async def test_one_comes_back_to_the_note_that_one_went_to_however_many_results_were_passed_since() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        await ui.settled()
        assert ui.paths[0] == TOKIO
        ui.main.visit(Place("Recipes/Sourdough.md"))
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        await ui.press("2")
        for _ in ui.paths[1:]:
            await ui.press("j")
            await ui.settled()
        last = ui.selected
        assert ui.shown == last
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note that was gone to is back")
        await ui.press("L")
        await ui.until(lambda: ui.shown == last, "the selected one is shown again")
        await ui.press("H", "H")
        await ui.until(lambda: ui.shown == TOKIO, "what was shown before is there, too")


async def test_one_comes_back_to_the_note_that_one_left_by_its_tag() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape")
        await ui.settled()
        ui.main.follow(LinkTarget("tag", "garden"))
        await ui.settled()
        assert ui.shown == "Projects/Garden irrigation.md"
        await ui.press("H")
        await ui.until(lambda: ui.shown == TOKIO, "the note with the tag is back")


async def test_one_comes_back_to_the_result_that_one_read_with_the_keyboard_on_it() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape", "3", "2", "j", "j")
        await ui.settled()
        assert ui.shown != TOKIO
        await ui.press("H")
        await ui.until(lambda: ui.shown == TOKIO, "the note is back")


async def test_who_comes_back_to_what_they_read_goes_back_from_there_to_what_was_before() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        ui.main.visit(Place("Recipes/Sourdough.md"))
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        await ui.press("2", "j")
        await ui.settled()
        read = ui.shown
        for keys in (("3", "2", "j"), ("k",)):
            await ui.press(*keys)
            await ui.settled()
        assert ui.shown == read
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "one step leads there")


async def test_one_comes_back_to_a_note_that_came_into_the_preview_while_one_read_there() -> None:
    async with running() as ui:
        await ui.enter("sourdough")
        await ui.press("escape", "3")
        ui.main.follow(LinkTarget("tag", "work"))
        await ui.settled()
        read = ui.shown
        assert read == ui.paths[0] == TOKIO
        await ui.press("down")
        for key in ("2", "j"):
            ui.app.post_message(events.Key(key, key))
        await ui.until(lambda: ui.shown == ui.paths[1], "the next one is shown")
        await ui.press("H")
        await ui.until(lambda: ui.shown == read, "the note is back")


async def test_the_note_that_one_stops_at_to_read_is_the_one_that_one_comes_back_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        ui.main.visit(Place("Recipes/Sourdough.md"))
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        monkeypatch.setattr("vaulttui.tui.reading.reading.LOOK_SECONDS", 600.0)
        await ui.press("2", "j", "j", "3")
        await ui.until(lambda: ui.shown == ui.paths[2], "the second is shown, and not only passed")
        await ui.press("2", "k", "k", "H")
        await ui.until(lambda: ui.shown == ui.paths[2], "the note is back")
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "and from there what was before")


async def test_where_nothing_is_found_one_comes_back_to_the_note_that_was_shown_last() -> None:
    async with running() as ui:
        await ui.enter("tag:garden")
        ui.main.visit(Place("Recipes/Sourdough.md"))
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        await ui.enter(" sourdough")
        await ui.until(lambda: ui.shown is None, "nothing is found")
        await ui.press("escape")
        await ui.until(lambda: ui.main.results.has_focus, "the query is left")
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is back")


async def test_what_was_selected_before_is_not_shown_once_more_while_something_else_is_looked_for() -> None:
    engine = FakeEngine(NOTES)
    async with running(engine) as ui:
        await ui.enter("tag:garden")
        ui.main.visit(Place("Recipes/Sourdough.md"))
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        release = engine.hold("tag:garden sourdough")
        await ui.paste(" sourdough")
        await ui.until(lambda: engine.waiting("tag:garden sourdough"), "it is looked for")
        ui.main.reading.look_now()  # as the timer does when a note has rested on the screen
        assert ui.main.reading.place is not None
        assert ui.main.reading.place.path == "Recipes/Sourdough.md"
        release()
        await ui.settled()


async def test_one_comes_back_to_where_one_was_in_a_note() -> None:
    text = "A paragraph.\n\n" * 80
    hub = FakeNote("Hub.md", "Hub", f"{text}[[Other]]\n\n{text}", links=("Other.md",))
    other = FakeNote("Other.md", "Other", text)
    async with running(FakeEngine([hub, other])) as ui:
        await ui.enter("hub")
        await ui.press("escape", "3", "right_square_bracket", "j", "j")
        preview, place = ui.main.preview, ui.main.preview.scroll_offset.y
        assert place > 50
        await ui.press("o")
        await ui.until(lambda: ui.shown == "Other.md", "the linked note is shown")
        await ui.press(*"jjj", "H")
        await ui.until(lambda: ui.shown == "Hub.md", "the note before is shown")
        assert preview.scroll_offset.y == place
        await ui.press("L")
        await ui.until(lambda: ui.shown == "Other.md", "the linked note is shown again")
        assert preview.scroll_offset.y == 3


async def test_one_comes_back_to_the_link_that_one_followed_and_goes_on_to_the_next() -> None:
    text, links = "[[One]] and [[Two]], [[Two]] and [[Three]].", ("One.md", "Two.md", "Three.md")
    hub = FakeNote("Hub.md", "Hub", text, links=links)
    others = [FakeNote(f"{name}.md", name, "Text.") for name in ("One", "Two", "Three")]
    async with running(FakeEngine([hub, *others])) as ui:
        await ui.enter("hub")
        await ui.press("escape", "3")
        preview, followed = ui.main.preview, []
        for _ in range(4):
            await ui.press("right_square_bracket", "o")
            await ui.until(lambda: ui.shown != "Hub.md", "the linked note is shown")
            followed.append(ui.shown)
            await ui.press("H")
            await ui.until(lambda: ui.shown == "Hub.md", "the note before is shown")
            link = preview.current_link
            assert link is not None
            assert link.path == followed[-1]
        assert followed == ["One.md", "Two.md", "Two.md", "Three.md"]


async def test_one_comes_back_to_the_reference_of_a_footnote_and_goes_on_to_the_next() -> None:
    text = "A paragraph.\n\n" * 60
    engine = FakeEngine([FakeNote("Long.md", "Long", f"First[^a] and second[^b].\n\n{text}[^a]: One.\n\n[^b]: Two.\n")])
    async with running(engine) as ui:
        await ui.enter("long")
        await ui.press("escape", "3", "right_square_bracket", "o")
        preview = ui.main.preview
        await ui.until(lambda: preview.scroll_offset.y, "the footnote is in sight")
        await ui.press("H")
        await ui.until(lambda: not preview.scroll_offset.y, "the reference is in sight again")
        assert preview.current_link is not None
        assert preview.current_link.target == "a"
        await ui.press("right_square_bracket")
        assert preview.current_link.target == "b"


@pytest.mark.parametrize("footnote", ["[^a]", "^[The footnote.]"])
async def test_one_comes_back_to_where_a_footnote_was_followed_from(footnote: str) -> None:
    text = "A paragraph.\n\n" * 60
    end = "" if footnote.startswith("^") else "[^a]: The footnote.\n"
    engine = FakeEngine([FakeNote("Long.md", "Long", f"{text}Needle{footnote}\n\n{text}{end}"), *NOTES])
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape")
        ui.main.visit(Place("Long.md"))
        await ui.until(lambda: ui.shown == "Long.md", "it is shown")
        await ui.press("right_square_bracket", "j", "j", "j")
        preview, place = ui.main.preview, ui.main.preview.scroll_offset.y
        await ui.press("o")
        await ui.until(lambda: "The footnote." in ui.text_of("#preview"), "the footnote is in sight")
        below = preview.scroll_offset.y
        assert below > place
        await ui.press("H")
        await ui.until(lambda: preview.scroll_offset.y == place, "the reference is in sight again")
        await ui.press("L")
        await ui.until(lambda: preview.scroll_offset.y == below, "so is the footnote")
        await ui.press("o")
        await ui.press("H", "H")
        await ui.until(lambda: ui.shown == TOKIO, "the note before is shown")


async def test_a_note_that_was_gone_to_stays_when_the_index_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b", "enter")
        await ui.until(lambda: ui.shown == ASYNC, "the linking note is shown")
        asked = len(engine.queries)
        engine.emit(IndexChanged(2, frozenset({"Inbox.md"})))
        await ui.until(lambda: len(engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        assert ui.shown == ASYNC
        await ui.enter(" deadlock")
        await ui.until(lambda: ui.shown == TOKIO, "the selected note is shown")


async def test_what_one_reads_stays_where_it_is_when_the_hit_moves_within_its_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    text = "A paragraph.\n\n" * 60
    long = FakeNote("Long.md", "Long", f"{text}A needle.\n\n{text}")
    engine = FakeEngine([long])
    async with running(engine) as ui:
        await ui.enter("needle")
        await ui.press("escape", "3", "g")
        assert ui.main.preview.scroll_offset.y == 0
        longer = engine.notes["Long.md"] = replace(long, body=f"One more.\n\n{long.body}")
        asked = len(engine.queries)
        engine.emit(IndexChanged(2, frozenset({"Long.md"})))
        await ui.until(lambda: len(engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        await ui.until(lambda: "One more." in ui.text_of("#preview"), "the note was read again")
        assert ui.main.preview.scroll_offset.y == 0
        await ui.press("2", "e")
        (_, line), *_ = ui.launcher.opened
        assert longer.text.split("\n")[line - 1] == "A needle."


async def test_what_one_reads_stays_where_it_is_when_lines_come_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    text = "".join(f"Paragraph {number}.\n\n" for number in range(100))
    long = FakeNote("Long.md", "Long", f"{text}A needle.\n\nAnother needle.\n\n{text}")
    engine = FakeEngine([long])
    async with running(engine) as ui:
        await ui.enter("needle")
        await ui.press("escape", "3", "n")
        read, hit = ui.text_of("#preview"), ui.main.preview.current_hit
        assert "A needle." in read
        for body in (f"One more.\n\nTwo more.\n\n{long.body}", long.body):
            before = ui.main.shown_note.detail
            engine.notes["Long.md"] = replace(long, body=body)
            engine.emit(IndexChanged(2, frozenset({"Long.md"})))
            await ui.until(lambda: ui.main.shown_note.detail is not before, "the note was read again")  # noqa: B023
            assert ui.text_of("#preview") == read
            assert ui.main.preview.current_hit == hit


async def test_a_note_that_was_gone_to_stays_when_the_selected_one_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b", "enter")
        await ui.until(lambda: ui.shown == ASYNC, "the linking note is shown")
        asked = len(engine.queries)
        engine.notes[TOKIO] = replace(engine.notes[TOKIO], body=f"New.\n\n{engine.notes[TOKIO].body}")
        engine.emit(IndexChanged(2, frozenset({TOKIO})))
        await ui.until(lambda: len(engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        await ui.settled()
        assert ui.shown == ASYNC


@pytest.mark.parametrize("gone", ["Inbox.md", TOKIO], ids=["itself", "the selected one"])
async def test_a_note_that_was_gone_to_gives_way_to_no_other_when_one_is_gone(
    gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    engine = FakeEngine([replace(note, links=()) for note in NOTES])
    async with running(engine) as ui:
        await ui.enter("tokio")
        ui.main.visit(Place("Inbox.md"))
        await ui.until(lambda: ui.shown == "Inbox.md", "it is shown")
        asked = len(engine.queries)
        engine.remove_note(gone)
        engine.emit(IndexChanged(2, frozenset({gone})))
        await ui.until(lambda: len(engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        if gone == "Inbox.md":
            await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "that it is gone is told")
        else:
            await ui.until(lambda: ui.selected not in (None, TOKIO, "Inbox.md"), "another is selected")
        ui.main.reading.look_now()
        await ui.pilot.pause()
        assert ui.shown == (None if gone == "Inbox.md" else "Inbox.md")
        await ui.press("e")
        assert [path for path, _ in ui.launcher.opened] == [Path("/vaults/my-vault") / "Inbox.md"], "no other is edited"


@pytest.mark.parametrize("query", ["mutexguard", "tokio"], ids=["only result", "one of several"])
async def test_who_reads_what_was_found_goes_on_when_it_is_found_no_longer(
    query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter(query)
        await ui.press("escape", "3")
        number, before = len(ui.paths), engine.notes[TOKIO]
        assert (ui.shown, number) == (TOKIO, 1 if query == "mutexguard" else number)
        for note, found in [(replace(before, title="Other", body="Rewritten."), number - 1), (before, number)]:
            engine.notes[TOKIO] = note
            engine.emit(IndexChanged(2, frozenset({TOKIO})))
            await ui.until(lambda: len(ui.paths) == found, "other results are shown")  # noqa: B023
            await ui.until(lambda: getattr(ui.main.shown_note.detail, "text", "") == note.text, "it is read")  # noqa: B023
            ui.main.reading.look_now()
            await ui.pilot.pause()
            assert ui.shown == TOKIO
        engine.notes = {path: replace(note, links=()) for path, note in engine.notes.items() if path != TOKIO}
        engine.emit(IndexChanged(3, frozenset({TOKIO})))
        await ui.until(lambda: len(ui.paths) == number - 1, "its result is gone")
        await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "that it is gone is told")
        await ui.press("e")
        assert [path for path, _ in ui.launcher.opened] == [Path("/vaults/my-vault") / TOKIO], "no other is edited"


@pytest.mark.parametrize("gone_to", [True, False])
async def test_one_goes_on_reading_a_note_that_is_renamed(gone_to: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    text = "A paragraph.\n\n" * 60
    engine = FakeEngine([FakeNote("Log.md", "Log", text), FakeNote("b.md", "B", "needle"), FakeNote("c.md", "C", text)])
    async with running(engine) as ui:
        await ui.enter("needle" if gone_to else "paragraph")
        await ui.press("escape", "g")
        if gone_to:
            ui.main.visit(Place("Log.md"))
        else:
            await ui.press(*(["j"] if ui.selected != "Log.md" else []), "3")
        await ui.until(lambda: ui.shown == "Log.md", "it is shown")
        await ui.press("j", "j", "j")
        place, asked = ui.main.preview.scroll_offset.y, len(engine.queries)
        assert place
        engine.move_note("Log.md", "Old/zz journal.md")
        await ui.until(lambda: ui.shown == "Old/zz journal.md", "it is shown by its new name")
        await ui.until(lambda: len(engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        await ui.settled()
        assert ui.shown == "Old/zz journal.md"
        assert "zz journal.md" in ui.edge(ui.main.preview.border_title)
        assert ui.main.preview.scroll_offset.y == place
        assert ui.selected == ("b.md" if gone_to else "Old/zz journal.md")
        assert ui.main.state.recent == (["Old/zz journal.md"] if gone_to else [])
        await ui.press("e")
        assert [path.name for path, _ in ui.launcher.opened] == ["zz journal.md"]


async def test_one_goes_back_to_a_note_by_the_name_that_it_has_now() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "3", "right_square_bracket", "o")
        await ui.until(lambda: ui.shown == ASYNC, "the linked note is shown")
        ui.engine.move_note(TOKIO, "Renamed.md")
        await ui.until(lambda: ui.selected == "Renamed.md", "the result has its new name")
        await ui.press("H")
        await ui.until(lambda: ui.shown == "Renamed.md", "the note before is shown")


async def test_where_nothing_is_found_there_is_no_note_to_edit() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.until(lambda: ui.shown == TOKIO, "the selected note is shown")
        await ui.enter("zzzqqq")
        await ui.until(lambda: ui.shown is None, "nothing is shown")
        await ui.press("enter")
        await ui.press("escape", "e")
        assert not ui.launcher.opened
        asked = len(ui.engine.queries)
        ui.engine.emit(IndexChanged(2, frozenset({TOKIO})))
        await ui.until(lambda: len(ui.engine.queries) > asked and ui.main.searching.answered, "asked again")
        assert ui.shown is None


async def test_a_note_that_was_gone_to_stays_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    async with running() as ui:
        await ui.enter("zzzqqq")
        ui.main.visit(Place(ASYNC))
        await ui.until(lambda: ui.shown == ASYNC, "it is shown")
        asked = len(ui.engine.queries)
        ui.engine.emit(IndexChanged(2, frozenset({"Inbox.md"})))
        await ui.until(lambda: len(ui.engine.queries) > asked and ui.main.searching.answered, "the search was repeated")
        await ui.pilot.pause()
        assert ui.shown == ASYNC


async def test_a_note_that_cannot_be_read_goes_with_its_result() -> None:
    only = FakeNote("Gone.md", "Gone", "Text.")
    engine = FakeEngine([only])
    async with running(engine) as ui:
        engine.notes.clear()
        engine.emit(IndexChanged(1, frozenset({"Gone.md"})))
        await ui.until(lambda: not ui.main.results.count, "it is not found any more")
        await ui.until(lambda: "Gone.md" not in ui.edge(ui.main.preview.border_title), "nothing is said of it")
        assert not ui.text_of("#preview").strip()


@pytest.mark.parametrize(("query", "line"), [("[status:draft]", 1), ("[status:draft] lock", 67)])
async def test_a_note_that_was_found_by_its_properties_begins_with_them(query: str, line: int) -> None:
    properties: dict[str, PropertyValue] = {"status": "draft"} | {f"key{number}": number for number in range(60)}
    note = FakeNote("A.md", "A", "The lock.\n\n" * 60, properties=properties)
    async with running(FakeEngine([note])) as ui:
        await ui.enter(query)
        assert ui.main.reading.place == Place("A.md", line)
        assert (ui.main.preview.scroll_offset.y > 0) == (line > 1)


def matches_in(ui: Interface) -> int:
    """How many matches the note has that is shown."""
    note = ui.main.preview.note
    return 0 if note is None else len(note.first_hits)


async def test_what_an_expression_matched_is_marked_in_every_note_of_the_list() -> None:
    notes = [
        FakeNote(f"{number:03}.md", f"{number}", f"INV-{number:03} and inv-000.", days=number) for number in range(80)
    ]
    engine = FakeEngine(notes)
    engine.literals = {note.path: (f"INV-{note.path[:3]}", f"inv-{note.path[:3]}") for note in notes}
    async with running(engine) as ui:
        await ui.enter("/inv-.*/")
        await ui.until(lambda: matches_in(ui) == 2, "both places in the first note are marked")
        await ui.press("escape", "G")
        await ui.until(lambda: ui.main.results.selected is not None and ui.selected == "079.md", "the last is selected")
        await ui.until(lambda: ui.shown == "079.md" and matches_in(ui) == 1, "the place in it is marked")


@pytest.mark.parametrize("again", ["changed", "p"])
async def test_what_an_expression_matched_stays_marked_in_a_note_of_a_further_page_when_the_same_is_asked_again(
    again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    notes = [FakeNote(f"{number:03}.md", f"{number}", f"INV-{number:03}.", days=number) for number in range(120)]
    engine = FakeEngine(notes)
    engine.literals = {note.path: (f"INV-{note.path[:3]}",) for note in notes}
    async with running(engine) as ui:
        await ui.enter("/INV-.*/")
        await ui.press("escape", "G")
        await ui.until(lambda: ui.shown == "119.md" and matches_in(ui) == 1, "the place in the last note is marked")
        marked: list[int] = []
        monkeypatch.setattr(ui.main.preview, "_tell_hit", lambda: marked.append(matches_in(ui)))
        more = len(ui.sent(messages.MoreAnswered))
        if again == "p":
            await ui.press("p")
        else:
            engine.emit(IndexChanged(2, frozenset({"001.md"})))
        await ui.until(lambda: len(ui.sent(messages.MoreAnswered)) > more, "a further page has come anew")
        await ui.until(lambda: ui.selected == ui.shown == "119.md" and matches_in(ui) == 1, "it is marked as before")
        assert again == "p" or 0 not in marked


async def test_n_steps_through_the_tasks_that_are_asked_for() -> None:
    text = "- [ ] buy **milk**\n- [x] sleep\n\nText.\n\n- [ ] sing\n  aloud\n\n![[B]]\n"
    engine = FakeEngine([FakeNote("A.md", "A", text), FakeNote("B.md", "B", "- [ ] walk\n", days=1)])
    body = engine.note("A.md").text.index(text)
    first = engine.note("A.md").text.count("\n", 0, body) + 1
    engine.task_lines = {"A.md": (first, first + 5)}
    async with running(engine) as ui:
        await ui.enter("task-todo:*")
        await ui.until(lambda: matches_in(ui) == 2, "both tasks are marked")
        note = ui.main.preview.note
        assert note is not None
        spots = [note.lines[spot.y].text[spot.x_start : spot.x_end] for spot in note.hits]
        assert spots == ["buy milk", "sing", "aloud"]
        await ui.press("escape")
        first_hit = ui.main.preview.current_hit
        await ui.press("n")
        assert {first_hit, ui.main.preview.current_hit} == {0, 1}


async def test_a_link_into_a_heading_begins_there() -> None:
    engine = FakeEngine()
    detail = engine.note(ASYNC)
    line = next(heading.line for heading in detail.headings if heading.text == "Cancellation")
    assert Place(ASYNC, heading="Cancellation").line_in(detail) == line
    assert Place(ASYNC, heading="Async notes#cancellation").line_in(detail) == line
    assert Place(ASYNC, heading="Nowhere#Cancellation").line_in(detail) == 1
    assert Place(ASYNC, 7).line_in(detail) == 7


async def test_a_link_into_a_block_begins_there() -> None:
    text = "---\na: 1\n---\nText\n\n> words\n\n^words\n\nmore\n^more"
    detail = replace(FakeEngine().note(ASYNC), text=text, body_line=4)
    assert Place(ASYNC, heading="^words").line_in(detail) == 6
    assert Place(ASYNC, heading="^more").line_in(detail) == 10
    assert Place(ASYNC, heading="^gone").line_in(detail) == 1


async def test_a_block_is_not_looked_for_on_the_interfaces_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def looked_for(lines: Sequence[str], block: str) -> range | None:
        threads.append(threading.current_thread())
        return find_block(lines, block)

    monkeypatch.setattr("vaulttui.tui.preview.place.find_block", looked_for)
    body = "\n\n".join([*(f"Paragraph {number}" for number in range(200)), "here ^id", "behind\n\n" * 100])
    notes = [FakeNote("A.md", "A", "See it."), FakeNote("B.md", "B", body, days=1)]
    async with running(FakeEngine(notes)) as ui:
        await ui.until(lambda: ui.shown == "A.md", "a note is shown")
        ui.main.follow(LinkTarget("note", "B", path="B.md", block="id"))
        await ui.until(lambda: "here" in ui.text_of("#preview"), "the block is shown")
    assert threads
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("name", ["[b]Nobody[/b].png", "assets/a.pdf"])
async def test_a_link_to_a_file_that_is_not_there_says_so(name: str) -> None:
    async with running() as ui:
        ui.main.follow(LinkTarget("note", name))
        await ui.until(lambda: ui.notices, "there is a notice")
        assert ui.notices == [f"There is no note {name!r}."]
        assert ui.app.screen is ui.main


@pytest.mark.parametrize(
    ("target", "query", "name"),
    [
        ("Nobody", "", "Nobody"),
        ("Version 1.2", "folder:Projects/rust", "Projects/rust/Version 1.2"),
        ("deep/Node.md", "folder:Projects/rust", "deep/Node.md"),
    ],
)
async def test_a_note_that_a_link_names_and_is_not_there_can_be_made(target: str, query: str, name: str) -> None:
    async with running(query=query) as ui:
        ui.main.follow(LinkTarget("note", target))
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "a new note is offered")
        assert ui.notices == [f"There is no note {target!r}."]
        assert ui.app.screen.query_one(Input).value == name
        await ui.press("escape")
        assert ui.app.screen is ui.main


async def test_a_note_that_is_not_there_can_be_made_where_the_link_leads() -> None:
    async with running(query="folder:Projects/rust") as ui:
        await ui.until(lambda: (ui.shown or "").startswith("Projects/rust/"), "a note is shown")
        for target, name in {
            "./Node.md": "Projects/rust/Node.md",
            "../garden/Node": "Projects/garden/Node",
            "../../Node.md": "Node.md",
            "/deep/Node.md": "deep/Node.md",
            "/Node": "Node",
        }.items():
            ui.main.follow(LinkTarget("note", target))
            await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "a new note is offered")
            assert ui.app.screen.query_one(Input).value == name
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, "the dialog is closed")


async def test_no_note_is_offered_where_a_link_leads_out_of_the_vault() -> None:
    async with running(query="folder:Projects/rust") as ui:
        await ui.until(lambda: (ui.shown or "").startswith("Projects/rust/"), "a note is shown")
        for target in ("../../../Node.md", "/../Node.md", "../.."):
            ui.main.follow(LinkTarget("note", target))
            await ui.until(lambda: ui.notices[-1:] == [f"There is no note {target!r}."], "it says so")  # noqa: B023
            assert ui.app.screen is ui.main


async def test_a_link_to_what_cannot_be_shown_says_so() -> None:
    async with running() as ui:
        ui.main.follow(LinkTarget("note", "plan.png", path="Files/plan.png"))
        await ui.until(lambda: ui.notices, "there is a notice")
        block = "((64f0c2a1-1234-4abc-9def-0123456789ab))"
        ui.main.follow(LinkTarget("note", block, block=block.strip("()"), resolved=False))
        await ui.until(lambda: len(ui.notices) > 1, "there is another notice")
        assert ui.notices == [
            "Files/plan.png is not a note, and only notes are shown here.",
            f"No note has the block {block}.",
        ]
        assert ui.app.screen is ui.main


async def test_a_tag_in_a_note_becomes_the_query() -> None:
    async with running() as ui:
        ui.main.follow(LinkTarget("tag", "garden"))
        await ui.settled()
        assert ui.main.query_bar.input.value == "tag:garden"
        assert ui.paths == ["Projects/Garden irrigation.md"]


async def test_an_address_that_is_not_safe_is_not_opened() -> None:
    async with running() as ui:
        ui.main.follow(LinkTarget("url", "file:///etc/passwd"))
        await ui.until(lambda: ui.notices, "there is a notice")
        assert "is not opened" in ui.notices[0]


async def test_backlinks_lead_to_the_linking_line() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b")
        assert "Backlinks 1" in ui.edge(ui.main.panel.border_title)
        assert "held over an await, see Tokio deadlocks." in ui.text_of("#panel")
        await ui.press("enter")
        await ui.until(lambda: ui.shown == ASYNC, "the linking note is shown")
        assert ui.main.reading.place == Place(ASYNC, 9)
        assert ui.main.preview.has_focus


async def test_thousands_of_matches_and_backlinks_are_counted_with_separators() -> None:
    linking = [FakeNote(f"Linking/{number}.md", f"L{number}", "See Hub.", links=("Hub.md",)) for number in range(1200)]
    async with running(FakeEngine([FakeNote("Hub.md", "Hub", "lock " * 2_000), *linking]), size=(160, 45)) as ui:
        await ui.enter("lock")
        await ui.until(lambda: "Backlinks 1,200" in ui.edge(ui.main.panel.border_title), "they are counted")
        await ui.press("escape", "N")
        await ui.until(lambda: "2,000 of 2,000 matches" in ui.edge(ui.main.preview.border_subtitle), "so are matches")


async def test_a_backlink_shows_its_link_and_each_line_once() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b")
        detail = ui.main.shown_note.detail
        assert detail is not None
        long = f"{'before ' * 30}[[Tokio deadlocks|them]] and [[Tokio deadlocks]] {'behind ' * 9}".strip()
        links = [*[Backlink("a.md", "A", 3, long)] * 2, Backlink("a.md", "A", 4, "> - [ ] **b**")]
        ui.main.panel.show_note(replace(detail, backlinks=tuple(links)))
        await ui.pilot.pause()
        assert "Backlinks 2" in ui.edge(ui.main.panel.border_title)
        lines = ui.text_of("#panel").split("\n")
        assert "before them and Tokio deadlocks behind" in lines[1]
        assert lines[3].strip("▌ ") == "b"


async def test_the_link_of_a_backlink_is_in_sight_as_its_reader_sees_it() -> None:
    links = (
        ("Füße Notiz", "[this one](Füße%20Notiz.md)", "this one"),
        ("Füße Notiz", "[this one](<../a/füße notiz.md>)", "this one"),
        ("Note (1)", "[this one](Note%20(1).md#part)", "this one"),
        (normalize("NFD", "Füße"), "[[Füße]]", "Füße"),
        ("Note", '[this [one]](Note.md "T (x)")', "this [one]"),
        ("Note", "[[a/Note.md#part|this one]]", "this one"),
        ("Note", r"[[Note\|this one]]", "this one"),
        ("Note", "[](Note.md)", "[](Note.md)"),
        ("Note", "![[Note]]", "Note"),
    )
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b")
        detail = ui.main.shown_note.detail
        assert detail is not None
        for number, (name, link, seen) in enumerate(links, start=1):
            line = "a\t" * 30 + f"{link} and [[Other|others]] " + "behind " * 20
            backlink = Backlink("a.md", f"Title {number}", 3, line)
            ui.main.panel.show_note(replace(detail, path=f"{name}.md", backlinks=(backlink,)))
            await ui.pilot.pause()
            title, context = ui.text_of("#panel").split("\n")[:2]
            assert f"Title {number}" in title
            assert f"a {seen} and" in context


async def test_backlinks_have_the_places_of_notes_that_their_titles_do_not_tell() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "b")
        detail = ui.main.shown_note.detail
        assert detail is not None
        notes = (
            ("a/topic.schema.md", "Schemas"),
            ("a/Plain.md", "Plain"),
            ("a/Index.md", "Index"),
            ("Index.md", "Index"),
        )
        links = tuple(Backlink(path, title, 3, "[[Tokio deadlocks]]") for path, title in notes)
        ui.main.panel.show_note(replace(detail, backlinks=links))
        await ui.pilot.pause()
        titles = [line.strip("▌ ") for line in ui.text_of("#panel").split("\n")[:8:2]]
        assert titles == ["Schemas  a/topic.schema", "Plain", "Index  a", "Index  /"]


@pytest.mark.parametrize("width", [60, 100, 160])
async def test_related_notes_keep_the_end_of_their_places(width: int) -> None:
    folder = "A folder that has a very long name, longer than any line of the panel will ever be, however wide it is"
    engine = FakeEngine([*NOTES, FakeNote(f"{folder}/topic.schema.md", "Schemas", "lock")])
    engine.related = (f"{folder}/topic.schema.md", ASYNC)
    async with running(engine, size=(width, 45)) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "r")
        await ui.until(lambda: ui.main.panel.rows, "related notes are shown")
        places = [line.strip("▌ ") for line in ui.text_of("#panel").split("\n")[1:4:2]]
        assert places == ["…/topic.schema", "Projects/rust"]


async def test_the_outline_leads_to_headings() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "t", "j", "enter")
        place = ui.main.reading.place
        assert place is not None
        assert ui.engine.note(TOKIO).text.split("\n")[place.line - 1] == "## What to check"


SECTIONS = FakeNote("Book.md", "Book", "".join(f"# Part {part}\n\n" + "Text.\n\n" * 12 for part in range(1, 20)))


def marked_heading(ui: Interface) -> list[str]:
    """The rows of the outline in sight that are marked as the section that one reads."""
    return [line[2:].strip() for line in ui.text_of("#panel").split("\n") if line[1:2] == "›"]


async def test_the_outline_opens_at_the_section_that_one_reads_and_marks_it_as_one_scrolls() -> None:
    async with running(FakeEngine([SECTIONS, *NOTES])) as ui:
        ui.main.visit(Place("Book.md", heading="Part 17"))
        await ui.until(lambda: ui.shown == "Book.md", "it is shown")
        await ui.press("t")
        panel, preview = ui.main.panel, ui.main.preview
        assert panel.cursor == 17
        assert marked_heading(ui) == ["Part 17"]
        preview.action_first()
        assert panel.cursor == 17, "one is in the outline"
        await ui.press("3")
        await ui.until(lambda: panel.cursor == 0, "the cursor is where one reads")
        assert marked_heading(ui) == ["Book"]
        await ui.press("j")
        assert marked_heading(ui) == ["Book"], "its heading is in sight"
        preview.scroll_to_y(preview.max_scroll_y // 2)
        assert panel.cursor == 10
        preview.action_last()
        assert panel.cursor == 19


async def test_another_note_that_comes_while_one_is_in_the_outline_has_the_cursor_on_its_own_section() -> None:
    other = FakeNote("Other.md", "Other", SECTIONS.text)
    async with running(FakeEngine([SECTIONS, other, *NOTES])) as ui:
        ui.main.visit(Place("Book.md", heading="Part 17"))
        await ui.until(lambda: ui.shown == "Book.md", "it is shown")
        await ui.press("t")
        assert ui.main.panel.cursor == 17
        ui.main.shown_note.load(Place("Other.md"))
        await ui.until(lambda: ui.shown == "Other.md", "it is shown")
        assert ui.main.panel.has_focus
        assert marked_heading(ui) == ["Other"]
        assert ui.main.panel.cursor == 0


async def test_one_is_back_at_the_section_after_one_has_only_looked_at_the_outline() -> None:
    async with running(FakeEngine([SECTIONS, *NOTES])) as ui:
        ui.main.visit(Place("Book.md", heading="Part 5"))
        await ui.until(lambda: ui.shown == "Book.md", "it is shown")
        await ui.press("t", "G", "3", "t")
        assert ui.main.panel.cursor == 5


async def test_a_section_that_is_gone_to_is_the_marked_one_though_it_cannot_come_to_the_top() -> None:
    text = "".join(f"# Part {part}\n\nText.\n\n" for part in range(1, 40))
    async with running(FakeEngine([FakeNote("Short.md", "Short", text), *NOTES])) as ui:
        ui.main.visit(Place("Short.md"))
        await ui.until(lambda: ui.shown == "Short.md", "it is shown")
        for keys, heading in ((("t", "j"), "Part 1"), (("t", "G", "k"), "Part 38"), (("t", "G"), "Part 39")):
            await ui.press(*keys, "enter")
            await ui.pilot.pause()
            assert marked_heading(ui) == [heading]


async def test_which_section_one_reads_is_told_anew_when_less_of_the_note_can_be_seen() -> None:
    async with running(FakeEngine([SECTIONS, *NOTES]), size=(120, 60)) as ui:
        preview = ui.main.preview
        ui.main.visit(Place("Book.md"))
        await ui.until(lambda: ui.shown == "Book.md", "it is shown")
        preview.scroll_to_y(preview.max_scroll_y // 2)
        height, before = preview.page_height, preview.section
        await ui.pilot.resize_terminal(120, 20)
        await ui.until(lambda: preview.page_height < height, "it is lower")
        assert preview.heading_read is not None
        assert preview.section == preview.heading_read.heading.line < before


async def test_the_section_stays_the_same_when_the_note_is_laid_out_for_another_width() -> None:
    async with running(FakeEngine([SECTIONS, *NOTES])) as ui:
        ui.main.visit(Place("Book.md", heading="Part 5"))
        await ui.until(lambda: ui.shown == "Book.md", "it is shown")
        before = ui.main.preview.note
        await ui.press("less_than_sign")
        await ui.until(lambda: ui.main.preview.note is not before, "it is laid out anew")
        assert marked_heading(ui) == ["Part 5"]


async def test_related_notes_are_asked_for_when_they_are_shown() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "r")
        await ui.until(lambda: ui.main.panel.rows, "related notes are shown")
        assert "Async notes" in ui.text_of("#panel")
        asked = len(ui.sent(messages.RelatedFound))
        await ui.press("escape", "j")
        await ui.settled()
        await ui.until(lambda: len(ui.sent(messages.RelatedFound)) == asked + 1, "they are asked for once")


async def test_related_notes_come_with_their_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.VECTORS_SECONDS", 0.001)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        engine.related = ()
        engine.emit(Progress("embedding", notes=10, embeddable=20, embedded=1))
        await ui.until(lambda: "vectors 5 %" in ui.text_of("#status"), "vectors are being made")
        await ui.press("escape", "r")
        await ui.until(lambda: "vectors are still being made" in ui.text_of("#panel"), "the reason is shown")
        engine.related = (ASYNC,)
        engine.emit(IndexChanged(2, None, vectors=True))
        await ui.until(lambda: "Async notes" in ui.text_of("#panel"), "the related note is shown")


async def test_a_changed_note_is_read_again_and_the_place_in_it_stays() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape")
        before = ui.main.shown_note.detail
        engine.notes[TOKIO] = replace(engine.notes[TOKIO], body="Rewritten.")
        engine.emit(IndexChanged(2, frozenset({TOKIO})))
        await ui.until(lambda: ui.main.shown_note.detail is not before, "the note was read again")
        assert "Rewritten." in ui.text_of("#preview")


@pytest.mark.parametrize("keys", [["v"], ["less_than_sign"], ["t", "j", "enter"]], ids=["source", "width", "heading"])
async def test_a_changed_note_is_shown_though_it_is_laid_out_otherwise_while_it_is_read_again(keys: list[str]) -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape")
        release = engine.hold_note(TOKIO)
        engine.notes[TOKIO] = replace(engine.notes[TOKIO], body="Rewritten.")
        ui.main.reading.take_change({TOKIO})
        await ui.until(lambda: engine.waiting(TOKIO), "it is being read")
        await ui.press(*keys)
        release()
        await ui.until(lambda: "Rewritten." in ui.text_of("#preview"), "it is shown as it is now")


@pytest.mark.parametrize("meanwhile", [["gone"], [""], ["half"], ["", "half"], ["gone", ""]], ids="-".join)
async def test_one_is_where_one_was_when_the_text_of_a_note_is_back(
    meanwhile: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    paragraphs = [f"Paragraph {number}.\n" for number in range(100)]
    long = FakeNote("Long.md", "Long", "\n".join(paragraphs))
    engine = FakeEngine([long, FakeNote("Other.md", "Other", "Text.", days=-1)])
    async with running(engine) as ui:
        ui.main.visit(Place("Long.md"))
        await ui.until(lambda: ui.shown == "Long.md", "it is shown")
        await ui.press("ctrl+d", "ctrl+d", "j")
        read = ui.text_of("#preview")
        assert ui.main.preview.scroll_offset.y
        for body in meanwhile:
            if body == "gone":
                del engine.notes["Long.md"]
                told = "There is no note"
            else:
                text = "\n".join(paragraphs[:3]) if body else ""
                engine.notes["Long.md"] = replace(long, body=text)
                told = "# Long" if body else "Long"
            before = ui.main.shown_note.detail
            engine.emit(IndexChanged(2, frozenset({"Long.md"})))
            if body == "gone":
                await ui.until(lambda: told in ui.text_of("#preview"), "that it is gone is told")  # noqa: B023
            else:
                await ui.until(lambda: ui.main.shown_note.detail not in (before, None), "it is read again")  # noqa: B023
            assert "Paragraph 40" not in ui.text_of("#preview")
        engine.notes["Long.md"] = replace(long, body=f"New.\n\n{long.body}")
        engine.emit(IndexChanged(3, frozenset({"Long.md"})))
        await ui.until(lambda: ui.text_of("#preview") == read, "one is where one was")


async def test_who_has_moved_in_what_is_left_of_a_note_is_not_brought_back_when_more_is_written() -> None:
    long = FakeNote("Long.md", "Long", "\n".join(f"Paragraph {number}.\n" for number in range(200)))
    engine = FakeEngine([long])
    async with running(engine, size=(120, 30)) as ui:
        await ui.press("escape", "3", "G")
        for body, key in [(long.body[:1_200], "g"), (long.body, "")]:
            before = ui.main.shown_note.detail
            engine.notes["Long.md"] = replace(long, body=body)
            engine.emit(IndexChanged(2, frozenset({"Long.md"})))
            await ui.until(lambda: ui.main.shown_note.detail not in (before, None), "it is read again")  # noqa: B023
            await ui.press(*key)
        assert ui.main.preview.scroll_offset.y == 0


async def test_a_callout_stays_folded_when_lines_come_above_it() -> None:
    note = FakeNote("A.md", "A", "> [!tip]+ Flour\n> Rye\n\n> [!tip]+ Water\n> Cold")
    engine = FakeEngine([note])
    async with running(engine) as ui:
        await ui.press("escape", "3", "space")
        await ui.until(lambda: "Flour ▸" in ui.text_of("#preview"), "the first one is folded")
        for above in ("New.\n\n", "New.\n\nNewer.\n\n", ""):
            before = ui.main.shown_note.detail
            engine.notes["A.md"] = replace(note, body=above + note.body)
            ui.main.reading.take_change({"A.md"})
            await ui.until(lambda: ui.main.shown_note.detail not in (before, None), "it is read again")  # noqa: B023
            assert "Flour ▸" in ui.text_of("#preview")
            assert "Cold" in ui.text_of("#preview")
        await ui.press("v", "v")
        await ui.until(lambda: "Cold" in ui.text_of("#preview"), "it is laid out anew")
        assert "Flour ▸" in ui.text_of("#preview")


async def test_a_note_that_is_read_again_leaves_one_in_its_outline() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "t", "j")
        assert ui.main.panel.cursor == 1
        before = ui.main.shown_note.detail
        engine.notes[TOKIO] = replace(engine.notes[TOKIO], body=f"{engine.notes[TOKIO].body}\n\nMore.")
        engine.emit(IndexChanged(2, frozenset({TOKIO})))
        await ui.until(lambda: ui.main.shown_note.detail is not before, "the note was read again")
        assert ui.main.panel.cursor == 1
        await ui.press("2", "j")
        await ui.until(lambda: ui.shown != TOKIO, "another note is shown")
        assert ui.main.panel.cursor == 0


async def test_a_note_that_has_gone_says_so() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.press("escape")
        engine.remove_note(ui.paths[1])
        await ui.press("j")
        await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "the reason is shown")
        assert not ui.main.panel.rows


async def test_a_note_that_cannot_be_read_is_tried_once_and_again_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.press("escape")
        reading, load, tried = ui.main.reading, ui.main.session.load_note, list[str]()
        gone = ui.paths[2]
        note = engine.notes.pop(gone)
        ui.main.shown_note.prepared.forget({gone})

        def count(path: str, renderer: Renderer) -> int:
            tried.append(path)
            return load(path, renderer)

        monkeypatch.setattr(ui.main.session, "load_note", count)
        await ui.press("j", "j")
        await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "the reason is shown")
        await ui.until(lambda: not reading._resting, "what is selected next would be shown at once")
        assert tried.count(gone) == 1
        engine.notes[gone] = note
        reading.look_now()
        await ui.until(lambda: ui.shown == gone, "it is shown")
        assert tried.count(gone) == 2


async def test_a_note_that_an_answer_tries_to_read_again_is_back_where_one_was(monkeypatch: pytest.MonkeyPatch) -> None:
    long = FakeNote("Long.md", "Long", "\n".join(f"Paragraph {number}.\n" for number in range(100)))
    engine = FakeEngine([long])
    async with running(engine) as ui:
        await ui.press("escape", "3", "ctrl+d", "ctrl+d")
        read = ui.text_of("#preview")
        assert ui.main.preview.scroll_offset.y
        reads = engine.note

        def unreadable(path: str) -> NoteDetail:
            raise NoteNotFoundError(f"{path} cannot be read.")

        monkeypatch.setattr(engine, "note", unreadable)
        ui.main.reading.take_change({"Long.md"})
        await ui.until(lambda: "cannot be read" in ui.text_of("#preview"), "the reason is shown")
        failures = len(ui.sent(messages.NoteFailed))
        ui.main.searching.ask_again()
        await ui.until(lambda: len(ui.sent(messages.NoteFailed)) > failures, "it is tried again")
        monkeypatch.setattr(engine, "note", reads)
        ui.main.searching.ask_again()
        await ui.until(lambda: ui.text_of("#preview") == read, "one is where one was")


async def test_the_source_is_a_key_away() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "v")
        await ui.until(lambda: "## What to check" in ui.text_of("#preview"), "the source is shown")


# Editing


async def test_edit_opens_the_editor_at_the_line_of_the_hit_and_reads_the_note_again() -> None:
    async with running() as ui:
        await ui.enter("mutexguard")
        await ui.press("escape", "enter")
        assert ui.launcher.opened == [(Path("/vaults/my-vault") / TOKIO, 9)]
        await ui.until(lambda: ui.engine.indexed == [TOKIO], "the note was indexed again")


async def test_edit_in_the_preview_opens_the_line_that_one_reads() -> None:
    async with running(size=(120, 30)) as ui:
        await ui.enter("tokio")
        await ui.press("escape", "l", "G", "e")
        (_, line), *_ = ui.launcher.opened
        assert line > 10


async def test_an_editor_that_fails_is_told() -> None:
    launcher = FakeLauncher(EditorOutcome("failed", "vi [b]ended[/b] with status 1."))
    async with running(launcher=launcher) as ui:
        await ui.press("escape", "e")
        await ui.until(lambda: ui.notices, "there is a notice")
        assert ui.notices == ["vi [b]ended[/b] with status 1."]


async def test_an_editor_with_its_own_window_is_not_waited_for() -> None:
    launcher = FakeLauncher(EditorOutcome("detached", "Opened in code."))
    async with running(launcher=launcher) as ui:
        await ui.press("escape", "e")
        await ui.until(lambda: ui.notices == ["Opened in code."], "there is a notice")
        assert ui.engine.indexed == []


@pytest.mark.parametrize("back", ["2", "slash"])
async def test_what_is_selected_is_edited_and_copied_though_the_preview_shows_what_a_link_led_to(
    back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("vaulttui.tui.app.VaultApp.copy_to_clipboard", lambda app, text: copied.append(text))
    async with running() as ui:
        await ui.enter("mutexguard")
        await ui.press("escape", "3", "right_square_bracket", "o")
        await ui.until(lambda: ui.shown == ASYNC, "the link is followed")
        await ui.press("e")
        await ui.press(back, "enter")
        await ui.until(lambda: len(ui.launcher.opened) == 2, "what is selected is edited, once its answer is there")
        assert [path.name for path, _ in ui.launcher.opened] == ["Async notes.md", "Tokio deadlocks.md"]
        await ui.press(*(["escape"] if back == "slash" else []), "y")
        assert copied == [TOKIO]


async def test_a_click_on_what_is_selected_shows_it_again_and_one_can_go_back_to_where_a_link_led() -> None:
    async with running() as ui:
        await ui.enter("mutexguard")
        await ui.press("escape", "3", "right_square_bracket", "o")
        await ui.until(lambda: ui.shown == ASYNC, "the link is followed")
        region = ui.main.results.content_region
        await ui.press_mouse(region.x + 5, region.y)
        await ui.until(lambda: ui.shown == TOKIO, "what is selected is shown")
        await ui.press("H")
        await ui.until(lambda: ui.shown == ASYNC, "one is back")


async def test_a_double_click_edits_what_was_clicked_though_others_are_marked() -> None:
    async with running() as ui:
        await ui.press("escape", "space", "space")
        region = ui.main.results.content_region
        await ui.press_mouse(region.x + 5, region.y + 10, times=2)
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert [path.name for path, _ in ui.launcher.opened] == [ui.paths[3].rpartition("/")[2]]
