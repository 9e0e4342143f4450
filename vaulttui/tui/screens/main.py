"""The main screen: query, filters, results, preview."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from vaulttui.formatting import counted
from vaulttui.tui import messages
from vaulttui.tui.keymap import bindings
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.dialog_actions import DialogActions
from vaulttui.tui.screens.following import Following
from vaulttui.tui.screens.pane_actions import PaneActions
from vaulttui.tui.screens.search_actions import SearchActions
from vaulttui.tui.searching.freshness import Freshness
from vaulttui.tui.widgets.detail_panel import DetailPanel
from vaulttui.tui.widgets.preview_pane import PreviewPane
from vaulttui.tui.widgets.query_input import QueryInput
from vaulttui.tui.widgets.result_list import ResultList
from vaulttui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from vaulttui.tui.app import VaultApp

EVENT_SECONDS = 0.1
"""Least time between two repaints of the progress."""
SETTLE_SECONDS = 1.5
"""So long after the first answer the start is over."""
KEEP_SECONDS = 3.0
"""What the person has changed is written down so soon, for the program may be killed."""
AGE_SECONDS = 60.0
"""Ages are drawn anew this often."""


class MainScreen(DialogActions, SearchActions, PaneActions):
    """Everything at a glance.

    What happens is decided elsewhere: :class:`Searching` asks and shows answers, :class:`Reading` shows notes,
    :class:`Following` lets these follow those, :class:`Panes` arranges. This class hears what the session and the
    widgets tell, and passes it on.

    Args:
        vault_app: The application.
        typed: What was typed before this was on the screen; ``""`` to go on with the last query.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("main")]

    def __init__(self, vault_app: VaultApp, *, typed: str = "") -> None:
        super().__init__(vault_app, typed=typed)
        self._freshness = Freshness(
            self.searching, self.reading, self.shown_note.related, self.vault_app.idle_seconds, self.set_timer
        )
        self._following = Following(self.results, self.searching, self.reading, self.shown_note, self.panes)
        self._typed = typed
        self._begun = "" if typed else self.state.query
        """The query that it goes on with."""
        self._settled = False
        self._fault = ""
        """Why the vault could not be opened."""

    # Start and end

    def on_mount(self) -> None:
        """Show what there is before the index is open, and ask the first question; its answer comes after the paint."""
        self.filters.border_title = "Filters"
        self.results.border_title = "Results"
        self.preview.show_title("Preview")
        self.results.show_empty("Opening the index …")
        self.query_bar.info.mode = self.searching.question.mode.value
        self.panes.apply()
        self.panes.subscribe(self._arranged)
        self.shown_note.finding.ended = self.finding_ended
        self.shown_note.finding.typing = self.types_what_to_find
        self.panes.focus_query()
        if not self._typed:
            # Typing replaces what was looked for last time.
            self.query_bar.input.select_all()
        self.set_interval(AGE_SECONDS, self.results.redraw)
        if self._typed:
            self.state.remember_query(self.state.query)  # as where it is typed over
        self.set_interval(KEEP_SECONDS, self._keep)
        # Not by its message, which comes after the list is painted: list and preview are to change at once.
        self.watch(self.results, "cursor", self._following.go, init=False)
        self.watch(self.preview, "section", self.panel.show_section, init=False)
        self.watch(self, "focused", self.focus_moved, init=False)
        self.watch(self, "focused", self._tell_fault, init=False)
        self.session.start()
        self.searching.facets.wanted = self._facet_request()
        self.searching.ask(self.searching.question)
        self.call_after_refresh(self.session.listen, self)

    def on_unmount(self) -> None:
        """Take no more messages, and remember where the person was."""
        self.session.mute()
        self.remember()

    def remember(self) -> None:
        """Take down where the person is, and what they looked for last.

        What it began with is that of another time or window, in which it may be but half typed.
        """
        self._take_down()
        if self.question.text != self._begun:
            self.state.remember_query(self.question.text)

    def _take_down(self) -> None:
        question = self.question
        self.state.query, self.state.mode = question.text, question.mode.value
        self.state.sort, self.state.reverse = question.sort or "", question.reverse
        self.state.passages, self.state.compact = question.passages, self.results.compact

    def _keep(self) -> None:
        """Have it written down if anything has changed."""
        self._take_down()
        if self.vault_app.store.due(self.state):
            self.vault_app.begin_to_keep_state()

    def _arranged(self) -> None:
        """Take in that other panes are shown, by a key or because the terminal has another size."""
        self.call_after_refresh(self.edges.show)
        self.count_facets()

    # The engine

    @on(messages.EngineOpened)
    def _opened(self, message: messages.EngineOpened) -> None:
        self.status_line.waiting = counted(message.notes, "note")

    @on(messages.EngineFailed)
    def _failed_to_open(self, message: messages.EngineFailed) -> None:
        self.status_line.waiting, self._fault = "not open", message.reason
        self.searching.tell_late()
        self._tell_fault()

    def _tell_fault(self) -> None:
        """Say why the vault is not open, and what can be done with the keyboard where it is."""
        if self.status_line.waiting != "not open":
            return
        keys = self.vault_app.keymap
        leave, again, other = map(keys.first_shown, ("query.leave", "index.refresh", "vault.open"))
        # In the query the letters alone would be typed; elsewhere the key that leaves it may clear it.
        first = f"{leave}, then " if self.focused is self.query_bar.input else ""
        told = f"{first}{again} tries again, {other} opens another vault."
        self.results.show_empty("The vault cannot be searched", self._fault, "", told)

    @on(messages.EngineReported)
    def _events_came(self) -> None:
        progress, change = self.session.events.take()
        self.set_timer(EVENT_SECONDS, self.session.events.rearm)
        if progress is not None:
            self.status_line.progress = progress
            self.searching.vault_is_read(progress.phase in ("scanning", "reading"))
            self._freshness.take_progress(progress)
        if change is not None:
            self.state.take_moves(change.moved)
            self._freshness.take_in(change)
            if not change.vectors:
                self.look_after_marks()

    # Answers

    @on(messages.Answered)
    def _answered(self, message: messages.Answered) -> None:
        if self.searching.take_answer(message):
            self._take_in(message)

    @on(QueryInput.CompletionEnded)
    def _completion_ended(self) -> None:
        message = self.searching.show_withheld()
        if message is not None:
            self._take_in(message)

    def _take_in(self, message: messages.Answered) -> None:
        """Let all follow an answer that is shown now."""
        self.edges.show_results()
        if message.final and not self._settled:
            self._settled = True
            left = self.vault_app.has_left_vaults
            # The timers of the screen before hold it until they would have rung.
            self.set_timer(SETTLE_SECONDS + AGE_SECONDS * left, partial(self.vault_app.settle, left))
        self._following.mark(message)
        self.footer.matches = self.shown_note.may_have_matches
        self._following.renew()
        self._edit_if_wished()

    def _edit_if_wished(self) -> None:
        """Open the editor that was asked for before there was an answer."""
        if self.take_edit_wish():
            self.reading.look_now()
            self.action_edit()

    @on(VirtualList.Moved, "#results")
    def _selection_moved(self) -> None:
        self._following.renew()

    @on(messages.MoreAnswered)
    def _more_answered(self, message: messages.MoreAnswered) -> None:
        if message.request == self.searching.request:
            self._following.mark_more(message.result.hits)
        self.searching.take_more(message)
        self._following.renew()
        if not self.searching.outdated and self.results.selected is not None:
            self._edit_if_wished()

    @on(messages.SearchFailed)
    def _search_failed(self, message: messages.SearchFailed) -> None:
        if message.request == self.searching.request:
            self.withdraw_edit()
        self.searching.take_failure(message)

    @on(messages.LooserFound)
    def _looser_found(self, message: messages.LooserFound) -> None:
        self.searching.take_looser(message)

    @on(ResultList.MoreWanted)
    def _more_wanted(self, event: ResultList.MoreWanted) -> None:
        self.searching.want_more(event.offset)

    # The note

    @on(PreviewPane.WidthChanged)
    @on(PreviewPane.SourceToggled)
    @on(PreviewPane.FoldToggled)
    def _layout_outdated(self) -> None:
        self.shown_note.lay_out_again()

    @on(PreviewPane.HintsToggled)
    def _hints_toggled(self, event: PreviewPane.HintsToggled) -> None:
        self.footer.typing = event.shown
        self.tell_keys()

    @on(ResultList.EmptyExplained)
    def _empty_explained(self) -> None:
        if self.preview.note is None:
            self.preview.lines_changed()

    @on(PreviewPane.LinkFollowed)
    def _link_followed(self, event: PreviewPane.LinkFollowed) -> None:
        self.follow(event.link)

    @on(messages.NoteLoaded)
    def _note_loaded(self, message: messages.NoteLoaded) -> None:
        self.shown_note.take_note(message)

    @on(messages.NotePrepared)
    def _note_prepared(self, message: messages.NotePrepared) -> None:
        self.shown_note.take_prepared(message)

    @on(messages.NoteUnchanged)
    def _note_unchanged(self, message: messages.NoteUnchanged) -> None:
        self.shown_note.take_unchanged(message)

    @on(messages.NoteFailed)
    def _note_failed(self, message: messages.NoteFailed) -> None:
        self.shown_note.take_failure(message)

    @on(PreviewPane.HitChanged)
    def _preview_changed(self) -> None:
        self.footer.note_at_hand = self.reading.place is not None
        self.tell_places()

    @on(DetailPanel.TabShown)
    def _tab_shown(self) -> None:
        self.shown_note.related.find()
        self.preview.show_edge()

    @on(messages.RelatedFound)
    def _related_found(self, message: messages.RelatedFound) -> None:
        progress = self.status_line.progress
        incomplete = progress is not None and progress.embedded < progress.embeddable
        self.shown_note.related.take(message, incomplete=incomplete)

    @on(DetailPanel.GoTo)
    def _go_to(self, event: DetailPanel.GoTo) -> None:
        self.visit(Place(event.path, event.line))

    @on(ResultList.EditWanted)
    @on(PreviewPane.EditWanted)
    def _edit_wanted(self, event: ResultList.EditWanted | PreviewPane.EditWanted) -> None:
        self.edit_at_hand(event.time)

    @on(VirtualList.Clicked, "#results")
    def _result_clicked(self) -> None:
        self.reading.look_now()
        self.reading.return_to_selection()

    @on(VirtualList.Chosen, "#results")
    def _result_chosen(self) -> None:
        # Not what is marked: that is not what was clicked.
        hit = self.results.selected
        if hit is not None:
            self.edit_at(Place.of(hit))

    @on(ResultList.MarksChanged)
    def _marks_changed(self) -> None:
        self.edges.show_results()

    @on(messages.NoteIndexed)
    def _note_indexed(self, message: messages.NoteIndexed) -> None:
        self.searching.ask_again(changed=frozenset({message.path}))
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
            self.notify("The vault is being read again.", markup=False, timeout=3)
            self.session.refresh()
