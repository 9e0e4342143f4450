"""Random keys, clicks and sizes for as long as one likes: ``python tests/benchmarks/monkey.py --minutes 30 --seed 1``.

The real interface over the real engine works on a copy of the sample vault, without a terminal. Every so often it is
asked to come back: some escapes must lead to the main screen, and a query must be answered. Memory, threads and open
files are written down at the beginning and the end. An exception, a stuck state or growth beyond the bounds ends it
with a status of 1 and the last keys.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

os.environ.update(TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor", TERM="xterm-256color")
os.environ.pop("NO_COLOR", None)
os.environ.pop("TMUX", None)

from textual.app import App
from textual.errors import NoWidget
from textual.pilot import OutOfBounds, Pilot

from vaulttui.demo import demo_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import EmbeddingSettings, InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.commands import COMMANDS
from vaulttui.tui.opening.editor import EditorLauncher, EditorOutcome
from vaulttui.tui.opening.opener import Opener
from vaulttui.tui.screens.main import MainScreen

PATIENCE = 20.0
"""Seconds until something that should happen at once counts as stuck."""
SIZES = ((160, 45), (120, 30), (100, 30), (80, 24), (60, 20), (45, 14), (30, 8))
WORDS = (
    "engine",
    "sleep",
    "tag:#boat",
    "-draft",
    '"three vanes"',
    "[status]",
    "modified:7d",
    "ö",
    "(",
    "sort:",
    "日記",
)
_FILES = Path("/proc/self/fd")
_QUITS = frozenset({"program.quit"})


@dataclass
class Report:
    """What happened."""

    steps: int = 0
    seconds: float = 0.0
    returns: int = 0
    """How often it was asked to come back, and did."""
    memory: list[int] = field(default_factory=list)
    """Resident bytes at each return."""
    threads: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)


class ScribblingLauncher(EditorLauncher):
    """An editor that adds a line, deletes the note, or fails."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__("true")
        self._chance = chance

    def open(self, app: App[object], *places: tuple[Path, int]) -> EditorOutcome:
        """Do what people do."""
        del app
        for path, _ in places:
            what = self._chance.random()
            if what < 0.9 and path.is_file():
                with path.open("a", encoding="utf-8") as file:
                    file.write(f"\nscribbled {self._chance.randrange(1000)}\n")
            elif what > 0.98:
                path.unlink(missing_ok=True)
        return self._chance.choice((EditorOutcome("ok"), EditorOutcome("failed", "vi ended with status 1.")))


class IdleOpener(Opener):
    """Opens nothing: the desktop is a person's."""

    def __init__(self) -> None:
        super().__init__(lambda reason: None)

    def open_folder(self, folder: Path) -> None:
        """Leave it closed."""

    def open_address(self, address: str) -> None:
        """Leave it closed."""


class CagedApp(VaultApp):
    """The interface, which stays in one vault, and goes on whatever says that it is to end.

    There are more ways to both than keys, and a monkey must not write into notes of a person, nor into the clipboard.
    """

    CSS_PATH = str(Path(sys.modules[VaultApp.__module__].__file__ or "").with_name("vaulttui.tcss"))

    async def action_quit(self) -> None:
        """Stay."""

    def copy_to_clipboard(self, text: str) -> None:
        """Keep the text, as Textual does: without a terminal, it goes nowhere else."""
        App.copy_to_clipboard(self, text)

    def _vault_chosen(self, vault: Path | None) -> None:
        super()._vault_chosen(self.vault if vault is not None else None)


class Monkey:
    """Works the interface.

    Args:
        app: The interface, running.
        pilot: What presses its keys.
        chance: The source of all chance.
    """

    def __init__(self, app: VaultApp, pilot: Pilot[None], chance: random.Random) -> None:
        self._app = app
        self._pilot = pilot
        self._chance = chance
        keys = [key for command in COMMANDS if command.id not in _QUITS for key in command.default_keys("vim")]
        # q closes dialogs, but on the main screen it ends the program.
        self._keys = sorted({*keys, "backspace", "delete", "a", "o", "e"} - {"q", "ctrl+q"})
        self.last: deque[str] = deque(maxlen=60)
        self.report = Report()

    async def step(self) -> None:
        """Do one thing."""
        what = self._chance.random()
        if what < 0.80:
            await self._press(self._chance.choice(self._keys))
        elif what < 0.90:
            for letter in self._chance.choice(WORDS):
                await self._press("space" if letter == " " else letter)
        elif what < 0.98:
            width, height = self._app.size
            spot = (self._chance.randrange(width), self._chance.randrange(height))
            self.last.append(f"click {spot}")
            try:
                await self._pilot.click(
                    offset=spot, times=self._chance.choice((1, 1, 2)), control=self._chance.random() < 0.1
                )
            except (OutOfBounds, NoWidget):
                # The size has just changed, or a screen that has just come is not laid out.
                return
        else:
            size = self._chance.choice(SIZES)
            self.last.append(f"resize {size}")
            await self._pilot.resize_terminal(*size)
        self.report.steps += 1

    async def _press(self, key: str) -> None:
        self.last.append(key)
        await self._pilot.press(key)

    async def come_back(self) -> None:
        """Go to the main screen and search: whatever was done before, that must be possible.

        Raises:
            AssertionError: It is not.
        """
        await self._pilot.resize_terminal(120, 30)
        for _ in range(6):
            await self._press("escape")
        await self._until(lambda: isinstance(self._app.screen, MainScreen), "the main screen")
        main = self._app.screen
        assert isinstance(main, MainScreen)
        await self._press("slash")
        await self._until(lambda: main.query_bar.input.has_focus, "the query")
        main.query_bar.input.set_text(f"engine {self._chance.choice(('alarm', 'boat', 'zzzz'))}")
        await self._until(
            lambda: main.searching.answered and main.searching.question.text == main.query_bar.input.value, "an answer"
        )
        self._measure()

    async def _until(self, condition: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"stuck: {what} never came; there are {self._app.screen_stack}"
            await self._pilot.pause(0.02)

    def _measure(self) -> None:
        gc.collect()
        report = self.report
        report.returns += 1
        report.threads.append(threading.active_count())
        report.files.append(len(list(_FILES.iterdir())) if _FILES.exists() else 0)
        pages = Path("/proc/self/statm")
        report.memory.append(int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0)


def caged_app(folder: Path, chance: random.Random, embedding: EmbeddingSettings | None = None) -> CagedApp:
    """The interface on a copy of the sample vault.

    Args:
        folder: Where the copy and its index come.
        chance: Of what the editor does.
        embedding: How vectors are made.
    """
    vault = folder / "vault"
    shutil.copytree(demo_vault(), vault)
    settings = Settings(
        interface=InterfaceSettings(debounce_ms=0, reduced_motion=True), embedding=embedding or EmbeddingSettings()
    )
    return CagedApp(
        lambda place: LocalEngine(place, settings, folder / "index.duckdb"),
        vault,
        settings,
        launcher=ScribblingLauncher(chance),
        opener=IdleOpener(),
        recent=lambda: [vault],
    )


async def play(
    seed: int,
    *,
    seconds: float = float("inf"),
    steps: int | None = None,
    every: int = 300,
    embedding: EmbeddingSettings | None = None,
) -> Report:
    """Let a monkey play.

    Args:
        seed: Of all chance.
        seconds: How long.
        steps: How many things it does, at most.
        every: Steps between two returns.
        embedding: How vectors are made.

    Raises:
        AssertionError: The interface got stuck; the last keys are told.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        app = caged_app(Path(folder), chance, embedding)
        try:
            async with app.run_test(size=(120, 30)) as pilot:
                monkey = Monkey(app, pilot, chance)
                report = monkey.report
                started = time.monotonic()
                try:
                    await monkey.come_back()
                    while time.monotonic() - started < seconds and (steps is None or report.steps < steps):
                        await monkey.step()
                        if report.steps % every == 0:
                            await monkey.come_back()
                    await monkey.come_back()
                except BaseException as error:
                    error.add_note(f"seed {seed}, step {report.steps}, last: {' '.join(monkey.last)}")
                    raise
                report.seconds = time.monotonic() - started
                return report
        finally:
            app.close()


def grown(report: Report) -> list[str]:
    """What grew more than it may between the first third of the returns and the last one."""
    third = len(report.memory) // 3
    if third == 0:
        return []
    found = []
    early, late = max(report.memory[:third]), report.memory[-1]
    if late > early * 1.25 + 30_000_000:
        found.append(f"memory: {early / 1e6:.0f} MB, then {late / 1e6:.0f} MB")
    if report.threads[-1] > max(report.threads[:third]) + 3:
        found.append(f"threads: {max(report.threads[:third])}, then {report.threads[-1]}")
    if report.files[-1] > max(report.files[:third]) + 10:
        found.append(f"open files: {max(report.files[:third])}, then {report.files[-1]}")
    return found


def main() -> int:
    """Play as long as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-vectors", action="store_true", help="leave the model out")
    options = parser.parse_args()
    embedding = EmbeddingSettings(enabled=not options.no_vectors)
    report = asyncio.run(play(options.seed, seconds=options.minutes * 60, embedding=embedding))
    first, last, most = (round(size / 1e6) for size in (report.memory[0], report.memory[-1], max(report.memory)))
    print(f"seed {options.seed}: {report.steps:,} steps in {report.seconds / 60:.1f} min, back {report.returns} times")
    print(f"memory {first} → {last} MB, at most {most}: {' '.join(f'{size / 1e6:.0f}' for size in report.memory)}")
    print(f"threads {report.threads[0]} → {report.threads[-1]}, open files {report.files[0]} → {report.files[-1]}")
    growth = grown(report)
    print("\n".join(growth) or "nothing grew")
    return int(bool(growth))


if __name__ == "__main__":
    sys.exit(main())
