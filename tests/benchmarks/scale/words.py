"""Words: making the index and its peers', searching both, starting, and saving notes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from tests.benchmarks.scale import interface, peers
from tests.benchmarks.scale.figures import Figure
from tests.benchmarks.scale.measuring import Asked, Measurements, percentile
from tests.benchmarks.scale.processes import Measured, TaskFailedError, run_task
from tests.benchmarks.scale.questions import make_questions, write_questions


class WordRows(Measurements):
    """Rows of what needs no model. They come first: they make the index."""

    def rows(self) -> Iterator[Figure]:
        """All rows, as they get ready."""
        yield from self._phase1_and_peers()
        yield from self._start()
        yield from self._save()
        yield from self._command()

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

    def _keyword(self, fts5: peers.Fts5, phase1: list[float]) -> Iterator[Figure]:
        spent = self._search("keyword", self._index)
        both = [[asked.search + asked.facets for asked in run] for run in spent]
        yield self._percentile("keyword p50, facets included", both, 0.5, self._target(8, 30))
        yield self._percentile("keyword p95, facets included", both, 0.95, self._target(25, 100))
        searches = [[asked.search for asked in run] for run in spent]
        yield self._beside("keyword search p50", searches, "FTS5", fts5.ask(self._ask, self._runs))
        yield from self._duckdb_fts(spent, phase1)
        found = peers.tantivy(self._index, self._work / "tantivy", self._ask, self._runs)
        yield self._beside("keyword search p50", searches, "tantivy", found.queries, found.missing)
        yield self._insertion(phase1, "tantivy", found)
        # A number that is prime to that of the kinds, so that all kinds are among them.
        few = slice(None, None, 5)
        found = peers.ripgrep(self._vault, self._ask[few], self._slow_peer_runs, self._options.ripgrep)
        yield self._beside(
            "keyword search p50, every fifth question",
            [run[few] for run in searches],
            "ripgrep",
            found.queries,
            found.missing,
        )

    def _duckdb_fts(self, spent: list[list[Asked]], phase1: list[float]) -> Iterator[Figure]:
        chunks = self._work / "chunks.parquet"
        peers.write_parquet(self._index, chunks)
        found = peers.duckdb_fts(chunks, self._questions, self._shared / "duckdb-fts", self._slow_peer_runs)
        chunks.unlink()
        searches = [[asked.search for asked in run] for run in spent]
        figure = self._beside("keyword search p50", searches, "DuckDB fts", found.queries, found.missing)
        figure.target, figure.relative = 0.1, True
        yield figure
        # Nearer to like for like: it answers identities and scores in order, no texts, places of words, snippets,
        # filters or corrections.
        whole = [number for number, question in enumerate(self._ask) if question.whole_words]
        yield self._beside(
            "keyword scores alone p50, whole words",
            [[run[number].scores for number in whole] for run in spent],
            "DuckDB fts",
            [[run[number] for number in whole] for run in found.queries],
            found.missing,
        )
        yield self._insertion(phase1, "DuckDB fts", found)

    def _beside(
        self, row: str, runs: list[list[float]], peer: str, others: list[list[float]], missing: str = ""
    ) -> Figure:
        figure = self._percentile(row, runs, 0.5)
        figure.peer, figure.peer_note = peer, missing
        figure.peer_samples = [1_000 * percentile(run, 0.5) for run in others]
        return figure

    def _insertion(self, phase1: list[float], peer: str, found: peers.Times) -> Figure:
        return self._figure(
            "phase 1 from nothing",
            "s",
            phase1,
            peer=f"{peer} insertion",
            peer_samples=found.insert,
            peer_note=found.missing,
        )

    def _start(self) -> Iterator[Figure]:
        fresh, answered = (
            [run_task(task, self._vault, self._index).answer["seconds"] for _ in range(self._options.runs)]
            for task in ("fresh", "answered")
        )
        looking = [peers.look_at_all(self._vault) for _ in range(self._options.runs)]
        yield self._figure(
            "opening, nothing changed, until fresh",
            "s",
            fresh,
            peer="one look at every file",
            peer_samples=looking,
            target=self._target(0.6, 4),
        )
        yield self._figure("opening, until the first answer", "s", answered, target=1)

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

    def _command(self) -> Iterator[Figure]:
        environ = interface.environment(self._work / "home", self._vault, self._index, interface.WORDS_ONLY)
        words = [question.text for question in self._ask if question.kind == "three words"]

        def search(number: int) -> float:
            command = [sys.executable, "-m", "vaulttui", "search", "--vault", str(self._vault), "--mode", "keyword"]
            started = time.perf_counter()
            done = subprocess.run([*command, words[number % len(words)]], env=environ, check=False, capture_output=True)
            seconds = time.perf_counter() - started
            # Some note is found, or none; a program that cannot even start ends with 1, too.
            if done.returncode not in (0, 1) or b"Traceback" in done.stderr:
                raise TaskFailedError(f"vaulttui search ended with {done.returncode}: {done.stderr.decode()[-400:]}")
            return seconds

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
