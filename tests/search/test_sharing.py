"""Many engines on one vault: one owns the index, the others ask it, and the next takes over."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault
from tests.ear import wait_until
from vaulttui.errors import IndexFault, IndexLockedError, NoteNotFoundError, QuerySyntaxError, VaultTuiError
from vaulttui.index.progress import IndexChanged, Progress, RefreshReport
from vaulttui.index.sync import reconciler
from vaulttui.search.engine import Listener, SearchEngine
from vaulttui.search.expression import RegexIs
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import FileQuery, Mode, Query
from vaulttui.search.sharing import SharedEngine, channel, connections, handshake, succession
from vaulttui.search.sharing.ownership import ListeningSocket, OwnerLock, OwnerNote, read_owner
from vaulttui.search.sharing.remote_engine import RemoteEngine
from vaulttui.search.sharing.succession import local_engine
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings, Settings, VaultSettings
from vaulttui.vault.files.scan import ScanResult, scan_vault
from vaulttui.vault.files.scan_ahead import Scanned

PATIENCE = 20.0
"""Seconds until something that does not happen is a failure."""

NOTES = {
    "Rust.md": "---\ntags: [work/rust]\nstatus: draft\nprio: 3\ndue: 2025-03-01\n---\n# Tokio\nA deadlock. [[Sea]]\n",
    "sub/Sea.md": "# Sea\nWaves and #water\n\n## 2025-07-14\nA storm. [ ] sail\n- [ ] sail home\n",
    "Crème.md": "crème brûlée with a deadlock of sugar, see [[Nowhere]]",
}

OpenShared = Callable[..., SharedEngine]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index" / "index.duckdb"


@pytest.fixture
def shared(tmp_path: Path, index: Path) -> Iterator[OpenShared]:
    with ExitStack() as stack:

        def open_(root: Path, settings: Settings = WORDS_ONLY) -> SharedEngine:
            engine = SharedEngine(root, settings, index)
            engine.initialize()
            stack.callback(engine.close)
            return engine

        yield open_


class Process:
    """Another process with the vault open."""

    def __init__(self, root: Path, index: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.search.sharing_process", str(root), str(index)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def say(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def ask(self, command: str) -> str:
        self.say(command)
        return self._line()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(self._process.pid, os.WUNTRACED)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def other_process(index: Path) -> Iterator[Callable[[Path], Process]]:
    with ExitStack() as stack:

        def start(root: Path) -> Process:
            process = Process(root, index)
            stack.callback(process.end)
            return process

        yield start


def keyword(text: str) -> Query:
    return parse_query(text, defaults=Query(mode=Mode.KEYWORD))


def found(engine: SearchEngine, text: str) -> list[str]:
    return [hit.path for hit in engine.search(keyword(text)).hits]


# The same answers


QUESTIONS: Mapping[str, Callable[[SearchEngine], object]] = {
    "words": lambda engine: engine.search(keyword("deadlock")).hits,
    "accents": lambda engine: engine.search(keyword("creme brulee")).hits,
    "filters": lambda engine: engine.search(keyword("tag:work [status:draft] created:>2000")).hits,
    "chunks": lambda engine: engine.search(replace(keyword("storm"), group_by="chunk", context_lines=2)).hits,
    "explained": lambda engine: engine.search(replace(keyword("deadlock"), explain=True)).hits,
    "total": lambda engine: engine.search(keyword("")).total,
    "facets": lambda engine: engine.facets(keyword(""), date_field="created", limit=3),
    "tags": lambda engine: engine.suggest("tag", "w"),
    "values": lambda engine: engine.suggest("value", "", key="status", limit=1),
    "files": lambda engine: engine.find(FileQuery("*.md", path="sub")),
    "properties": lambda engine: engine.find(FileQuery(property={"key": "status", "value": "draft"})),
    "note": lambda engine: engine.note("Rust.md"),
    "backlinks": lambda engine: engine.backlinks("sub/Sea.md"),
    "warnings": lambda engine: list(engine.warnings()),
    "status": lambda engine: engine.status(),
    "count": lambda engine: engine.count(),
    "stale": lambda engine: engine.stale_notes(),
    "name": lambda engine: (engine.vault_name, engine.vault_path),
}


def test_a_follower_answers_as_the_owner_does(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner = shared(root)
    owner.refresh()
    follower = shared(root)
    assert owner.owner
    assert not follower.owner
    for name, question in QUESTIONS.items():
        assert question(follower) == question(owner), name


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (lambda engine: engine.note("missing.md"), NoteNotFoundError),
        (lambda engine: engine.note("../../etc/passwd"), VaultTuiError),
        (
            lambda engine: engine.search(
                Query(where=RegexIs("(")),
            ),
            QuerySyntaxError,
        ),
        (lambda engine: engine.search(parse_query("x", defaults=Query(mode=Mode.SEMANTIC))), VaultTuiError),
    ],
)
def test_a_follower_fails_as_the_owner_does(
    make_vault: MakeVault, shared: OpenShared, question: Callable[[SearchEngine], object], kind: type[VaultTuiError]
) -> None:
    root = make_vault(NOTES)
    told = []
    for engine in (shared(root), shared(root)):
        with pytest.raises(kind) as caught:
            question(engine)
        told.append((type(caught.value), caught.value.message, caught.value.code))
    assert told[0] == told[1]


def test_what_one_writes_the_other_finds(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner, follower = shared(root), shared(root)
    assert follower.refresh().added == 3
    assert found(owner, "storm") == ["sub/Sea.md"]
    (root / "new.md").write_text("zeppelin")
    assert follower.index_note("new.md")
    assert found(owner, "zeppelin") == ["new.md"]
    assert owner.remove_note("new.md")
    assert found(follower, "zeppelin") == []
    assert follower.index_note("new.md")
    assert follower.remove_note("new.md")
    assert not follower.remove_note("new.md")
    follower.clear()
    assert owner.count() == 0


# Progress and events


class Ear:
    """Collects events."""

    def __init__(self) -> None:
        self.events: list[object] = []

    def __call__(self, event: object) -> None:
        self.events.append(event)

    def heard(self, kind: type, **values: object) -> Callable[[], bool]:
        return lambda: any(
            isinstance(event, kind) and all(getattr(event, name) == value for name, value in values.items())
            for event in self.events
        )


def test_a_refresh_tells_its_progress_over_the_socket(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    shared(root)
    told: list[Progress] = []
    report = shared(root).refresh(progress=told.append)
    assert report.notes == 3
    assert {progress.phase for progress in told} >= {"scanning", "reading"}


def test_a_follower_hears_of_changes_that_anybody_makes(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner, follower = shared(root), shared(root)
    ear = Ear()
    unsubscribe = follower.subscribe(ear)
    owner.refresh()
    wait_until(ear.heard(IndexChanged))
    wait_until(lambda: isinstance(ear.events[-1], Progress) and ear.events[-1].phase == "idle")  # nothing is on its way
    unsubscribe()
    ear.events.clear()
    owner.clear()
    assert follower.count() == 0
    assert ear.events == []


def test_a_follower_that_comes_later_hears_why_vectors_are_not_made(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault({"a.md": "This paragraph has more than fifty characters, enough to be embedded."})
    settings = replace(WORDS_ONLY, embedding=EmbeddingSettings(speed="paused"))
    owner, follower = shared(root, settings), shared(root, settings)
    first, later = Ear(), Ear()
    owner.subscribe(first)
    owner.start_background(embed=True)
    wait_until(first.heard(Progress, phase="paused"))
    why = next(event.message for event in first.events if isinstance(event, Progress) and event.phase == "paused")
    assert why
    follower.subscribe(later)
    wait_until(later.heard(Progress, phase="paused", message=why, shared=True))


def test_background_work_that_a_follower_asks_for_is_done_by_the_owner(
    make_vault: MakeVault, shared: OpenShared
) -> None:
    root = make_vault(NOTES)
    owner, follower = shared(root), shared(root)
    follower.start_background(embed=False)
    wait_until(lambda: owner.count() == 3)


def test_a_scan_that_a_visitor_made_spares_the_owner_one_where_nothing_changed(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    owner, visitor = shared(root), shared(root)
    owner.refresh()
    made: list[Path] = []

    def scan(root: Path, *rest: object) -> ScanResult:
        made.append(root)
        return scan_vault(root, WORDS_ONLY.vault)

    def refresh() -> RefreshReport:
        return visitor.refresh(ahead=Scanned(scan_vault(root, WORDS_ONLY.vault).digest))

    monkeypatch.setattr(reconciler, "scan_vault", scan)
    assert refresh().notes == 3
    assert made == []
    (root / "Rust.md").write_text("# Tokio\nA livelock, for a change.\n")
    assert refresh().changed == 1
    assert len(made) == 1
    assert found(visitor, "livelock") == ["Rust.md"]
    assert refresh().changed == 0
    assert len(made) == 1


def test_a_refresh_whose_listener_gives_up_stops_and_disturbs_nobody(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault({f"{number}.md": "words" for number in range(20)})
    owner, follower = shared(root), shared(root)

    def enough(progress: Progress) -> None:
        if progress.phase == "reading":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        follower.refresh(progress=enough)
    assert follower.refresh().notes == 20
    assert found(owner, "words")


def test_refreshes_that_come_together_are_one(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    engine = shared(root)
    entered, go_on = threading.Event(), threading.Event()
    scans: list[Progress] = []

    def hold(event: object) -> None:
        if isinstance(event, Progress) and event.phase == "scanning":
            scans.append(event)
            entered.set()
            assert go_on.wait(PATIENCE)

    engine.subscribe(hold)
    threads = [threading.Thread(target=engine.refresh) for _ in range(6)]
    threads[0].start()
    assert entered.wait(PATIENCE)
    for thread in threads[1:]:
        thread.start()
    time.sleep(0.05)  # they wait now; one that does not yet makes the test weaker, never wrong
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(scans) <= 3


# Taking over


@pytest.fixture
def endless_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a pause to be over, or for a sign of life, waits longer than a test does."""
    monkeypatch.setattr("vaulttui.search.sharing.answering._RETRY_SECONDS", 600.0)
    monkeypatch.setattr(succession, "_PATIENCE", 600.0)


@pytest.mark.usefixtures("endless_pauses")
def test_when_the_owner_leaves_a_follower_takes_over(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner, follower, third = shared(root), shared(root), shared(root)
    owner.refresh()
    ear = Ear()
    follower.subscribe(ear)
    owner.close()
    wait_until(lambda: follower.owner)
    wait_until(ear.heard(IndexChanged))
    assert found(third, "storm") == found(follower, "storm") == ["sub/Sea.md"]
    assert not third.owner


def test_whoever_comes_while_the_owner_leaves_looks_for_the_next_one(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vaulttui.search.sharing import server

    root = make_vault(NOTES)
    shared(root).refresh()
    greet = handshake.encode_greeting
    said = iter([["leaving"]])
    monkeypatch.setattr(server, "encode_greeting", lambda words: next(said, None) or greet(words))
    assert shared(root).count() == len(NOTES)


def test_a_follower_that_cannot_take_over_at_once_does_so_later(
    make_vault: MakeVault, shared: OpenShared, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.search.sharing.answering._RETRY_SECONDS", 0.01)
    root = make_vault(NOTES)
    owner = shared(root)
    owner.refresh()
    tried = 0

    def fail_once(root: Path, settings: Settings, index_path: Path) -> SearchEngine:
        nonlocal tried
        tried += 1
        if tried == 1:
            raise OSError(errno.EMFILE, "Too many open files")
        return local_engine(root, settings, index_path)

    follower = SharedEngine(root, WORDS_ONLY, index, make_local=fail_once)
    ear = Ear()
    follower.subscribe(ear)
    try:
        follower.initialize()
        owner.close()
        wait_until(lambda: follower.owner)
        assert [event.message for event in ear.events if isinstance(event, Progress) and event.phase == "failed"] == [
            "The index is not open: unexpected OSError: [Errno 24] Too many open files. It is tried again."
        ]
    finally:
        follower.close()


def test_background_work_goes_on_with_the_next_owner(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner, follower = shared(root), shared(root)
    follower.start_background(embed=False)
    wait_until(lambda: owner.count() == 3)
    owner.close()
    wait_until(lambda: follower.owner)
    (root / "new.md").write_text("zeppelin")
    wait_until(lambda: found(follower, "zeppelin") == ["new.md"])


@pytest.mark.usefixtures("endless_pauses")
def test_when_the_owner_is_killed_a_follower_takes_over_at_once(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process]
) -> None:
    root = make_vault(NOTES)
    owner = other_process(root)
    assert owner.ask("refresh") == "3"
    follower = shared(root)
    follower.subscribe(Ear())
    assert not follower.owner
    assert found(follower, "storm") == ["sub/Sea.md"]
    owner.kill()
    answers: list[list[str]] = []
    asking = threading.Thread(target=lambda: answers.append(found(follower, "storm")), daemon=True)
    asking.start()
    asking.join(PATIENCE)
    assert answers == [["sub/Sea.md"]]
    assert follower.owner


def test_no_request_is_lost_when_the_owner_is_killed_in_the_middle_of_it(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process]
) -> None:
    root = make_vault({f"{number}.md": f"words and {number}" for number in range(600)})
    owner = other_process(root)
    follower = shared(root)
    told = threading.Event()
    reports = []

    def refresh() -> None:
        reports.append(follower.refresh(progress=lambda _: told.set()))

    thread = threading.Thread(target=refresh)
    thread.start()
    assert told.wait(PATIENCE)
    owner.kill()
    thread.join(10 * PATIENCE)  # until it has read them all
    assert [report.notes for report in reports] == [600]
    assert follower.owner
    assert follower.search(keyword("words")).total == 600


def test_a_follower_that_is_killed_disturbs_nobody(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process]
) -> None:
    root = make_vault({f"{number}.md": f"words and {number}" for number in range(300)})
    owner = shared(root)
    ear = Ear()
    owner.subscribe(ear)
    follower = other_process(root)
    follower.say("refresh")
    wait_until(ear.heard(Progress, phase="reading"))
    follower.kill()
    assert owner.refresh().notes == 300
    assert owner.owner


def test_an_index_that_is_released_is_anothers_meanwhile_and_what_is_asked_waits(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process]
) -> None:
    root = make_vault(NOTES)
    engine = shared(root)
    engine.refresh()
    ear = Ear()
    engine.subscribe(ear)
    answers: list[list[str]] = []
    asking = threading.Thread(target=lambda: answers.append(found(engine, "storm OR zeppelin")))
    with engine.released():
        other = other_process(root)
        assert other.ask("owner") == "True"
        (root / "new.md").write_text("zeppelin")
        asking.start()
        assert other.ask("refresh") == "4"
        assert answers == []
    asking.join(PATIENCE)
    assert sorted(answers[0]) == ["new.md", "sub/Sea.md"]
    wait_until(ear.heard(IndexChanged))
    assert not engine.owner


def test_whoever_released_an_index_is_its_owner_again_and_works_on(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    engine = shared(root)
    engine.start_background(embed=False)
    wait_until(lambda: engine.count() == 3)
    with engine.released():
        (root / "new.md").write_text("zeppelin")
    wait_until(lambda: found(engine, "zeppelin") == ["new.md"])
    assert engine.owner


def test_a_question_whose_engine_is_closed_under_it_is_asked_again(make_vault: MakeVault, index: Path) -> None:
    asked, closed = threading.Event(), threading.Event()

    class SlowEngine(LocalEngine):
        def count(self) -> int:
            asked.set()
            assert closed.wait(PATIENCE)
            return super().status().notes

        def close(self) -> None:
            super().close()
            closed.set()

    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index, make_local=SlowEngine)
    counts: list[int] = []
    asking = threading.Thread(target=lambda: counts.append(engine.count()))
    try:
        engine.refresh()
        asking.start()
        assert asked.wait(PATIENCE)
        with engine.released():
            pass
        asking.join(PATIENCE)
        assert counts == [3]
    finally:
        engine.close()


def test_who_listens_as_the_owner_changes_hears_the_next_one(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine, ear = shared(root), Ear()
    answering = engine._answering
    current = answering._current

    def current_that_ends() -> SearchEngine:
        monkeypatch.setattr(answering, "_current", current)
        before = current()
        with engine.released():
            pass
        assert current() is not before
        return before

    monkeypatch.setattr(answering, "_current", current_that_ends)
    engine.subscribe(ear)
    engine.refresh()
    assert ear.heard(IndexChanged)()


def test_a_closed_engine_says_so_and_takes_nothing_over(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    owner, follower = shared(root), shared(root)
    follower.subscribe(Ear())
    follower.close()
    owner.close()
    with pytest.raises(IndexFault, match="closed"):
        follower.count()
    assert not follower.owner
    follower.close()


def test_of_an_index_that_another_user_has_open_the_way_out_is_told(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    shared(root)
    monkeypatch.setattr(connections, "same_user", lambda _: False)
    with pytest.raises(IndexLockedError, match=rf"another user \({os.getpid()}\).*VAULTTUI_CACHE_DIR"):
        shared(root)


def test_a_request_that_every_owner_dies_of_is_given_up(make_vault: MakeVault, index: Path) -> None:
    class Dying:
        def __getattr__(self, name: str) -> Callable[..., object]:
            def die(*_: object, **__: object) -> object:
                if name == "search":
                    raise connections.OwnerGoneError(answering=True)
                return None

            return die

    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index, make_local=lambda *_: Dying())  # type: ignore[arg-type]
    with pytest.raises(IndexFault, match=r"died while it answered.*Ask for something else"):
        engine.search(Query())
    engine.close()


def test_an_owner_that_left_before_it_was_asked_did_not_die_of_the_question() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    owner = connections.Connections(OwnerNote(4711, "0", ""), handshake.Greeting(4711, "0", "", "", {}), PATIENCE)
    with pytest.raises(connections.OwnerGoneError) as gone:
        owner.exchange(channel.Channel(ours, PATIENCE), ["count", [], {}])
    assert not gone.value.answering


def test_an_owner_that_leaves_while_it_sends_says_so_behind_what_it_sends() -> None:
    ours, theirs = (channel.Channel(end, PATIENCE) for end in socket.socketpair())
    answer = ["result", "x" * 5_000_000]  # more than the system keeps until it is read
    sending = threading.Thread(target=ours.send, args=(answer,))
    sending.start()
    wait_until(ours._sending.locked)
    ours.finish(["leaving"])
    assert theirs.receive() == answer
    assert theirs.receive() == ["leaving"]
    with pytest.raises(channel.ChannelClosedError):
        theirs.receive()
    sending.join()
    ours.close()
    theirs.close()


@pytest.mark.parametrize(("silent", "answered"), [(0, True), (3, True), (4, False)])
def test_time_in_which_a_process_is_stopped_does_not_count_as_silence(
    silent: int, answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = (channel.Channel(end, PATIENCE) for end in socket.socketpair())
    poll, polls = select.poll, itertools.count()

    class Stopped:
        """Waits, but for some times, of which all of the time is over at once: this process was stopped meanwhile."""

        def __init__(self) -> None:
            self._poll = poll()
            self.register = self._poll.register

        def poll(self, milliseconds: float) -> list[tuple[int, int]]:
            assert milliseconds <= 1000 * PATIENCE / 4
            return [] if next(polls) < silent else self._poll.poll(milliseconds)

    monkeypatch.setattr(select, "poll", Stopped)
    theirs.send("hello")
    with contextlib.nullcontext() if answered else pytest.raises(channel.ChannelSilentError):
        assert ours.receive() == "hello"
    ours.close()
    theirs.close()


def test_an_owner_whose_folder_is_deleted_begins_anew_and_is_found_again(
    make_vault: MakeVault, shared: OpenShared, index: Path
) -> None:
    root = make_vault(NOTES)
    owner = shared(root)
    owner.start_background(embed=False)
    wait_until(lambda: owner.count() == 3)
    shutil.rmtree(index.parent)
    wait_until(index.exists)
    follower = shared(root)
    wait_until(lambda: found(follower, "storm") == ["sub/Sea.md"])
    assert follower.owner != owner.owner


def test_an_owner_whose_socket_is_deleted_makes_another(make_vault: MakeVault, shared: OpenShared, index: Path) -> None:
    root = make_vault(NOTES)
    owner, early = shared(root), shared(root)
    owner.refresh()
    index.with_suffix(".sock").unlink()
    late = shared(root)
    assert found(late, "storm") == found(early, "storm") == ["sub/Sea.md"]
    assert owner.owner
    assert not early.owner
    assert not late.owner


def pwrite_on_a_full_disk(descriptor: int, data: bytes, offset: int) -> int:
    """Write where the file has room already."""
    if offset + len(data) > os.fstat(descriptor).st_size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.write(descriptor, data)


def test_an_owner_is_found_though_the_disk_is_full(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    shared(root).close()
    monkeypatch.setattr(os, "pwrite", pwrite_on_a_full_disk)
    shared(root)
    assert not shared(root).owner


def test_an_owner_that_had_no_room_to_say_so_is_found_when_there_is(
    make_vault: MakeVault, shared: OpenShared, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    with monkeypatch.context() as full:
        full.setattr(os, "pwrite", pwrite_on_a_full_disk)
        shared(root)
        assert read_owner(index.with_suffix(".lock")) is None
    assert not shared(root).owner


def test_a_link_to_a_vault_that_leads_to_another_one_by_now_leaves_the_index_to_the_first(
    make_vault: MakeVault, shared: OpenShared, tmp_path: Path
) -> None:
    root, link = make_vault(NOTES), tmp_path / "link"
    link.symlink_to(root)
    owner = shared(link)
    owner.refresh()
    (tmp_path / "another").mkdir()
    link.unlink()
    link.symlink_to(tmp_path / "another")
    owner.refresh()
    assert owner.vault_path == str(link)
    assert found(shared(root), "storm") == ["sub/Sea.md"]


# Starting together


def test_ten_that_start_at_once_all_get_their_answer(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    barrier = threading.Barrier(10)
    answers: list[list[str]] = []
    engines: list[SharedEngine] = []

    def client() -> None:
        barrier.wait(PATIENCE)
        engine = shared(root)
        engines.append(engine)
        engine.refresh()
        answers.append(found(engine, "storm"))

    threads = [threading.Thread(target=client) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert answers == [["sub/Sea.md"]] * 10
    assert sum(engine.owner for engine in engines) == 1


def test_ten_that_come_and_go_all_get_their_answer(make_vault: MakeVault, index: Path) -> None:
    root = make_vault(NOTES)
    answers: list[list[str]] = []

    def client() -> None:
        for _ in range(3):
            engine = SharedEngine(root, WORDS_ONLY, index)
            engine.refresh()
            answers.append(found(engine, "storm"))
            engine.close()

    threads = [threading.Thread(target=client) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert answers == [["sub/Sea.md"]] * 30


def test_what_a_killed_owner_left_behind_is_in_nobodys_way(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process], index: Path
) -> None:
    root = make_vault(NOTES)
    owner = other_process(root)
    owner.ask("refresh")
    owner.kill()
    assert index.with_suffix(".sock").exists()
    engine = shared(root)
    assert engine.owner
    assert engine.count() == 3


@pytest.mark.parametrize("left", [b"", b"{", b"[]", b'{"pid": 1}', b'{"pid": 1, "version": "9", "socket": "/no/such"}'])
def test_what_stands_in_the_lock_file_binds_nobody(
    make_vault: MakeVault, shared: OpenShared, index: Path, left: bytes
) -> None:
    index.parent.mkdir(mode=0o700)
    index.with_suffix(".lock").write_bytes(left)
    assert shared(make_vault(NOTES)).owner


# Those that cannot be asked


def test_an_owner_of_another_version_is_named(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    shared(root)
    monkeypatch.setattr(handshake, "__version__", "99.0")
    with pytest.raises(IndexLockedError, match=rf"process {os.getpid()}.*this is vaulttui 99.0") as caught:
        shared(root)
    assert caught.value.code == "versions_differ"


def test_an_owner_with_other_values_is_another_build(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    shared(root)
    monkeypatch.setattr(handshake, "SHAPE", "other")
    with pytest.raises(IndexLockedError, match="another build"):
        shared(root)


def test_an_owner_that_leaves_out_other_notes_is_not_asked(make_vault: MakeVault, shared: OpenShared) -> None:
    root = make_vault(NOTES)
    shared(root)
    private = replace(WORDS_ONLY, vault=VaultSettings(exclude=("sub/*",)))
    with pytest.raises(IndexLockedError, match=r"other settings \(vault.exclude\)") as caught:
        shared(root, private)
    assert caught.value.code == "settings_differ"


def test_an_owner_of_another_vault_is_not_asked(make_vault: MakeVault, shared: OpenShared, tmp_path: Path) -> None:
    shared(make_vault(NOTES))
    (tmp_path / "another").mkdir()
    with pytest.raises(IndexLockedError, match=rf"of another vault, '{tmp_path}/vault'") as caught:
        shared(tmp_path / "another")
    assert caught.value.code == "vaults_differ"


@pytest.fixture
def hanging_owner(index: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Process 4711 has the index and says nothing, until the returned function is called."""
    lock = OwnerLock.take(index.with_suffix(".lock"))
    assert lock is not None
    listening = ListeningSocket(lock.path)
    lock.publish(OwnerNote(4711, "0", str(listening.path)))
    monkeypatch.setattr(succession, "_PATIENCE", 0.1)
    monkeypatch.setattr("vaulttui.search.sharing.answering._LONG_SECONDS", PATIENCE)

    def end() -> None:
        listening.close()
        lock.release()

    return end


def test_an_owner_that_hangs_is_named_in_time(
    make_vault: MakeVault, index: Path, hanging_owner: Callable[[], None]
) -> None:
    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index)
    with pytest.raises(IndexLockedError, match=r"process 4711.*does not answer.*kill -9 4711") as caught:
        engine.initialize()
    assert caught.value.code == "owner_silent"
    hanging_owner()
    assert engine.count() == 0
    engine.close()


def test_an_owner_that_hangs_is_not_waited_for_by_one_request_after_the_other(
    make_vault: MakeVault, index: Path, hanging_owner: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.search.sharing.answering._LONG_SECONDS", 0.05)
    monkeypatch.setattr("vaulttui.search.sharing.answering._HOLD_SECONDS", PATIENCE)
    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index)
    with pytest.raises(IndexLockedError) as first:
        engine.initialize()
    hanging_owner()
    with pytest.raises(IndexLockedError) as second:
        engine.count()
    assert second.value is first.value
    assert [file.path for file in engine.find(FileQuery("Rust"))] == ["Rust.md"]  # walks the vault
    engine._answering._fault_holds = 0.0  # that time is over
    assert engine.count() == 0
    engine.close()


def be_patient(follower: SharedEngine, seconds: float) -> None:
    """Have a follower wait so long for a sign of life, from what it waits for next on."""
    answerer = follower._answering._answerer
    assert answerer is not None
    assert isinstance(answerer.engine, RemoteEngine)
    connections = answerer.engine._connections
    connections._patience = seconds
    for open_channel in (*connections._idle, *connections._used):
        open_channel._socket.settimeout(seconds)


def test_an_owner_that_is_stopped_is_waited_for_and_asked_again(
    make_vault: MakeVault, shared: OpenShared, other_process: Callable[[Path], Process]
) -> None:
    root = make_vault(NOTES)
    owner = other_process(root)
    owner.ask("refresh")
    follower = shared(root)
    ear = Ear()
    follower.subscribe(ear)
    be_patient(follower, 1.5)
    wait_until(lambda: bool(ear.events))  # a sign of life has come: it waits for the next one
    owner.stop()
    with pytest.raises(IndexLockedError, match="does not answer"):
        follower.count()
    wait_until(ear.heard(Progress, phase="failed"))
    be_patient(follower, PATIENCE)  # a machine that is busy is not to look like one that is stopped
    owner.go_on()
    assert follower.count() == 3
    wait_until(lambda: isinstance(ear.events[-1], Progress) and ear.events[-1].phase == "idle")


def test_an_owner_that_never_opens_its_socket_is_given_up(
    make_vault: MakeVault, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = OwnerLock.take(index.with_suffix(".lock"))
    assert lock is not None
    monkeypatch.setattr(succession, "_START_PATIENCE", 0.1)
    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index)
    with pytest.raises(IndexLockedError, match="in use by another process"):
        engine.initialize()
    lock.release()
    engine.close()


# Privacy


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_lock_socket_and_index_are_for_the_user_alone(make_vault: MakeVault, shared: OpenShared, index: Path) -> None:
    before = os.umask(0)
    try:
        engine = shared(make_vault(NOTES))
        engine.refresh()
    finally:
        os.umask(before)
    assert mode(index.parent) == 0o700
    assert {path.name: oct(mode(path)) for path in index.parent.iterdir()} == {
        name: "0o600" for name in sorted(path.name for path in index.parent.iterdir())
    }


def test_an_index_at_a_long_path_is_shared_through_a_short_one(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault(NOTES)
    index = tmp_path / ("long" * 30) / "index.duckdb"
    owner, follower = SharedEngine(root, WORDS_ONLY, index), SharedEngine(root, WORDS_ONLY, index)
    owner.refresh()
    note = read_owner(index.with_suffix(".lock"))
    assert note is not None
    assert mode(Path(note.socket).parent) == 0o700
    assert follower.count() == 3
    assert not follower.owner
    follower.close()
    owner.close()
    assert not Path(note.socket).exists()


def test_a_short_folder_that_is_open_to_others_is_not_used(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    (runtime / "vaulttui").mkdir(parents=True)
    (runtime / "vaulttui").chmod(0o777)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    index = tmp_path / ("long" * 30) / "index.duckdb"
    engine = SharedEngine(make_vault(NOTES), WORDS_ONLY, index)
    engine.refresh()
    assert engine.owner  # alone, since it cannot be reached
    assert list((runtime / "vaulttui").iterdir()) == []
    engine.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"\xff" * 100,
        b"\0\0\0\x02{}",
        b'\0\0\0\x0d["no","such"]',
        b'\0\0\0\x10["close",[],{}]  ',
        b"\0\0\0\x09[[[[[[[[[",
    ],
)
def test_what_strangers_say_to_the_socket_harms_nobody(
    make_vault: MakeVault, shared: OpenShared, index: Path, sent: bytes
) -> None:
    root = make_vault(NOTES)
    owner = shared(root)
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(str(index.with_suffix(".sock")))
        stranger.sendall(sent)
        stranger.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while stranger.recv(4096):
                pass
    assert shared(root).count() == owner.count()


def test_an_answer_too_long_to_be_sent_is_told_and_the_owner_stays(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"long.md": "seed " * 2_000, "short.md": "leaf"})
    owner, follower = shared(root), shared(root)
    owner.refresh()
    monkeypatch.setattr(channel, "_MOST_BYTES", 8_000)
    with pytest.raises(VaultTuiError, match="Ask for less") as caught:
        follower.search(keyword("seed"))
    assert caught.value.code == "answer_too_long"
    assert found(follower, "leaf") == ["short.md"]
    assert owner.owner
    assert not follower.owner


def test_too_many_at_once_are_sent_away_with_a_word(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vaulttui.search.sharing import server

    monkeypatch.setattr(server, "_MOST_CONNECTIONS", 0)
    root = make_vault(NOTES)
    shared(root)
    with pytest.raises(VaultTuiError, match=r"Too many programs ask process.*Close some of them"):
        shared(root)


def test_an_owner_that_has_no_thread_for_whoever_comes_has_one_later(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    shared(root).refresh()
    start = threading.Thread.start
    refused: list[str] = []

    def refuse_once(thread: threading.Thread) -> None:
        if thread.name == "vaulttui-visitor" and not refused:
            refused.append(thread.name)
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse_once)
    assert found(shared(root), "storm") == ["sub/Sea.md"]
    assert refused


@pytest.mark.parametrize("name", ["vaulttui-share", "vaulttui-pulse"])
def test_an_owner_with_no_thread_to_let_others_in_answers_itself_alone(
    make_vault: MakeVault, shared: OpenShared, index: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    root = make_vault(NOTES)
    owner = shared(root)
    owner.refresh()
    assert owner.owner
    assert found(owner, "storm") == ["sub/Sea.md"]
    assert read_owner(index.with_suffix(".lock")) is None
    assert not index.with_suffix(".sock").exists()
    owner.close()
    monkeypatch.undo()
    assert found(shared(root), "storm") == ["sub/Sea.md"]


def test_an_owner_that_cannot_let_others_in_leaves_nothing_open(
    make_vault: MakeVault, shared: OpenShared, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    closed: list[SearchEngine] = []
    close = LocalEngine.close

    def noted(engine: LocalEngine) -> None:
        closed.append(engine)
        close(engine)

    monkeypatch.setattr(LocalEngine, "close", noted)
    monkeypatch.setattr(succession, "ListeningSocket", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        shared(root)
    assert len(closed) == 1
    monkeypatch.undo()
    shared(root).refresh()


def test_threads_and_descriptors_of_an_owner_come_back(make_vault: MakeVault, shared: OpenShared, index: Path) -> None:
    root = make_vault(NOTES)
    owner = shared(root)
    owner.refresh()

    def used() -> tuple[int, int]:
        return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))

    def visit() -> None:
        engine = SharedEngine(root, WORDS_ONLY, index)
        listener: Listener = Ear()
        engine.subscribe(listener)
        assert found(engine, "storm")
        engine.close()

    for _ in range(3):
        visit()
    threads, descriptors = used()  # some of them, perhaps, of visits whose threads have not ended yet
    for _ in range(30):
        visit()

    def come_back() -> bool:
        now_threads, now_descriptors = used()
        return now_threads <= threads and now_descriptors <= descriptors + 1

    wait_until(come_back)
