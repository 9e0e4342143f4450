"""What a person sees, at three sizes. Look at every picture before accepting it.

``pytest tests/snapshots --snapshot-update`` accepts; ``snapshot_report.html`` shows what has changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from textual.command import CommandList
from textual.pilot import Pilot

from tests.tui.fake_engine import FakeEngine
from tests.tui.fake_notes import NOTES
from tests.tui.interface import make_app
from vaulttui.errors import IndexFault
from vaulttui.search.engine import Progress
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.state.remembered import SavedSearch

WIDE, MEDIUM, NARROW = (160, 45), (100, 30), (60, 20)
SIZES = pytest.mark.parametrize("size", [WIDE, MEDIUM, NARROW], ids=["wide", "medium", "narrow"])

Ready: TypeAlias = Callable[[VaultApp], object]
Look: TypeAlias = Callable[..., None]


@pytest.fixture
def looks(snap_compare: Callable[..., bool]) -> Iterator[Look]:
    """Compare what is seen after some keys with the accepted picture."""
    apps: list[VaultApp] = []

    def compare(
        *keys: str,
        size: tuple[int, int],
        query: str = "",
        engine: FakeEngine | None = None,
        theme: str = "vault-dark",
        ready: Ready = lambda app: True,
        at_start: Callable[[VaultApp], None] = lambda app: None,
        told: Progress | None = None,
    ) -> None:
        fake = engine or FakeEngine()
        settings = Settings(interface=InterfaceSettings(theme=theme, debounce_ms=0, reduced_motion=True))
        app = make_app(lambda: fake, settings)
        app.state.query = query
        apps.append(app)

        async def act(pilot: Pilot[None]) -> None:
            await until(pilot, lambda: isinstance(app.screen, MainScreen))
            await until(pilot, lambda: settled(app))
            at_start(app)
            if told is not None:
                fake.emit(told)
            for key in keys:
                await pilot.press(key)
                await until(pilot, lambda: settled(app))
            await until(pilot, lambda: told is None or main_screen(app).status_line.progress == told)
            await until(pilot, lambda: ready(app))
            await pilot.pause()

        assert snap_compare(app, terminal_size=size, run_before=act)

    yield compare
    for app in apps:
        app.close()


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> Awaitable[None] | None:
    """Let the interface work until something holds."""
    for _ in range(2_000):
        await pilot.pause()
        if condition():
            return None
    raise AssertionError("it never came to this")


def main_screen(app: VaultApp) -> MainScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, MainScreen))


def settled(app: VaultApp) -> bool:
    """Whether the question is answered, its facets are counted, the note is shown in the width that there is, and the
    vault is up to date."""
    main = main_screen(app)
    if main.status_line.waiting == "not open" or main.chips.failed:
        return True
    shown = main.preview.note
    wanted = main.results.selected
    counted = not main.panes.shown("filters") or main.filters.rows
    place = main.reading.place
    right_note = shown is not None and place is not None and shown.path == place.path
    laid_out = shown is not None and shown.width == main.preview.text_width and main.shown_note.coming is None
    note = wanted is None or (right_note and laid_out)
    return bool(main.searching.answered and counted and note and main.status_line.progress is not None)


@SIZES
def test_start(looks: Look, size: tuple[int, int]) -> None:
    """All notes, newest first; as many panes as there is room for; the cursor in the query."""
    looks(size=size)


@SIZES
def test_query(looks: Look, size: tuple[int, int]) -> None:
    """A filter as a chip, matches in titles, snippets and preview, the hit reversed."""
    looks("escape", size=size, query="tag:work deadlock")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_help(looks: Look, size: tuple[int, int]) -> None:
    """Keys and query language, side by side or one below the other."""
    looks("f1", size=size)


def test_light(looks: Look) -> None:
    """Paper and ink."""
    looks("escape", size=WIDE, query="tag:work deadlock", theme="vault-light")


def test_textual_theme(looks: Look) -> None:
    """A theme of Textual's own is legible too."""
    looks("escape", size=MEDIUM, query="tag:work deadlock", theme="nord")


def test_completions(looks: Look) -> None:
    """Tags below the query, the first one chosen."""
    looks("r", size=MEDIUM, query="tag:", ready=lambda app: main_screen(app).menu.suggestions, at_start=to_end)


def test_malformed_query(looks: Look) -> None:
    """The wrong part underlined, a hint below, the results as they were."""
    typed = ("space", "t", "a", "g", "g", "colon", "x")
    looks(*typed, size=MEDIUM, query="lock", ready=lambda app: main_screen(app).chips.failed, at_start=to_end)


@pytest.mark.parametrize("size", [MEDIUM, NARROW], ids=["medium", "narrow"])
def test_find_in_note(looks: Look, size: tuple[int, int]) -> None:
    """What is found in the note is marked there, and the line below says which of how many one is at."""
    looks("escape", "ctrl+f", "l", "o", "c", "k", size=size, query="deadlock", ready=all_found)


def all_found(app: VaultApp) -> bool:
    """Whether it says how many places there are."""
    bar = main_screen(app).find_bar
    return bar.places is not None and bar.input.value == "lock"


def test_nothing_found(looks: Look) -> None:
    """What would find notes, with how many; an empty preview."""
    looks(
        size=MEDIUM,
        query="tag:work [status:draft] zzz",
        ready=lambda app: main_screen(app).results.offer is not None,
    )


def test_empty_vault(looks: Look) -> None:
    """How to begin."""
    looks(size=MEDIUM, engine=FakeEngine(()))


def test_drawer(looks: Look) -> None:
    """Filters over the results, one of them included."""
    looks("escape", "f", "j", "j", size=MEDIUM, query="tag:rust lock")


def test_narrow_filters(looks: Look) -> None:
    """Filters in the place of the results."""
    looks("escape", "f", size=NARROW)


def test_narrow_preview(looks: Look) -> None:
    """The preview in the place of the results."""
    looks("escape", "l", size=NARROW, query="tokio")


def test_zen(looks: Look) -> None:
    """The preview alone, with margins."""
    looks("escape", "z", size=WIDE, query="tokio")


def test_backlinks(looks: Look) -> None:
    """The panel below the preview, with the linking line."""
    looks("escape", "b", size=MEDIUM, query="tokio")


def test_compact_and_marked(looks: Look) -> None:
    """One line for each result, two of them marked."""
    looks("escape", "c", "space", "space", size=MEDIUM, query="lock")


def test_link_hints(looks: Look) -> None:
    """Letters over the links."""
    looks("escape", "l", "G", "F", size=MEDIUM, query="tokio")


def test_searches(looks: Look) -> None:
    """Saved searches with what they look for, then the last ones."""

    def remember(app: VaultApp) -> None:
        app.state.history[:] = ["sourdough", "tag:work lock"]
        app.state.save_search(SavedSearch("Open questions", "task-todo:* tag:work", "keyword", "modified"))
        app.state.save_search(SavedSearch("Rust", "tag:rust"))

    looks("escape", "ctrl+r", size=MEDIUM, at_start=remember)


def test_first_run(looks: Look) -> None:
    """The first notes are there while the others are still being read; how many, how fast, how long."""
    report = Progress("reading", 3, 1_843, rate=410, seconds_left=5, notes=3)
    looks(size=MEDIUM, engine=FakeEngine(NOTES[:3]), told=report)


def test_vault_missing(looks: Look) -> None:
    """The disk was taken away: what was found stays, and the first line says why nothing new comes."""
    report = Progress("failed", notes=10, message="The vault /mnt/notes is not there. Is the disk mounted?")
    looks("escape", size=MEDIUM, query="lock", told=report, ready=without_toasts)


def test_shared_index(looks: Look) -> None:
    """Another process keeps the index: everything works, and the first line says so."""
    report = Progress("idle", notes=1_843, embeddable=9, embedded=9, shared=True)
    looks("escape", size=MEDIUM, query="lock", told=report)


def test_read_only_index(looks: Look) -> None:
    """Why the vault cannot be searched, and what can be done about it."""
    reason = (
        "The lock of the index, /cache/my-vault/index.lock, cannot be taken: Permission denied. Check the folder's "
        "permissions and free space, or point $VAULTTUI_CACHE_DIR (or index_dir, if the settings name one) at another "
        "folder."
    )
    looks(
        size=MEDIUM,
        engine=FakeEngine(fault=IndexFault(reason)),
        ready=lambda app: any("Permission" in strip.text for strip in app.screen._compositor.render_strips()),
    )


def test_switcher(looks: Look) -> None:
    """Notes by name, with their folders."""
    looks(
        "ctrl+o",
        "o",
        size=MEDIUM,
        ready=lambda app: app.screen.query_one("#chooser-list").count == 8,
    )


def test_palette(looks: Look) -> None:
    """Commands with their groups and keys, in the looks of the other dialogs."""
    looks(
        *("escape", "ctrl+p", "n", "o", "t", "e"),
        size=MEDIUM,
        ready=lambda app: app.screen.query_one(CommandList).option_count > 3,
    )


def test_warnings(looks: Look) -> None:
    """What was not read as written, and where."""
    engine = FakeEngine()
    engine.warned = [
        ("Inbox.md", 3, "The frontmatter is not valid YAML: mapping values are not allowed here. It was left out."),
        ("Recipes/Sourdough.md", None, "The file is not UTF-8; it was read with replacement characters."),
    ]
    looks("escape", "w", size=MEDIUM, engine=engine, ready=lambda app: app.screen.query_one("#warning-list").count)


def test_too_small(looks: Look) -> None:
    """What size is needed."""
    looks(size=(38, 10))


def without_toasts(app: VaultApp) -> bool:
    """Take the notices away: how long they are there depends on the clock."""
    app.clear_notifications()
    return True


def to_end(app: VaultApp) -> None:
    """Put the cursor behind the text, as if it had been typed."""
    query = main_screen(app).query_bar.input
    query.cursor_position = len(query.value)


def test_pictures_are_not_forgotten() -> None:
    """Every accepted picture belongs to a test."""
    folder = Path(__file__).parent / "__snapshots__" / "test_snapshots"
    tests = {name for name in globals() if name.startswith("test_")}
    assert {path.stem.partition("[")[0] for path in folder.glob("*.*")} <= tests
