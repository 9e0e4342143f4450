"""The search of the main screen: from the text of the query bar to the list of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.syntax import filter_chips
from vaulttui.tui import messages
from vaulttui.tui.searching.facet_counting import FacetCounting
from vaulttui.tui.searching.nothing_found import NothingFound, looser_queries
from vaulttui.tui.searching.query_hint import QueryHint
from vaulttui.tui.searching.question import Question
from vaulttui.tui.widgets.result_pages import PAGE_SIZE

_LATE = 0.4
"""Seconds after which it is told that an answer is still to come. Nearly all come sooner."""

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.widgets.chips import Chips
    from vaulttui.tui.widgets.query_bar import QueryBar
    from vaulttui.tui.widgets.result_list import ResultList


class Searching:
    """Asks the session what the query bar says, and shows the answers that still matter.

    Args:
        session: Who answers.
        question: What is asked first.
        bar: Where one types.
        chips: The line below it.
        results: Where the answers go.
        now: The clock.
        key: The first key of a command, as a person reads it.
    """

    def __init__(
        self,
        session: SearchSession,
        question: Question,
        bar: QueryBar,
        chips: Chips,
        results: ResultList,
        now: Callable[[], datetime],
        key: Callable[[str], str],
    ) -> None:
        self.question = question
        self.query: Query | None = None
        """The last query that could be understood."""
        self.result: Result | None = None
        """The first page of the last answer."""
        self.answered = False
        """Whether the last answer belongs to the present text, as well as it can."""
        self.waiting = False
        """Whether there is an answer to come."""
        self.repeated = False
        """Whether what is looked for was looked for before and answered, and only the notes may have changed."""
        self.changed: frozenset[str] | None = None
        """Notes that had changed when the last answer came since the one before it; ``None``: any may have, or that was
        to another question."""
        self.facets = FacetCounting(session)
        """The filter values of what is looked for."""
        self.best_wanted = False
        """Whether the person types a query and has turned to none of its results yet: the first one stays selected,
        whichever comes to be the best."""
        self._reading_vault = True
        self._partly = True
        """Whether the vault was still being read when the last answer came."""
        self._session = session
        self._bar = bar
        self._chips = chips
        self._results = results
        self._now = now
        self._hint = QueryHint(bar.input, chips)
        self._nothing = NothingFound(results, key)
        self._request = 0
        self._late: Timer | None = None
        """Until it is told that an answer takes long."""
        self._keep = False
        self._changed: frozenset[str] | None = None
        """Notes that have changed since the last answer, which asked for the same; ``None`` for any."""
        self._first = True
        self._complete = False
        self._withheld: messages.Answered | None = None
        """That nothing is found, while the value of a filter is being typed."""
        self._unfinished = ""
        self._understood: Question | None = None
        """What the results answer: the question, or the last one that could be read, in the mode and order of now."""

    @property
    def request(self) -> int:
        """Id of the search whose answers count."""
        return self._request

    def ask(self, question: Question, *, keep: bool = False) -> None:
        """Look for something. What is shown stays until the answer comes.

        Args:
            question: What is looked for.
            keep: Keep the selected note in the next answer.
        """
        self._complete = False
        self._ask(question, keep=keep, facets=True)

    def _ask(self, question: Question, *, keep: bool, facets: bool, again: bool = False) -> None:
        self.question = question
        self._withheld = None
        if not again:
            self._changed = None
        self.answered = self.waiting = False
        if self._late is not None:
            self._late.stop()
        self.repeated = again and (self.repeated or not self._first)
        self._hint.forget_error()
        try:
            query = question.query(self._now())
        except QuerySyntaxError as error:
            self._bar.info.searching = False
            self._hint.show_error(error.message, error.start, error.end, error.suggestion)
            # At the start there are no results to keep. Those that are kept follow the vault, and their mode and order.
            kept = replace(question, text="" if self._understood is None else self._understood.text)
            if again or kept != self._understood:
                self._understood = kept
                self._look_for(kept.query(self._now()), keep=keep, facets=facets)
            else:
                self._session.first_shown()
            return
        self._understood = question
        self._unfinished = question.problem(self._now())
        self._chips.show_chips(filter_chips(question.text))
        self._bar.input.mark_error(None)
        self.waiting = True
        self._late = self._bar.set_timer(_LATE, self.tell_late)
        self._look_for(query, keep=keep, facets=facets)

    def tell_late(self) -> None:
        """Say that the answer takes long, if there is one to come: what is shown belongs to something else."""
        self._bar.info.searching = self.outdated and not self._session.failed

    def _look_for(self, query: Query, *, keep: bool, facets: bool) -> None:
        self.query = query
        self._bar.info.mode = query.mode.value
        self._keep, self._first = keep, True
        # What is shown in full is not to be replaced by words alone in between: rows would come and go.
        self._request = self._session.search(_part(query, 0, PAGE_SIZE), whole=self._complete)
        self.facets.begin(self._request, query, count=facets)

    def ask_again(self, *, facets: bool = True, touched: bool = True, changed: frozenset[str] | None = None) -> None:
        """Ask the same once more, because the notes may have changed.

        Args:
            facets: Count the filter values, too.
            changed: Paths of the notes that have; ``None`` for any.
            touched: Whether the person has done anything since the start. Until then the first result stays selected
                while the vault is read: batches of notes do not come in their order, and the newest notes would stand
                above what is in sight.
        """
        results = self._results
        on_top = results.cursor == 0 and (
            (self.best_wanted and results.scroll_offset.y == 0) or (not touched and self._partly)
        )
        self._changed = None if changed is None or self._changed is None else self._changed | changed
        # What has no answer yet begins with its best result, as it would have without this.
        self._ask(self.question, keep=self._keep or not (self._first or on_top), facets=facets, again=True)

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved: what is selected and marked still is, by its new path.

        Args:
            moved: New paths of notes, by those of before.
        """
        self._results.take_moves(moved)

    @property
    def outdated(self) -> bool:
        """Whether what is shown answers something else, and this has an answer to come."""
        return self.waiting and self._first and not self.repeated

    @property
    def uses_vectors(self) -> bool:
        """Whether more vectors may change the answer."""
        return self.query is not None and self.query.mode is not Mode.KEYWORD and self.query.ranked

    def vault_is_read(self, reading: bool) -> None:
        """Note whether notes are still being read, so that more may be found soon."""
        if reading != self._reading_vault:
            self._reading_vault = reading
            if self.answered and self.query is not None and not self._results.count:
                self._explain_nothing(self.query)

    def take_answer(self, message: messages.Answered) -> bool:
        """Show an answer. Returns false, and shows nothing, if it came too late.

        While the value of a filter is being typed, the notes that were found before stay instead of none; the numbers
        say that there are none.
        """
        if message.request != self._request:
            return False
        if message.final and self.facets.take_due():
            # The results come first, on the screen as well.
            self._results.call_after_refresh(self.facets.count_after, message.request)
        if not message.result.hits and self._bar.input.completing and self._results.count:
            if message.final:
                self._withheld = message
                self._note_answer(final=True)
                self._bar.info.milliseconds = message.result.timings.total
                self.show_place()
                self._hint.show()
            return False
        self._withheld = None
        result, self.result = message.result, message.result
        # A better answer to the same question must not take away what the person has moved to meanwhile.
        keep = self._keep or (not self._first and self._results.cursor > 0)
        self._first = False
        self._partly = self._reading_vault
        limit = self.query.limit if self.query is not None else 0
        scored, reach = message.query.ranked, self._reach(message.query)
        self._results.show(result, limit=limit, scored=scored, keep=keep, again=self.repeated, reach=reach)
        self.changed = self._changed
        self._changed = frozenset() if message.final else None  # meaning may order all otherwise than words
        self._note_answer(final=message.final)
        self._complete = message.final
        info = self._bar.info
        info.degraded = bool(result.degraded)
        info.milliseconds = result.timings.total
        # The line may have no room for all of it: that there are few vectors yet stands in the first line, too.
        self._hint.tell(" · ".join(filter(None, (self._unfinished, *result.warnings, result.degraded))))
        if not result.hits:
            if message.final:
                self._explain_nothing(message.query)
            else:
                self._results.show_empty("No note has these words", "Looking for what is near in meaning …")
        return True

    def _reach(self, query: Query) -> int | None:
        """By how many rows the selected result may have moved at most; ``None``: by any number."""
        if query.mode is Mode.DEEP:
            return 0  # each page takes its time
        changed, selected = self._changed, self._results.selected
        itself = changed is not None and selected is not None and selected.path in changed
        # Each note that changed moves others by a row, and itself to where its score belongs or to the top.
        return None if changed is None or (query.ranked and itself) or query.max_per_note != 1 else len(changed)

    def _note_answer(self, *, final: bool) -> None:
        """Note that an answer has come; one to what was asked before a text that cannot be read is none to that."""
        self._bar.info.searching = False
        if not self._hint.is_error:
            self.answered, self.waiting = final, not final

    def show_withheld(self) -> messages.Answered | None:
        """Show what was held back while something was being completed, if it still holds, and return it."""
        withheld = self._withheld
        shown = withheld is not None and self.take_answer(withheld)
        if self.answered:
            self._hint.show()
        return withheld if shown else None

    def take_more(self, message: messages.MoreAnswered) -> None:
        """Show a further page, if it still belongs to what is shown."""
        if message.request == self._request:
            self._results.add(message.offset, message.result)
            if self.answered and self._hint.is_error:  # of a page that did not come
                self._hint.forget_error()
                self._hint.show()

    def take_failure(self, message: messages.SearchFailed) -> None:
        """Say why there is no answer; the last good one stays."""
        if message.request == self._request:
            self.waiting = self._bar.info.searching = False
            self._results.forget_wanted()
            self._session.first_shown()
            self._hint.show_error(message.reason, message.start, message.end)

    def want_more(self, offset: int) -> None:
        """Ask for the page that begins at ``offset``."""
        if self.query is not None and self._withheld is None:  # else what is listed answers another question
            self._session.more(self._request, _part(self.query, offset, PAGE_SIZE))

    def rows(self, first: int, number: int) -> Query | None:
        """The part of what is looked for that gives some rows of the results; ``None`` if nothing is."""
        return None if self.query is None else _part(self.query, first, number)

    def show_place(self) -> None:
        """Show the number of the selected result; that there is nothing, only when it is certain."""
        if self._withheld is not None:
            self._bar.info.place = (0, 0)
        elif self.result is not None:
            unknown = self.waiting and not self._results.count
            self._bar.info.place = None if unknown else (self._results.cursor + 1, self._results.count)

    def take_looser(self, message: messages.LooserFound) -> None:
        """Offer queries that find more, if there is still nothing."""
        if message.request == self._request and not self._results.count:
            degraded = self.result is not None and bool(self.result.degraded)
            self._nothing.offer(message, self.question, self.query, degraded=degraded)

    def _explain_nothing(self, query: Query) -> None:
        if self._nothing.explain(self.question, query, reading_vault=self._reading_vault):
            self._session.loosen(self._request, query, list(looser_queries(self.question, self._now())))


def _part(query: Query, first: int, number: int) -> Query:
    """The part of a query that gives some rows of its results; a ``limit:`` of the text bounds all parts together."""
    size = min(number, query.limit - first) if query.limit else number
    return replace(query, offset=first, limit=max(size, 0))
