"""Many results are marked at once: all that are found, and those from the last mark on, be they loaded or not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vaulttui.search.query import Query
from vaulttui.tui.screens import mark_actions, note_actions
from vaulttui.tui.widgets.result_pages import PAGE_SIZE

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import Interface, running
from .test_result_list import PassagesEngine

NUMBER = 3 * PAGE_SIZE + 11


def many(number: int = NUMBER) -> FakeEngine:
    return FakeEngine([FakeNote(f"{at:03}.md", f"Note {at:03}", "text", days=at) for at in range(number)])


def marked(ui: Interface) -> list[str]:
    return [hit.path for hit in ui.main.results.marked]


def names(*numbers: int) -> list[str]:
    return [f"{number:03}.md" for number in numbers]


def reload(ui: Interface) -> None:
    """Let the first page alone be loaded, as when the order is changed to the same."""
    first = FakeEngine(list(ui.engine.notes.values())).search(Query(limit=PAGE_SIZE))
    ui.main.results.show(first, limit=0, scored=False, keep=False)


async def comes_to(ui: Interface, number: int) -> None:
    await ui.until(lambda: len(marked(ui)) == number, f"{number} are marked")
    await ui.pilot.pause()


async def test_everything_that_is_found_is_marked_with_what_is_not_loaded() -> None:
    async with running(many()) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, NUMBER)
        assert marked(ui) == names(*range(NUMBER))
        assert ui.edge(ui.main.results.border_subtitle).startswith(f"{NUMBER} marked")
        assert ui.main.results.cursor == 0
        assert not ui.notices
        await ui.press("escape")
        assert marked(ui) == []


async def test_what_was_marked_before_stays_marked() -> None:
    async with running(many()) as ui:
        await ui.press("escape", *["j"] * 8, "space", "slash")
        await ui.enter("limit:5")
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, 6)
        assert marked(ui) == names(8, *range(5))


async def test_more_than_can_be_marked_at_once_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mark_actions, "MOST_AT_ONCE", 100)
    async with running(many()) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, 100)
        assert ui.notices == ["Only 100 results are marked: no more can be marked at once."]
        await ui.press("escape", "G")
        await ui.until(lambda: ui.selected is not None, "it is loaded")
        await ui.press("space", "g", "M")
        await comes_to(ui, 100)
        assert marked(ui)[:2] == names(NUMBER - 1, NUMBER - 2), "those that are next to the last mark"


async def test_as_many_as_can_be_marked_at_once_are_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mark_actions, "MOST_AT_ONCE", NUMBER)
    async with running(many()) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, NUMBER)
        assert not ui.notices


@pytest.mark.parametrize("last", [8, NUMBER - 1], ids=["loaded", "not loaded"])
async def test_all_from_the_last_mark_to_here_are_marked(last: int) -> None:
    async with running(many()) as ui:
        await ui.press("escape", "j", "j", "space")
        ui.main.results.cursor = last
        await ui.press("M")
        await comes_to(ui, last - 1)
        assert marked(ui) == names(*range(2, last + 1))
        assert ui.main.results.cursor == last


@pytest.mark.parametrize(("mark", "row"), [(NUMBER - 2, 3), (110, 3), (1, NUMBER - 1)])
async def test_where_the_last_mark_stands_is_asked_if_its_page_is_not_loaded(mark: int, row: int) -> None:
    async with running(many()) as ui:
        await ui.press("escape", "space")
        ui.main.results.cursor = mark
        await ui.until(lambda: ui.selected is not None, "it is loaded")
        await ui.press("space")
        reload(ui)
        ui.main.results.cursor = row
        await ui.until(lambda: ui.selected is not None, "it is loaded")
        assert ui.main.results.hit_at(mark) is None or mark < PAGE_SIZE
        await ui.press("M")
        await comes_to(ui, abs(mark - row) + 2)
        assert marked(ui)[1] == names(mark)[0]
        assert set(marked(ui)) == set(names(0, *range(min(mark, row), max(mark, row) + 1)))
        assert not ui.notices


async def test_a_mark_that_is_too_far_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mark_actions, "MOST_AT_ONCE", 50)
    async with running(many()) as ui:
        await ui.press("escape", "G")
        await ui.until(lambda: ui.selected is not None, "it is loaded")
        await ui.press("space")
        reload(ui)
        await ui.press("g", "M")
        await comes_to(ui, 2)
        assert marked(ui) == names(NUMBER - 1, 0)
        assert ui.notices == ["No other mark is within 50 results of this one: it alone is marked."]


async def test_upwards_as_downwards_and_on_from_there() -> None:
    async with running(many()) as ui:
        await ui.press("escape", *["j"] * 6, "space", "k", "k", "k", "k", "M")
        assert marked(ui) == names(6, 5, 4, 3)
        await ui.press("k", "k", "M")
        assert marked(ui) == names(6, 5, 4, 3, 2, 1)


async def test_without_a_mark_it_begins_here() -> None:
    async with running(many()) as ui:
        await ui.press("escape", "j", "M")
        assert marked(ui) == names(1)
        await ui.press("j", "j", "M")
        assert marked(ui) == names(1, 2, 3)


async def test_a_mark_of_another_query_is_no_place_to_begin_from() -> None:
    engine = FakeEngine([FakeNote("other.md", "Other", "nothing"), *many(9).notes.values()])
    async with running(engine, query="nothing") as ui:
        await ui.press("escape", "space", "slash")
        ui.main.query_bar.input.select_all()
        await ui.enter("text")
        await ui.press("escape", "j", "j", "M")
        assert marked(ui)[0] == "other.md"
        assert len(marked(ui)) == 2


async def test_passages_are_marked_with_their_notes() -> None:
    engine = PassagesEngine(list(many(30).notes.values()))
    async with running(engine) as ui:
        await ui.enter("text")
        await ui.press("escape", "p", "ctrl+a")
        await comes_to(ui, 30)


async def test_who_unmarks_meanwhile_has_no_marks() -> None:
    engine = many()
    async with running(engine) as ui:
        await ui.press("escape", "space")
        release = engine.hold("")
        await ui.press("ctrl+a")
        await ui.until(lambda: engine.waiting(""), "it is asked")
        await ui.press("escape")
        release()
        await ui.until(lambda: not engine.waiting(""), "it is answered")
        await ui.pilot.pause()
        assert marked(ui) == []


async def test_it_is_asked_before_many_notes_are_opened() -> None:
    async with running(many()) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, NUMBER)
        await ui.press("enter")
        assert ui.launcher.opened == []
        assert ui.notices == [f"{NUMBER} notes are marked. Once more opens all of them in the editor."]
        await ui.press("enter")
        assert len(ui.launcher.opened) == NUMBER
        assert ui.engine.indexed == []
        await ui.until(lambda: ui.engine.refreshed, "the vault is read again")
        assert len(ui.main.state.recent) <= note_actions.MANY


async def test_the_answer_is_that_to_the_question() -> None:
    async with running(many(note_actions.MANY + 1)) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, note_actions.MANY + 1)
        await ui.press("e", "space", "e")
        assert len(ui.launcher.opened) == note_actions.MANY, "so many are opened at once"


class Clock:
    """A timer that ends when the test says so."""

    def __init__(self, seconds: float, callback: Callable[[], None]) -> None:
        assert seconds == note_actions.ASKING_SECONDS
        self._callback = callback
        self._runs = True

    def stop(self) -> None:
        self._runs = False

    def end(self) -> None:
        if self._runs:
            self._callback()


async def test_a_question_stands_for_its_own_time_and_not_that_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = note_actions.MANY + 2
    clocks: list[Clock] = []

    def set_timer(seconds: float, callback: Callable[[], None]) -> Clock:
        clocks.append(Clock(seconds, callback))
        return clocks[-1]

    async with running(many(number)) as ui:
        await ui.press("escape", "ctrl+a")
        await comes_to(ui, number)
        monkeypatch.setattr(ui.app, "set_timer", set_timer)
        await ui.press("e", "space", "e")
        asked_anew = len(ui.notices) == len(clocks) == 2
        assert asked_anew, "they are other notes"
        clocks[0].end()
        await ui.press("e")
        assert len(ui.launcher.opened) == number - 1
        await ui.press("e")
        clocks[-1].end()
        await ui.press("e")
        assert len(ui.launcher.opened) == number - 1, "that question was over"


async def test_keys_for_many_marks_are_the_same_in_both_presets() -> None:
    from vaulttui.tui.keymap import resolve_keymap

    for command in ("result.mark_all", "result.mark_range"):
        assert resolve_keymap("vim").keys[command] == resolve_keymap("plain").keys[command]
