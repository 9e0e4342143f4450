"""Which note is in the preview of the main screen, where in it one is, and what was seen before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from vaulttui.tui import messages
from vaulttui.tui.prepared import PreparedNotes
from vaulttui.tui.shown_note import ShownNote
from vaulttui.tui.visits import Place, Visits

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.session import SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.preview_pane import PreviewPane


LOOK_SECONDS = 0.06
"""While one holds a key down to move in the results, notes are shown at most this often."""


class Reading(ShownNote):
    """Follows the selection and links, goes back, and says what is near to the note that is shown.

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
        super().__init__(session, preview, panel, prepared)
        self.visits = Visits()
        self._cleared = False
        """Whether nothing is to be shown, because nothing was found."""
        self._went = False
        """Whether the person has gone to a note since something else was looked for."""
        self._selected: Place | None = None
        self._wanted: Place | None = None
        self._pause: Timer | None = None

    @property
    def place(self) -> Place | None:
        """What the preview shows or is about to show; ``None`` while nothing is found."""
        return None if self._cleared else self.visits.here

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
            self._show_nothing()

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

    def _load_if(self, place: Place | None) -> bool:
        if place is not None:
            self._went = True
            self._load(place)
            self._check()
        return place is not None

    def _load(self, place: Place) -> None:
        self._cleared = False
        super()._load(place)

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
