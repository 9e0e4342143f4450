"""Running the interface in a test, and waiting for what should happen."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from rich.cells import cell_len
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.content import Content
from textual.events import MouseDown, MouseMove, MouseUp, Paste
from textual.message import Message
from textual.pilot import Pilot

from vaulttui.search.engine import SearchEngine
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.opening.editor import EditorLauncher, EditorOutcome
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.state.store import StateStore

from .fake_engine import FakeEngine
from .fake_notes import NOW
from .painting import paint, paint_what_has_come, put_off

PATIENCE = 30.0
"""Seconds until a test gives up on something that should happen at once."""
LOOK_AGAIN = 0.1
"""Seconds until a test looks again though no message came: not everything that changes tells of it."""

AnyMessage = TypeVar("AnyMessage", bound=Message)


class FakeLauncher(EditorLauncher):
    """Remembers what was to be edited."""

    def __init__(self, outcome: EditorOutcome | None = None) -> None:
        super().__init__()
        self.opened: list[tuple[Path, int]] = []
        self.outcome = outcome or EditorOutcome("ok")

    def open(self, app: App[object], *places: tuple[Path, int]) -> EditorOutcome:
        del app
        self.opened.extend(places)
        return self.outcome


class Interface:
    """A running interface.

    Args:
        app: The application.
        pilot: What presses keys.
        engine: What answers.
        launcher: What stands for the editor.
    """

    def __init__(self, app: VaultApp, engine: FakeEngine, launcher: FakeLauncher) -> None:
        self.app = app
        self.engine = engine
        self.launcher = launcher
        self.pilot: Pilot[None]
        self.messages: list[Message] = []
        self._something = asyncio.Event()

    def on_message(self, message: Message) -> None:
        """Note that something has happened."""
        self.messages.append(message)
        self._something.set()

    @property
    def main(self) -> MainScreen:
        """The main screen."""
        screen = next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, MainScreen))
        assert isinstance(screen, MainScreen)
        return screen

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until something holds, looking again after every message, and once in a while."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._until(condition)
        except TimeoutError:
            screen = "\n".join(self.screen_lines)
            raise AssertionError(f"it never came to this: {what or condition}; the screen:\n{screen}") from None

    async def _until(self, condition: Callable[[], object]) -> None:
        while True:
            self._something.clear()
            with put_off():
                await self.pilot.pause()
            if condition():
                paint_what_has_come()
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), LOOK_AGAIN)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def type_in(self, text: str) -> None:
        """Type a text as a terminal sends it: characters have no names there, and Pilot knows no names for many."""
        type_text(self.app, text)
        await self.pilot.pause()

    async def enter(self, text: str) -> None:
        """Enter a text into the query and wait for its answer."""
        await self.paste(text)
        await self.settled()

    async def paste(self, text: str) -> None:
        """Paste a text into the query: one question, not one for each letter."""
        self.main.query_bar.input.post_message(Paste(text))
        await self.until(lambda: self.main.query_bar.input.value.endswith(text), "the text is pasted")

    async def settled(self) -> None:
        """Wait until the last question is answered and the selected note is shown as it is to be for that."""
        await self.until(lambda: self.is_settled, "the query is answered")

    @property
    def is_settled(self) -> bool:
        """Whether the last question is answered and the selected note is shown as it is to be for that."""
        main = self.main
        answered = main.searching.answered and main.searching.question.text == main.query_bar.input.value
        return answered and (not self.paths or self.note_is_shown) and not self.note_waits

    @property
    def note_is_shown(self) -> bool:
        """Whether the note that is wanted is shown, and is not about to be shown anew: that would undo what keys do."""
        place, shown = self.main.reading.place, self.main.shown_note
        right = shown.detail is not None and place is not None and shown.detail.path == place.path
        return right and shown.coming is None

    @property
    def is_started(self) -> bool:
        """Whether nothing more is to come of the start: the first answer, its filter values, the state of the index."""
        if not any(isinstance(screen, MainScreen) for screen in self.app.screen_stack):
            return False
        facets = self.main.searching.facets
        counted = facets.wanted is None or not facets._owed
        return self.is_settled and counted and self.main.status_line.progress is not None

    @property
    def paths(self) -> list[str]:
        """Paths of the loaded results, from the top."""
        results = self.main.results
        return [hit.path for index in range(results.count) if (hit := results.hit_at(index)) is not None]

    @property
    def selected(self) -> str | None:
        """Path of the selected result."""
        hit = self.main.results.selected
        return None if hit is None else hit.path

    @property
    def note_waits(self) -> bool:
        """Whether a note is selected that is to be shown a moment after the one before."""
        reading = self.main.reading
        return reading._resting and reading._wanted != reading._selected

    @property
    def shown(self) -> str | None:
        """Path of the note in the preview."""
        note = self.main.preview.note
        return None if note is None else note.path

    def sent(self, kind: type[AnyMessage]) -> list[AnyMessage]:
        """All messages of a kind so far."""
        once = {id(message): message for message in self.messages}
        return [message for message in once.values() if isinstance(message, kind)]

    def text_of(self, selector: str) -> str:
        """What a widget shows, line by line."""
        widget = self.app.screen.query_one(selector)
        lines = [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]
        return "\n".join(lines)

    def edge(self, text: str | None) -> str:
        """What can be read in the border of a pane."""
        return Content.from_markup(text or "").plain

    @property
    def screen_lines(self) -> list[str]:
        """All that a person sees, line by line."""
        paint()
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    async def click(self, text: str, *, nth: int = 0, behind: str = "", button: int = 1) -> None:
        """Click a text where it can be seen behind another one; from the top the ``nth`` (from 0; -1 is the last)."""

        def spots() -> list[tuple[int, int]]:
            return [
                (cell_len(line[: found.start() + len(behind)]), y)
                for y, line in enumerate(self.screen_lines)
                for found in re.finditer(re.escape(behind + text), line)
            ]

        await self.until(lambda: len(spots()) > max(nth, 0), f"{text!r} can be seen")
        await self.pilot.pause()  # what is about to move has moved
        await self.pilot.click(offset=spots()[nth], button=button)
        await self.pilot.pause()

    async def press_mouse(self, x: int, y: int, *, times: int = 1, button: int = 1, control: bool = False) -> None:
        """Click a place of the screen as a terminal tells it: the application makes clicks of it, and counts them.

        Clicks at one place count as a double click however slow the machine is.
        """
        self.app.CLICK_CHAIN_TIME_THRESHOLD = math.inf  # type: ignore[misc]
        for _ in range(times):
            await self.drag_mouse((x, y), button=button, control=control)

    async def drag_mouse(self, *places: tuple[int, int], button: int = 1, control: bool = False) -> None:
        """Press the mouse at the first of some places of the screen, move it to the others, and let it go."""
        kinds = [(MouseDown, places[0]), *((MouseMove, place) for place in places[1:]), (MouseUp, places[-1])]
        before = places[0]
        for kind, (x, y) in kinds:
            moved = (x - before[0], y - before[1])
            self.app.post_message(kind(None, x, y, *moved, button, False, False, control, x, y))
            before = (x, y)
            await self.pilot.pause()

    @property
    def notices(self) -> list[str]:
        """Texts of the notifications that are shown."""
        return [notification.message for notification in self.app._notifications]


def type_text(app: App[Any], text: str) -> None:
    """Type a text as a terminal sends it, into any application."""
    for message in XTermParser().feed(text):
        app.post_message(message)


@asynccontextmanager
async def running(
    engine: FakeEngine | None = None,
    *,
    size: tuple[int, int] = (140, 40),
    debounce_ms: int = 0,
    settings: Settings | None = None,
    state: Path | None = None,
    launcher: FakeLauncher | None = None,
    vault: Path = Path("/vaults/my-vault"),
    query: str = "",
    wait: bool = True,
    toasts: bool = False,
) -> AsyncIterator[Interface]:
    """Run the interface over a fake engine, by default until nothing more is to come of its start.

    ``query`` is what stood in the query bar when it was last closed; ``toasts`` lets notifications come to the screen.
    """
    fake = engine or FakeEngine()
    editor = launcher or FakeLauncher()
    app = make_app(lambda: fake, settings, debounce_ms=debounce_ms, state=state, launcher=editor, vault=vault)
    app.state.query = query or app.state.query
    async with running_app(app, fake, editor, size=size, toasts=toasts) as interface:
        if wait:
            await interface.until(lambda: interface.is_started, "it has started")
        yield interface
        paint()


@asynccontextmanager
async def running_app(
    app: VaultApp,
    engine: FakeEngine | None = None,
    launcher: FakeLauncher | None = None,
    *,
    size: tuple[int, int] = (140, 40),
    toasts: bool = False,
) -> AsyncIterator[Interface]:
    """Run an application of :func:`make_app` from its very beginning, and close it."""
    interface = Interface(app, engine or FakeEngine(), launcher or FakeLauncher())
    try:
        async with app.run_test(size=size, message_hook=interface.on_message, notifications=toasts) as pilot:
            interface.pilot = pilot
            yield interface
    finally:
        app.close()


def make_app(
    open_engine: Callable[[], SearchEngine],
    settings: Settings | None = None,
    *,
    debounce_ms: int = 0,
    state: Path | None = None,
    launcher: EditorLauncher | None = None,
    vault: Path | None = Path("/vaults/my-vault"),
    settle: Callable[[bool], None] = lambda left: None,
) -> VaultApp:
    """Make the application with a clock that stands still."""
    return VaultApp(
        lambda vault: open_engine(),
        vault,
        settings or Settings(interface=InterfaceSettings(theme="vault-dark", debounce_ms=debounce_ms)),
        settings_path=Path("/home/me/config.toml"),
        stores=lambda vault: StateStore(state),
        launcher=launcher,
        now=lambda: NOW,
        settle=settle,
    )
