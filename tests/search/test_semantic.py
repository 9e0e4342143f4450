"""The nearest chunks among more vectors than are compared exactly."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import MakeVault, OpenVault
from vaulttui.index.vector_store import VectorStore
from vaulttui.search import semantic
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.semantic import SemanticMatches

NOTES = 400
FOOTER = "The same words below every note, enough of them to be a chunk of its own without any doubt."


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    """Notes with vectors in a few clusters, and one vector that all notes share."""
    monkeypatch.setattr(semantic, "EXACT_BELOW", 30)
    monkeypatch.setattr(semantic, "CANDIDATES", 30)
    engine = open_vault(
        make_vault(
            {
                f"{number:03}.md": f"# Part\n\n{f'Note {number} tells of nothing else. ' * 3}\n\n# Foot\n\n{FOOTER}\n"
                for number in range(NOTES)
            }
        )
    )
    assert engine._indexer is not None
    with engine._database.read() as cursor:
        hashes = [row[0] for row in cursor.execute("SELECT DISTINCT vector_hash FROM chunks ORDER BY 1").fetchall()]
    assert len(hashes) == NOTES + 1
    VectorStore(engine._indexer.meta).write(hashes, clustered(len(hashes), seed=1))
    return engine


def clustered(count: int, seed: int) -> NDArray[np.float32]:
    """Unit vectors around a few centres, which are the same for every seed."""
    centres = np.random.default_rng(0).normal(size=(8, 384))
    chance = np.random.default_rng(seed)
    return unit(centres[chance.integers(len(centres), size=count)] + 0.7 * chance.normal(size=(count, 384)))


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / lengths, dtype=np.float32)


def nearest(engine: LocalEngine, query: NDArray[np.float32], **options: object) -> SemanticMatches:
    with engine._views.view() as view:
        return view.semantic.nearest(view.cursor, view.snapshot, query, **options)  # type: ignore[arg-type]


def queries() -> list[NDArray[np.float32]]:
    return list(clustered(12, seed=2))


def test_nearly_all_of_the_best_are_found_and_have_their_exact_cosines(engine: LocalEngine) -> None:
    shares = []
    for query in queries():
        found = nearest(engine, query)
        exact = nearest(engine, query, candidates=NOTES + 1)
        assert len(exact.chunks) == 2 * NOTES
        assert len(found.chunks) < len(exact.chunks)
        assert found.eligible.sum() == 2 * NOTES
        assert found.chunks[0] == exact.chunks[0]
        assert found.similarities[0] == pytest.approx(exact.similarities[0], abs=1e-6)
        shares.append(len(np.intersect1d(found.chunks[:10], exact.chunks[:10])) / 10)
    assert np.mean(shares) > 0.9


def test_many_chunks_with_one_vector_take_the_place_of_one(engine: LocalEngine) -> None:
    for query in queries():
        chunks = nearest(engine, query).chunks
        with engine._views.view() as view:
            texts = view.chunk_texts(chunks.tolist())
        assert sum(FOOTER not in texts[chunk].text for chunk in chunks.tolist()) >= 29


def test_a_condition_is_met_before_candidates_are_chosen(engine: LocalEngine) -> None:
    with engine._views.view() as view:
        count = view.snapshot.chunk_count
    allowed = np.zeros(count, dtype=np.bool_)
    allowed[::5] = True
    for query in queries():
        found = nearest(engine, query, allowed=allowed)
        exact = nearest(engine, query, allowed=allowed, candidates=NOTES + 1)
        assert allowed[found.chunks].all()
        np.testing.assert_array_equal(found.chunks[:5], exact.chunks[:5])


def test_chunks_that_are_asked_for_are_compared_in_any_case(engine: LocalEngine) -> None:
    query = queries()[0]
    last = nearest(engine, query, candidates=NOTES + 1).chunks[-1:]
    assert last[0] not in nearest(engine, query).chunks
    assert last[0] in nearest(engine, query, also=last.astype(np.int64)).chunks
