"""Opening, recovering and sharing the index file."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import duckdb
import pytest

from vaulttui.errors import IndexFault, IndexLockedError, IndexTooNewError
from vaulttui.index.database import Database
from vaulttui.index.schema import SCHEMA_VERSION


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


def test_what_is_written_is_there_after_opening_again(path: Path) -> None:
    first = open_database(path)
    with first.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
    first.close()
    second = open_database(path)
    assert count(second) == 1
    second.close()


def test_the_file_is_for_the_user_alone(path: Path) -> None:
    database = open_database(path)
    assert path.stat().st_mode & 0o777 == 0o600
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


def test_a_damaged_file_is_kept_aside_and_replaced(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)
    database = open_database(path)
    assert database.moved_aside is not None
    assert database.moved_aside.read_bytes().startswith(b"this is no database")
    assert count(database) == 0
    database.close()


def test_a_foreign_database_is_kept_aside_and_replaced(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE theirs (x INTEGER)")
    database = open_database(path)
    assert database.moved_aside is not None
    database.close()


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


def test_a_closed_database_says_so(path: Path) -> None:
    database = open_database(path)
    database.close()
    with pytest.raises(IndexFault, match="closed"):
        database.cursor()
