"""What lies in a folder that cannot be listed for a while is not known to be gone."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault
from tests.index.test_background import PROSE, CountingEmbedder, by_folder
from tests.index.test_indexing import dump, found
from vaulttui.index.sync.watcher import Watcher
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import VaultSettings
from vaulttui.vault.files import looking
from vaulttui.vault.files.file_stat import stat_file

DENIED = PermissionError(errno.EACCES, "Permission denied")
STUTTERS = OSError(errno.EIO, "Input/output error")
GONE_NOWHERE = OSError(errno.ENOTCONN, "Transport endpoint is not connected")


def refuse(broken: pytest.MonkeyPatch, name: str, error: OSError) -> None:
    """Let neither the folders of a name be listed nor what lies in them be looked at."""
    scandir = os.scandir

    def list_folder(path: str) -> object:
        if name in Path(path).parts:
            raise error
        return scandir(path)

    def look(path: Path) -> object:
        if name in path.parent.parts:
            raise error
        return stat_file(path)

    broken.setattr(os, "scandir", list_folder)
    broken.setattr(looking, "stat_file", look)


@pytest.mark.parametrize("error", [DENIED, STUTTERS, GONE_NOWHERE], ids=lambda error: errno.errorcode[error.errno])
def test_notes_stay_with_their_vectors_while_their_folder_cannot_be_listed(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    root = make_vault({"a.md": "[[b]] and [[c]]", "sub/b.md": f"beta {PROSE}", "sub/deeper/c.md": f"gamma {PROSE}"})
    embedder = CountingEmbedder()
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=embedder)
    engine.initialize()
    try:
        engine.refresh()
        content = dump(engine)
        with monkeypatch.context() as broken:
            refuse(broken, "sub", error)
            for _ in range(2):
                report = engine.refresh()
                assert (report.notes, report.added, report.changed, report.removed) == (3, 0, 0, 0)
            assert [path for path, _, message in engine.warnings() if str(error.strerror) in message] == ["sub"]
            assert engine.stale_notes() == ()
            content["warnings"] = [("sub", None, "folder_unreadable")]
            assert dump(engine) == content
            assert engine.status().embedded == 2
        engine.refresh()
        assert engine.warnings() == []
        assert len(embedder.texts) == 2
    finally:
        engine.close()


@pytest.mark.parametrize("paths", [("sub",), ("sub/b.md",), ("sub/deeper",), ("sub/deeper/c.md", "sub/b.md")])
def test_what_is_heard_of_a_folder_that_cannot_be_listed_takes_no_note_out(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, paths: tuple[str, ...]
) -> None:
    root = make_vault({"a.md": "alpha", "sub/b.md": "beta", "sub/deeper/c.md": "gamma"})
    engine = open_vault(root)
    indexer = engine._make_indexer()

    def hear() -> None:
        if indexer.needs_scan(paths):
            indexer.reconcile(lambda: False)
        else:
            assert indexer.update_paths(paths) == frozenset()

    with monkeypatch.context() as broken:
        refuse(broken, "sub", DENIED)
        hear()
        assert found(engine, "beta OR gamma") == ["sub/b.md", "sub/deeper/c.md"]
        warned = {path for path, _, message in engine.warnings() if "Permission denied" in message}
        assert warned == ({path for path in paths if path.endswith(".md")} or {"sub"})
    engine.refresh()
    assert engine.warnings() == []


@pytest.mark.parametrize("how", ["removed", "renamed", "made room for a file"])
def test_notes_of_a_folder_that_cannot_be_listed_go_once_it_is_no_longer_there(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    root = make_vault({"a.md": "alpha", "sub/b.md": "beta", "sub/deeper/c.md": "gamma"})
    engine = open_vault(root)
    refuse(monkeypatch, "deeper", DENIED)
    engine.refresh()
    assert engine.count() == 3
    monkeypatch.undo()
    if how == "renamed":
        (root / "sub/deeper").rename(root / "sub/elsewhere")
        refuse(monkeypatch, "elsewhere", DENIED)
    else:
        shutil.rmtree(root / "sub/deeper")
    if how == "made room for a file":
        (root / "sub/deeper").touch()
    engine.refresh()
    assert found(engine, "alpha OR beta OR gamma") == ["a.md", "sub/b.md"]


class _Unlike:
    """An entry of a folder on a file system that does not say with a name what has it, and cannot say it now."""

    def __init__(self, entry: os.DirEntry[str]) -> None:
        self.name, self.path = entry.name, entry.path

    def _fail(self, *, follow_symlinks: bool = True) -> bool:
        raise STUTTERS

    stat = is_dir = is_file = _fail

    def is_symlink(self) -> bool:
        return self._fail()


def test_what_cannot_be_looked_at_is_not_gone_whatever_it_is(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(
        {"a.md": "![[photo.jpg]]", "b.md": "beta", "sub/c.md": "gamma", "photo.jpg": b"x", "out/d.md": ""}
    )
    (root / ".gitignore").write_text("out/")
    engine = open_vault(root)
    content = dump(engine)
    listed: Callable[..., Any] = os.scandir

    class Listing:
        def __init__(self, path: str) -> None:
            with listed(path) as entries:
                self._entries = [entry if entry.name == "a.md" else _Unlike(entry) for entry in entries]

        def __enter__(self) -> list[Any]:
            return self._entries

        def __exit__(self, *_: object) -> None:
            pass

    with monkeypatch.context() as broken:
        broken.setattr("vaulttui.vault.files.scan.os.scandir", Listing)
        broken.setattr("vaulttui.vault.files.note_data.open_regular_file", _refuse_to_open)
        engine.refresh()
        assert {path for path, _, _ in engine.warnings()} == {"b.md", "photo.jpg", "sub"}
        assert {**dump(engine), "warnings": []} == content
    engine.refresh()
    assert dump(engine) == content


def _refuse_to_open(path: str) -> object:
    raise STUTTERS


@by_folder
def test_a_folder_that_can_be_listed_again_is_watched(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_vault({"a.md": "alpha", "sub/b.md": "beta"})
    asked: list[tuple[str, ...]] = []

    def watch(*folders: str, **options: Any) -> Any:
        asked.append(folders)
        yield set()
        broken.undo()
        yield {(watchfiles.Change.modified, str(root / "sub"))}

    monkeypatch.setattr("watchfiles.watch", watch)
    watcher = Watcher(root, VaultSettings(), lambda _: None)
    with pytest.MonkeyPatch.context() as broken:
        refuse(broken, "sub", DENIED)
        assert watcher._watch(), "watched anew"
    watcher._watch()
    assert [{os.path.relpath(folder, root) for folder in folders} for folders in asked] == [{"."}, {".", "sub"}]
