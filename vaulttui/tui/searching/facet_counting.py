"""When the filter values are counted: after the answers, and for what is looked for by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttui.search.query import Query

if TYPE_CHECKING:
    from vaulttui.tui.session.search_requests import FacetRequest
    from vaulttui.tui.session.session import SearchSession


class FacetCounting:
    """Asks the session for the filter values of what is looked for, where they are wanted.

    Args:
        session: Who counts.
    """

    def __init__(self, session: SearchSession) -> None:
        self.wanted: FacetRequest | None = None
        """Which filter values are to be counted; ``None`` for none."""
        self._session = session
        self._request = 0
        self._query: Query | None = None
        self._due = False
        """Whether they are to be counted after the answer that is to come."""
        self._owed = False
        """Whether they are not yet counted for what is looked for."""

    def begin(self, request: int, query: Query, *, count: bool) -> None:
        """Take in that something is looked for.

        Args:
            request: Id of the search.
            query: What is looked for.
            count: Whether the values are to be counted after its answer; those that are owed are in any case.
        """
        self._request, self._query = request, query
        self._due = self._owed = count or self._owed

    def take_due(self) -> bool:
        """Whether the values are to be counted after the answer that has come; not after the next one to the same."""
        due, self._due = self._due, False
        return due

    def count_after(self, request: int) -> None:
        """Count for an answer that is on the screen, unless something else is looked for by now.

        Where nothing is wanted, nothing more is to come of what was asked first.

        Args:
            request: Id of the search that it answers.
        """
        if self.wanted is None:
            self._session.first_shown()
        elif request == self._request:
            self.count()

    def count(self) -> None:
        """Count for what is looked for."""
        self._owed = True
        if self._query is not None and self.wanted is not None:
            self._session.count_facets(self._request, self._query, self.wanted)

    def takes(self, request: int) -> bool:
        """Whether counts belong to what is looked for. Those that do have come.

        Args:
            request: Id of the search that they are of.
        """
        current = request == self._request
        self._owed = self._owed and not current
        return current
