"""Postings of what is gone stay for a while: nothing finds them, no identity comes again, and they go in the end. So do
forms that no note has any more, and stems in languages that none is in any more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, write_notes
from vaulttui.index.writing import housekeeping
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings, VaultSettings


def found(engine: LocalEngine, text: str) -> list[str]:
    return [hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits]


def rows(engine: LocalEngine, table: str) -> int:
    with engine._database.read() as cursor:
        return len(cursor.execute(f"SELECT * FROM {table}").fetchall())


def test_words_that_a_note_no_longer_has_find_nothing_whether_read_ahead_or_not(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "alpha beta", "b.md": "beta"})
    engine = open_vault(root)
    engine.refresh(embed=False)
    for text, gone in (("gamma beta", "alpha"), ("delta", "gamma")):
        (root / "a.md").write_text(text)
        assert engine.index_note("a.md")
        assert found(engine, gone) == []
        assert found(engine, text.split()[0]) == ["a.md"]
    assert found(engine, "beta") == ["b.md"]
    assert engine.problems() == ()


def test_identities_of_notes_that_are_gone_are_not_given_again_after_a_restart(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "only here"})
    index = tmp_path / "index" / "index.duckdb"
    engine = LocalEngine(root, WORDS_ONLY, index)
    engine.initialize()
    engine.refresh(embed=False)
    (root / "b.md").unlink()
    engine.refresh(embed=False)
    assert rows(engine, "postings") == 3
    engine.close()
    engine = LocalEngine(root, WORDS_ONLY, index)
    engine.initialize()
    (root / "c.md").write_text("gamma")
    engine.refresh(embed=False)
    assert found(engine, "only") == []
    assert found(engine, "gamma") == ["c.md"]
    engine.close()


def test_where_many_are_of_no_use_they_go(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha beta", "b.md": "beta"})
    engine = open_vault(root)
    engine.refresh(embed=False)
    (root / "a.md").write_text("gamma")
    engine.index_note("a.md")
    assert rows(engine, "postings") == 4
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    engine.refresh(embed=False)
    assert rows(engine, "postings") == 2
    assert rows(engine, "note_postings") == 2
    assert found(engine, "gamma") == ["a.md"]
    assert engine.problems() == ()


def test_forms_that_no_note_has_any_more_go_with_them_and_no_identity_comes_again(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha running", "b.md": "beta"})
    index = tmp_path / "index" / "index.duckdb"

    def forms(engine: LocalEngine) -> dict[str, int]:
        with engine._database.read() as cursor:
            return dict(cursor.execute("SELECT form, term_id FROM terms").fetchall())

    engine = LocalEngine(root, WORDS_ONLY, index)
    engine.initialize()
    engine.refresh(embed=False)
    for written in ("jogg", "jogging zeppel"):  # saved while it is written
        (root / "b.md").write_text(written)
        engine.index_note("b.md")
        assert found(engine, written) == ["b.md"]
    (root / "b.md").write_text("jogging")
    engine.index_note("b.md")
    before = forms(engine)
    assert set(before) == {"a", "b", "alpha", "running", "beta", "jogg", "jogging", "zeppel"}
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    engine.refresh(embed=False)
    after = forms(engine)
    assert after == {form: number for form, number in before.items() if form not in ("beta", "jogg")}  # the last stays
    assert found(engine, "alpha") == ["a.md"]
    engine.close()
    engine = LocalEngine(root, WORDS_ONLY, index)
    engine.initialize()
    (root / "c.md").write_text("beta jogged")
    engine.index_note("c.md")
    added = {form: number for form, number in forms(engine).items() if form not in after}
    assert set(added) == {"c", "beta", "jogged"}
    assert min(added.values()) > max(before.values())
    assert found(engine, "beta") == ["c.md"]
    assert found(engine, "runs") == ["a.md"]  # stems of what is kept are kept
    assert found(engine, "jog") == ["b.md", "c.md"]
    assert engine.problems() == ()
    engine.close()


def test_a_few_forms_that_no_note_has_any_more_stay(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": " ".join(f"word{number}" for number in range(40)), "b.md": "beta"})
    engine = open_vault(root)
    engine.refresh(embed=False)
    (root / "b.md").write_text("gamma")
    engine.index_note("b.md")
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    monkeypatch.setattr(housekeeping, "_SORT_SHARE", 0)
    loose, terms = rows(engine, "postings"), rows(engine, "terms")
    engine.refresh(embed=False)
    assert rows(engine, "postings") < loose
    assert rows(engine, "terms") == terms


def in_language(language: str) -> Settings:
    return replace(WORDS_ONLY, vault=VaultSettings(language=language))


SPANISH = {
    "a.md": "Los barcos navegaban por la costa y los marineros caminaban hacia los puertos con todas sus cosas.",
    "b.md": "Un barco navega cuando el viento es bueno, y el marinero camina hacia el puerto con su cosa.",
}


def test_a_vault_whose_language_was_set_otherwise_is_searched_in_that_language_alone(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault(SPANISH)
    index = tmp_path / "index" / "index.duckdb"
    for language, finding in (
        *((other, ["a.md"]) for other in ("english", "french", "german", "italian")),
        ("spanish", ["a.md", "b.md"]),
        ("none", ["a.md"]),
        ("auto", ["a.md", "b.md"]),
    ):
        engine = LocalEngine(root, in_language(language), index)
        engine.initialize()
        engine.refresh(embed=False)
        with engine._database.read() as cursor:
            stemmed = cursor.execute("SELECT DISTINCT language FROM stems").fetchall()
        wanted = {"none": [], "auto": [("spanish",)]}.get(language, [(language,)])
        assert (language, stemmed, found(engine, "navegaban")) == (language, wanted, finding)
        engine.close()


def test_whoever_searched_before_the_language_was_set_otherwise_searches_in_it_afterwards(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(SPANISH)
    engine = open_vault(root, in_language("english"))
    for language, finding in (("spanish", ["a.md", "b.md"]), ("english", ["a.md"])):
        assert found(engine, "vientos") == ["b.md"]  # as many stems in the one as in the other
        indexer = engine._opened
        monkeypatch.setattr(indexer._reconciler, "_settings", in_language(language).vault)
        monkeypatch.setattr(indexer._reconciler._loader, "_settings", in_language(language).vault)
        engine.refresh(embed=False)
        assert found(engine, "navegaban") == finding


def test_stems_in_a_language_that_notes_are_in_no_more_go_once_there_are_many(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(SPANISH)
    engine = open_vault(root)
    assert found(engine, "navegaban") == ["a.md", "b.md"]
    english = "is one of the words that everybody here knows, and it was the first that we learned at the school."
    write_notes(root, {path: f"{text.split()[1]} {text.split()[2]} {english}" for path, text in SPANISH.items()})
    for path in SPANISH:
        engine.index_note(path)
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    engine.refresh(embed=False)
    with engine._database.read() as cursor:
        assert cursor.execute("SELECT DISTINCT language FROM stems").fetchall() == [("english",)]
    write_notes(root, {"c.md": "more of it"})
    engine.index_note("c.md")
    assert found(engine, "navegaban") == ["a.md"]
    assert found(engine, "words") == found(engine, "word") == ["a.md", "b.md"]


def test_room_that_changes_left_behind_is_given_back_when_there_is_time(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.index.storage.compaction._SLACK_BYTES", 1_000_000)
    index = tmp_path / "index" / "index.duckdb"
    engine = LocalEngine(make_vault({"a.md": "alpha"}), WORDS_ONLY, index)
    engine.initialize()
    engine.refresh(embed=False)
    with engine._database.write() as cursor:
        cursor.execute("CREATE TABLE passing AS SELECT random() AS number FROM range(2_000_000)")
    engine._database.checkpoint()
    with engine._database.write() as cursor:  # what lies behind keeps the file from shrinking by itself
        cursor.execute("CREATE TABLE lasting AS SELECT random() AS number FROM range(100_000)")
    engine._database.checkpoint()
    with engine._database.write() as cursor:
        cursor.execute("DROP TABLE passing")
    engine._database.checkpoint()
    large = index.stat().st_size
    engine._opened.get_ready()
    assert index.stat().st_size < large / 2
    assert found(engine, "alpha") == ["a.md"]
    engine.close()


def test_a_first_reading_leaves_hardly_any_unused_room(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    words = [f"word{number}" for number in range(3_000)]
    root = make_vault({f"{number}.md": " ".join(words[number % 50 :]) for number in range(60)})
    engine = open_vault(root)
    engine.refresh(embed=False)
    with engine._database.read() as cursor:
        free, total = cursor.execute(
            "SELECT free_blocks, total_blocks FROM pragma_database_size() WHERE database_name = 'notes_index'"
        ).fetchall()[0]
    assert rows(engine, "postings") > 100_000
    assert free < total / 10, f"{free} of {total}"


def test_a_language_that_no_note_is_in_any_more_has_no_say_in_what_words_mean(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    english = "It is what we have been planning for the winter because they were there and it is so."
    german = "Es ist nicht das was wir für den Winter haben, aber die Häuser werden auch gemacht."
    root = make_vault({"a.md": f"{english} Soldiers die on the field.", "b.md": f"{english} It was hard, hard work."})
    engine = open_vault(root)
    alone = found(engine, "hard die")
    assert sorted(alone) == ["a.md", "b.md"]
    write_notes(root, {"c.md": german})
    engine.index_note("c.md")
    assert found(engine, "hard die") == ["b.md"]  # there it is an article
    (root / "c.md").unlink()
    engine.index_note("c.md")
    assert found(engine, "hard die") == alone


def test_languages_that_came_and_went_leave_a_place_for_one_that_is_there(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    swedish = "Skogarna vid hamnen är gamla och de är inte vad vi har för vintern, men det görs också en plan."
    others = {
        "b.md": "It is what we have been planning for the winter because they were there and it is so.",
        "c.md": "Es ist nicht das was wir für den Winter haben, aber die Häuser werden auch gemacht.",
        "d.md": "Ce sont les arbres de la forêt qui sont plus grands que les autres, mais ils ne sont pas les mêmes.",
        "e.md": SPANISH["a.md"],
    }
    root = make_vault({"a.md": swedish, **others})
    engine = open_vault(root)
    assert found(engine, "skogen") == []  # by name the fifth language
    (root / "d.md").unlink()
    engine.refresh(embed=False)
    assert found(engine, "skogen") == ["a.md"]
