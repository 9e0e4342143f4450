"""What the main screen is made of: its widgets, and the objects that fill them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from vaulttui.tui.commands import Context
from vaulttui.tui.panes.arrangement import TOO_SMALL, Pane
from vaulttui.tui.panes.edges import Edges
from vaulttui.tui.panes.panes import Panes
from vaulttui.tui.reading.reading import Reading
from vaulttui.tui.reading.shown_note import ShownNote
from vaulttui.tui.screens.layer import Layer
from vaulttui.tui.searching.question import Question
from vaulttui.tui.searching.searching import Searching
from vaulttui.tui.session.note_making import NoteMaker
from vaulttui.tui.widgets.chips import Chips
from vaulttui.tui.widgets.completion_menu import CompletionMenu
from vaulttui.tui.widgets.detail_panel import DetailPanel
from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
from vaulttui.tui.widgets.find_bar import FindBar
from vaulttui.tui.widgets.key_footer import KeyFooter
from vaulttui.tui.widgets.preview_pane import PreviewPane
from vaulttui.tui.widgets.query_bar import QueryBar
from vaulttui.tui.widgets.result_list import ResultList
from vaulttui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.selection import Selection
    from textual.widget import Widget

    from vaulttui.tui.app import VaultApp
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.state.remembered import UiState


class Frame(Layer[None]):
    """Puts the widgets together and names the keys that work in each. What they say is heard by its subclasses.

    Args:
        vault_app: The application.
        typed: What was typed before this was on the screen; ``""`` to go on with the last query.
    """

    def __init__(self, vault_app: VaultApp, *, typed: str = "") -> None:
        super().__init__()
        self.vault_app: VaultApp = vault_app
        self._settings = vault_app.settings
        self.state: UiState = vault_app.state
        self.session: SearchSession = vault_app.session
        self._now: Callable[[], datetime] = vault_app.now
        state = self.state
        question = Question.restore(
            typed or state.query,
            state.mode,
            state.sort,
            self._settings.starting_mode,
            reverse=state.reverse,
            passages=state.passages,
        )
        self.status_line = StatusLine(id="status")
        self.status_line.vault_name = vault_app.vault.name
        self.menu = CompletionMenu(id="menu")
        self.query_bar = QueryBar(self.menu, state.history, state.remember_query, text=question.text)
        self.chips = Chips(id="chips")
        self.filters = FilterSidebar(lambda: self._now().date(), id="filters")
        self.results: ResultList = ResultList(self._now, compact=state.compact, id="results")
        self.preview: PreviewPane = PreviewPane(id="preview")
        self.panel: DetailPanel = DetailPanel(id="panel")
        self.footer: KeyFooter = KeyFooter(vault_app.keymap, id="footer")
        self.find_bar: FindBar = FindBar(id="find")
        self._reading_column = Vertical(self.preview, self.find_bar, self.panel, id="reading")
        self.panes: Panes = Panes(
            self,
            {"filters": self.filters, "results": self.results, "preview": self.preview, "panel": self.panel},
            self._reading_column,
            self.query_bar.input,
            state,
            self.find_bar.input,
        )
        self.searching: Searching = Searching(
            self.session,
            question,
            self.query_bar,
            self.chips,
            self.results,
            self._now,
            vault_app.keymap.first_shown,
        )
        self.shown_note: ShownNote = ShownNote(self.session, self.preview, self.panel)
        self.reading: Reading = Reading(self.shown_note, self.session, self.set_timer)
        self._query_labels: Mapping[str, str] = {}
        """What keys do in the query just now, where that is something else than otherwise."""
        self._held: Pane | None = None
        """The pane whose border the mouse has hold of."""
        self.edges = Edges(
            self.panes, self.filters, self.results, self.preview, self.panel, self.searching, self.reading.visits
        )
        # Where there is room for one pane, results that are not there cannot say why.
        self.preview.absence = self._absence
        self.notes: NoteMaker = NoteMaker(self.session, vault_app.vault, self._settings, self._now)

    def _absence(self) -> str:
        """Why the preview is empty, and where what is offered can be taken; ``""`` where the results tell it."""
        if self.panes.shown("results"):
            return ""
        reason = self.results.reason
        if self.results.offer is None:
            return reason
        shown = self.vault_app.keymap.first_shown
        if self.query_bar.input.has_focus:  # the results' key may be a letter there
            return f"{reason}\n{shown('query.edit')} takes the first."
        return f"{reason}\n{shown('pane.results')} goes to the results, to take one."

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
        yield Static(TOO_SMALL, id="too-small")

    def on_resize(self) -> None:
        """Show the panes that there is room for."""
        self._let_go()  # the border may be elsewhere, or there may be none
        self.panes.fit()

    def on_descendant_focus(self) -> None:
        """Name the keys that work now; a drawer that one has clicked beside closes."""
        self.panes.close_drawer_behind()
        self.footer.show_contexts(*self._contexts())
        self.preview.refresh()  # what it says of keys where it is empty

    def tell_keys(self) -> None:
        """Name what keys do just now, and leave those out that can do nothing where one is."""
        labels = dict(self._query_labels)
        if not self.panel.rows:
            labels["panel.open"] = ""
        labels |= self.filters.labels
        if self.filters.typing:
            labels["back"] = "show all"
        if self.find_bar.places is not None and not self.find_bar.places[1]:
            labels["find.next"] = ""
        hinted = self.preview.reads_keys
        if hinted:
            labels["back"] = "end"
        self.footer.lead = ("a–z", "follow a link") if hinted else None
        self.footer.labels = labels

    def focus_moved(self, before: Widget | None, now: Widget | None) -> None:
        """Take in that one reads the note that one goes to with the keyboard, and the one that is there as one leaves;
        and that who leaves the query has turned to its results.

        Watches ``focused``: the message that tells of it comes behind keys that follow at once.
        """
        if not {self.preview, self.find_bar.input}.isdisjoint((before, now)):
            self.reading.keep()
        if before is self.query_bar.input:
            self.searching.best_wanted = False

    def validate_selections(self, selections: dict[Widget, Selection]) -> dict[Widget, Selection]:
        """Let text be selected in the note alone: the mouse may be dragged over the lines of the screen beside it, or
        over a message."""
        return {widget: selection for widget, selection in selections.items() if widget is self.preview}

    # Borders that are dragged

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the border between two panes."""
        self._held = self.panes.border_at(event.screen_x, event.screen_y) if event.button == 1 else None
        if self._held is not None:
            self.capture_mouse()  # no pane: a key may hide it meanwhile
            self.clear_selection()  # else the text would be selected that the border is dragged over

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the border follow the mouse."""
        if self._held is not None:
            self.panes.move_border(self._held, event.screen_x)

    def on_mouse_up(self) -> None:
        """Let the border go."""
        self._let_go()

    def on_screen_suspend(self) -> None:
        """Let the border go: a dialog lies above it and hears of the mouse."""
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held = None
            self.release_mouse()

    def _contexts(self) -> tuple[Context, ...]:
        here: Context = "query" if self.query_bar.input.has_focus else self.panes.focused or "main"
        here = "find" if self.find_bar.input.has_focus else here
        return (here, "main", "app") if here != "main" else ("main", "app")
