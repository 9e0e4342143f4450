"""What is shown where there is nothing to show, and how one gets out of it."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest

from vaulttui.errors import IndexFault, VaultNotFoundError
from vaulttui.search.engine import IndexChanged, Progress
from vaulttui.tui import messages
from vaulttui.tui.loosening import looser
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.widgets.result_list import ResultList

from .fake_engine import FakeEngine
from .interface import PATIENCE, running


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("", []),
        ("lock", []),
        ("tag:work", []),
        ("tag:work lock", [("without tag work", "lock"), ("without lock", "tag:work")]),
        (
            "-tag:work [status:draft] lock",
            [
                ("without not tag work", "[status:draft] lock"),
                ("draft within status", "-tag:work [status:~draft] lock"),
                ("without status draft", "-tag:work lock"),
                ("without lock", "-tag:work [status:draft]"),
            ],
        ),
        ("[book author: de Waal]", [("de Waal within book author", "[book author:~de Waal]")]),
        (
            '[due:<today] [status:"a b"]',
            [("without due < today", '[status:"a b"]'), ("without status a b", "[due:<today]")],
        ),
        ('"a lock"', [("without the quotes", "a lock")]),
    ],
)
def test_a_query_is_made_looser_by_one_condition_at_a_time(text: str, queries: list[tuple[str, str]]) -> None:
    assert [(item.label, item.text) for item in looser(text)] == queries


async def test_nothing_found_offers_what_finds_more_and_enter_takes_it() -> None:
    async with running() as ui:
        await ui.enter("tag:garden sourdough")
        await ui.until(lambda: "without" in ui.text_of("#results"), "other queries are offered")
        shown = ui.text_of("#results")
        assert re.search(r"▌ without tag garden +2$", shown, re.MULTILINE)
        assert re.search(r"^  without sourdough +1$", shown, re.MULTILINE)
        await ui.press("down", "enter")
        await ui.settled()
        assert ui.main.query_bar.input.value == "tag:garden"
        assert ui.paths == ["Projects/Garden irrigation.md"]
        assert not ui.launcher.opened


async def test_what_is_offered_stays_and_stays_chosen_when_the_notes_change() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        await ui.enter("tag:garden sourdough")
        await ui.until(lambda: "without" in ui.text_of("#results"), "other queries are offered")
        await ui.press("down")
        shown = ui.text_of("#results")
        told = len(ui.sent(ResultList.EmptyExplained))
        engine.emit(IndexChanged(2, frozenset()))
        await ui.until(lambda: len(ui.sent(messages.LooserFound)) == 2, "they are looked for again")
        assert ui.text_of("#results") == shown
        assert len(ui.sent(ResultList.EmptyExplained)) == told + 1, "nothing else was said in between"
        await ui.enter(" zzz")
        await ui.until(lambda: "without" in ui.text_of("#results"), "others are offered for something else")
        assert ui.main.results.offer == "sourdough zzz"


async def test_what_is_offered_is_taken_from_the_list_and_by_mouse() -> None:
    async with running() as ui:
        await ui.enter("tag:garden sourdough")
        await ui.until(lambda: "without" in ui.text_of("#results"), "other queries are offered")
        await ui.press("escape", "j", "k", "enter")
        await ui.settled()
        assert ui.main.query_bar.input.value == "sourdough"
        await ui.press("slash", "end")
        await ui.enter(" tag:garden")
        # While a filter is typed, what was found before stays.
        await ui.press("escape")
        await ui.until(lambda: "without" in ui.text_of("#results"), "other queries are offered")
        lines = ui.text_of("#results").split("\n")
        y = next(number for number, line in enumerate(lines) if "without sourdough" in line)
        await ui.pilot.click("#results", offset=(8, y + 1))
        await ui.settled()
        assert ui.main.query_bar.input.value.strip() == "tag:garden"


async def test_where_nothing_can_be_left_out_it_is_said() -> None:
    async with running() as ui:
        await ui.enter("zzz")
        await ui.until(lambda: "Fewer or other words may help" in ui.text_of("#results"), "it is said")


async def test_a_name_that_the_vault_does_not_have_is_said() -> None:
    async with running() as ui:
        await ui.enter("tag:gardn sourdough")
        await ui.until(lambda: "without" in ui.text_of("#results"), "other queries are offered")
        shown = " ".join(ui.text_of("#results").split())
        assert "No note has the tag 'gardn'. Did you mean 'garden'? These would find something:" in shown


async def test_where_there_are_no_vectors_yet_other_words_are_not_advised() -> None:
    engine = FakeEngine()
    engine.degraded = "No note has a vector yet; they are being made."
    async with running(engine) as ui:
        await ui.press("ctrl+s", "ctrl+s")
        await ui.enter("zzz")
        await ui.until(lambda: "ctrl+s searches in another mode" in ui.text_of("#results"), "it is said")
        assert "other words" not in ui.text_of("#results")


async def test_an_empty_vault_says_how_to_begin() -> None:
    async with running(FakeEngine(())) as ui:
        await ui.until(lambda: "No notes yet" in ui.text_of("#results"), "it is said")
        # The query has the keyboard: the letters alone would be typed.
        assert "esc, then a makes the first note, V opens another vault." in " ".join(ui.text_of("#results").split())
        await ui.press("escape", "a")
        assert ui.app.screen is not ui.main


async def test_the_footer_offers_nothing_that_needs_a_note_where_there_is_none() -> None:
    async with running() as ui:
        offered = ("edit", "backlinks", "outline", "related", "next match")
        await ui.enter("xyzzy")
        await ui.until(lambda: not any(word in ui.text_of("#footer") for word in offered), "nothing is offered")
        assert "ctrl+o open note" in ui.text_of("#footer")
        await ui.press("escape")
        assert not any(word in ui.text_of("#footer") for word in (*offered, "mark"))
        await ui.press("escape")
        await ui.settled()
        await ui.until(lambda: "↵ edit" in ui.text_of("#footer"), "there is a note again")
        assert "space mark" in ui.text_of("#footer")


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ([], {"enter": "There is no note here."}),
        (
            ["escape"],
            {
                **dict.fromkeys(("e", "y", "Y", "O"), "There is no note here."),
                **dict.fromkeys(("ctrl+a", "M", "space"), "There are no results to mark."),
                **dict.fromkeys(("n", "N"), "There are no matches here."),
                "F": "There are no links in sight.",
                "v": "There is no note to show the source of.",
            },
        ),
        (
            ["escape", "3"],
            {
                "e": "There is no note here.",
                "o": "No link is chosen.",
                "]": "There are no links here.",
                "space": "There is no callout to fold in sight.",
            },
        ),
    ],
    ids=["query", "results", "preview"],
)
async def test_keys_that_find_nothing_to_work_on_say_so_and_change_nothing(
    before: list[str], told: dict[str, str]
) -> None:
    async with running() as ui:
        await ui.enter("xyzzy mode:keyword")
        await ui.until(lambda: "Nothing found" in ui.text_of("#results"), "nothing is found")
        await ui.press(*before)
        focused = ui.app.focused
        for key, notice in told.items():
            ui.app.clear_notifications()
            await ui.press(key)
            await ui.until(lambda: ui.notices == [notice], f"{key} says so")  # noqa: B023
            assert ui.app.focused is focused
            assert not ui.main.preview.source_view
            assert ui.launcher.opened == []


async def test_the_first_reading_is_told() -> None:
    engine = FakeEngine(())
    async with running(engine) as ui:
        engine.emit(Progress("reading", 10, 400, rate=100, seconds_left=4, notes=10))
        await ui.until(lambda: "Reading the vault for the first time" in ui.text_of("#results"), "it is told")
        assert "reading 10 of 400" in ui.text_of("#status")


async def test_a_vault_that_could_not_be_opened_is_opened_by_trying_again() -> None:
    engine = FakeEngine(fault=VaultNotFoundError("The vault /mnt/notes is not there."))
    async with running(engine, wait=False) as ui:
        await ui.until(lambda: ui.sent(messages.EngineFailed), "the fault is told")
        await ui.until(lambda: "esc, then R tries again" in ui.text_of("#results"), "what can be done is told")
        engine.fault = None
        await ui.press("escape", "R")
        await ui.until(lambda: ui.sent(messages.EngineOpened), "it is opened")
        await ui.settled()
        assert len(ui.paths) == 10


async def test_what_is_told_of_a_vault_that_does_not_open_holds_where_the_keyboard_is() -> None:
    engine = FakeEngine(fault=VaultNotFoundError("The vault /mnt/notes is not there."))
    async with running(engine, query="lock", wait=False) as ui:
        await ui.until(lambda: "esc, then R tries again" in ui.text_of("#results"), "what can be done is told")
        await ui.press("escape")
        await ui.until(lambda: "esc" not in ui.text_of("#results"), "the query is left already")
        for failures in (2, 3):
            await ui.press("R")
            await ui.until(lambda: len(ui.sent(messages.EngineFailed)) == failures, "it fails again")  # noqa: B023
            await ui.until(lambda: "R tries again" in ui.text_of("#results"), "what can be done is told")
            assert "esc" not in ui.text_of("#results")
        assert ui.main.query_bar.input.value == "lock"
        await ui.press("slash")
        await ui.until(lambda: "esc, then R tries again" in ui.text_of("#results"), "the letters would be typed")


async def test_nothing_is_said_to_be_searched_where_the_vault_could_not_be_opened() -> None:
    opening = threading.Event()

    class SlowEngine(FakeEngine):
        def initialize(self) -> None:
            assert opening.wait(PATIENCE), "the test never let it open"
            super().initialize()

    async with running(SlowEngine(fault=IndexFault("The disk is full.")), wait=False) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "the main screen is shown")

        def told() -> str:
            return ui.main.query_bar.info.render().plain

        await ui.until(lambda: "searching …" in told(), "it may still be opened")
        opening.set()
        await ui.until(lambda: "searching" not in told(), "it was not opened")
        await ui.paste("lock")
        await ui.until(lambda: ui.main.searching.question.text == "lock", "it is asked")
        ui.main.searching.tell_late()
        assert "searching" not in told()


@pytest.mark.parametrize("keys", [["R", "R"], ["D"], ["ctrl+o", "x", "escape"]])
async def test_a_vault_is_opened_by_trying_again_whatever_was_done_meanwhile(keys: list[str], tmp_path: Path) -> None:
    engine = FakeEngine(fault=IndexFault("It was written by a newer version."))
    async with running(engine, wait=False, vault=tmp_path) as ui:
        await ui.until(lambda: "R tries again" in ui.text_of("#results"), "what can be done is told")
        failed = len(ui.sent(messages.EngineFailed))
        await ui.press("escape", *keys)
        if keys[0] == "R":
            await ui.until(lambda: len(ui.sent(messages.EngineFailed)) > failed, "it fails again")
        elif keys[0] == "D":
            await ui.until(lambda: ui.launcher.opened, "the daily note is made and edited")
            await ui.press("escape")
        await ui.until(lambda: ui.main.status_line.waiting == "not open", "it is not open")
        engine.fault = None
        await ui.press("R")
        await ui.until(lambda: ui.sent(messages.EngineOpened), "it is opened")
        await ui.until(lambda: len(ui.paths) >= 10, "its notes are listed")


async def test_notes_are_made_while_the_vault_is_not_open_and_what_waits_for_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "Templates").mkdir()
    engine = FakeEngine(fault=IndexFault("It was written by a newer version."))
    async with running(engine, wait=False, vault=tmp_path) as ui:
        await ui.until(lambda: "R tries again" in ui.text_of("#results"), "what can be done is told")
        await ui.press("escape", "ctrl+o", "x")
        await ui.until(lambda: "The vault is not open yet." in ui.text_of("#chooser-list"), "it is said")
        await ui.press("escape", "w")
        await ui.until(lambda: "The vault is not open yet." in ui.text_of("#warning-list"), "it is said there, too")
        await ui.press("escape", "a")
        await ui.until(lambda: "Empty note" in ui.text_of("#chooser-list"), "a note can be made")
        await ui.press("escape", "D")
        await ui.until(lambda: ui.launcher.opened, "the daily note is made and edited")


async def test_an_index_of_a_newer_version_is_told() -> None:
    async with running(FakeEngine(fault=IndexFault("It was written by a newer version.")), wait=False) as ui:
        await ui.until(lambda: "newer version" in ui.text_of("#results"), "the fault is told")


async def test_the_last_line_offers_the_next_match_only_where_words_are_looked_for() -> None:
    async with running(size=(180, 40)) as ui:
        await ui.press("escape")
        assert "next match" not in ui.text_of("#footer")
        await ui.press("slash")
        await ui.enter("deadlock")
        await ui.press("escape")
        assert "n next match" in ui.text_of("#footer")
        await ui.press("slash", "ctrl+u")
        await ui.enter("tag:rust")
        await ui.press("escape")
        assert "next match" not in ui.text_of("#footer")
