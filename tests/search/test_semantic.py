"""The nearest chunks among more vectors than are compared exactly."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, indexed_vault
from tests.search.nearest import nearest as nearest_in
from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray
from vaulttui.index.vectors.vector_store import VectorStore
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.meaning import common_vectors, packed_vectors, semantic, vector_shape
from vaulttui.search.meaning.packed_vectors import PackedVectors
from vaulttui.search.meaning.semantic import SemanticMatches, SemanticSearch
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.query import NO_LIMIT, Mode, Query, RankedText, Result
from vaulttui.search.ranking.fusion import calibrate, semantic_scores
from vaulttui.search.ranking.ranking import QueryModel, Ranking
from vaulttui.search.searcher import Searcher
from vaulttui.search.syntax import parse_query

NOTES = 400
FOOTER = "The same words below every note, enough of them to be a chunk of its own without any doubt."


@pytest.fixture(scope="module", autouse=True)
def _approximate() -> Iterator[None]:
    """Some hundred vectors count as many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(common_vectors, "COMMON_SHARE", 2)
        patch.setattr(semantic, "EXACT_BELOW", 30)
        patch.setattr(semantic, "EXACT", 15)
        patch.setattr(semantic, "EXACT_OF_FEW", 20)
        patch.setattr(semantic, "CANDIDATES", 30)
        yield


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with notes that have vectors in a few clusters, and one vector that all notes share, and their index."""
    folder = tmp_path_factory.mktemp("clusters")
    notes = {
        f"{number:03}.md": f"# Part\n\n{f'Note {number} tells of nothing else. ' * 3}\n\n# Foot\n\n{FOOTER}\n"
        for number in range(NOTES)
    }
    with indexed_vault(folder, notes) as engine:
        with engine._database.read() as cursor:
            hashes = [row[0] for row in cursor.execute("SELECT DISTINCT vector_hash FROM chunks ORDER BY 1").fetchall()]
        assert len(hashes) == NOTES + 1
        VectorStore(engine._opened.meta).write(hashes, clustered(len(hashes), seed=1))
        engine._database.checkpoint()
    return folder


@contextmanager
def opened(vault: Path, index: Path) -> Iterator[LocalEngine]:
    engine = LocalEngine(vault, WORDS_ONLY, index)
    engine.initialize()
    try:
        yield engine
    finally:
        engine.close()


@pytest.fixture(scope="module")
def engine(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """For tests that change nothing."""
    index = tmp_path_factory.mktemp("read") / "index.duckdb"
    shutil.copy(indexed / "index.duckdb", index)
    with opened(indexed / "vault", index) as engine:
        yield engine


@pytest.fixture
def own_engine(indexed: Path, tmp_path: Path) -> Iterator[LocalEngine]:
    """For one test, which may change the notes and their vectors."""
    folder = shutil.copytree(indexed, tmp_path / "own")
    with opened(folder / "vault", folder / "index.duckdb") as engine:
        yield engine


def clustered(count: int, seed: int) -> NDArray[np.float32]:
    """Unit vectors around a few centres, which are the same for every seed."""
    centres = np.random.default_rng(0).normal(size=(8, 384))
    chance = np.random.default_rng(seed)
    return unit(centres[chance.integers(len(centres), size=count)] + 0.7 * chance.normal(size=(count, 384)))


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / lengths, dtype=np.float32)


def nearest(
    engine: LocalEngine,
    query: Vectors,
    *,
    allowed: Mask | None = None,
    also: IntArray | None = None,
    exactly: bool = False,
) -> SemanticMatches:
    with engine._views.view() as view:
        return nearest_in(view, query, allowed=allowed, also=also, exactly=exactly)


def queries() -> list[NDArray[np.float32]]:
    return list(clustered(12, seed=2))


def test_nearly_all_of_the_best_are_found_and_have_their_exact_cosines(engine: LocalEngine) -> None:
    shares = []
    for query in queries():
        found = nearest(engine, query)
        exact = nearest(engine, query, exactly=True)
        assert len(exact.chunks) == 2 * NOTES
        assert len(found.chunks) < len(exact.chunks)
        assert found.notes.sum() == NOTES
        assert found.chunks[0] == exact.chunks[0]
        np.testing.assert_allclose(found.similarities[:10], exact.similarities[:10], atol=0.01)
        assert found.similarities[0] == pytest.approx(exact.similarities[0], abs=1e-6)
        assert (np.diff(found.similarities) <= 0).all()
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
        exact = nearest(engine, query, allowed=allowed, exactly=True)
        assert allowed[found.chunks].all()
        np.testing.assert_array_equal(found.chunks[:5], exact.chunks[:5])


def test_few_that_may_be_found_are_all_compared_exactly(engine: LocalEngine) -> None:
    with engine._views.view() as view:
        count = view.snapshot.chunk_count
    for share, all_exact in ((count // 10, True), (count // 40, False)):
        allowed = np.zeros(count, dtype=np.bool_)
        allowed[1::share] = True  # the feet's vector, and one of its own for each other chunk
        allowed[::share] = True
        for query in queries():
            found = nearest(engine, query, allowed=allowed)
            exact = nearest(engine, query, allowed=allowed, exactly=True)
            same = np.array_equal(np.sort(found.similarities), np.sort(exact.similarities))
            assert same == all_exact


def test_few_that_may_be_found_are_all_found(engine: LocalEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic, "CANDIDATES", 10)
    with engine._views.view() as view:
        allowed = np.zeros(view.snapshot.chunk_count, dtype=np.bool_)
    allowed[: 2 * 26] = True  # 26 vectors of their own and the feet's
    for query in queries():
        assert len(nearest(engine, query, allowed=allowed).chunks) == 2 * 26


def test_chunks_that_are_asked_for_are_compared_in_any_case(engine: LocalEngine) -> None:
    query = queries()[0]
    last = nearest(engine, query, exactly=True).chunks[-1:]
    assert last[0] not in nearest(engine, query).chunks
    found = nearest(engine, query, also=last.astype(np.int64))
    assert found.chunks[-1] == last[0]
    assert found.similarities[-1] == pytest.approx(nearest(engine, query, exactly=True).similarities[-1], abs=1e-6)


def assert_as_read_afresh(engine: LocalEngine) -> None:
    """What is kept of the vectors is what a process finds that has just begun."""
    query = queries()[0]
    found = nearest(engine, query)
    again = SemanticSearch()
    with engine._views.view() as view:
        afresh = nearest_in(view, query, search=again)
        kept, read = (each.shape(view.cursor, view.snapshot) for each in (view.semantic, again))
    np.testing.assert_array_equal(found.chunks, afresh.chunks)
    np.testing.assert_array_equal(found.similarities, afresh.similarities)
    for name in ("hashes", "checksum", "order", "rows", "signs", "codes", "chunk_vectors", "used", "notes"):
        np.testing.assert_array_equal(getattr(kept, name), getattr(read, name), name)


def test_vectors_that_come_and_go_are_taken_over(own_engine: LocalEngine) -> None:
    assert own_engine._indexer is not None
    store = VectorStore(own_engine._indexer.meta)
    with own_engine._database.read() as cursor:
        hashes = [row[0] for row in cursor.execute("SELECT hash FROM vectors ORDER BY hash").fetchall()]
    with own_engine._indexer.meta.changing() as cursor:
        cursor.execute("DELETE FROM vectors WHERE hash = ?", [hashes[5]])
    assert_as_read_afresh(own_engine)
    with own_engine._indexer.meta.changing() as cursor:
        cursor.execute("DELETE FROM vectors WHERE hash = ?", [hashes[7]])
    store.write([hashes[5]], clustered(1, seed=3))
    assert_as_read_afresh(own_engine)
    store.reset("another model", 384)
    store.write(hashes, clustered(len(hashes), seed=4))
    assert_as_read_afresh(own_engine)


def test_vectors_are_found_after_the_file_was_written_anew(own_engine: LocalEngine) -> None:
    query = queries()[0]
    before = nearest(own_engine, query)
    with own_engine._database.write() as cursor:  # no change of the contents: nothing is told
        cursor.execute("CREATE TABLE sorted AS SELECT * FROM vectors ORDER BY hash DESC")
        cursor.execute("DROP TABLE vectors")
        cursor.execute("ALTER TABLE sorted RENAME TO vectors")
    after = nearest(own_engine, query)
    np.testing.assert_array_equal(before.chunks, after.chunks)
    np.testing.assert_array_equal(before.similarities, after.similarities)


@pytest.mark.parametrize(("spare", "many"), [(4_096, 8_192), (3, 8_192), (4_096, 40)])
def test_what_is_kept_goes_on_with_notes_and_vectors_that_come_and_go(
    own_engine: LocalEngine, monkeypatch: pytest.MonkeyPatch, spare: int, many: int
) -> None:
    monkeypatch.setattr(packed_vectors, "_SPARE", spare)
    monkeypatch.setattr(packed_vectors, "_SPARE_SHARE", 0)
    monkeypatch.setattr(vector_shape, "_ROWS_AT_ONCE", many)
    root = Path(own_engine.vault_path)
    store = VectorStore(own_engine._opened.meta)
    chance = random.Random(spare + many)
    for step in range(15):
        match chance.choice(("save", "save", "remove", "vectors", "vectors", "unused", "checkpoint")):
            case "save":
                name = f"{chance.randrange(NOTES + 20):03}.md"
                (root / name).write_text(
                    f"# Part\n\n{f'Now {name} tells of step {step}. ' * 3}\n\n# Foot\n\n{FOOTER}\n"
                )
                own_engine.index_note(name)
            case "remove":
                name = f"{chance.randrange(NOTES):03}.md"
                (root / name).unlink(missing_ok=True)
                own_engine.index_note(name)
            case "vectors":
                hashes = without_vectors(own_engine)[: chance.randrange(1, 4)]
                if hashes:
                    store.write(hashes, clustered(len(hashes), seed=step))
            case "unused":
                store.drop_unused()
            case "checkpoint":
                own_engine._database.checkpoint()
        with own_engine._opened.meta.changing():
            pass  # vectors that went are told of with the next change
        assert_as_read_afresh(own_engine)


def without_vectors(engine: LocalEngine) -> list[int]:
    with engine._database.read() as cursor:
        rows = cursor.execute(
            "SELECT DISTINCT vector_hash FROM chunks WHERE vector_hash NOT IN (SELECT hash FROM vectors) ORDER BY 1"
        ).fetchall()
    return [row[0] for row in rows]


def test_a_saved_note_copies_no_vectors(own_engine: LocalEngine) -> None:
    before = shape_of(own_engine)
    (Path(own_engine.vault_path) / "000.md").write_text(f"# Part\n\n{'This is said for the first time here. ' * 3}\n")
    own_engine.index_note("000.md")
    saved = shape_of(own_engine)
    assert saved.codes.base is before.codes.base
    VectorStore(own_engine._opened.meta).write(without_vectors(own_engine), clustered(1, seed=5))
    embedded = shape_of(own_engine)
    assert len(embedded.hashes) == len(before.hashes) + 1
    assert embedded.codes.base is before.codes.base
    assert embedded.signs.base is before.signs.base


def test_searches_of_two_generations_take_nothing_from_each_other(
    own_engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(
        cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, before: vector_shape.VectorShape | None
    ) -> vector_shape.VectorShape:
        made.append(snapshot.generation)
        return vector_shape.vector_shape(cursor, snapshot, before)

    monkeypatch.setattr(semantic, "vector_shape", counted)
    with ThreadPoolExecutor(1) as others, own_engine._views.view() as older:
        held = older.semantic.shape(older.cursor, older.snapshot)
        (Path(own_engine.vault_path) / "000.md").write_text(
            f"# Part\n\n{'This is said for the first time here. ' * 3}\n"
        )
        others.submit(own_engine.index_note, "000.md").result()
        newer = others.submit(shape_of, own_engine).result()
        assert newer.generation > held.generation
        assert older.semantic.shape(older.cursor, older.snapshot) is held
        assert others.submit(shape_of, own_engine).result() is newer
    assert made == [held.generation, newer.generation]


def shape_of(engine: LocalEngine) -> vector_shape.VectorShape:
    with engine._views.view() as view:
        return view.semantic.shape(view.cursor, view.snapshot)


def test_rows_that_get_other_numbers_while_vectors_are_read_are_read_again(engine: LocalEngine) -> None:
    asked: list[list[int]] = []

    class Renumbered:
        """A cursor below which a checkpoint moves the rows once, by some that are gone."""

        def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
            self._cursor = cursor

        def execute(self, sql: str, parameters: list[int] | None = None) -> duckdb.DuckDBPyConnection:
            if "BETWEEN" in sql and parameters is not None:
                asked.append(parameters)
                if len(asked) == 1:
                    return self._cursor.execute(sql, [parameters[0] + 50, parameters[1] + 50])
            return self._cursor.execute(sql, parameters)

    with engine._views.view() as view:
        shape = vector_shape.vector_shape(cast(duckdb.DuckDBPyConnection, Renumbered(view.cursor)), view.snapshot)
        afresh = vector_shape.vector_shape(view.cursor, view.snapshot)
    assert len(asked) == 2
    assert np.array_equal(shape.hashes, afresh.hashes)
    assert np.array_equal(shape.signs, afresh.signs)
    assert np.array_equal(shape.codes, afresh.codes)


def test_two_that_go_on_from_the_same_vectors_do_not_meet() -> None:
    first = PackedVectors(2, words=1, code_words=3)
    signs, codes = first.first(2)
    signs[:], codes[:] = 7, 8
    one = first.with_more(2, np.full((1, 1), 1, dtype=np.uint64), np.full((1, 3), 1, dtype=np.uint64))
    two = first.with_more(2, np.full((1, 1), 2, dtype=np.uint64), np.full((1, 3), 2, dtype=np.uint64))
    assert one is first
    assert [each.first(3)[0].tolist() for each in (one, two)] == [[[7, 7, 1]], [[7, 7, 2]]]
    assert [each.first(3)[1][:, 0].tolist() for each in (one, two)] == [[8, 8, 1], [8, 8, 2]]


def test_all_passages_with_a_vector_are_found_those_that_are_too_far_away_to_be_compared_last(
    engine: LocalEngine,
) -> None:
    (vector, *_) = queries()
    result = by_vector(engine, vector, replace(ANYTHING, group_by="chunk", max_per_note=0))
    assert len(result.hits) == result.total == 2 * NOTES
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == 0.0


def by_vector(engine: LocalEngine, vector: Vectors, query: Query) -> Result:
    """Search by meaning with a question that has a certain vector."""
    model = QueryModel(lambda _: vector, lambda texts: np.stack([vector] * len(texts)), lambda _: False, frozenset())
    with engine._views.view() as view:
        return Searcher(view, model).search(query, Mode.SEMANTIC)


ANYTHING = Query((RankedText("anything", ("anything",)),), mode=Mode.SEMANTIC, limit=NO_LIMIT)


def test_with_a_least_score_all_that_reach_it_are_found_and_in_another_order_all_have_theirs(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(semantic, "SIFTED_CANDIDATES", 1)
    monkeypatch.setattr(semantic, "SIFTED_SHARE", 0)
    for vector in queries()[:4]:
        exact = nearest(engine, vector, exactly=True)
        with engine._views.view() as view:
            best = np.zeros(view.snapshot.note_count)
            np.maximum.at(best, view.snapshot.chunk_notes[exact.chunks], exact.similarities)
            scores = calibrate(semantic_scores(best.astype(np.float32)))
        assert (scores > 0.3).sum() > semantic.CANDIDATES
        found = by_vector(engine, vector, replace(ANYTHING, min_score=0.3))
        sure, possible = (scores > 0.32).sum(), (scores > 0.28).sum()
        assert sure <= found.total <= possible
        by_name = by_vector(engine, vector, replace(ANYTHING, sort="name"))
        assert [hit.score for hit in by_name.hits] == pytest.approx(scores.tolist(), abs=0.04)


def test_one_long_note_does_not_keep_others_from_being_compared_exactly(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("EXACT_BELOW", 30), ("EXACT", 15), ("EXACT_OF_FEW", 20), ("CANDIDATES", 100)):
        monkeypatch.setattr(semantic, name, value)
    sections = "\n\n".join(f"# Part {number}\n\n{f'Part {number} of the book. ' * 4}" for number in range(60))
    notes = {f"{number:02}.md": f"# Short\n\n{f'Short note {number} is here. ' * 4}" for number in range(60)}
    engine = open_vault(make_vault({"book.md": sections, **notes}))
    with engine._database.read() as cursor:
        rows = cursor.execute("SELECT path, vector_hash FROM chunks JOIN notes USING (note_id) ORDER BY ALL").fetchall()
    assert len(rows) == 120
    query = unit(np.random.default_rng(3).normal(size=384))
    chance = np.random.default_rng(4)
    # The book's are nearer than all others, of which each is a little farther away than the one before.
    nearness = [0.8 if path == "book.md" else 0.7 - 0.002 * int(path[:2]) for path, _ in rows]
    sideways = chance.normal(size=(len(rows), 384))
    sides = unit(sideways - np.outer(sideways @ query, query))
    near = np.array(nearness)[:, None]
    VectorStore(engine._opened.meta).write(
        [text_hash for _, text_hash in rows], unit(near * query + np.sqrt(1 - near**2) * sides)
    )
    found = [hit.path for hit in by_vector(engine, query, ANYTHING).hits]
    assert found[:15] == ["book.md", *(f"{number:02}.md" for number in range(14))]


def test_what_many_notes_have_in_common_makes_no_note_like_another(engine: LocalEngine) -> None:
    with engine._database.read() as cursor:
        rows = cursor.execute(
            "SELECT path, embedding FROM notes JOIN chunks USING (note_id) JOIN vectors ON vectors.hash = vector_hash "
            "WHERE ordinal = 0 ORDER BY path"
        ).fetchall()
    own = np.array([vector for _, vector in rows])
    likeness = own @ own[0]
    likeness[0] = -1  # itself
    expected = [rows[place][0] for place in np.argsort(-likeness, kind="stable")[:10]]
    result = engine.search(parse_query("like:[[000]]", defaults=Query(limit=10)))
    assert [hit.path for hit in result.hits] == expected
    assert result.total == NOTES - 1  # the others have vectors, too


def test_words_beside_like_narrow_what_is_near() -> None:
    def ranking(*scores: float) -> Ranking:
        values = np.array(scores, dtype=np.float32)
        return Ranking(values, values > 0, chunk_similarity=values)  # each note is one chunk

    by_text = ranking(1.0, 0.0, 0.5, 0.4)
    by_text.draw_near([ranking(0.0, 1.0, 0.6, 0.4)], by_text=True)
    assert by_text.scores.tolist() == pytest.approx([0.5, 0.5, 0.55, 0.4])
    assert by_text.similarity is not None
    assert by_text.similarity.tolist() == by_text.scores.tolist()
    assert by_text.matched.all()
    alone = ranking(0.0, 0.0)
    alone.draw_near([ranking(0.0, 1.0), ranking(1.0, 0.8)], by_text=False)
    assert alone.scores.tolist() == pytest.approx([0.5, 0.9])


@pytest.mark.parametrize("mode", list(Mode))
def test_nearness_to_a_note_finds_the_same_passages_whatever_the_mode(engine: LocalEngine, mode: Mode) -> None:
    def total(text: str) -> int:
        defaults = Query(mode=mode, group_by="chunk", max_per_note=0)
        return engine.search(parse_query(text, defaults=defaults)).total

    assert total("like:[[000]]") == 2 * NOTES - 2
    assert total("like:[[Nowhere]]") == 0
