"""Every command of the registry changes something that a person can see, where it is bound, by its first key."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest

from vaulttui.tui.commands import COMMANDS, Command, Context
from vaulttui.tui.palette import CommandProvider
from vaulttui.tui.screens.choosing import ChoiceList, Chooser

from .fake_engine import FakeEngine
from .fake_notes import NOTES, FakeNote
from .interface import Interface, running

LONG = FakeNote(
    "Long note.md",
    "Long note",
    "> [!tip]+ Lock\n> inside\n\n[[Inbox]] lock [[Sourdough]] lock\n\n"
    + "\n\n".join(f"## Part {number}\n\nlock, line {number}" for number in range(25)),
    ("work",),
    links=("Inbox.md", "Recipes/Sourdough.md"),
)

OUTSIDE = {
    "program.quit": "ends the program",
    "note.obsidian": "needs a desktop; a notice says so",
    "note.copy_heading": "has no key",
    "note.folder": "has no key",
    "filters.clear_all": "has no key",
    "theme.choose": "has no key",
    "query.clear": "has no key",
    "result.unmark": "has no key",
    "screen.repaint": "changes nothing but what another program has written",
    "palette.open": "opens Textual's palette, which has tests of its own",
}
"""Commands that are not tried here, and why."""

TO: dict[Context, Sequence[str]] = {
    "query": ("end",),
    "main": ("escape",),
    "results": ("escape",),
    "preview": ("escape", "l"),
    "find": ("escape", "ctrl+f", "l", "o"),
    "filters": ("escape", "f"),
    "panel": ("escape", "t"),
    "help": ("escape", "f1"),
    "dialog": ("escape", "f1"),
    "switcher": ("escape", "ctrl+o"),
    "searches": ("escape", "ctrl+r"),
    "app": ("escape",),
}
"""How one gets to where a key works."""

FIRST: dict[str, Sequence[str]] = {
    "query.previous": ("down",),
    "query.preview_up": ("pagedown", "pagedown"),
    "query.newer": ("alt+up",),
    "hit.previous": ("n", "n"),
    "find.previous": ("down", "down"),
    "link.previous": ("right_square_bracket", "right_square_bracket"),
    "link.follow": ("right_square_bracket", "right_square_bracket"),
    "history.back": ("ctrl+o", "down", "enter"),
    "history.forward": ("ctrl+o", "down", "enter", "H"),
    "pane.results": ("l",),
    "pane.left": ("l",),
    "back": ("space",),
    "filters.include": ("down",),
    "filters.exclude": ("down",),
    "filters.clear": ("down", "space"),
    "filters.unfold": ("h",),
    "filters.previous": ("right_square_bracket", "right_square_bracket"),
    "searches.undo": ("ctrl+x",),
    "switcher.previous": ("down",),
    "switcher.page_up": ("pagedown",),
    "panel.open": ("down",),
    "panel.outline": ("b",),
    "list.up": ("down", "down"),
    "list.first": ("down", "down"),
    "list.half_up": ("pagedown", "pagedown"),
    "list.page_up": ("pagedown", "pagedown"),
    "pane.wider": (),
}
"""What must be done there before there is anything to be changed."""


def seen(ui: Interface) -> Hashable:
    """All that a command may change."""
    app, main = ui.app, ui.main
    screen = app.screen
    dialog = screen.query(ChoiceList)
    focused = app.focused
    panel, preview, results, filters = main.panel, main.preview, main.results, main.filters
    scrolled = tuple(widget.scroll_offset for widget in (panel, preview, results, filters, *screen.query("#help")))
    return (
        type(screen).__name__,
        None if focused is None else focused.id or type(focused).__name__,
        tuple((choices.cursor, tuple(choice.label for choice in choices.choices)) for choices in dialog),
        scrolled,
        (panel.cursor, panel.tab, results.cursor, results.compact, len(results.marked), filters.cursor),
        tuple((row.id, row.open) for row in filters.rows),
        (preview.current_hit, str(preview.current_link), preview.source_view, preview._hints is not None, ui.shown),
        tuple(preview.folds.items()),
        (main.searching.question, main.query_bar.input.value, main.query_bar.input.cursor_position),
        (main.panes.arrangement, main.state.filters_width, main.state.results_share),
        (tuple(ui.notices), tuple(ui.launcher.opened), ui.engine.refreshed, tuple(ui.engine.indexed)),
        str(filters._content.narrowing),
    )


async def press(ui: Interface, keys: Sequence[str]) -> None:
    """Press keys one by one: in a dialog, each of them when what belongs to those before is listed."""
    for key in keys:
        await ui.press(key)
        screen = ui.app.screen
        if isinstance(screen, Chooser):
            await ui.until(lambda screen=screen: not screen.waiting, "the dialog offers something")  # type: ignore[misc]
    await ui.settled()


def tried() -> list[tuple[Command, Context]]:
    """Every command where it is bound first; how lists move has tests of its own for each list."""
    return [(command, command.contexts[0]) for command in COMMANDS if command.id not in OUTSIDE]


@pytest.mark.parametrize(("command", "context"), tried(), ids=lambda value: getattr(value, "id", value))
async def test_a_key_has_an_effect_that_can_be_seen(command: Command, context: Context) -> None:
    engine = FakeEngine((LONG, *NOTES))
    async with running(engine, size=(140, 30), query="part lock") as ui:
        ui.main.state.history[:] = ["sourdough", "tag:work"]
        await ui.until(lambda: ui.main.filters.rows, "the filters are counted: that is no effect of the key")
        await press(ui, TO[context])
        if context in ("switcher", "searches"):
            await ui.until(lambda: ui.app.screen.query_one(ChoiceList).count > 1, "something is offered")
        await press(ui, FIRST.get(command.id, ()))
        before = seen(ui)
        await ui.press(command.default_keys("vim")[0])
        await ui.until(lambda: seen(ui) != before, f"{command.id} does something")


@pytest.mark.parametrize(
    ("size", "notes"), [((140, 30), (LONG, *NOTES)), ((70, 24), ())], ids=["wide", "narrow, empty"]
)
async def test_everything_that_the_palette_offers_can_be_run_there(
    size: tuple[int, int], notes: tuple[FakeNote, ...]
) -> None:
    async with running(FakeEngine(notes), size=size) as ui:
        await ui.press("escape")
        main, done = ui.main, []
        async for hit in CommandProvider(main).discover():
            if hit.text == "Quit":  # would end the others
                continue
            await hit.command()
            await ui.pilot.pause()
            done.append(hit.text)
            while ui.app.screen is not main:
                await ui.app.pop_screen()
            await ui.pilot.pause()
            assert ui.app.is_running, hit.text
        assert {"Type a query", "Remove all filters", "Paint the screen anew"} <= set(done)


def test_what_is_left_out_exists_and_has_a_reason() -> None:
    assert OUTSIDE.keys() <= {command.id for command in COMMANDS}
    assert all(OUTSIDE.values())
