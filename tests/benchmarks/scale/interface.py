"""The interface in a pseudo-terminal: what it takes of memory, and how fast it answers while the vault is indexed."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.benchmarks.interface_latency import Terminal
from tests.benchmarks.scale.processes import TaskFailedError, memory, usual_environ
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
_LEAVE_QUERY = b"\x1b"


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


def _open(command: Sequence[str], environ: Mapping[str, str], until: bytes) -> Terminal:
    """A program that has painted a text.

    Raises:
        TaskFailedError: It has not.
    """
    terminal = Terminal(command, dict(environ))
    if not terminal.pump(_WAIT, until):
        terminal.close()
        raise TaskFailedError(f"{' '.join(command[:3])} … has not shown {until.decode()!r}: {terminal.seen[-400:]!r}")
    return terminal


def _open_vault(vault: Path, environ: Mapping[str, str]) -> Terminal:
    return _open([sys.executable, "-m", "vaulttui", str(vault)], environ, b"1 of ")


def open_memory(vault: Path, environ: Mapping[str, str], query: bytes) -> float:
    """Megabytes of the program, open on a vault and asked twice, when all has come to rest."""
    terminal = _open_vault(vault, environ)
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
    terminal = _open_vault(vault, environ)
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
    terminal = _open([sys.executable, "-c", _EMPTY], environ, b"ready")
    terminal.rest()
    found = memory(terminal.process)
    terminal.close()
    return found


def answers_under_load(vault: Path, environ: Mapping[str, str], keys: int = 20) -> list[float]:
    """Seconds from a key that moves in the results to the paint of list and preview that it causes, while a vault is
    indexed for the first time. What follows is of no key: progress, and results that come anew every second. A key that
    nothing answers counts with the time that was waited for it.

    Raises:
        TaskFailedError: Nothing has answered any key.
    """
    terminal = _open_vault(vault, environ)
    terminal.rest(0.3, 1.0)
    terminal.press(_LEAVE_QUERY)
    terminal.rest(0.3, 1.0)
    spent = []
    answered = False
    for number in range(keys):
        moment = terminal.press(b"j" if number % 8 < 6 else b"k")
        terminal.rest_in_panes()
        answered = answered or terminal.first_in_panes > 0
        spent.append((terminal.first_in_panes or time.perf_counter()) - moment)
    terminal.close()
    if not answered:
        raise TaskFailedError("no key has moved anything in the results")
    return spent
