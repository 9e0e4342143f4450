"""Searches as the interface asks for them: words before meaning, the first page before others, facets after both."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.query import Mode, Query, Result
from vaulttui.tui import messages
from vaulttui.tui.engine_access import EngineAccess

if TYPE_CHECKING:
    from vaulttui.tui.loosening import Looser

SLOW_SECONDS = 0.08
"""A search that takes longer is preceded by an answer by words alone."""


class FacetRequest(NamedTuple):
    """Which filter values are to be counted."""

    date_field: Literal["modified", "created"] = "modified"
    limit: int = 50
    """Values of one property, at most."""


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
        self._searches = self._make_lane("search")
        self._meanings = self._make_lane("meaning")

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


def _has_layers(query: Query) -> bool:
    """Whether words alone already answer a part of the question."""
    return query.ranked and query.mode in (Mode.HYBRID, Mode.DEEP)
