"""What is in memory answers without a transaction, and never for an index that has moved on."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault
from vaulttui.errors import IndexFault
from vaulttui.index.storage import connecting, duckdb
from vaulttui.index.storage.opening import SHORT_OF_MEMORY
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory.resident_lexicon import ResidentLexicon
from vaulttui.search.syntax import parse_query
from vaulttui.search.view import IndexView

NOTES = {"one.md": "A heron stood in the reeds.\n", "two.md": "The heron flew.\n"}


@pytest.fixture
def engine(make_vault: MakeVault, tmp_path: Path) -> Iterator[LocalEngine]:
    """An engine with everything in memory."""
    engine = LocalEngine(make_vault(NOTES), WORDS_ONLY, tmp_path / "index/index.duckdb")
    engine.initialize()
    engine.refresh()
    engine._views._shared.resident.read()
    engine._views.ask(lambda view: view.snapshot)
    yield engine
    engine.close()


def found(engine: LocalEngine, text: str) -> list[str]:
    return [hit.path for hit in engine.search(parse_query(text)).hits]


def write(engine: LocalEngine, path: str, text: str) -> None:
    (Path(engine.vault_path) / path).write_text(text, encoding="utf-8")
    engine.index_note(path)


def test_a_search_of_what_is_in_memory_begins_no_transaction(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AssertionError("a transaction begins")

    monkeypatch.setattr(engine._database, "cursor", refuse)
    assert found(engine, "heron") == ["two.md", "one.md"]
    assert engine.facets(parse_query("heron")).total == 2


@pytest.mark.parametrize(("code", "searches"), [(IndexFault.code, 4), (SHORT_OF_MEMORY, 2)])
def test_what_could_not_be_read_into_memory_is_tried_again(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch, code: str, searches: int
) -> None:
    """With enough memory at once, else behind another two searches."""
    faults = [IndexFault("The index cannot be read.", code=code)]
    read_on = ResidentLexicon.read_on

    def fail_once(lexicon: ResidentLexicon, cursor: duckdb.DuckDBPyConnection) -> ResidentLexicon:
        if faults:
            raise faults.pop()
        return read_on(lexicon, cursor)

    monkeypatch.setattr(ResidentLexicon, "read_on", fail_once)
    engine._views.forget()
    for number in range(1, searches + 1):
        assert found(engine, "heron") == ["two.md", "one.md"]
        resident = engine._views._shared.resident
        if resident._reader is not None:
            resident._reader.join()
        assert (resident._resident is not None) == (number == searches)


def test_what_is_written_between_searches_is_found(engine: LocalEngine) -> None:
    for number in range(3):
        write(engine, f"new{number}.md", f"An egret, number{number}.\n")
        assert found(engine, f"number{number}") == [f"new{number}.md"]
    assert engine.facets(parse_query("egret")).total == 3


def test_a_question_that_is_overtaken_is_asked_again(engine: LocalEngine) -> None:
    seen: list[tuple[str, ...]] = []

    def question(view: IndexView) -> int:
        seen.append(view.snapshot.paths)
        if len(seen) == 1:
            write(engine, "three.md", "An egret.\n")
        row = view.cursor.execute("SELECT count(*) FROM notes").fetchone()
        assert row is not None
        assert row[0] == view.snapshot.note_count
        return int(row[0])

    assert engine._views.ask(question) == 3
    assert seen == [("one.md", "two.md"), ("one.md", "three.md", "two.md")]


def test_nothing_of_an_index_that_was_emptied_stays_in_memory(engine: LocalEngine) -> None:
    before = weakref.ref(engine._views._shared)
    engine.clear()
    gc.collect()
    assert before() is None
    engine.refresh()
    assert found(engine, "heron") == ["two.md", "one.md"]


def test_a_question_that_the_database_had_too_little_memory_for_is_asked_again(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "_MEMORY", "48MB")
    engine._database.memory.give_back()  # which sets the limit
    asked: list[int] = []

    def question(view: IndexView) -> int:
        asked.append(1)
        rows = view.cursor.execute("SELECT string_agg(repeat('x', 1000), '') FROM range(60000)").fetchall()
        return len(rows[0][0])

    assert engine._views.ask(question) == 60_000_000
    assert len(asked) == 2


def test_a_commit_in_between_confirms_nothing(engine: LocalEngine) -> None:
    with engine._views.view() as view:
        snapshot = view.snapshot
    snapshots = engine._views._shared.snapshots
    assert snapshots.still_current(engine._database.commits) is snapshot
    with engine._database.write() as cursor:
        cursor.execute("UPDATE meta SET value = value WHERE key = 'generation'")
    assert snapshots.still_current(engine._database.commits) is None
    assert snapshots.still_current(None) is None


def test_a_closed_index_answers_nothing_from_memory(engine: LocalEngine) -> None:
    engine.close()
    with pytest.raises(IndexFault, match="closed"):
        engine.search(parse_query("heron"))


def test_facets_count_what_the_search_before_them_has_found(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = parse_query("heron")
    engine.search(query)
    monkeypatch.setattr(
        "vaulttui.search.ranking.ranker.Ranker.lexical", lambda *_: pytest.fail("the words are looked up again")
    )
    assert engine.facets(query).total == 2
    monkeypatch.undo()
    write(engine, "three.md", "A third heron.\n")
    assert engine.facets(query).total == 3
