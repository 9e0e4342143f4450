"""Doctor's view of the index: sound, inconsistent, damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeVault
from tests.index.kill_process import open_local
from tests.index.test_faults import NOTES, damage_text
from vaulttui.errors import IndexFault


def test_a_sound_index_has_no_problems(make_vault: MakeVault, tmp_path: Path) -> None:
    engine = open_local(make_vault(NOTES), tmp_path / "index.duckdb")
    engine.refresh()
    assert engine.problems() == ()
    engine.close()


def test_tables_that_do_not_agree_are_told(make_vault: MakeVault, tmp_path: Path) -> None:
    engine = open_local(make_vault(NOTES), tmp_path / "index.duckdb")
    engine.refresh()
    with engine._database.write() as cursor:
        cursor.execute("DELETE FROM notes WHERE path = '3.md'")
        cursor.execute("INSERT INTO vectors SELECT * FROM vectors LIMIT 2")
    told = engine.problems()
    assert "1 chunks of no note" in told
    assert "2 vectors that are in it twice" in told
    engine.clear()
    engine.refresh()
    assert engine.problems() == ()
    engine.close()


@pytest.mark.parametrize("statement", ["ALTER TABLE notes DROP COLUMN inode", "DROP TABLE tags"])
def test_an_index_that_cannot_be_brought_up_to_date_can_be_emptied_and_filled(
    make_vault: MakeVault, tmp_path: Path, statement: str
) -> None:
    root = make_vault(NOTES)
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    with engine._database.write() as cursor:
        cursor.execute(statement)
    engine.close()
    (root / "new.md").write_text("#tag")
    engine = open_local(root, tmp_path / "index.duckdb")
    with pytest.raises(IndexFault, match="doctor --repair"):
        engine.refresh()
    engine.clear()
    engine.refresh()
    assert engine.problems() == ()
    assert engine.count() == len(NOTES) + 1
    engine.close()


def test_a_page_that_cannot_be_read_is_told(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault(NOTES)
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    engine.close()
    damage_text(tmp_path / "index.duckdb")
    engine = open_local(root, tmp_path / "index.duckdb")
    assert any("is damaged" in problem for problem in engine.problems())
    engine.refresh()
    assert engine.problems() == ()
    engine.close()
