"""The main screen: query, filters, results, preview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from vaulttui.search.syntax import active_filters, remove_span, set_filter, suggest_syntax
from vaulttui.tui import messages
from vaulttui.tui.commands import Context
from vaulttui.tui.edges import Edges
from vaulttui.tui.formatting import count
from vaulttui.tui.freshness import Freshness
from vaulttui.tui.keymap import bindings
from vaulttui.tui.note_making import NoteMaker
from vaulttui.tui.panes import Panes
from vaulttui.tui.preview import MatchTerms
from vaulttui.tui.question import Question
from vaulttui.tui.reading import Reading
from vaulttui.tui.screens.dialog_actions import DialogActions
from vaulttui.tui.screens.note_actions import NoteActions
from vaulttui.tui.screens.pane_actions import PaneActions
from vaulttui.tui.screens.search_actions import SearchActions
from vaulttui.tui.search_requests import FacetRequest
from vaulttui.tui.searching import Searching
from vaulttui.tui.visits import Place
from vaulttui.tui.widgets.chips import Chips
from vaulttui.tui.widgets.completion_menu import CompletionMenu
from vaulttui.tui.widgets.detail_panel import DetailPanel
from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
from vaulttui.tui.widgets.key_footer import KeyFooter
from vaulttui.tui.widgets.preview_pane import PreviewPane
from vaulttui.tui.widgets.query_bar import QueryBar, QueryInput
from vaulttui.tui.widgets.query_info import QueryInfo
from vaulttui.tui.widgets.result_list import ResultList
from vaulttui.tui.widgets.status_line import StatusLine
from vaulttui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from vaulttui.tui.app import VaultApp

EVENT_SECONDS = 0.1
"""Least time between two repaints of the progress."""
SETTLE_SECONDS = 1.5
"""So long after the first answer the start is over."""
AGE_SECONDS = 60.0
"""Ages are drawn anew this often."""


class MainScreen(PaneActions, NoteActions, DialogActions, SearchActions, Screen[None]):
    """Everything at a glance.

    What happens is decided elsewhere: :class:`Searching` asks and shows answers, :class:`Reading` shows notes,
    :class:`Panes` arranges. This class puts the widgets together and passes on what they say.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("main")]

    def __init__(self, vault_app: VaultApp, *, typed: str = "") -> None:
        super().__init__()
        self.vault_app = vault_app
        self._settings = vault_app.settings
        self.state = vault_app.state
        self.session = vault_app.session
        self._now: Callable[[], datetime] = vault_app.now
        state = self.state
        question = Question.restore(
            typed or state.query, state.mode, state.sort, state.reverse, self._settings.interface.default_mode
        )
        self.status_line = StatusLine(id="status")
        self.status_line.vault_name = vault_app.vault.name
        self.menu = CompletionMenu(id="menu")
        self.query_bar = QueryBar(self.menu, state.history, text=question.text, blink=vault_app.cursor_blinks)
        self.chips = Chips(id="chips")
        self.filters = FilterSidebar(lambda: self._now().date(), id="filters")
        self.results = ResultList(self._now, compact=state.compact, id="results")
        self.preview = PreviewPane(id="preview")
        self.panel = DetailPanel(id="panel")
        self.footer = KeyFooter(vault_app.keymap, id="footer")
        self._reading_column = Vertical(self.preview, self.panel, id="reading")
        self.panes = Panes(
            self,
            {"filters": self.filters, "results": self.results, "preview": self.preview, "panel": self.panel},
            self._reading_column,
            self.query_bar.input,
            state,
        )
        self.searching = Searching(
            self.session,
            question,
            self.query_bar,
            self.chips,
            self.results,
            self._now,
            vault_app.keymap.first_shown,
        )
        self.reading = Reading(self.session, self.preview, self.panel)
        self.edges = Edges(
            self.panes, self.filters, self.results, self.preview, self.panel, self.searching, self.reading.visits
        )
        self.notes = NoteMaker(self.session, vault_app.vault, self._settings, self._now)
        self._freshness = Freshness(self.searching, self.reading, self.set_timer)
        self._typed = typed
        self._debounce: Timer | None = None
        self._edit_when_answered = False
        self._suggest_request = 0
        self._settled = False

    def compose(self) -> ComposeResult:
        """Put the widgets in place."""
        yield self.status_line
        yield self.query_bar
        yield self.chips
        with Horizontal(id="body"):
            yield self.filters
            yield self.results
            yield self._reading_column
        yield self.footer
        yield self.menu
        yield Static("The terminal is too small for vaulttui.\nIt needs 40 columns and 12 lines.", id="too-small")

    # Start and end

    def on_mount(self) -> None:
        """Show what there is before the index is open, and open it once that is on the screen."""
        self.filters.border_title = "Filters"
        self.results.border_title = "Results"
        self.preview.border_title = "Preview"
        self.results.show_empty("Opening the index …")
        self.query_bar.info.mode = self.searching.question.mode.value
        self.panes.apply()
        self.panes.subscribe(lambda: self.call_after_refresh(self.edges.show))
        self.panes.focus_query()
        if not self._typed:
            # Typing replaces what was looked for last time.
            self.query_bar.input.select_all()
        self.set_interval(AGE_SECONDS, self.results.redraw)
        # Not by its message, which comes after the list is painted: list and preview are to change at once.
        self.watch(self.results, "cursor", self._result_moved, init=False)
        self.call_after_refresh(self._start)

    def _start(self) -> None:
        self.session.start(self)
        self.searching.facets_wanted = self._facet_request()
        self.searching.ask(self.searching.question)

    def on_unmount(self) -> None:
        """Take no more messages, and remember where the person was."""
        self.session.mute()
        question = self.searching.question
        self.state.query, self.state.mode = question.text, question.mode.value
        self.state.sort, self.state.reverse = question.sort or "", question.reverse
        self.state.compact = self.results.compact
        self.state.remember_query(question.text)

    def on_resize(self) -> None:
        """Show the panes that there is room for."""
        self.panes.apply()

    def on_descendant_focus(self) -> None:
        """Name the keys that work now; a drawer that one has clicked beside closes."""
        self.panes.close_drawer_behind()
        self.footer.show_contexts(*self._contexts())

    def _contexts(self) -> tuple[Context, ...]:
        here: Context = "query" if self.query_bar.input.has_focus else self.panes.focused or "main"
        return (here, "main", "app") if here != "main" else ("main", "app")

    # Typing

    @on(Input.Changed)
    def _text_changed(self, event: Input.Changed) -> None:
        if event.value == self.searching.question.text:
            return
        self._edit_when_answered = False
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
        text = self.query_bar.input.value
        if text != self.searching.question.text:
            self.ask(replace(self.searching.question, text=text))

    def ask(self, question: Question, *, keep: bool = False) -> None:
        """Look for another question, and write its text into the query bar."""
        self._edit_when_answered = False
        if question.text != self.query_bar.input.value:
            self.query_bar.input.set_text(question.text)
        if not keep:
            self.reading.forget_selection()
        self.searching.ask(question, keep=keep)
        self.edges.show_results()

    @on(QueryInput.Step)
    def _step(self, event: QueryInput.Step) -> None:
        self.results.move(event.delta)

    @on(QueryInput.Leave)
    def _leave_query(self) -> None:
        self.state.remember_query(self.query_bar.input.value)
        self.panes.focus("results")

    @on(QueryInput.Submit)
    def _submit(self) -> None:
        self._ask_typed()
        self.state.remember_query(self.query_bar.input.value)
        if self.searching.answered and self.results.offer is not None:
            self._look_for(self.results.offer)
        elif self.searching.answered:
            self.action_edit()
        else:
            # What is on the screen is the answer to something else.
            self._edit_when_answered = self.searching.waiting

    @on(QueryInput.ScrollPreview)
    def _scroll_preview(self, event: QueryInput.ScrollPreview) -> None:
        self.preview.action_page(event.direction)

    @on(QueryInput.CompletionWanted)
    def _completion_wanted(self, event: QueryInput.CompletionWanted) -> None:
        completion = event.completion
        if completion.kind == "operator" or completion.kind == "choice":
            self.query_bar.input.offer(suggest_syntax(completion))
        else:
            self._suggest_request = self.session.suggest(completion.kind, completion.prefix, key=completion.key)

    @on(messages.Suggested)
    def _suggested(self, message: messages.Suggested) -> None:
        if message.request == self._suggest_request:
            self.query_bar.input.offer(message.suggestions)

    @on(VirtualList.Chosen, "#menu")
    def _completion_chosen(self) -> None:
        self.query_bar.input.accept_completion()

    @on(QueryInput.CompletionEnded)
    def _completion_ended(self) -> None:
        self.searching.show_withheld()

    @on(Chips.Removed)
    def _chip_removed(self, event: Chips.Removed) -> None:
        text = self.searching.question.text
        self.ask(replace(self.searching.question, text=remove_span(text, event.chip.start, event.chip.end)))

    # Answers

    @on(messages.EngineOpened)
    def _opened(self, message: messages.EngineOpened) -> None:
        self.status_line.vault_name = message.vault_name
        self.status_line.waiting = f"{count(message.notes)} notes"

    @on(messages.EngineFailed)
    def _failed_to_open(self, message: messages.EngineFailed) -> None:
        self.status_line.waiting = "not open"
        keys = self.vault_app.keymap
        again, other = keys.first_shown("index.refresh"), keys.first_shown("vault.open")
        self.results.show_empty(
            "The vault cannot be searched", message.reason, "", f"{again} tries again, {other} opens another vault."
        )

    @on(messages.EngineReported)
    def _events_came(self) -> None:
        progress, change = self.session.events.take()
        self.set_timer(EVENT_SECONDS, self.session.events.rearm)
        if progress is not None:
            self.status_line.progress = progress
            self.searching.vault_is_read(progress.phase in ("scanning", "reading"))
        if change is not None:
            self._freshness.take_in(change)

    @on(messages.Answered)
    def _answered(self, message: messages.Answered) -> None:
        if not self.searching.take_answer(message):
            return
        self.edges.show_results()
        self.searching.show_place()
        if message.final and not self._settled:
            self._settled = True
            self.set_timer(SETTLE_SECONDS, self.vault_app.settle)
        # The selected note may stay the same: then only its highlights change.
        self.reading.highlight(MatchTerms.from_query(message.query, message.result.highlights))
        if self._edit_when_answered:
            self._edit_when_answered = False
            self._result_moved()
            self.reading.look_now()
            self.action_edit()

    @on(messages.MoreAnswered)
    def _more_answered(self, message: messages.MoreAnswered) -> None:
        self.searching.take_more(message)

    @on(messages.SearchFailed)
    def _search_failed(self, message: messages.SearchFailed) -> None:
        self._edit_when_answered = False
        self.searching.take_failure(message)

    @on(messages.LooserFound)
    def _looser_found(self, message: messages.LooserFound) -> None:
        self.searching.take_looser(message)

    @on(ResultList.OfferTaken)
    def _offer_taken(self, event: ResultList.OfferTaken) -> None:
        self._look_for(event.text)

    def _look_for(self, text: str) -> None:
        """Look for another text in the same way."""
        self.ask(replace(self.searching.question, text=text))

    @on(messages.FacetsCounted)
    def _facets_counted(self, message: messages.FacetsCounted) -> None:
        if message.request == self.searching.request:
            self.filters.update_facets(message.facets, active_filters(self.searching.question.text))

    def _facet_request(self) -> FacetRequest | None:
        """What the filters need, if they are shown."""
        shown = self.panes.shown("filters")
        return FacetRequest(self.filters.date_field, self.filters.value_limit) if shown else None

    def count_facets(self) -> None:
        """Count what the filters show, now and after each answer."""
        wanted = self._facet_request()
        changed, self.searching.facets_wanted = wanted != self.searching.facets_wanted, wanted
        if changed:
            self.searching.count_facets()

    @on(FilterSidebar.FilterToggled)
    def _filter_toggled(self, event: FilterSidebar.FilterToggled) -> None:
        question = self.searching.question
        value = (event.key, event.value) if event.operator == "property" else event.value
        text = set_filter(question.text, event.operator, value, state=event.state, comparison=event.comparison)
        self.ask(replace(question, text=text))

    @on(FilterSidebar.FacetsWanted)
    def _facets_wanted(self) -> None:
        self.count_facets()

    @on(ResultList.MoreWanted)
    def _more_wanted(self, event: ResultList.MoreWanted) -> None:
        self.searching.want_more(event.offset)

    @on(QueryInfo.ModeClicked)
    def _mode_clicked(self) -> None:
        self.action_next_mode()

    # The note

    @on(PreviewPane.WidthChanged)
    @on(PreviewPane.SourceToggled)
    @on(PreviewPane.FoldToggled)
    def _layout_outdated(self) -> None:
        self.reading.lay_out_again()

    @on(PreviewPane.LinkFollowed)
    def _link_followed(self, event: PreviewPane.LinkFollowed) -> None:
        self.follow(event.link)

    @on(VirtualList.Moved, "#results")
    def _result_moved(self) -> None:
        self.searching.show_place()
        hit = self.results.selected
        if hit is not None:
            self.reading.select(Place(hit.path, hit.line), [Place(hit.path, hit.line) for hit in self.results.ahead])
        elif not self.results.count and self.searching.answered:
            self.reading.clear()

    @on(messages.NoteLoaded)
    def _note_loaded(self, message: messages.NoteLoaded) -> None:
        self.reading.take_note(message)

    @on(messages.NotePrepared)
    def _note_prepared(self, message: messages.NotePrepared) -> None:
        self.reading.take_prepared(message)

    @on(messages.NoteFailed)
    def _note_failed(self, message: messages.NoteFailed) -> None:
        self.reading.take_failure(message)

    @on(DetailPanel.TabShown)
    def _tab_shown(self) -> None:
        self.reading.find_related()
        self.preview.show_edge()

    @on(messages.RelatedFound)
    def _related_found(self, message: messages.RelatedFound) -> None:
        progress = self.status_line.progress
        incomplete = progress is not None and progress.embedded < progress.embeddable
        self.reading.take_related(message, incomplete=incomplete)

    @on(DetailPanel.GoTo)
    def _go_to(self, event: DetailPanel.GoTo) -> None:
        self.visit(Place(event.path, event.line))

    @on(ResultList.EditWanted)
    @on(PreviewPane.EditWanted)
    @on(VirtualList.Chosen, "#results")
    def _edit_wanted(self) -> None:
        self.action_edit()

    @on(ResultList.MarksChanged)
    def _marks_changed(self) -> None:
        self.edges.show_results()

    @on(messages.NoteIndexed)
    def _note_indexed(self, message: messages.NoteIndexed) -> None:
        self.searching.ask_again()
        self.reading.take_change({message.path})

    @on(messages.TaskFailed)
    def _task_failed(self, message: messages.TaskFailed) -> None:
        self.notify(message.reason, title=message.title, severity="error", markup=False)

    # Tasks

    def action_refresh_index(self) -> None:
        """Read the vault again, or try again to open it."""
        if self.status_line.waiting == "not open":
            self.status_line.waiting = "opening …"
            self.results.show_empty("Opening the index …")
            self.session.open()
        else:
            self.session.refresh()
