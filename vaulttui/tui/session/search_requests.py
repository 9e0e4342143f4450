"""Searches as the interface asks for them: words before meaning, the first page before others, facets after both."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.search.engine import FileDate, SearchEngine
from vaulttui.search.lookups.unknown_names import unknown_names
from vaulttui.search.query import Mode, Query, Result
from vaulttui.tui import messages
from vaulttui.tui.session.engine_access import EngineAccess

if TYPE_CHECKING:
    from vaulttui.tui.loosening import Looser

FIRST_SECONDS = 0.7
"""So long at most after the index is open the first results and facets have the processor to themselves."""
SLOW_SECONDS = 0.08
"""A search that takes longer is preceded by an answer by words alone."""


class FacetRequest(NamedTuple):
    """Which filter values are to be counted."""

    date_field: FileDate = "modified"
    whole: frozenset[str] = frozenset()
    """Names of the properties of which all values are wanted, not the most frequent ones alone; in lower case."""


class SearchRequests(EngineAccess):
    """Searches with their facets, and searches by meaning, which may be slow, on a lane of their own.

    Args:
        open_engine: Makes the engine; called on a thread, may import what is heavy.
        timer: A clock in seconds that only tells how long searches take.
    """

    def __init__(self, open_engine: Callable[[], SearchEngine], timer: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(open_engine)
        self._timer = timer
        self._words_first = True
        self._first_shown = threading.Event()
        self._further: list[tuple[int, Query]] = []
        """Pages that are asked for, the last one last: it is the likeliest to be in sight."""
        self._searches = self._make_lane("search")
        self._meanings = self._make_lane("meaning")

    def _begin_background(self, engine: SearchEngine) -> None:
        """Let the engine look through the vault once the first results and facets are there: they would be slowed."""
        self._first_shown.wait(FIRST_SECONDS)
        if not self._closing:
            super()._begin_background(engine)

    def first_shown(self) -> None:
        """Note that there is nothing more to come of what was asked first."""
        self._first_shown.set()

    def close(self) -> None:
        """Stop the threads and close the engine; see :meth:`EngineAccess.close`."""
        self._closing = True
        self._first_shown.set()
        super().close()

    def search(self, query: Query, *, whole: bool = False) -> int:
        """Ask for the first page of a query (from offset 0); forgets a question that still waits.

        Args:
            query: What is looked for.
            whole: Let no answer by words alone come before the answer, however long it takes.

        Returns:
            The id that :class:`~vaulttui.tui.messages.Answered` (once or twice) or :class:`SearchFailed` carries.
        """
        request = next(self._ids)
        self._further = []
        self._searches.drop("more")
        self._searches.drop("facets")
        self._searches.drop("loosen")
        self._meanings.drop("search")
        self._searches.submit("search", lambda: self._answer(request, query, whole))
        return request

    def more(self, request: int, query: Query) -> None:
        """Ask for a further page (``query.offset``) of the search ``request``."""
        self._further.append((request, query))
        self._searches.submit("more", self._answer_more, priority=1)

    def hits(self, query: Query) -> int:
        """Ask for some hits of a query, however many; forgets a question for hits that still waits.

        Returns:
            The id that :class:`~vaulttui.tui.messages.HitsFound` carries.
        """
        request = next(self._ids)

        def find() -> None:
            if (engine := self._opened) is None:
                return
            try:
                self._post(messages.HitsFound(request, engine.search(query)))
            except VaultTuiError as error:
                self._post(messages.TaskFailed("The results could not be listed", error.message))

        self._searches.submit("hits", find, priority=1)
        return request

    def count_facets(self, request: int, query: Query, facets: FacetRequest) -> None:
        """Ask for the facets of the search ``request``; :class:`~vaulttui.tui.messages.FacetsCounted` has its id."""
        self._searches.submit("facets", lambda: self._count_facets(request, query, facets), priority=2)

    def loosen(self, request: int, asked: Query, queries: Sequence[tuple[Looser, Query]]) -> None:
        """Ask which of some queries find anything, because the search ``request`` for another one found nothing, and
        which names in that one nothing has.

        :class:`~vaulttui.tui.messages.LooserFound` tells.
        """

        def count() -> None:
            engine = self._opened
            found: list[Looser] = []
            for item, query in queries:
                if engine is None or self._searches.waiting("search"):
                    return
                mode = Mode.HYBRID if query.mode is Mode.DEEP else query.mode
                result = self._search(engine, request, replace(query, mode=mode, limit=1))
                if result is not None and result.total:
                    found.append(item._replace(total=result.total))
            found.sort(key=lambda item: -item.total)
            unknown = () if engine is None or self._searches.waiting("search") else _unknown(engine, asked)
            self._post(messages.LooserFound(request, tuple(found), unknown))

        self._searches.submit("loosen", count, priority=1)

    def _answer(self, request: int, query: Query, whole: bool) -> None:
        engine = self._opened
        if engine is None:
            return
        if _has_layers(query) and (self._words_first or query.mode is Mode.DEEP):
            words = None if whole else self._search(engine, request, replace(query, mode=Mode.KEYWORD))
            if self._searches.waiting("search"):  # its answer would be dropped, and the next one's would wait for it
                return
            if words is not None:
                self._post(messages.Answered(request, query, words, final=False))
            if whole or words is not None:
                # Elsewhere, so that the next letter's words do not wait until the model is loaded.
                self._meanings.submit("search", lambda: self._answer_in_full(engine, request, query))
            return
        self._answer_in_full(engine, request, query)

    def _answer_in_full(self, engine: SearchEngine, request: int, query: Query) -> None:
        started = self._timer()
        result = self._search(engine, request, query)
        if _has_layers(query):
            self._words_first = self._timer() - started > SLOW_SECONDS
        if result is not None:
            self._post(messages.Answered(request, query, result, final=True))

    def _search(self, engine: SearchEngine, request: int, query: Query) -> Result | None:
        """Search; if that fails, send why and return ``None``."""
        try:
            return engine.search(query)
        except VaultTuiError as error:
            start, end = (error.start, error.end) if isinstance(error, QuerySyntaxError) else (None, None)
            self._post(messages.SearchFailed(request, error.message, start, end))
            return None

    def _answer_more(self) -> None:
        engine, pages = self._opened, self._further
        if engine is None or not pages:
            return
        request, query = pages.pop()
        try:
            self._post(messages.MoreAnswered(request, query.offset, engine.search(query)))
        except VaultTuiError as error:
            pages.clear()
            self._post(messages.SearchFailed(request, error.message))
        if pages:
            # Behind a search that was asked for meanwhile, which forgets them.
            self._searches.submit("more", self._answer_more, priority=1)

    def _count_facets(self, request: int, query: Query, facets: FacetRequest) -> None:
        if (engine := self._opened) is not None and not self._searches.waiting("search"):
            counted = engine.facets(query, date_field=facets.date_field, whole=facets.whole)
            self._post(messages.FacetsCounted(request, counted))
            self.first_shown()


def _has_layers(query: Query) -> bool:
    """Whether words alone already answer a part of the question."""
    return query.ranked and query.mode in (Mode.HYBRID, Mode.DEEP)


def _unknown(engine: SearchEngine, asked: Query) -> tuple[str, ...]:
    """What a person is told of names in a query that nothing has."""
    try:
        return tuple(name.sentence for name in unknown_names(engine, asked.where))
    except VaultTuiError:  # the next search tells what is wrong
        return ()
