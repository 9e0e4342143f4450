"""Notes that could never be read are found by their names."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault, OpenVault, write_notes
from tests.index.test_indexing import BuildFresh, dump, found, fresh  # noqa: F401 - a fixture
from tests.index.unreadable import READING, refuse
from vaulttui.errors import NoteNotFoundError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.vault.patience import Patience
from vaulttui.vault.untrusted import resolve_inside


@pytest.fixture(params=["reconciled", "watched"])
def follow(request: pytest.FixtureRequest) -> Callable[[LocalEngine, Sequence[str]], None]:
    """Brings an index up to date with some paths that changed."""

    def reconcile(engine: LocalEngine, paths: Sequence[str]) -> None:
        engine.refresh(embed=False)

    def watch(engine: LocalEngine, paths: Sequence[str]) -> None:
        engine._make_indexer().update_paths(paths)

    return reconcile if request.param == "reconciled" else watch


Follow = Callable[[LocalEngine, Sequence[str]], None]


def test_a_new_note_that_cannot_be_read_is_found_by_its_name_and_by_its_words_once_it_can(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,  # noqa: F811 - pytest's way
    monkeypatch: pytest.MonkeyPatch,
    follow: Follow,
) -> None:
    root = make_vault({"a.md": "[[secret plan]] is linked"})
    engine = open_vault(root)
    write_notes(root, {"sub/secret plan.md": "# Heading\n\nalpha\n"})
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse("sub/secret plan.md"))
        for _ in range(2):
            follow(engine, ["sub/secret plan.md"])
            for query in ("plan", "file:secret", "path:sub", "folder:sub", "title:plan", "-alpha path:sub"):
                assert found(engine, query)[-1] == "sub/secret plan.md", query
            assert found(engine, "alpha OR Heading") == []
            assert engine.suggest("note", "secr")[0].text == "sub/secret plan.md"
            assert found(engine, "links-to:[[secret plan]]") == ["a.md"]
            assert found(engine, "is:unresolved") == []
            (warning,) = engine.warnings()
            assert warning[0] == "sub/secret plan.md"
            assert "could not be read (Permission denied)" in warning[2]
            assert engine.stale_notes() == ("sub/secret plan.md",)
    (root / "sub/secret plan.md").chmod(0o644)
    follow(engine, ["sub/secret plan.md"])
    assert found(engine, "alpha") == ["sub/secret plan.md"]
    assert engine.warnings() == []
    assert dump(engine) == fresh(root)


def test_a_note_that_was_never_read_has_the_dates_and_the_size_of_its_file(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha"})
    moment = datetime(2024, 5, 6, 7, 8)
    os.utime(root / "a.md", (moment.timestamp(),) * 2)
    monkeypatch.setattr(READING, refuse("a.md"))
    engine = open_vault(root)
    with engine._database.read() as cursor:
        (row,) = cursor.execute("SELECT size, modified FROM notes").fetchall()
    assert row == (5, moment)


def test_a_note_that_was_never_read_moves_and_goes_with_its_file(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    follow: Follow,
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse("a.md", "c.md"))
        engine = open_vault(root)
        (root / "a.md").rename(root / "c.md")
        follow(engine, ["a.md", "c.md"])
        assert found(engine, "path:md") == ["b.md", "c.md"]
        assert [path for path, _, _ in engine.warnings()] == ["c.md"]
        (root / "c.md").unlink()
        follow(engine, ["c.md"])
    assert dump(engine) == fresh(root)


def test_what_takes_the_place_of_a_note_that_was_never_read_is_read(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    follow: Follow,
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse("a.md"))
        engine = open_vault(root)
        (root / "b.md").replace(root / "a.md")
        for _ in range(2):
            follow(engine, ["a.md", "b.md"])
            assert found(engine, "beta") == ["b.md"], "it is found where it was until it can be read where it is"
    follow(engine, ["a.md", "b.md"])
    assert dump(engine) == fresh(root)


def test_a_note_that_went_before_it_was_read_is_not_found_by_its_name(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = FileNotFoundError(2, "No such file or directory")
    monkeypatch.setattr(READING, refuse("a.md", error=gone))
    assert found(open_vault(make_vault({"a.md": "alpha", "b.md": "beta"})), "path:md") == ["b.md"]


def test_a_note_that_was_never_read_is_shown_with_why(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(READING, refuse("a.md"))
    engine = open_vault(make_vault({"a.md": "alpha"}))

    def refuse_to_open(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("vaulttui.search.lookups.note_texts.open_regular_file", refuse_to_open)
    with pytest.raises(NoteNotFoundError, match="cannot be read: Permission denied"):
        engine.note("a.md")


class ShortForMounts(Patience):
    """Waits a moment for what lies in a folder ``mount``, and as long as a busy machine takes for everything else."""

    def call(self, folder: str, function: Callable[..., Any], *arguments: object) -> Any:
        self._seconds = 0.01 if folder.endswith("/mount") else 300.0
        return super().call(folder, function, *arguments)


def test_a_note_that_cannot_be_had_in_time_is_told_so_and_those_that_embed_it_are_shown(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_vault(make_vault({"a.md": "![[b]]", "mount/b.md": "beta"}))
    over = threading.Event()

    def read(root: Path, path: str) -> Path:
        if path == "mount/b.md":
            over.wait()
        return resolve_inside(root, path)

    monkeypatch.setattr("vaulttui.search.lookups.note_texts.resolve_inside", read)
    monkeypatch.setattr("vaulttui.search.lookups.note_texts.PATIENCE", ShortForMounts())
    try:
        with pytest.raises(NoteNotFoundError, match="cannot be read: the file system did not answer"):
            engine.note("mount/b.md")
        assert (engine.note("a.md").text, dict(engine.note("a.md").embeds)) == ("![[b]]", {})
    finally:
        over.set()
