"""Kill processes at random moments and compare what the next start makes of the index with one built afresh.

    python -m tests.benchmarks.kills --kills 200

Exits with 1 if an index ever differed, or if a file had to be moved aside.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.index.kill_process import WORKS
from tests.index.killing import Killer


def main() -> int:
    """Kill, compare, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--notes", type=int, default=150, help="notes at the beginning")
    parser.add_argument("--longest", type=float, default=1.0, help="most seconds from the beginning of a work")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    done: Counter[str] = Counter()
    too_late = moved = different = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(Path(folder) / "kills", chance, notes=options.notes)
        for number in range(options.kills):
            work = WORKS[number % len(WORKS)]
            result = killer.kill_once(work, longest=options.longest)
            done[work] += 1
            too_late += result.finished
            moved += bool(result.aside)
            different += bool(result.differences)
            if result.differences or result.aside:
                print(f"kill {number} in {work} after {result.delay:.3f} s: {result.differences} {result.aside}")
            elif number % 20 == 19:
                print(f"{number + 1} kills, {different} differences, {time.monotonic() - started:.0f} s", flush=True)
    print(
        f"{sum(done.values())} kills ({', '.join(f'{work} {number}' for work, number in sorted(done.items()))}); "
        f"{too_late} came when the work was done; {moved} times a file was moved aside; "
        f"{different} indexes differed from one built afresh; {time.monotonic() - started:.0f} s"
    )
    return 1 if different or moved else 0


if __name__ == "__main__":
    sys.exit(main())
