"""How long, and in how much memory, the hostile vault is indexed: ``python -m tests.benchmarks.hostile_vault DIR``.

``DIR`` must not exist yet; it is left behind to be looked at. The aim is 20 seconds and 500 MB for the full size.
Warnings of properties whose types differ are not expected by name: which notes they are about depends on all of them.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import get_args

from tests.conftest import WORDS_ONLY
from tests.vault.hostile import Size, make_hostile_vault
from vaulttui.index.writing.property_types import PROPERTY_TYPE_DIFFERS
from vaulttui.search.local.local_engine import LocalEngine


class MemoryWatch(threading.Thread):
    """Measures the resident memory of this process and its children, twenty times a second."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        """Most bytes at one moment, all processes together."""
        self.peaks: dict[int, int] = {}
        """Most bytes by process."""
        self._start = _resident(os.getpid())
        self._done = threading.Event()

    @property
    def growth(self) -> int:
        """Most bytes at one moment above what this process had at the start."""
        return max(0, self.peak - self._start)

    def run(self) -> None:
        """Measure until told to stop."""
        while not self._done.wait(0.05):
            sizes = {pid: _resident(pid) for pid in (os.getpid(), *_children())}
            self.peak = max(self.peak, sum(sizes.values()))
            for pid, size in sizes.items():
                self.peaks[pid] = max(size, self.peaks.get(pid, 0))

    def stop(self) -> None:
        """End measuring."""
        self._done.set()
        self.join()


def _children() -> list[int]:
    """Processes that this one has started. One that is not its own program yet shows the memory of this one."""
    found: list[int] = []
    own = _command_line("self")
    for task in Path("/proc/self/task").iterdir():
        try:
            pids = (task / "children").read_text().split()
        except OSError:
            continue
        found += [int(pid) for pid in pids if _command_line(pid) != own]
    return found


def _command_line(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _cpu_seconds() -> float:
    """What this process and its children that have ended took: a busy machine makes it hardly longer."""
    return sum(os.times()[:4])


def main() -> None:
    """Make the vault, index it, and print figures and whatever differs from what was expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", choices=get_args(Size), default="full")
    options = parser.parse_args()
    with ProcessPoolExecutor(1) as other:  # the texts are not to count as memory of this process
        vault = other.submit(make_hostile_vault, options.folder, options.size).result()
    engine = LocalEngine(vault.root, WORDS_ONLY, options.folder / "index.duckdb")
    watch = MemoryWatch()
    watch.start()
    engine.initialize()
    started, busy = time.perf_counter(), _cpu_seconds()
    report = engine.refresh()
    seconds, busy = time.perf_counter() - started, _cpu_seconds() - busy
    again = time.perf_counter()
    engine.refresh()
    again = time.perf_counter() - again
    watch.stop()
    with engine._database.read() as cursor:
        paths = {path for (path,) in cursor.execute("SELECT path FROM notes").fetchall()}
        warnings = set(cursor.execute("SELECT path, code FROM warnings").fetchall())
        counts = cursor.execute("SELECT code, count(*) FROM warnings GROUP BY code ORDER BY code").fetchall()
    print(
        f"{report.notes:,} notes in {seconds:.1f} s ({busy:.1f} s of processors), again in {again:.1f} s; "
        f"peak {watch.peak / 1e6:.0f} MB"
    )
    print("by process:", ", ".join(f"{size / 1e6:.0f} MB" for size in watch.peaks.values()))
    print(f"index: {engine.status().index_bytes / 1e6:.1f} MB; warnings: {dict(counts)}")
    for text in vault.left_out:
        print("left out:", text)
    for path in sorted(vault.notes.keys() ^ paths):
        print("differs:", ascii(path)[:200], "is missing" if path in vault.notes else "was not expected")
    for path, code in sorted(vault.warnings - warnings):
        print("no warning:", code, ascii(path)[:200])
    for path, code in sorted(warnings - vault.warnings):
        if code != PROPERTY_TYPE_DIFFERS:
            print("unexpected warning:", code, ascii(path)[:200])
    engine.close()


if __name__ == "__main__":
    main()
