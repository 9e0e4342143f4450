"""Opening, recovering and sharing the index file."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import duckdb
import pytest

from vaulttui.errors import IndexFault, IndexLockedError, IndexTooNewError
from vaulttui.index.storage import compaction, connecting, files, index_file, opening
from vaulttui.index.storage.compaction import compact_path
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.files import log_path
from vaulttui.index.storage.schema import SCHEMA_VERSION


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.duckdb"


def open_database(path: Path) -> Database:
    database = Database(path)
    database.open()
    return database


def count(database: Database) -> int:
    with database.read() as cursor:
        return len(cursor.execute("SELECT * FROM attachments").fetchall())


def compact_anyway(database: Database) -> bool:
    with patch.object(compaction, "worth_compacting", return_value=True):
        return database.compact()


def test_what_is_written_is_there_after_opening_again(path: Path) -> None:
    first = open_database(path)
    with first.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
    first.close()
    second = open_database(path)
    assert count(second) == 1
    second.close()


def test_the_log_of_an_index_that_was_opened_again_is_folded_into_the_file(path: Path) -> None:
    """Opening must leave no result unread: its transaction would keep the log, and all that was replaced."""
    first = open_database(path)
    with first.write() as cursor:
        cursor.execute("INSERT INTO attachments SELECT 'picture ' || range FROM range(5000)")
    first.close()
    second = open_database(path)
    with second.write() as cursor:
        cursor.execute("UPDATE attachments SET path = path || '.png'")
    assert second.log_size() > 0
    second.checkpoint()
    assert second.log_size() == 0
    second.close()


def test_the_file_is_for_the_user_alone(path: Path) -> None:
    database = open_database(path)
    assert path.stat().st_mode & 0o777 == 0o600
    database.close()


def test_file_and_log_are_for_the_user_alone_whatever_the_umask(path: Path) -> None:
    before = os.umask(0)
    try:
        database = open_database(path)
        with database.write() as cursor:
            cursor.execute("INSERT INTO attachments VALUES ('x.png')")
        assert log_path(path).stat().st_mode & 0o777 == 0o600
        assert path.stat().st_mode & 0o777 == 0o600
        database.close()
    finally:
        os.umask(before)


def fill_and_empty(database: Database, rows: int = 2_000_000) -> None:
    """Leave a large file with little in it."""
    with database.memory.roomy(whole_tables=True), database.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
        cursor.execute("CREATE TABLE ballast AS SELECT hash(range) AS x FROM range(?)", [rows])
    database.checkpoint()
    with database.write() as cursor:
        cursor.execute("DROP TABLE ballast")
    database.checkpoint()


def test_a_file_with_little_in_it_is_made_small_and_keeps_it(path: Path) -> None:
    database = open_database(path)
    fill_and_empty(database)
    large = path.stat().st_size
    assert compact_anyway(database)
    assert path.stat().st_size < large / 4
    assert count(database) == 1
    with database.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('y.png')")
    database.close()
    again = open_database(path)
    assert count(again) == 2
    assert [file.name for file in path.parent.iterdir() if "compact" in file.name] == []
    again.close()


@pytest.mark.parametrize("enough", [False, True])
def test_a_file_is_made_small_only_where_its_copy_leaves_space_on_the_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch, enough: bool
) -> None:
    database = open_database(path)
    with database.write() as cursor:
        cursor.execute("CREATE TABLE kept AS SELECT hash(range) AS x FROM range(1_000_000)")
    fill_and_empty(database)
    used = path.stat().st_size  # and more than is
    with database.read() as cursor:
        needed = compaction.copy_bytes(cursor)
    assert 4_000_000 < needed < used, "otherwise this tests nothing"
    free = files._SPARE_BYTES + needed + (1 if enough else -1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    begun: list[Path] = []
    write = compaction.write_compact_copy

    def copying(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
        begun.append(path)
        write(connection, path)
        assert compact_path(path).stat().st_size <= needed

    monkeypatch.setattr(compaction, "write_compact_copy", copying)
    assert compact_anyway(database) is enough
    assert len(begun) == enough
    database.close()


@pytest.mark.parametrize("had", [False, True])
def test_who_wants_or_had_more_memory_waits_until_the_file_that_was_made_small_is_in_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch, had: bool
) -> None:
    database = open_database(path)
    fill_and_empty(database)
    within, closed, done, over = (threading.Event() for _ in range(4))
    faults: list[IndexFault] = []

    def work() -> None:
        try:
            with database.memory.roomy():
                within.set()
                closed.wait()
        except IndexFault as fault:
            faults.append(fault)
        done.set()
        over.wait()  # as the threads of an engine live on

    worker = threading.Thread(target=work, daemon=True)

    def opened(path: Path) -> opening.Opened:
        monkeypatch.undo()
        closed.set()
        if not had:
            worker.start()
        assert not done.wait(0.1)
        return opening.open_file(path)

    monkeypatch.setattr(index_file, "open_file", opened)
    if had:
        worker.start()
        within.wait()
    assert compact_anyway(database)
    assert done.wait(10)
    assert faults == []
    assert compact_anyway(database), "a cursor of the file of before would keep it open"
    assert count(database) == 1
    over.set()
    worker.join()
    database.close()


def test_a_file_is_not_made_small_for_a_little_room(path: Path) -> None:
    database = open_database(path)
    fill_and_empty(database, rows=500_000)
    assert not database.compact()
    database.close()


def test_room_that_was_not_counted_because_somebody_read_is_given_back(path: Path) -> None:
    database = open_database(path)
    with database.read() as cursor:
        cursor.execute("SELECT count(*) FROM attachments").fetchall()
        thread = threading.Thread(target=fill_and_empty, args=[database])
        thread.start()
        thread.join()
        assert not compaction.worth_compacting(cursor), "otherwise this tests nothing"
    large = path.stat().st_size
    assert database.compact()
    assert path.stat().st_size < large / 4
    assert not database.compact()
    database.close()


def test_a_file_that_somebody_reads_is_made_small_another_time(path: Path) -> None:
    database = open_database(path)
    done: list[bool] = []
    with database.read() as cursor:
        thread = threading.Thread(target=lambda: done.append(compact_anyway(database)))
        thread.start()
        thread.join(10)
        assert cursor.execute("SELECT count(*) FROM attachments").fetchall() == [(0,)]
    assert done == [False]
    database.close()


def while_copying(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Have something done by another thread while the file is written anew."""
    write = compaction.write_compact_copy

    def copying(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
        thread = threading.Thread(target=act)
        thread.start()
        thread.join(10)
        assert not thread.is_alive(), "it waits until the copy is written"
        write(connection, path)

    monkeypatch.setattr(compaction, "write_compact_copy", copying)


def test_others_read_while_the_file_is_made_small(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = open_database(path)
    fill_and_empty(database)
    found: list[int] = []
    while_copying(monkeypatch, lambda: found.append(count(database)))
    assert database.compact()
    assert found == [1]
    assert count(database) == 1
    database.close()


def test_a_copy_of_a_file_that_was_opened_anew_meanwhile_is_not_used(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(path)
    fill_and_empty(database)

    def opened_anew() -> None:
        database._file._trouble = "invalid"

    while_copying(monkeypatch, opened_anew)
    assert not database.compact()
    assert not compact_path(path).exists()
    assert count(database) == 1
    database.close()


def test_what_a_killed_copying_left_is_taken_away(path: Path) -> None:
    open_database(path).close()
    compact_path(path).write_bytes(b"half a copy")
    open_database(path).close()
    assert not compact_path(path).exists()


def test_what_did_not_fit_into_the_memory_of_a_killed_process_is_taken_away(path: Path) -> None:
    left = path.with_name(path.name + ".tmp")
    left.mkdir()
    for name in ("duckdb_temp_6009_0_owner", "duckdb_temp_6009_0_storage_DEFAULT-0.tmp", "another's"):
        (left / name).write_bytes(b"text")
    open_database(path).close()
    assert [file.name for file in left.iterdir()] == ["another's"]


def test_cursors_of_ended_threads_are_closed(path: Path) -> None:
    database = open_database(path)
    for _ in range(20):
        thread = threading.Thread(target=count, args=(database,))
        thread.start()
        thread.join()
    assert len(database._file._cursors._cursors) <= 2
    database.close()


def test_a_transaction_that_raises_leaves_nothing(path: Path) -> None:
    database = open_database(path)

    def interrupted() -> None:
        with database.write() as cursor:
            cursor.execute("INSERT INTO attachments VALUES ('x.png')")
            raise InterruptedError

    with pytest.raises(InterruptedError):
        interrupted()
    assert count(database) == 0
    database.close()


def test_a_database_error_is_told_as_a_fault_of_the_index(path: Path) -> None:
    database = open_database(path)
    with pytest.raises(IndexFault, match="cannot be written"), database.write() as cursor:
        cursor.execute("INSERT INTO nowhere VALUES (1)")
    database.close()


LARGE = "SELECT string_agg(repeat('x', 1000), '') FROM range(60000)"
"""Takes more memory than :func:`little_memory` leaves to a database that only answers."""


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_MEMORY", "48MB")


@pytest.mark.usefixtures("little_memory")
def test_a_question_that_takes_much_memory_can_be_asked_again(path: Path) -> None:
    database = open_database(path)
    with pytest.raises(IndexFault, match="try again") as caught, database.read() as cursor:
        cursor.execute(LARGE)
    assert caught.value.code == "index_memory"
    for _ in range(2):
        with database.read() as cursor:
            assert cursor.execute(LARGE).fetchall()
        database.memory.give_back()
    database.close()


@pytest.mark.usefixtures("little_memory")
def test_a_question_can_be_asked_again_in_a_file_that_was_made_small_after_the_first(path: Path) -> None:
    database = open_database(path)
    for _ in range(2):
        with pytest.raises(IndexFault, match="try again"), database.read() as cursor:
            cursor.execute(LARGE)
        with database.read() as cursor:
            assert cursor.execute(LARGE).fetchall()
        assert compact_anyway(database)
    database.close()


@pytest.mark.usefixtures("little_memory")
def test_what_is_written_may_take_much_memory(path: Path) -> None:
    database = open_database(path)
    with database.memory.roomy(), database.write() as cursor:
        cursor.execute(f"INSERT INTO attachments {LARGE}")
    with database.write() as cursor:
        cursor.execute("DELETE FROM attachments")
    assert count(database) == 0
    database.close()


def aside(path: Path) -> list[Path]:
    """What of an index was kept aside."""
    return list(path.parent.glob(f"{path.name}*.damaged.*"))


def test_a_damaged_file_is_kept_aside_and_replaced(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)
    database = open_database(path)
    assert aside(path)[0].read_bytes().startswith(b"this is no database")
    assert count(database) == 0
    database.close()


def test_an_index_that_was_begun_anew_at_the_start_keeps_what_it_has_when_it_is_opened_again(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)
    told: list[str] = []
    database = Database(path, lambda: told.append("begun anew"))
    database.open()
    with database.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
    for _ in range(2):
        database._file._trouble = "invalid"
        assert count(database) == 1
    assert (database.replacements, told) == (0, [])
    database._file._trouble = "damaged"
    assert count(database) == 0
    assert (database.replacements, told) == (1, ["begun anew"])
    database.close()


def test_that_an_index_is_begun_anew_is_told_though_there_was_no_space_for_it_at_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    database = Database(path, lambda: told.append("begun anew"))
    database.open()
    database._file._trouble = "damaged"

    def full(path: Path) -> None:
        raise IndexFault("The disk is full.", code="disk_full")

    with monkeypatch.context() as patch:
        patch.setattr(index_file, "open_file", full)
        with pytest.raises(IndexFault, match="full"):
            count(database)
    assert told == []
    for _ in range(2):
        assert count(database) == 0
    assert (database.replacements, told) == (1, ["begun anew"])
    database.close()


def test_what_is_lost_when_a_file_that_was_made_small_is_opened_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    database = Database(path, lambda: told.append("begun anew"))
    database.open()
    fill_and_empty(database)
    write = compaction.write_compact_copy

    def copying(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
        write(connection, path)
        compact_path(path).write_bytes(b"what a failing disk gives" * 1000)

    monkeypatch.setattr(compaction, "write_compact_copy", copying)
    assert database.compact()
    assert (database.replacements, told) == (1, ["begun anew"])
    assert count(database) == 0
    database.close()


@pytest.mark.parametrize("key", ["none", "schema_version"])
@pytest.mark.parametrize("table", ["theirs", "meta", "notes"])
def test_the_database_of_another_program_is_left_as_it_is(path: Path, table: str, key: str) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE {table} AS SELECT '{key}' AS key, '1' AS value")
    path.chmod(0o640)
    with pytest.raises(IndexFault, match="no index"):
        open_database(path)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert path.stat().st_mode & 0o777 == 0o640
    with duckdb.connect(str(path)) as connection:
        assert connection.execute(f"SELECT * FROM {table}").fetchall() == [(key, "1")]


@pytest.mark.parametrize("change", ["SET value = ''", "SET value = 'six'", "SET value = '-1'", "SET key = 'version'"])
def test_an_index_that_does_not_say_its_version_is_kept_aside_and_replaced(path: Path, change: str) -> None:
    database = open_database(path)
    with database.write() as cursor:
        cursor.execute(f"UPDATE meta {change} WHERE key = 'schema_version'")
    database.close()
    again = open_database(path)
    assert aside(path)
    again.close()


def test_a_file_of_another_database_is_kept_aside_and_nothing_is_downloaded_for_it(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    database = open_database(path)
    assert aside(path)
    with database.read() as cursor:
        assert cursor.execute("SELECT current_setting('autoinstall_known_extensions')").fetchall() == [(False,)]
    database.close()


@pytest.mark.parametrize("name", [str, log_path], ids=["index", "log"])
def test_a_pipe_in_the_place_of_an_index_is_kept_aside_and_not_waited_for(
    path: Path, name: Callable[[Path], str | Path]
) -> None:
    os.mkfifo(name(path))
    database = Database(path)
    opening = threading.Thread(target=database.open, daemon=True)
    opening.start()
    opening.join(timeout=30)
    assert not opening.is_alive()
    assert aside(path)[0].is_fifo()
    database.close()


@pytest.mark.parametrize("written", [0, 4096, 8192])
def test_a_file_whose_creator_was_killed_at_once_is_begun_anew_without_a_word(path: Path, written: int) -> None:
    open_database(path).close()
    os.truncate(path, written)
    database = Database(path)
    database.open()
    assert aside(path) == []
    database.close()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]


def test_a_newer_index_is_refused_and_left_as_it_is(path: Path) -> None:
    database = open_database(path)
    with database.write() as cursor:
        cursor.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", [str(SCHEMA_VERSION + 1)])
    database.close()
    with pytest.raises(IndexTooNewError, match="Update vaulttui"):
        open_database(path)
    assert path.exists()


def test_an_older_index_is_emptied(path: Path) -> None:
    database = open_database(path)
    with database.write() as cursor:
        cursor.execute("UPDATE meta SET value = '0' WHERE key = 'schema_version'")
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
    database.close()
    again = open_database(path)
    assert count(again) == 0
    again.close()


def _hold(path: str, ready: object, done: object) -> None:
    connection = duckdb.connect(path)
    ready.set()  # type: ignore[attr-defined]
    done.wait(30)  # type: ignore[attr-defined]
    connection.close()


def test_an_index_that_another_process_holds_is_told_as_locked(path: Path) -> None:
    open_database(path).close()
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    process = context.Process(target=_hold, args=(str(path), ready, done))
    process.start()
    try:
        assert ready.wait(30)
        with pytest.raises(IndexLockedError, match="another process"):
            open_database(path)
    finally:
        done.set()
        process.join(30)


def test_an_index_that_is_open_in_this_process_is_told_as_locked_and_left_alone(path: Path) -> None:
    first = open_database(path)
    with pytest.raises(IndexLockedError):
        open_database(path)
    first.open()  # its own owner may
    assert count(first) == 0
    first.close()
    assert [file.name for file in path.parent.iterdir() if "damaged" in file.name] == []


def test_an_index_may_lie_in_a_folder_of_any_name(tmp_path: Path) -> None:
    path = tmp_path / "it's; a 'folder' -- ünder \"quotes\"" / "index.duckdb"
    path.parent.mkdir()
    test_a_file_with_little_in_it_is_made_small_and_keeps_it(path)


def test_what_does_not_fit_into_memory_goes_beside_the_index(path: Path) -> None:
    """And not into the folder that the program was started in, which may be the vault."""
    database = open_database(path)
    with database.read() as cursor:
        found = cursor.execute("SELECT current_setting('temp_directory')").fetchall()
    assert found == [(f"{path}.tmp",)]
    database.close()


def test_a_checkpoint_never_writes_many_rows_anew(path: Path) -> None:
    """Row groups that are not full are written again with each checkpoint, and what they were remains as room."""
    database = open_database(path)

    def largest_row_group() -> int:
        with database.read() as cursor:
            return int(cursor.execute("SELECT max(count) FROM pragma_storage_info('attachments')").fetchall()[0][0])

    for _ in range(10):
        with database.write() as cursor:
            cursor.execute("INSERT INTO attachments SELECT range FROM range(5_000)")
        database.checkpoint()
    assert 5_000 < largest_row_group() <= 20_480
    assert compact_anyway(database)
    assert 5_000 < largest_row_group() <= 20_480
    database.close()


def test_a_closed_database_says_so(path: Path) -> None:
    database = open_database(path)
    database.close()
    with pytest.raises(IndexFault, match="closed"):
        database.cursor()
