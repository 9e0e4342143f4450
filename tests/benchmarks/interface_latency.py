"""How fast the interface answers, seen from outside: ``python -m tests.benchmarks.interface_latency VAULT``.

The real program runs in a pseudo-terminal of 160 by 45, with an index, a state and settings of its own in a temporary
folder, and from modules that are compiled, as those of an installed program are. What is measured is when bytes come
back:

* **first paint**, beside that of an empty Textual application, and the first results after it, beside what importing
  numpy and DuckDB takes alone;
* **typing**: from a letter to the paint that shows it; the results of what was typed come after the debounce;
* **moving**: from ``j`` in the results to the last paint that follows, preview included; what is painted elsewhere
  meanwhile, such as the progress in the first line, does not count. While notes are being indexed, results that come
  anew every second are among what follows: there the first paint, which has list and preview, tells more;
* **held**: ``j`` thirty times a second; how long after the last one the screen comes to rest, on the right note.

Typing and moving are measured while the vault is being indexed for the first time, and when all is done.
"""

from __future__ import annotations

import argparse
import ctypes
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.benchmarks.scale.measuring import percentile
from tests.benchmarks.scale.processes import usual_environ

_SIZE = (45, 160)
_MOVE = re.compile(rb"\x1b\[(\d+);(\d+)H")
_PANES = (range(4, 45), range(30, 161))
"""Lines and columns of results, preview and panel, from 1."""
_CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")
_CUT_CONTROL = re.compile(rb"\x1b(?:\[[0-9;?]*|[()])?\Z")
"""One that goes on in what is read next."""
_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready")
Empty().run()
"""
_IMPORTS = "import numpy, duckdb"
_QUIT = b"\x11"


class Terminal:
    """A program in a pseudo-terminal.

    Args:
        command: The argument list.
        environ: The environment.
    """

    def __init__(self, command: Sequence[str], environ: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self.process, self._file = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], list(command), environ)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", *_SIZE, 0, 0))
        self.seen = b""
        """What came since the last :meth:`forget`, without control sequences."""
        self.controls = b""
        """The control sequences alone, since then."""
        self.last = self.last_in_panes = self.first_in_panes = self.started
        """When something came last, at all and into results, preview or panel; and first since the last key."""
        self._cut = b""

    def forget(self) -> None:
        """Forget what was seen."""
        self.seen = self.controls = b""

    def press(self, key: bytes) -> float:
        """Send a key. Returns the moment."""
        os.write(self._file, key)
        self.first_in_panes = 0.0
        return time.perf_counter()

    def pump(self, seconds: float, until: bytes | None = None) -> bool:
        """Read for some time, or until a text has come. Returns whether it has."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            ready, _, _ = select.select([self._file], [], [], left)
            if not ready:
                break
            try:
                data = os.read(self._file, 65_536)
            except OSError:
                return False
            if not data:
                return False
            self.last = time.perf_counter()
            data = self._cut + data
            cut = _CUT_CONTROL.search(data)
            data, self._cut = (data[: cut.start()], cut[0]) if cut else (data, b"")
            if self._reaches_panes(data):
                self.last_in_panes = self.last
                self.first_in_panes = self.first_in_panes or self.last
            self.seen += _CONTROL.sub(b"", data)
            self.controls += b"".join(_CONTROL.findall(data))
            if until is not None and until in self.seen:
                return True
        return False

    def fill(self) -> None:
        """Write to the terminal, as the program does, until it takes no more before some is read."""
        name = ctypes.CDLL(None).ptsname  # Python has its own from 3.13 on
        name.restype = ctypes.c_char_p
        drawn = os.open(name(self._file), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            with suppress(BlockingIOError):
                while True:
                    os.write(drawn, b"x" * 4096)
        finally:
            os.close(drawn)

    def wait(self, seconds: float) -> None:
        """Read for some time, whether anything comes or not."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.pump(left)

    @staticmethod
    def _reaches_panes(data: bytes) -> bool:
        """Whether anything is written into the panes."""
        lines, columns = _PANES
        return any(int(y) in lines and int(x) in columns for y, x in _MOVE.findall(data))

    def rest_in_panes(self, quiet: float = 0.15, most: float = 1.0) -> float:
        """Read until something has come into the panes, and then nothing for some time. Returns when it came last."""
        started = time.perf_counter()
        while (now := time.perf_counter()) - started < most:
            if self.last_in_panes > started and now - self.last_in_panes >= quiet:
                break
            self.pump(0.01)
        return max(self.last_in_panes, started)

    def rest(self, quiet: float = 0.15, most: float = 3.0) -> float:
        """Read until nothing has come for some time. Returns when something came last."""
        end = time.perf_counter() + most
        while time.perf_counter() < end:
            before = self.last
            self.pump(quiet)
            if self.last == before:
                break
        return self.last

    @property
    def modes(self) -> list[Any]:
        """The terminal's modes, as :func:`termios.tcgetattr` tells them."""
        return termios.tcgetattr(self._file)

    def close(self) -> float:
        """Leave the program. Returns the seconds that it took."""
        started = self.press(_QUIT)
        while time.perf_counter() - started < 10:
            self.pump(0.02)
            done, _ = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self._file)
                return time.perf_counter() - started
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self._file)
        return float("inf")


def milliseconds(values: Sequence[float]) -> str:
    """Median, 95th percentile and maximum."""
    ordered = sorted(value * 1000 for value in values)
    p95 = percentile(ordered, 0.95)
    return f"median {statistics.median(ordered):.0f}, p95 {p95:.0f}, most {ordered[-1]:.0f} ms ({len(ordered)})"


class Bench:
    """The measurements on one vault.

    Args:
        vault: Its folder.
        work: A folder for index, state and settings.
    """

    def __init__(self, vault: Path, work: Path) -> None:
        self._vault = vault
        self._environ = dict(
            usual_environ(),
            VAULTTUI_CACHE_DIR=str(work / "cache"),
            XDG_STATE_HOME=str(work / "state"),
            XDG_CONFIG_HOME=str(work / "config"),
            TERM="xterm-256color",
            COLORTERM="truecolor",
        )
        self._work = work

    def open(self) -> Terminal:
        """Start the program, without what it remembered."""
        shutil.rmtree(self._work / "state", ignore_errors=True)
        return Terminal([sys.executable, "-m", "vaulttui", str(self._vault)], self._environ)

    def index(self) -> None:
        """Bring words and metadata up to date."""
        command = [sys.executable, "-m", "vaulttui", "index", "--vault", str(self._vault), "--no-embed"]
        subprocess.run(command, env=self._environ, check=True, capture_output=True)

    def without_vectors(self) -> None:
        """Let the program make no vectors from now on, so that it is idle."""
        file = self._work / "config/vaulttui/config.toml"
        file.parent.mkdir(parents=True)
        file.write_text("[embedding]\nenabled = false\n")

    def start_up(self, times: int) -> None:
        """First paint and first results, beside an empty application."""
        empty, paint, results, imports = [], [], [], []
        for _ in range(times):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", _IMPORTS], env=self._environ, check=True)
            imports.append(time.perf_counter() - started)
            terminal = Terminal([sys.executable, "-c", _EMPTY], self._environ)
            terminal.pump(10, b"ready")
            empty.append(terminal.last - terminal.started)
            terminal.close()
            terminal = self.open()
            terminal.pump(10, b"Results")
            paint.append(terminal.last - terminal.started)
            terminal.pump(10, b"1 of ")
            results.append(terminal.last - terminal.started - paint[-1])
            terminal.rest()
            terminal.close()
        ratio = statistics.median(paint) / statistics.median(empty)
        print(f"first paint      {milliseconds(paint)}; an empty application {milliseconds(empty)}: × {ratio:.2f}")
        print(f"first results    {milliseconds(results)} after it; {_IMPORTS} alone {milliseconds(imports)}")

    def use(self, name: str, terminal: Terminal, text: str, moves: int) -> None:
        """Type a text, then move in the results."""
        echoes, answers, firsts, steps = [], [], [], []
        for letter in text:
            terminal.forget()
            moment = terminal.press(letter.encode())
            terminal.pump(3, letter.encode())
            echoes.append(terminal.last - moment)
            answers.append(terminal.rest(0.2, 1.5) - moment)
        print(f"{name} letter   {milliseconds(echoes)}; all that follows, debounce included: {milliseconds(answers)}")
        terminal.press(b"\x1b")
        terminal.rest()
        for _ in range(moves):
            moment = terminal.press(b"j")
            steps.append(terminal.rest_in_panes() - moment)
            firsts.append((terminal.first_in_panes or terminal.last) - moment)
        print(f"{name} move     {milliseconds(steps)}; to the first paint {milliseconds(firsts)}")

    def hold(self, terminal: Terminal, seconds: float) -> None:
        """Hold ``j``, then see how long the screen goes on."""
        keys = int(seconds * 30)
        for _ in range(keys):
            last = terminal.press(b"j")
            terminal.pump(1 / 30)
        terminal.forget()
        behind = terminal.rest(0.15) - last
        print(
            f"held j           {keys} keys in {seconds:.0f} s; the screen rests {max(0.0, behind) * 1000:.0f} ms later"
        )


def main() -> None:
    """Measure all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("vault", type=Path)
    parser.add_argument("--times", type=int, default=5, help="starts that are measured")
    parser.add_argument("--text", default="graph view with dataview table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.vault.resolve(), Path(folder))
        terminal = bench.open()
        terminal.pump(10, b"1 of ")
        terminal.rest(0.3, 1.0)
        bench.use("indexing", terminal, options.text[: len(options.text) // 2], 40)
        print(f"leaving while indexing: {terminal.close() * 1000:.0f} ms")
        bench.index()
        bench.start_up(options.times)
        bench.without_vectors()
        terminal = bench.open()
        terminal.pump(10, b"1 of ")
        terminal.rest(0.5, 5.0)
        bench.use("idle    ", terminal, options.text, 40)
        bench.hold(terminal, 4.0)
        print(f"leaving: {terminal.close() * 1000:.0f} ms")


if __name__ == "__main__":
    main()
