"""Every fault of the system: what is told, what goes on working, and that it recovers."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import duckdb
import pytest
import watchfiles
import watchfiles.main
from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

from tests.conftest import WORDS_ONLY, MakeVault, write_notes
from tests.ear import Ear, wait_until
from tests.index.index_content import differences, index_content
from tests.index.kill_process import open_local
from tests.index.test_background import by_folder
from vaulttui.api import open_vault
from vaulttui.errors import IndexFault, IndexLockedError
from vaulttui.index.progress import Progress
from vaulttui.index.reading import batches
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.reading.worker import WorkerProcess
from vaulttui.index.storage import compaction, connecting, database_errors, files, index_file
from vaulttui.index.storage.database import Database
from vaulttui.index.sync import watcher
from vaulttui.index.sync.watcher import Watcher
from vaulttui.index.writing import housekeeping
from vaulttui.index.writing.identities import Identities
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.sharing import open_engine
from vaulttui.search.sharing.ownership import OwnerLock
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings, VaultSettings
from vaulttui.tools.search_notes import search_notes

LANDMARK = "a paragraph with an unmistakable landmark in it, longer than fifty characters"
LOGGED = "another text that is only in the log, not yet in the file"
NOTES = {f"{number}.md": f"# Note {number}\n\nwords of note {number}, {LANDMARK}\n" for number in range(30)}


@pytest.fixture
def index(tmp_path: Path) -> Path:
    (tmp_path / "index").mkdir(mode=0o700)
    return tmp_path / "index" / "index.duckdb"


@pytest.fixture
def indexed(make_vault: MakeVault, index: Path) -> Path:
    """A vault whose index is there, and closed."""
    root = make_vault(NOTES)
    engine = open_local(root, index)
    engine.refresh()
    engine.close()
    return root


def found(engine: LocalEngine, text: str) -> int:
    return engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).total


def assert_like_fresh(engine: LocalEngine, root: Path, index: Path, tmp_path: Path) -> None:
    """The index, brought up to date, holds what one built afresh holds."""
    engine.refresh()
    engine.close()
    fresh = open_local(root, tmp_path / "fresh.duckdb")
    fresh.refresh()
    fresh.close()
    assert differences(index_content(index), index_content(tmp_path / "fresh.duckdb")) == {}


def damage(path: Path, at: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        data = file.read(length)
        file.seek(at)
        file.write(bytes(byte ^ 0x55 for byte in data))


def damage_text(path: Path, text: str = LANDMARK) -> None:
    """Damage a text of chunks, and so the page of the file or the entry of the log that it stands in."""
    data = path.read_bytes()
    place = data.find(text.encode())
    assert place > 0
    damage(path, place, len(text))


def aside(index: Path) -> list[str]:
    return sorted(path.name.partition(".damaged.")[0] for path in index.parent.glob("*.damaged.*"))


# Damage


@pytest.fixture
def logged(make_vault: MakeVault, index: Path) -> Path:
    """A vault whose index is closed, with one note that is only in its log, not yet in its file."""
    root = make_vault(NOTES)
    engine = open_local(root, index)
    engine.refresh()
    (root / "0.md").write_text(LOGGED)
    engine.index_note("0.md")
    engine.close()
    return root


def test_a_damaged_log_is_kept_aside_and_costs_only_what_it_held(logged: Path, index: Path, tmp_path: Path) -> None:
    damage_text(files.log_path(index), LOGGED)
    again = open_local(logged, index)
    assert aside(index) == ["index.duckdb.wal"]
    assert again.status().embedded == len(NOTES)
    assert_like_fresh(again, logged, index, tmp_path)


def damage_head(log: Path) -> None:
    damage(log, 0, 64)


def cut(log: Path) -> None:
    os.truncate(log, log.read_bytes().find(LOGGED.encode()))


@pytest.mark.parametrize("break_off", [damage_head, cut])
def test_a_log_that_breaks_off_as_when_a_process_is_killed_costs_only_what_it_held(
    logged: Path, index: Path, tmp_path: Path, break_off: Callable[[Path], None]
) -> None:
    break_off(files.log_path(index))
    again = open_local(logged, index)
    assert aside(index) == []  # the database reads up to there
    assert again.status().embedded == len(NOTES)
    (logged / "1.md").write_text("a note that is saved behind it")
    again.index_note("1.md")
    again.close()
    again = open_local(logged, index)
    assert found(again, '"saved behind"') == 1
    assert found(again, '"only in the log"') == 0
    assert_like_fresh(again, logged, index, tmp_path)


def test_a_file_that_cannot_be_opened_is_kept_aside_and_built_anew(indexed: Path, index: Path, tmp_path: Path) -> None:
    os.truncate(index, index.stat().st_size // 2)
    again = open_local(indexed, index)
    assert aside(index) == ["index.duckdb"]
    assert_like_fresh(again, indexed, index, tmp_path)


def test_damage_that_is_met_while_searching_is_told_and_mended(indexed: Path, index: Path, tmp_path: Path) -> None:
    damage_text(index)
    engine = open_local(indexed, index)
    with pytest.raises(IndexFault, match=r"is damaged .*try again") as caught:
        found(engine, "landmark")
    assert caught.value.code == "index_damaged"
    assert found(engine, "landmark") == 30  # begun anew, and filled again
    assert aside(index) == ["index.duckdb"]
    assert_like_fresh(engine, indexed, index, tmp_path)


def test_damage_that_is_met_where_nobody_waits_for_an_answer_empties_no_later_one(indexed: Path, index: Path) -> None:
    """Such as while the index is read into memory: nobody was told."""
    damage_text(index)
    engine = open_local(indexed, index)
    with contextlib.suppress(IndexFault):
        found(engine, "landmark")
    assert len(engine.suggest("note", "note", limit=100)) == 30
    assert aside(index) == ["index.duckdb"]
    assert found(engine, "landmark") == 30
    engine.close()


def test_an_answer_for_which_several_questions_are_asked_is_never_of_an_index_that_was_emptied_among_them(
    indexed: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage_text(index)
    engine = open_local(indexed, index)
    search, asked = engine.search, count(1)

    def damage_is_met(query: Query) -> Result:
        if next(asked) == 1:
            with contextlib.suppress(IndexFault):
                found(engine, "landmark")
        return search(query)

    monkeypatch.setattr(engine, "search", damage_is_met)
    assert search_notes(engine, "landmark").startswith("Found 30 notes")
    assert next(asked) > 3, "several questions are asked for it"
    assert aside(index) == ["index.duckdb"]
    engine.close()


def test_damage_that_is_met_while_the_background_works_is_told_until_it_has_filled_the_index_again(
    indexed: Path, index: Path
) -> None:
    damage_text(index)
    engine = open_local(indexed, index)
    ear = Ear(engine)
    engine.start_background(embed=False)
    ear.wait_until_settled()
    with pytest.raises(IndexFault, match=r"is damaged .*try again"):
        found(engine, "landmark")
    answers: set[int | str] = set()

    def ask() -> bool:
        try:
            answers.add(found(engine, "landmark"))
        except IndexFault as fault:
            answers.add(fault.code)
        return 30 in answers

    wait_until(ask)
    assert answers <= {30, "index_damaged"}
    assert engine.count() == 30
    engine.close()


def test_damage_that_was_met_last_time_is_mended_at_the_next_start(indexed: Path, index: Path, tmp_path: Path) -> None:
    damage_text(index)
    engine = open_local(indexed, index)
    with pytest.raises(IndexFault, match="damaged"):
        found(engine, "landmark")
    engine.close()
    assert_like_fresh(open_local(indexed, index), indexed, index, tmp_path)


def test_damage_that_a_refresh_meets_is_mended_within_it(indexed: Path, index: Path, tmp_path: Path) -> None:
    damage_text(index)
    engine = open_local(indexed, index)
    with contextlib.suppress(IndexFault):
        found(engine, "landmark")
    assert engine.refresh().added == 30
    assert_like_fresh(engine, indexed, index, tmp_path)


@pytest.mark.parametrize("read_before", [10, 30])
def test_damage_that_another_thread_mends_in_the_middle_of_a_refresh_loses_no_note(
    make_vault: MakeVault, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_before: int
) -> None:
    root = make_vault(NOTES)
    engine = open_local(root, index)

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        monkeypatch.undo()
        yield from islice(read := batches.read_batches(*arguments), read_before)
        engine._database._file._trouble = "damaged"
        saving = threading.Thread(target=engine.index_note, args=["3.md"])
        saving.start()
        saving.join()
        yield from read

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    monkeypatch.setattr(batches, "INLINE_NOTES", 30)
    assert engine.refresh().notes == 30
    assert found(engine, "landmark") == 30
    assert_like_fresh(engine, root, index, tmp_path)


# Space and rights


@contextlib.contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """What a full disk does to an index: writing beyond a size fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_costs_nothing(indexed: Path, index: Path, tmp_path: Path) -> None:
    engine = open_local(indexed, index)
    write_notes(indexed, {f"more/{number}.md": f"{LANDMARK} {number} " * 100 for number in range(20)})
    with files_no_larger_than(4096), pytest.raises(IndexFault, match=r"cannot be written") as caught:
        engine.refresh()
    assert caught.value.code in ("disk_full", "index_reopened")
    assert found(engine, "landmark") == 30
    assert_like_fresh(engine, indexed, index, tmp_path)


def test_a_disk_that_is_full_at_a_checkpoint_costs_nothing(make_vault: MakeVault, index: Path, tmp_path: Path) -> None:
    root = make_vault(NOTES)
    engine = open_local(root, index)
    engine.refresh()
    write_notes(root, {f"more/{number}.md": f"{LANDMARK} {number} " * 100 for number in range(20)})
    for number in range(20):
        engine.index_note(f"more/{number}.md")
    with files_no_larger_than(4096), pytest.raises(IndexFault, match=r"the disk is full.*free some space"):
        engine._database.checkpoint()
    assert found(engine, "landmark") == 50
    assert_like_fresh(engine, root, index, tmp_path)


def test_a_disk_that_gets_full_while_the_index_is_made_small_costs_nothing(index: Path) -> None:
    database = Database(index)
    database.open()
    with database.write() as cursor:
        cursor.execute("INSERT INTO attachments SELECT hash(i)::VARCHAR FROM range(50_000) t(i)")
    database.checkpoint()
    with patch.object(compaction, "worth_compacting", return_value=True):
        with files_no_larger_than(100_000):
            assert not database.compact()
        assert sorted(path.name for path in index.parent.iterdir()) == ["index.duckdb"]
        assert database.compact()
    with database.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
        assert cursor.execute("SELECT count(*) FROM attachments").fetchone() == (50_001,)
    database.close()


def test_an_index_whose_log_there_is_no_room_for_is_read_until_there_is(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, "_FULL_SECONDS", 0.0)
    many = "INSERT INTO attachments SELECT hash(i)::VARCHAR FROM range(50_000) t(i)"
    database = Database(index)
    database.open()
    with database.write() as cursor:
        cursor.execute(many)
    database.close()
    with files_no_larger_than(index.stat().st_size), monkeypatch.context() as patch:
        patch.setattr(files, "_SPARE_BYTES", 1 << 60)
        with pytest.raises(duckdb.Error, match="File too large"):
            connecting.connect(index)
        database.open()
        with database.read() as cursor:
            assert cursor.execute("SELECT count(*) FROM attachments").fetchone() == (50_000,)
        with pytest.raises(IndexFault, match=r"disk is full.*free some space") as caught, database.write() as cursor:
            cursor.execute(many)
        assert caught.value.code == "disk_full"
    with database.write() as cursor:
        cursor.execute(many)
        assert cursor.execute("SELECT count(*) FROM attachments").fetchone() == (100_000,)
    database.close()
    assert aside(index) == []


@pytest.mark.parametrize("broken_off", ["at the checkpoint", "behind the commit"])
@pytest.mark.parametrize("before", [{}, NOTES], ids=["first index", "all changed"])
def test_what_is_broken_off_once_notes_are_in_the_index_brings_none_into_it_twice(
    make_vault: MakeVault,
    index: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: dict[str, str],
    broken_off: str,
) -> None:
    root = make_vault(before)
    engine = open_local(root, index)
    engine.refresh()
    write_notes(root, {name: f"{text}\n\nmore\n\n[[0]]" for name, text in NOTES.items()})
    give, checkpoint = Identities.give, Database.checkpoint
    monkeypatch.setattr(housekeeping, "_CHECKPOINT_POSTINGS", 0)
    with monkeypatch.context() as patch:
        if broken_off == "at the checkpoint":
            fault: BaseException = IndexFault("The disk is full.", code="disk_full")
            patch.setattr(Database, "checkpoint", raising_once(fault, checkpoint))
        else:
            fault = KeyboardInterrupt()
            patch.setattr(Identities, "give", raising_once(fault, give))
        with pytest.raises(type(fault)):
            engine.refresh()
        engine.refresh()
    with engine._database.read() as cursor:
        assert cursor.execute("SELECT count(*), count(DISTINCT note_id) FROM notes").fetchall() == [(30, 30)]
        assert cursor.execute("SELECT count(*) = count(DISTINCT chunk_id) FROM chunks").fetchall() == [(True,)]
    (root / "1.md").unlink()
    assert_like_fresh(engine, root, index, tmp_path)


def raising_once(fault: BaseException, function: Callable[..., Any]) -> Callable[..., Any]:
    faults = [fault]

    def called(*arguments: object, **named: object) -> object:
        if faults:
            raise faults.pop()
        return function(*arguments, **named)

    return called


def test_an_index_whose_emptying_is_broken_off_at_the_checkpoint_is_filled_again(
    indexed: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (indexed / "image.png").touch()
    engine = open_local(indexed, index)
    engine.refresh()
    fault = IndexFault("The disk is full.", code="disk_full")
    monkeypatch.setattr(Database, "checkpoint", raising_once(fault, Database.checkpoint))
    with pytest.raises(IndexFault):
        engine.clear()
    assert_like_fresh(engine, indexed, index, tmp_path)


@pytest.mark.parametrize("size", [4096, 10_000, 100_000])
def test_a_disk_that_is_full_when_an_index_is_begun_leaves_nothing_aside(index: Path, size: int) -> None:
    database = Database(index)
    with files_no_larger_than(size), pytest.raises(IndexFault, match=r"the disk is full.*free some space") as caught:
        database.open()
    assert caught.value.code == "disk_full"
    assert aside(index) == []
    database.open()
    database.close()


def test_a_damaged_log_is_kept_for_its_owner_alone(index: Path) -> None:
    index.parent.mkdir(parents=True, exist_ok=True)
    wal = files.log_path(index)
    wal.write_bytes(b"rubbish")
    wal.chmod(0o644)
    (kept,) = files.move_aside(wal)
    assert kept.stat().st_mode & 0o777 == 0o600


def test_what_a_link_in_the_place_of_an_index_leads_to_keeps_its_rights(index: Path, tmp_path: Path) -> None:
    index.parent.mkdir(parents=True, exist_ok=True)
    foreign = tmp_path / "foreign"
    foreign.touch(0o644)
    foreign.chmod(0o644)
    index.symlink_to(foreign)
    (kept,) = files.move_aside(index)
    assert kept.is_symlink()
    assert foreign.stat().st_mode & 0o777 == 0o644


def test_that_others_may_read_an_index_is_told_once(
    index: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(path: Path, mode: int) -> None:
        path.stat()
        raise PermissionError(1, "Operation not permitted", str(path))

    index.parent.mkdir(parents=True, exist_ok=True)
    index.touch()
    index.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    for _ in range(3):
        files.make_private(index)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        f"others may be able to read {index}"
    ]


def test_a_checkpoint_is_left_out_when_there_is_no_room_for_it(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(index)
    database.open()
    with database.write() as cursor:
        cursor.execute("INSERT INTO attachments VALUES ('x.png')")
    monkeypatch.setattr(files, "_SPARE_BYTES", 1 << 60)
    database.checkpoint()
    assert files.log_path(index).stat().st_size > 0
    database.close()


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ('Could not write file "x": No space left on device', "disk_full", "disk is full.*free some space"),
        ('Cannot open file "x": Read-only file system', "index_read_only", "Make its folder writable"),
        ('Cannot open file "x": Permission denied', "index_read_only", "VAULTTUI_CACHE_DIR"),
        (
            'Cannot open file "x": Too many open files',
            "index_unopened",
            "Too many open files. Nothing of it.*ulimit",
        ),
    ],
)
def test_an_index_is_not_given_up_because_it_cannot_be_written_now(
    index: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: str, words: str
) -> None:
    database = Database(index)
    database.open()
    database.close()

    def refuse(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
        raise duckdb.IOException(f"IO Error: {text}")

    with monkeypatch.context() as patch:
        patch.setattr(connecting, "connect", refuse)
        with pytest.raises(IndexFault, match=words) as caught:
            database.open()
    assert caught.value.code == code
    assert aside(index) == []
    database.open()
    database.close()


def test_an_index_is_not_given_up_because_there_is_too_little_memory_to_open_it(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(index)
    database.open()
    database.close()

    def refuse(path: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
        raise duckdb.OutOfMemoryException("Out of Memory Error: failed to allocate")

    with monkeypatch.context() as patch:
        patch.setattr(connecting, "connect", refuse)
        with pytest.raises(IndexFault, match=r"failed to allocate. Nothing of it.*ulimit -v") as caught:
            database.open()
    assert caught.value.code == "index_unopened"
    assert aside(index) == []
    database.open()
    database.close()


def test_an_index_is_not_given_up_because_too_many_files_are_open(index: Path) -> None:
    database = Database(index)
    database.open()
    database.close()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    held: list[int] = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
        with contextlib.suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        with pytest.raises(IndexFault, match="Too many open files"):
            database.open()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for descriptor in held:
            os.close(descriptor)
    assert aside(index) == []
    database.open()
    database.close()


def test_a_lock_that_too_many_open_files_keep_from_is_told_with_what_helps(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(IndexFault, match=r"cannot be taken: Too many open files\. Close .*ulimit -n"):
        OwnerLock.take(index.with_suffix(".lock"))


def test_a_fault_that_speaks_of_blocks_is_not_taken_for_a_lock() -> None:
    assert (
        database_errors.trouble(duckdb.IOException("Could not read enough bytes at block location 4096")) == "damaged"
    )
    assert (
        database_errors.trouble(duckdb.IOException('Could not set lock on file "x": Conflicting lock is held'))
        == "locked"
    )


def test_what_a_function_cannot_work_with_is_no_damage() -> None:
    assert database_errors.trouble(duckdb.InternalException("INTERNAL Error: Attempted to access index 9")) == "damaged"
    of_function = (
        'INTERNAL Error: Scalar function "regexp_replace" threw an execution error, but the function is not marked'
    )
    assert database_errors.trouble(duckdb.InternalException(of_function)) == ""


def test_a_cache_folder_that_cannot_be_made_is_told_with_the_way_out(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with pytest.raises(IndexFault, match=r"cannot be made.*VAULTTUI_CACHE_DIR"):
        open_engine(make_vault(NOTES), WORDS_ONLY)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_cache_folder_that_is_read_only_is_told_with_the_way_out(make_vault: MakeVault, index: Path) -> None:
    index.parent.chmod(0o500)
    try:
        with pytest.raises(IndexFault, match=r"Permission denied.*VAULTTUI_CACHE_DIR") as caught:
            open_engine(make_vault(NOTES), WORDS_ONLY, index)
        assert not isinstance(caught.value, IndexLockedError)
    finally:
        index.parent.chmod(0o700)


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of an index cannot be opened to be written."""
    opened = os.open

    def open_(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) and Path(os.fsdecode(path)).suffix == ".lock":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        return opened(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", open_)


@pytest.mark.usefixtures("no_lock")
def test_a_cache_folder_of_somebody_else_is_told_with_the_way_out(
    indexed: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = os.stat

    def stat(path: Any, **options: Any) -> os.stat_result:
        if path == index or path == str(index):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return looked(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    with pytest.raises(IndexFault, match=r"cannot be taken.*VAULTTUI_CACHE_DIR"):
        open_engine(indexed, WORDS_ONLY, index)
    with pytest.raises(IndexFault, match=r"cannot be taken.*VAULTTUI_CACHE_DIR"), open_vault(indexed, index):
        pass


@pytest.fixture
def read_only_disk(no_lock: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process sees of a disk that is mounted to be read only, whoever it belongs to."""
    del no_lock
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK and allowed(path, mode))


@pytest.mark.usefixtures("read_only_disk")
def test_an_index_on_a_read_only_disk_is_searched_by_any_number(indexed: Path, index: Path) -> None:
    before = index.read_bytes()
    engines = [open_engine(indexed, WORDS_ONLY, index) for _ in range(2)]
    assert [engine.search(parse_query("landmark")).total for engine in engines] == [30, 30]
    assert engines[0].refresh().changed == 0
    (indexed / "0.md").write_text("a change that cannot be taken note of")
    with pytest.raises(IndexFault, match=r"cannot be written: it is read-only\. Make its folder writable") as caught:
        engines[0].refresh()
    assert caught.value.code == "index_read_only"
    assert engines[0].search(parse_query("landmark")).total == 30
    for engine in engines:
        engine.close()
    assert index.read_bytes() == before
    assert aside(index) == []


@pytest.mark.usefixtures("no_lock")
def test_an_index_that_may_be_written_is_not_opened_without_its_lock(indexed: Path, index: Path) -> None:
    with pytest.raises(IndexFault, match=r"The lock of the index.*Read-only file system"):
        open_engine(indexed, WORDS_ONLY, index)


@pytest.mark.usefixtures("read_only_disk")
def test_a_read_only_folder_without_an_index_is_told_with_the_way_out(make_vault: MakeVault, index: Path) -> None:
    with pytest.raises(IndexFault, match=r"Read-only file system.*VAULTTUI_CACHE_DIR"):
        open_engine(make_vault(NOTES), WORDS_ONLY, index)


# The vault


def test_a_clock_that_was_set_back_hides_no_change(make_vault: MakeVault, index: Path, tmp_path: Path) -> None:
    root = make_vault(NOTES)
    engine = open_local(root, index)
    engine.refresh()
    (root / "0.md").write_text("an edit of a machine whose clock is years behind")
    os.utime(root / "0.md", (1_000_000_000, 1_000_000_000))
    assert engine.stale_notes() == ("0.md",)
    engine.refresh()
    assert found(engine, "machine") == 1
    assert_like_fresh(engine, root, index, tmp_path)


def test_a_worker_that_the_system_kills_costs_nothing(
    make_vault: MakeVault, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"{number}.md": f"words {number}" for number in range(200)})
    call = WorkerProcess.call
    killed = threading.Event()

    def killed_once(worker: WorkerProcess, *arguments: object) -> object:
        if not killed.is_set():
            killed.set()
            worker._process.kill()
        return call(worker, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerProcess, "call", killed_once)
    monkeypatch.setattr(batches, "INLINE_NOTES", 10)
    engine = open_local(root, index)
    assert engine.refresh().warnings == 0
    assert killed.is_set()
    assert engine.count() == 200
    assert_like_fresh(engine, root, index, tmp_path)


NO_MORE_WATCHES = OSError(
    'OS file watch limit reached. about ["/vault"] (Error { kind: MaxFilesWatch, paths: ["/vault"] })'
)
"""What watchfiles raises where ``inotify_add_watch`` gives ENOSPC."""
NO_MORE_WATCHERS = WatchfilesRustInternalError("Error creating recommended watcher: Too many open files (os error 24)")
"""And where ``inotify_init`` gives EMFILE."""


@pytest.fixture(params=[NO_MORE_WATCHES, NO_MORE_WATCHERS], ids=["watches", "watchers"])
def refuse_to_watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has the system refuse to watch so many times, as it does where too much is watched already."""

    def refuse(times: int) -> None:
        left = iter(range(times))

        def begin(
            folders: list[str], debug: bool, polling: bool, delay: int, recursive: bool, ignoring: bool
        ) -> RustNotify:
            if not polling and next(left, None) is not None:
                if not ignoring or request.param is NO_MORE_WATCHERS:
                    raise request.param
                folders = []  # what cannot be watched is passed over
            return RustNotify(folders, debug, polling, delay, recursive, ignoring)

        monkeypatch.setattr(watchfiles.main, "RustNotify", begin)
        monkeypatch.setattr(watcher, "_POLL_MS", 50)

    return refuse


@by_folder
def test_where_the_system_cannot_watch_more_folders_changes_are_looked_for(
    make_vault: MakeVault, index: Path, refuse_to_watch: Callable[[int], None]
) -> None:
    refuse_to_watch(1_000_000)
    root = make_vault(NOTES)
    engine = LocalEngine(root, WORDS_ONLY, index)
    engine.initialize()
    told: list[str] = []
    engine.subscribe(lambda event: told.append(event.message) if isinstance(event, Progress) else None)
    engine.start_background()
    try:
        wait_until(lambda: engine.count() == 30)
        wait_until(lambda: any("max_user_watches or max_user_instances" in message for message in told))
        assert not any("Error" in message or "/vault" in message for message in told)
        (root / "new.md").write_text("zeppelin")
        wait_until(lambda: found(engine, "zeppelin") == 1)
    finally:
        engine.close()


@by_folder
def test_where_the_system_can_watch_a_moment_later_changes_are_heard(
    make_vault: MakeVault, refuse_to_watch: Callable[[int], None]
) -> None:
    refuse_to_watch(1)
    root = make_vault(NOTES)
    told: list[frozenset[str]] = []
    watching = Watcher(root, VaultSettings(), told.append)
    watching.start()
    try:
        watching.wait_until_watched(60)
        wait_until(lambda: told == [{"."}])  # something may have changed before
        (root / "new.md").write_text("zeppelin")
        wait_until(lambda: {"new.md"} in told)
        assert (watching.failure, watching._polling) == ("", False)
    finally:
        watching.stop()


WATCHING = """
import sys, time
from pathlib import Path
from vaulttui.index.sync import watcher
from vaulttui.settings import VaultSettings

told = []
watcher._POLL_MS = 50
watching = watcher.Watcher(Path(sys.argv[1]), VaultSettings(), told.append)
watching.start()
watching.wait_until_watched(60)
Path(sys.argv[1], "new.md").write_text("zeppelin")
until = time.monotonic() + 60
while not any("new.md" in paths for paths in told) and time.monotonic() < until:
    time.sleep(0.01)
print(any("new.md" in paths for paths in told), watching.failure)
watching.stop()
"""


@pytest.mark.parametrize("limit", ["max_inotify_watches", "max_inotify_instances"])
def test_changes_are_looked_for_at_the_limits_of_the_system_itself(make_vault: MakeVault, limit: str) -> None:
    unshared = [
        "unshare",
        "--user",
        "--map-root-user",
        "sh",
        "-c",
        f'echo 0 > /proc/sys/user/{limit} && exec "$@"',
        "-",
    ]
    try:
        subprocess.run([*unshared, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no user namespace can be made here whose limit can be set")
    root = make_vault(NOTES)
    watching = [*unshared, sys.executable, "-P", "-c", WATCHING, str(root)]
    said = subprocess.run(watching, check=True, capture_output=True, text=True, timeout=120).stdout
    assert said.startswith("True The system does not tell of changes ("), said


@by_folder
def test_a_folder_of_settings_that_may_not_be_read_keeps_no_other_from_being_watched(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha", ".obsidian/app.json": "{}"})
    access = os.access

    def begin(folders: list[str], *options: Any) -> RustNotify:
        if str(root / ".obsidian") in folders:
            raise PermissionError(f'Permission denied (os error 13) about ["{root}/.obsidian"]')
        return RustNotify(folders, *options)

    monkeypatch.setattr(os, "access", lambda path, mode: ".obsidian" not in str(path) and access(path, mode))
    monkeypatch.setattr(watchfiles.main, "RustNotify", begin)
    told: list[frozenset[str]] = []
    watching = Watcher(root, VaultSettings(), told.append)
    watching.start()
    try:
        watching.wait_until_watched(60)
        (root / "a.md").write_text("beta")
        wait_until(lambda: {"a.md"} in told)
        assert watching.failure == ""
    finally:
        watching.stop()


# The network


def test_indexing_and_searching_reach_for_no_socket_but_the_local_one(
    make_vault: MakeVault, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    reached: list[int] = []

    class Watched(socket.socket):
        def connect(self, address: Any) -> None:
            reached.append(self.family)
            super().connect(address)

        def connect_ex(self, address: Any) -> int:
            reached.append(self.family)
            return super().connect_ex(address)

        def sendto(self, *arguments: Any) -> int:
            reached.append(self.family)
            return super().sendto(*arguments)

    def no_names(*_: object, **__: object) -> object:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(socket, "socket", Watched)
    monkeypatch.setattr(socket, "getaddrinfo", no_names)
    root = make_vault(NOTES)
    owner = open_engine(root, Settings(), index)  # with the real model
    owner.refresh()
    follower = open_engine(root, Settings(), index)
    for mode in Mode:
        assert follower.search(parse_query("landmark", defaults=Query(mode=mode))).total
    follower.close()
    owner.close()
    assert set(reached) == {socket.AF_UNIX}


def test_a_note_that_was_away_for_a_moment_is_not_warned_of_for_ever(make_vault: MakeVault, index: Path) -> None:
    engine = open_local(make_vault(NOTES), index)
    try:
        engine.refresh()
        engine._opened.warnings.write_failures([("0.md", "read_failed", "No such file or directory")])
        assert len(engine.warnings()) == 1
        engine.refresh()
        assert list(engine.warnings()) == []
    finally:
        engine.close()
