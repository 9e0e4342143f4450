"""Many processes on one vault: all at once, with owners that are killed, and how long a follower takes.

    python -m tests.benchmarks.sharing --clients 10 --rounds 5 [--vault DIR]

Exits with 1 if any process failed or answered differently.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.index.killing import note_text

_HOLD = """
import sys, time
from pathlib import Path
from vaulttui.search.sharing import SharedEngine
from vaulttui.settings_file import load_settings
engine = SharedEngine(Path(sys.argv[1]), load_settings())
engine.initialize()
engine.start_background(embed=False)
print(engine.owner, flush=True)
while not engine.owner:
    time.sleep(0.002)
print(time.time(), flush=True)
time.sleep(600)
"""


class Clients:
    """Command lines on one vault, in their own folders."""

    def __init__(self, vault: Path, folder: Path) -> None:
        self._vault = vault
        names = ("VAULTTUI_CACHE_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
        self._environment = os.environ | {name: str(folder / name.lower()) for name in names}
        self.failures: list[str] = []

    def start(self) -> subprocess.Popen[str]:
        """Start a search."""
        command = [sys.executable, "-m", "vaulttui", "search", "--vault", str(self._vault), "--json"]
        return subprocess.Popen(
            [*command, "mode:keyword", "harbour OR plugin"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self._environment,
        )

    def answer(self, process: subprocess.Popen[str]) -> int:
        """How many were found; -1, and a failure, if the search failed."""
        out, err = process.communicate(timeout=120)
        if process.returncode == 0:
            return int(json.loads(out)["total"])
        self.failures.append(f"exit {process.returncode}: {err.strip()[-300:]}")
        return -1

    def hold(self) -> subprocess.Popen[str]:
        """Start a process that keeps the vault open, as an interface does, and takes over when it can."""
        return subprocess.Popen(
            [sys.executable, "-c", _HOLD, str(self._vault)], stdout=subprocess.PIPE, text=True, env=self._environment
        )


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--vault", type=Path, help="a vault instead of 300 made-up notes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        vault = options.vault or folder / "vault"
        if options.vault is None:
            vault.mkdir()
            for number in range(300):
                (vault / f"note {number}.md").write_text(note_text(random.Random(number)))
        clients = Clients(vault, folder)
        totals: set[int] = set()
        for number in range(options.rounds):
            started = time.perf_counter()
            running = [clients.start() for _ in range(options.clients)]
            totals.update(map(clients.answer, running))
            took = time.perf_counter() - started
            print(f"{options.clients} at once, {'cold' if number == 0 else 'warm'}: {took:.2f} s for all", flush=True)
        print(f"taking over after a kill: {_take_over(clients, options.rounds, totals)}")
        print(f"one search, nobody else: {_latency(clients, totals)}")
        holder = clients.hold()
        assert holder.stdout is not None
        holder.stdout.readline()
        clients.answer(clients.start())
        print(f"one search, as a follower: {_latency(clients, totals)}")
        holder.kill()
        holder.communicate()
    print(f"{len(clients.failures)} failures {clients.failures[:3]}; all answers alike: {len(totals) == 1}")
    return 1 if clients.failures or len(totals) != 1 else 0


def _take_over(clients: Clients, rounds: int, totals: set[int]) -> str:
    """Kill the owner under searches, again and again."""
    holders = [clients.hold()]
    assert holders[0].stdout is not None
    holders[0].stdout.readline()
    times = []
    for _ in range(rounds):
        nxt = clients.hold()
        assert nxt.stdout is not None
        assert nxt.stdout.readline() == "False\n", "somebody else should own the index"
        running = [clients.start() for _ in range(3)]
        time.sleep(0.15)
        killed = time.time()
        holders[-1].kill()
        holders[-1].communicate()
        totals.update(map(clients.answer, running))
        times.append(float(nxt.stdout.readline()) - killed)
        holders.append(nxt)
    holders[-1].kill()
    holders[-1].communicate()
    return f"{median(times):.2f} s (most {max(times):.2f} s) with 3 searches under way"


def _latency(clients: Clients, totals: set[int]) -> str:
    times = []
    for _ in range(7):
        started = time.perf_counter()
        totals.add(clients.answer(clients.start()))
        times.append(time.perf_counter() - started)
    return f"{median(times):.2f} s (least {min(times):.2f} s)"


if __name__ == "__main__":
    sys.exit(main())
