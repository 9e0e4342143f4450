"""A file that another one of the same contents takes the place of, as a checkout or a sync does it."""

from __future__ import annotations

import os
from pathlib import Path

from tests.conftest import MakeVault
from tests.index.index_content import differences, index_content
from tests.index.kill_process import open_local


def test_the_dates_of_a_replaced_file_are_those_of_the_new_one(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "text", "b.md": "---\ncreated: 2020-01-02\n---\ntext"})
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    for name in ("a.md", "b.md"):
        copy = root / f"{name}.new"
        copy.write_bytes((root / name).read_bytes())
        os.utime(copy, ns=(2 * 10**18, 2 * 10**18))  # in the future, so that only the time of making counts
        copy.replace(root / name)
    engine.refresh()
    assert engine.note("b.md").created.year == 2020
    engine.close()
    fresh = open_local(root, tmp_path / "fresh.duckdb")
    fresh.refresh()
    fresh.close()
    assert differences(index_content(tmp_path / "index.duckdb"), index_content(tmp_path / "fresh.duckdb")) == {}
