"""The rows of the table, for one vault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.scale.figures import Figure
from tests.benchmarks.scale.meaning import MeaningRows
from tests.benchmarks.scale.measuring import Options
from tests.benchmarks.scale.screen import ScreenRows
from tests.benchmarks.scale.words import WordRows


def all_rows(name: str, vault: Path, work: Path, shared: Path, options: Options) -> Iterator[Figure]:
    """All rows, as they get ready. For the arguments see
    :class:`~tests.benchmarks.scale.measuring.Measurements`.
    """
    work.mkdir(parents=True, exist_ok=True)
    parts = (
        (WordRows, True),
        (MeaningRows, options.vectors),
        (ScreenRows, options.interface),
    )
    for part, wanted in parts:
        if wanted:
            yield from part(name, vault, work, shared, options).rows()
