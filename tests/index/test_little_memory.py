"""The database has little memory while it answers: what needs more gets it, and nobody is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault
from tests.ear import Ear
from vaulttui.errors import IndexFault
from vaulttui.index.progress import Progress, RefreshReport
from vaulttui.index.reading.batches import Stop
from vaulttui.index.storage import connecting, duckdb, health
from vaulttui.index.storage.database import Database
from vaulttui.index.sync.reconciler import Reconciler
from vaulttui.index.writing import housekeeping, property_types
from vaulttui.index.writing.writer import IndexWriter
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.vault.files.scan_ahead import ScanAhead

LARGE = "SELECT string_agg(repeat('x', 1000), '') FROM range(60000)"
"""Takes more than the database has here."""


@pytest.fixture(autouse=True)
def _little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_MEMORY", "48MB")


def memory_limit(database: Database) -> str:
    with database.read() as cursor:
        row = cursor.execute(
            "SELECT (current_setting('memory_limit').split(' ')[1]::DOUBLE * 1.048576).round()"
        ).fetchone()
    assert row
    return f"{row[0]:.0f}MB"


def test_a_question_gets_its_answer_at_once(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")
    database.open()
    assert database.ask(lambda cursor: cursor.execute(LARGE).fetchall())
    assert memory_limit(database) == connecting._MEMORY, "it is not kept for ever"
    database.close()


def test_another_fault_is_told(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")
    database.open()
    asked: list[str] = []

    def question(cursor: duckdb.DuckDBPyConnection) -> object:
        asked.append("once")
        return cursor.execute("SELECT * FROM nowhere")

    with pytest.raises(IndexFault, match="nowhere"):
        database.ask(question)
    assert asked == ["once"]
    database.close()


def test_properties_of_all_notes_are_compared(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    different = f"SELECT left(x, 0) FROM ({LARGE}) found (x) WHERE NOT list_contains(?::VARCHAR[], x)"
    monkeypatch.setattr(property_types, "_DIFFERENT", different)
    engine = open_vault(make_vault({"a.md": "---\nage: 1\n---\n"}))
    assert engine.count() == 1
    assert "try again" not in caplog.text, "they had enough from the start"


def test_a_sound_index_that_is_looked_through_has_no_problems(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_MUST_BE_EMPTY", {"nothing": f"SELECT 1 FROM ({LARGE}) found (x) WHERE x = ''"})
    engine = open_vault(make_vault({"a.md": "alpha"}))
    assert engine.problems() == ()


class OnceShort:
    """A reconcile that needs more memory than there is, the first time."""

    def __init__(self) -> None:
        self._reconcile = Reconciler._reconcile
        self.times = 0

    def __get__(self, reconciler: Reconciler, _: type) -> object:
        def reconcile(stop: Stop, ahead: ScanAhead | None) -> RefreshReport:
            self.times += 1
            if self.times == 1:
                with reconciler._database.read() as cursor:
                    cursor.execute(LARGE)
            return self._reconcile(reconciler, stop, ahead)

        return reconcile


def test_saving_a_note_leaves_the_limit_where_it_is(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each change of it, all free memory of the process goes back to the system, and is asked for again."""
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    engine = open_vault(root)
    limits: list[bool] = []
    monkeypatch.setattr(connecting, "set_memory", lambda _, *, roomy: limits.append(roomy))
    (root / "a.md").write_text("gamma")
    engine.index_note("a.md")
    assert engine.search(parse_query("gamma", defaults=Query(mode=Mode.KEYWORD))).total == 1
    assert not limits


def test_a_saved_note_that_needs_more_gets_it(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha"})
    engine = open_vault(root)
    write_notes = IndexWriter.write_notes
    times: list[str] = []

    def short_once(writer: IndexWriter, *arguments: object, **options: object) -> int:
        times.append("write")
        with writer._meta.writing() as cursor:
            cursor.execute(LARGE)
        return write_notes(writer, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(IndexWriter, "write_notes", short_once)
    (root / "a.md").write_text("gamma")
    engine.index_note("a.md")
    assert times == ["write", "write"]
    assert engine.search(parse_query("gamma", defaults=Query(mode=Mode.KEYWORD))).total == 1
    assert memory_limit(engine._database) == connecting._MEMORY


def test_what_searches_read_goes_while_nobody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.index.storage.database_memory._MUCH_READ", 15_000_000)
    database = Database(tmp_path / "index.duckdb")
    database.open()
    with database.memory.roomy(), database.write() as cursor:
        cursor.execute("INSERT INTO attachments SELECT repeat(md5(range::VARCHAR), 20) FROM range(60000)")
    database.close()
    database = Database(tmp_path / "index.duckdb")
    database.open()
    database.checkpoint()
    assert database.ask(lambda cursor: cursor.execute("SELECT max(path) FROM attachments").fetchall())
    assert database.ask(connecting.memory_used) > 20_000_000
    assert database.memory.rest()
    assert database.ask(connecting.memory_used) <= 10_000_000
    assert memory_limit(database) == connecting._MEMORY
    assert not database.memory.rest(), "there is nothing more to let go of"
    database.close()


def test_what_was_too_little_once_is_not_more_for_ever(tmp_path: Path) -> None:
    database = Database(tmp_path / "index.duckdb")
    database.open()
    with pytest.raises(IndexFault, match="try again"), database.read() as cursor:
        cursor.execute(LARGE)
    assert memory_limit(database) == connecting._ROOMY_MEMORY
    database.memory.rest()
    assert memory_limit(database) == connecting._MEMORY
    database.close()


def test_a_refresh_is_done_in_spite_of_it(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = OnceShort()
    root = make_vault({"a.md": "alpha"})
    engine = open_vault(root)
    (root / "b.md").write_text("beta")
    monkeypatch.setattr(Reconciler, "_reconcile", short)
    assert engine.refresh(embed=False).added == 1
    assert short.times == 2


def test_work_in_the_background_is_done_in_spite_of_it(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reconciler, "_reconcile", OnceShort())
    engine = LocalEngine(make_vault({"a.md": "alpha"}), WORDS_ONLY, tmp_path / "index" / "index.duckdb")
    engine.initialize()
    ear = Ear(engine)
    failures: list[object] = []
    engine.subscribe(lambda event: failures.append(event) if getattr(event, "phase", "") == "failed" else None)
    engine.start_background()
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == "idle")
        assert engine.count() == 1
        assert not failures
    finally:
        engine.close()


def test_a_log_that_grows_is_folded_into_the_file_when_there_is_time(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it holds of deleted rows takes memory: behind hundreds of saved notes, most of what there is."""
    monkeypatch.setattr(housekeeping, "_SMALL_LOG", 2_000)
    root = make_vault({"a.md": "alpha"})
    engine = open_vault(root)
    for number in range(20):
        (root / "a.md").write_text(f"alpha {number}")
        engine.index_note("a.md")
        engine._opened.get_ready()
        assert engine._database.log_size() < 2_000


def test_a_large_log_is_folded_into_the_file_where_no_note_has_changed(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha"})
    engine = open_vault(root)
    (root / "a.md").write_text("beta")
    engine.index_note("a.md")
    generation = engine.status().generation
    monkeypatch.setattr(housekeeping, "_SMALL_LOG", 1)
    assert engine._database.log_size()
    assert engine.refresh(embed=False).changed == 0
    assert engine._database.log_size() == 0
    assert engine.status().generation == generation
