"""Make the pictures in screenshots/ from the bundled sample vault: ``python -m scripts.screenshots``.

Each is written as SVG, and as PNG where Chromium is installed, with the fonts Fira Code and Noto Color Emoji.

The pictures show the real program with its real engine and model, at a fixed time, so that they change only when the
program does.
"""

from __future__ import annotations

import os

os.environ.update(TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor", TERM="xterm-256color", TZ="UTC")
os.environ.pop("NO_COLOR", None)

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from pathlib import Path

from textual.events import Paste
from textual.pilot import Pilot

from vaulttui.demo import demo_vault
from vaulttui.demo.copying import date_notes
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Query, Result, Timings
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.state.remembered import SavedSearch

NOW = datetime(2026, 2, 20, 12)
TARGET = Path(__file__).resolve().parent.parent / "screenshots"
PIXELS = 1600
"""Width of a PNG."""


@dataclass(frozen=True)
class Picture:
    """One picture: a size, what is typed, which keys are pressed after it, and a theme."""

    name: str
    size: tuple[int, int]
    query: str
    keys: Sequence[str] = ()
    theme: str = "vault-dark"


PICTURES = (
    Picture("main", (150, 42), "tag:#boat cooling strainer pump", ("escape",)),
    Picture("filters", (150, 42), "tag:#passage [status] sort:modified", ("escape", "f")),
    Picture("light", (150, 42), '"three vanes" OR impeller', ("escape",), theme="vault-light"),
    Picture("two-panes", (100, 30), "mode:semantic how not to fall asleep sailing alone", ("escape",)),
    Picture("one-pane", (60, 22), "task-todo:raft", ("escape",)),
    Picture("reading", (120, 34), "engine alarm", ("escape", "z")),
    Picture("searches", (100, 30), "tag:#boat", ("escape", "ctrl+r")),
    Picture("help", (120, 40), "", ("escape", "f1")),
)


SEARCHES = {"On passage": "tag:#passage sort:modified", "To do on the raft": "task-todo:raft"}
"""Saved searches, by name."""


class StillEngine(LocalEngine):
    """The real engine, except that every search takes the same time: the pictures show it."""

    def search(self, query: Query) -> Result:
        """Search."""
        return replace(super().search(query), timings=Timings(12.0))


def make_vault(folder: Path) -> tuple[Path, Path]:
    """Copy the sample vault and index it; its notes were last changed when they say so.

    Returns:
        The vault's folder, and its index.
    """
    vault, index = folder / "Möwe", folder / "index" / "index.duckdb"
    shutil.copytree(demo_vault(), vault)
    date_notes(vault)
    engine = LocalEngine(vault, Settings(), index)
    engine.initialize()
    engine.refresh()
    engine.close()
    return vault, index


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Let the program run until something holds."""
    async with asyncio.timeout(60):
        while True:
            await pilot.pause()
            if condition():
                return
            await asyncio.sleep(0.02)


def save(svg: str, name: str) -> None:
    """Write a picture."""
    path = TARGET / f"{name}.svg"
    path.write_text(svg, encoding="utf-8")
    if not draw(path):
        print(f"screenshots/{name}.png is left as it is: Chromium is not installed")


def draw(path: Path) -> bool:
    """Draw an SVG as a PNG beside it, as a browser does: with a font for every sign.

    Returns:
        Whether there is a browser that does it.
    """
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        return False
    width, height = map(float, path.read_text(encoding="utf-8").split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split())
    window = f"--window-size={ceil(width)},{ceil(height)}"
    scale = f"--force-device-scale-factor={PIXELS / width}"
    with tempfile.TemporaryDirectory() as home:
        options = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={home}", window, scale)
        target = f"--screenshot={path.with_suffix('.png')}"
        subprocess.run([browser, *options, target, str(path)], check=True, timeout=60, capture_output=True)
    return True


async def take(picture: Picture, vault: Path, index: Path) -> None:
    """Run the program and save one picture."""
    settings = Settings(interface=InterfaceSettings(theme=picture.theme, debounce_ms=0))
    app = VaultApp(lambda place: StillEngine(place, settings, index), vault, settings, now=lambda: NOW)
    try:
        async with app.run_test(size=picture.size) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MainScreen))
            main = app.screen
            assert isinstance(main, MainScreen)

            def settled() -> bool:
                searching = main.searching
                shown = main.shown_note.detail is not None or not main.results.count
                return searching.answered and searching.question.text == main.query_bar.input.value and shown

            await until(pilot, settled)
            for name, text in SEARCHES.items():
                main.state.save_search(SavedSearch(name, text))
            if picture.query:
                main.query_bar.input.post_message(Paste(picture.query))
                await until(pilot, lambda: main.query_bar.input.value == picture.query and settled())
            await pilot.press(*picture.keys)
            await pilot.pause(1.0)  # toasts and progress have gone
            save(app.export_screenshot(), picture.name)
    finally:
        app.close()


def main() -> None:
    """Take all pictures."""
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        vault, index = make_vault(Path(folder))
        for picture in PICTURES:
            asyncio.run(take(picture, vault, index))
            print(f"screenshots/{picture.name}.svg")


if __name__ == "__main__":
    main()
