"""The session asks the engine on threads of its own, forgets what was overtaken, and ends cleanly."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

import pytest
from textual.message import Message

from vaulttui.errors import IndexFault, ModelUnavailableError
from vaulttui.search.engine import IndexChanged, NoteDetail, Progress
from vaulttui.search.query import Mode, Query, RankedText, Result
from vaulttui.tui import messages
from vaulttui.tui.preview import RenderedNote
from vaulttui.tui.preview.page import Page
from vaulttui.tui.preview.prepared import Asked
from vaulttui.tui.preview.render import render_progressively
from vaulttui.tui.session.engine_events import EngineEvents
from vaulttui.tui.session.lane import Lane
from vaulttui.tui.session.search_requests import FacetRequest
from vaulttui.tui.session.session import SearchSession

from .fake_engine import FakeEngine

PATIENCE = 10.0
LOCK = Query((RankedText("lock", ("lock",)),), source="lock")
Kind = TypeVar("Kind", bound=Message)


class Mailbox:
    """Receives messages, to be taken one by one."""

    def __init__(self) -> None:
        self.messages: queue.Queue[Message] = queue.Queue()

    def post_message(self, message: Message) -> bool:
        self.messages.put(message)
        return True

    def take(self, kind: type[Kind]) -> Kind:
        """The next message of a kind; others before it are dropped."""
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if isinstance(message, kind):
                return message


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def session(engine: FakeEngine, mailbox: Mailbox) -> Iterator[SearchSession]:
    running = SearchSession(lambda: engine)
    running.start()
    running.listen(mailbox)
    yield running
    running.close()


def rendered(detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
    yield from render_progressively(detail, width=80, stopped=stopped)


def done(event: threading.Event) -> Iterator[RenderedNote]:
    event.set()
    yield from ()


def test_opening_tells_how_many_notes_there_are(session: SearchSession, mailbox: Mailbox) -> None:
    assert mailbox.take(messages.EngineOpened).notes == 10


def test_a_question_asked_before_the_index_is_open_is_answered_after(mailbox: Mailbox) -> None:
    opened = threading.Event()

    def open_engine() -> FakeEngine:
        assert opened.wait(PATIENCE)
        return FakeEngine()

    session = SearchSession(open_engine)
    session.start()
    session.listen(mailbox)
    request = session.search(Query())
    assert mailbox.messages.empty()
    opened.set()
    assert mailbox.take(messages.Answered).request == request
    session.close()


def test_what_is_asked_while_the_engine_does_not_open_is_answered_once_it_does(
    engine: FakeEngine, mailbox: Mailbox
) -> None:
    engine.fault = IndexFault("of a newer version")
    session = SearchSession(lambda: engine)
    session.start()
    session.listen(mailbox)
    assert mailbox.take(messages.EngineFailed).reason == "of a newer version"
    session.index_note("Inbox.md")
    session.refresh()
    for _ in range(2):
        session.open()
        mailbox.take(messages.EngineFailed)
    engine.fault = None
    session.search(Query(mode=Mode.KEYWORD))
    session.suggest("note", "inbox")
    session.list_warnings(mailbox)
    session.open()
    told = [type(mailbox.messages.get(timeout=PATIENCE)) for _ in range(6)]
    assert told[0] is messages.EngineOpened
    assert {messages.NoteIndexed, messages.Answered, messages.Suggested, messages.WarningsListed} <= set(told)
    ended = threading.Event()
    session._tasks.submit("last", ended.set, priority=2)  # no message tells that the index was brought up to date
    assert ended.wait(PATIENCE)
    session.close()
    assert (engine.indexed, engine.refreshed) == (["Inbox.md"], 1)


def test_a_refresh_leaves_vectors_to_the_background(
    session: SearchSession, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: queue.Queue[bool] = queue.Queue()
    monkeypatch.setattr(engine, "refresh", lambda *, embed=True: asked.put(embed))
    session.refresh()
    assert asked.get(timeout=PATIENCE) is False


def test_what_needs_the_disk_alone_waits_for_no_engine(engine: FakeEngine, mailbox: Mailbox) -> None:
    engine.fault = IndexFault("of a newer version")
    session = SearchSession(lambda: engine)
    session.start()
    session.listen(mailbox)
    mailbox.take(messages.EngineFailed)
    session.suggest("note", "inbox")
    session.find_related("Inbox.md")
    session.list_warnings(mailbox)
    session.look_up("links", lambda: messages.LinksNamed(["[[Inbox]]"]), "It did not work")
    assert mailbox.take(messages.LinksNamed).links == ["[[Inbox]]"]
    session.close()


def test_whoever_leaves_an_index_that_did_not_open_waits_for_nothing(engine: FakeEngine, mailbox: Mailbox) -> None:
    engine.fault = IndexFault("of a newer version")
    session = SearchSession(lambda: engine)
    session.start()
    session.listen(mailbox)
    mailbox.take(messages.EngineFailed)
    with session.released():
        assert not session._tasks.waiting("release")
        assert not engine.released_now
    session.close()


def test_meaning_follows_words_until_it_has_shown_that_it_is_fast(engine: FakeEngine, mailbox: Mailbox) -> None:
    session = SearchSession(lambda: engine, timer=lambda: 0.0)
    session.start()
    session.listen(mailbox)
    session.search(LOCK)
    assert not mailbox.take(messages.Answered).final
    assert mailbox.take(messages.Answered).final
    session.search(LOCK)
    assert mailbox.take(messages.Answered).final
    session.close()


def test_words_come_first_again_when_meaning_is_slow(engine: FakeEngine, mailbox: Mailbox) -> None:
    ticks = iter(range(100))
    session = SearchSession(lambda: engine, timer=lambda: float(next(ticks)))
    session.start()
    session.listen(mailbox)
    for _ in range(2):
        session.search(LOCK)
        assert [mailbox.take(messages.Answered).final for _ in range(2)] == [False, True]
    session.search(LOCK, whole=True)
    assert mailbox.take(messages.Answered).final
    session.close()


def test_of_several_pages_asked_for_at_once_all_come_the_last_one_first(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox
) -> None:
    query = Query(mode=Mode.KEYWORD, limit=2, source="busy")
    release = engine.hold("busy", Mode.KEYWORD)
    request = session.search(query)
    for offset in (2, 4, 6):
        session.more(request, replace(query, offset=offset))
    release()
    assert [mailbox.take(messages.MoreAnswered).offset for _ in range(3)] == [6, 4, 2]


def test_words_are_answered_while_meaning_still_works(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox
) -> None:
    release = engine.hold("lock")
    session.search(LOCK)
    assert not mailbox.take(messages.Answered).final
    later = session.search(replace(LOCK, source="locks"))
    assert mailbox.take(messages.Answered).request == later
    release()
    while not (answer := mailbox.take(messages.Answered)).final or answer.request != later:
        pass


def test_only_the_newest_of_several_waiting_questions_is_answered(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = engine.search

    def overtaken(query: Query) -> Result:
        if query.source == "first":
            for text in ("second", "third"):
                session.search(Query(mode=Mode.KEYWORD, source=text))
        return search(query)

    monkeypatch.setattr(engine, "search", overtaken)
    session.search(Query(mode=Mode.KEYWORD, source="first"))
    while mailbox.take(messages.Answered).query.source != "third":
        pass
    assert [query.source for query in engine.queries] == ["first", "third"]


def test_meaning_is_not_asked_what_was_overtaken_while_its_words_were_looked_for(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = engine.search

    def overtaken(query: Query) -> Result:
        if query.source == "first":
            session.search(replace(LOCK, source="second", mode=Mode.DEEP))
        return search(query)

    monkeypatch.setattr(engine, "search", overtaken)
    monkeypatch.setattr(session._meanings, "submit", lambda slot, job: job())  # at once, as where the lane is idle
    session.search(replace(LOCK, source="first", mode=Mode.DEEP))
    while not mailbox.take(messages.Answered).final:
        pass
    asked = [(query.source, query.mode) for query in engine.queries]
    assert asked == [("first", Mode.KEYWORD), ("second", Mode.KEYWORD), ("second", Mode.DEEP)]


def test_facets_are_counted_for_a_search(session: SearchSession, mailbox: Mailbox) -> None:
    request = session.search(Query())
    session.count_facets(request, Query(), FacetRequest("created", frozenset({"author"})))
    assert mailbox.take(messages.Answered).request == request
    counted = mailbox.take(messages.FacetsCounted)
    assert (counted.request, counted.facets.total) == (request, 10)


def test_the_vault_is_looked_through_after_the_first_facets(
    engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.search_requests.FIRST_SECONDS", PATIENCE)
    session = SearchSession(lambda: engine)
    session.count_facets(session.search(Query()), Query(), FacetRequest())
    session.start()
    session.listen(mailbox)
    told = [type(mailbox.messages.get(timeout=PATIENCE)) for _ in range(4)]
    assert told == [messages.EngineOpened, messages.Answered, messages.FacetsCounted, messages.EngineReported]
    session.close()


def test_the_vault_is_looked_through_soon_though_nothing_is_asked(session: SearchSession, mailbox: Mailbox) -> None:
    assert mailbox.take(messages.EngineReported)


def test_what_there_is_to_tell_waits_for_somebody_who_listens(engine: FakeEngine, mailbox: Mailbox) -> None:
    session = SearchSession(lambda: engine)
    session.start()
    request = session.load_note("Inbox.md", rendered)
    laid_out = threading.Event()
    session.prepare(Asked(Page(80, None, False), 0), [("Inbox.md", lambda *_: done(laid_out))])
    assert laid_out.wait(PATIENCE), "the note before it has been laid out as well"
    session.listen(mailbox)
    mailbox.take(messages.EngineOpened)
    session.start()
    assert mailbox.take(messages.NoteLoaded).request == request
    session.close()


def test_a_fault_of_a_search_is_a_message(session: SearchSession, engine: FakeEngine, mailbox: Mailbox) -> None:
    engine.search_fault = IndexFault("gone")
    request = session.search(Query())
    failed = mailbox.take(messages.SearchFailed)
    assert (failed.request, failed.reason) == (request, "gone")


def test_notes_are_read_and_laid_out(session: SearchSession, mailbox: Mailbox) -> None:
    request = session.load_note("Inbox.md", rendered)
    loaded = mailbox.take(messages.NoteLoaded)
    assert (loaded.request, loaded.rendered.detail.title, loaded.rendered.path) == (request, "Inbox", "Inbox.md")
    session.load_note("Nowhere.md", rendered)
    assert "There is no note" in mailbox.take(messages.NoteFailed).reason


def test_a_note_that_one_has_left_is_laid_out_no_further(session: SearchSession, mailbox: Mailbox) -> None:
    begun, left, answers = threading.Event(), threading.Event(), queue.Queue[bool]()

    def slow(detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
        answers.put(stopped())
        begun.set()
        assert left.wait(PATIENCE)
        answers.put(stopped())
        yield from ()

    session.load_note("Inbox.md", slow)
    assert begun.wait(PATIENCE)
    session.leave_notes()
    left.set()
    assert [answers.get(timeout=PATIENCE), answers.get(timeout=PATIENCE)] == [False, True]


def test_related_notes_without_a_model_say_why_there_are_none(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox
) -> None:
    engine.search_fault = ModelUnavailableError("no model")
    session.find_related("Inbox.md")
    related = mailbox.take(messages.RelatedFound)
    assert (related.result, related.reason) == (None, "no model")


def test_a_task_that_breaks_is_told_and_the_next_one_runs(
    session: SearchSession,
    engine: FakeEngine,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(path: str) -> bool:
        raise ZeroDivisionError(path)

    monkeypatch.setattr(engine, "index_note", broken)
    session.index_note("Inbox.md")
    assert mailbox.take(messages.TaskFailed).reason.startswith("unexpected ZeroDivisionError: Inbox.md")
    assert ["in broken" in (record.exc_text or "") for record in caplog.records] == [True], "its trace is in the log"
    monkeypatch.undo()
    session.index_note("Inbox.md")
    assert mailbox.take(messages.NoteIndexed).path == "Inbox.md"


def test_closing_stops_the_threads_and_closes_the_engine(
    engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.engine_access._CLOSE_SECONDS", PATIENCE)
    before = set(threading.enumerate())
    session = SearchSession(lambda: engine)
    session.start()
    session.listen(mailbox)
    mailbox.take(messages.EngineOpened)
    session.close()
    session.close()
    assert engine.closed
    assert not set(threading.enumerate()) - before


def test_the_index_is_left_to_others_within_the_block(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.engine_access._RELEASE_SECONDS", PATIENCE)
    mailbox.take(messages.EngineOpened)
    session.first_shown()
    with session.released():
        assert engine.released_now
    session.index_note("Inbox.md")
    mailbox.take(messages.NoteIndexed)
    assert not engine.released_now


def test_whoever_leaves_the_index_does_not_wait_for_long_work(
    engine: FakeEngine, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.tui.session.engine_access._RELEASE_SECONDS", 0.01)
    go_on = threading.Event()

    def open_engine() -> FakeEngine:
        assert go_on.wait(PATIENCE)
        return engine

    session = SearchSession(open_engine)
    session.start()
    session.listen(mailbox)
    with session.released():
        assert not engine.released_now
        go_on.set()
        mailbox.take(messages.EngineOpened)
    session.index_note("Inbox.md")
    mailbox.take(messages.NoteIndexed)
    assert not engine.released_now
    session.close()


def test_closing_before_anything_was_opened_waits_for_nothing() -> None:
    SearchSession(FakeEngine).close()


def test_nothing_is_sent_after_the_receiver_has_gone(
    session: SearchSession, engine: FakeEngine, mailbox: Mailbox
) -> None:
    mailbox.take(messages.EngineReported)
    session.mute()
    while not mailbox.messages.empty():
        mailbox.messages.get()
    session.events.rearm()
    engine.emit(Progress("idle"))
    session.close()
    assert mailbox.messages.empty()


# A lane


def test_a_lane_runs_the_newest_job_of_a_slot_and_lower_priorities_first() -> None:
    done: list[str] = []
    ended = threading.Event()
    lane = Lane("test", lambda error: done.append(str(error)))
    lane.submit("facets", lambda: done.append("facets"), priority=2)
    lane.submit("search", lambda: done.append("old"))
    lane.submit("search", lambda: done.append("new"))
    lane.submit("last", ended.set, priority=3)
    assert lane.waiting("search")
    lane.submit("dropped", lambda: done.append("dropped"))
    lane.drop("dropped")
    lane.start()
    assert ended.wait(PATIENCE)
    assert done == ["new", "facets"]
    lane.stop()
    assert lane.join(PATIENCE)
    lane.submit("late", lambda: done.append("late"))
    assert not lane.waiting("late")


def test_a_lane_that_is_held_keeps_the_newest_job_of_each_slot_until_it_is_released() -> None:
    done: list[str] = []
    ended = threading.Event()
    lane = Lane("test", lambda error: done.append(str(error)), held=True)
    lane.start()
    lane.submit("search", lambda: done.append("old"))
    lane.submit("search", lambda: done.append("new"))
    lane.submit("last", ended.set, priority=1)
    assert lane.waiting("last")
    assert not done
    lane.release()
    assert ended.wait(PATIENCE)
    assert done == ["new"]
    lane.stop()
    assert lane.join(PATIENCE)


# Events


def test_events_are_folded_into_one_announcement() -> None:
    announced: list[int] = []
    events = EngineEvents(lambda: announced.append(1))
    events.take_in(Progress("reading", 1))
    events.take_in(Progress("reading", 2))
    events.take_in(IndexChanged(1, frozenset({"a"}), vectors=True))
    events.take_in(IndexChanged(3, frozenset({"b"})))
    assert len(announced) == 1
    assert events.take() == (Progress("reading", 2), IndexChanged(3, frozenset({"a", "b"})))
    events.rearm()
    assert len(announced) == 1
    events.take_in(IndexChanged(4, None))
    events.take_in(IndexChanged(5, frozenset({"c"})))
    assert len(announced) == 2
    assert events.take() == (None, IndexChanged(5, None))


def test_what_was_moved_several_times_is_where_it_came_to_last() -> None:
    events = EngineEvents(lambda: None)
    for moved in ({"a": "b", "x": "y"}, {"b": "c"}, {"y": "x"}):
        events.take_in(IndexChanged(1, None, moved=moved))
    _, change = events.take()
    assert change is not None
    assert change.moved == {"a": "c", "b": "c", "y": "x"}


def test_events_that_come_before_rearming_are_announced_by_it() -> None:
    announced: list[int] = []
    events = EngineEvents(lambda: announced.append(1))
    events.take_in(Progress("idle"))
    events.take()
    events.take_in(Progress("reading"))
    assert len(announced) == 1
    events.rearm()
    assert len(announced) == 2


def test_an_answer_carries_its_query(session: SearchSession, mailbox: Mailbox) -> None:
    query = Query(source="x", limit=3)
    session.search(query)
    answer = mailbox.take(messages.Answered)
    assert answer.query is query
    assert isinstance(answer.result, Result)
    assert len(answer.result.hits) == 3
