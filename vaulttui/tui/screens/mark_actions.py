"""What keys do to mark many results at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaulttui.formatting import count
from vaulttui.tui.screens.asking import AskingScreen

if TYPE_CHECKING:
    from vaulttui.search.query import Result
    from vaulttui.tui import messages
    from vaulttui.tui.widgets.result_list import ResultList

MOST_AT_ONCE = 1_000
"""Results that are marked by one key, at most."""


class _Marking(NamedTuple):
    """What was asked for to be marked."""

    request: int
    """Id of the question for the results."""
    backwards: bool = False
    """Whether the last of them is to be marked first."""
    range_to: tuple[int, int] | None = None
    """The row to which all from the last mark on are to be marked, and the first row that was asked for, if it is to be
    seen in the answer where that mark stands."""


class MarkActions(AskingScreen):
    """Actions of the main screen on the marks of all results, be they loaded or not."""

    _marking: _Marking | None = None
    """What is to be marked, while it is still to come."""

    def action_unmark(self) -> None:
        """Unmark all results."""
        self._marking = None
        self.results.clear_marks()

    def on_result_list_mark_wanted(self, event: ResultList.MarkWanted) -> None:
        """Ask for the results that are to be marked, the nearest to where one begins if they are too many."""
        rows = range(MOST_AT_ONCE + 1) if event.rows is None else event.rows[: MOST_AT_ONCE + 1]
        query = self.searching.rows(min(rows[0], rows[-1]), len(rows))
        if query is not None:
            self._marking = _Marking(self.session.hits(query), backwards=rows.step < 0)

    def on_result_list_range_wanted(self, event: ResultList.RangeWanted) -> None:
        """Ask for the results around one, as far as they could be marked at once: the last mark may be among them."""
        first = max(0, event.row + 1 - MOST_AT_ONCE)
        query = self.searching.rows(first, event.row + MOST_AT_ONCE - first)
        if query is not None:
            self._marking = _Marking(self.session.hits(query), range_to=(event.row, first))

    def on_hits_found(self, message: messages.HitsFound) -> None:
        """Mark them, unless the person has unmarked all meanwhile."""
        marking = self._marking
        if marking is None or message.request != marking.request:
            return
        self._marking = None
        if marking.range_to is not None:
            self._mark_range(*marking.range_to, message.result)
            return
        hits = message.result.hits[::-1] if marking.backwards else message.result.hits
        if len(hits) > MOST_AT_ONCE:
            told = f"Only {count(MOST_AT_ONCE)} results are marked: no more can be marked at once."
            self.vault_app.notify(told, severity="warning", markup=False)
        self.results.mark(hits[:MOST_AT_ONCE])

    def _mark_range(self, row: int, first: int, result: Result) -> None:
        """Mark all from the last mark to a row, or that alone if no mark is near enough.

        Args:
            row: The row.
            first: The row of the first of the results that were asked for.
            result: These.
        """
        found = dict(enumerate(result.hits, first))
        rows = self.results.rows_from_mark(row, found)
        if rows is None and (first or result.has_more):
            told = f"No other mark is within {count(MOST_AT_ONCE)} results of this one: it alone is marked."
            self.vault_app.notify(told, severity="warning", markup=False)
        self.results.mark(found[at] for at in rows or range(row, row + 1) if at in found)
