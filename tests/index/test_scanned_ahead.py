"""A refresh is over at once if a scan that began before it found the files as the index has them, and only then."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import WORDS_ONLY, MakeVault
from tests.index.unreadable import READING, refuse_all_but
from vaulttui.index.progress import Progress, RefreshReport
from vaulttui.index.sync import reconciler
from vaulttui.index.sync.plan import Plan, make_plan
from vaulttui.index.upkeep import refresher
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Result
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings, VaultSettings
from vaulttui.vault.files.scan import ScanResult, scan_vault
from vaulttui.vault.files.scan_ahead import ScanAhead


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

    monkeypatch.setattr(reconciler, "scan_vault", scan)
    return made


def opened(root: Path, settings: Settings = WORDS_ONLY, *, ahead: bool = False) -> LocalEngine:
    engine = LocalEngine(root, settings, root.parent / "index" / "index.duckdb", ahead=ahead)
    engine.initialize()
    return engine


def refresh(engine: LocalEngine, ahead: Ahead) -> RefreshReport:
    return engine.refresh(embed=False, ahead=cast(ScanAhead, ahead))


def refreshed(root: Path, *, ahead: Ahead | None = None) -> tuple[int, int, int, int]:
    """Refresh as a command does, which opens the index for it. Notes, and how many were added, changed, removed."""
    engine = opened(root, ahead=True)
    try:
        report = refresh(engine, ahead or Ahead(root))
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


def test_files_that_all_are_as_they_were_are_not_compared_one_by_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(root)
    planned: list[int] = []

    def plan(*given: Any, **more: Any) -> Plan:
        planned.append(1)
        return make_plan(*given, **more)

    monkeypatch.setattr(reconciler, "make_plan", plan)
    engine = opened(root)
    try:
        assert engine.refresh(embed=False).notes == 2
        assert planned == []
        (root / "a.md").write_text("# A\n\nbeta and more")
        assert engine.refresh(embed=False).changed == 1
        assert engine.refresh(embed=False).changed == 0
    finally:
        engine.close()
    assert len(planned) == 1


def test_a_note_that_the_index_lost_since_is_read_again(root: Path) -> None:
    refreshed(root)
    engine = opened(root, replace(WORDS_ONLY, vault=VaultSettings(exclude=("a.md",))))
    assert engine.index_note("a.md")
    engine.close()
    assert refreshed(root) == (2, 1, 0, 0)


def test_an_attachment_that_came_and_went_meanwhile_is_known_to_be_gone(root: Path) -> None:
    refreshed(root)
    engine = opened(root)
    (root / "new.png").write_bytes(b"\x89")
    assert engine.index_note("new.png") is False  # as the watcher tells of it
    engine.close()
    (root / "new.png").unlink()
    engine = opened(root)
    try:
        engine.refresh(embed=False)
        (root / "b.md").write_text("![[new.png]]")
        engine.index_note("b.md")
        assert [link.path for link in engine.note("b.md").links] == [None]
    finally:
        engine.close()


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
    engine = opened(root, ahead=True)
    assert refresh(engine, Ahead(root)).notes == 2
    assert engine.search(parse_query("alpha")).total == 1
    engine.close()


def test_other_rules_of_reading_read_everything_again(root: Path, scans: list[Path]) -> None:
    refreshed(root)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/types.json").write_text('{"types": {"due": "date"}}')
    assert refreshed(root) == (2, 0, 2, 0)
    assert len(scans) == 2


def test_a_note_that_could_not_be_read_is_tried_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(READING, refuse_all_but())
        assert refreshed(root) == (2, 2, 0, 0)  # found by name
        assert refreshed(root) == (2, 0, 0, 0)
    assert refreshed(root) == (2, 0, 2, 0)


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


# Whoever else asks meanwhile


def test_what_is_saved_behind_the_scan_is_seen_by_whoever_asks_then(root: Path) -> None:
    refreshed(root)
    engine = opened(root, ahead=True)
    began = Ahead(root)
    (root / "new.md").write_text("gamma")
    assert engine.refresh(embed=False).added == 1, "as another process asks, or the program once more"
    assert engine.search(parse_query("gamma")).total == 1
    assert refresh(engine, began).notes == 3
    assert engine.search(parse_query("gamma")).total == 1
    engine.close()


def test_work_in_the_background_begins_with_a_scan_of_its_own(root: Path) -> None:
    refreshed(root)
    engine = opened(root, ahead=True)
    (root / "new.md").write_text("gamma")
    found = threading.Event()
    engine.subscribe(lambda event: found.set() if isinstance(event, Progress) and event.notes == 3 else None)
    engine.start_background(embed=False)
    assert found.wait(20)
    engine.close()


def test_who_waits_for_a_refresh_with_a_scan_that_began_before_is_not_content_with_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(root)
    engine = opened(root, ahead=True)
    added: list[int] = []
    follower = threading.Thread(target=lambda: added.append(engine.refresh(embed=False).added))
    # The follower asks while the other one still waits for its turn.
    times = {follower: iter((1.0, 3.0)), threading.current_thread(): iter((0.0, 2.0))}
    clock = SimpleNamespace(monotonic=lambda: next(times[threading.current_thread()]), perf_counter=time.perf_counter)
    monkeypatch.setattr(refresher, "time", clock)

    class Late(Ahead):
        """Does not end before somebody asks for what was saved behind it."""

        def digest(self, stop: Callable[[], bool]) -> bytes | None:
            (root / "new.md").write_text("gamma")
            follower.start()
            return super().digest(stop)

    assert refresh(engine, Late(root)).added == 0
    follower.join()
    assert added == [1]
    engine.close()


def test_who_asks_while_the_vault_is_being_scanned_has_it_scanned_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = opened(root)
    added: list[int] = []
    follower = threading.Thread(target=lambda: added.append(engine.refresh(embed=False).added))

    def scan(root: Path, *rest: object) -> ScanResult:
        found = scan_vault(root, WORDS_ONLY.vault)
        if not follower.ident:
            (root / "new.md").write_text("gamma")
            follower.start()
        return found

    monkeypatch.setattr(reconciler, "scan_vault", scan)
    assert engine.refresh(embed=False).added == 2
    follower.join()
    assert added == [1]
    engine.close()


# What is searched for before the refresh


def early_and_late(root: Path, change: Callable[[LocalEngine], object] = lambda engine: None) -> tuple[Result, Result]:
    """What the same question finds before a refresh and behind it."""
    engine = opened(root, ahead=True)
    try:
        early = engine.search(parse_query("alpha"))
        change(engine)
        refresh(engine, Ahead(root))
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
    engine = opened(root, ahead=True)
    early = engine.search(parse_query("alpha"))
    refresh(engine, Ahead(root))
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
    early, late = early_and_late(root, LocalEngine.clear)
    assert (early.total, late.total) == (1, 1)
    assert late is not early
