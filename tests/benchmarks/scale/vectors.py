"""Vectors for a large index, without hours of embedding, and how well the best are found among them.

Real vectors of some of the chunks, each moved a little for every further chunk: as near to each other as those of a
vault, and as many.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from tests.benchmarks.scale.questions import read_questions
from tests.search.nearest import nearest
from vaulttui.embedding import create_embedder
from vaulttui.index.reading.embedding_text import embedding_text
from vaulttui.index.reading.heading_paths import decode_heading_path
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import EmbeddingSettings, Settings

_REAL = 800
_MOVED = 0.55
"""Length of what is added to a real vector: the cosine to it becomes about .88."""
_SLICE = 5_000
_TOP = 20


def fill(vault: str, index: str) -> object:
    """Give every chunk a vector."""
    engine = LocalEngine(Path(vault), Settings(), Path(index))
    engine.initialize()
    vectorizer = engine._vectorizer
    embedder = create_embedder(EmbeddingSettings())
    assert vectorizer is not None
    assert embedder is not None
    vectorizer.check_fingerprint()
    with engine._database.memory.roomy(), engine._database.read() as cursor:
        rows = cursor.execute(
            "SELECT any_value(heading_path), any_value(text) FROM chunks WHERE vector_hash IS NOT NULL "
            "GROUP BY vector_hash ORDER BY hash(vector_hash) LIMIT ?",
            [_REAL],
        ).fetchall()
        hashes = [
            row[0]
            for row in cursor.execute(
                "SELECT DISTINCT vector_hash FROM chunks WHERE vector_hash IS NOT NULL "
                "AND vector_hash NOT IN (SELECT hash FROM vectors) ORDER BY vector_hash"
            ).fetchall()
        ]
    real = embedder.embed_passages(
        [embedding_text("", decode_heading_path(path), text) or "note" for path, text in rows]
    )
    chance = np.random.default_rng(1)
    for start in range(0, len(hashes), _SLICE):
        some = hashes[start : start + _SLICE]
        noise = chance.normal(size=(len(some), real.shape[1])).astype(np.float32) * _MOVED / np.sqrt(real.shape[1])
        made = real[chance.integers(len(real), size=len(some))] + noise
        vectorizer.store.write(some, made / np.linalg.norm(made, axis=1, keepdims=True))
    engine._database.checkpoint()
    engine.close()
    return len(hashes)


def recall(vault: str, index: str, questions: str) -> object:
    """Share of the exact best twenty chunks that are among the twenty found, of every question."""
    engine = LocalEngine(Path(vault), Settings(), Path(index))
    engine.initialize()
    embedder = create_embedder(EmbeddingSettings())
    assert embedder is not None
    shares = []
    for question in read_questions(Path(questions))[:40]:
        vector = embedder.embed_query(question.text)
        found, exact = engine._views.ask(
            lambda view, vector=vector: [  # type: ignore[misc]
                nearest(view, vector, exactly=exactly).similarities[:_TOP] for exactly in (False, True)
            ]
        )
        # Equal texts have equal vectors: any of them is as good as another.
        shares.append(float((found >= exact[-1] - 1e-6).sum()) / len(exact))
    engine.close()
    return shares


def main() -> None:
    """Run one of both."""
    task, *arguments = sys.argv[1:]
    answer = fill(*arguments) if task == "fill" else recall(*arguments)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
