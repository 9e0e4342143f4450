"""DuckDB's ``fts`` extension over the same chunks: runs in an environment of its own, so it imports nothing of ours.

    python duckdb_fts.py CHUNKS.parquet QUESTIONS.json RUNS

Prints the seconds of every run: ``{"insert": [seconds, …], "queries": [[seconds, …], …]}``. Every question is asked
once before it is measured.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import duckdb


def main() -> None:
    """Insert, index, ask."""
    chunks, file, runs = sys.argv[1:4]
    questions = [" ".join(question["words"]) for question in json.loads(Path(file).read_text(encoding="utf-8"))]
    found: dict[str, list[Any]] = {"insert": [], "queries": []}
    for _ in range(int(runs)):
        connection = _connect()
        started = time.perf_counter()
        connection.execute("CREATE TABLE texts AS SELECT * FROM read_parquet(?)", [chunks])
        connection.execute("PRAGMA create_fts_index('texts', 'id', 'title', 'body', overwrite = 1)")
        found["insert"].append(time.perf_counter() - started)
        _ask(connection, questions)
        found["queries"].append(_ask(connection, questions))
        connection.close()
    print(json.dumps(found))


def _connect() -> duckdb.DuckDBPyConnection:
    import duckdb_extension_fts

    folder = Path(duckdb_extension_fts.__file__).parent / "extensions"
    extension = next(folder.rglob("fts.duckdb_extension"))
    # Signed with DuckDB's own key, and loaded from the package: nothing is fetched.
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    connection.execute(f"LOAD '{extension}'")
    connection.execute("SET threads = 2")
    return connection


def _ask(connection: duckdb.DuckDBPyConnection, questions: list[str]) -> list[float]:
    """Seconds of every question."""
    spent = []
    for question in questions:
        started = time.perf_counter()
        connection.execute(
            "SELECT id, score FROM (SELECT id, fts_main_texts.match_bm25(id, ?) AS score FROM texts) "
            "WHERE score IS NOT NULL ORDER BY score DESC LIMIT 100",
            [question],
        ).fetchall()
        spent.append(time.perf_counter() - started)
    return spent


if __name__ == "__main__":
    main()
