"""What all measurements of one vault need: where it is, how often to measure, and how a row is made of samples."""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.scale.figures import Figure, Unit
from tests.benchmarks.scale.processes import run_task
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault

LARGE = 20_000
"""Notes from which a vault is held to the targets of a large one."""


@dataclass(slots=True)
class Options:
    """What is measured, and how often."""

    runs: int = 5
    large_runs: int = 5
    """Of what takes minutes in a large vault."""
    questions: int = 12
    """Of every kind."""
    saves: int = 20
    vectors: bool = True
    interface: bool = True
    fp32: Path | None = None
    """Folder with the fp32 weights of the bundled model, for fastembed's defaults."""
    ripgrep: str = "rg"


class Asked(NamedTuple):
    """Seconds that one question took."""

    search: float
    facets: float
    scores: float
    """Of the search, those for the scores by words, without which there is no order: what other engines answer."""


class Measurements:
    """A part of the measurements on one vault. All parts work on the same index.

    Args:
        name: Of the vault, for the table.
        vault: Its folder; notes are written in it, and put back.
        work: A folder for indexes.
        shared: A folder for what all vaults need.
        options: What is measured.
    """

    def __init__(self, name: str, vault: Path, work: Path, shared: Path, options: Options) -> None:
        self._name = name
        self._vault = vault
        self._work = work
        self._shared = shared
        self._options = options
        self._index = work / "index.duckdb"
        self._vectors = work / "vectors.duckdb"
        """A copy of the index in which every chunk has a vector."""
        self._notes = len(scan_vault(vault, VaultSettings()).notes)

    @property
    def _large(self) -> bool:
        return self._notes >= LARGE

    @property
    def _runs(self) -> int:
        return self._options.large_runs if self._large else self._options.runs

    @property
    def _slow_peer_runs(self) -> int:
        """Of peers that take a minute for a large vault."""
        return 1 if self._large else self._options.runs

    @property
    def _questions(self) -> Path:
        return self._work / "questions.json"

    def _figure(self, row: str, unit: Unit, samples: list[float], **more: Any) -> Figure:
        return Figure(row, self._name, self._notes, unit, samples, **more)

    def _target(self, usual: float, large: float) -> float:
        return large if self._large else usual

    def _search(self, mode: str, index: Path) -> list[list[Asked]]:
        """What every question took, in every run."""
        return [
            [Asked(*seconds) for seconds in run_task("search", self._vault, index, self._questions, mode).answer]
            for _ in range(self._runs)
        ]

    def _percentile(
        self, row: str, runs: Sequence[Sequence[float]], share: float, target: float | None = None
    ) -> Figure:
        """A percentile of all seconds of a run; the runs are the samples."""
        return self._figure(row, "ms", [1_000 * percentile(run, share) for run in runs], target=target)

    def _copy(self, name: str, index: Path | None = None) -> Path:
        """A copy of an index, of that without vectors if none is named."""
        copy = self._work / name
        copy.with_name(name + ".wal").unlink(missing_ok=True)
        shutil.copy(index or self._index, copy)
        return copy


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed (nearest rank)."""
    return sorted(values)[max(1, math.ceil(share * len(values))) - 1]
