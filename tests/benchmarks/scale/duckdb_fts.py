"""DuckDB's ``fts`` extension over the same chunks: runs in an environment of its own, so it imports nothing of ours.

    python duckdb_fts.py CHUNKS.parquet QUESTIONS.json

Prints ``{"insert": seconds, "queries": [seconds, …], "version": …}``.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import duckdb


def main() -> None:
    """Insert, index, ask."""
    chunks, questions = sys.argv[1:3]
    import duckdb_extension_fts

    folder = Path(duckdb_extension_fts.__file__).parent / "extensions"
    extension = next(folder.rglob("fts.duckdb_extension"))
    # Signed with DuckDB's own key, and loaded from the package: nothing is fetched.
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    connection.execute(f"LOAD '{extension}'")
    connection.execute("SET threads = 2")
    started = time.perf_counter()
    connection.execute("CREATE TABLE texts AS SELECT * FROM read_parquet(?)", [chunks])
    connection.execute("PRAGMA create_fts_index('texts', 'id', 'title', 'body', overwrite = 1)")
    inserted = time.perf_counter() - started
    spent = []
    for question in json.loads(Path(questions).read_text(encoding="utf-8")):
        started = time.perf_counter()
        connection.execute(
            "SELECT id, score FROM (SELECT id, fts_main_texts.match_bm25(id, ?) AS score FROM texts) "
            "WHERE score IS NOT NULL ORDER BY score DESC LIMIT 100",
            [" ".join(question["words"])],
        ).fetchall()
        spent.append(time.perf_counter() - started)
    print(json.dumps({"insert": inserted, "queries": spent, "version": duckdb.__version__}))


if __name__ == "__main__":
    main()
