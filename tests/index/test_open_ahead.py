"""An index file that is opened beside other work is the same as one that is opened when it is needed."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import duckdb
import pytest

from vaulttui.beside import Beside
from vaulttui.index.storage import index_file
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.opening import open_file


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index file with one warning in it."""
    path = tmp_path / "index.duckdb"
    database = Database(path)
    database.open()
    with database.write() as cursor:
        cursor.execute("INSERT INTO warnings VALUES ('a.md', 1, 'code', 'message')")
    database.checkpoint()
    database.close()
    return path


def test_what_was_opened_before_is_taken(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(index, ahead=Beside(partial(open_file, index)))
    with monkeypatch.context() as patch:
        database._file._ahead._thread.join()  # type: ignore[union-attr]
        patch.setattr(index_file, "open_file", lambda path: pytest.fail("opened twice"))
        database.open()
    with database.read() as cursor:
        assert cursor.execute("SELECT path FROM warnings").fetchall() == [("a.md",)]
    database.close()


def test_one_that_nobody_takes_is_closed(index: Path) -> None:
    database = Database(index, ahead=Beside(partial(open_file, index)))
    database.close()
    index.rename(index.with_suffix(".elsewhere"))
    again = duckdb.connect(str(index.with_suffix(".elsewhere")), read_only=True)  # another mode: it must not be open
    assert again.execute("SELECT count(*) FROM warnings").fetchall() == [(1,)]
    again.close()


def test_one_that_cannot_be_read_is_kept_aside_as_ever(index: Path) -> None:
    os.truncate(index, index.stat().st_size // 2)
    database = Database(index, ahead=Beside(partial(open_file, index)))
    database.open()
    assert list(index.parent.glob("*.damaged.*"))
    with database.read() as cursor:
        assert cursor.execute("SELECT count(*) FROM warnings").fetchall() == [(0,)]
    database.close()
