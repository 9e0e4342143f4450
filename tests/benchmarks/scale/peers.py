"""What the program is measured beside. One that is not there says why; none of them is needed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from tests.benchmarks.scale.processes import TaskFailedError, run
from tests.benchmarks.scale.questions import Question

_DEPTH = 100
"""Results that every peer is asked for."""
_TOKENIZER = "porter unicode61 remove_diacritics 2"
_DUCKDB = ("duckdb==1.5.5", "duckdb-extension-fts==1.5.5")
_CHUNKS = """
    SELECT chunk_id + 1 AS id, concat_ws(' ', title, replace(heading_path, chr(10), ' ')) AS title, text AS body
    FROM chunks JOIN notes USING (note_id) ORDER BY chunk_id
"""


@dataclass(slots=True)
class Times:
    """What a peer took, in seconds."""

    insert: list[float] = field(default_factory=list)
    """Of every run."""
    queries: list[list[float]] = field(default_factory=list)
    """Of every run, those of every question."""
    missing: str = ""
    """Why there is nothing."""


def chunk_rows(index: Path) -> Iterator[list[tuple[int, str, str]]]:
    """Chunks of an index: number, title with headings, text; some thousands at a time."""
    with duckdb.connect(str(index), read_only=True) as connection:
        rows = connection.execute(_CHUNKS)
        while some := rows.fetchmany(20_000):
            yield some


def text_megabytes(index: Path) -> float:
    """Text of all chunks."""
    with duckdb.connect(str(index), read_only=True) as connection:
        row = connection.execute("SELECT sum(strlen(text)) FROM chunks").fetchone()
    return float(row[0] or 0) / 1e6 if row else 0.0


def write_parquet(index: Path, path: Path) -> None:
    """Hand the chunks on to a program that reads no file of this DuckDB."""
    with duckdb.connect(str(index), read_only=True) as connection:
        connection.execute(f"COPY ({_CHUNKS}) TO '{path}' (FORMAT parquet)")


class Fts5:
    """SQLite's FTS5 in a file.

    Args:
        index: Whose chunks it holds.
        path: Its own file.
        runs: How often it is filled.
    """

    def __init__(self, index: Path, path: Path, runs: int) -> None:
        self.insert: list[float] = []
        self.processor: list[float] = []
        """The same in processor time, which other programs on the machine change less."""
        for _ in range(runs):
            path.unlink(missing_ok=True)
            spent = processor = 0.0
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute(f"CREATE VIRTUAL TABLE texts USING fts5(title, body, tokenize = '{_TOKENIZER}')")
            connection.execute("BEGIN")
            for rows in chunk_rows(index):  # reading them is not its work
                started, used = time.perf_counter(), time.process_time()
                connection.executemany("INSERT INTO texts (rowid, title, body) VALUES (?, ?, ?)", rows)
                spent += time.perf_counter() - started
                processor += time.process_time() - used
            started, used = time.perf_counter(), time.process_time()
            connection.execute("COMMIT")
            self.insert.append(spent + time.perf_counter() - started)
            self.processor.append(processor + time.process_time() - used)
            connection.close()
        self.megabytes = path.stat().st_size / 1e6
        self._connection = sqlite3.connect(path, isolation_level=None)

    def ask(self, questions: Sequence[Question], runs: int) -> list[list[float]]:
        """Seconds of every question, in every run; all are asked once before."""
        return [[self._ask(question) for question in questions] for _ in range(1 + runs)][1:]

    def _ask(self, question: Question) -> float:
        started = time.perf_counter()
        self._connection.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?", (question.fts5, _DEPTH)
        ).fetchall()
        return time.perf_counter() - started

    def replace_row(self, rowid: int) -> float:
        """Seconds to write one text again."""
        title, body = self._connection.execute("SELECT title, body FROM texts WHERE rowid = ?", (rowid,)).fetchone()
        started = time.perf_counter()
        self._connection.execute("BEGIN")
        self._connection.execute("DELETE FROM texts WHERE rowid = ?", (rowid,))
        self._connection.execute("INSERT INTO texts (rowid, title, body) VALUES (?, ?, ?)", (rowid, title, body))
        self._connection.execute("COMMIT")
        return time.perf_counter() - started

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def tantivy(index: Path, folder: Path, questions: Sequence[Question], runs: int) -> Times:
    """tantivy, if its package is installed. Every question is asked once before it is measured."""
    try:
        import tantivy as library
    except ImportError:
        return Times(missing="not installed (pip install tantivy)")
    schema = library.SchemaBuilder()
    schema.add_unsigned_field("id", stored=True)
    schema.add_text_field("title", tokenizer_name="en_stem")
    schema.add_text_field("body", tokenizer_name="en_stem")
    built = schema.build()
    times = Times()
    for _ in range(runs):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        engine = library.Index(built, path=str(folder))
        writer = engine.writer(heap_size=200_000_000, num_threads=2)
        spent = 0.0
        for rows in chunk_rows(index):
            started = time.perf_counter()
            for number, title, body in rows:
                writer.add_document(library.Document(id=number, title=[title], body=[body]))
            spent += time.perf_counter() - started
        started = time.perf_counter()
        writer.commit()
        writer.wait_merging_threads()
        times.insert.append(spent + time.perf_counter() - started)
        engine.reload()
        searcher = engine.searcher()
        for _ in range(2):
            asked = [_ask_tantivy(engine, searcher, question) for question in questions]
        times.queries.append(asked)
    return times


def _ask_tantivy(engine: Any, searcher: Any, question: Question) -> float:
    """Seconds for a question."""
    text = f'"{" ".join(question.words)}"' if question.phrase else " ".join(question.words)
    started = time.perf_counter()
    query = engine.parse_query(text, ["title", "body"])
    for _, address in searcher.search(query, _DEPTH).hits:
        searcher.doc(address)
    return time.perf_counter() - started


def duckdb_fts(chunks: Path, questions: Path, folder: Path, runs: int) -> Times:
    """DuckDB's fts extension, in an environment that is made for it in a folder."""
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            venv.create(folder, with_pip=True)
            subprocess.run(
                [str(python), "-m", "pip", "install", "--quiet", *_DUCKDB], check=True, capture_output=True, text=True
            )
        answer: dict[str, Any] = run(
            [str(python), str(Path(__file__).with_name("duckdb_fts.py")), str(chunks), str(questions), str(runs)]
        ).answer
    except subprocess.CalledProcessError as error:
        shutil.rmtree(folder, ignore_errors=True)
        lines = (error.stderr or "").strip().splitlines()
        return Times(missing=f"cannot be installed ({lines[-1][:80] if lines else error})")
    except TaskFailedError as error:
        return Times(missing=str(error)[:120])
    return Times(answer["insert"], answer["queries"])


def ripgrep(vault: Path, questions: Sequence[Question], runs: int, program: str = "rg") -> Times:
    """ripgrep over the files, if it is there."""
    path = shutil.which(program)
    if path is None:
        return Times(missing=f"{program} is not on the PATH")
    times = Times()
    for _ in range(runs):
        spent = []
        for question in questions:
            wanted = [" ".join(question.words)] if question.phrase else question.words
            patterns = [argument for word in wanted for argument in ("-e", word)]
            started = time.perf_counter()
            done = subprocess.run([path, "-l", "-i", "-F", *patterns, str(vault)], capture_output=True, check=False)
            spent.append(time.perf_counter() - started)
            if done.returncode not in (0, 1):  # some file matches, or none
                error = done.stderr.decode(errors="replace").strip()
                return Times(missing=f"ended with {done.returncode}: {error[:80]}")
        times.queries.append(spent)
    return times


def read_all(vault: Path) -> float:
    """Seconds to read the bytes of every note once."""
    started = time.perf_counter()
    for folder, names, files in os.walk(vault):
        names[:] = [name for name in names if not name.startswith(".")]
        for name in files:
            if name.endswith(".md"):
                with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123 - the bound is to be a low one
                    file.read()
    return time.perf_counter() - started


def look_at_all(vault: Path) -> float:
    """Seconds to list every folder and to look at every note once, unread."""
    started = time.perf_counter()
    waiting = [str(vault)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.name.endswith(".md"):
                    entry.stat(follow_symlinks=False)
    return time.perf_counter() - started


def python_start(imports: str) -> float:
    """Seconds of a Python process that only imports."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {imports}"], check=True, capture_output=True)
    return time.perf_counter() - started
