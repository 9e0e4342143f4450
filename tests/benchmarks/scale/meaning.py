"""Meaning: searching by it, behind saved notes too, and making vectors."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator

import duckdb

from tests.benchmarks.scale.figures import Figure
from tests.benchmarks.scale.measuring import Measurements
from tests.benchmarks.scale.processes import TaskFailedError, run, run_task


class MeaningRows(Measurements):
    """Rows of what needs the model. They leave behind an index with vectors."""

    def rows(self) -> Iterator[Figure]:
        """All rows, as they get ready."""
        yield from self._meaning()
        yield from self._behind_saved_notes()
        yield from self._embedding()

    def _meaning(self) -> Iterator[Figure]:
        index = self._copy(self._vectors.name)
        module = [sys.executable, "-m", "tests.benchmarks.scale.vectors"]
        run([*module, "fill", str(self._vault), str(index)])
        for mode, usual, large in (("semantic", 30, 80), ("hybrid", 45, 150)):
            spent = [[asked.search for asked in run] for run in self._search(mode, index)]
            yield self._percentile(f"{mode} p95, query embedded", spent, 0.95, self._target(usual, large))
        shares = run([*module, "recall", str(self._vault), str(index), str(self._questions)]).answer
        figure = self._figure(
            "best 20 by meaning that are of the exact 20",
            "%",
            [100 * statistics.mean(shares)],
            target=99,
        )
        figure.more_is_better = True
        yield figure

    def _behind_saved_notes(self) -> Iterator[Figure]:
        index = self._copy("saved.duckdb", self._vectors)
        spent = run_task("behind", self._vault, index, self._options.saves).answer
        index.unlink()
        behind_words, behind_vectors, later = (
            [1_000 * value for value in column] for column in zip(*spent, strict=True)
        )
        for row, samples in (
            ("hybrid, first question behind a saved note", behind_words),
            ("hybrid, first question behind its vectors", behind_vectors),
        ):
            yield self._figure(
                row, "ms", samples, peer="the same once more", peer_samples=later, target=self._target(45, 150)
            )

    def _embedding(self) -> Iterator[Figure]:
        texts = self._work / "texts.json"
        with duckdb.connect(str(self._index), read_only=True) as connection:
            rows = connection.execute(
                "SELECT text FROM chunks WHERE vector_hash IS NOT NULL ORDER BY hash(chunk_id) LIMIT 256"
            ).fetchall()
        texts.write_text(json.dumps([row[0] for row in rows]), encoding="utf-8")
        rates = [run_task("embed", texts).answer["rate"] for _ in range(self._options.runs)]
        others: list[float] = []
        missing = ""
        if self._options.fp32 is None:
            missing = "no weights (--fp32)"
        else:
            try:
                others = [
                    run_task("embed", texts, self._options.fp32).answer["rate"] for _ in range(self._options.runs)
                ]
            except TaskFailedError as error:
                missing = str(error)[:80]
        yield self._figure(
            "embedding",
            "tokens/s",
            rates,
            peer="fastembed's defaults, fp32",
            peer_samples=others,
            peer_note=missing,
            target=1.8,
            relative=True,
            more_is_better=True,
        )
