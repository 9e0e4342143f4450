"""Typing finds; answers that are overtaken are not shown; the query can be completed and called back."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from vaulttui.errors import IndexFault, QuerySyntaxError
from vaulttui.search.engine import IndexChanged, Suggestion
from vaulttui.search.query import Mode
from vaulttui.settings import Settings
from vaulttui.tui import messages
from vaulttui.tui.preview import LinkTarget
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.searches import SaveSearchScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.state.remembered import HISTORY_LENGTH, UiState
from vaulttui.tui.state.store import StateStore
from vaulttui.tui.terminal.input_parser import InputParser
from vaulttui.tui.widgets.chips import Chips
from vaulttui.tui.widgets.result_list import ResultList

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import Interface, running

DEADLOCKS = [
    "Projects/rust/Tokio deadlocks.md",
    "Inbox.md",
    "Projects/rust/Async notes.md",
    "Projects/rust/Lock ordering.md",
]


async def test_without_a_query_all_notes_are_shown_newest_first() -> None:
    async with running() as ui:
        assert ui.paths[:2] == ["Inbox.md", "Journal/2025-07-13.md"]
        assert ui.edge(ui.main.results.border_title) == "Results · newest first ⇅"
        assert ui.main.query_bar.info.place == (1, 10)


async def test_typing_searches() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        assert ui.paths == DEADLOCKS
        assert "1 of 4 · 14 ms" in ui.text_of("QueryInfo")
        assert ui.shown == DEADLOCKS[0]


async def test_keys_do_what_they_do_in_the_order_in_which_they_are_pressed() -> None:
    async with running() as ui:
        await ui.press(*"tokio")
        for key in ("ctrl+u", "d", "x", "backspace", "e", "home", "a"):  # all at once, as when the machine is busy
            ui.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await ui.settled()
        assert ui.main.query_bar.input.value == "ade"


async def test_in_a_narrow_terminal_the_query_has_most_of_its_line() -> None:
    async with running(size=(60, 15)) as ui:
        await ui.enter("deadlock")
        bar = ui.main.query_bar
        assert ui.text_of("QueryInfo").strip() == "hybrid  1 of 4"
        await ui.pilot.resize_terminal(40, 12)
        await ui.until(lambda: ui.text_of("QueryInfo").strip() == "hyb  1 of 4", "what matters least gives way")
        seen = []
        for _ in range(4):
            await ui.press("ctrl+s")
            await ui.settled()
            seen.append(ui.text_of("QueryInfo").split()[0])
        assert seen == ["key", "sem", "deep", "hyb"]
        bar.info.place = (1234, 6571)
        await ui.until(lambda: ui.text_of("QueryInfo").strip() == "hyb  6,571", "how many there are is seen")
        bar.info.place = (1, 4)
        assert bar.input.size.width > bar.size.width // 3
        await ui.pilot.resize_terminal(100, 30)
        await ui.until(lambda: "1 of 4 · 14 ms" in ui.text_of("QueryInfo"), "all is told again")


@pytest.mark.parametrize("key", ["slash", "a"])
async def test_letters_that_follow_a_key_at_once_go_where_it_has_led(key: str) -> None:
    async with running() as ui:
        await ui.press("escape")
        for pressed in (key, *"quiet"):
            ui.app.post_message(events.Key(pressed, pressed if len(pressed) == 1 else "/"))
        await ui.until(lambda: isinstance(ui.app.focused, Input) and ui.app.focused.value == "quiet", "they are typed")
        assert len(ui.app.screen_stack) == (2 if key == "slash" else 3)


def press_at_once(ui: Interface, *keys: str) -> None:
    """Let keys come all together, as over a slow line."""
    letters = {"alt+j": "j", "alt+shift+g": "G"}
    for key in keys:
        ui.app.post_message(events.Key(key, letters.get(key, key if len(key) == 1 else None)))


@pytest.mark.parametrize(
    ("keys", "row"),
    [("escape j j j", 3), ("tab j j j", 3), ("alt+j j j", 3), ("alt+shift+g k", 8), ("alt+shift+g k k", 7)],
)
async def test_keys_that_come_together_with_one_that_leaves_the_query_are_no_text(keys: str, row: int) -> None:
    async with running() as ui:
        press_at_once(ui, *keys.split())
        await ui.until(lambda: ui.main.results.cursor == row, "the selection moves")
        assert ui.main.query_bar.input.value == ""
        press_at_once(ui, "slash", *"lock")
        await ui.until(lambda: ui.main.query_bar.input.value == "lock", "one types again")


@pytest.mark.parametrize("key", ["tab", "escape"])
async def test_letters_that_follow_at_once_where_a_key_leaves_the_query_are_commands(key: str) -> None:
    async with running() as ui:
        for pressed in (*"lock", key, *"mno"):
            ui.app.post_message(events.Key(pressed, pressed if len(pressed) == 1 else None))
        await ui.until(lambda: isinstance(ui.app.screen, SaveSearchScreen), "the search is to be saved")
        assert ui.main.query_bar.input.value == "lock"


@pytest.mark.parametrize(
    ("stream", "cursor", "value"),
    [
        ("\x1b/", 0, "lock"),
        ("\x1b\x04", 4, "lock"),
        ("\x1b j", 2, "lock"),
        ("\x1b2", 0, "lock"),
        ("\x1bb!", 0, "!lock"),
        ("\x1b\x7f!", 0, "!"),
    ],
)
async def test_any_key_right_behind_escape_is_no_text(stream: str, cursor: int, value: str) -> None:
    async with running() as ui:
        await ui.enter("lock")
        ui.main.panes.focus_query()
        for key in InputParser().feed(stream):
            ui.app.post_message(key)
        if "!" in stream:
            await ui.until(lambda: ui.main.query_bar.input.value == value, "keys of words stay with the words")
            return
        await ui.until(lambda: ui.main.query_bar.input.has_focus == (stream[1] == "/"), "it is left, or entered again")
        await ui.until(lambda: ui.main.results.cursor == cursor, "the key is a command")
        assert ui.main.query_bar.input.value == value


async def test_escape_and_another_key_at_once_do_in_the_results_what_they_do_one_by_one() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("escape", "space")
        await ui.until(lambda: ui.main.results.marked, "one is marked")
        for key in InputParser().feed("\x1b/"):
            ui.app.post_message(key)
        await ui.until(lambda: ui.main.query_bar.input.has_focus, "the query is entered")
        assert not ui.main.results.marked


async def test_a_letter_right_behind_escape_is_a_command_in_the_results() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        ui.app.post_message(events.Key("alt+j", "j"))  # what terminals send for both
        await ui.until(lambda: ui.main.results.cursor == 1, "the selection moves")
        ui.main.panes.focus_query()
        ui.app.post_message(events.Key("alt+shift+g", "G"))
        await ui.until(lambda: ui.main.results.cursor == 3, "the selection moves to the end")
        assert ui.main.results.has_focus
        await ui.press("slash")
        await ui.paste(" tag:w")
        await ui.until(lambda: ui.main.menu.display, "completions are offered")
        ui.app.post_message(events.Key("alt+o", "o"))
        await ui.until(lambda: ui.main.query_bar.input.value == "deadlock tag:wo", "escape closed the completions only")


async def test_the_joiners_of_words_and_emoji_are_typed() -> None:
    texts = ("می\u200cخواهم", "👨\u200d👩\u200d👧", "क्\u200dष")
    async with running() as ui:
        for text in texts:
            await ui.press("x", "shift+home")
            await ui.type_in(text * 2)
            assert ui.main.query_bar.input.value == text * 2
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the dialog is shown")
        await ui.type_in(" ".join(texts))
        assert ui.app.screen.query_one(Input).value == " ".join(texts)


async def test_what_hides_or_turns_text_is_not_typed() -> None:
    async with running() as ui:
        for number, character in enumerate("\u202e\u200f\u2066\u200b\ufeff\x9b", start=1):
            await ui.type_in(f"a{character}b")
            assert ui.main.query_bar.input.value == "ab" * number


async def test_lines_that_are_pasted_become_one() -> None:
    async with running() as ui:
        ui.main.query_bar.input.post_message(events.Paste("tag:work the\n  lock that\r\nwas held\n"))
        await ui.until(lambda: ui.main.query_bar.input.value == "tag:work the lock that was held", "it is pasted")


@pytest.mark.parametrize("text", ["👨‍👩‍👧 ab", "❤️ab", "日本 ab", "e\u0301\u0301\u0301 ab"])
async def test_a_click_puts_the_cursor_in_front_of_what_is_drawn_there(text: str) -> None:
    async with running() as ui:
        await ui.paste(text)
        query = ui.main.query_bar.input
        await ui.pilot.click(query, offset=(cell_len(text[:-1]), 0))
        assert query.value[query.cursor_position :] == "b"
        await ui.pilot.click(query, offset=(cell_len(text) + 1, 0))
        assert query.cursor_position == len(text)


async def test_what_was_copied_in_the_program_is_pasted_as_one_line() -> None:
    async with running() as ui:
        ui.app.copy_to_clipboard("the lock\n\n  that was held\n")
        await ui.press("ctrl+v")
        assert ui.main.query_bar.input.value == "the lock that was held"


async def test_of_a_file_that_is_pasted_by_mistake_the_beginning_is_taken_and_that_is_told() -> None:
    async with running(toasts=True) as ui:
        ui.main.query_bar.input.post_message(events.Paste("deadlock " * 10_000))
        await ui.until(lambda: ui.notices == ["Only the first 4,000 characters are taken."], "it is told")
        assert len(ui.main.query_bar.input.value) == 4_000


async def test_a_search_waits_for_a_pause_in_typing() -> None:
    async with running(debounce_ms=3_600_000) as ui:
        asked = len(ui.engine.queries)
        await ui.press(*"deadlock")
        assert len(ui.engine.queries) == asked
        await ui.press("enter")
        await ui.settled()
        assert {query.source for query in ui.engine.queries[asked:]} == {"deadlock"}


@pytest.mark.parametrize("keys", [["ctrl+s"], ["escape", "S"], ["tab", "p"]])
async def test_keys_pressed_at_once_behind_a_text_change_the_search_for_that_text(keys: list[str]) -> None:
    async with running(debounce_ms=3_600_000) as ui:
        await ui.paste("deadlock tag:work")
        ui.main.query_bar.input.close_menu()
        await ui.press(*keys)
        await ui.settled()
        assert ui.main.searching.question.text == ui.main.query_bar.input.value == "deadlock tag:work"


async def test_a_filter_clicked_at_once_behind_a_text_is_added_to_that_text() -> None:
    async with running(debounce_ms=3_600_000) as ui:
        await ui.paste("deadlock")
        await ui.click("Archive")
        await ui.settled()
        assert ui.main.query_bar.input.value == "deadlock folder:Archive"


async def test_the_chip_that_is_clicked_is_taken_out_of_what_was_typed_since() -> None:
    async with running(debounce_ms=3_600_000) as ui:
        await ui.paste("tag:work")
        ui.main.query_bar.input.close_menu()
        await ui.press("enter")
        await ui.settled()
        await ui.press("home", *"lock", "space")
        await ui.click("tag work ×")
        await ui.settled()
        assert ui.main.query_bar.input.value == "lock"


async def test_an_overtaken_answer_is_not_shown() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        release = engine.hold("tokio")
        await ui.press(*"tokio")
        await ui.until(lambda: engine.waiting("tokio"), "the engine works on the first question")
        overtaken = ui.main.searching.request
        for key in ["backspace"] * 5 + list("sourdough"):
            await ui.press(key)
        release()
        await ui.settled()
        late = [answer for answer in ui.sent(messages.Answered) if answer.request == overtaken and answer.final]
        assert [hit.title for hit in late[0].result.hits] == ["Tokio deadlocks", "Async notes"]
        assert ui.paths == ["Recipes/Sourdough.md", "Journal/2025-07-13.md"]


async def test_words_answer_before_meaning_and_the_selection_stays_on_its_note() -> None:
    engine = FakeEngine()
    release = engine.hold("deadlock")
    async with running(engine) as ui:
        await ui.paste("deadlock")
        await ui.until(lambda: ui.paths == DEADLOCKS, "the words have answered")
        assert not ui.main.searching.answered
        await ui.press("down", "down")
        assert ui.selected == DEADLOCKS[2]
        engine.boost = DEADLOCKS[3]
        release()
        await ui.settled()
        assert ui.paths[0] == DEADLOCKS[3]
        assert ui.selected == DEADLOCKS[2]


async def test_that_an_answer_takes_long_is_told_in_the_place_of_the_numbers_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.search_requests.SLOW_SECONDS", math.inf)  # no words come first
    engine = FakeEngine()
    async with running(engine) as ui:

        def told() -> str:
            return ui.main.query_bar.info.render().plain

        assert "1 of 10" in told()
        release = engine.hold("deadlock", Mode.KEYWORD)
        await ui.paste("deadlock")
        await ui.until(lambda: "searching …" in told(), "it is told")
        assert " of " not in told()
        release()
        await ui.settled()
        assert "searching" not in told()
        assert "1 of 4" in told()
        late = engine.hold("tokio")
        await ui.press(*["backspace"] * len("deadlock"))
        await ui.paste("tokio")
        await ui.until(lambda: "searching …" in told(), "it is told")
        await ui.press(")")
        await ui.until(lambda: "searching" not in told(), "what cannot be read has no answer")
        late()


async def test_the_list_is_never_empty_between_two_answers() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        release = engine.hold("deadlock", Mode.KEYWORD)
        before = ui.paths
        await ui.paste("deadlock")
        await ui.until(lambda: engine.waiting("deadlock"), "the engine works")
        assert ui.paths == before
        release()
        await ui.settled()
        assert ui.paths == DEADLOCKS


async def test_a_malformed_query_keeps_the_results_and_says_where_it_is_wrong() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.paste(" tagg:x")  # letter by letter, other notes would be found for "deadlock t"
        await ui.until(lambda: "tagg" in ui.main.chips.hint, "the hint is shown")
        assert ui.paths == DEADLOCKS
        assert "Did you mean tag:?" in ui.text_of("#chips")
        styles = [segment.style for segment in ui.main.query_bar.input.render_line(0) if "tagg" in segment.text]
        assert styles
        assert styles[0] is not None
        assert styles[0].underline


async def test_a_malformed_query_from_last_time_stands_above_all_notes() -> None:
    async with running(query="is:foo", wait=False) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen) and ui.main.results.count == 10, "notes are shown")
        assert 'not "foo"' in ui.main.chips.hint
        assert ui.main.chips.failed
        assert not ui.main.searching.answered
        await ui.until(lambda: ui.main.filters.count, "filters are counted")
        assert ui.main.query_bar.input.value == "is:foo"


async def test_an_answer_to_what_stood_there_before_does_not_hide_a_mistake() -> None:
    engine = FakeEngine()
    release = engine.hold("deadlock")
    async with running(engine) as ui:
        await ui.paste("deadlock")
        await ui.until(lambda: engine.waiting("deadlock"), "it is looked for")
        await ui.paste(" tagg:x")
        await ui.until(lambda: ui.main.chips.failed, "the mistake is told")
        told = len(ui.sent(messages.Answered))
        release()
        await ui.until(lambda: any(late.final for late in ui.sent(messages.Answered)[told:]), "the answer has come")
        assert ui.paths == DEADLOCKS
        assert ui.main.chips.failed
        assert "Did you mean tag:?" in ui.main.chips.hint
        assert not ui.main.searching.answered


async def test_results_below_a_malformed_query_follow_the_vault() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.paste(" tagg:x")
        await ui.until(lambda: ui.main.chips.failed, "the mistake is told")
        gone = ui.engine.notes.pop(DEADLOCKS[-1])
        ui.engine.emit(IndexChanged(2, frozenset({gone.path})))
        await ui.until(lambda: ui.paths == DEADLOCKS[:-1], "the note is gone")
        assert ui.main.chips.failed


async def test_results_below_a_malformed_query_follow_the_keys_for_their_kind_and_order() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.paste(" tagg:x")
        await ui.until(lambda: ui.main.chips.failed, "the mistake is told")
        await ui.press("escape", "p", "s")
        await ui.until(lambda: "newest" in str(ui.main.results.border_title), "the newest come first")
        asked = ui.engine.queries[-1]
        assert (asked.source, asked.order, asked.group_by) == ("deadlock", "modified", "chunk")
        assert ui.main.chips.failed


async def test_an_unfinished_query_is_no_error() -> None:
    async with running() as ui:
        await ui.enter('"lock')
        assert ui.main.searching.answered
        assert "not closed" in ui.main.chips.hint


async def test_completions_do_not_lie_on_a_hint_about_what_is_being_typed() -> None:
    async with running() as ui:
        await ui.enter("[")
        await ui.until(lambda: bool(ui.main.menu.suggestions), "properties are offered")
        assert ui.main.searching.answered
        assert ui.main.chips.hint == ""
        await ui.press("escape")
        await ui.until(lambda: "not closed" in ui.main.chips.hint, "it is said when nothing more is offered")


async def test_completions_do_not_lie_on_a_hint_about_what_was_there_before() -> None:
    async with running(query="tag:") as ui:
        assert "needs a value" in ui.main.chips.hint
        ui.main.query_bar.input.cursor_position = len("tag:")
        await ui.press("r")
        await ui.until(lambda: bool(ui.main.menu.suggestions), "tags are offered")
        await ui.until(lambda: ui.main.searching.answered, "no note has that tag")
        assert ui.main.chips.hint == ""


async def test_a_fault_of_the_engine_is_told_and_keeps_the_results() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        before = ui.paths
        engine.search_fault = QuerySyntaxError("No such expression.", 0, 3)
        await ui.press(*"abc")
        await ui.until(lambda: ui.main.chips.hint == "No such expression.", "the hint is shown")
        assert ui.paths == before
        engine.search_fault = None
        await ui.enter("d")
        assert ui.main.chips.hint == ""


async def test_a_lesser_answer_says_so() -> None:
    engine = FakeEngine()
    engine.degraded = "No vectors yet: found by words only."
    async with running(engine) as ui:
        await ui.enter("deadlock")
        assert "found by words only" in ui.text_of("#chips")
        assert ui.main.query_bar.info.degraded


async def test_what_is_said_of_the_query_itself_comes_before_the_state_of_the_vectors() -> None:
    engine = FakeEngine()
    engine.degraded, engine.told = "Meaning covers 40 % so far.", ("“tokoi” occurs nowhere; searched for “tokio”.",)
    async with running(engine, size=(60, 20)) as ui:
        await ui.enter("tokio")
        assert "“tokoi” occurs nowhere; searched for “tokio”" in ui.text_of("#chips")


async def test_nothing_found_says_what_could_help_and_empties_the_preview() -> None:
    async with running() as ui:
        await ui.enter("zzz")
        assert "Nothing found" in ui.text_of("#results")
        assert ui.shown is None
        await ui.enter(" tag:rust")
        await ui.until(lambda: "without zzz" in ui.text_of("#results"), "what would help is told")


async def test_all_that_is_said_where_nothing_is_found_has_room_in_a_narrow_pane() -> None:
    async with running(size=(80, 30)) as ui:
        await ui.enter("zzz tag:rust ")
        await ui.until(lambda: "without zzz" in ui.text_of("#results"), "what would help is told")
        assert ui.main.results.size.width < len("  ↵ takes it; esc twice clears the query")
        assert "esc twice clears the query" in " ".join(ui.text_of("#results").replace("│", " ").split())
        await ui.press("escape", "escape")
        await ui.until(lambda: not ui.main.query_bar.input.value, "as it says")


async def test_where_a_filter_alone_finds_nothing_no_other_words_are_advised() -> None:
    async with running() as ui:
        await ui.enter("tag:nowhere ")
        await ui.until(lambda: "Another filter may help" in ui.text_of("#results"), "what would help is told")
        await ui.press("ctrl+u", *"zzz")
        await ui.until(lambda: "Fewer or other words may help" in ui.text_of("#results"), "what would help is told")


async def test_while_only_the_words_are_known_to_be_nowhere_nothing_is_said_to_be_found_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.search_requests.SLOW_SECONDS", -1.0)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("zzz")
        await ui.enter(" tag:rust")
        await ui.until(lambda: "without zzz" in ui.text_of("#results"), "what would help is told")
        release = engine.hold("yyy")
        await ui.press("ctrl+u", *"yyy")
        await ui.until(lambda: engine.waiting("yyy") and ui.main.searching.waiting, "the words were looked for")
        await ui.until(lambda: "No note has these words" in ui.text_of("#results"), "what is known is told")
        assert "without zzz" not in ui.text_of("#results"), "that was of another question"
        assert "nothing" not in ui.main.query_bar.info.render().plain
        release()
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "the whole truth is told")
        await ui.until(lambda: "nothing" in ui.main.query_bar.info.render().plain, "and counted")


async def test_the_mode_key_goes_through_the_modes() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        for mode in ("keyword", "semantic", "deep", "hybrid"):
            await ui.press("ctrl+s")
            await ui.settled()
            assert ui.main.query_bar.info.mode == mode
            assert ui.engine.queries[-1].mode == mode


async def test_a_mode_in_the_text_wins() -> None:
    async with running() as ui:
        await ui.enter("mode:keyword lock")
        assert ui.engine.queries[-1].mode is Mode.KEYWORD
        assert ui.main.query_bar.info.mode == "keyword"


async def test_what_a_query_means_is_told_until_another_is_looked_for() -> None:
    async with running(toasts=True) as ui:
        await ui.enter("tag:work")
        await ui.press("escape", "x")
        await ui.until(lambda: any("The query means" in line for line in ui.screen_lines), "it is told")
        ui.app.notify("Something else")
        await ui.press("x")
        await ui.until(lambda: sum("The query means" in line for line in ui.screen_lines) == 1, "it is told once")
        await ui.press("slash")
        await ui.enter(" lock")
        await ui.until(lambda: not any("The query means" in line for line in ui.screen_lines), "it is told no longer")
        assert ui.notices == ["Something else"]


async def test_keys_for_mode_and_order_change_those_of_the_text() -> None:
    async with running() as ui:
        await ui.enter("mode:keyword sort:name lock")
        await ui.press("escape", "ctrl+s", "s", "S")
        await ui.settled()
        assert ui.main.query_bar.input.value == "mode:semantic sort:size:asc lock"
        query = ui.engine.queries[-1]
        assert (query.mode, query.sort, query.descending) == (Mode.SEMANTIC, "size", False)
        await ui.press("slash", "ctrl+u")
        await ui.enter("lock")
        query = ui.engine.queries[-1]
        assert (query.mode, query.sort, query.descending) == (Mode.HYBRID, None, None), "nothing was chosen beside it"


async def test_sort_keys_change_and_reverse_the_order() -> None:
    async with running() as ui:
        await ui.press("escape", "s", "s")
        await ui.settled()
        assert ui.engine.queries[-1].sort == "name"
        assert ui.edge(ui.main.results.border_title) == "Results · by path ⇅"
        await ui.press("S")
        await ui.settled()
        assert ui.engine.queries[-1].descending is True
        assert ui.edge(ui.main.results.border_title) == "Results · by path, backwards ⇅"


async def test_passages_can_be_results_of_their_own() -> None:
    async with running() as ui:
        await ui.enter("lock")
        await ui.press("escape", "p")
        await ui.settled()
        assert (ui.engine.queries[-1].group_by, ui.engine.queries[-1].max_per_note) == ("chunk", 0)
        assert ui.edge(ui.main.results.border_title) == "Passages · best first ⇅"


async def test_the_query_is_explained_in_words() -> None:
    async with running() as ui:
        await ui.enter("lock tag:rust")
        await ui.press("escape", "x")
        await ui.until(lambda: ui.notices, "there is a notice")
        assert "rust" in ui.notices[0]
        assert ui.notices[0].splitlines()[-1] == "Sorted by relevance, best first."


async def test_what_is_explained_of_a_query_that_is_not_understood_is_the_one_before_it() -> None:
    async with running() as ui:
        await ui.enter("lock limit:3")
        await ui.paste(" tagg:x")
        await ui.until(lambda: ui.main.chips.failed, "the error is shown")
        await ui.press("escape", "x")
        await ui.until(lambda: ui.notices, "there is a notice")
        assert [notice.title for notice in ui.app._notifications] == ["The last query that was understood means"]
        assert ui.notices[0].endswith("at most 3.")


async def test_what_is_told_of_an_answer_is_explained_where_the_line_has_no_room_for_it() -> None:
    async with running(size=(60, 20)) as ui:
        ui.engine.degraded = "No note has a vector yet: found by words only, until vectors have been made."
        await ui.enter("lock")
        assert "vectors have been made" not in ui.text_of("#chips")
        await ui.press("escape", "x")
        await ui.until(lambda: ui.notices, "there is a notice")
        assert ui.notices[0].splitlines()[-1] == ui.engine.degraded


async def test_an_error_is_told_whole_in_a_narrow_terminal_and_its_lines_go_with_it() -> None:
    async with running(size=(60, 20)) as ui:
        below = ui.main.results.region.y
        await ui.paste("mode:telepathy")
        await ui.until(lambda: ui.main.chips.size.height == 2, "the error is shown")
        assert " ".join(ui.text_of("#chips").split()).endswith('deep, not "telepathy".')
        assert ui.main.results.region.y == below + 1
        await ui.press("ctrl+a", "ctrl+k")
        await ui.until(lambda: ui.main.results.region.y == below, "the line is as it was")


async def test_a_limit_in_the_text_bounds_the_results() -> None:
    async with running() as ui:
        await ui.enter("limit:3")
        assert len(ui.paths) == ui.main.results.count == 3


async def test_filters_stand_below_the_query_and_a_click_takes_one_out() -> None:
    async with running() as ui:
        await ui.enter("lock tag:work -tag:howto")
        assert "tag work ×" in ui.text_of("#chips")
        assert "not tag howto ×" in ui.text_of("#chips")
        offset = ui.text_of("#chips").index("tag work ×") + len("tag work")
        await ui.pilot.click(Chips, offset=(offset, 0))
        await ui.settled()
        assert ui.main.query_bar.input.value == "lock -tag:howto"


async def test_choosing_a_facet_writes_its_operator_and_taking_it_back_removes_it() -> None:
    async with running() as ui:
        await ui.press("escape", "f")
        kinds = [(row.kind, row.value) for row in ui.main.filters.rows]
        ui.main.filters.cursor = kinds.index(("value", "rust"))
        await ui.press("space")
        await ui.settled()
        assert ui.main.query_bar.input.value == "tag:rust"
        assert all("rust" in ui.engine.notes[path].tags for path in ui.paths)
        await ui.press("space")
        await ui.settled()
        assert ui.main.query_bar.input.value == ""


async def test_earlier_queries_come_back() -> None:
    async with running() as ui:
        for query in ("tokio", "garden"):
            await ui.enter(query)
            await ui.press("escape", "escape")
            await ui.press("slash")
        await ui.enter("so")
        await ui.press("alt+up")
        await ui.settled()
        assert ui.main.query_bar.input.value == "garden"
        await ui.press("alt+up")
        await ui.settled()
        assert ui.main.query_bar.input.value == "tokio"
        await ui.press("alt+down", "alt+down")
        await ui.settled()
        assert ui.main.query_bar.input.value == "so"


@pytest.mark.parametrize(
    "keys", [["ctrl+u"], ["shift+home", "delete"], ["shift+home", "ctrl+x"], ["escape", "escape", "slash"]]
)
async def test_a_query_that_is_taken_away_by_any_key_comes_back(keys: list[str]) -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "slash", "ctrl+u")
        await ui.enter("tag:work lock")
        await ui.press(*keys)
        assert ui.main.query_bar.input.value == ""
        await ui.press("alt+up")
        assert ui.main.query_bar.input.value == "tag:work lock"
        await ui.press("alt+up")
        assert ui.main.query_bar.input.value == "tokio"


@pytest.mark.parametrize("keys", [["ctrl+u"], ["shift+home", "x"], ["shift+home", "ctrl+v"]])
async def test_a_query_of_any_length_comes_back_though_it_is_typed_over(keys: list[str]) -> None:
    async with running() as ui:
        ui.app.copy_to_clipboard("quiet")
        for query in ("水", "7", "tag:work lock"):
            await ui.press("ctrl+u")
            await ui.enter(query)
            await ui.press(*keys)
            left = ui.main.query_bar.input.value
            assert left in ("", "x", "quiet")
            await ui.press("alt+up")
            assert ui.main.query_bar.input.value == query
            await ui.press("alt+down")
            assert ui.main.query_bar.input.value == left


async def test_a_query_of_one_character_comes_back_that_a_click_has_cleared() -> None:
    async with running() as ui:
        await ui.enter("水")
        await ui.click("×")
        assert ui.main.query_bar.input.value == ""
        await ui.press("slash", "alt+up")
        assert ui.main.query_bar.input.value == "水"


async def test_who_looks_at_earlier_queries_goes_on_from_there_though_another_window_adds_one(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    StateStore(path).save(UiState(history=[f"query {number}" for number in range(HISTORY_LENGTH)]))
    async with running(state=path) as ui:
        field = ui.main.query_bar.input
        await ui.press(*"new", "alt+up", "alt+up", "alt+up")
        assert field.value == f"query {HISTORY_LENGTH - 3}"
        other = StateStore(path)
        theirs, _ = other.load()
        theirs.remember_query("theirs")
        other.save(theirs)
        await ui.app.renew_state()
        assert ui.main.state.history[-1] == "theirs"
        await ui.press("alt+up")
        assert field.value == f"query {HISTORY_LENGTH - 4}"
        await ui.press("alt+down", "alt+down", "alt+down", "alt+down")
        assert field.value == "new", "what was being typed"
        await ui.press("alt+up")
        assert field.value == "theirs"
        await ui.press("alt+up", "escape", "slash", "alt+up")
        assert field.value == "theirs", "what was asked again is the last one"


async def test_a_query_that_is_deleted_letter_by_letter_leaves_no_letter_in_the_history() -> None:
    async with running() as ui:
        await ui.enter("xy")
        await ui.press("backspace", "backspace")
        assert ui.main.query_bar.input.value == ""
        assert ui.main.state.history == []


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["space"], "lock tag:work"),
        (["space", "space"], "lock"),
        (["space", "c"], "lock"),
        (["space", "x"], "lock -tag:work"),
        (["x", "x", "space"], "lock tag:work"),
    ],
)
async def test_quick_keys_in_the_filters_count_though_nothing_is_counted_yet(keys: list[str], text: str) -> None:
    async with running() as ui:
        await ui.enter("lock")
        await ui.press("escape", "1")
        filters = ui.main.filters
        await ui.until(lambda: any(row.label == "work" for row in filters.rows), "the tags are shown")
        filters.cursor = next(index for index, row in enumerate(filters.rows) if row.label == "work")
        release = ui.engine.hold("lock tag:work"), ui.engine.hold("lock -tag:work")
        await ui.press(*keys)
        await ui.until(lambda: ui.main.query_bar.input.value == text, "the query has what was meant")
        for go_on in release:
            go_on()
        await ui.settled()


async def test_all_filters_of_a_section_are_taken_out_though_none_is_counted_yet() -> None:
    async with running() as ui:
        await ui.press("escape", "1")
        await ui.until(lambda: any(row.label == "Tags" for row in ui.main.filters.rows), "the tags are shown")
        release = ui.engine.hold("folder:Projects tag:work -tag:howto lock")
        await ui.press("slash")
        await ui.paste("folder:Projects tag:work -tag:howto lock")
        await ui.press("escape", "1")
        ui.main.filters.cursor = next(i for i, row in enumerate(ui.main.filters.rows) if row.label == "Tags")
        await ui.press("c")
        await ui.until(lambda: ui.main.query_bar.input.value == "folder:Projects lock", "those on tags are out")
        release()
        await ui.settled()


async def test_filters_that_are_all_taken_out_and_what_a_tag_takes_the_place_of_come_back() -> None:
    async with running() as ui:
        await ui.enter("tag:work folder:Projects lock")
        await ui.until(lambda: ui.main.filters.rows, "the filters are shown")
        ui.main.action_clear_filters()
        await ui.until(lambda: ui.main.query_bar.input.value == "lock", "they are taken out")
        await ui.settled()
        ui.main.follow(LinkTarget("tag", "garden"))
        await ui.settled()
        assert ui.main.query_bar.input.value == "tag:garden"
        assert ui.main.state.history == ["tag:work folder:Projects lock", "lock"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("lock tag:work -path:a", "lock"),
        ("lock title:d is:orphan (tag:work OR tag:q)", "lock"),
        ("tag:work OR tag:play", ""),
        ("-(tag:work folder:b) lock [status:draft] created:>=2025 sort:name", "lock sort:name"),
        ("lock OR tag:work", "lock OR tag:work"),
    ],
)
async def test_all_that_is_shown_as_a_filter_is_taken_out_from_wherever_one_is(text: str, left: str) -> None:
    settings = Settings(keys={"filters.clear_all": "f8"})
    async with running(query=text, settings=settings) as ui:
        await ui.press("f8")
        await ui.settled()
        assert ui.main.query_bar.input.value == left
        assert (text in ui.main.state.history) == (text != left)


@pytest.mark.parametrize("keys", [["ctrl+w"], ["ctrl+u"], ["ctrl+v"], ["x"]])
async def test_a_query_called_back_and_changed_by_any_key_is_kept_while_one_looks_at_others(keys: list[str]) -> None:
    async with running() as ui:
        ui.app.copy_to_clipboard("quiet")
        for query in ("tokio", "garden lock"):
            await ui.enter(query)
            await ui.press("escape", "escape", "slash")
        await ui.press("alt+up", *keys)
        changed = ui.main.query_bar.input.value
        await ui.press("alt+up")
        assert ui.main.query_bar.input.value != changed
        await ui.press("alt+down", "alt+down")
        assert ui.main.query_bar.input.value == changed


async def test_arrow_keys_move_in_the_results_without_leaving_the_query() -> None:
    async with running() as ui:
        await ui.enter("deadlock")
        await ui.press("down", "ctrl+n", "up")
        await ui.settled()
        assert ui.selected == DEADLOCKS[1]
        assert ui.main.query_bar.input.has_focus


async def test_filters_are_counted_though_vectors_came_before_the_answer() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        release = engine.hold("tokio")
        await ui.press(*"tokio")
        await ui.until(lambda: engine.waiting("tokio"), "the engine works")
        ui.main.searching.ask_again(facets=False)
        release()
        await ui.settled()
        wanted = ui.main.searching.request
        await ui.until(lambda: ui.sent(messages.FacetsCounted)[-1].request == wanted, "filters are counted")


@pytest.mark.parametrize("keys", [["enter"], ["tab", "enter"], ["escape", "e"]])
async def test_enter_waits_for_the_answer_and_edits_its_first_note(keys: list[str]) -> None:
    engine = FakeEngine()
    async with running(engine, debounce_ms=3_600_000) as ui:
        release = engine.hold("sourdough", Mode.KEYWORD)
        await ui.press(*"sourdough", *keys)
        await ui.until(lambda: engine.waiting("sourdough"), "the engine works")
        assert ui.launcher.opened == []
        release()
        await ui.until(lambda: ui.launcher.opened, "the editor was opened")
        assert str(ui.launcher.opened[0][0]) == "/vaults/my-vault/Recipes/Sourdough.md"


async def test_a_search_that_is_repeated_before_its_answer_is_not_answered_by_what_is_shown() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        release = engine.hold("sourdough", Mode.KEYWORD)
        await ui.paste("sourdough")
        await ui.until(lambda: engine.waiting("sourdough"), "the engine works")
        ui.main.searching.ask_again()
        await ui.until(lambda: "searching …" in ui.main.query_bar.info.render().plain, "that it takes long is told")
        await ui.press("escape", "enter")
        assert ui.launcher.opened == []
        release()
        await ui.until(lambda: ui.launcher.opened, "the editor was opened")
        assert str(ui.launcher.opened[0][0]) == "/vaults/my-vault/Recipes/Sourdough.md"


async def test_the_fault_of_a_search_that_was_overtaken_withdraws_no_editor() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        fail, answer = engine.hold("lock", Mode.KEYWORD), engine.hold("tokio", Mode.KEYWORD)
        await ui.paste("lock")
        await ui.until(lambda: engine.waiting("lock"), "the first search goes on")
        await ui.press(*["backspace"] * len("lock"))
        await ui.paste("tokio")
        await ui.press("enter")
        engine.search_fault = IndexFault("The index cannot be read.", code="index_unreadable")
        fail()
        await ui.until(lambda: ui.sent(messages.SearchFailed) and engine.waiting("tokio"), "it has failed")
        engine.search_fault = None
        answer()
        await ui.until(lambda: ui.launcher.opened, "the editor was opened")


@pytest.mark.parametrize(
    ("wish", "keys"),
    [("enter", ["ctrl+o"]), ("enter", ["ctrl+o", "escape"]), ("enter", ["down"]), ("tab", ["j"]), ("tab", ["w"])],
)
async def test_no_editor_takes_the_terminal_from_who_does_something_else_before_the_answer(
    wish: str, keys: list[str]
) -> None:
    engine = FakeEngine()
    async with running(engine, debounce_ms=3_600_000) as ui:
        release = engine.hold("lock", Mode.KEYWORD)
        await ui.press(*"lock", wish, *(["e"] if wish == "tab" else []))
        await ui.until(lambda: engine.waiting("lock"), "the engine works")
        await ui.press(*keys)
        release()
        await ui.settled()
        assert ui.launcher.opened == []


@pytest.mark.parametrize("other", ["ctrl+o", "ctrl+p", "ctrl+s", "escape", "tab", "down"])
async def test_no_editor_comes_to_who_types_something_else_at_once_behind_the_query(other: str) -> None:
    await ask_for_editor_and_type_on("enter", other)


@pytest.mark.parametrize("other", ["ctrl+o", "j", "w"])
async def test_no_editor_comes_to_who_types_something_else_at_once_in_the_results(other: str) -> None:
    await ask_for_editor_and_type_on("e", other, from_results=True)


async def ask_for_editor_and_type_on(wish: str, other: str, *, from_results: bool = False) -> None:
    """Press a key that asks for the editor and another one, as a terminal sends them that has both to be read."""
    engine = FakeEngine()
    async with running(engine, debounce_ms=3_600_000) as ui:
        release = engine.hold("lock", Mode.KEYWORD)
        await ui.press(*"lock", *(["tab"] if from_results else []))
        for key in (wish, other):
            ui.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await ui.until(lambda: engine.waiting("lock"), "the engine works")
        release()
        await ui.settled()
        assert ui.launcher.opened == []


async def test_enter_on_a_malformed_query_edits_nothing_later() -> None:
    async with running() as ui:
        await ui.paste("tagg:x")
        await ui.until(lambda: ui.main.chips.failed, "the error is shown")
        await ui.press("enter", "ctrl+u")
        await ui.enter("lock")
        assert ui.launcher.opened == []


# Completion


async def test_what_was_found_stays_while_the_value_of_a_filter_is_typed() -> None:
    async with running() as ui:
        before = ui.paths
        await ui.enter("tag:ru")
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        assert ui.paths == before
        await ui.press("escape")
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "the truth is told")
        assert ui.shown is None


async def test_what_was_found_stays_to_its_end_while_the_value_of_a_filter_is_typed() -> None:
    notes = [FakeNote(f"{number:03}.md", "Note", "lock", tags=("rust",)) for number in range(200)]
    engine = FakeEngine(notes)
    async with running(engine) as ui:
        results = ui.main.results
        await ui.enter("tag:ru")
        await ui.until(lambda: "nothing" in ui.text_of("QueryInfo"), "nothing is found")
        results.scroll_to(y=results.max_scroll_y, animate=False)
        await ui.until(lambda: ui.sent(ResultList.MoreWanted), "further results come into sight")
        await ui.pilot.pause()
        assert not any(query.offset and query.where for query in engine.queries), "none of what is typed is wanted"
        await ui.enter("s")
        assert results.count == 200


async def test_that_nothing_is_found_counts_though_what_was_found_before_is_listed_still() -> None:
    async with running() as ui:
        before = ui.paths
        await ui.enter("tag:ru")
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        assert ui.paths == before
        assert "nothing" in ui.text_of("QueryInfo")
        await ui.press("enter")
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "the truth is told")
        assert ui.shown is None
        assert ui.launcher.opened == [], "none of the notes that were found before"


async def test_what_was_found_stays_while_a_value_is_typed_whose_words_are_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.search_requests.SLOW_SECONDS", -1.0)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("lock")
        before, told = ui.paths, len(ui.sent(messages.Answered))
        release = engine.hold("lock tag:ru")
        await ui.paste(" tag:ru")
        await ui.until(lambda: engine.waiting("lock tag:ru"), "the words were looked for")
        await ui.until(lambda: len(ui.sent(messages.Answered)) > told, "and are nowhere")
        assert ui.paths == before
        release()


@pytest.mark.parametrize("text", ["zzzqqq mode:keyword", "zzzqqq folder:PROJECTS/RUST"])
async def test_that_nothing_is_found_is_told_behind_a_value_that_is_whole(text: str) -> None:
    async with running() as ui:
        await ui.paste(text)
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "what was found before is taken away")
        assert ui.shown is None
        assert ui.main.query_bar.input.has_focus


def matches(ui: Interface) -> int:
    """How many matches are marked in the preview."""
    note = ui.main.preview.note
    return 0 if note is None else len(note.first_hits)


async def test_highlights_follow_the_query_when_the_note_stays_the_same() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.until(lambda: matches(ui) == 2, "two matches")
        await ui.enter(" guard")
        assert ui.selected == DEADLOCKS[0]
        await ui.until(lambda: matches(ui) > 4, "more matches")


async def test_values_are_completed_with_the_quotes_that_they_need() -> None:
    async with running() as ui:
        await ui.press(*"folder", "colon", *"rus")
        await ui.until(lambda: [item.text for item in ui.main.menu.suggestions] == ["Projects/rust"], "it is offered")
        await ui.press("tab")
        await ui.settled()
        assert ui.main.query_bar.input.value == "folder:Projects/rust"
        assert ui.main.query_bar.input.has_focus
        assert not ui.main.menu.display


async def test_what_one_types_a_filter_in_front_of_is_kept_when_that_is_completed() -> None:
    async with running() as ui:
        await ui.press(*"deadlock", "home", *"tag", "colon", *"wor")
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        await ui.press("tab")
        await ui.settled()
        query = ui.main.query_bar.input
        assert query.value == "tag:work deadlock"
        assert query.value[query.cursor_position :] == " deadlock"


async def test_arrow_keys_choose_among_completions() -> None:
    async with running() as ui:
        await ui.press(*"tag", "colon")
        await ui.until(lambda: len(ui.main.menu.suggestions) > 2, "completions are offered")
        second = ui.main.menu.suggestions[1].text
        await ui.press("down", "enter")
        await ui.settled()
        assert ui.main.query_bar.input.value == f"tag:{second}"
        assert ui.launcher.opened == []


async def test_names_of_operators_are_offered_but_leave_the_arrow_keys_to_the_results() -> None:
    async with running() as ui:
        await ui.press(*"ta")
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        assert "tag:" in [item.label for item in ui.main.menu.suggestions]
        await ui.settled()
        await ui.press("down")
        assert ui.main.results.cursor == 1
        await ui.press("tab")
        assert ui.main.query_bar.input.value == "tag:"


@pytest.mark.parametrize(
    ("typed", "keys", "text"),
    [
        (["tag", "colon"], ["r", "u", "tab"], "tag:rust"),
        (["tag", "colon", "w"], ["o", "r", "tab"], "tag:work"),
        (["ta"], ["s", "tab"], "task:"),
        (["tag", "colon"], ["down", "r", "u", "enter"], "tag:ru"),
    ],
)
async def test_a_key_at_once_behind_letters_takes_the_completion_of_these(
    typed: list[str], keys: list[str], text: str
) -> None:
    async with running() as ui:
        await ui.press(*(key for part in typed for key in ([part] if part == "colon" else part)))
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        for key in keys:
            ui.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await ui.until(lambda: ui.main.query_bar.input.value == text, f"it comes to {text}")
        await ui.settled()
        assert ui.main.query_bar.input.value == text


async def test_completions_stand_below_what_they_complete_behind_wide_letters() -> None:
    async with running() as ui:
        await ui.paste("日本語 tag:")
        await ui.until(lambda: ui.main.menu.display, "completions are offered")
        await ui.settled()
        bar = ui.main.query_bar.input
        assert ui.main.menu.region.x + 1 == bar.content_region.x + cell_len("日本語 tag:")


async def test_long_completions_are_told_apart_and_their_counts_told_whole() -> None:
    folder = "Community Expansions/All Community Expansions, in full"
    offered = [Suggestion(f"{folder}/{name}", f"{folder}/{name}", "1,921") for name in ("Plugins", "Themes")]
    offered.append(Suggestion(f"{folder}/Plugins/Quick.md", "Quick", f"{folder}/Plugins/Quick.md"))
    async with running() as ui:
        ui.main.menu.offer(offered, 0, 3)
        await ui.pilot.pause()
        lines = ui.text_of("#menu").split("\n")
        assert [line.split()[-2:] for line in lines[:2]] == [["full/Plugins", "1,921"], ["full/Themes", "1,921"]]
        assert lines[2].strip().startswith("Quick ")
        assert lines[2].strip().endswith("/Plugins/Quick.md")


async def test_values_that_come_late_are_not_offered_for_the_name_of_an_operator() -> None:
    async with running() as ui:
        await ui.press(*"tag", "colon")
        await ui.until(lambda: ui.main.menu.suggestions, "tags are offered")
        late = ui.sent(messages.Suggested)[-1]
        await ui.press("backspace", "backspace")
        await ui.until(lambda: "task:" in [item.label for item in ui.main.menu.suggestions], "operators are offered")
        ui.main.post_message(late)
        await ui.pilot.pause()
        assert "task:" in [item.label for item in ui.main.menu.suggestions]


async def test_escape_closes_the_completions_first() -> None:
    async with running() as ui:
        await ui.press(*"tag", "colon")
        await ui.until(lambda: ui.main.menu.display, "completions are offered")
        await ui.press("escape")
        assert not ui.main.menu.display
        assert ui.main.query_bar.input.has_focus
        await ui.press("escape")
        assert ui.main.results.has_focus


async def test_the_footer_tells_what_keys_do_while_completions_are_open() -> None:
    async with running() as ui:

        def footer() -> str:
            return ui.text_of("#footer").strip()

        usual = footer()
        assert usual.startswith("↵ edit  esc results")
        await ui.press(*"ta")
        await ui.until(
            lambda: footer().startswith("tab complete  ↵ edit  esc results"), "names of operators are offered"
        )
        await ui.press("g", "colon")
        await ui.until(lambda: footer().startswith("tab complete  ↵ edit  esc close"), "tags are offered")
        await ui.press("down")
        await ui.until(lambda: footer().startswith("tab complete  esc close"), "enter takes what was chosen")
        await ui.press("up")
        await ui.until(lambda: footer().startswith("tab complete  ↵ edit  esc close"), "enter edits again")
        x = ui.text_of("#footer").index("esc close")
        await ui.pilot.click("#footer", offset=(x, 0))
        await ui.until(lambda: footer() == usual, "they are closed")
        assert ui.main.query_bar.input.has_focus


async def test_what_is_typed_whole_is_not_offered_in_another_case() -> None:
    async with running() as ui:
        await ui.enter("folder:PROJECTS/RUST")
        await ui.until(lambda: ui.sent(messages.Suggested), "completions are looked for")
        assert not ui.main.menu.display
        await ui.press("down")
        assert ui.main.results.cursor == 1


# The index changes


async def test_a_changed_index_asks_again_and_keeps_selection_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("deadlock")
        await ui.press("down", "down")
        await ui.settled()
        engine.remove_note(DEADLOCKS[0])
        engine.emit(IndexChanged(2, frozenset({DEADLOCKS[0]})))
        await ui.until(lambda: ui.paths == DEADLOCKS[1:], "the removed note is gone")
        assert ui.selected == DEADLOCKS[2]


async def test_what_is_shown_in_full_is_never_replaced_by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.VECTORS_SECONDS", 0.001)
    monkeypatch.setattr("vaulttui.tui.searching.freshness.REST_SECONDS", 0.0)
    monkeypatch.setattr("vaulttui.tui.session.search_requests.SLOW_SECONDS", -1.0)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("deadlock")
        before = ui.sent(messages.Answered)
        assert {answer.final for answer in before} == {False, True}, "otherwise this tests nothing"
        engine.emit(IndexChanged(2, None, vectors=True))
        await ui.until(lambda: len(ui.sent(messages.Answered)) > len(before), "the search was repeated")
        await ui.settled()
        assert all(answer.final for answer in ui.sent(messages.Answered)[len(before) :])


async def test_new_vectors_do_not_disturb_a_search_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.searching.freshness.RERUN_SECONDS", 0.001)
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.press("ctrl+s")
        await ui.settled()
        asked = len(engine.queries)
        engine.emit(IndexChanged(2, None, vectors=True))
        await ui.until(lambda: len(ui.sent(messages.EngineReported)) > 1, "the change was told")
        assert len(engine.queries) == asked
