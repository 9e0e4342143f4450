"""One registry: unique ids, keys that terminals can send, and everything that is shown made from it."""

from __future__ import annotations

import inspect
from typing import get_args

import pytest
from textual.command import CommandPalette
from textual.dom import DOMNode

from vaulttui.errors import SettingsError
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.commands import COMMANDS, Context
from vaulttui.tui.key_names import NEVER_BIND, show_key, split_keys
from vaulttui.tui.keymap import footer_entries, keymap_table, resolve_keymap
from vaulttui.tui.screens.choosing import Chooser
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.screens.help import HelpBox, HelpScreen
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.searches import SearchesScreen
from vaulttui.tui.screens.switcher import Switcher
from vaulttui.tui.widgets.detail_panel import DetailPanel
from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
from vaulttui.tui.widgets.find_bar import FindInput
from vaulttui.tui.widgets.preview_pane import PreviewPane
from vaulttui.tui.widgets.query_input import QueryInput
from vaulttui.tui.widgets.result_list import ResultList
from vaulttui.tui.widgets.safe_input import SafeInput

from .interface import running

OWNERS: dict[Context, type[DOMNode]] = {
    "app": VaultApp,
    "main": MainScreen,
    "query": QueryInput,
    "results": ResultList,
    "preview": PreviewPane,
    "find": FindInput,
    "filters": FilterSidebar,
    "panel": DetailPanel,
    "help": HelpBox,
    "dialog": Dialog,
    "switcher": Chooser,
    "searches": SearchesScreen,
}


def test_every_command_has_an_id_of_its_own() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("context", OWNERS)
def test_every_command_does_something_where_it_is_bound(context: Context) -> None:
    owner = OWNERS[context]
    bound = {binding.id for binding in owner.BINDINGS}  # type: ignore[union-attr]
    for command in COMMANDS:
        if context in command.contexts:
            name, _, argument = command.action.partition("(")
            parameters = list(inspect.signature(getattr(owner, f"action_{name}")).parameters.values())[1:]
            needed = [parameter for parameter in parameters if parameter.default is inspect.Parameter.empty]
            assert len(needed) == bool(argument), command.id
            assert command.id in bound


def test_every_context_has_an_owner() -> None:
    assert set(OWNERS) == set(get_args(Context))


@pytest.mark.parametrize("preset", ["vim", "plain"])
def test_no_key_is_bound_that_terminals_send_as_another(preset: str) -> None:
    keymap = resolve_keymap(preset)
    assert NEVER_BIND.keys().isdisjoint(key for keys in keymap.keys.values() for key in keys)


def test_the_plain_preset_moves_without_letters() -> None:
    keymap = resolve_keymap("plain")
    moving = [command for command in COMMANDS if command.id.startswith(("list.", "pane.left", "pane.right", "hit."))]
    assert moving
    assert all(len(key) > 1 for command in moving for key in keymap.keys[command.id])


def test_keys_of_the_settings_replace_those_of_the_preset() -> None:
    keymap = resolve_keymap("vim", {"sort.next": "f6, o"})
    assert keymap.keys["sort.next"] == ("f6", "o")
    assert keymap.shown("sort.next") == "f6 o"
    assert keymap.textual_keymap() == {"sort.next": "f6,o"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sort.nxt": "x"}, r"there is no command 'sort.nxt'; did you mean 'sort.next'\?"),
        ({"sort.next": "ctrl+i"}, "terminals send ctrl.i as Tab"),
        ({"sort.next": "ctrl+["}, "terminals send ctrl.. as Escape"),
        ({"sort.next": "hyperspace"}, "there is no key 'hyperspace'"),
        ({"sort.next": " , "}, "name at least one key"),
        ({"sort.next": "z"}, "z is given to both"),
        ({"sort.next": "/"}, "/ is given to both 'query.focus' and 'sort.next'"),
        ({"sort.next": "Ctrl+H"}, "terminals send ctrl.h as Backspace"),
        ({"theme.choose": "s"}, "s is given to both 'sort.next' and 'theme.choose'"),
        ({"query.explain": "j"}, "j is given to both 'list.down' and 'query.explain'"),
        ({"palette.open": "j"}, "j is given to both 'palette.open' and 'list.down'"),
        ({"palette.open": "ctrl+o"}, "ctrl.o is given to both"),
        ({"switcher.next": "escape"}, "esc is given to both 'switcher.next' and 'dialog.close'"),
        ({"searches.remove": "f8", "dialog.close": "f8"}, "f8 is given to both"),
        ({"query.next": "f8,u"}, "query.next: u is typed as text where this works"),
        ({"searches.remove": "u"}, "searches.remove: u is typed as text where this works"),
        ({"query.explain": "ctrl+d"}, "ctrl.d is given to both 'list.half_down' and 'query.explain'"),
        ({"dialog.close": "q"}, "dialog.close: letters are typed as text"),
    ],
)
def test_keys_that_cannot_work_are_refused(changes: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        resolve_keymap("vim", changes)


@pytest.mark.parametrize(
    ("written", "arrives"),
    [
        ("/", "slash"),
        ("?", "question_mark"),
        ("Ctrl+S", "ctrl+s"),
        ("ctrl+alt+x", "alt+ctrl+x"),
        ("shift+n", "N"),
        ("alt+N", "alt+shift+n"),
        ("F5", "f5"),
        ("G", "G"),
        ("esc", "escape"),
        ("Return", "enter"),
        ("pgdn", "pagedown"),
        ("shift+↓", "shift+down"),
        ("↵", "enter"),
    ],
)
def test_a_key_may_be_written_as_it_is_shown_or_as_other_programs_write_it(written: str, arrives: str) -> None:
    assert split_keys(written) == (arrives,)


@pytest.mark.parametrize("preset", ["vim", "plain"])
def test_every_command_can_have_a_key_that_is_free(preset: str) -> None:
    for command in COMMANDS:
        assert resolve_keymap(preset, {command.id: "f6,alt+u"}).keys[command.id] == ("f6", "alt+u")


@pytest.mark.parametrize("preset", ["vim", "plain"])
def test_every_key_is_written_in_the_settings_as_it_is_shown(preset: str) -> None:
    for keys in resolve_keymap(preset).keys.values():
        assert split_keys(",".join(map(show_key, keys))) == keys


@pytest.mark.parametrize(
    ("key", "shown"),
    [("slash", "/"), ("question_mark", "?"), ("enter", "↵"), ("shift+up", "shift+↑"), ("ctrl+o", "ctrl+o"), ("G", "G")],
)
def test_keys_are_shown_as_people_write_them(key: str, shown: str) -> None:
    assert show_key(key) == shown


def test_the_footer_leaves_out_keys_that_would_be_typed() -> None:
    keymap = resolve_keymap()
    entries = footer_entries(keymap, ("query", "main", "app"))
    assert entries[0][0].id == "query.edit"
    assert all(len(key) > 1 and key not in ("slash", "question_mark") for _, key in entries)
    assert "filters" in [command.label for command, _ in footer_entries(keymap, ("results", "main", "app"))]


def test_the_footer_leaves_out_keys_that_a_narrower_place_has_taken() -> None:
    labels = {command.label: key for command, key in footer_entries(resolve_keymap(), ("filters", "main", "app"))}
    assert labels["find"] == "f"
    assert labels["filters"] == "ctrl+b"


def test_the_table_of_the_readme_lists_every_command_that_has_keys() -> None:
    table = keymap_table()
    for command in COMMANDS:
        assert (f"`{command.id}`" in table) == bool(command.keys)


@pytest.mark.parametrize("preset", ["vim", "plain"])
async def test_the_help_screen_lists_every_key(preset: str) -> None:
    settings = Settings(interface=InterfaceSettings(keymap=preset, debounce_ms=0), keys={"sort.next": "f6"})
    async with running(settings=settings) as ui:
        await ui.press("f1")
        assert isinstance(ui.app.screen, HelpScreen)
        rows = [row for _, rows in ui.app.screen.key_groups() for row in rows]
        for command in COMMANDS:
            if command.keys:
                assert (ui.app.keymap.shown(command.id), command.description) in rows


async def test_changed_keys_work_and_the_old_ones_do_not() -> None:
    settings = Settings(interface=InterfaceSettings(debounce_ms=0), keys={"sort.next": "f6"})
    async with running(settings=settings) as ui:
        await ui.press("escape", "s")
        assert ui.main.searching.question.sort is None
        await ui.press("f6")
        assert ui.main.searching.question.sort == "created"


async def test_a_key_that_is_no_text_works_while_one_types_whatever_the_command_had_before() -> None:
    settings = Settings(interface=InterfaceSettings(debounce_ms=0), keys={"sort.next": "s,f5", "panel.outline": "f6"})
    async with running(settings=settings) as ui:
        assert ui.main.query_bar.input.has_focus
        await ui.press("f5")
        assert ui.main.searching.question.sort == "created"
        await ui.press("f6")
        await ui.until(lambda: ui.main.panel.has_focus, "the outline is shown")


async def test_a_command_without_a_key_takes_the_one_that_it_is_given() -> None:
    settings = Settings(interface=InterfaceSettings(debounce_ms=0), keys={"query.clear": "f6,f7"})
    async with running(settings=settings, query="tokio") as ui:
        await ui.press("escape", "f7")
        await ui.until(lambda: not ui.main.query_bar.input.value, "the query is cleared")
        await ui.press("f1")
        assert isinstance(ui.app.screen, HelpScreen)
        assert ("f6 f7", "Clear the query") in [row for _, rows in ui.app.screen.key_groups() for row in rows]


async def test_what_names_a_key_names_that_of_the_settings() -> None:
    keys = {"dialog.close": "q,f10", "searches.remove": "f8", "searches.save": "f9", "back": "f7", "query.edit": "f5"}
    async with running(settings=Settings(interface=InterfaceSettings(debounce_ms=0), keys=keys)) as ui:
        await ui.press("ctrl+r")
        await ui.until(lambda: "f9 saves the one" in "".join(ui.screen_lines), "there are no searches yet")
        assert "f8 delete · f10 close" in "".join(ui.screen_lines)
        await ui.press("f10")
        await ui.press("escape", "f1")
        await ui.until(lambda: "q close" in "".join(ui.screen_lines), "help is shown")
        await ui.press("q")
        await ui.enter("zzzqqq tag:work")
        await ui.until(lambda: "f5 takes it; esc, then f7 clears" in ui.text_of("#results"), "more is offered")


async def test_a_letter_that_works_everywhere_is_typed_where_one_types() -> None:
    keys = {"palette.open": ":", "switcher.open": "u"}
    async with running(settings=Settings(interface=InterfaceSettings(debounce_ms=0), keys=keys)) as ui:
        await ui.press("u", "colon")
        assert ui.main.query_bar.input.value == "u:"
        await ui.press("escape", "u")
        await ui.until(lambda: isinstance(ui.app.screen, Switcher), "the switcher is open")
        await ui.press("u", "colon")
        assert ui.app.screen.query_one(SafeInput).value == "u:"
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is ui.main, "the switcher is closed")
        await ui.press("slash", "backspace", "backspace", "escape", "f", "f", "u", "colon")
        assert (ui.main.filters.reads_keys, ui.app.screen) == (True, ui.main)
        await ui.press("escape", "2", "colon")
        await ui.until(lambda: isinstance(ui.app.screen, CommandPalette), "the palette is open")


async def test_the_plain_preset_works() -> None:
    settings = Settings(interface=InterfaceSettings(keymap="plain", debounce_ms=0))
    async with running(settings=settings) as ui:
        await ui.press("escape", "j")
        assert ui.main.results.cursor == 0
        await ui.press("down")
        assert ui.main.results.cursor == 1
