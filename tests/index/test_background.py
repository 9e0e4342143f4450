"""The background worker: it reconciles, follows the watcher, makes vectors, and ends at once."""

from __future__ import annotations

import os
import queue
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
import watchfiles

from tests.conftest import WORDS_ONLY, MakeVault, Travel, write_notes
from tests.ear import PATIENCE, Ear
from vaulttui.embedding.embedder import Vectors
from vaulttui.errors import IndexFault, ModelUnavailableError
from vaulttui.index.progress import IndexChanged, Progress
from vaulttui.index.reading import batches
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.sync.watcher import WHOLE_VAULT, Watcher
from vaulttui.index.upkeep.background import BackgroundWorker
from vaulttui.index.upkeep.late_look import LateLook
from vaulttui.index.writing.writer import IndexWriter
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings, VaultSettings
from vaulttui.vault.files.file_stat import stat_file
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.folding import fold_name
from vaulttui.vault.note import FileStat

PROSE = "This paragraph is long enough to be embedded, since it has more than fifty characters. "


class CountingEmbedder:
    """Vectors made from the hash of a text, and a count of the texts."""

    fingerprint = "counting"
    dimensions = 384
    languages: frozenset[str] = frozenset()

    def __init__(self, *, broken: bool = False) -> None:
        self.texts: list[str] = []
        self.broken = broken

    def knows(self, word: str) -> bool:
        return False

    def load(self) -> None:
        if self.broken:
            raise ModelUnavailableError("The model is broken. Install vaulttui again.")

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        if stop is not None and stop():
            raise InterruptedError
        self.texts.extend(texts)
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        vector = np.random.default_rng(abs(hash(text)) % 2**32).normal(size=384).astype(np.float32)
        return vector / np.float32(np.linalg.norm(vector))


@pytest.fixture(autouse=True)
def watched_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait until the vault is watched, however busy the machine: else it would be looked through once more."""
    monkeypatch.setattr("vaulttui.index.upkeep.background._WATCH_SECONDS", PATIENCE)


def start(
    root: Path, tmp_path: Path, embedder: CountingEmbedder | None = None, patience: float = PATIENCE
) -> tuple[LocalEngine, Ear]:
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=embedder)
    engine.initialize()
    ear = Ear(engine, patience)
    engine.start_background()
    return engine, ear


def found(engine: LocalEngine, text: str) -> list[str]:
    return [hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits]


def test_saved_added_and_removed_notes_are_noticed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "a.md").write_text("omega")
        ear.wait(lambda _: found(engine, "omega") == ["a.md"])  # it may be heard of while it is empty
        (root / "c.md").write_text("gamma")
        ear.wait(lambda _: found(engine, "gamma") == ["c.md"])
        (root / "b.md").unlink()
        ear.wait_for_change("b.md")
        assert found(engine, "beta") == []
    finally:
        engine.close()


def test_what_changes_before_the_vault_is_watched_is_noticed(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.index.upkeep.background._WATCH_SECONDS", 0)  # it takes longer than anybody waits
    root = make_vault({"a.md": "alpha"})
    read = threading.Event()
    watch = watchfiles.watch

    def watch_late(*arguments: Any, **options: Any) -> Iterator[set[Any]]:
        assert read.wait(30)
        (root / "a.md").write_text("omega")
        return watch(*arguments, **options)

    monkeypatch.setattr("watchfiles.watch", watch_late)
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        read.set()
        ear.wait_for_change("a.md")
        assert found(engine, "omega") == ["a.md"]
    finally:
        engine.close()


@contextmanager
def watching(root: Path, settings: VaultSettings | None = None) -> Iterator[queue.Queue[frozenset[str]]]:
    """What a watcher tells of, from when it watches."""
    told: queue.Queue[frozenset[str]] = queue.Queue()
    watcher = Watcher(root, settings or VaultSettings(), told.put)
    watcher.start()
    try:
        watcher.wait_until_watched(30)
        yield told
    finally:
        watcher.stop()


def test_a_watcher_tells_of_all_that_changes_once_it_watches(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "alpha"})
    with watching(root) as told:
        (root / "a.md").write_text("omega")
        assert told.get(timeout=30) == {"a.md"}


def test_changes_are_looked_for_though_links_go_in_a_circle(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "true")  # as where the system does not tell of changes
    root = make_vault({"sub/a.md": "alpha"})
    (root / "sub/loop").symlink_to(root)
    with watching(root) as told:
        (root / "sub/b.md").write_text("beta")
        assert "sub/b.md" in told.get(timeout=30), "beside its folder, if that was made in another second"


def watched_folders(root: Path, monkeypatch: pytest.MonkeyPatch, settings: VaultSettings) -> set[str]:
    """Which folders a watcher has the system watch, relative to the vault."""
    asked: list[tuple[str, ...]] = []
    watch = watchfiles.watch

    def listen(*folders: str, **options: Any) -> Iterator[set[Any]]:
        asked.append(folders)
        assert options["recursive"] is False
        return watch(*folders, **options)

    monkeypatch.setattr("watchfiles.watch", listen)
    with watching(root, settings):
        return {os.path.relpath(folder, root) for folder in asked[-1]}


by_folder = pytest.mark.skipif(sys.platform == "darwin", reason="there all below one folder is watched")


@by_folder
def test_only_folders_of_notes_and_settings_are_watched(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(
        {
            "Projects/rust/a.md": "alpha",
            ".gitignore": "node_modules",
            "site/node_modules/package/readme.md": "of a package",
            ".git/objects/ab/x": "",
            ".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}',
            ".obsidian/plugins/some/main.js": "",
            ".obsidian/plugins/periodic-notes/main.js": "",
            "Archive/old/b.md": "beta",
            "Drafts/c.md": "gamma",
        }
    )
    (tmp_path / "home/much").mkdir(parents=True)
    (root / "home").symlink_to(tmp_path / "home")
    (root / "again").symlink_to(root / "Projects")
    folders = watched_folders(root, monkeypatch, VaultSettings(exclude=("Drafts",)))
    settings = {".obsidian", ".obsidian/plugins", ".obsidian/plugins/periodic-notes"}
    assert folders == {".", "Projects", "Projects/rust", "site", *settings}


@by_folder
def test_folders_that_come_are_watched(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha", ".gitignore": "left out"})
    (tmp_path / "made/deeper").mkdir(parents=True)
    with watching(root) as told:
        (tmp_path / "made").rename(root / "made")
        assert told.get(timeout=30) == {"."}  # what came into it meanwhile was not seen
        (root / "made/deeper/b.md").write_text("beta")
        assert told.get(timeout=30) == {"made/deeper/b.md"}
        (root / "made").rename(root / "renamed")
        assert told.get(timeout=30) == {"."}
        assert told.get(timeout=30) == {"."}
        (root / "renamed/deeper/b.md").write_text("omega")
        assert told.get(timeout=30) == {"renamed/deeper/b.md"}


@by_folder
def test_what_changes_as_a_folder_comes_is_looked_at_with_what_is_in_it(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "beta"})

    def watch(*folders: str, **options: Any) -> Iterator[set[Any]]:
        (root / "sub").mkdir()
        (root / "a.md").rename(root / "sub/a.md")  # that it is there cannot be heard yet, only that it is gone
        yield {(watchfiles.Change.added, str(root / "sub")), (watchfiles.Change.deleted, str(root / "a.md"))}

    monkeypatch.setattr("watchfiles.watch", watch)
    told: list[frozenset[str]] = []
    assert Watcher(root, VaultSettings(), told.append)._watch()
    assert told == [{WHOLE_VAULT}]


def test_folders_that_are_no_longer_left_out_are_watched(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha", ".gitignore": "out", "out/deeper/b.md": "beta"})
    other = tmp_path / "other"
    other.write_text("other")
    with watching(root) as told:
        other.replace(root / ".gitignore")  # at one stroke: what is written may be told of twice
        assert told.get(timeout=30) == {".gitignore"}
        assert told.get(timeout=30) == {"."}
        (root / "out/deeper/b.md").write_text("omega")
        assert told.get(timeout=30) == {"out/deeper/b.md"}


@by_folder
def test_folders_that_come_while_they_are_listed_are_watched(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha"})
    watch = watchfiles.watch

    def watch_late(*arguments: Any, **options: Any) -> Iterator[set[Any]]:
        (root / "sub").mkdir(exist_ok=True)
        return watch(*arguments, **options)

    monkeypatch.setattr("watchfiles.watch", watch_late)
    with watching(root) as told:
        assert told.get(timeout=30) == {"."}
        (root / "sub/b.md").write_text("beta")
        assert told.get(timeout=30) == {"sub/b.md"}


@pytest.mark.parametrize(("lasted", "pauses"), [(0, [0.1, 0.2, 0.4, 0.8]), (3600, [0.1, 0.1, 0.1, 0.1])])
def test_watching_goes_on_soon_after_a_fault_unless_it_comes_again_at_once(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch, lasted: int, pauses: list[float]
) -> None:
    now = 0.0
    waited: list[float] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0)
            return len(waited) == len(pauses)

    def fail(*_: Any, stop_event: threading.Event, **__: Any) -> Iterator[set[Any]]:
        nonlocal now
        now += lasted
        yield from iter([set()] if stop_event.is_set() else [])
        raise RuntimeError("a name that is no text")

    monkeypatch.setattr("vaulttui.index.sync.watcher.time.monotonic", lambda: now)
    monkeypatch.setattr("watchfiles.watch", fail)
    watcher = Watcher(make_vault({"a.md": "alpha"}), VaultSettings(), lambda _: None)
    watcher._stop = Stop()
    watcher._watch_on()
    assert waited == pauses


def test_a_folder_that_made_room_for_a_file_is_gone(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha", "sub/deeper/b.md": "beta"})
    (tmp_path / "other").write_text("x")
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "sub").rename(tmp_path / "elsewhere")
        (tmp_path / "other").rename(root / "sub")
        ear.wait(lambda _: found(engine, "beta") == [])
    finally:
        engine.close()


@pytest.mark.parametrize(("before", "after"), [("note.md", "Note.md"), ("\xe9t\xe9.md", "e\u0301te\u0301.md")])
def test_a_note_is_there_once_where_names_are_told_apart_by_neither_case_nor_composition(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    def stat_by_any_spelling(path: Path) -> FileStat | None:
        alike = (other for other in path.parent.iterdir() if fold_name(other.name) == fold_name(path.name))
        return stat_file(next(alike, path))

    monkeypatch.setattr("vaulttui.vault.files.looking.stat_file", stat_by_any_spelling)
    root = make_vault({before: "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / before).rename(root / after)
        ear.wait(lambda _: found(engine, "alpha") == [after])
    finally:
        engine.close()


def test_what_made_room_for_a_link_is_gone(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha", "sub/b.md": "beta"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "sub").rename(tmp_path / "elsewhere")
        (root / "sub").symlink_to(tmp_path / "elsewhere")
        ear.wait(lambda _: found(engine, "beta") == [])
        (root / "a.md").rename(root / "c.md")
        (root / "a.md").symlink_to("c.md")
        ear.wait(lambda _: found(engine, "alpha") == ["c.md"])
    finally:
        engine.close()


@pytest.mark.parametrize("moved", [True, False])
def test_a_folder_in_the_place_of_the_vault_is_watched_on(
    make_vault: MakeVault, tmp_path: Path, *, moved: bool
) -> None:
    root = make_vault({"a.md": "alpha"})
    another = tmp_path / "another"
    another.mkdir()
    (another / "a.md").write_text("omega")
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        if moved:
            root.rename(tmp_path / "away")
        else:
            shutil.rmtree(root)
        another.rename(root)
        for word in ("omega", "first", "second"):
            ear.wait(lambda _, word=word: found(engine, word) == ["a.md"])  # type: ignore[misc]
            (root / "a.md").write_text("first" if word == "omega" else "second")
    finally:
        engine.close()


def test_changes_in_a_folder_that_links_of_the_vault_lead_to_are_noticed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"real/a.md": "alpha", "real/sub/b.md": "beta"})
    for name in "alkpsz":  # of which of these the system tells is a matter of luck
        (root / name).symlink_to(root / "real")
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "real/a.md").write_text("omega")
        ear.wait_for_change("real/a.md")
        (root / "real/sub/c.md").write_text("gamma")
        ear.wait_for_change("real/sub/c.md")
        (root / "real/sub/b.md").unlink()
        ear.wait_for_change("real/sub/b.md")
        assert engine.count() == 2
    finally:
        engine.close()


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("gone", ["link", "place"])
def test_a_folder_is_watched_on_when_a_link_to_it_is_gone(
    make_vault: MakeVault, tmp_path: Path, gone: str, *, early: bool
) -> None:
    root = make_vault({"real/a.md": "alpha", "b.md": "beta"})
    made = tmp_path / "made"
    if gone == "place":
        made.mkdir()
        (made / "link").symlink_to(root / "real")
    else:
        made.symlink_to(root / "real")
    if early:
        made.rename(root / gone)
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        if not early:
            made.rename(root / gone)
        (root / "b.md").write_text("seen")  # and the link before it
        ear.wait_for_change("b.md")
        (root / gone).rename(made)
        for word in ("first", "second"):
            (root / "real/a.md").write_text(word)
            ear.wait(lambda _, word=word: found(engine, word) == ["real/a.md"])  # type: ignore[misc]
    finally:
        engine.close()


def test_notes_that_change_at_once_are_written_at_once(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Callable[[frozenset[str]], None]] = []

    class Messenger(Watcher):
        def __init__(self, root: Path, settings: VaultSettings, changed: Callable[[frozenset[str]], None]) -> None:
            super().__init__(root, settings, changed)
            told.append(changed)

        def start(self) -> None:
            """Watch nothing."""
            self.stop()

    monkeypatch.setattr("vaulttui.index.upkeep.background.Watcher", Messenger)
    root = make_vault({"a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        before = engine.status().generation
        names = [f"note {number}.md" for number in range(100)]
        for name in names:
            (root / name).write_text("omega")
        told[0](frozenset(names))
        ear.wait_until_settled()
        assert engine.count() == 101
        assert engine.status().generation - before < 20
    finally:
        engine.close()


def test_what_obsidian_no_longer_excludes_is_followed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}', "Archive/a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / ".obsidian/app.json").write_text("{}")
        ear.wait(lambda _: found(engine, "alpha") == ["Archive/a.md"])
        (root / "Archive/b.md").write_text("beta")
        ear.wait(lambda _: found(engine, "beta") == ["Archive/b.md"])
    finally:
        engine.close()


def test_settings_of_obsidian_that_are_moved_away_exclude_nothing_any_more(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault({".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}', "Archive/a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / ".obsidian").rename(tmp_path / "settings")
        ear.wait(lambda _: found(engine, "alpha") == ["Archive/a.md"])
    finally:
        engine.close()


def swapped(folder: Path, aside: Path) -> None:
    """Put a copy in the place of a folder."""
    shutil.copytree(folder, aside)
    folder.rename(aside.with_name("former"))
    aside.rename(folder)


def moved_away_and_back(folder: Path, aside: Path) -> None:
    folder.rename(aside)
    aside.rename(folder)


def deleted_and_made_again(folder: Path, aside: Path) -> None:
    shutil.copytree(folder, aside)
    shutil.rmtree(folder)
    shutil.copytree(aside, folder)


@by_folder
@pytest.mark.parametrize("happened", [swapped, moved_away_and_back, deleted_and_made_again])
@pytest.mark.parametrize("folder", [".obsidian", ".obsidian/plugins", ".obsidian/plugins/periodic-notes", "logseq"])
def test_settings_in_a_folder_that_was_made_again_are_followed(
    make_vault: MakeVault, tmp_path: Path, folder: str, happened: Callable[[Path, Path], None]
) -> None:
    rules = {
        ".obsidian/app.json": "{}",
        ".obsidian/plugins/periodic-notes/data.json": "{}",
        "logseq/config.edn": "{}",
    }
    root = make_vault({"a.md": "alpha", **rules})
    with watching(root, VaultSettings(exclude=("logseq",))) as told:
        happened(root / folder, tmp_path / "aside")
        while told.get(timeout=30) != {"."}:
            pass
        for rule in [rule for rule in rules if rule.startswith(folder)]:
            write_notes(root, {rule: "{ }"})
            while rule not in told.get(timeout=30):
                pass


@by_folder
def test_settings_in_folders_that_come_later_are_followed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha"})
    with watching(root, VaultSettings(exclude=("logseq",))) as told:
        for folder in (".obsidian", ".obsidian/plugins", ".obsidian/plugins/periodic-notes", "logseq"):
            (root / folder).mkdir()
            while told.get(timeout=30) != {"."}:
                pass
        for rule in (".obsidian/plugins/periodic-notes/data.json", "logseq/config.edn"):
            write_notes(root, {rule: "{}"})
            while rule not in told.get(timeout=30):
                pass


@pytest.mark.parametrize("mark", ["dendron.yml", "root.schema.yml", ".zk/config.toml"])
def test_links_are_read_otherwise_as_soon_as_the_vault_becomes_one_of_another_program(
    make_vault: MakeVault, tmp_path: Path, mark: str
) -> None:
    root = make_vault({"a.md": "[[said|note]] and [[ab12]]", "note.md": "omega", "ab12 idea.md": "an idea"})
    engine, ear = start(root, tmp_path)
    meant = "ab12 idea.md" if mark.startswith(".zk") else "note.md"
    try:
        ear.wait_until_settled()
        assert engine.backlinks(meant) == ()
        write_notes(root, {mark: "of another program"})
        ear.wait(lambda _: [link.path for link in engine.backlinks(meant)] == ["a.md"])
    finally:
        engine.close()


def test_what_periodic_notes_calls_the_notes_of_days_is_followed(make_vault: MakeVault, tmp_path: Path) -> None:
    plugin = ".obsidian/plugins/periodic-notes/data.json"
    says = '{"daily": {"enabled": true, "format": "%s"}}'
    root = make_vault({plugin: says % "YYYY-MM-DD", "a.md": '---\ndue: "[[03-04-2025]]"\n---\n'})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        assert found(engine, "[due:2025-04-03..2025-04-03]") == []
        (root / plugin).write_text(says % "DD-MM-YYYY")
        ear.wait(lambda _: found(engine, "[due:2025-04-03..2025-04-03]") == ["a.md"])
    finally:
        engine.close()


def test_a_name_that_is_no_text_does_not_end_watching(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        try:
            Path(os.fsdecode(os.fsencode(root) + b"/no\xfftext.md")).write_text("x")
        except OSError:
            pytest.skip("this file system has no such names")
        ear.wait_until_settled()
        assert [message for _, _, message in engine.warnings()] == [
            "The name is not valid UTF-8: rename it to have it indexed."
        ]
        (root / "c.md").write_text("gamma")
        ear.wait(lambda _: found(engine, "gamma") == ["c.md"])
    finally:
        engine.close()


def test_no_name_ends_the_following_of_changes(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "\\b.md").write_text("omega")
        ear.wait(lambda _: found(engine, "omega") == ["\\b.md"])
        assert engine.note("\\b.md").text == "omega"
        (root / "\\b.md").unlink()
        ear.wait_for_change("\\b.md")
        assert found(engine, "omega") == []
    finally:
        engine.close()


def test_a_folder_that_is_moved_in_is_noticed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha"})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "n.md").write_text("newcomer")
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        outside.rename(root / "inside")
        ear.wait(lambda event: isinstance(event, IndexChanged))
        ear.wait_until_settled()
        assert found(engine, "newcomer") == ["inside/n.md"]
    finally:
        engine.close()


def test_chunks_get_vectors_newest_note_first(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"n{number}.md": f"{PROSE} number{number}" for number in range(3)})
    for number, day in enumerate((2, 3, 1)):
        os.utime(root / f"n{number}.md", (day * 86_400,) * 2)
    embedder = CountingEmbedder()
    engine, ear = start(root, tmp_path, embedder)
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 3)
        status = engine.status()
        assert (status.embeddable, status.embedded) == (3, 3)
        assert [text[-1] for text in embedder.texts] == ["1", "0", "2"]
        (root / "n1.md").rename(root / "renamed.md")
        ear.wait_for_change("renamed.md")
        (root / "last.md").write_text(f"{PROSE} number3")
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 4)
        assert [text[-1] for text in embedder.texts[3:]] == ["3"], "moving a note embeds nothing"
    finally:
        engine.close()


def test_vectors_asked_for_while_the_last_ones_are_told_of_are_made(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deaf(Watcher):
        def start(self) -> None:
            """Watch nothing."""
            self.stop()

    monkeypatch.setattr("vaulttui.index.upkeep.background.Watcher", Deaf)
    root = make_vault({"a.md": PROSE})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=CountingEmbedder())
    engine.initialize()
    ear = Ear(engine)

    def write_another(event: object) -> None:
        if isinstance(event, Progress) and event.embedded == 1 and not (root / "b.md").exists():
            (root / "b.md").write_text(f"{PROSE} b")
            assert engine.index_note("b.md")

    engine.subscribe(write_another)
    engine.start_background()
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 2)
    finally:
        engine.close()


def test_vectors_of_texts_that_are_gone_go_when_they_are_many(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.index.vectors.vectorizer._FEW_UNUSED", 4)
    root = make_vault({"a.md": f"{PROSE} once", "b.md": f"{PROSE} always"})
    embedder = CountingEmbedder()
    engine, ear = start(root, tmp_path, embedder)
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 2)
        for number in range(9):
            (root / "a.md").write_text(f"{PROSE} saved {number}")
            ear.wait_for_change("a.md")
            ear.wait(lambda event: isinstance(event, IndexChanged) and event.vectors)
            ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 2)
        assert len(embedder.texts) == 11
    finally:
        engine.close()
    with duckdb.connect(str(tmp_path / "index" / "index.duckdb")) as connection:
        assert connection.execute("SELECT count(*) FROM vectors").fetchall()[0][0] <= 2 + 4


def test_vectors_make_way_for_questions(make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_vault({"a.md": PROSE})
    waited: list[float] = []
    monkeypatch.setattr("vaulttui.index.upkeep.foreground.QUIET", 0.05)

    class AskedMeanwhile(CountingEmbedder):
        def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
            found(engine, "paragraph")
            vectors = super().embed_passages(texts, stop)
            waited.append(time.monotonic() - engine._foreground._asked)
            return vectors

    engine, ear = start(root, tmp_path, AskedMeanwhile())
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 1)
        assert waited[0] > 0.049
    finally:
        engine.close()


def test_behind_a_saved_note_vectors_are_not_counted_while_somebody_asks(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": PROSE})
    engine, ear = start(root, tmp_path, CountingEmbedder())
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 1)
        for name in ("QUIET", "LONGEST"):
            monkeypatch.setattr(f"vaulttui.index.upkeep.foreground.{name}", 600.0)
        found(engine, "paragraph")
        monkeypatch.setattr("vaulttui.index.vectors.vector_counter._COUNTS", "SELECT nothing can be counted")
        (root / "b.md").write_text(f"{PROSE} b")
        ear.wait_for_change("b.md")
        told = ear.wait(lambda event: isinstance(event, Progress))
        assert isinstance(told, Progress)
        assert (told.phase, told.embeddable) == ("idle", 1)
    finally:
        engine.close()


def test_work_goes_on_where_it_was_after_a_stop(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"n{number}.md": f"{PROSE} number{number}" for number in range(5)})
    first = CountingEmbedder()
    engine, ear = start(root, tmp_path, first)
    ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 5)
    engine.close()
    (root / "n9.md").write_text(f"{PROSE} number9")
    second = CountingEmbedder()
    engine, ear = start(root, tmp_path, second)
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 6)
        assert len(second.texts) == 1
    finally:
        engine.close()


def test_another_model_makes_all_vectors_again(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": PROSE})
    engine, ear = start(root, tmp_path, CountingEmbedder())
    ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 1)
    engine.close()
    other = CountingEmbedder()
    other.fingerprint = "another"
    engine, ear = start(root, tmp_path, other)
    try:
        ear.wait(lambda event: isinstance(event, IndexChanged) and event.vectors)
        assert len(other.texts) == 1
    finally:
        engine.close()


def test_a_broken_model_is_told_and_words_still_work(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": f"{PROSE} alpha"})
    engine, ear = start(root, tmp_path, CountingEmbedder(broken=True))
    try:
        ear.wait(lambda event: isinstance(event, Progress) and "Install vaulttui again" in event.message)
        result = engine.search(parse_query("alpha"))
        assert result.hits
        assert "Install vaulttui again" in result.degraded
    finally:
        engine.close()


def test_a_refresh_without_vectors_has_a_model_tried_again_that_could_not_be_loaded(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault({"a.md": PROSE})
    embedder = CountingEmbedder(broken=True)
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=embedder)
    engine.initialize()
    ear = Ear(engine)

    def try_again_at_once(event: object) -> None:
        if embedder.broken and isinstance(event, Progress) and "Install vaulttui again" in event.message:
            embedder.broken = False
            engine.refresh(embed=False)

    engine.subscribe(try_again_at_once)
    engine.start_background()
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 1)
    finally:
        engine.close()


def test_a_vault_that_vanishes_is_told_and_kept(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        root.rename(root.with_name("away"))
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == "failed")
        assert found(engine, "alpha") == ["a.md"]
        root.with_name("away").rename(root)
        ear.wait_until_settled()
        (root / "a.md").write_text("omega")
        ear.wait_for_change("a.md")
    finally:
        engine.close()


def test_what_is_saved_as_a_vault_comes_back_is_noticed(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.1)
    monkeypatch.setattr("vaulttui.index.upkeep.background._RETRY_SECONDS", 0.01)
    root = make_vault({"a.md": "alpha"})
    away = root.with_name("away")
    reconcile, begin = Indexer.reconcile, Watcher.start

    def reconcile_and_save(indexer: Indexer, *arguments: Any) -> object:
        report = reconcile(indexer, *arguments)
        monkeypatch.setattr(Indexer, "reconcile", reconcile)
        (root / "a.md").write_text("omega")
        return report

    def begin_at_once(watcher: Watcher) -> None:
        begin(watcher)
        assert watcher._watched.wait(PATIENCE)

    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        root.rename(away)
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == "failed")
        monkeypatch.setattr(Watcher, "start", begin_at_once)
        monkeypatch.setattr(Indexer, "reconcile", reconcile_and_save)
        away.rename(root)
        ear.wait(lambda _: found(engine, "omega") == ["a.md"])
    finally:
        engine.close()


def test_the_last_note_that_is_removed_is_no_unmounted_disk(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell: list[Callable[[frozenset[str]], None]] = []

    class Late(Watcher):
        def start(self) -> None:
            """Watch nothing: the test tells what the watcher would, when it is too late."""
            tell.append(self._changed)
            self.stop()

    def count(indexer: Indexer) -> int:
        number = known.__get__(indexer)
        if tell and not (root / "a.md").exists():
            tell.pop()(frozenset(("a.md",)))
        return int(number)

    known = Indexer.note_count
    monkeypatch.setattr(Indexer, "note_count", property(count))
    monkeypatch.setattr("vaulttui.index.upkeep.background.Watcher", Late)
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.1)
    root = make_vault({"a.md": "alpha"})
    engine, ear = start(root, tmp_path)
    phases: list[str] = []
    engine.subscribe(lambda event: phases.append(event.phase) if isinstance(event, Progress) else None)
    try:
        ear.wait_until_settled()
        (root / "a.md").unlink()
        ear.wait(lambda event: isinstance(event, Progress) and (event.phase, event.notes) == ("idle", 0))
        assert "failed" not in phases
    finally:
        engine.close()


@pytest.mark.parametrize("embedded", [False, True], ids=["at rest", "while vectors are made"])
def test_a_disk_that_is_unmounted_is_told_though_no_watcher_hears_of_it(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, embedded: bool
) -> None:
    class Deaf(Watcher):
        def start(self) -> None:
            """Watch nothing."""
            self.stop()

    monkeypatch.setattr("vaulttui.index.upkeep.background.Watcher", Deaf)
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.upkeep.background._RETRY_SECONDS", 0.01)
    root = make_vault({"a.md": f"alpha {PROSE}"})
    embedder = CountingEmbedder() if embedded else None
    if embedder is not None:
        endless = "vaulttui.index.upkeep.background.PacedEmbedding.work"
        monkeypatch.setattr(endless, lambda self, pause: self._rest(0.01) or True)
    engine, ear = start(root, tmp_path, embedder)
    try:
        ear.wait_until_settled()
        (root / "a.md").rename(tmp_path / "a.md")  # the folder is there, as a mount point is
        lost = ear.wait(lambda event: isinstance(event, Progress) and event.phase == "failed")
        assert isinstance(lost, Progress)
        assert "Is its disk mounted?" in lost.message
        assert found(engine, "alpha") == ["a.md"]
        (tmp_path / "a.md").rename(root / "a.md")
        ear.wait_until_settled()
    finally:
        engine.close()


@pytest.mark.parametrize("embedding", [False, True])
def test_what_goes_unheard_is_looked_for_now_and_then(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, embedding: bool
) -> None:
    class Deaf(Watcher):
        hears_all = False

        def start(self) -> None:
            """Watch nothing."""
            self.stop()

    monkeypatch.setattr("vaulttui.index.upkeep.background.Watcher", Deaf)
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.upkeep.late_look._SECONDS", 0.01)
    if embedding:
        monkeypatch.setattr(
            "vaulttui.index.upkeep.background.PacedEmbedding.work", lambda self, pause: self._rest(0.01) or True
        )
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    engine, ear = start(root, tmp_path, CountingEmbedder() if embedding else None)
    try:
        ear.wait_until_settled()
        (root / "a.md").write_text("omega")
        ear.wait(lambda _: found(engine, "omega") == ["a.md"])
        (root / "b.md").rename(root / "c.md")
        ear.wait(lambda _: found(engine, "beta") == ["c.md"])
    finally:
        engine.close()


def test_a_change_of_the_time_zone_is_taken_over_by_itself(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, travel: Travel
) -> None:
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.upkeep.late_look._SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.sync.watcher.changes_unheard", lambda folder: False)
    root = make_vault({"a.md": "---\ncreated: 2025-07-14T22:00:00Z\n---\n"})
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        assert found(engine, "created:2025-07-14") == ["a.md"]
        travel("Asia/Tokyo")
        ear.wait(lambda _: found(engine, "created:2025-07-15") == ["a.md"])
    finally:
        engine.close()


def test_a_vault_that_is_heard_of_or_has_not_changed_is_not_looked_through_again(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    differs = Indexer.differs

    def counted(self: Indexer, stop: Callable[[], bool]) -> bool:
        looks.append(differs(self, stop))
        return looks[-1]

    index, embedder = tmp_path / "index.duckdb", CountingEmbedder()
    engine = LocalEngine(make_vault({"a.md": PROSE}), WORDS_ONLY, index, embedder=embedder)
    engine.initialize()
    try:
        engine.refresh()
        assert embedder.texts, "vectors were made behind the look at the vault"
        monkeypatch.setattr("vaulttui.index.upkeep.late_look._SECONDS", 0.0)
        monkeypatch.setattr("vaulttui.index.upkeep.late_look._SHARE", 1e9)
        monkeypatch.setattr("vaulttui.index.sync.watcher.changes_unheard", lambda folder: False)
        monkeypatch.setattr(Indexer, "differs", counted)
        root, indexer = engine._root, engine._indexer
        assert indexer is not None
        look = LateLook(indexer, lambda: False)
        watcher = Watcher(root, VaultSettings(), lambda paths: None)
        assert not look.finds_changes(watcher)
        assert looks == [], "the watcher hears of all"
        watcher._polling = True
        assert not look.finds_changes(watcher)
        assert looks == [False]
        (root / "b.md").write_text("beta")
        assert look.finds_changes(watcher)
        assert not LateLook(indexer, lambda: True).finds_changes(watcher), "it was given up"
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError(5, "Input/output error"), "Input/output error"),
        (ZeroDivisionError("of all notes"), "unexpected ZeroDivisionError: of all notes"),
    ],
    ids=["of the disk", "of the program"],
)
def test_a_fault_is_told_and_work_goes_on_after_it(
    fault: Exception,
    told: str,
    make_vault: MakeVault,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr("vaulttui.index.upkeep.background._RETRY_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.sync.reconciler.scan_vault", broken)
    engine, ear = start(make_vault({"a.md": "alpha"}), tmp_path)
    try:
        for _ in range(3):
            ear.wait(lambda event: isinstance(event, Progress) and told in event.message)
        assert len([record for record in caplog.records if record.exc_info]) == 1, "its trace would fill the log"
        monkeypatch.setattr("vaulttui.index.sync.reconciler.scan_vault", scan_vault)
        ear.wait_until_settled()
        assert found(engine, "alpha") == ["a.md"]
    finally:
        engine.close()


def test_an_index_that_cannot_be_opened_for_a_while_is_told_of_and_filled_after_it(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path) -> None:
        raise IndexFault("The disk is full.", code="disk_full")

    monkeypatch.setattr("vaulttui.index.upkeep.background._RETRY_SECONDS", 0.01)
    engine = LocalEngine(make_vault({"a.md": "alpha"}), WORDS_ONLY, tmp_path / "index" / "index.duckdb")
    engine.initialize()
    ear = Ear(engine)
    engine._database._file._trouble = "invalid"
    with monkeypatch.context() as patch:
        patch.setattr("vaulttui.index.storage.index_file.open_file", full)
        engine.start_background()
        for _ in range(3):
            ear.wait(lambda event: isinstance(event, Progress) and event.message == "The disk is full.")
    try:
        ear.wait_until_settled()
        assert found(engine, "alpha") == ["a.md"]
    finally:
        engine.close()


def test_a_mistake_of_the_program_while_it_waits_for_changes_does_not_end_the_following_of_them(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: BackgroundWorker) -> bool:
        raise ZeroDivisionError("of looking")

    monkeypatch.setattr("vaulttui.index.upkeep.background._RETRY_SECONDS", 0.01)
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.01)
    root = make_vault({"a.md": "alpha"})
    with monkeypatch.context() as patch:
        patch.setattr(BackgroundWorker, "_vault_has_vanished", broken)
        engine, ear = start(root, tmp_path)
        for _ in range(3):
            ear.wait(lambda event: isinstance(event, Progress) and "of looking" in event.message)
    try:
        (root / "b.md").write_text("beta")
        ear.wait(lambda _: found(engine, "beta") == ["b.md"])
    finally:
        engine.close()


def test_a_note_that_was_written_is_told_of_though_the_next_one_fails(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "beta"})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh(embed=False)
    told: list[object] = []
    engine.subscribe(told.append)
    write_notes = IndexWriter.write_notes

    def failing(writer: IndexWriter, batch: NoteBatch, *others: Any, **more: Any) -> int:
        if "b.md" in batch.paths:
            raise IndexFault("full")
        return write_notes(writer, batch, *others, **more)

    monkeypatch.setattr(IndexWriter, "write_notes", failing)
    monkeypatch.setattr(batches, "INLINE_BATCH_BYTES", 1)  # each of the two in a batch of its own
    (root / "a.md").write_text("omega")
    (root / "b.md").write_text("omega")
    with pytest.raises(IndexFault, match="full"):
        engine._opened.update_paths(["a.md", "b.md"])
    assert [event.paths for event in told if isinstance(event, IndexChanged)] == [frozenset({"a.md"})]
    assert found(engine, "omega") == ["a.md"]
    engine.close()


def test_closing_during_the_first_build_ends_at_once_and_loses_nothing(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"n{number}.md": f"{PROSE * 20} number{number}" for number in range(600)})
    engine, ear = start(root, tmp_path, patience=10 * PATIENCE)
    ear.wait(lambda event: isinstance(event, Progress) and event.phase == "reading")
    started = time.monotonic()
    engine.close()
    assert time.monotonic() - started < 5
    engine, ear = start(root, tmp_path, patience=10 * PATIENCE)  # it reads them all
    try:
        ear.wait_until_settled()
        assert engine.count() == 600
        assert found(engine, "number599") == ["n599.md"]
    finally:
        engine.close()


def test_freed_memory_is_given_back_when_all_is_done(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.index.upkeep.background._LOOK_SECONDS", 0.05)
    given_back = threading.Event()
    monkeypatch.setattr("vaulttui.index.upkeep.background.give_back_freed_memory", given_back.set)
    root = make_vault({"a.md": PROSE})
    engine, ear = start(root, tmp_path, CountingEmbedder())
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.embedded == 1)
        assert given_back.wait(30)
        given_back.clear()
        (root / "a.md").write_text("omega")
        ear.wait_for_change("a.md")
        assert given_back.wait(30)
    finally:
        engine.close()


def test_paused_vectors_wait_and_say_so_while_words_stay_fresh(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": PROSE})
    embedder = CountingEmbedder()
    settings = replace(WORDS_ONLY, embedding=EmbeddingSettings(speed="paused"))
    engine = LocalEngine(root, settings, tmp_path / "index" / "index.duckdb", embedder=embedder)
    engine.initialize()
    ear = Ear(engine)
    engine.start_background()
    try:
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == "paused" and "setting" in event.message)
        (root / "b.md").write_text(f"omega {PROSE}")
        ear.wait(lambda _: found(engine, "omega") == ["b.md"])
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == "paused")
        assert embedder.texts == []
        assert engine.refresh().embedded == 2  # who asks for it by name gets it at once
        ear.wait_until_settled()
    finally:
        engine.close()


@pytest.mark.parametrize(("speed", "ended"), [("full", "idle"), ("paused", "paused")])
def test_a_refresh_that_another_asks_for_is_told_to_be_done(
    make_vault: MakeVault, tmp_path: Path, speed: str, ended: str
) -> None:
    root = make_vault({"a.md": PROSE})
    settings = replace(WORDS_ONLY, embedding=EmbeddingSettings(speed=speed))
    engine = LocalEngine(root, settings, tmp_path / "index" / "index.duckdb", embedder=CountingEmbedder())
    engine.initialize()
    ear = Ear(engine)
    engine.start_background()
    try:
        for _ in range(2):
            ear.wait(lambda event: isinstance(event, Progress) and event.phase == ended)
            engine.refresh(embed=False)
            ear.wait(lambda event: isinstance(event, Progress) and event.phase == "scanning")
        ear.wait(lambda event: isinstance(event, Progress) and event.phase == ended)
        assert engine.status().phase == ended
    finally:
        engine.close()


def test_half_speed_gets_everything_done(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": PROSE})
    settings = replace(WORDS_ONLY, embedding=EmbeddingSettings(speed="half"))
    engine = LocalEngine(root, settings, tmp_path / "index" / "index.duckdb", embedder=CountingEmbedder())
    engine.initialize()
    ear = Ear(engine)
    engine.start_background()
    try:
        ear.wait(lambda event: isinstance(event, IndexChanged) and event.vectors)
        assert engine.status().embedded == 1
    finally:
        engine.close()


def test_work_that_was_ended_before_it_began_does_not_begin(make_vault: MakeVault, tmp_path: Path) -> None:
    engine = LocalEngine(make_vault({"a.md": "words"}), WORDS_ONLY, tmp_path / "index" / "index.duckdb")
    engine.initialize()
    heard: list[object] = []
    engine.subscribe(heard.append)
    before = set(threading.enumerate())
    worker = BackgroundWorker(engine._opened, None, tmp_path / "vault", VaultSettings(), heard.append)
    worker.stop()
    worker.start()
    worker.stop()  # as another thread may that closes the engine meanwhile
    engine.close()
    engine.start_background(embed=False)
    begun = {thread.name for thread in set(threading.enumerate()) - before}
    assert not begun & {"vaulttui-index", "vaulttui-watcher"}
    assert heard == []
