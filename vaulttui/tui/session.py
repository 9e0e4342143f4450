"""Everything that the interface asks of the engine, away from its own thread.

The engine may block; the interface must not. Five lanes (threads) take the work: opening and re-reading, searches with
their facets, searches by meaning that may be slow, notes for the preview, and look-ups while one types. Answers come
back as messages that carry the id of the request, so that late ones can be told and dropped.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from textual.message import Message

from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.search.engine import NoteDetail, SearchEngine, SuggestKind
from vaulttui.search.expression import Like
from vaulttui.search.query import Mode, Query, Result
from vaulttui.tui import messages
from vaulttui.tui.engine_events import EngineEvents
from vaulttui.tui.lane import Lane

if TYPE_CHECKING:
    from vaulttui.tui.loosening import Looser
    from vaulttui.tui.preview import RenderedNote

SLOW_SECONDS = 0.08
"""A search that takes longer is preceded by an answer by words alone."""
RELATED_LIMIT = 12


class Renderer(Protocol):
    """Lays a note out; may yield it several times, each time with more of it laid out."""

    def __call__(self, detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
        """Lay it out until ``stopped`` answers true."""


class FacetRequest(NamedTuple):
    """Which filter values are to be counted."""

    date_field: Literal["modified", "created"] = "modified"
    limit: int = 50
    """Values of one property, at most."""


class Receiver(Protocol):
    """Something that takes messages from any thread."""

    def post_message(self, message: Message) -> bool:
        """Take a message; false if it came too late."""


def _has_layers(query: Query) -> bool:
    """Whether words alone already answer a part of the question."""
    return query.ranked and query.mode in (Mode.HYBRID, Mode.DEEP)


class SearchSession:
    """One vault's engine, asked from the interface.

    Args:
        open_engine: Makes the engine; called on a thread, may import what is heavy.
        timer: A clock in seconds that only tells how long searches take.
    """

    def __init__(self, open_engine: Callable[[], SearchEngine], timer: Callable[[], float] = time.perf_counter) -> None:
        self.events = EngineEvents(lambda: self._post(messages.EngineReported()))
        self._open_engine = open_engine
        self._timer = timer
        self._engine: SearchEngine | None = None
        self._ready = threading.Event()
        self._ids = itertools.count(1)
        self._words_first = True
        self._receiver: Receiver | None = None
        self._receiving = threading.Lock()
        self._closing = False
        self._tasks = Lane("vaulttui-tasks", self._task_failed)
        self._searches = Lane("vaulttui-search", self._task_failed)
        self._meanings = Lane("vaulttui-meaning", self._task_failed)
        self._notes = Lane("vaulttui-preview", self._task_failed)
        self._lookups = Lane("vaulttui-lookup", self._task_failed)

    @property
    def _lanes(self) -> tuple[Lane, ...]:
        return (self._tasks, self._searches, self._meanings, self._notes, self._lookups)

    # Opening and closing

    def start(self, receiver: Receiver) -> None:
        """Begin to open the engine. ``receiver`` gets every message from now on."""
        self._receiver = receiver
        for lane in self._lanes:
            lane.start()
        self.open()

    def open(self) -> None:
        """Open the engine, at the start or once more after it failed."""
        self._tasks.submit("open", self._open)

    def mute(self) -> None:
        """Send no more messages: the receiver is about to go."""
        with self._receiving:
            self._receiver = None

    def close(self, timeout: float = 2.0) -> None:
        """Stop the threads and close the engine. Safe to call twice, and before :meth:`start`.

        Args:
            timeout: Seconds to wait in all for a job that is running.
        """
        self.mute()
        self._closing = True
        self._ready.set()
        for lane in self._lanes:
            lane.stop()
        deadline = time.monotonic() + timeout
        for lane in self._lanes:
            lane.join(max(0.0, deadline - time.monotonic()))
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _open(self) -> None:
        try:
            engine = self._open_engine()
            self._engine = engine
            engine.initialize()
            engine.subscribe(self.events.take_in)
            notes = engine.count()
        except VaultTuiError as error:
            self._post(messages.EngineFailed(error.message))
            return
        except Exception as error:
            self._post(messages.EngineFailed(f"{type(error).__name__}: {error}"))
            return
        self._ready.set()
        self._post(messages.EngineOpened(engine.vault_name, notes))
        engine.start_background()

    # Searching

    def search(self, query: Query, *, facets: FacetRequest | None = None) -> int:
        """Ask for the first page of a query; forgets a question that still waits.

        Args:
            query: What to look for, from offset 0.
            facets: The facets to count afterwards, or ``None`` for none.

        Returns:
            The id that :class:`~vaulttui.tui.messages.Answered` (once or twice), :class:`SearchFailed` and
            :class:`FacetsCounted` carry.
        """
        request = next(self._ids)
        self._searches.drop("more")
        self._searches.drop("facets")
        self._searches.drop("loosen")
        self._meanings.drop("search")
        self._searches.submit("search", lambda: self._answer(request, query, facets))
        return request

    def more(self, request: int, query: Query) -> None:
        """Ask for a further page (``query.offset``) of the search ``request``."""
        self._searches.submit("more", lambda: self._answer_more(request, query), priority=1)

    def count_facets(self, request: int, query: Query, facets: FacetRequest) -> None:
        """Ask for the facets of the search ``request``."""
        self._searches.submit("facets", lambda: self._count_facets(request, query, facets), priority=2)

    def loosen(self, request: int, queries: Sequence[tuple[Looser, Query]]) -> None:
        """Ask which of some queries find anything, because the search ``request`` found nothing.

        :class:`~vaulttui.tui.messages.LooserFound` tells.
        """

        def count() -> None:
            engine = self._wait_for_engine()
            found: list[Looser] = []
            for item, query in queries:
                if engine is None or self._searches.waiting("search"):
                    return
                mode = Mode.HYBRID if query.mode is Mode.DEEP else query.mode
                result = self._search(engine, request, replace(query, mode=mode, limit=1))
                if result is not None and result.total:
                    found.append(item._replace(total=result.total))
            found.sort(key=lambda item: -item.total)
            self._post(messages.LooserFound(request, tuple(found)))

        self._searches.submit("loosen", count, priority=1)

    def _answer(self, request: int, query: Query, facets: FacetRequest | None) -> None:
        engine = self._wait_for_engine()
        if engine is None:
            return
        if _has_layers(query) and (self._words_first or query.mode is Mode.DEEP):
            words = self._search(engine, request, replace(query, mode=Mode.KEYWORD))
            if words is not None and not self._searches.waiting("search"):
                self._post(messages.Answered(request, query, words, final=False))
                # Elsewhere, so that the next letter's words do not wait until the model is loaded.
                self._meanings.submit("search", lambda: self._answer_in_full(engine, request, query, facets))
            return
        self._answer_in_full(engine, request, query, facets)

    def _answer_in_full(self, engine: SearchEngine, request: int, query: Query, facets: FacetRequest | None) -> None:
        started = self._timer()
        result = self._search(engine, request, query)
        if _has_layers(query):
            self._words_first = self._timer() - started > SLOW_SECONDS
        if result is not None:
            self._post(messages.Answered(request, query, result, final=True))
            if facets is not None:
                self.count_facets(request, query, facets)

    def _search(self, engine: SearchEngine, request: int, query: Query) -> Result | None:
        """Search; if that fails, send why and return ``None``."""
        try:
            return engine.search(query)
        except VaultTuiError as error:
            start, end = (error.start, error.end) if isinstance(error, QuerySyntaxError) else (None, None)
            self._post(messages.SearchFailed(request, error.message, start, end))
            return None

    def _answer_more(self, request: int, query: Query) -> None:
        if (engine := self._wait_for_engine()) is not None:
            try:
                self._post(messages.MoreAnswered(request, query.offset, engine.search(query)))
            except VaultTuiError as error:
                self._post(messages.SearchFailed(request, error.message))

    def _count_facets(self, request: int, query: Query, facets: FacetRequest) -> None:
        if (engine := self._wait_for_engine()) is not None and not self._searches.waiting("search"):
            self._post(
                messages.FacetsCounted(request, engine.facets(query, date_field=facets.date_field, limit=facets.limit))
            )

    # Notes

    def load_note(self, path: str, render: Renderer, *, known: NoteDetail | None = None) -> int:
        """Read a note and lay it out; forgets a note that still waits.

        Args:
            path: The note.
            render: How it is laid out.
            known: What is shown of it: nothing is sent if it has not changed.

        Returns:
            The id that :class:`~vaulttui.tui.messages.NoteLoaded` (once or more often) or :class:`NoteFailed` carries.
        """
        request = next(self._ids)

        def load() -> None:
            if (engine := self._wait_for_engine()) is not None:
                try:
                    detail = engine.note(path)
                except VaultTuiError as error:
                    self._post(messages.NoteFailed(request, path, error.message))
                    return
                if detail != known:
                    self._lay_out(request, detail, render)

        self._notes.submit("note", load)
        return request

    def lay_out(self, detail: NoteDetail, render: Renderer) -> int:
        """Lay out a note again that was read before (another width or query)."""
        request = next(self._ids)
        self._notes.submit("note", lambda: self._lay_out(request, detail, render))
        return request

    def _lay_out(self, request: int, detail: NoteDetail, render: Renderer) -> None:
        for rendered in render(detail, lambda: self._closing or self._notes.waiting("note")):
            self._post(messages.NoteLoaded(request, detail, rendered))

    # Look-ups

    def suggest(
        self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12, receiver: Receiver | None = None
    ) -> int:
        """Ask for completions; forgets a question that still waits.

        Args:
            kind: What to complete.
            prefix: What was typed.
            key: The property whose values are wanted.
            limit: How many, at most.
            receiver: Who gets :class:`~vaulttui.tui.messages.Suggested`, if not the session's own receiver.
        """
        request = next(self._ids)

        def look_up() -> None:
            if (engine := self._wait_for_engine()) is not None:
                found = engine.suggest(kind, prefix, key=key, limit=limit)
                self._post(messages.Suggested(request, found), receiver)

        self._lookups.submit(f"suggest-{'own' if receiver is None else 'other'}", look_up)
        return request

    def find_related(self, path: str) -> None:
        """Ask for the notes that are semantically near to one."""
        query = Query(mode=Mode.SEMANTIC, where=Like(path), limit=RELATED_LIMIT)

        def look_up() -> None:
            if (engine := self._wait_for_engine()) is None:
                return
            try:
                self._post(messages.RelatedFound(path, engine.search(query)))
            except VaultTuiError as error:
                self._post(messages.RelatedFound(path, None, error.message))

        self._lookups.submit("related", look_up, priority=1)

    def look_up(self, slot: str, job: Callable[[], Message], problem: str, receiver: Receiver | None = None) -> None:
        """Do something short that needs the disk, but not the engine.

        Args:
            slot: A job that waits under this name is forgotten.
            job: Gives the message that tells of it.
            problem: Title of what is told if it does not work.
            receiver: Who gets the message, if not the session's own receiver.
        """

        def run() -> None:
            try:
                self._post(job(), receiver)
            except VaultTuiError as error:
                self._post(messages.TaskFailed(problem, error.message))

        self._lookups.submit(slot, run, priority=-1)

    def list_warnings(self, receiver: Receiver) -> None:
        """Ask for everything that was not read as written."""

        def look_up() -> None:
            if (engine := self._wait_for_engine()) is not None:
                self._post(messages.WarningsListed(tuple(engine.warnings())), receiver)

        self._lookups.submit("warnings", look_up)

    # Tasks

    def index_note(self, path: str) -> None:
        """Read one note again, after it was edited."""

        def index() -> None:
            if (engine := self._wait_for_engine()) is not None:
                self._post(messages.NoteIndexed(path, engine.index_note(path)))

        self._tasks.submit(f"index {path}", index)

    def refresh(self) -> None:
        """Bring the index up to date with the vault; progress comes as events."""

        def refresh() -> None:
            if (engine := self._wait_for_engine()) is not None:
                engine.refresh()

        self._tasks.submit("refresh", refresh, priority=1)

    # Within the threads

    def _wait_for_engine(self) -> SearchEngine | None:
        """Return the open engine, or ``None`` if the session closes."""
        self._ready.wait()
        return None if self._closing else self._engine

    def _post(self, message: Message, receiver: Receiver | None = None) -> None:
        with self._receiving:
            if self._receiver is not None:
                (receiver or self._receiver).post_message(message)

    def _task_failed(self, error: Exception) -> None:
        reason = error.message if isinstance(error, VaultTuiError) else f"{type(error).__name__}: {error}"
        self._post(messages.TaskFailed("That did not work", reason))
