"""The interface in a pseudo-terminal: what it takes of memory, and how fast it answers while the vault is indexed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.benchmarks.interface_latency import Terminal
from tests.benchmarks.scale.processes import memory, usual_environ
from tests.benchmarks.scale.saving import Saver
from vaulttui.paths import index_path
from vaulttui.settings import Settings

_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready")
Empty().run()
"""
WORDS_ONLY = "[embedding]\nenabled = false\n"
PAUSED = '[embedding]\nspeed = "paused"\n'
ALL = ""
_WAIT = 60.0
_SAVES_APART = 0.3
"""Seconds; a person needs more, and gives the program more time to tidy up."""
_CLEAR = b"\x15"


def environment(work: Path, vault: Path, index: Path | None, config: str) -> Mapping[str, str]:
    """Settings, state and an index of its own for the program.

    Args:
        work: Where they lie.
        vault: That will be opened.
        index: The index that it finds; ``None`` for none.
        config: The settings file.
    """
    shutil.rmtree(work, ignore_errors=True)
    (work / "config/vaulttui").mkdir(parents=True)
    (work / "config/vaulttui/config.toml").write_text(config)
    place = index_path(vault.absolute(), Settings(index_dir=str(work / "cache")))
    if index is not None:
        place.parent.mkdir(parents=True)
        shutil.copy(index, place)
    return dict(
        usual_environ(),
        VAULTTUI_CACHE_DIR=str(work / "cache"),
        XDG_STATE_HOME=str(work / "state"),
        XDG_CONFIG_HOME=str(work / "config"),
        TERM="xterm-256color",
        COLORTERM="truecolor",
    )


def open_memory(vault: Path, environ: Mapping[str, str], query: bytes) -> float:
    """Megabytes of the program, open on a vault and asked twice, when all has come to rest."""
    terminal = Terminal([sys.executable, "-m", "vaulttui", str(vault)], dict(environ))
    terminal.pump(_WAIT, b"1 of ")
    terminal.rest(1.0, 20.0)
    for letter in query:
        terminal.press(bytes([letter]))
        terminal.rest(0.2, 3.0)
    terminal.rest(3.0, 20.0)
    found = memory(terminal.process)
    terminal.close()
    return found


def memory_of_long_use(vault: Path, environ: Mapping[str, str], queries: Sequence[str], saves: int) -> list[float]:
    """Megabytes of the program while notes are saved in its vault and questions asked: five times on the way, each when
    all has come to rest, and at the end.

    Args:
        vault: Notes are written in it, and put back.
        environ: Settings and index.
        queries: One is asked behind every tenth note.
        saves: How many notes.
    """
    terminal = Terminal([sys.executable, "-m", "vaulttui", str(vault)], dict(environ))
    terminal.pump(_WAIT, b"1 of ")
    found = []
    with Saver(vault) as saver:
        for number in range(saves):
            saver.save(saver.choose(), f"what was thought of {number} just now, and written down")
            terminal.wait(_SAVES_APART)
            if number % 10 == 9:
                query = queries[number // 10 % len(queries)]
                for letter in _CLEAR + query.encode():
                    terminal.press(bytes([letter]))
                    terminal.wait(0.05)
                terminal.wait(1.0)
            if (number + 1) % (saves // 5) == 0:
                terminal.wait(5.0)
                found.append(memory(terminal.process))
    terminal.close()
    return found


def empty_memory(environ: Mapping[str, str]) -> float:
    """Megabytes of an empty Textual application."""
    terminal = Terminal([sys.executable, "-c", _EMPTY], dict(environ))
    terminal.pump(10, b"ready")
    terminal.rest()
    found = memory(terminal.process)
    terminal.close()
    return found


def answers_under_load(vault: Path, environ: Mapping[str, str], keys: int = 30) -> list[float]:
    """Seconds from a key to the paint of list and preview that it causes, while a vault is indexed for the first time.
    What follows is of no key: progress, and results that come anew every second."""
    terminal = Terminal([sys.executable, "-m", "vaulttui", str(vault)], dict(environ))
    terminal.pump(_WAIT, b"1 of ")
    terminal.rest(0.3, 1.0)
    spent = []
    for number in range(keys):
        moment = terminal.press(b"j" if number % 8 < 6 else b"k")
        terminal.rest_in_panes()
        spent.append((terminal.first_in_panes or terminal.last) - moment)
    terminal.close()
    return spent
