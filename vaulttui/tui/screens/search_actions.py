"""What keys do with the search: mode, order, going back."""

from __future__ import annotations

from dataclasses import replace

from vaulttui.search.syntax import describe_query, filter_chips, remove_span
from vaulttui.tui.screens.asking import MEANS, MEANT
from vaulttui.tui.screens.find_actions import FindActions
from vaulttui.tui.screens.mark_actions import MarkActions


class SearchActions(FindActions, MarkActions):
    """Actions of the main screen that change what is asked."""

    def action_clear_query(self) -> None:
        """Look for nothing in particular; the query can be had back from the history."""
        self.ask(replace(self.question, text=""))

    def action_clear_filters(self) -> None:
        """Look for the same without any filter; the query can be had back from the history."""
        text = self.question.text
        for chip in reversed(filter_chips(text)):
            text = remove_span(text, chip.start, chip.end)
        if text != self.question.text:
            self.look_for_instead(text)

    def action_next_mode(self) -> None:
        """Search in the next mode."""
        self.ask(self.question.next_mode())

    def action_next_sort(self) -> None:
        """Show the results in the next order."""
        self.ask(self.question.next_sort(self._now()))

    def action_reverse_sort(self) -> None:
        """Turn the order of the results round."""
        self.ask(self.question.reversed(self._now()))

    def action_toggle_grouping(self) -> None:
        """Show one result for each note, or one for each matching passage."""
        question = self.question
        self.ask(replace(question, passages=not question.passages), keep=True)

    def action_explain_query(self) -> None:
        """Say in words how the query was understood, and what is told of its answer: the line below it may cut that."""
        query = self.searching.query
        if query is not None:
            understood = query.source == self.searching.question.text
            self.vault_app.withdraw(MEANS, MEANT)
            told = "" if self.chips.failed else self.chips.hint
            self.vault_app.notify(
                "\n".join(filter(None, (describe_query(query), told))),
                title=MEANS if understood else MEANT,
                markup=False,
                timeout=12,
            )

    def action_back(self) -> None:
        """Go one step back: out of what was opened, then the marks, then the query."""
        if self.step_out_of_finding() or self.panes.step_back():
            return
        if self.results.marked:
            self.action_unmark()
        elif self.question.text:
            self.action_clear_query()
