"""Killed at any moment, the next start opens the index, completes it, and it is as if it had been built afresh."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault, write_notes
from tests.index.index_content import differences, index_content
from tests.index.kill_process import WORKS, open_local
from tests.index.killing import Killer
from vaulttui.index.reading import batches
from vaulttui.index.reading.batches import read_batches
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.sync.loading import NoteLoader
from vaulttui.index.sync.reconciler import Reconciler
from vaulttui.index.writing import writer
from vaulttui.search.local.local_engine import LocalEngine

SEED = 20261121


@pytest.mark.parametrize(("number", "work"), enumerate(WORKS))
def test_a_process_that_is_killed_costs_nothing(tmp_path: Path, number: int, work: str) -> None:
    result = Killer(tmp_path, random.Random(SEED + number), notes=40).kill_once(work, longest=0.6)
    assert result.differences == {}
    assert result.aside == []


class Crash(BaseException):
    """Stands for the end of the process."""


def crash_after(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
    """Let a method be the last thing that is done."""
    method: Callable[..., object] = getattr(owner, name)

    def last(*arguments: object, **options: object) -> object:
        method(*arguments, **options)
        raise Crash

    monkeypatch.setattr(owner, name, last)


@pytest.mark.parametrize(("owner", "name"), [(Reconciler, "_delete"), (NoteLoader, "load")])
def test_links_to_files_that_came_or_went_before_a_crash_are_settled_after_it(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    root = make_vault({"a.md": "[[new]] [[old]]", "old.md": "x"})
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    (root / "old.md").unlink()
    (root / "new.md").write_text("y")
    with monkeypatch.context() as patch:
        crash_after(patch, owner, name)
        with pytest.raises(Crash):
            engine.refresh()
    engine.close()
    assert_like_fresh(root, tmp_path, open_local(root, tmp_path / "index.duckdb"))


def test_links_are_settled_after_a_crash_though_writing_had_failed_before(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "[[new]]"})
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    (root / "new.md").write_text("y")
    for owner, name in ((writer, "insert_stems"), (NoteLoader, "load")):  # within the transaction, and behind it
        with monkeypatch.context() as patch:
            crash_after(patch, owner, name)
            with pytest.raises(Crash):
                engine.refresh()
    engine.close()
    assert_like_fresh(root, tmp_path, open_local(root, tmp_path / "index.duckdb"))


def test_a_link_that_was_not_settled_in_this_process_is_settled_at_the_next_chance(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "[[new]]"})
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    (root / "new.md").write_text("y")
    with monkeypatch.context() as patch:
        crash_after(patch, NoteLoader, "load")
        with pytest.raises(Crash):
            engine.refresh()
    assert_like_fresh(root, tmp_path, engine)


def test_warnings_that_follow_from_what_was_written_before_a_crash_are_given_after_it(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "---\nprio: 1\n---\n", "b.md": "---\nprio: 2\n---\n", "c.md": "---\nprio: 3\n---\n"})
    engine = open_local(root, tmp_path / "index.duckdb")
    engine.refresh()
    (root / "c.md").write_text("---\nprio: high\n---\n")
    with monkeypatch.context() as patch:
        crash_after(patch, NoteLoader, "load")
        with pytest.raises(Crash):
            engine.refresh()
    engine.close()
    again = open_local(root, tmp_path / "index.duckdb")
    again.refresh()
    assert any("prio" in message for _, _, message in again.warnings())
    assert_like_fresh(root, tmp_path, again)


@pytest.fixture
def linking(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault whose first note to be read links to the one that is read last, and stands in a batch of its own."""
    monkeypatch.setattr(batches, "INLINE_BATCH_BYTES", 1)
    root = make_vault({"a.md": "[[b]]", "b.md": "x"})
    os.utime(root / "b.md", (1e9, 1e9))
    return root


@pytest.mark.parametrize("same_process", [True, False])
def test_no_link_leads_to_a_note_that_goes_unread_behind_a_stop(
    linking: Path, tmp_path: Path, same_process: bool
) -> None:
    engine = open_local(linking, tmp_path / "index.duckdb")
    reader = engine._indexer
    assert reader is not None
    assert reader.reconcile(lambda: engine.count() > 0).notes == 1, "otherwise this tests nothing"
    (linking / "b.md").unlink()
    if same_process:
        write_notes(linking, {"c.md": "saved"})
        engine.index_note("c.md")
        assert [link.path for link in engine.note("a.md").links] == [None]
    else:
        engine.close()
        engine = open_local(linking, tmp_path / "index.duckdb")
    assert_like_fresh(linking, tmp_path, engine)


def test_no_link_leads_to_a_note_that_goes_unread_behind_a_crash_though_another_was_saved_before(
    linking: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_local(linking, tmp_path / "index.duckdb")

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        yield next(read_batches(*arguments))
        write_notes(linking, {"c.md": "saved"})
        engine.index_note("c.md")
        assert [link.path for link in engine.note("a.md").links] == ["b.md"], "it is about to be read"
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr("vaulttui.index.sync.loading.read_batches", read)
        with pytest.raises(Crash):
            engine.refresh()
    engine.close()
    (linking / "b.md").unlink()
    assert_like_fresh(linking, tmp_path, open_local(linking, tmp_path / "index.duckdb"))


def assert_like_fresh(root: Path, tmp_path: Path, engine: LocalEngine) -> None:
    engine.refresh()
    engine.close()
    fresh = open_local(root, tmp_path / "fresh.duckdb")
    fresh.refresh()
    fresh.close()
    assert differences(index_content(tmp_path / "index.duckdb"), index_content(tmp_path / "fresh.duckdb")) == {}
