"""Moving in the results shows list and preview at once, whatever notes cost to read, and never an old note."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App

from vaulttui.search.engine import IndexChanged
from vaulttui.tui.preview import MatchTerms, RenderedNote
from vaulttui.tui.preview.page import Page, Renderer
from vaulttui.tui.preview.place import Place
from vaulttui.tui.preview.prepared import PreparedNotes, has_laid_out

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import Interface, running
from .preview_notes import render_note

PAGE = Page(60, None, False)


async def ready(ui: Interface, *rows: int) -> None:
    """Wait until the notes of some rows can be shown at once."""
    paths = [ui.paths[row] for row in rows]
    await ui.until(lambda: all(path in ui.main.shown_note.prepared for path in paths), "the notes are made ready")


def watch_screen(ui: Interface) -> list[tuple[str | None, str | None]]:
    """A list that takes in, whenever something is painted, which note is selected and which one is shown."""
    painted: list[tuple[str | None, str | None]] = []

    def displayed(app: App[object]) -> None:
        del app
        painted.append((ui.selected, ui.shown))

    ui.app.post_display_hook = displayed.__get__(ui.app)  # type: ignore[method-assign]
    return painted


async def test_list_and_preview_change_in_one_update() -> None:
    async with running() as ui:
        await ui.press("escape")
        for row in (1, 2, 3):
            await ready(ui, row)
            await ui.until(lambda: not ui.main.reading._resting, "the next note may be shown at once")
            painted = watch_screen(ui)
            await ui.press("j")
            await ui.until(lambda: painted, "something is painted")  # noqa: B023 - this round's
            assert set(painted) == {(ui.paths[row], ui.paths[row])}


async def test_the_notes_that_come_next_are_made_ready_and_those_that_were_seen_stay_so() -> None:
    async with running() as ui:
        await ui.press("escape")
        await ready(ui, 0, 1, 2)
        assert ui.paths[4] not in ui.main.shown_note.prepared
        await ui.press("j", "j")
        await ready(ui, 0, 1, 2, 3, 4)


async def test_the_rows_above_are_made_ready_for_one_who_goes_up() -> None:
    async with running() as ui:
        await ui.press("escape", "G")
        await ui.settled()
        await ui.press("k")
        last = len(ui.paths) - 1
        await ready(ui, last, last - 1, last - 2, last - 3)


async def test_a_note_that_was_read_too_slowly_is_not_shown_when_it_comes() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.press("escape")
        await ready(ui, 1, 2)
        release = engine.hold_note(ui.paths[-1])
        await ui.press("G")
        await ui.until(lambda: engine.waiting(ui.paths[-1]), "the last note is being read")
        await ui.press("g")
        await ui.settled()
        assert ui.shown == ui.paths[0]
        painted = watch_screen(ui)
        release()
        await ui.until(lambda: ui.paths[-1] not in ui.main.shown_note.prepared and not engine.waiting(ui.paths[-1]))
        await ui.press("j")
        await ui.until(lambda: ui.shown == ui.paths[1], "the second note is shown")
        assert ui.paths[-1] not in {shown for _, shown in painted}


async def test_a_note_that_is_still_being_read_is_laid_out_for_the_pane_as_it_is_when_it_comes() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.press("escape")
        await ready(ui, 1, 2)
        release = engine.hold_note(ui.paths[-1])
        await ui.press("G")
        await ui.until(lambda: engine.waiting(ui.paths[-1]), "the last note is being read")
        await ui.press("v")
        await ui.pilot.resize_terminal(100, 30)
        release()
        await ui.until(lambda: ui.shown == ui.paths[-1], "the last note is shown")
        note = ui.main.preview.note
        assert note is not None
        assert note.width == ui.main.preview.text_width
        assert note.lines[0].text.split() == ["1", "---"], "it is the source, with numbers"


async def rewrite_next(ui: Interface) -> str:
    """Let the note below the selected one be written anew after it was made ready, and tell nobody. Its path."""
    await ui.press("escape")
    await ready(ui, 1)
    path = ui.paths[1]
    ui.engine.notes[path] = replace(ui.engine.notes[path], body="Rewritten.")
    return path


async def test_a_note_that_changed_after_it_was_made_ready_is_shown_as_it_is_now() -> None:
    async with running() as ui:
        path = await rewrite_next(ui)
        ui.engine.emit(IndexChanged(2, frozenset({path})))
        await ui.until(lambda: path not in ui.main.shown_note.prepared, "the old text is dropped")
        await ui.press("j")
        await ui.until(lambda: ui.shown == path, "it is shown")
        assert "Rewritten." in ui.text_of("#preview")


async def test_a_note_of_whose_change_nobody_told_is_shown_as_it_is_as_soon_as_one_stops_there() -> None:
    async with running() as ui:
        path = await rewrite_next(ui)
        await ui.press("j")
        await ui.until(lambda: "Rewritten." in ui.text_of("#preview"), "the new text is shown")
        assert ui.shown == path


def short_and_long() -> FakeEngine:
    """A short note, and one that takes several parts to lay out."""
    body = "\n\n".join(f"## Part {number}\n\n" + "word " * 400 for number in range(60))
    return FakeEngine([FakeNote("a.md", "Short", "short"), FakeNote("b.md", "Long", body)])


async def test_a_note_of_several_parts_is_made_ready_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.render._FIRST_LINES", 30)
    async with running(short_and_long()) as ui:
        await ui.press("escape")
        await ui.until(lambda: not ui.main.shown_note.prepared.lacks("b.md"), "it is laid out before it is wanted")
        painted = watch_screen(ui)
        await ui.press("j")
        assert ui.main.preview.note is not None
        assert ui.main.preview.note.complete
        assert set(painted) == {("b.md", "b.md")}


async def test_a_long_note_is_shown_by_its_beginning_and_then_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.render._FIRST_LINES", 30)
    monkeypatch.setattr("vaulttui.tui.preview.prepared.LONG_CHARACTERS", 10_000)
    async with running(short_and_long()) as ui:
        await ui.press("escape")
        await ready(ui, 1)
        await ui.press("j")
        assert ui.shown == "b.md"
        await ui.until(lambda: ui.main.preview.note is not None and ui.main.preview.note.complete, "it is laid out")


async def test_the_rest_of_a_long_note_is_read_after_its_beginning_is_on_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.render._FIRST_LINES", 30)
    monkeypatch.setattr("vaulttui.tui.preview.prepared.LONG_CHARACTERS", 10_000)
    async with running(short_and_long()) as ui:
        await ui.press("escape")
        await ready(ui, 1)
        painted = watch_screen(ui)
        seen: list[int] = []
        load = ui.main.session.load_note

        def load_note(path: str, render: Renderer) -> int:
            seen.append(len(painted))
            return load(path, render)

        monkeypatch.setattr(ui.main.session, "load_note", load_note)
        await ui.press("j")
        await ui.until(lambda: ui.main.preview.note is not None and ui.main.preview.note.complete, "it is laid out")
        assert len(seen) == 1
        assert seen[0] > 0, "it was painted before"


async def test_the_beginning_of_a_long_note_is_not_shown_to_who_goes_to_another_place_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.render._FIRST_LINES", 30)
    monkeypatch.setattr("vaulttui.tui.preview.render._PAUSE", 1000)
    monkeypatch.setattr("vaulttui.tui.preview.prepared.LONG_CHARACTERS", 10_000)
    paragraphs = ["filler " * 40] * 300
    paragraphs[250] = "before " * 400 + "Meant needle " + "behind " * 300
    long = FakeNote("Long.md", "Long", "\n\n".join(paragraphs))
    line = long.text.split("\n").index(paragraphs[250]) + 1
    async with running(FakeEngine([long, FakeNote("other.md", "Other", "text")])) as ui:
        await ui.press("escape")
        ui.main.shown_note.highlight(MatchTerms(("needle",)))
        other, meant = Place("other.md"), Place("Long.md", line, part="Meant needle")
        for place in (other, Place("Long.md", 5), other, meant):
            ui.main.reading.go_to(place)
            await ui.until(
                lambda: ui.shown == place.path and ui.main.preview.note.complete,  # type: ignore[union-attr]  # noqa: B023
                "all of it is laid out",
            )
        assert ui.main.preview.current_hit == 0
        assert "Meant needle" in ui.text_of("#preview")


async def test_a_callout_is_unfolded_that_has_the_line_in_it_that_one_goes_to() -> None:
    text = "text\n\n" * 30 + "> [!tip]- Folded\n> first\n>\n" + "> line\n>\n" * 40 + "> the link\n\n" + "text\n\n" * 30
    note = FakeNote("Long.md", "Long", text)
    line = note.text.split("\n").index("> the link") + 1
    async with running(FakeEngine([note])) as ui:
        await ui.press("escape")
        await ui.until(lambda: ui.shown == "Long.md", "the note is shown")
        assert "the link" not in ui.main.preview.note.text()  # type: ignore[union-attr]
        ui.main.reading.go_to(Place("Long.md", line))
        await ui.until(lambda: "the link" in ui.text_of("#preview"), "the line can be seen")
        await ui.press("3", "g")
        await ui.pilot.resize_terminal(150, 40)
        await ui.until(lambda: ui.main.preview.note.width == ui.main.preview.text_width, "it is laid out anew")  # type: ignore[union-attr]
        assert ui.main.preview.scroll_offset.y == 0
        assert "the link" in ui.main.preview.note.text()  # type: ignore[union-attr]


async def test_what_was_folded_is_not_taken_from_what_was_made_ready() -> None:
    body = "> [!note]- Closed\n> hidden inside\n"
    notes = [FakeNote("a.md", "First", body), FakeNote("b.md", "Second", "text")]
    async with running(FakeEngine(notes)) as ui:
        await ui.press("escape")
        await ready(ui, 0, 1)
        ui.main.preview.action_toggle_fold()
        await ui.until(lambda: "hidden inside" in ui.text_of("#preview"), "it is unfolded")
        await ui.press("j", "k")
        await ui.until(lambda: ui.shown == "a.md", "the first note is shown again")
        assert "hidden inside" not in ui.text_of("#preview")


# While notes change


async def change(ui: Interface, times: int) -> None:
    """Let notes change, and wait each time until the results were asked for again."""
    for generation in range(2, 2 + times):
        asked = len(ui.engine.queries)
        ui.engine.emit(IndexChanged(generation, None))
        await ui.until(lambda: len(ui.engine.queries) > asked and ui.main.searching.answered, "it is asked again")  # noqa: B023


async def test_results_that_stay_the_same_are_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    async with running() as ui:
        await ui.press("escape", "j")
        await ready(ui, 2)
        drawn: list[int] = []
        monkeypatch.setattr(ui.main.results, "redraw", lambda: drawn.append(1))
        await change(ui, 2)
        assert not drawn
        del ui.engine.notes[ui.paths[5]]
        await change(ui, 1)
        assert drawn


async def test_filter_values_are_counted_less_often_than_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.FACETS_SECONDS", 1000)
    async with running() as ui:
        await ui.until(lambda: ui.engine.facet_requests == 1, "they are counted at the start")
        await change(ui, 4)
        await ui.until(lambda: ui.engine.facet_requests == 2, "they are counted once")


async def test_filter_values_are_counted_once_more_after_the_last_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.FACETS_SECONDS", 0.3)
    async with running() as ui:
        await change(ui, 2)
        await ui.until(lambda: ui.engine.facet_requests >= 3, "they are counted again")


# What is kept


def prepared_note(path: str, length: int = 10) -> RenderedNote:
    return render_note(FakeEngine([FakeNote(path, path, "x" * length)]).note(path), width=PAGE.width)


def test_only_the_notes_that_were_wanted_last_are_kept() -> None:
    prepared = PreparedNotes(most=3)
    asked = prepared.ask(PAGE)
    for name in "abc":
        prepared.put(asked, prepared_note(name))
    assert prepared.take("a") is not None
    prepared.put(asked, prepared_note("d"))
    assert [name in prepared for name in "abcd"] == [True, False, True, True]


def test_notes_are_kept_as_far_as_their_characters_have_room() -> None:
    prepared = PreparedNotes(most_characters=1000)
    asked = prepared.ask(PAGE)
    for name in "abc":
        prepared.put(asked, prepared_note(name, 400))
    assert "a" not in prepared
    prepared.put(asked, prepared_note("long", 2000))
    assert [name in prepared for name in ("b", "c", "long")] == [True, True, False]


def test_of_a_long_note_only_the_beginning_of_its_layout_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.prepared.LONG_CHARACTERS", 100)
    prepared = PreparedNotes()
    rendered = prepared_note("long", 200)
    prepared.put(prepared.ask(PAGE), rendered)
    assert "long" not in prepared
    prepared.put(prepared.ask(PAGE), replace(rendered, complete=False))
    assert "long" in prepared


def test_in_a_note_that_is_laid_out_in_part_no_block_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.place.find_block", lambda *_: pytest.fail("the whole note is looked at"))
    rendered = prepared_note("long", 200)
    block = Place("long", heading="^id")
    assert has_laid_out(rendered, block)
    part = replace(rendered, complete=False)
    assert not has_laid_out(part, block)
    assert has_laid_out(part, Place("long", 1)), "that line is laid out"


def test_another_page_makes_what_is_kept_useless() -> None:
    prepared = PreparedNotes()
    asked = prepared.ask(PAGE)
    prepared.put(asked, prepared_note("a"))
    prepared.ask(PAGE._replace(terms=MatchTerms(("word",))))
    assert "a" not in prepared
    prepared.put(asked, prepared_note("b"))
    assert "b" not in prepared, "it was laid out for the page before"


def test_a_note_that_changed_while_it_was_read_is_not_kept() -> None:
    prepared = PreparedNotes()
    asked = prepared.ask(PAGE)
    prepared.forget({"a"})
    prepared.put(asked, prepared_note("a"))
    assert "a" not in prepared
    prepared.put(prepared.ask(PAGE), prepared_note("a"))
    assert prepared.take("a") is not None
