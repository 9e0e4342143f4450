"""What is said where a query finds nothing, and what is offered instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from vaulttui.errors import QuerySyntaxError
from vaulttui.formatting import count
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import filter_chips
from vaulttui.terminal_text import plain
from vaulttui.tui.loosening import Looser, looser
from vaulttui.tui.messages import LooserFound
from vaulttui.tui.searching.question import Question
from vaulttui.tui.widgets.no_results import Offer

if TYPE_CHECKING:
    from vaulttui.tui.widgets.result_list import ResultList


class NothingFound:
    """Says in the place of results why there are none.

    Args:
        results: Where they would be.
        key: The first key of a command, as a person reads it.
    """

    def __init__(self, results: ResultList, key: Callable[[str], str]) -> None:
        self._results = results
        self._key = key
        self._offered: tuple[Question, str] | None = None
        """What there were other queries for last, and what was said then."""

    def explain(self, question: Question, query: Query, *, reading_vault: bool) -> bool:
        """Say that nothing is found, or that there is nothing yet. What is offered stays if the same is asked again.

        Args:
            question: What was asked.
            query: What was looked for.
            reading_vault: Whether the vault is still being read.

        Returns:
            Whether a query that asks for less might find something.
        """
        if query.where is not None or query.ranked:
            if self._offered != (question, self._results.reason):
                self._results.show_empty("Nothing found", "")
            return True
        if reading_vault:
            self._results.show_empty("Reading the vault for the first time …", "Notes appear here as they are read.")
        else:
            self._results.show_empty(
                "No notes yet",
                "Markdown files in the vault's folder appear here by themselves.",
                # The query has the keyboard at the start: the letters alone would be typed into it.
                f"{self._key('query.leave')}, then {self._key('note.new')} makes the first note, "
                f"{self._key('vault.open')} opens another vault.",
            )
        return False

    def offer(self, found: LooserFound, question: Question, query: Query | None, *, degraded: bool) -> None:
        """Say which names in the query nothing has, and offer queries that find something, or say what else may help.

        Args:
            found: These names and queries.
            question: What was asked.
            query: What was looked for.
            degraded: Whether the answer was less than the mode promises: then it is not for the words that there is
                nothing.
        """
        offers = [Offer(item.label, count(item.total), item.text) for item in found.queries]
        # From the query, the first of two keys only leads to the results.
        leave, back = self._key("query.leave"), self._key("back")
        clears = f"{back} twice clears the query" if leave == back else f"{leave}, then {back} clears the query"
        if offers:
            line = "These would find something:"
        elif question.mode is Mode.SEMANTIC and degraded:
            line = f"{self._key('mode.next')} searches in another mode; {clears}."
        elif query is not None and not query.ranked and filter_chips(question.text):
            line = f"Another filter may help; {clears}."
        else:
            line = f"Fewer or other words may help; {clears}."
        below = f"{self._key('query.edit')} takes it; {clears}" if offers else ""
        self._results.show_empty("Nothing found", *map(plain, found.unknown), line, offers=offers, below=below)
        self._offered = (question, self._results.reason)


def looser_queries(question: Question, now: datetime) -> Iterator[tuple[Looser, Query]]:
    """Queries that ask for less than a question, as far as they can be understood."""
    for item in looser(question.text):
        try:
            yield item, replace(question, text=item.text).query(now)
        except QuerySyntaxError:
            continue
