"""The note in the preview of the main screen: which one, where in it, and what was seen before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from vaulttui.search.engine import NoteDetail
from vaulttui.terminal_text import plain
from vaulttui.tui import messages
from vaulttui.tui.page import Page, Pages
from vaulttui.tui.prepared import Asked, Prepared, PreparedNotes
from vaulttui.tui.visits import Place, Visits
from vaulttui.tui.widgets.result_row import tail_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.preview import MatchTerms, RenderedNote
    from vaulttui.tui.session import SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.preview_pane import PreviewPane


LOOK_SECONDS = 0.06
"""While one holds a key down to move in the results, notes are shown at most this often."""


class Reading:
    """Loads notes and shows them in the preview and the panel below it.

    Args:
        session: Who reads notes.
        preview: Where they are shown.
        panel: Outline, backlinks and related notes.
        prepared: What is kept of notes that were shown, or may be shown next.
    """

    def __init__(
        self,
        session: SearchSession,
        preview: PreviewPane,
        panel: DetailPanel,
        prepared: PreparedNotes | None = None,
    ) -> None:
        self.visits = Visits()
        self.detail: NoteDetail | None = None
        """The note that is shown."""
        self._session = session
        self._preview = preview
        self._pages = Pages(preview)
        self._panel = panel
        self.prepared = prepared or PreparedNotes()
        """Notes that can be shown at once."""
        self._asked: Asked | None = None
        """What the note that is to come was asked for with; ``None`` if it is laid out as no other note is."""
        self._request = 0
        self._check_request = 0
        self._unchecked: NoteDetail | None = None
        """What is shown, if it was read before it was wanted."""
        self._cleared = False
        """Whether nothing is to be shown, because nothing was found."""
        self._went = False
        """Whether the person has gone to a note since something else was looked for."""
        self._begin: Place | None = None
        """Where the next note that comes is to begin; ``None``: where it is."""
        self._selected: Place | None = None
        self._wanted: Place | None = None
        self._ahead: Sequence[Place] = ()
        self._pause: Timer | None = None

    @property
    def place(self) -> Place | None:
        """What the preview shows or is about to show; ``None`` while nothing is found."""
        return None if self._cleared else self.visits.here

    # Which note

    def select(self, place: Place, ahead: Sequence[Place] = ()) -> None:
        """Show what is selected in the results; no step in the history.

        What is selected already is not shown again: the person may have followed a link from there.

        Args:
            place: What is selected.
            ahead: What may be selected next, the likeliest first. It is made ready once this is on the screen.
        """
        self._session.move_on()
        self._wanted, self._ahead = place, ahead
        if self._pause is None:
            self.look_now()

    def look_now(self) -> None:
        """Show what is selected by now; if that is on the screen already, make sure that it is up to date."""
        self._pause = None
        place = self._wanted
        if place is None or (place == self._selected and (self.detail is not None or self._begin is not None)):
            self._check()
            return
        self._selected = place
        self.visits.look_at(place)
        self._load(place)
        self._pause = self._preview.set_timer(LOOK_SECONDS, self.look_now)

    def renew_selection(self, place: Place) -> None:
        """Take in that what is selected stands elsewhere in its note by now: what one reads stays where it is."""
        before = self._selected
        if before is None or before != self._wanted or before.path != place.path:
            return
        if self.visits.here == before:
            self.visits.look_at(place)
        if self._begin == before:
            self._begin = place
        self._selected = self._wanted = place

    def forget_selection(self) -> None:
        """Show what is selected next in any case: something else is being looked for."""
        self._selected = None
        self._went = False

    def go_to(self, place: Place) -> None:
        """Follow a link or the like: a step in the history."""
        self._went = True
        if place != self.visits.here:
            self._leave()
        self.visits.visit(place)
        self._load(place)
        self._check()

    def go_back(self) -> bool:
        """Show the note seen before. Returns whether there is one."""
        self._leave()
        return self._load_if(self.visits.back())

    def go_forward(self) -> bool:
        """Show the note seen after. Returns whether there is one."""
        self._leave()
        return self._load_if(self.visits.forward())

    def _leave(self) -> None:
        """Note where in the note one is: one comes back to there."""
        here = self.visits.here
        if here is not None and self.detail is not None and self._begin is None and self.detail.path == here.path:
            self.visits.look_at(Place(here.path, self._preview.source_line, top=self._preview.place_at_top))

    def clear(self) -> None:
        """Show nothing, unless the person has gone to a note meanwhile; what was seen can still be gone back to."""
        self._selected = self._wanted = None
        self._ahead = ()
        if not (self._cleared or self._went):
            self._cleared = True
            # What was asked for comes too late.
            self._session.leave_notes()
            self.detail = self._unchecked = self._begin = None
            self._request = self._check_request = 0
            self._preview.clear()
            self._preview.show_title(Content("Preview"))
            self._panel.clear()

    # Loading

    def highlight(self, terms: MatchTerms) -> None:
        """Highlight other words from now on."""
        if terms != self._pages.terms:
            self._pages.terms = terms
            self.lay_out_again()

    def take_change(self, paths: Collection[str]) -> None:
        """Take in that notes have changed."""
        self.prepared.forget(paths)
        if self.place is not None and self.place.path in paths:
            self.reload()

    def reload(self) -> None:
        """Read the note again, because it may have changed; the place on the screen stays."""
        if self.place is None or self._begin is not None:
            return
        if self.detail is not None:
            self._unchecked = self.detail
            self._check()
        else:
            # It could not be read before.
            self._load(self.place)

    def _check(self) -> None:
        detail, self._unchecked = self._unchecked, None
        if detail is not None:
            page = self._ask(detail.path)
            self._check_request = self._session.check_note(
                detail, self._pages.renderer(page, self._preview.source_line)
            )

    def lay_out_again(self) -> None:
        """Lay the note out for another width, or with other words highlighted."""
        if self.detail is not None and self.place is not None and self.detail.path == self.place.path:
            self._lay_out(self.detail, self._preview.source_line)

    def _load_if(self, place: Place | None) -> bool:
        if place is not None:
            self._went = True
            self._load(place)
            self._check()
        return place is not None

    def _load(self, place: Place) -> None:
        self._begin = place
        self._cleared = False
        # What else was asked for comes too late.
        self._session.leave_notes()
        self._request = self._check_request = 0
        self._unchecked = None
        self.prepared.ask(self._pages.page())
        prepared = None if self._pages.is_folded(place.path) else self.prepared.take(place.path)
        if prepared is not None:
            self._show_prepared(place, prepared)
        elif self.detail is not None and self.detail.path == place.path:
            self._lay_out(self.detail, place.line)
        else:
            self._load_note(place)

    def _load_note(self, place: Place) -> None:
        page = self._ask(place.path)
        line = place.line if place.top is None else place.top.line
        self._request = self._session.load_note(place.path, self._pages.renderer(page, line))

    def _lay_out(self, detail: NoteDetail, line: int) -> None:
        page = self._ask(detail.path)
        self._request = self._session.lay_out(detail, self._pages.renderer(page, line))
        # It is not read anew.
        self._asked = None

    def _ask(self, path: str) -> Page:
        """Note that a note is asked for. Returns how it is to be laid out."""
        asked = self.prepared.ask(self._pages.page())
        self._asked = None if self._pages.is_folded(path) else asked
        return asked.page

    def take_note(self, message: messages.NoteLoaded) -> None:
        """Show a note that was read, if it is still the one that is wanted."""
        if message.request not in (self._request, self._check_request):
            return
        self._request = message.request
        if self._asked is not None:
            self.prepared.put(self._asked, message.detail, message.rendered)
        self._show(message.detail, message.rendered)
        self._look_ahead()

    def _show(self, detail: NoteDetail, rendered: RenderedNote) -> None:
        changed = detail != self.detail
        self.detail = detail
        place, self._begin = self._begin, None
        if changed:
            # First, because the edge of the preview has the numbers of its rows.
            self._panel.show_note(detail)
        if place is None:
            self._preview.show(rendered)
        else:
            line, share = place.line_in(detail), place.share_in(detail)
            self._preview.show(rendered, at_line=line, at_share=share, top=place.top)
        self._preview.show_title(Content(tail_of(plain(detail.path), self._preview.title_width)))

    # Ahead of the person

    def _show_prepared(self, place: Place, prepared: Prepared) -> None:
        """Show a note that was made ready before, at once."""
        self._show(*prepared)
        if prepared.rendered.complete:
            self._unchecked = prepared.detail
        else:  # after this is on the screen: to read a long note takes the processor from who draws it
            self._preview.call_after_refresh(self._load_rest, place, prepared.detail)
        self._look_ahead()

    def _load_rest(self, place: Place, detail: NoteDetail) -> None:
        """Read all of a note whose beginning is shown, unless something else is wanted by now."""
        if self.detail is detail and self._begin is None and not self._request:
            self._load_note(place)

    def _look_ahead(self) -> None:
        """Make ready what may be selected next, after this is on the screen."""
        self._preview.call_after_refresh(self._prepare)

    def _prepare(self) -> None:
        asked = self.prepared.ask(self._pages.page())
        wanted = [place for place in self._ahead if self.prepared.lacks(place.path)]
        if wanted:
            page = asked.page
            self._session.prepare(asked, [(place.path, self._pages.renderer(page, place.line)) for place in wanted])

    def take_prepared(self, message: messages.NotePrepared) -> None:
        """Keep a note that was made ready; show it if it has come to be wanted meanwhile."""
        self.prepared.put(message.asked, message.detail, message.rendered)
        place = self._begin
        if place is not None and place.path == message.detail.path and place.path in self.prepared:
            self._load(place)

    def take_failure(self, message: messages.NoteFailed) -> None:
        """Say why a note cannot be shown."""
        if message.request in (self._request, self._check_request):
            self.detail = self._begin = None
            self._preview.show_title(Content(plain(message.path)))
            self._preview.show_problem(message.reason)
            self._panel.clear()

    # Related notes

    @property
    def related_shown(self) -> bool:
        """Whether related notes can be seen."""
        return self._panel.tab == "related" and bool(self._panel.display)

    def find_related(self) -> None:
        """Look for related notes, if they can be seen."""
        if self.related_shown and self.detail is not None:
            self._session.find_related(self.detail.path)

    def take_related(self, message: messages.RelatedFound, *, incomplete: bool) -> None:
        """Show related notes, if they belong to the note that is shown.

        Args:
            message: The notes, or why there are none.
            incomplete: Whether there are vectors still to be made.
        """
        if self.detail is not None and message.path == self.detail.path:
            waiting = "Nothing yet: vectors are still being made" if incomplete else ""
            self._panel.show_related(message.result, message.reason or waiting)
