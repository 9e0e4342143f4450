"""How many texts have vectors: counted exactly, and behind a saved note not counted at all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault
from tests.index.kill_process import HashEmbedder
from vaulttui.index.vectors import vector_counter, vectorizer
from vaulttui.index.vectors.vector_counter import VectorCounter, VectorCounts
from vaulttui.index.vectors.vectorizer import Vectorizer
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

PROSE = "This paragraph is long enough to be embedded, since it has more than fifty characters. "


def _note(number: int, words: str) -> str:
    return f"# First\n\n{PROSE} {number} {words}\n\n# Second\n\n{PROSE} {number % 40} is in other notes as well\n"


def _opened(root: Path, tmp_path: Path) -> tuple[LocalEngine, Vectorizer]:
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=HashEmbedder())
    engine.initialize()
    assert engine._vectorizer is not None
    return engine, engine._vectorizer


def _counted_afresh(engine: LocalEngine) -> VectorCounts:
    return VectorCounter(engine._database).counts()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_remembered_is_what_is_there(
    seed: int, make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectorizer, "SLICE", 7)
    chance = random.Random(seed)
    root = make_vault({f"{number}.md": _note(number, "") for number in range(60)})
    engine, vectors = _opened(root, tmp_path)
    counter = engine._vector_counter
    engine.refresh()
    told_nearly_all = 0
    for step in range(40):
        number = chance.randrange(68)
        note = root / f"{number}.md"
        match chance.choice(("save", "save", "repeat", "remove", "embed", "embed all", "tidy", "model")):
            case "save":
                note.write_text(_note(number, f"as of {step}"))
                engine.index_note(note.name)
            case "repeat":
                note.write_text(_note(chance.randrange(60), ""))
                engine.index_note(note.name)
            case "remove":
                note.unlink(missing_ok=True)
                engine.index_note(note.name)
            case "embed":
                vectors.embed_slice(lambda: False)
            case "embed all":
                while vectors.embed_slice(lambda: False):
                    pass
            case "tidy":
                vectors.store.drop_unused()
            case _ if chance.random() < 0.2:
                vectors.store.reset(f"model {step}", 384)
        there = _counted_afresh(engine)
        if counter.nearly_all():
            told_nearly_all += 1
            assert there.nearly_all
        if chance.random() < 0.5:
            assert counter.counts() == there
            assert counter.known() == there
    assert told_nearly_all
    engine.close()


def test_a_saved_note_and_its_vectors_need_no_count(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"{number}.md": _note(number, "") for number in range(300)})
    engine, vectors = _opened(root, tmp_path)
    counter = engine._vector_counter
    engine.refresh()
    assert counter.counts() == VectorCounts(340, 340)
    with monkeypatch.context() as patch:
        patch.setattr(vector_counter, "_COUNTS", "SELECT nothing can be counted")
        (root / "0.md").write_text(_note(0, "saved"))
        assert engine.index_note("0.md")
        assert counter.nearly_all()
        assert counter.known() == VectorCounts(340, 340)
    assert counter.counts() == VectorCounts(340, 339)
    monkeypatch.setattr(vector_counter, "_COUNTS", "SELECT nothing can be counted")
    assert vectors.embed_slice(lambda: False) == 1
    assert counter.counts() == VectorCounts(340, 340)
    engine.close()


def test_what_was_counted_before_something_else_came_is_not_added_to(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"{number}.md": _note(number, "") for number in range(300)})
    engine, vectors = _opened(root, tmp_path)
    counter = engine._vector_counter
    engine.refresh()
    assert counter.counts() == VectorCounts(340, 340)
    (root / "0.md").write_text(_note(0, "saved"))
    engine.index_note("0.md")
    assert vectors.embed_slice(lambda: False) == 1
    assert counter.counts() == VectorCounts(340, 340)
    engine.close()


def test_vectors_of_another_model_are_gone_at_once(make_vault: MakeVault, tmp_path: Path) -> None:
    engine, vectors = _opened(make_vault({"a.md": _note(1, "")}), tmp_path)
    engine.refresh()
    assert engine._vector_counter.nearly_all()
    vectors.store.reset("another", 384)
    assert not engine._vector_counter.nearly_all()
    engine.close()


@pytest.mark.parametrize(
    ("saved", "told"),
    [(0, ""), (3, ""), (4, "Meaning covers 98 % so far; the rest is found by words.")],
)
def test_a_search_tells_from_one_in_a_hundred_on_what_meaning_does_not_cover(
    saved: int, told: str, make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault({f"{number}.md": _note(number, "") for number in range(300)})
    engine, _ = _opened(root, tmp_path)
    engine.refresh()
    for number in range(saved):
        (root / f"{number}.md").write_text(_note(number, "saved"))
        engine.index_note(f"{number}.md")
    assert engine.search(parse_query("paragraph", defaults=Query(mode=Mode.HYBRID))).degraded == told
    engine.close()


def test_nothing_to_embed_is_not_nearly_all(make_vault: MakeVault, tmp_path: Path) -> None:
    engine, _ = _opened(make_vault({"a.md": "short"}), tmp_path)
    engine.refresh()
    assert not engine._vector_counter.nearly_all()
    assert engine.search(parse_query("short", defaults=Query(mode=Mode.SEMANTIC))).degraded.startswith("No note has")
    engine.close()
