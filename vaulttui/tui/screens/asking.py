"""From what the person types and clicks to the question that is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.timer import Timer
from textual.widgets import Input

from vaulttui.search.syntax import (
    ActiveFilter,
    Completion,
    FilterState,
    active_filters,
    filter_chips,
    remove_span,
    set_filter,
    suggest_syntax,
)
from vaulttui.tui import messages
from vaulttui.tui.screens.frame import Frame
from vaulttui.tui.searching.question import Question
from vaulttui.tui.session.search_requests import FacetRequest
from vaulttui.tui.widgets.chips import Chips
from vaulttui.tui.widgets.facet_filters import FacetFilters
from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
from vaulttui.tui.widgets.query_info import QueryInfo
from vaulttui.tui.widgets.query_input import QueryInput
from vaulttui.tui.widgets.result_list import ResultList
from vaulttui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from vaulttui.tui.app import VaultApp


MEANS, MEANT = "The query means", "The last query that was understood means"
"""Titles of what is told of how a query was understood, until another is looked for."""


class AskingScreen(Frame):
    """Hears the query bar, the chips, the filters and the offers, and asks.

    Args:
        vault_app: The application.
        typed: What was typed before this was on the screen; ``""`` to go on with the last query.
    """

    if TYPE_CHECKING:

        def action_edit(self) -> None:
            """Open the selected note in the editor."""

    def __init__(self, vault_app: VaultApp, *, typed: str = "") -> None:
        super().__init__(vault_app, typed=typed)
        self._debounce: Timer | None = None
        self._edit_wish: float | None = None
        """When the editor was asked for, by the clock of all messages, while it waits for the answer."""
        self._suggest_request = 0
        self._completed: Completion | None = None
        """What was asked for last is to complete."""

    @property
    def question(self) -> Question:
        """What is looked for, with what was typed last and waits to be asked: what is to be changed by a key."""
        return replace(self.searching.question, text=self.query_bar.input.value)

    # Typing

    @on(Input.Changed)
    def _text_changed(self, event: Input.Changed) -> None:
        if event.value == self.searching.question.text:
            return
        self.withdraw_edit()
        if self._debounce is not None:
            self._debounce.stop()
        delay = self._settings.interface.debounce_ms / 1000
        self._debounce = self.set_timer(delay, self._ask_typed) if delay else None
        if not delay:
            self._ask_typed()

    def _ask_typed(self) -> None:
        """Look for what the query bar says now."""
        if self._debounce is not None:
            self._debounce.stop()
            self._debounce = None
        if self.question != self.searching.question:
            self.ask(self.question)

    def ask(self, question: Question, *, keep: bool = False) -> None:
        """Look for another question, and write its text into the query bar."""
        self.withdraw_edit()
        self.vault_app.withdraw(MEANS, MEANT)
        if question.text != self.query_bar.input.value:
            self.query_bar.input.set_text(question.text)
        if not keep:
            self.reading.forget_selection()
        self.reading.expect_selection()
        self.searching.best_wanted = not keep and self.query_bar.input.has_focus
        self.searching.ask(question, keep=keep)
        self.edges.show_results()

    # The editor, once there is an answer

    def edit_when_answered(self, asked: float) -> None:
        """Open the editor as soon as there is an answer, unless the person does something else until then.

        Args:
            asked: When the person asked for it, by the clock of all messages. They may have done more since.
        """
        self._edit_wish = asked

    def withdraw_edit(self) -> None:
        """Open no editor when the answer comes."""
        self._edit_wish = None

    def take_edit_wish(self) -> bool:
        """Whether the editor is to be opened now that there is an answer; it is not asked for any longer.

        Under a dialog it is not: what is typed there would go to it.
        """
        wanted, self._edit_wish = self._edit_wish, None
        return wanted is not None and self.vault_app.last_input <= wanted and self.is_active

    @on(QueryInput.Step)
    def _step(self, event: QueryInput.Step) -> None:
        self.withdraw_edit()
        self.searching.best_wanted = False
        self.results.move(event.delta)

    @on(QueryInput.Leave)
    def _leave_query(self) -> None:
        self._ask_typed()
        self.state.remember_query(self.query_bar.input.value)
        self.panes.focus("results")

    @on(QueryInput.Submit)
    def _submit(self, event: QueryInput.Submit) -> None:
        self._ask_typed()
        self.state.remember_query(self.query_bar.input.value)
        if self.searching.answered and self.results.offer is not None:
            self._look_for(self.results.offer)
        elif self.searching.answered:
            self.searching.best_wanted = False
            self.action_edit()
        else:
            # What is on the screen is the answer to something else.
            self.withdraw_edit()
            if self.searching.waiting:
                self.edit_when_answered(event.asked)

    @on(QueryInput.ScrollPreview)
    def _scroll_preview(self, event: QueryInput.ScrollPreview) -> None:
        self.searching.best_wanted = False
        self.preview.action_page(event.direction)

    @on(QueryInput.CompletionWanted)
    def _completion_wanted(self, event: QueryInput.CompletionWanted) -> None:
        completion = event.completion
        if completion.kind == "operator" or completion.kind == "choice":
            self.query_bar.input.offer(suggest_syntax(completion), completion)
        else:
            self._completed = completion
            self._suggest_request = self.session.suggest(completion.kind, completion.prefix, key=completion.key)

    @on(messages.Suggested)
    def _suggested(self, message: messages.Suggested) -> None:
        if message.request == self._suggest_request and self._completed is not None:
            self.query_bar.input.offer(message.suggestions, self._completed)

    @on(VirtualList.Moved, "#menu")
    def _menu_changed(self) -> None:
        self.chips.covered = bool(self.menu.suggestions)

    @on(VirtualList.Chosen, "#menu")
    def _completion_chosen(self) -> None:
        self.query_bar.input.accept_completion()

    @on(QueryInput.KeysChanged)
    def _keys_changed(self, event: QueryInput.KeysChanged) -> None:
        self._query_labels = event.labels
        self.tell_keys()

    @on(Chips.Removed)
    def _chip_removed(self, event: Chips.Removed) -> None:
        question, removed = self.question, event.chip
        # The text may have gone on since they were drawn.
        same = [chip for chip in filter_chips(question.text) if chip.label == removed.label]
        if same:
            chip = min(same, key=lambda chip: (chip.negated != removed.negated, abs(chip.start - removed.start)))
            self._look_for(remove_span(question.text, chip.start, chip.end))

    # Offers and filters

    @on(ResultList.OfferTaken)
    def _offer_taken(self, event: ResultList.OfferTaken) -> None:
        self._look_for(event.text)

    def _look_for(self, text: str) -> None:
        """Look for another text in the same way."""
        self.ask(replace(self.question, text=text))

    def look_for_instead(self, text: str) -> None:
        """Look for something else; what was looked for can be had back from the history."""
        self.state.remember_query(self.question.text)
        self._look_for(text)

    @on(messages.FacetsCounted)
    def _facets_counted(self, message: messages.FacetsCounted) -> None:
        if self.searching.facets.takes(message.request):
            self.filters.update_facets(message.facets, active_filters(self.searching.question.text))

    def _facet_request(self) -> FacetRequest | None:
        """What the filters need, if they are shown."""
        shown = self.panes.shown("filters")
        return FacetRequest(self.filters.date_field, self.filters.whole) if shown else None

    def count_facets(self) -> None:
        """Count what the filters show, now and after each answer."""
        wanted = self._facet_request()
        changed, self.searching.facets.wanted = wanted != self.searching.facets.wanted, wanted
        if changed:
            self.searching.facets.count()

    @on(FilterSidebar.FilterToggled)
    def _filter_toggled(self, event: FilterSidebar.FilterToggled) -> None:
        text = self.question.text  # the sidebar shows the filters that were counted last
        item = ActiveFilter(event.operator, event.key, event.value, False, 0, 0, event.comparison)
        state = "off" if FacetFilters(active_filters(text)).state(item) == event.state else event.state
        self._look_for_other_filters(_with_filter(text, item, state))

    @on(FilterSidebar.Released)
    def _filters_released(self, event: FilterSidebar.Released) -> None:
        text = self.question.text
        self.state.remember_query(text)
        for item in FacetFilters(active_filters(text)).of(event.section):
            text = _with_filter(text, item, "off")
        self._look_for_other_filters(text)

    def _look_for_other_filters(self, text: str) -> None:
        if text != self.question.text:
            self._look_for(text)

    @on(FilterSidebar.TypingChanged)
    def _typing_changed(self, event: FilterSidebar.TypingChanged) -> None:
        self.footer.typing = event.typing
        self.tell_keys()

    @on(VirtualList.Moved, "#filters, #panel")
    def _other_row(self) -> None:
        self.tell_keys()

    @on(FilterSidebar.FacetsWanted)
    def _facets_wanted(self) -> None:
        self.count_facets()

    @on(QueryInfo.ModeClicked)
    def _mode_clicked(self) -> None:
        self.ask(self.question.next_mode())


def _with_filter(text: str, item: ActiveFilter, state: FilterState) -> str:
    """A query text in which a filter has a state."""
    value = (item.key, item.value) if item.operator == "property" else item.value
    return set_filter(text, item.operator, value, state=state, comparison=item.comparison)
