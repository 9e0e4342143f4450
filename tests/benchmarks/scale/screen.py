"""The interface: what it takes of memory, and how fast it answers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from tests.benchmarks.scale import interface
from tests.benchmarks.scale.figures import Figure
from tests.benchmarks.scale.measuring import Measurements
from tests.benchmarks.scale.questions import read_questions


class ScreenRows(Measurements):
    """Rows of the interface in a terminal, on the indexes that were made before."""

    def rows(self) -> Iterator[Figure]:
        """All rows, as they get ready."""
        yield self._memory("no model", self._index, interface.WORDS_ONLY, self._target(220, 500))
        if self._options.vectors:  # else a file that is there is of another run
            with_model = self._target(380, 650)
            yield self._memory("model loaded", self._vectors, interface.PAUSED, with_model)
            yield from self._long_use(with_model)
        spent = [
            interface.answers_under_load(self._vault, self._environment(None, interface.ALL))
            for _ in range(self._options.runs)
        ]
        yield self._percentile("move to first paint p95 while indexing", spent, 0.95, 120)
        shutil.rmtree(self._home, ignore_errors=True)
        self._vectors.unlink(missing_ok=True)

    @property
    def _home(self) -> Path:
        return self._work / "home"

    def _environment(self, index: Path | None, config: str) -> Mapping[str, str]:
        return interface.environment(self._home, self._vault, index, config)

    @cached_property
    def _empty(self) -> list[float]:
        """Megabytes of an empty application."""
        environ = self._environment(None, interface.ALL)
        return [interface.empty_memory(environ) for _ in range(self._options.runs)]

    def _memory(self, kind: str, index: Path, config: str, target: float) -> Figure:
        taken = [
            interface.open_memory(self._vault, self._environment(index, config), b"note view")
            for _ in range(self._runs)
        ]
        return self._figure(
            f"memory, interface open, {kind}",
            "MB",
            taken,
            peer="empty Textual application",
            peer_samples=self._empty,
            target=target,
        )

    def _long_use(self, target: float) -> Iterator[Figure]:
        saves = 10 * self._options.saves
        queries = [question.text for question in read_questions(self._questions) if question.kind == "three words"]
        taken = interface.memory_of_long_use(
            self._vault, self._environment(self._vectors, interface.ALL), queries, saves
        )
        yield self._figure(f"memory, model loaded, {saves} saved notes", "MB", taken[-1:], target=target)
        yield self._figure(f"memory, model loaded, on the way to {saves} saved notes", "MB", taken)
