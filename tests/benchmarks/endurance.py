"""A long day in fast motion: edits, renames, deletions and git checkouts while an owner and a follower are searched.

    python -m tests.benchmarks.endurance --changes 20000

Prints what the process uses every so often, and exits with 1 if a search failed, if the index at the end differs from
one built afresh, or if memory, file, threads or descriptors grew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.index.endurance import Day, Sample

_GROWTH = 1.25
"""The median of the last third may be this much above that of the middle third."""


def main() -> int:
    """Live the day and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=20_000)
    parser.add_argument("--notes", type=int, default=1_000, help="notes at the beginning")
    parser.add_argument("--samples", type=int, default=60)
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        day = Day(Path(folder) / "day", notes=options.notes)
        print(" changes  memory    file  threads  files  searches  slowest")
        day.live(options.changes, options.changes // options.samples, _tell)
        found = day.differences()
    grown = [name for name, value in _MEASURES.items() if _grew(day.samples, value)]
    print(f"{time.monotonic() - started:.0f} s; {len(day.faults)} searches failed {sorted(set(day.faults))[:3]}")
    print(f"grown: {', '.join(grown) or 'nothing'}; differences from an index built afresh: {found or 'none'}")
    return 1 if day.faults or found or grown else 0


_MEASURES: dict[str, Callable[[Sample], float]] = {
    "memory": lambda sample: sample.memory,
    "file": lambda sample: sample.file,
    "threads": lambda sample: sample.threads,
    "descriptors": lambda sample: sample.descriptors,
}


def _grew(samples: list[Sample], value: Callable[[Sample], float]) -> bool:
    third = max(1, len(samples) // 3)
    return median(map(value, samples[-third:])) > _GROWTH * median(map(value, samples[third : 2 * third]))


def _tell(sample: Sample) -> None:
    print(
        f"{sample.changes:8,} {sample.memory / 1e6:4.0f} MB {sample.file / 1e6:4.0f} MB {sample.threads:8} "
        f"{sample.descriptors:6} {sample.searches:9,} {sample.slowest:6.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
