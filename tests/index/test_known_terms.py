"""What whoever writes keeps of the vocabulary is what the database has of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, write_notes
from tests.index.test_indexing import BuildFresh, dump, fresh  # noqa: F401 - a fixture
from vaulttui.index.storage.arrays import scan
from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.storage.schema import TABLES
from vaulttui.index.writing import housekeeping, insertion, known_terms, unused_forms
from vaulttui.index.writing.known_terms import KnownTerms
from vaulttui.search.local.local_engine import LocalEngine

LANGUAGES = ["english", "german", "french"]
FORMS = st.lists(st.text(max_size=3), unique=True, max_size=30)
STEMS = st.lists(st.tuples(st.integers(0, 29), st.sampled_from(LANGUAGES)), unique=True, max_size=30)


@pytest.fixture(autouse=True)
def pays_from_the_second_batch_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_terms, "_PAYS_FROM", 1)


def known_of(engine: LocalEngine) -> KnownTerms:
    return engine._opened._store.writer._identities.terms


def assert_as_in_the_database(engine: LocalEngine) -> None:
    """No form and no stem is there twice, and what is known of them is what is there."""
    known = known_of(engine)
    with engine._database.read() as cursor:
        forms = cursor.execute("SELECT form, term_id FROM terms").fetchall()
        stems = cursor.execute("SELECT term_id, language FROM stems").fetchall()
    assert len({form for form, _ in forms}) == len(forms)
    assert len(set(stems)) == len(stems)
    assert known.read_already, "otherwise this tests nothing"
    assert known.identities([form for form, _ in forms]).tolist() == [identity for _, identity in forms]
    assert known.identities(["no such form"]).tolist() == [-1]
    assert known.have_stems(*_columns(stems)).all()
    languages = {language for _, language in stems}
    others = [
        (identity, language) for _, identity in forms for language in languages if (identity, language) not in stems
    ]
    assert not known.have_stems(*_columns(others)).any()


def _columns(stems: list[tuple[int, str]]) -> tuple[np.ndarray[Any, np.dtype[np.int32]], list[str]]:
    return np.array([identity for identity, _ in stems], dtype=np.int32), [language for _, language in stems]


@pytest.mark.parametrize("most_added", [0, 5, 1000])
@given(batches=st.lists(st.tuples(FORMS, STEMS), max_size=5), read_at=st.integers(0, 5))
def test_it_is_the_same_read_at_any_time(
    most_added: int, batches: list[tuple[list[str], list[tuple[int, str]]]], read_at: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, duckdb.connect(":memory:") as database:
        patch.setattr(known_terms, "_MOST_ADDED", most_added)
        patch.setattr(known_terms, "_AT_ONCE", 7)
        for table in ("terms", "stems"):
            database.execute(f"CREATE TABLE {table} ({TABLES[table]})")
        known, all_forms, all_stems = KnownTerms(), list[str](), set[tuple[int, str]]()
        for number, (forms, stems) in enumerate(batches):
            if number == read_at:
                known.read(database.cursor())
            new_forms = [form for form in forms if form not in all_forms]
            first = len(all_forms)
            for place, form in enumerate(new_forms):
                database.execute("INSERT INTO terms VALUES (?, ?, '')", [first + place, form])
            for identity, language in set(stems) - all_stems:
                database.execute("INSERT INTO stems VALUES (?, ?, '')", [identity, language])
            all_forms += new_forms
            all_stems |= set(stems)
            known.add_forms(new_forms, range(first, len(all_forms)))
            known.add_stems(*_columns(stems))
        if len(batches) <= read_at:
            known.read(database.cursor())
        assert known.identities([*all_forms, "none of 3"]).tolist() == [*range(len(all_forms)), -1]
        every = [(identity, language) for identity in range(30) for language in LANGUAGES]
        assert known.have_stems(*_columns(every)).tolist() == [stem in all_stems for stem in every]


@pytest.mark.parametrize(("one", "other"), [("of", "景"), ("beof", "敢景"), ("às", "\u73e0"), ("ab", "\U00006261")])
def test_no_form_is_taken_for_another_that_has_the_same_bytes_in_memory(one: str, other: str) -> None:
    known = KnownTerms()
    known.add_forms([one], range(7, 8))
    assert known.identities([other, one]).tolist() == [-1, 7]


def test_notes_are_written_the_same_with_it(make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh) -> None:  # noqa: F811
    root = make_vault({"a.md": "running waters", "b.md": "fließendes Wasser und laufende Bäche"})
    engine = open_vault(root)
    for number, text in enumerate(
        ["waters run", "running Wasser und Bäche läuft", "running waters newly invented", "景 敢", "to be of use", ""]
    ):
        write_notes(root, {"a.md": text, f"{number}.md": f"{text} more of it"})
        for path in ("a.md", f"{number}.md"):
            engine.index_note(path)
        assert_as_in_the_database(engine)
    assert dump(engine) == fresh(root)


def test_a_saved_note_is_not_looked_up_in_the_database_once_there_was_time(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "one"})
    engine = open_vault(root)
    asked: list[str] = []

    def noting(cursor: Cursor, sql: str, *more: Any) -> Cursor:
        asked.append(sql)
        return scan(cursor, sql, *more)

    monkeypatch.setattr(insertion, "scan", noting)
    indexer = engine._opened
    indexer.get_ready()
    write_notes(root, {"a.md": "one two"})
    indexer.update_paths(["a.md"])
    assert [sql for sql in asked if "terms" in sql] == ["INSERT INTO terms BY NAME SELECT * FROM rows"]
    assert_as_in_the_database(engine)


def test_all_is_read_once_that_pays(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_terms, "_PAYS_FROM", 3)
    root = make_vault({"a.md": "one"})
    engine = open_vault(root)
    read = [known_of(engine).read_already]
    for text in ("two", "three", "four"):
        saved(engine, root, text)
        read.append(known_of(engine).read_already)
    assert read == [False, False, False, True]
    assert_as_in_the_database(engine)


def saved(engine: LocalEngine, root: Path, text: str) -> None:
    write_notes(root, {"a.md": text})
    engine.index_note("a.md")


@pytest.mark.parametrize("fault", ["rolled back", "emptied", "sorted", "begun anew"])
def test_it_is_right_behind_whatever_happens_to_the_tables(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    root = make_vault({"a.md": "running", "b.md": "waters"})
    engine = open_vault(root)
    saved(engine, root, "running again")
    match fault:
        case "rolled back":
            with monkeypatch.context() as patch:
                patch.setattr("vaulttui.index.writing.writer.insert_postings", _fail)
                with pytest.raises(RuntimeError):
                    saved(engine, root, "never committed")
        case "emptied":
            engine.clear()
        case "sorted":
            monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
            monkeypatch.setattr(unused_forms, "_UNUSED_SHARE", 0)
            saved(engine, root, "quite other words")
            saved(engine, root, "still others")
            engine._opened._store.housekeeping.optimize()
        case "begun anew":
            engine._database._file._trouble = "damaged"
    engine.refresh()
    for text in ("never quite running", "never quite other", "waters"):
        saved(engine, root, text)
    assert_as_in_the_database(engine)


def _fail(*_: object) -> None:
    raise RuntimeError("in the middle of it")
