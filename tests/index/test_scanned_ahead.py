"""A refresh is over at once if a scan that began before it found the files as the index has them, and only then."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from tests.conftest import WORDS_ONLY, MakeVault
from vaulttui.index import indexer
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.query import Result
from vaulttui.search.syntax import parse_query
from vaulttui.vault.scan import ScanResult, scan_vault
from vaulttui.vault.scan_ahead import ScanAhead


class Ahead:
    """A scan that was made when this was."""

    def __init__(self, root: Path) -> None:
        self._digest: bytes | None = scan_vault(root, WORDS_ONLY.vault).digest

    def digest(self, stop: Callable[[], bool]) -> bytes | None:
        return self._digest


@pytest.fixture
def root(make_vault: MakeVault) -> Path:
    return make_vault({"a.md": "# A\n\nalpha", "b.md": "# B\n\n[[a]]", "c.png": b"\x89"})


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every scan that a refresh itself makes."""
    made: list[Path] = []

    def scan(root: Path, *rest: object) -> ScanResult:
        made.append(root)
        return scan_vault(root, WORDS_ONLY.vault)

    monkeypatch.setattr(indexer, "scan_vault", scan)
    return made


def opened(root: Path, ahead: Ahead | None = None) -> LocalEngine:
    engine = LocalEngine(
        root, WORDS_ONLY, root.parent / "index" / "index.duckdb", scan_ahead=cast("ScanAhead | None", ahead)
    )
    engine.initialize()
    return engine


def refreshed(root: Path, *, ahead: Ahead | None = None) -> tuple[int, int, int, int]:
    """Refresh as a command does, which opens the index for it. Notes, and how many were added, changed, removed."""
    engine = opened(root, ahead or Ahead(root))
    try:
        report = engine.refresh(embed=False)
        return report.notes, report.added, report.changed, report.removed
    finally:
        engine.close()


def test_what_has_not_changed_is_not_scanned_again(root: Path, scans: list[Path]) -> None:
    assert refreshed(root) == (2, 2, 0, 0)
    assert len(scans) == 1
    assert refreshed(root) == (2, 0, 0, 0)
    assert len(scans) == 1


def test_what_has_changed_is_found(root: Path, scans: list[Path]) -> None:
    refreshed(root)
    (root / "a.md").write_text("# A\n\nbeta and more")
    (root / "new.md").write_text("new")
    (root / "b.md").unlink()
    assert refreshed(root) == (2, 1, 1, 1)
    assert refreshed(root) == (2, 0, 0, 0)
    assert len(scans) == 2


def test_a_note_that_the_index_lost_since_is_read_again(root: Path) -> None:
    refreshed(root)
    engine = opened(root)
    engine.remove_note("a.md")
    engine.close()
    assert refreshed(root) == (2, 1, 0, 0)


def test_an_index_that_is_ahead_of_the_scan_stays_so(root: Path) -> None:
    refreshed(root)
    old = Ahead(root)
    (root / "new.md").write_text("new")
    engine = opened(root)
    engine.index_note("new.md")
    engine.close()
    assert refreshed(root, ahead=old) == (3, 0, 0, 0)


def test_an_index_that_was_cut_off_is_built_anew(root: Path) -> None:
    refreshed(root)
    index = root.parent / "index" / "index.duckdb"
    os.truncate(index, index.stat().st_size // 2)
    engine = opened(root, Ahead(root))
    assert engine.refresh(embed=False).notes == 2
    assert engine.search(parse_query("alpha")).total == 1
    engine.close()


def test_other_rules_of_reading_read_everything_again(root: Path, scans: list[Path]) -> None:
    refreshed(root)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/types.json").write_text('{"types": {"due": "date"}}')
    assert refreshed(root) == (2, 0, 2, 0)
    assert len(scans) == 2


def test_a_note_that_could_not_be_read_is_tried_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vaulttui.vault import reader

    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(reader, "read_note_data", refuse)
        assert refreshed(root) == (0, 0, 0, 0)
    assert refreshed(root) == (2, 2, 0, 0)


def test_a_refresh_without_such_a_scan_makes_the_next_one_short(root: Path, scans: list[Path]) -> None:
    engine = opened(root)
    engine.refresh(embed=False)
    (root / "a.md").write_text("# A\n\nlater")
    engine.index_note("a.md")
    engine.close()
    assert refreshed(root) == (2, 0, 0, 0)
    assert len(scans) == 2
    assert refreshed(root) == (2, 0, 0, 0)
    assert len(scans) == 2


# What is searched for before the refresh


def early_and_late(root: Path, change: Callable[[LocalEngine], object] = lambda engine: None) -> tuple[Result, Result]:
    """What the same question finds before a refresh and behind it."""
    engine = opened(root, Ahead(root))
    try:
        early = engine.search(parse_query("alpha"))
        change(engine)
        engine.refresh(embed=False)
        return early, engine.search(parse_query("alpha"))
    finally:
        engine.close()


def test_what_was_found_early_holds_if_nothing_has_changed(root: Path) -> None:
    refreshed(root)
    early, late = early_and_late(root)
    assert late is early
    assert [hit.path for hit in late.hits] == ["a.md"]


def test_what_was_found_early_is_given_once(root: Path) -> None:
    refreshed(root)
    engine = opened(root, Ahead(root))
    early = engine.search(parse_query("alpha"))
    engine.refresh(embed=False)
    assert engine.search(parse_query("beta")).total == 0
    assert engine.search(parse_query("alpha")) is early
    assert engine.search(parse_query("alpha")) is not early
    engine.close()


def test_what_was_found_early_is_searched_for_again_if_a_note_has_changed(root: Path) -> None:
    refreshed(root)
    (root / "b.md").write_text("# B\n\nalpha, too")
    early, late = early_and_late(root)
    assert ([hit.path for hit in early.hits], late.total) == (["a.md"], 2)


def test_what_was_found_early_is_searched_for_again_if_something_else_was_written(root: Path) -> None:
    refreshed(root)
    early, late = early_and_late(root, lambda engine: engine.remove_note("a.md"))
    assert (early.total, late.total) == (1, 1)
    assert late is not early
