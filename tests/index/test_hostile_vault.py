"""The hostile vault is indexed to its end, found whole, told about, and left as it was."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.hostile_vault import MemoryWatch
from tests.conftest import WORDS_ONLY
from tests.vault.hostile import SECRET, HostileVault, every_file, make_hostile_vault, make_readable
from vaulttui.cli.dispatch import run
from vaulttui.cli.services import Services
from vaulttui.errors import NoteNotFoundError, PathOutsideVaultError
from vaulttui.index.reading import batches
from vaulttui.index.reading.worker import WorkerProcess
from vaulttui.index.writing.property_types import PROPERTY_TYPE_DIFFERS
from vaulttui.search.expression import TextIs
from vaulttui.search.language.quoting import quote
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import FileQuery, Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import VaultSettings

MOST_SECONDS = 60
"""A tenth of it is usual; a reader of quadratic time takes far longer."""
MOST_MEMORY = 500_000_000
"""Bytes, all processes together, without what the tests themselves had taken before."""

KEYWORD = Query(mode=Mode.KEYWORD, limit=1_000)


@dataclass(frozen=True)
class Indexed:
    """The vault after its first refresh."""

    vault: HostileVault
    folder: Path
    engine: LocalEngine
    seconds: float
    memory: int
    before: str
    """Digest of everything in the folder before anything was read."""

    def search(self, text: str) -> set[str]:
        return {hit.path for hit in self.engine.search(parse_query(text, defaults=KEYWORD)).hits}


def digest(folder: Path) -> str:
    """Digest of names, kinds, rights, times and contents of everything in a folder."""
    parts: list[str] = []
    for path, found, parent in every_file(folder):
        content = b""
        if stat.S_ISREG(found.st_mode):
            with suppress(PermissionError):
                descriptor = os.open(path.rpartition(b"/")[2], os.O_RDONLY, dir_fd=parent)
                with os.fdopen(descriptor, "rb") as file:
                    content = hashlib.blake2b(file.read()).digest()
        parts.append(f"{path!r} {found.st_mode} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {content!r}")
    return hashlib.blake2b("\n".join(sorted(parts)).encode()).hexdigest()


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Indexed]:
    folder = tmp_path_factory.mktemp("hostile")
    vault = make_hostile_vault(folder / "vaults", "small")
    before = digest(folder / "vaults")
    settings = replace(WORDS_ONLY, vault=VaultSettings(max_note_bytes=vault.max_note_bytes))
    engine = LocalEngine(vault.root, settings, folder / "index.duckdb")
    engine.initialize()
    watch = MemoryWatch()
    watch.start()
    started = time.perf_counter()
    engine.refresh()
    seconds = time.perf_counter() - started
    watch.stop()
    yield Indexed(vault, folder / "vaults", engine, seconds, watch.growth, before)
    engine.close()
    make_readable(folder / "vaults")


def test_it_ends_in_bounded_time_and_memory(indexed: Indexed) -> None:
    assert indexed.seconds < MOST_SECONDS
    assert indexed.memory < MOST_MEMORY


def test_the_index_has_every_note_that_can_be_read_and_no_other(indexed: Indexed) -> None:
    with indexed.engine._database.read() as cursor:
        paths = [path for (path,) in cursor.execute("SELECT path FROM notes").fetchall()]
    assert sorted(paths) == sorted(indexed.vault.notes)


def test_every_note_is_found_by_its_path(indexed: Indexed) -> None:
    for path in (path for path in indexed.vault.notes if path.startswith(("names/", "d0/", "bytes/"))):
        query = Query(mode=Mode.KEYWORD, where=TextIs(path, "path"), limit=1_000)
        assert path in {hit.path for hit in indexed.engine.search(query).hits}, path


def test_every_note_is_found_by_its_name_as_a_text_of_the_query_language(indexed: Indexed) -> None:
    for path in indexed.vault.notes:
        text = f"file:{quote(path.rpartition('/')[2])}"
        assert path in indexed.search(text), text


def test_every_note_is_found_by_a_word_that_stands_in_it_alone(indexed: Indexed) -> None:
    for path, word in indexed.vault.notes.items():
        if word:
            assert indexed.search(f"content:{word}") == {path}, word


def test_everything_not_read_as_written_is_a_warning_and_nothing_else_is(indexed: Indexed) -> None:
    with indexed.engine._database.read() as cursor:
        warnings = set(cursor.execute("SELECT path, code FROM warnings").fetchall())
    differing = {(path, code) for path, code in warnings if code == PROPERTY_TYPE_DIFFERS}
    assert warnings - differing == indexed.vault.warnings
    assert ("yaml/keys alike in other notes.md", PROPERTY_TYPE_DIFFERS) in differing


def test_warnings_tell_path_line_and_reason(indexed: Indexed) -> None:
    warnings = {path: (line, message) for path, line, message in indexed.engine.warnings()}
    assert warnings.keys() >= {path for path, _ in indexed.vault.warnings}
    assert all(len(message) > 20 for _, message in warnings.values())
    line, message = warnings["yaml/at sign.md"]
    assert line == 3
    assert "'- @name'" in message


def test_doctor_lists_every_warning(indexed: Indexed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexed.engine, "close", lambda: None)
    monkeypatch.setattr("sys.stdout", stdout := StringIO())
    services = Services(open_engine=lambda *_: indexed.engine, environ={"VAULTTUI_VAULT": str(indexed.vault.root)})
    assert run(["doctor", "--json"], services) == 0
    listed = json.loads(stdout.getvalue())["warnings"]
    assert [(item["path"], item["line"], item["message"]) for item in listed] == list(indexed.engine.warnings())
    assert {item["path"] for item in listed} >= {path for path, _ in indexed.vault.warnings}


def test_what_lies_outside_or_hidden_is_not_read(indexed: Indexed) -> None:
    assert indexed.search(SECRET) == set()
    with indexed.engine._database.read() as cursor:
        row = cursor.execute("SELECT count(*) FROM chunks WHERE contains(text, ?)", [SECRET]).fetchone()
    assert row == (0,)
    for path in ("symlinks/outside.md", "symlinks/outside/secret.md", "symlinks/etc/passwd", "symlinks/zero.md"):
        with pytest.raises(PathOutsideVaultError):
            indexed.engine.note(path)
    assert not indexed.engine.find(FileQuery("secret", limit=10_000))


@pytest.mark.parametrize("path", ["special/pipe.md", "symlinks/dangling.md", "symlinks/loop.md", "folder only.md"])
def test_what_is_no_file_cannot_be_shown_and_blocks_nobody(indexed: Indexed, path: str) -> None:
    with pytest.raises(NoteNotFoundError):
        indexed.engine.note(path)


def test_a_second_refresh_finds_nothing_to_do(indexed: Indexed) -> None:
    report = indexed.engine.refresh()
    assert (report.added, report.changed, report.moved, report.removed) == (0, 0, 0, 0)


def test_no_byte_changes_by_searching_finding_showing_and_counting(indexed: Indexed) -> None:
    engine = indexed.engine
    for path in indexed.vault.notes:
        detail = engine.note(path)
        assert detail.path == path
        engine.index_note(path)
    engine.backlinks("many/0/0/index.md")
    engine.facets(Query(mode=Mode.KEYWORD), limit=100_000)
    engine.find(FileQuery("md", path="yaml", limit=100_000))
    engine.find(FileQuery("*", path="names", tag="x", limit=100_000))
    engine.stale_notes()
    engine.search(Query(mode=Mode.KEYWORD, limit=10_000, context_lines=3, explain=True))
    for kind in ("tag", "folder", "property", "note"):
        engine.suggest(kind, "", limit=100_000)
    assert digest(indexed.folder) == indexed.before


class Terminal(StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "arguments", [["doctor"], ["search", "mode:keyword heading"], ["search", "mode:keyword path:characters"]]
)
def test_nothing_in_a_vault_acts_on_the_terminal(
    indexed: Indexed, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setattr(indexed.engine, "close", lambda: None)
    monkeypatch.setattr("sys.stdout", stdout := Terminal())
    monkeypatch.setattr("sys.stderr", stderr := Terminal())
    services = Services(
        open_engine=lambda *_: indexed.engine,
        environ={"NO_COLOR": "1", "VAULTTUI_VAULT": str(indexed.vault.root)},
    )
    assert run([*arguments, "--limit", "1000"] if arguments[0] == "search" else arguments, services) == 0
    shown = stdout.getvalue() + stderr.getvalue().replace("\r\x1b[K", "")
    assert len(shown) > 500
    assert not set(shown) & set("\x07\x08\r\t\x1b\x7f\x9b\u202e\u2066\u2028")


def test_a_note_that_its_reader_dies_of_costs_only_itself_and_only_once(
    indexed: Indexed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = WorkerProcess.call

    def fatal(self: WorkerProcess, function: Callable[..., Any], arguments: Sequence[Any]) -> object:
        if any(request.path == "*.md" for request in arguments[1]):
            self.kill()
        return call(self, function, arguments)

    engine = LocalEngine(indexed.vault.root / "names", WORDS_ONLY, tmp_path / "index.duckdb")
    engine.initialize()
    readable = sum(path.startswith("names/") for path in indexed.vault.notes)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(WorkerProcess, "call", fatal)
            patch.setattr(batches, "INLINE_NOTES", 0)
            assert engine.refresh().notes == readable
        assert [message for path, _, message in engine.warnings() if path == "*.md"] == [
            "The note could not be read (the process that read it died); it is tried again at the next refresh."
        ]
        assert engine.refresh().changed == 1
        assert not [message for path, _, message in engine.warnings() if path == "*.md"]
    finally:
        engine.close()
