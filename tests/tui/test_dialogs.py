"""What one does by typing a name: open, make and save things."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from textual import events
from textual.screen import ModalScreen, Screen

from vaulttui import paths
from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import Suggestion, SuggestKind
from vaulttui.settings import InterfaceSettings, NotesSettings, Settings
from vaulttui.tui.messages import Suggested
from vaulttui.tui.screens import vaults
from vaulttui.tui.screens.choosing import Choice, ChoiceList, ChooserInput, fitting
from vaulttui.tui.screens.dates import DatesScreen
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.new_note import NewNoteScreen
from vaulttui.tui.screens.searches import SaveSearchScreen, SearchesScreen
from vaulttui.tui.screens.start import StartScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.screens.vaults import VaultsScreen
from vaulttui.tui.session.note_making import folder_as_named
from vaulttui.tui.state.remembered import SavedSearch, UiState
from vaulttui.tui.state.store import StateStore
from vaulttui.tui.terminal.input_parser import InputParser
from vaulttui.tui.vaults.vault_finder import FoundVault, SampleVault

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import PATIENCE, Interface, make_app, running, running_app

PLAIN = InterfaceSettings(theme="vault-dark", debounce_ms=0)


def offered(ui: Interface) -> list[str]:
    """Labels of what a dialog offers."""
    return [choice.label for choice in ui.app.screen.query_one(ChoiceList).choices]


async def dialog(ui: Interface, kind: type[Screen[Any]]) -> None:
    """Wait until a dialog offers something."""
    await ui.until(lambda: isinstance(ui.app.screen, kind) and offered(ui), "the dialog is shown")


async def typed(ui: Interface, text: str) -> None:
    """Type a text, as keys."""
    await ui.press(*("space" if letter == " " else "slash" if letter == "/" else letter for letter in text))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


# New notes


@pytest.mark.parametrize("key", ["", "ctrl+v"], ids=["by the terminal", "by a key"])
async def test_a_title_of_several_lines_is_pasted_whole(vault: Path, key: str) -> None:
    title = "Zettelkasten and\n  the art of \r\nnote taking\n"
    async with running(vault=vault) as ui:
        ui.app.copy_to_clipboard(title)
        await ui.press("escape", "a")
        await dialog(ui, NewNoteScreen)
        field = ui.app.screen.query_one(ChooserInput)
        if key:
            await ui.press(key)
        else:
            field.post_message(events.Paste(title))
        await ui.until(lambda: field.value, "it is pasted")
        assert field.value == "Zettelkasten and the art of note taking"


async def test_a_new_note_is_made_and_edited(vault: Path) -> None:
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Ideas/A new one")
        await ui.until(lambda: offered(ui) == ["Empty note"], "an empty note is offered")
        await ui.press("enter")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert ui.launcher.opened == [(vault / "Ideas/A new one.md", 1)]
        assert (vault / "Ideas/A new one.md").read_text() == ""
        await ui.until(lambda: "Ideas/A new one.md" in ui.engine.indexed, "it is read into the index")
        assert ui.main.reading.place is not None
        assert ui.main.reading.place.path == "Ideas/A new one.md"


@pytest.mark.parametrize(("name", "told"), [("private/plan", True), ("public/plan", False)])
async def test_it_is_told_that_a_new_note_will_not_be_found_where_notes_are_left_out(
    vault: Path, name: str, told: bool
) -> None:
    (vault / ".gitignore").write_text("private/\n")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, name)
        await ui.until(lambda: offered(ui) == ["Empty note"], "an empty note is offered")
        await ui.press("enter")
        await ui.until(lambda: f"{name}.md" in ui.engine.indexed, "it is read into the index")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert any(f"leave {name}.md out: it will not be found" in notice for notice in ui.notices) == told


async def test_a_new_note_can_start_from_a_template(vault: Path) -> None:
    (vault / "Templates").mkdir()
    (vault / "Templates/Meeting.md").write_text("# {{title}}\n\n{{date}}\n\n")
    settings = Settings(interface=PLAIN, notes=NotesSettings(templates="Templates"))
    async with running(vault=vault, settings=settings) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Monday")
        await ui.until(lambda: offered(ui) == ["Empty note", "From Meeting"], "the template is offered")
        await ui.press("down", "enter")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert ui.launcher.opened == [(vault / "Monday.md", 3)]
        assert (vault / "Monday.md").read_text() == "# Monday\n\n2025-07-14\n\n"


async def test_dates_of_a_template_are_written_as_obsidian_is_set_to_but_not_in_daily_notes(vault: Path) -> None:
    for name, settings in (
        ("templates", '{"folder": "T", "dateFormat": "DD.MM.YYYY", "timeFormat": "H [o\'clock]"}'),
        ("daily-notes", '{"template": "T/Meeting"}'),
    ):
        (vault / ".obsidian").mkdir(exist_ok=True)
        (vault / f".obsidian/{name}.json").write_text(settings)
    (vault / "T").mkdir()
    (vault / "T/Meeting.md").write_text("{{date}} {{time}}")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Monday")
        await ui.until(lambda: offered(ui) == ["Empty note", "From Meeting"], "the template is offered")
        await ui.press("down", "enter")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert re.fullmatch(r"14\.07\.2025 \d\d? o'clock", (vault / "Monday.md").read_text())
        await ui.press("D")
        await ui.until(lambda: len(ui.launcher.opened) == 2, "the daily note is edited")
        assert re.fullmatch(r"2025-07-14 \d\d:\d\d", (vault / "2025-07-14.md").read_text())


async def test_the_templates_of_obsidian_and_of_templater_are_offered(vault: Path) -> None:
    for folder, settings in (
        (".obsidian", '{"folder": "Templates"}'),
        (".obsidian/plugins/templater-obsidian", '{"templates_folder": "tpl"}'),
    ):
        (vault / folder).mkdir(parents=True)
        (vault / folder / ("data.json" if "plugins" in folder else "templates.json")).write_text(settings)
    for path in ("Templates/Meeting.md", "tpl/Idea.md"):
        (vault / path).parent.mkdir()
        (vault / path).write_text("x")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Monday")
        wanted = ["Empty note", "From Meeting", "From Idea"]
        await ui.until(lambda: offered(ui) == wanted, "the templates of both are offered")


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ('{"newFileLocation": "folder", "newFileFolderPath": "Inbox"}', "Inbox"),
        ('{"newFileLocation": "current"}', "Projects/rust"),
    ],
)
async def test_a_new_note_goes_where_obsidian_has_them(vault: Path, settings: str, folder: str) -> None:
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/app.json").write_text(settings)
    async with running(vault=vault) as ui:
        await ui.enter("deadlock")
        await ui.press("escape")
        await ui.until(lambda: (ui.shown or "").startswith("Projects/rust/"), "a note is shown")
        await ui.press("a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Idea")
        await ui.until(lambda: f"{folder}/Idea.md" in ui.text_of("#chooser-list"), "its place is shown")
        await ui.press("enter")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
        assert (vault / folder / "Idea.md").is_file()


async def test_help_and_quitting_are_at_hand_in_a_dialog() -> None:
    async with running() as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await ui.press("f1")
        await ui.until(lambda: isinstance(ui.app.screen, HelpScreen), "all keys are shown")
        await ui.press("f1", "question_mark")
        assert [type(screen) for screen in ui.app.screen_stack[-2:]] == [Switcher, HelpScreen], "it is shown once"
        await ui.press("escape", *"q?")
        await ui.until(lambda: ui.app.screen.query_one(ChooserInput).value == "q?", "letters are text")
        await ui.press("ctrl+q")
        await ui.until(lambda: ui.app._exit, "it ends")


async def test_the_name_of_a_note_that_is_there_opens_it(vault: Path) -> None:
    (vault / "Recipes").mkdir()
    (vault / "Recipes/Sourdough.md").write_text("mine")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "Recipes/Sourdough")
        await ui.until(lambda: offered(ui) == ["Open the note of this name"], "the note is offered")
        assert "↵ open" in ui.edge(ui.app.screen.query_one("#chooser").border_subtitle)
        await ui.press("2")
        await ui.until(lambda: offered(ui) == ["Empty note"], "a new note is offered")
        await ui.press("backspace", "enter")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "it is shown")
        assert (vault / "Recipes/Sourdough.md").read_text() == "mine"
        assert not ui.launcher.opened


async def test_a_name_in_other_letters_opens_the_note_and_goes_into_the_folder_that_there_is(vault: Path) -> None:
    (vault / "Recipes").mkdir()
    (vault / "Recipes/Sourdough.md").write_text("mine")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await typed(ui, "recipes/sourdough")
        await ui.until(lambda: offered(ui) == ["Open the note of this name"], "the note is offered")
        await typed(ui, " two")
        await ui.until(lambda: "Recipes/sourdough two.md" in ui.text_of("#chooser-list"), "its place is shown")
        await ui.press("enter")
        await ui.until(lambda: ui.launcher.opened, "the editor is opened")
    assert sorted(path.name for path in vault.rglob("*")) == ["Recipes", "Sourdough.md", "sourdough two.md"]


async def test_the_name_of_a_note_that_cannot_be_made_is_kept(vault: Path) -> None:
    (vault / "Ideas").write_text("a file where a folder is wanted")
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        first = ui.app.screen
        await typed(ui, "Ideas/A long name")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen) and ui.app.screen is not first, "it asks again")
        assert any("a folder on the way is a symbolic link or a file" in notice for notice in ui.notices)
        assert ui.app.screen.query_one("#chooser-input").value == "Ideas/A long name"  # type: ignore[attr-defined]


async def test_a_name_that_cannot_be_is_told_while_one_types(vault: Path) -> None:
    async with running(vault=vault) as ui:
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await ui.press("a", "colon")
        await ui.until(lambda: "A name cannot have : in it." in ui.text_of("#chooser-list"), "it says so")
        await ui.press("enter")
        assert isinstance(ui.app.screen, NewNoteScreen)
        assert not list(vault.iterdir())


async def test_the_folder_that_is_filtered_by_is_where_a_new_note_goes() -> None:
    async with running() as ui:
        await ui.enter("folder:Projects")
        await ui.until(lambda: ui.main.menu.suggestions, "completions are offered")
        # The first escape closes the completions.
        await ui.press("escape", "escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        assert ui.app.screen.query_one("#chooser-input").value == "Projects/"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wanted", "paths", "folder"),
    [
        ("inbox", ["Inbox/a.md"], "Inbox"),
        ("kuche/plane", ["Küche/Pläne/x/a.md"], "Küche/Pläne"),
        ("rust", ["Projects/Rust/a.md"], "Projects/Rust"),
        ("rust", ["Projects/Rust/a.md", "rust/Rust/b.md"], "rust"),
        ("Inbox/.", ["Inbox/a.md"], "Inbox"),
        (".", ["a.md"], ""),
        ("", ["a/b.md"], ""),
        ("New", ["a/b.md"], "New"),
    ],
)
def test_the_folder_that_is_filtered_by_is_the_one_that_there_is(wanted: str, paths: list[str], folder: str) -> None:
    assert folder_as_named(wanted, paths) == folder


async def test_no_second_folder_is_made_for_a_filter_in_small_letters() -> None:
    async with running() as ui:
        await ui.enter("folder:recipes ")
        await ui.press("escape", "a")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        assert ui.app.screen.query_one("#chooser-input").value == "Recipes/"  # type: ignore[attr-defined]


async def test_the_switcher_offers_a_new_note_where_none_has_the_name(vault: Path) -> None:
    async with running(vault=vault) as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "Zzz")
        await ui.until(lambda: offered(ui) == ["New note “Zzz” …"], "a new note is offered")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await ui.press("enter")
        await ui.until(lambda: ui.launcher.opened == [(vault / "Zzz.md", 1)], "the editor is opened")


@pytest.mark.parametrize(("name", "made"), [("Zzz", "Inbox/Zzz.md"), ("Ideas/Zzz", "Ideas/Zzz.md")])
async def test_a_new_note_of_the_switcher_goes_where_new_notes_go(vault: Path, name: str, made: str) -> None:
    settings = Settings(interface=PLAIN, notes=NotesSettings(folder="Inbox"))
    async with running(vault=vault, settings=settings) as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, name)
        await ui.until(lambda: offered(ui) == [f"New note “{name}” …"], "a new note is offered")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "the dialog is shown")
        await ui.press("enter")
        await ui.until(lambda: ui.launcher.opened == [(vault / made, 1)], "the editor is opened")


class NamingEngine(FakeEngine):
    """Finds notes by the names of their files, and one by an alias."""

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        title = "A title of so many words that it leaves the name of the file hardly any room"
        return (
            Suggestion("vault/topic.schema.md", "Schemas"),
            Suggestion("vault/topic.lookup.schemas.md", "Schemas"),
            Suggestion("vault/Tokio deadlocks.md", "Schema locks → Tokio deadlocks"),
            Suggestion("vault/another.topic.schema.of.more.and.longer.words.md", title),
        )


@pytest.mark.parametrize("width", [60, 100])
async def test_the_switcher_shows_the_names_of_files_that_titles_do_not_tell(width: int) -> None:
    async with running(NamingEngine(), size=(width, 30)) as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "topic.schema")
        await ui.until(lambda: len(offered(ui)) == 5, "notes are offered")
        first, second, by_alias, long, _ = ui.text_of("#chooser-list").split("\n")[:5]
        assert re.search(r"Schemas +vault/topic\.schema$", first.rstrip())
        assert re.search(r"Schemas +(vault|…)/topic\.lookup\.schemas$", second.rstrip())
        assert re.search(r"Schema locks → Tokio deadlocks +vault$", by_alias.rstrip())
        assert "topic.schema" in long


async def test_the_switcher_offers_what_is_called_nearly_so_below_the_new_note() -> None:
    async with running() as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "suordough")
        await ui.until(lambda: offered(ui) == ["New note “suordough” …", "Sourdough"], "both are offered")
        assert "≈ Sourdough" in ui.text_of("#chooser-list")
        await ui.press("down", "enter")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")


class SlowNames(FakeEngine):
    """Takes its time to find notes by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def suggest(self, *args: Any, **others: Any) -> tuple[Suggestion, ...]:
        """As asked, later."""
        self.go.wait(10)
        return super().suggest(*args, **others)


async def test_letters_that_follow_a_choice_do_not_change_what_is_chosen() -> None:
    engine = SlowNames()
    async with running(engine) as ui:
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the dialog is shown")
        for key in (*"Tokio", "enter", "j", "j"):  # all at once, as when the machine is busy
            ui.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await ui.until(lambda: ui.app.screen.query_one(ChooserInput).chosen, "it is chosen")
        engine.go.set()
        await ui.until(lambda: ui.shown == "Projects/rust/Tokio deadlocks.md", "it is shown")
        assert isinstance(ui.app.screen, MainScreen)


@pytest.mark.parametrize(
    ("keys", "chosen"), [(["enter"], "Tokio deadlocks"), (["down", "enter"], "New note “tokio” …")]
)
async def test_keys_do_what_they_do_in_the_order_in_which_they_come(keys: list[str], chosen: str) -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "tokio")
        both = ["Tokio deadlocks", "New note “tokio” …"]  # of the whole word: the answer to "toki" has the note, too
        await ui.until(lambda: offered(ui) == both, "both are offered")
        for key in (*keys, "j", "j"):
            ui.app.post_message(events.Key(key, key if len(key) == 1 else None))
        if chosen.startswith("New"):
            await ui.until(lambda: isinstance(ui.app.screen, NewNoteScreen), "a new note is asked for")
        else:
            await ui.until(lambda: ui.shown == "Projects/rust/Tokio deadlocks.md", "it is shown")
            assert isinstance(ui.app.screen, MainScreen)


@pytest.mark.parametrize("key", ["ctrl+o", "question_mark"])
async def test_a_letter_right_behind_escape_is_a_command_where_the_dialog_was(key: str) -> None:
    async with running() as ui:
        await ui.press("escape", key)
        await ui.until(lambda: len(ui.app.screen_stack) == 3, "a dialog is open")
        for letter in "jj":
            ui.app.post_message(events.Key(f"alt+{letter}", letter))  # what terminals send for escape and the letter
        await ui.until(lambda: len(ui.app.screen_stack) == 2, "it is closed")
        await ui.until(lambda: ui.main.results.cursor == 2, "the selection moves")


async def test_enter_right_behind_escape_makes_no_note_of_what_was_typed() -> None:
    async with running() as ui:
        await ui.press("escape", "a")
        await dialog(ui, NewNoteScreen)
        await typed(ui, "never made")
        for pressed in InputParser().feed("\x1b\r"):
            ui.app.post_message(pressed)
        await ui.until(lambda: ui.launcher.opened, "enter edits what is selected")
        await ui.until(lambda: ui.engine.indexed == [ui.paths[0]], "that alone is read again")
        assert isinstance(ui.app.screen, MainScreen)


async def test_enter_right_behind_escape_runs_nothing_that_was_typed_in_the_palette() -> None:
    async with running() as ui:
        await ui.press("escape", "ctrl+p")
        await ui.until(lambda: len(ui.app.screen_stack) == 3, "the palette is open")
        await ui.type_in("warnings")
        for pressed in InputParser().feed("\x1b\r"):
            ui.app.post_message(pressed)
        await ui.until(lambda: isinstance(ui.app.screen, MainScreen), "it is closed")
        await ui.pilot.pause()
        assert isinstance(ui.app.screen, MainScreen), "no warnings are shown"


async def test_what_is_typed_with_alt_is_no_text() -> None:
    async with running(settings=Settings(interface=PLAIN, keys={"query.leave": "f6"})) as ui:
        ui.app.post_message(events.Key("alt+j", "j"))
        await ui.press("a")
        assert ui.main.query_bar.input.value == "a"


async def test_what_is_deleted_takes_a_choice_back() -> None:
    engine = SlowNames()
    async with running(engine) as ui:
        await ui.press("ctrl+o")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the dialog is shown")
        await typed(ui, "Tokiox")
        await ui.press("enter", "backspace")
        engine.go.set()
        await dialog(ui, Switcher)
        await ui.until(lambda: offered(ui)[0] == "Tokio deadlocks", "what is left is looked for")
        assert isinstance(ui.app.screen, Switcher)


@pytest.mark.parametrize("clicks", [True, False], ids=["a click", "keys"])
async def test_a_note_is_opened_that_was_chosen_from_the_list_that_is_about_to_change(clicks: bool) -> None:
    engine = SlowNames()
    engine.go.set()
    async with running(engine) as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "o")
        await ui.until(lambda: offered(ui)[-1] == "New note “o” …", "notes are offered")
        engine.go.clear()
        await typed(ui, "k")
        assert offered(ui)[2] == "Lock ordering", "it becomes the second one"
        if clicks:
            await ui.click("Lock ordering", nth=-1)
        else:
            await ui.press("down", "down", "enter")
        engine.go.set()
        await ui.until(lambda: ui.shown == "Projects/rust/Lock ordering.md", "it is shown")
        assert isinstance(ui.app.screen, MainScreen)


async def test_nothing_is_opened_in_the_place_of_what_one_went_to_and_is_no_longer_offered() -> None:
    engine = SlowNames()
    engine.go.set()
    async with running(engine) as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "tok")
        await ui.until(lambda: offered(ui) == ["Tokio deadlocks", "New note “tok” …"], "both are offered")
        engine.go.clear()
        await typed(ui, "i")
        await ui.press("down", "enter")
        engine.go.set()
        await ui.until(lambda: offered(ui) == ["Tokio deadlocks", "New note “toki” …"], "both are offered anew")
        assert isinstance(ui.app.screen, Switcher)
        await typed(ui, "o")
        assert ui.app.screen.input.value == "tokio"


async def test_the_switcher_leaves_out_what_was_read_last_and_is_gone(vault: Path) -> None:
    (vault / "Here.md").touch()
    async with running(vault=vault) as ui:
        ui.main.state.recent[:] = ["Gone.md", "Here.md"]
        await ui.press("escape", "ctrl+o")
        await dialog(ui, Switcher)
        assert offered(ui)[0] == "Here"
        assert "Gone" not in offered(ui)


async def test_the_switcher_takes_no_late_answer_for_what_was_read_last() -> None:
    known = threading.Event()

    def recent() -> list[str]:
        known.wait(30)
        return ["Inbox.md"]

    async with running() as ui:
        switcher = Switcher(ui.main.session, recent)
        ui.app.push_screen(switcher)
        await ui.until(lambda: ui.app.screen is switcher, "the dialog is shown")
        await ui.press(*"tokio")
        await ui.until(lambda: "Tokio deadlocks" in offered(ui), "the note is offered")
        asked_before = switcher._request
        await ui.press("ctrl+u")
        switcher.post_message(Suggested(asked_before, (Suggestion("Late.md", "Late"),)))
        await ui.pilot.pause()
        assert "Late" not in offered(ui)
        known.set()
        await ui.until(lambda: offered(ui)[0] == "Inbox", "what was read last is offered")


async def test_what_was_read_last_is_offered_though_the_disk_does_not_answer(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(path: Path) -> str:
        raise TimeoutError(110, "the file system did not answer", str(path))

    monkeypatch.setattr("vaulttui.vault.files.looking.kind_of", silent)
    async with running(vault=vault) as ui:
        ui.main.state.recent[:] = ["Gone.md"]
        await ui.press("escape", "ctrl+o")
        await dialog(ui, Switcher)
        assert offered(ui)[0] == "Gone"


async def test_the_switcher_shows_what_was_read_last_first() -> None:
    async with running() as ui:
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        await typed(ui, "sourd")
        await ui.until(lambda: offered(ui)[0] == "Sourdough", "the note is offered")
        await ui.press("enter")
        await ui.until(lambda: ui.shown == "Recipes/Sourdough.md", "the note is shown")
        await ui.press("ctrl+o")
        await dialog(ui, Switcher)
        assert offered(ui)[0] == "Sourdough"
        assert len(offered(ui)) == len(set(offered(ui)))


async def test_the_switcher_calls_what_was_read_last_by_its_title_though_many_notes_changed_since() -> None:
    newer = [FakeNote(f"New/{number}.md", f"New {number}", "", days=number) for number in range(60)]
    old = FakeNote("Old/4tzq [1].md", "Spaced repetition", "", days=900)
    async with running(FakeEngine([*newer, old])) as ui:
        ui.main.state.recent[:] = [old.path]
        await ui.press("escape", "ctrl+o")
        await dialog(ui, Switcher)
        assert offered(ui)[0] == "Spaced repetition"


# Days


async def test_the_daily_note_is_made_where_obsidian_has_it(vault: Path) -> None:
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/daily-notes.json").write_text('{"folder": "Days", "format": "YYYY/MM-DD", "template": "T/day"}')
    (vault / "T").mkdir()
    (vault / "T/day.md").write_text("{{date:dddd}}\n")
    async with running(vault=vault) as ui:
        await ui.press("escape", "D")
        await ui.until(lambda: ui.launcher.opened == [(vault / "Days/2025/07-14.md", 1)], "it is edited")
        assert (vault / "Days/2025/07-14.md").read_text() == "Monday\n"


async def test_a_note_that_is_made_while_a_dialog_is_opened_is_told_and_not_edited_under_it(vault: Path) -> None:
    async with running(vault=vault) as ui:
        await ui.press("escape", "ctrl+o")
        await dialog(ui, Switcher)
        ui.main.action_daily_note()
        await ui.until(lambda: "Made 2025-07-14.md" in ui.notices, "it is made")
        assert (vault / "2025-07-14.md").exists()
        assert ui.launcher.opened == []


async def test_the_daily_note_is_made_where_periodic_notes_has_it(vault: Path) -> None:
    plugin = vault / ".obsidian/plugins/periodic-notes"
    plugin.mkdir(parents=True)
    (plugin / "data.json").write_text(
        '{"daily": {"folder": "Days", "format": "YYYY/MM-DD", "template": "T/day.md", "enabled": true}}'
    )
    (vault / "T").mkdir()
    (vault / "T/day.md").write_text("# {{title}}\n<% tp.date.now() %>\n")
    async with running(vault=vault) as ui:
        await ui.press("escape", "D")
        await ui.until(lambda: ui.launcher.opened == [(vault / "Days/2025/07-14.md", 2)], "it is edited")
        assert (vault / "Days/2025/07-14.md").read_text() == "# 07-14\n<% tp.date.now() %>\n"
        assert not (vault / "2025-07-14.md").exists()


async def test_the_daily_note_that_is_there_is_shown(vault: Path) -> None:
    (vault / "2025-07-14.md").write_text("mine")
    async with running(vault=vault) as ui:
        await ui.press("escape", "D")
        await ui.until(lambda: ui.main.reading.place and ui.main.reading.place.path == "2025-07-14.md", "it is shown")
        assert ui.main.preview.has_focus
        assert not ui.launcher.opened


async def test_one_goes_to_the_daily_note_of_another_day(vault: Path) -> None:
    (vault / "2025-07-13.md").write_text("")
    async with running(vault=vault) as ui:
        await ui.press("escape", "d")
        await dialog(ui, DatesScreen)
        await typed(ui, "yesterday")
        await ui.until(lambda: offered(ui)[0] == "Daily note of 2025-07-13", "it is offered")
        await ui.press("enter")
        await ui.until(lambda: ui.main.reading.place and ui.main.reading.place.path == "2025-07-13.md", "it is shown")


async def test_one_goes_to_the_notes_of_a_month() -> None:
    async with running() as ui:
        await ui.press("escape", "d", *"2025", "minus", *"06")
        await ui.until(lambda: offered(ui)[0] == "Notes changed then", "the notes are offered")
        await ui.press("enter")
        await ui.settled()
        assert ui.main.query_bar.input.value == "modified:2025-06"
        assert ui.main.results.has_focus


async def test_in_a_narrow_terminal_the_end_of_a_time_is_told_and_what_is_cut_has_an_ellipsis() -> None:
    times = {
        "2025": " 2025-01 – 2025-12 ",
        "2025-06": " 2025-06 ",
        "2025-06-02..2025-06-29": " 2025-06-02 – 06-29 ",
        "2024-12-02..2025-01-31": " … – 2025-01-31 ",
        "2024-12..2025-01": " 2024-12 – 2025-01 ",
        "2025-06-01": " 2025-06-01 ",
    }
    async with running(size=(60, 20)) as ui:
        await ui.until(lambda: re.search("Search words.* …  .*★", ui.screen_lines[1]), "the hint is cut")
        await ui.press("escape", "d")
        await dialog(ui, DatesScreen)
        await ui.until(lambda: "12 mar …  " in "".join(ui.screen_lines), "the hint of the dialog, too")
        for written, told in times.items():
            ui.app.screen.query_one(ChooserInput).value = written
            await ui.until(
                lambda: offered(ui)[-1] != "Notes changed" and "Notes made then" in offered(ui), "it is offered"
            )
            await ui.until(lambda: any(told in line for line in ui.screen_lines), "both ends can be read")  # noqa: B023
        await ui.pilot.resize_terminal(160, 45)
        ui.app.screen.query_one(ChooserInput).value = ""
        await ui.until(
            lambda: "12 mar · march · last week …" in "".join(ui.screen_lines), "all of it where there is room"
        )


async def test_in_the_smallest_terminal_a_dialog_has_all_the_room_there_is() -> None:
    async with running(size=(40, 12)) as ui:
        await ui.press("escape", "d")
        await dialog(ui, DatesScreen)
        await ui.until(
            lambda: re.search(r"· Notes changed then +2025-07-14 ", "".join(ui.screen_lines)), "it can be read"
        )
        assert "Daily note of 2025-07-" in ui.screen_lines[-2], "the list goes down to the lower edge"


async def test_a_span_without_an_end_is_not_taken_for_its_first_day() -> None:
    async with running() as ui:
        await ui.press("escape", "d")
        await dialog(ui, DatesScreen)
        for written in ("7d", "last 3 months", ">=3 days ago", "2025-07-01.."):
            ui.app.screen.query_one(ChooserInput).value = written
            await ui.until(lambda: offered(ui)[0] == "Notes changed then", "the notes since then come first")
            assert offered(ui)[-1].startswith("Daily note of 2025-")
            ui.app.screen.query_one(ChooserInput).value = "3 days ago"
            await ui.until(lambda: offered(ui)[0] == "Daily note of 2025-07-11", "that is a day")


async def test_what_is_no_date_is_told() -> None:
    async with running() as ui:
        await ui.press("escape", "d", *"foo")
        await ui.until(lambda: "is not a date" in ui.text_of("#chooser-list"), "it says so")


# Searches


async def test_a_search_is_saved_run_and_deleted(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    async with running(state=state) as ui:
        await ui.enter("tag:work lock")
        await ui.press("escape", "s", "m")
        await ui.until(lambda: isinstance(ui.app.screen, SaveSearchScreen), "the dialog is shown")
        await typed(ui, "locks")
        await ui.press("enter")
        await ui.until(lambda: ui.notices == ["Saved as locks"], "it is saved")
        assert [saved.name for saved in StateStore(state).load()[0].saved] == ["locks"], "at once"
    async with running(state=state) as ui:
        await ui.press("escape", "escape")
        await ui.settled()
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        assert offered(ui)[0] == "locks"
        await ui.press("enter")
        await ui.settled()
        assert ui.main.searching.question.text == "tag:work lock"
        assert ui.main.searching.question.sort == "modified"
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        await ui.press("ctrl+x")
        assert "locks" not in offered(ui)
    assert not StateStore(state).load()[0].saved


async def test_a_saved_search_is_listed_with_what_its_text_says_and_not_with_what_was_chosen_beside_it() -> None:
    async with running() as ui:
        await ui.press("escape", "s", "S", "ctrl+s", "slash")
        await ui.enter("mode:deep sort:name lock")
        await ui.press("escape", "m")
        await dialog(ui, SaveSearchScreen)
        assert "mode:deep sort:name lock" in ui.text_of("#chooser-list")
        assert "· keyword" not in ui.text_of("#chooser-list")
        assert "· created" not in ui.text_of("#chooser-list")
        await ui.press("enter")
        await ui.until(lambda: ui.main.state.saved, "it is saved")
        saved = ui.main.state.saved[0]
        assert (saved.mode, saved.sort, saved.reverse) == ("", "", False)


async def test_a_deleted_search_can_be_brought_back_until_the_dialog_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    named = [SavedSearch("Ever", "tag:work"), SavedSearch("Never", "tag:never")]
    StateStore(path).save(UiState(saved=named, history=["one", "two", "three"]))

    def kept() -> UiState:
        return StateStore(path).load()[0]

    async with running(state=path) as ui:
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        before = offered(ui)
        edge = ui.app.screen.query_one("#chooser")
        assert "bring back" not in ui.edge(edge.border_subtitle)
        await ui.press("ctrl+z")
        assert offered(ui) == before
        await ui.press("ctrl+x")
        assert ui.notices == ["Deleted Ever"]
        assert "ctrl+z bring back" in ui.edge(edge.border_subtitle)
        await ui.until(lambda: [saved.name for saved in kept().saved] == ["Never"], "it is deleted in the file, too")
        await ui.press("down", "down", "ctrl+x")
        assert offered(ui) == ["Never", "three", "one"]
        await ui.press("ctrl+z")
        await ui.until(lambda: offered(ui) == ["Never", "three", "two", "one"], "the last one is back")
        assert ui.app.screen.query_one(ChoiceList).cursor == 2
        await ui.press("ctrl+x", "ctrl+z", "ctrl+z")
        await ui.until(lambda: offered(ui) == before, "all are back")
        assert "bring back" not in ui.edge(edge.border_subtitle)
        assert ui.notices[-2:] == ["Brought back two", "Brought back Ever"]
        await ui.until(lambda: (kept().saved, kept().history) == (named, ["one", "two", "three"]), "the file has all")
        for key in ("ctrl+x", "ctrl+z", "escape"):
            ui.app.post_message(events.Key(key, None))
        await ui.until(lambda: ui.app.screen is ui.main, "the dialog is closed")
        await ui.until(lambda: ui.main.state.saved == named, "it is brought back all the same")


async def test_a_deleted_search_is_not_brought_back_over_one_that_another_window_has_saved(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    StateStore(path).save(UiState(saved=[SavedSearch("Ever", "tag:work")]))
    async with running(state=path) as ui:
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        await ui.press("ctrl+x")
        other = StateStore(path)
        await ui.until(lambda: not other.load()[0].saved, "it is deleted in the file")
        theirs, _ = other.load()
        theirs.save_search(SavedSearch("Ever", "theirs"))
        other.save(theirs)
        await ui.press("ctrl+z")
        told = "Another window has saved a search as Ever meanwhile: tag:work is not brought back."
        await ui.until(lambda: told in ui.notices, "it says so")
        assert offered(ui) == ["Ever"]
        await ui.press("enter")
        await ui.settled()
        assert ui.main.searching.question.text == "theirs"
    assert [search.text for search in StateStore(path).load()[0].saved] == ["theirs"]


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (100, "↵ search · ctrl+x delete · ctrl+z bring back · esc close"),
        (60, "ctrl+z bring back · esc close"),
        (40, "esc close"),
    ],
)
async def test_the_way_out_of_a_dialog_stands_at_its_edge_however_narrow_the_terminal_is(
    columns: int, shown: str
) -> None:
    async with running(size=(columns, 20), query="lock") as ui:
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        await ui.press("ctrl+x")
        await ui.until(lambda: any(f" {shown} " in line for line in ui.screen_lines), "it can be read")
        await ui.pilot.resize_terminal(100, 20)
        await ui.until(lambda: any("↵ search · " in line for line in ui.screen_lines), "there is room for all")


async def test_the_key_that_deletes_a_search_cuts_what_is_selected_of_the_text() -> None:
    async with running() as ui:
        ui.main.state.save_search(SavedSearch("Ever", "tag:work"))
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        await ui.press(*"ever", "shift+home", "ctrl+x")
        assert ui.app.screen.query_one(ChooserInput).value == ""
        assert offered(ui)[0] == "Ever"
        await ui.press(*"ever", "ctrl+x")
        assert offered(ui) == []
        await ui.press("ctrl+z")
        assert offered(ui) == ["Ever"]


async def test_a_search_for_passages_is_saved_as_that_and_says_so() -> None:
    async with running() as ui:
        await ui.enter("lock")
        await ui.press("escape", "p", "m")
        await dialog(ui, SaveSearchScreen)
        await ui.press("enter")
        await ui.until(lambda: ui.notices, "it is saved")
        await ui.press("p")
        await ui.settled()
        assert not ui.main.searching.question.passages
        await ui.press("ctrl+r")
        await dialog(ui, SearchesScreen)
        assert "lock · hybrid · passages" in ui.text_of("#chooser-list")
        await ui.press("enter")
        await ui.settled()
        assert ui.main.searching.question.passages


async def test_a_search_that_another_window_has_saved_is_listed_and_not_replaced_unsaid(tmp_path: Path) -> None:
    other = StateStore(tmp_path / "state.json")
    theirs, _ = other.load()
    async with running(state=tmp_path / "state.json") as ui:
        await ui.enter("lock")
        theirs.save_search(SavedSearch("Ever", "theirs"))
        other.save(theirs)
        await ui.press("escape", "m")
        await ui.until(lambda: isinstance(ui.app.screen, SaveSearchScreen), "the dialog is shown")
        await typed(ui, "Ever")
        await ui.until(lambda: offered(ui) == ["Replace “Ever”"], "it says what saving does")
        await ui.press("ctrl+u", *"Late")
        await ui.until(lambda: offered(ui)[0] == "Save as “Late”", "there is none of this name")
        theirs.save_search(SavedSearch("Late", "theirs, too"))
        other.save(theirs)
        await ui.press("enter")
        await ui.until(lambda: ui.notices == ["Another window has saved a search as Late just now."], "it says so")
        await ui.until(lambda: offered(ui)[0] == "Replace “Late”", "it asks once more")
        theirs.save_search(SavedSearch("More", "m"))
        other.save(theirs)
        await ui.press("escape", "ctrl+r")
        await ui.until(lambda: offered(ui)[:3] == ["Ever", "Late", "More"], "all are listed")
        await ui.press("down", "down", "enter")
        await ui.settled()
        assert ui.main.searching.question.text == "m"
    assert [saved.text for saved in other.load()[0].saved] == ["theirs", "theirs, too", "m"]


async def test_a_search_that_cannot_be_written_down_is_not_called_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.screens.main.KEEP_SECONDS", 3600)
    (tmp_path / "file").write_text("")
    async with running() as ui:
        await ui.enter("tag:work lock")
        ui.app.store = StateStore(tmp_path / "file" / "state.json")
        await ui.press("escape", "m")
        await dialog(ui, SaveSearchScreen)
        await ui.press("enter")
        told = f"The search tag:work lock cannot be saved in {paths.state_dir()}: Not a directory. "
        await ui.until(lambda: ui.notices == [f"{told}Free some space, or make the folder writable."], "it says so")
        ui.app.store = StateStore(None)


async def test_recent_searches_are_found_from_the_query_and_run_again() -> None:
    async with running() as ui:
        await ui.enter("tokio")
        await ui.press("escape", "escape")
        await ui.settled()
        await ui.press("slash", "ctrl+r")
        await dialog(ui, SearchesScreen)
        await typed(ui, "tok")
        await ui.press("enter")
        await ui.settled()
        assert ui.main.searching.question.text == "tokio"


def test_long_searches_are_looked_through_at_once() -> None:
    long = "the note of all the things that there are in the vault and what else is to be done with them " * 20
    choices = [Choice(long, long), Choice("lock", "lock")]
    started = time.process_time()
    assert fitting(choices, "the notes") == choices[:1]
    assert fitting(choices, "nothing like this") == []
    assert time.process_time() - started < 1


def test_searches_are_found_by_words_in_any_order_with_or_without_accents() -> None:
    labels = ["homework", "Résumé", "work deadlocks", "Work"]
    choices = [Choice(label, label) for label in labels]

    def found(typed: str) -> list[str]:
        return [choice.label for choice in fitting(choices, typed)]

    assert found("resume") == ["Résumé"]
    assert found("deadlocks work") == ["work deadlocks"]
    assert found("work") == ["Work", "work deadlocks", "homework"]
    assert found(" ") == labels


async def test_without_a_query_there_is_nothing_to_save() -> None:
    async with running() as ui:
        await ui.press("escape", "m")
        await ui.until(lambda: ui.notices == ["There is no search to save: type a query first."], "it says so")


# Vaults


async def test_another_vault_is_opened_in_the_place_of_the_first(tmp_path: Path) -> None:
    first, second = FakeEngine(), FakeEngine()
    engines = {"one": first, "two": second}
    remembered: list[Path] = []
    folders = [tmp_path / name for name in engines]
    for folder in folders:
        folder.mkdir()
    app = make_app(lambda: first, vault=folders[0])
    app._open_engine = lambda vault: engines[vault.name]
    app._recent = lambda: folders
    app._remember = remembered.append
    async with running_app(app, first) as ui:
        await ui.until(lambda: isinstance(app.screen, MainScreen), "the main screen is shown")
        await ui.settled()
        await ui.press("escape", "V")
        await dialog(ui, VaultsScreen)
        assert offered(ui)[:2] == ["one", "two"]
        await typed(ui, "two")
        await ui.press("enter")
        await ui.until(lambda: isinstance(app.screen, MainScreen) and app.vault == folders[1], "it is opened")
        await ui.settled()
        assert second.queries
        assert remembered == [folders[1]]
        assert sum(isinstance(screen, MainScreen) for screen in app.screen_stack) == 1
    assert first.closed
    assert second.closed


@pytest.mark.parametrize("first", [None, "one"])
async def test_what_is_typed_while_a_vault_is_opened_is_looked_for_in_it(first: str | None, tmp_path: Path) -> None:
    go_on = threading.Event()
    app = make_app(FakeEngine, vault=None if first is None else tmp_path / first)
    app._remember = lambda vault: None if go_on.wait(PATIENCE) else pytest.fail("it was never let go on")
    app.state.query = "before"
    async with running_app(app) as ui:
        if first is not None:
            await ui.until(lambda: isinstance(app.screen, MainScreen), "the main screen is shown")
            await ui.settled()
            app.choose_vault()
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        closes = "esc quit" if first is None else "esc close"
        await ui.until(lambda: ui.edge(app.screen.query_one("#chooser").border_subtitle).endswith(closes), closes)
        app.screen.dismiss(tmp_path / "two")
        await ui.until(lambda: isinstance(app.screen, StartScreen), "it is being opened")
        await ui.type_in("lock")
        await ui.until(lambda: ui.screen_lines[1].strip("│ ") == "› lock", "it is shown")
        go_on.set()
        await ui.type_in(" or")
        await ui.until(lambda: isinstance(app.screen, MainScreen), "the vault is opened")
        await ui.type_in("der")
        await ui.until(lambda: ui.main.query_bar.input.value == "lock order", "it is the query")
        await ui.settled()
        assert app.vault == tmp_path / "two"


async def test_that_a_vault_was_left_for_another_one_is_told_once_the_start_of_that_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.screens.main.SETTLE_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.tui.screens.main.AGE_SECONDS", 0.1)
    settled: list[bool] = []
    app = make_app(FakeEngine, vault=tmp_path / "one", settle=settled.append)
    async with running_app(app) as ui:
        await ui.until(lambda: settled == [False], "the start is over")
        app._vault_chosen(tmp_path / "two")
        await ui.until(lambda: settled == [False, True], "that of the other vault is over")


async def test_what_is_opened_right_behind_the_choice_of_a_vault_goes_with_the_first_one(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        folder.mkdir()
    app = make_app(FakeEngine, vault=first)
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, MainScreen), "the main screen is shown")
        await ui.settled()
        before = ui.main
        app._vault_chosen(second)
        app.action_command_palette()
        await ui.until(lambda: app.vault == second and app.screen not in (before, app.screen_stack[0]), "it is opened")
        assert [type(screen) for screen in app.screen_stack[1:]] == [MainScreen]


async def test_another_vault_does_not_wait_for_a_screen_that_closes_by_itself_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closing(ModalScreen[None]):
        """Closes before it is painted."""

        def call_after_refresh(self, callback: Callable[..., object], *args: object, **kwargs: object) -> bool:
            self.dismiss()
            return True

    monkeypatch.setattr("vaulttui.tui.screens.closing_screens._THERE_SECONDS", 3600.0)
    async with running() as ui:
        ui.app.push_screen(Closing())
        ui.app._vault_chosen(tmp_path)
        await ui.until(lambda: ui.app.vault == tmp_path and isinstance(ui.app.screen, MainScreen), "it is opened")
        assert [type(screen) for screen in ui.app.screen_stack[1:]] == [MainScreen]


async def test_who_quits_while_another_vault_is_opened_leaves_nothing_of_the_first_one_in_it(tmp_path: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()
    first, second = tmp_path / "one", tmp_path / "two"

    class SlowStore(StateStore):
        def load(self) -> tuple[UiState, str]:
            if self.path == tmp_path / "two.json" and not begun.is_set():
                begun.set()
                assert go_on.wait(PATIENCE)
            return super().load()

    for folder in (first, second):
        folder.mkdir()
    app = make_app(FakeEngine, vault=first)
    app._stores = lambda vault: SlowStore(tmp_path / f"{vault.name}.json")
    app.store = app._stores(first)
    app.state.save_search(SavedSearch("Mine", "tag:work"))
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, MainScreen), "the main screen is shown")
        await ui.settled()
        app._vault_chosen(second)
        await ui.until(begun.is_set, "the other vault is being opened")
        app.hang_up()
        assert not (tmp_path / "two.json").exists()
        go_on.set()
        await ui.until(lambda: isinstance(app.screen, MainScreen) and app.vault == second, "it is opened")
    assert [saved.name for saved in StateStore(tmp_path / "one.json").load()[0].saved] == ["Mine"]
    assert not StateStore(tmp_path / "two.json").load()[0].saved


async def test_without_a_vault_one_is_chosen_by_its_path(tmp_path: Path) -> None:
    engine = FakeEngine()
    (tmp_path / "notes").mkdir()
    app = make_app(lambda: engine, vault=None)
    async with running_app(app, engine) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        await ui.press("slash")
        app.screen.query_one("#chooser-input").value = f"{tmp_path}/no"  # type: ignore[attr-defined]
        await ui.until(lambda: offered(ui) == ["notes"], "the folder is offered")
        await ui.press("enter")
        await ui.until(lambda: isinstance(app.screen, MainScreen), "the vault is opened")
        await ui.settled()


@pytest.mark.parametrize(
    ("sought", "before", "wanted"),
    [
        ("find_vaults", "", "two"),
        ("folders_like", "", "{}/two"),
        ("folders_like", "{}/o", "{}/two"),
    ],
    ids=["a name before any vault is known", "a path below the known vaults", "a path below the folders of another"],
)
async def test_enter_right_behind_what_is_typed_opens_just_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sought: str, before: str, wanted: str
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    answered = threading.Event()
    look: Callable[..., Any] = getattr(vaults, sought)

    def slow(*asked: Any) -> Any:
        if sought == "find_vaults" or "/two" in asked[0]:
            answered.wait(PATIENCE)
        return look(*asked)

    monkeypatch.setattr(vaults, sought, slow)
    app = make_app(FakeEngine, vault=None)
    app._recent = lambda: [tmp_path / "one", tmp_path / "two"]
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        field = app.screen.query_one(ChooserInput)
        if sought == "folders_like":
            field.value = before.format(tmp_path)
            await ui.until(lambda: offered(ui)[:1] == ["one"], "something else is offered")
        field.value = wanted.format(tmp_path)
        await ui.press("enter")
        answered.set()
        await ui.until(lambda: isinstance(app.screen, MainScreen), "a vault is opened")
        assert app.vault == tmp_path / "two"
        await ui.settled()


async def test_the_folder_that_is_clicked_is_opened_though_others_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("note-one", "note-two", "notes"):
        (tmp_path / name).mkdir()
    answered = threading.Event()
    look: Callable[[str], Any] = getattr(vaults, "folders_like")  # noqa: B009 - not exported there

    def slow(asked: str) -> Any:
        if asked.endswith("note"):
            answered.wait(PATIENCE)
        return look(asked)

    monkeypatch.setattr(vaults, "folders_like", slow)
    app = make_app(FakeEngine, vault=None)
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        field = app.screen.query_one(ChooserInput)
        field.value = f"{tmp_path}/not"
        await ui.until(lambda: len(offered(ui)) == 3, "folders are offered")
        field.value += "e"
        await ui.pilot.pause()
        await ui.click("▪ notes")
        answered.set()
        await ui.until(lambda: isinstance(app.screen, MainScreen), "a vault is opened")
        assert app.vault == tmp_path / "notes"
        await ui.settled()


async def test_the_sample_vault_is_offered_and_made_when_it_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a folder of notes that one is in is offered, too
    engine = FakeEngine()
    folder = tmp_path / "sample"
    faults = [VaultTuiError("The disk is full."), None]

    def make() -> None:
        fault = faults.pop(0)
        if fault is not None:
            raise fault
        folder.mkdir()

    app = make_app(lambda: engine, vault=None)
    app._sample = SampleVault(folder, make)
    async with running_app(app, engine) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen) and "Sample vault" in offered(ui), "it is offered")
        await typed(ui, "notes")
        await ui.until(lambda: not offered(ui), "it is no vault of the name, though it is about notes")
        await ui.press("ctrl+u", *"sample")
        await ui.until(lambda: "Sample vault" in offered(ui), "it is offered again")
        await ui.press("enter")
        await ui.until(lambda: ui.notices == ["The disk is full."], "it says that it cannot be made")
        assert isinstance(app.screen, VaultsScreen)
        await ui.press("enter")
        await ui.until(lambda: isinstance(app.screen, MainScreen), "it is opened")
        assert app.vault == folder
        await ui.settled()


async def test_who_has_no_home_folder_can_choose_a_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(user: int) -> NoReturn:
        raise KeyError(user)

    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("vaulttui.tui.screens.vaults.find_vaults", lambda recent, home, here: [FoundVault(tmp_path)])
    app = make_app(FakeEngine, vault=None)
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        await ui.until(lambda: offered(ui) == [tmp_path.name], "a vault is offered")


async def test_leaving_the_choice_of_a_vault_ends_the_program() -> None:
    app = make_app(FakeEngine, vault=None)
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        await ui.press("escape")
        await ui.until(lambda: not app.is_running, "the program ends")


# Several notes in the editor


async def test_all_marked_notes_are_opened_in_the_editor() -> None:
    async with running() as ui:
        await ui.press("escape", "space", "space", "enter")
        opened = [path.name for path, _ in ui.launcher.opened]
        assert opened == [path.rpartition("/")[2] for path in ui.paths[:2]]
        await ui.until(lambda: set(ui.paths[:2]) <= set(ui.engine.indexed), "both are read again")


async def test_a_callout_is_folded_by_key() -> None:
    engine = FakeEngine()
    note = engine.notes["Recipes/Sourdough.md"]
    engine.notes[note.path] = type(note)(note.path, note.title, "> [!tip]+ Flour\n> Rye\n\nend", note.tags)
    async with running(engine) as ui:
        await ui.enter("sourdough")
        await ui.press("escape", "l", "space")
        await ui.until(lambda: "Flour ▸" in ui.text_of("#preview"), "it is folded")
        assert "Rye" not in ui.text_of("#preview")
        await ui.press("space")
        await ui.until(lambda: "Rye" in ui.text_of("#preview"), "it is unfolded")


async def test_the_help_is_narrowed_to_what_one_types_and_escape_first_lists_all_again() -> None:
    async with running(size=(60, 20)) as ui:
        await ui.press("escape", "question_mark")
        await ui.until(lambda: isinstance(ui.app.screen, HelpScreen), "the help is shown")
        box = ui.app.screen.query_one("#help")
        assert "/ find" in ui.edge(box.border_subtitle)
        await ui.press("slash", *"backl")
        await ui.until(lambda: any("Backlinks" in line for line in ui.screen_lines), "it is listed")
        assert not any("Type a query" in line for line in ui.screen_lines)
        assert "esc all keys" in ui.edge(box.border_subtitle)
        await ui.press("ctrl+u", *"pattern")
        await ui.until(lambda: any("path:projects/*/state.md" in line for line in ui.screen_lines), "no word is cut")
        await ui.press(*"qxyz")
        await ui.until(lambda: any("Nothing in the help" in line for line in ui.screen_lines), "that is told")
        await ui.press("escape")
        await ui.until(lambda: any("Type a query" in line for line in ui.screen_lines), "all is listed again")
        assert isinstance(ui.app.screen, HelpScreen)
        assert box.has_focus
        await ui.press("escape")
        await ui.until(lambda: not isinstance(ui.app.screen, HelpScreen), "it is closed")
