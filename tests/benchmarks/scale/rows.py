"""The rows of the table, for one vault."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from tests.benchmarks.scale import interface, peers
from tests.benchmarks.scale.figures import Figure, Unit
from tests.benchmarks.scale.processes import Measured, TaskFailedError, run, run_task
from tests.benchmarks.scale.questions import Question, make_questions, write_questions

_LARGE = 20_000
"""Notes from which a vault is held to the targets of a large one."""
_WORDS_ONLY = "[embedding]\nenabled = false\n"
_PAUSED = '[embedding]\nspeed = "paused"\n'


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


class Bench:
    """The measurements on one vault.

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
        self._notes = sum(1 for _ in vault.rglob("*.md"))

    def rows(self) -> Iterator[Figure]:
        """All rows, as they get ready."""
        self._work.mkdir(parents=True, exist_ok=True)
        yield from self._phase1_and_peers()
        yield from self._start()
        yield from self._save()
        yield from self._command()
        if self._options.vectors:
            yield from self._meaning()
            yield from self._embedding()
        if self._options.interface:
            yield from self._interface()

    @property
    def _large(self) -> bool:
        return self._notes >= _LARGE

    @property
    def _runs(self) -> int:
        return self._options.large_runs if self._large else self._options.runs

    def _figure(self, row: str, unit: Unit, samples: list[float], **more: object) -> Figure:
        return Figure(row, self._name, self._notes, unit, samples, **more)  # type: ignore[arg-type]

    def _target(self, usual: float, large: float) -> float:
        return large if self._large else usual

    # -- words ------------------------------------------------------------------------------------------------------

    def _phase1_and_peers(self) -> Iterator[Figure]:
        measured = [self._index_anew() for _ in range(self._runs)]
        seconds = [float(each.answer["seconds"]) for each in measured]
        fts5 = peers.Fts5(self._index, self._work / "fts5.db", self._runs)
        self._ask = make_questions(self._index, self._options.questions)
        write_questions(self._ask, self._questions)
        yield self._figure(
            "phase 1 from nothing",
            "s",
            seconds,
            peer="FTS5 insertion",
            peer_samples=fts5.insert,
            target=4,
            relative=True,
        )
        yield self._figure(
            "phase 1, processor time",
            "s",
            [each.processor for each in measured],
            peer="FTS5 insertion",
            peer_samples=fts5.processor,
        )
        reading = [peers.read_all(self._vault) for _ in range(self._options.runs)]
        yield self._figure("phase 1 from nothing", "s", seconds, peer="one pass over the files", peer_samples=reading)
        peaks = [each.peak for each in measured]
        yield self._figure("phase 1, peak memory of all processes", "MB", peaks, target=800)
        text = peers.text_megabytes(self._index)
        sizes = [self._index.stat().st_size / 1e6]
        yield self._figure(
            "index file without vectors", "MB", sizes, peer="its text", peer_samples=[text], target=2.5, relative=True
        )
        yield self._figure("index file without vectors", "MB", sizes, peer="FTS5 file", peer_samples=[fts5.megabytes])
        yield from self._keyword(fts5, seconds)
        self._fts5_row = [fts5.replace_row(1 + number * 7) for number in range(self._options.saves)]
        fts5.close()

    def _index_anew(self) -> Measured:
        for file in (self._index, self._index.with_name(self._index.name + ".wal")):
            file.unlink(missing_ok=True)
        return run_task("phase1", self._vault, self._index)

    @property
    def _questions(self) -> Path:
        return self._work / "questions.json"

    def _keyword(self, fts5: peers.Fts5, phase1: list[float]) -> Iterator[Figure]:
        spent = self._search("keyword")
        both = [search + facets for search, facets in spent]
        searches = [search for search, _ in spent]
        yield self._percentile("keyword p50, facets included", both, 0.5, self._target(8, 30))
        yield self._percentile("keyword p95, facets included", both, 0.95, self._target(25, 100))
        yield self._beside("keyword search p50", searches, "FTS5", [fts5.ask(question) for question in self._ask])
        chunks = self._work / "chunks.parquet"
        peers.write_parquet(self._index, chunks)
        found = peers.duckdb_fts(chunks, self._questions, self._shared / "duckdb-fts")
        chunks.unlink()
        figure = self._beside("keyword search p50", searches, "DuckDB fts", found.queries, found.missing)
        figure.target, figure.relative = 0.1, True
        yield figure
        yield self._figure(
            "phase 1 from nothing",
            "s",
            phase1,
            peer="DuckDB fts insertion",
            peer_samples=found.insert,
            peer_note=found.missing,
        )
        found = peers.tantivy(self._index, self._work / "tantivy", self._ask)
        yield self._beside("keyword search p50", searches, "tantivy", found.queries, found.missing)
        yield self._figure(
            "phase 1 from nothing",
            "s",
            phase1,
            peer="tantivy insertion",
            peer_samples=found.insert,
            peer_note=found.missing,
        )
        few = self._ask[:: max(1, len(self._ask) // 20)]
        found = peers.ripgrep(self._vault, few, self._options.ripgrep)
        yield self._beside("keyword search p50", searches, "ripgrep", found.queries, found.missing)

    def _search(self, mode: str, index: Path | None = None) -> list[tuple[float, float]]:
        """Seconds of every question, for the results and for the facets."""
        answer = run_task("search", self._vault, index or self._index, self._questions, mode).answer
        return [(search, facets) for search, facets in answer]

    def _percentile(self, row: str, seconds: list[float], share: float, target: float | None = None) -> Figure:
        """A percentile of all questions, of as many parts of them as there are runs: their spread."""
        parts = [seconds[part :: self._options.runs] for part in range(self._options.runs)]
        samples = [1_000 * percentile(part, share) for part in parts if part]
        return self._figure(row, "ms", samples, target=target)

    def _beside(self, row: str, seconds: list[float], peer: str, others: list[float], missing: str = "") -> Figure:
        figure = self._percentile(row, seconds, 0.5)
        figure.peer, figure.peer_note = peer, missing
        figure.peer_samples = [1_000 * percentile(others, 0.5)] if others else []
        return figure

    # -- starting and saving ----------------------------------------------------------------------------------------

    def _start(self) -> Iterator[Figure]:
        answers = [run_task("start", self._vault, self._index).answer for _ in range(self._options.runs)]
        looking = [peers.look_at_all(self._vault) for _ in range(self._options.runs)]
        yield self._figure(
            "start, nothing changed, until fresh",
            "s",
            [answer["fresh"] for answer in answers],
            peer="one look at every file",
            peer_samples=looking,
            target=self._target(0.6, 4),
        )
        yield self._figure("start, until the first answer", "s", [answer["searched"] for answer in answers], target=1)

    def _save(self) -> Iterator[Figure]:
        index = self._copy("saved.duckdb")
        seconds = run_task("save", self._vault, index, self._options.saves).answer["seconds"]
        index.unlink()
        yield self._figure(
            "one saved note, until findable",
            "ms",
            [1_000 * value for value in seconds],
            peer="FTS5, one row again",
            peer_samples=[1_000 * value for value in self._fts5_row],
            target=self._target(150, 300),
        )

    def _copy(self, name: str) -> Path:
        copy = self._work / name
        copy.with_name(name + ".wal").unlink(missing_ok=True)
        shutil.copy(self._index, copy)
        return copy

    def _command(self) -> Iterator[Figure]:
        environ = interface.environment(self._work / "home", self._vault, self._index, _WORDS_ONLY)
        words = [question.text for question in self._ask if question.kind == "three words"]

        def search(number: int) -> float:
            command = [sys.executable, "-m", "vaulttui", "search", "--vault", str(self._vault), "--mode", "keyword"]
            started = time.perf_counter()
            subprocess.run([*command, words[number % len(words)]], env=environ, check=False, capture_output=True)
            return time.perf_counter() - started

        search(0)
        spent = [search(number) for number in range(self._options.runs)]
        starts = [peers.python_start("numpy, duckdb") for _ in range(self._options.runs)]
        yield self._figure(
            "vaulttui search, whole process",
            "s",
            spent,
            peer="python -c 'import numpy, duckdb'",
            peer_samples=starts,
            target=self._target(0.4, 0.6),
        )

    # -- meaning ----------------------------------------------------------------------------------------------------

    def _meaning(self) -> Iterator[Figure]:
        index = self._copy("vectors.duckdb")
        module = [sys.executable, "-m", "tests.benchmarks.scale.vectors"]
        run([*module, "fill", str(self._vault), str(index)])
        for mode, usual, large in (("semantic", 30, 80), ("hybrid", 45, 150)):
            spent = [search for search, _ in self._search(mode, index)]
            yield self._percentile(f"{mode} p95, query embedded", spent, 0.95, self._target(usual, large))
        shares = run([*module, "recall", str(self._vault), str(index), str(self._questions)]).answer["answer"]
        figure = self._figure(
            "best 20 by meaning that are of the exact 20",
            "%",
            [100 * statistics.mean(shares[part :: self._options.runs]) for part in range(self._options.runs)],
            target=99,
        )
        figure.more_is_better = True
        yield figure

    def _embedding(self) -> Iterator[Figure]:
        texts = self._work / "texts.json"
        with duckdb.connect(str(self._index), read_only=True) as connection:
            rows = connection.execute(
                "SELECT text FROM chunks WHERE vector_hash IS NOT NULL ORDER BY hash(chunk_id) LIMIT 256"
            ).fetchall()
        texts.write_text(json.dumps([row[0] for row in rows]), encoding="utf-8")
        rates = [run_task("embed", texts).answer["rate"] for _ in range(self._options.runs)]
        others: list[float] = []
        missing = "no weights (--fp32)"
        if self._options.fp32 is not None:
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

    # -- the interface ----------------------------------------------------------------------------------------------

    def _interface(self) -> Iterator[Figure]:
        home = self._work / "home"
        vectors = self._work / "vectors.duckdb"
        kinds: list[tuple[str, Path, str, float]] = [
            ("no model", self._index, _WORDS_ONLY, self._target(220, 500)),
        ]
        if vectors.exists():
            kinds.append(("model loaded", vectors, _PAUSED, self._target(380, 650)))
        for kind, index, config, target in kinds:
            taken = self._repeat(
                self._runs,
                lambda index=index, config=config: interface.open_memory(  # type: ignore[misc]
                    self._vault, interface.environment(home, self._vault, index, config), b"note view"
                ),
            )
            empty = [interface.empty_memory(interface.environment(home, self._vault, None, config))]
            yield self._figure(
                f"memory, interface open, {kind}",
                "MB",
                taken,
                peer="empty Textual application",
                peer_samples=empty,
                target=target,
            )
        environ = interface.environment(home, self._vault, None, "")
        spent = interface.answers_under_load(self._vault, environ)
        yield self._percentile("key to first paint p95 while indexing", spent, 0.95, 120)
        shutil.rmtree(home, ignore_errors=True)
        vectors.unlink(missing_ok=True)

    @staticmethod
    def _repeat(times: int, measure: Callable[[], float]) -> list[float]:
        return [measure() for _ in range(times)]


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed; nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


__all__ = ["Bench", "Options", "Question", "percentile"]
