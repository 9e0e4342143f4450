"""What keys do with the search: mode, order, going back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vaulttui.search.syntax import describe_query
from vaulttui.tui.question import Question

if TYPE_CHECKING:
    from vaulttui.tui.app import VaultApp
    from vaulttui.tui.panes import Panes
    from vaulttui.tui.searching import Searching
    from vaulttui.tui.state import UiState
    from vaulttui.tui.widgets.result_list import ResultList


class SearchActions:
    """Actions of the main screen that change what is asked."""

    if TYPE_CHECKING:
        panes: Panes
        results: ResultList
        searching: Searching
        state: UiState
        vault_app: VaultApp

        @property
        def question(self) -> Question:
            """What is looked for."""

        def ask(self, question: Question, *, keep: bool = False) -> None:
            """Look for something."""

        def action_unmark(self) -> None:
            """Unmark all results."""

        def step_out_of_finding(self) -> bool:
            """End what is being found in the note."""

    def action_clear_query(self) -> None:
        """Look for nothing in particular; the query can be had back from the history."""
        self.ask(replace(self.question, text=""))

    def action_next_mode(self) -> None:
        """Search in the next mode."""
        self.ask(self.question.next_mode())

    def action_next_sort(self) -> None:
        """Show the results in the next order."""
        self.ask(self.question.next_sort())

    def action_reverse_sort(self) -> None:
        """Turn the order of the results round."""
        question = self.question
        self.ask(replace(question, reverse=not question.reverse))

    def action_toggle_grouping(self) -> None:
        """Show one result for each note, or one for each matching passage."""
        question = self.question
        self.ask(replace(question, passages=not question.passages), keep=True)

    def action_explain_query(self) -> None:
        """Say in words how the query was understood."""
        query = self.searching.query
        if query is not None:
            understood = query.source == self.searching.question.text
            title = "The query means" if understood else "The last query that was understood means"
            self.vault_app.notify(describe_query(query), title=title, markup=False, timeout=12)

    def action_back(self) -> None:
        """Go one step back: out of what was opened, then the marks, then the query."""
        if self.step_out_of_finding() or self.panes.step_back():
            return
        if self.results.marked:
            self.action_unmark()
        elif self.question.text:
            self.action_clear_query()
