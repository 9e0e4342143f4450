"""Starting, progress, what is remembered, dialogs, and leaving."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest
from rich.style import Style
from textual.app import ComposeResult
from textual.command import CommandList
from textual.events import Key, Paste
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from vaulttui import paths
from vaulttui.errors import IndexFault, SettingsError
from vaulttui.search.engine import IndexChanged, Progress, SearchEngine
from vaulttui.search.query import Mode
from vaulttui.settings import EmbeddingSettings, InterfaceSettings, Settings
from vaulttui.tui import messages
from vaulttui.tui.app import VaultApp
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.choosing import ChoiceList
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.start import StartScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.screens.warnings import WarningList, WarningsScreen
from vaulttui.tui.state.remembered import UiState
from vaulttui.tui.state.store import StateStore

from .fake_engine import FakeEngine
from .fake_notes import NOTES, FakeNote
from .interface import PATIENCE, make_app, running


def themed(name: str) -> Settings:
    return Settings(interface=InterfaceSettings(theme=name, debounce_ms=0))


# Starting


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What the main screen is made of is loaded only when this is set."""
    loaded = threading.Event()
    original = StartScreen.__init__

    def slow(self: StartScreen, name: str, state: object, load: object) -> None:
        original(self, name, state, lambda: loaded.wait(10))  # type: ignore[arg-type]

    monkeypatch.setattr(StartScreen, "__init__", slow)
    return loaded


async def test_the_frame_is_painted_before_anything_is_loaded_and_typing_is_kept(
    loading: threading.Event,
) -> None:
    async with running(wait=False) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, StartScreen) and ui.app.screen.query("#results"), "a frame")
        await ui.press(*"lokc", "backspace", "backspace", *"ck", "question_mark", "backspace")
        await ui.type_in("می\u200cخواهم")
        ui.app.post_message(Paste("\nof two\nlines"))
        ui.app.post_message(Paste("\n" * 5_000))
        loading.set()
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "the main screen is shown")
        await ui.settled()
        assert ui.main.query_bar.input.value == "lockمی\u200cخواهمof two lines"
        assert ui.engine.queries[-1].source == "lockمی\u200cخواهمof two lines"
        assert [notice.message for notice in ui.app._notifications] == ["Only the first 4,000 characters are taken."]


async def test_keys_that_come_before_anything_is_loaded_do_on_the_main_screen_what_they_do(
    loading: threading.Event,
) -> None:
    async with running(wait=False) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, StartScreen) and ui.app.screen.query("#results"), "a frame")
        await ui.press(*"lock", "escape", "c", "slash", *" or", "enter")
        loading.set()
        await ui.until(lambda: ui.launcher.opened, "the first result is edited")
        assert ui.main.query_bar.input.value == "lock or"
        assert ui.main.results.compact


async def test_letters_that_come_just_as_the_main_screen_does_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    take = StartScreen.take_typed

    def take_and_type_on(self: StartScreen) -> str:
        typed = take(self)
        for event in (*(Key(letter, letter) for letter in "lock"), Paste("\nof two\nlines")):
            self.post_message(event)
        return typed

    monkeypatch.setattr(StartScreen, "take_typed", take_and_type_on)
    async with running(query="before") as ui:
        await ui.until(lambda: ui.main.query_bar.input.value == "lockof two lines", "all of it is in the query")


async def test_who_leaves_before_the_main_screen_is_loaded_hears_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    loading, faults = threading.Event(), list[threading.ExceptHookArgs]()
    original = StartScreen.__init__

    def slow(self: StartScreen, name: str, state: object, load: object) -> None:
        original(self, name, state, lambda: loading.wait(10))  # type: ignore[arg-type]

    monkeypatch.setattr(StartScreen, "__init__", slow)
    monkeypatch.setattr(threading, "excepthook", faults.append)
    async with running(wait=False) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, StartScreen) and ui.app.screen.query("#results"), "a frame")
        loader = next(thread for thread in threading.enumerate() if thread.name == "vaulttui-load")
        ui.app.exit()
    loading.set()
    loader.join(PATIENCE)
    assert not loader.is_alive()
    assert faults == []


@pytest.mark.parametrize("size", [(60, 20), (90, 30), (140, 40)])
async def test_the_frame_has_its_panes_where_they_stay(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    loading = threading.Event()
    original = StartScreen.__init__

    def slow(self: StartScreen, name: str, state: object, load: object) -> None:
        original(self, name, state, lambda: loading.wait(10))  # type: ignore[arg-type]

    def panes(screen: Widget) -> dict[str, Region]:
        found = (screen.query_one(f"#{name}") for name in ("filters", "results", "preview", "panel"))
        return {str(pane.id): pane.region for pane in found if pane.region}

    monkeypatch.setattr(StartScreen, "__init__", slow)
    async with running(wait=False, size=size) as ui:
        await ui.until(lambda: isinstance(ui.app.screen, StartScreen) and bool(panes(ui.app.screen)), "a frame")
        first = panes(ui.app.screen)
        loading.set()
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "the main screen is shown")
        await ui.settled()
        assert first == panes(ui.main)


async def test_an_index_that_cannot_be_opened_is_told() -> None:
    engine = FakeEngine(fault=IndexFault("The index is [b]broken[/b]."))
    async with running(engine, wait=False) as ui:
        await ui.until(lambda: ui.sent(messages.EngineFailed), "the fault is told")
        assert "The vault cannot be searched" in ui.text_of("#results")
        assert "The index is [b]broken[/b]." in ui.text_of("#results")


async def test_even_an_unexpected_fault_at_the_start_is_told() -> None:
    def open_engine() -> SearchEngine:
        raise ZeroDivisionError("no index")

    app = make_app(open_engine)
    async with app.run_test() as pilot:
        async with asyncio.timeout(PATIENCE):
            while not (isinstance(app.screen, MainScreen) and app.screen.status_line.waiting == "not open"):
                await pilot.pause()
        assert app.screen.results.count == 0
    app.close()


async def test_leaving_closes_the_engine() -> None:
    async with running() as ui:
        await ui.press("escape", "q")
        await ui.until(lambda: not ui.app.is_running, "the interface ends")
    assert ui.engine.closed


def test_a_fault_in_the_keys_of_the_settings_is_raised_before_the_terminal_is_taken() -> None:
    with pytest.raises(SettingsError, match=r"there is no command 'helpp\.open'; did you mean 'help\.open'"):
        VaultApp(lambda vault: FakeEngine(), Path("/v"), Settings(keys={"helpp.open": "f2"}))


# Progress


async def test_progress_is_shown_with_a_bar_and_goes_when_all_is_done() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        engine.emit(Progress("reading", 900, 1_843, rate=410, seconds_left=3, notes=900))
        await ui.until(lambda: "900 of 1,843" in ui.text_of("#status"), "progress is shown")
        assert "900 notes · reading 900 of 1,843 · 410/s · 3 s left  ███▉" in ui.text_of("#status")
        engine.emit(Progress("embedding", notes=1_843, embedded=92, embeddable=100))
        await ui.until(lambda: "vectors 92 %" in ui.text_of("#status"), "vectors are shown")
        engine.emit(Progress("idle", notes=1_843, embedded=100, embeddable=100))
        await ui.until(lambda: ui.text_of("#status").endswith("1,843 notes  ≡"), "only the number of notes is left")


async def test_one_note_is_one_note() -> None:
    async with running(FakeEngine([FakeNote("One.md", "One", "Text.")])) as ui:
        assert ui.main.status_line.waiting == "1 note"


async def test_a_thousand_reports_cost_a_few_repaints() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        before = len(ui.sent(messages.EngineReported))
        for done in range(1_000):
            engine.emit(Progress("reading", done, 1_000, notes=done))
        await ui.until(lambda: "999 notes" in ui.text_of("#status"), "the last report is shown")
        assert len(ui.sent(messages.EngineReported)) - before <= 3


class BeingRead(FakeEngine):
    """A vault of which only some notes are read yet."""

    def start_background(self, *, embed: bool = True) -> None:
        self.emit(Progress("reading", len(self.notes), len(NOTES), notes=len(self.notes)))


@pytest.mark.parametrize("touched", [False, True])
async def test_the_first_note_stays_selected_while_the_vault_is_read_unless_one_has_begun_to_work(
    touched: bool,
) -> None:
    """Newer notes may be read later: they would stand above what is in sight."""
    newest, *older = sorted(NOTES, key=lambda note: note.days)
    engine = BeingRead(older)
    async with running(engine) as ui:
        assert ui.main.results.selected is not None
        before = ui.main.results.selected.path
        if touched:
            await ui.press("escape")
        engine.notes[newest.path] = newest
        engine.emit(engine.idle_progress())
        engine.emit(IndexChanged(2, None))
        await ui.until(lambda: ui.main.results.count == len(NOTES), "all notes are found")
        first = 1 if touched else 0
        assert ui.main.results.cursor == first
        assert ui.main.results.selected.path == (before if touched else newest.path)
        # Once all is read, who only looks keeps what is looked at.
        engine.notes["New.md"] = FakeNote("New.md", "New", "Text.", days=-1)
        engine.emit(IndexChanged(3, None))
        await ui.until(lambda: ui.main.results.count == len(NOTES) + 1, "a new one is found")
        assert ui.main.results.cursor == first + 1


async def test_a_note_that_could_not_be_read_is_shown_once_the_vault_is_back() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        away, engine.notes = engine.notes, {}
        engine.emit(Progress("failed", notes=10, message="The vault is not there."))
        await ui.until(lambda: "The vault is not there." in ui.text_of("#status"), "it is told")
        await ui.press("down")
        await ui.until(lambda: "There is no note" in ui.text_of("#preview"), "the next note cannot be read")
        engine.notes = away
        # Nothing has changed in it: only the end of the fault tells that it is back.
        engine.emit(engine.idle_progress())
        await ui.until(lambda: ui.shown == ui.selected, "the note is shown")


async def test_a_problem_of_the_index_is_shown() -> None:
    engine = FakeEngine()
    async with running(engine) as ui:
        engine.emit(Progress("failed", notes=10, message="The vault is not there."))
        await ui.until(lambda: "10 notes · The vault is not there." in ui.text_of("#status"), "the problem is shown")


async def test_the_vault_is_read_again_on_a_key() -> None:
    async with running() as ui:
        await ui.press("escape", "R")
        await ui.until(lambda: ui.engine.refreshed == 1, "it was read again")
        assert ui.notices == ["The vault is being read again."], "nothing else may be seen of it"


# What is remembered


async def test_query_order_widths_and_theme_survive_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "state" / "vault.json"
    async with running(state=state) as ui:
        await ui.enter("lock")
        await ui.press("escape", "s", "p", "greater_than_sign", "c")
        await ui.settled()
        ui.app.theme = "nord"
    assert state.stat().st_mode & 0o777 == 0o600
    async with running(state=state) as ui:
        assert ui.main.query_bar.input.value == "lock"
        assert ui.engine.queries[-1].sort == "modified"
        assert ui.engine.queries[-1].group_by == "chunk"
        assert ui.main.results.compact
        assert ui.app.state.results_share == 44
        assert ui.app.theme == "nord"
        await ui.press("x")
        assert ui.main.query_bar.input.value == "x"


async def test_what_one_has_changed_is_written_down_soon_for_the_program_may_be_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.screens.main.KEEP_SECONDS", 0.01)
    path = tmp_path / "vault.json"

    def kept() -> UiState:
        return StateStore(path).load()[0]

    async with running(state=path) as ui:
        await ui.enter("lock")
        await ui.press("escape", "s", "c", "p")
        await ui.until(lambda: kept().passages, "it is written")
        state = kept()
        assert (state.query, state.sort, state.compact, state.history) == ("lock", "modified", True, ["lock"])
        await ui.press("slash")
        await ui.type_in(" half")
        await ui.until(lambda: kept().query == "lock half", "what is typed is, too")
        assert kept().history == ["lock"], "but it is no query of the history yet"
        killed = path.read_text()
    path.write_text(killed)
    async with running(state=path) as ui:
        await ui.press("x", "alt+up")
        assert ui.main.query_bar.input.value == "lock half"
        assert ui.app.state.history == ["lock", "lock half"]


async def test_what_is_half_typed_in_one_window_is_no_query_of_another_one(tmp_path: Path) -> None:
    path = tmp_path / "vault.json"
    StateStore(path).save(UiState(query="hal", history=["lock"]))
    async with running(state=path) as ui:
        assert ui.main.query_bar.input.value == "hal"
        await ui.app.keep_state()
        assert StateStore(path).load()[0].history == ["lock"]
    kept, _ = StateStore(path).load()
    assert (kept.query, kept.history) == ("hal", ["lock"])


async def test_a_state_that_cannot_be_written_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.screens.main.KEEP_SECONDS", 0.01)
    tried: list[Path] = []

    def full(path: Path, text: str) -> None:
        tried.append(path)
        raise OSError(28, "No space left on device")

    async with running(state=tmp_path / "vault.json") as ui:
        with monkeypatch.context() as patch:
            patch.setattr("vaulttui.tui.state.store.write_private", full)
            await ui.press("escape", "c")
            await ui.until(lambda: len(tried) > 3, "it was tried")
            assert ui.notices == [
                f"What was searched for and read cannot be saved in {paths.state_dir()}: No space left on device. "
                "Free some space, or make the folder writable."
            ]
        await ui.until(lambda: StateStore(tmp_path / "vault.json").load()[0].compact, "it is written at last")


async def test_a_broken_state_file_is_told_and_put_aside(tmp_path: Path) -> None:
    state = tmp_path / "vault.json"
    state.write_text("{")
    async with running(state=state) as ui:
        await ui.until(lambda: ui.notices, "there is a notice")
        assert "could not be read and starts anew" in ui.notices[0]
        assert ui.notices[0].endswith("It is kept as vault.json.damaged.")
    assert (tmp_path / "vault.json.damaged").read_text() == "{"
    assert json.loads(state.read_text())["query"] == ""


@pytest.mark.parametrize("theme", ["vault-dark", "vault-light", "textual-light", "gruvbox"])
async def test_the_theme_of_the_settings_is_used(theme: str) -> None:
    async with running(settings=themed(theme)) as ui:
        assert ui.app.theme == theme


@pytest.mark.parametrize(
    ("theme", "hint"),
    [("nope", "."), ("gruvbx", "; did you mean 'gruvbox'?"), ("vault-drak", "; did you mean 'vault-dark'?")],
)
async def test_an_unknown_theme_is_told_with_the_file_the_key_and_the_nearest_name(theme: str, hint: str) -> None:
    async with running(settings=themed(theme)) as ui:
        assert ui.app.theme == "vault-dark"
        told = f"/home/me/config.toml: interface.theme: there is no theme {theme!r}{hint} vault-dark is used."
        await ui.until(lambda: ui.notices == [told], "there is a notice")


async def test_a_theme_that_was_chosen_and_has_gone_gives_way_to_that_of_the_settings(tmp_path: Path) -> None:
    state = tmp_path / "vault.json"
    async with running(state=state, settings=themed("gruvbox")) as ui:
        ui.app.theme = "nord"
    state.write_text(state.read_text().replace("nord", "my-ink"))
    async with running(state=state, settings=themed("gruvbox")) as ui:
        assert ui.app.theme == "gruvbox"
        told = "The theme 'my-ink', which was chosen last, is not there any more. gruvbox is used."
        await ui.until(lambda: ui.notices == [told], "there is a notice")


async def test_theme_and_mode_are_those_that_were_said_last_by_a_key_or_by_the_settings(tmp_path: Path) -> None:
    state = tmp_path / "vault.json"

    def said(theme: str, mode: str) -> Settings:
        return Settings(interface=InterfaceSettings(theme=theme, default_mode=mode, debounce_ms=0))

    async with running(state=state, settings=said("gruvbox", "hybrid")) as ui:
        ui.app.theme = "nord"
        await ui.press("ctrl+s")
        await ui.settled()
        chosen = ui.main.question.mode
        assert chosen is not Mode.HYBRID
    async with running(state=state, settings=said("gruvbox", "hybrid")) as ui:
        assert (ui.app.theme, ui.main.question.mode) == ("nord", chosen)
    for _ in range(2):
        async with running(state=state, settings=said("dracula", "semantic")) as ui:
            assert (ui.app.theme, ui.main.question.mode) == ("dracula", Mode.SEMANTIC)


async def test_without_vectors_searches_are_by_words_until_another_mode_is_chosen(tmp_path: Path) -> None:
    state = tmp_path / "vault.json"

    def made(vectors: bool) -> Settings:
        return Settings(embedding=EmbeddingSettings(enabled=vectors), interface=InterfaceSettings(debounce_ms=0))

    async with running(state=state, settings=made(True)) as ui:
        assert ui.main.question.mode is Mode.HYBRID
    async with running(state=state, settings=made(False)) as ui:
        first = ui.main.question.mode
        await ui.press("ctrl+s")
        chosen = ui.main.question.mode
        assert first is Mode.KEYWORD is not chosen
    async with running(state=state, settings=made(False)) as ui:
        assert ui.main.question.mode is chosen


@pytest.mark.parametrize("reduced", [True, False])
async def test_with_reduced_motion_no_cursor_blinks(reduced: bool) -> None:
    async with running(settings=Settings(interface=InterfaceSettings(debounce_ms=0, reduced_motion=reduced))) as ui:
        ui.app.animation_level = "none" if reduced else "full"  # tests run without animations
        for key in ("ctrl+p", "ctrl+o"):
            await ui.press(key)
            await ui.until(lambda: ui.app.screen is not ui.main and ui.app.screen.query(Input), "something is asked")
            assert [field.cursor_blink for field in ui.app.screen.query(Input)] == [not reduced]
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, "the dialog is closed")


# Dialogs


async def test_the_switcher_opens_a_note_by_a_part_of_its_name() -> None:
    async with running() as ui:
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher) and ui.app.screen.choices.count == 10, "all notes")
        await ui.press(*"srdgh", "enter")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        assert ui.main.preview.has_focus
        assert ui.selected == "Inbox.md"


async def test_the_switcher_moves_with_arrows_and_closes_with_escape() -> None:
    async with running() as ui:
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher) and ui.app.screen.choices.count == 10, "all notes")
        await ui.press("down", "down")
        assert ui.app.screen.query_one(ChoiceList).cursor == 2
        await ui.press("escape")
        assert isinstance(ui.app.screen, MainScreen)


async def test_warnings_lead_to_their_line() -> None:
    engine = FakeEngine()
    engine.warned = [("Inbox.md", 3, "A [b]bad[/b] property."), ("Recipes/Sourdough.md", None, "Odd.")]
    async with running(engine) as ui:
        await ui.press("escape", "w")
        await ui.until(lambda: isinstance(ui.app.screen, WarningsScreen) and "bad" in ui.text_of("#warning-list"), "")
        assert "A [b]bad[/b] property." in ui.text_of("#warning-list")
        await ui.press("enter")
        await ui.until(lambda: ui.main.reading.place == Place("Inbox.md", 3), "the note is shown")


@pytest.mark.parametrize(("size", "height"), [((60, 20), 5), ((160, 45), 3)])
async def test_a_warning_is_told_to_its_end(size: tuple[int, int], height: int) -> None:
    message = (
        "The frontmatter is not valid YAML: found character that cannot start any token in line 3, '- @kepano'. "
        "The note has no properties."
    )
    engine = FakeEngine()
    engine.warned = [("A folder/with a name/that is long/and goes on/Inbox.md", 3, message), ("Other.md", None, "Odd.")]
    async with running(engine, size=size) as ui:
        await ui.press("escape", "w")
        await ui.until(lambda: isinstance(ui.app.screen, WarningsScreen) and "Odd." in ui.text_of("#warning-list"), "")
        assert message in " ".join(ui.text_of("#warning-list").split())
        assert "/Inbox.md" in ui.text_of("#warning-list")
        assert ui.app.screen.query_one(WarningList).row_height == height


async def test_no_warnings_is_good_news() -> None:
    async with running() as ui:
        await ui.press("escape", "w")
        await ui.until(lambda: "Everything was read" in ui.text_of("#warning-list"), "it says so")


async def test_help_opens_from_anywhere_and_closes() -> None:
    async with running() as ui:
        await ui.press("f1")
        assert isinstance(ui.app.screen, HelpScreen)
        box = ui.app.screen.query_one("#help")
        await ui.press("G", "k")
        assert box.scroll_y == box.max_scroll_y - 1
        await ui.press("g", "ctrl+d", "pagedown", "q")
        assert box.scroll_y > 0
        assert isinstance(ui.app.screen, MainScreen)


async def test_over_a_dialog_the_palette_has_only_what_works_everywhere() -> None:
    async with running() as ui:
        await ui.press("escape", "d", "ctrl+p")
        await ui.until(lambda: ui.app.screen.query(CommandList), "the palette is shown")
        await ui.until(lambda: ui.app.screen.query_one(CommandList).option_count, "commands are offered")
        assert ui.app.screen.query_one(CommandList).option_count == 5


async def test_the_palette_runs_a_command_where_it_belongs() -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+p")
        await ui.press(*(key if key != " " else "space" for key in "one line or three"))
        await ui.until(lambda: ui.app.screen.query_one(CommandList).option_count == 1, "the command is offered")
        await ui.press("enter")
        await ui.until(lambda: ui.main.results.compact, "the command was run")


async def test_the_palette_knows_the_words_of_borders_and_footer() -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+p")
        await ui.until(lambda: ui.app.screen.query(CommandList), "the palette is shown")

        def prompts() -> list[str]:
            return [str(option.prompt).partition("\n")[0] for option in ui.app.screen.query_one(CommandList).options]

        for typed, offered in {
            "zen": "Preview alone, or all panes (zen)",
            "back": "Note seen before (back)",
            "passages": "One result for each note, or for each passage (passages)",
            "help": "All keys (help)",
            "not these": "No notes with this value, or undo that (not these)",
            "edit": "Edit the note at its line",
        }.items():
            ui.app.screen.query_one(Input).value = "nothing of this name"
            await ui.until(lambda: offered not in prompts(), "no command is offered")  # noqa: B023
            ui.app.screen.query_one(Input).value = typed
            await ui.until(lambda: offered in prompts(), f"{typed} offers it")  # noqa: B023


async def test_a_fault_of_the_index_is_told_in_full_once_until_it_is_over() -> None:
    engine = FakeEngine()
    why = "The vault /mnt/notes is not there. Is the disk mounted? Its index is kept; nothing was removed."
    async with running(engine, size=(60, 20)) as ui:
        for phase in ("failed", "scanning", "failed"):
            engine.emit(Progress(phase, notes=10, message=why if phase == "failed" else ""))
            await ui.until(lambda: why in ui.notices, "it is told")
        assert ui.notices.count(why) == 1
        await ui.until(lambda: "10 notes · The vault /mnt" in ui.text_of("#status"), "its beginning stays")
        assert ui.text_of("#status").endswith("…  ≡")
        engine.emit(Progress("idle", notes=10))
        await ui.until(lambda: ui.text_of("#status").endswith("10 notes  ≡"), "it is over")
        engine.emit(Progress("failed", notes=10, message=why))
        await ui.until(lambda: ui.notices.count(why) == 2, "it is told again")


async def test_what_a_person_should_know_of_the_index_is_told_in_full_once() -> None:
    engine = FakeEngine()
    why = "The system does not tell of changes (Too many open files): they are looked for every few seconds instead."
    async with running(engine, size=(60, 20)) as ui:
        for _ in range(2):  # as behind two saved notes
            engine.emit(Progress("idle", notes=10, message=why))
            await ui.until(lambda: "10 notes · The system" in ui.text_of("#status"), "it is shown")
            engine.emit(Progress("idle", notes=10))
            await ui.until(lambda: "10 notes  ≡" in ui.text_of("#status"), "vectors were made")
        assert ui.notices.count(why) == 1


async def test_an_error_ends_the_program_even_if_its_local_variables_cannot_be_shown() -> None:
    class Broken(Screen[None]):
        def compose(self) -> ComposeResult:
            half_made = Style.__new__(Style)  # as it is left where a colour is not valid
            yield Static(str(int("broken")))
            del half_made

    async def run(app: VaultApp) -> None:
        async with app.run_test(), asyncio.timeout(PATIENCE):
            app.push_screen(Broken())
            while app.is_running:
                await asyncio.sleep(0)

    app = make_app(FakeEngine)
    with pytest.raises(ValueError, match="broken"):
        await run(app)
    assert app.return_code == 1
    app.close()
