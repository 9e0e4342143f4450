"""A dialog is closed once, whatever keys and clicks come with the one that closes it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from textual import events
from textual.command import CommandList
from textual.screen import ModalScreen

from vaulttui.tui.palette import Palette
from vaulttui.tui.screens.choosing import ChoiceList
from vaulttui.tui.screens.searches import SearchesScreen
from vaulttui.tui.state.remembered import SavedSearch

from .interface import Interface, running

ENTER, ESCAPE = ("enter", "\r"), ("escape", None)


def burst(ui: Interface, *keys: tuple[str, str | None]) -> None:
    """Let keys come at once, as a terminal sends those that are held down or typed ahead."""
    for key, character in keys:
        ui.app.post_message(events.Key(key, character))


async def opened(ui: Interface, key: str) -> None:
    """Open a dialog by its key, with something to choose."""
    await ui.press("escape", key)

    def offers() -> bool:
        lists = ui.app.screen.query(ChoiceList)
        commands = ui.app.screen.query(CommandList)
        return all(choices.count for choices in lists) and all(found.option_count for found in commands)

    await ui.until(lambda: isinstance(ui.app.screen, ModalScreen) and offers(), "the dialog is shown")


@pytest.mark.parametrize(
    ("dialogs", "keys"),
    [
        *product([(key,) for key in ("m", "ctrl+r", "ctrl+o", "ctrl+p", "d")], [(ENTER, ENTER), (ENTER, ESCAPE)]),
        # Where nothing is chosen, the next dialog finds everything as it was.
        (("m", "ctrl+r", "ctrl+o", "ctrl+p", "d"), (ESCAPE, ENTER)),
        (("ctrl+p", "a", "w", "V", "question_mark"), (ESCAPE, ESCAPE)),
    ],
)
async def test_keys_that_come_at_once_close_a_dialog_and_nothing_below_it(
    dialogs: tuple[str, ...], keys: tuple[tuple[str, str | None], ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "A note.md").touch()  # a vault to be opened
    async with running(query="lock") as ui:
        main = ui.main
        for key in dialogs:
            await opened(ui, key)
            burst(ui, *keys, *keys)
            await ui.until(lambda: ui.app.screen is main, f"what {key} opened is closed")
            await ui.pilot.pause()
            assert ui.app.screen is main, key


async def test_a_choice_is_clicked_and_closed_at_once() -> None:
    async with running() as ui:
        main = ui.main
        main.state.save_search(SavedSearch("Ever", "tag:work"))
        await opened(ui, "ctrl+r")
        screen = ui.app.screen
        assert isinstance(screen, SearchesScreen)
        screen.action_choose()
        screen.action_choose()
        screen.action_close()
        await ui.until(lambda: ui.app.screen is main, "the main screen is there")
        await ui.settled()
        assert main.searching.question.text == "tag:work"


async def test_a_key_right_behind_a_choice_is_for_what_that_leads_to() -> None:
    async with running() as ui:
        main = ui.main
        main.state.save_search(SavedSearch("Ever", "tag:work"))
        await opened(ui, "ctrl+r")
        burst(ui, ENTER, ("ctrl+p", None))
        await ui.until(lambda: isinstance(ui.app.screen, Palette), "the palette is shown")
        assert main.searching.question.text == "tag:work"
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is main, "the main screen is there")


async def test_a_choice_that_is_known_while_something_lies_on_the_dialog_closes_it_afterwards() -> None:
    async with running() as ui:
        main = ui.main
        main.state.save_search(SavedSearch("Ever", "tag:work"))
        await opened(ui, "ctrl+r")
        screen = ui.app.screen
        assert isinstance(screen, SearchesScreen)
        await ui.press("ctrl+p")
        await ui.until(lambda: isinstance(ui.app.screen, Palette), "the palette is shown")
        screen.action_choose()
        screen.action_close()
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is main, "the main screen is there")
        await ui.settled()
        assert main.searching.question.text == "tag:work"


async def test_the_palette_runs_once_what_is_chosen_twice() -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+p")
        await ui.type_in("one line or three")
        await ui.until(lambda: ui.app.screen.query_one(CommandList).option_count == 1, "the command is offered")
        main = ui.main
        burst(ui, ENTER, ENTER, ENTER)
        await ui.until(lambda: main.results.compact, "the command was run")
        await ui.pilot.pause()
        assert main.results.compact
        assert ui.app.screen is main


async def test_the_palette_takes_all_lines_that_are_pasted() -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+p")
        await ui.until(lambda: ui.app.screen.query(CommandList), "the palette is shown")
        assert ui.app.screen.focused is not None
        ui.app.screen.focused.post_message(events.Paste("one line\n  or three"))
        await ui.until(lambda: ui.app.screen.query_one(CommandList).option_count == 1, "the command is offered")
