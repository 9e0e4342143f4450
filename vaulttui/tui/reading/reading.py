"""Which note is in the preview of the main screen, where in it one is, and what was seen before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from vaulttui.tui.preview.place import Place
from vaulttui.tui.reading.visits import Visits

if TYPE_CHECKING:
    from vaulttui.tui.reading.shown_note import ShownNote
    from vaulttui.tui.session.session import SearchSession

LOOK_SECONDS = 0.06
"""While one holds a key down to move in the results, notes are shown at most this often."""


class Reading:
    """Follows the selection and links, and goes back.

    Args:
        shown: Brings notes to the screen.
        session: Told when one moves on.
        later: Calls a function after some seconds.
    """

    def __init__(
        self, shown: ShownNote, session: SearchSession, later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._shown = shown
        self._session = session
        self._later = later
        self.visits = Visits()
        self._cleared = False
        """Whether nothing is to be shown, because nothing was found."""
        self._went = False
        """Whether the person reads a note for itself, and not as what is selected."""
        self._selected: Place | None = None
        self._wanted: Place | None = None
        self._expected = True
        """Whether the person waits for what is selected: they have moved there, or look for something else."""
        self._resting = False
        """Whether a note was shown just now, and the next one waits."""

    @property
    def place(self) -> Place | None:
        """What the preview shows or is about to show; ``None`` while nothing is found."""
        return None if self._cleared else self.visits.here

    @property
    def _elsewhere(self) -> bool:
        """Whether the person reads another note than the selected one, which may be gone by now."""
        here = self.place
        return here is not None and self._selected is not None and here.path != self._selected.path

    def keep(self) -> None:
        """Take in that one reads what is shown, whatever led there: one comes back to it."""
        self._catch_up()
        if self._selected is not None:  # else what is looked for is still to come
            self._expected = False
        if self.place is not None:
            self.visits.keep()

    def select(self, place: Place, ahead: Sequence[Place]) -> None:
        """Show what is selected in the results; no step in the history but behind what one went to or reads.

        What is selected already is not shown again: the person may have followed a link from there.

        Args:
            place: What is selected.
            ahead: What may be selected next, the likeliest first. It is made ready once this is on the screen.
        """
        self._session.move_on()
        self._expected = False
        self._wanted, self._shown.ahead.places = place, ahead
        if not self._resting:
            self.look_now()

    def look_now(self) -> None:
        """Show what is selected by now; if that is on the screen already, make sure that it is up to date."""
        self._resting = False
        place, shown = self._wanted, self._shown
        if place is None or place == self._selected:
            if place is None or shown.detail is not None or shown.coming is not None or self._elsewhere:
                shown.check()
            else:
                self.reload()  # it could not be read before
            return
        self._selected, self._went = place, False
        self._leave()
        self.visits.look_at(place)
        self._load(place)
        self._resting = True
        self._later(LOOK_SECONDS, self._end_rest)

    def _end_rest(self) -> None:
        """Show what was selected meanwhile. What could not be read is not tried again, unless the person or an answer
        asks for it."""
        self._resting = False
        if self._wanted == self._selected:
            self._shown.check()
        else:
            self.look_now()

    def return_to_selection(self) -> None:
        """Show what is selected though one has gone elsewhere from there: a step in the history."""
        if self._selected is not None and self._elsewhere:
            self.go_to(self._selected)

    def renew_selection(self, place: Place, ahead: Sequence[Place], *, reads: bool) -> None:
        """Take in what is selected, be it that results have come or that the notes have changed: what one reads stays
        where it is, unless one waits for what is selected.

        Args:
            place: What is selected now: another line of the note, or another note. Another note is not shown to a
                person who has gone elsewhere, or reads.
            ahead: What may be selected next, see :meth:`select`.
            reads: Whether the person reads the note, with the focus on it.
        """
        before = self._selected
        if not self._expected and before == self._wanted:
            if before is not None and place.path == before.path:
                if self.visits.here == before:
                    self.visits.renew(place)
                if self._shown.coming == before:
                    self._shown.coming = place
                self._selected = place
            elif self._stays(reads=reads):
                self._went = True
                self._selected = self._wanted = place
        self.select(place, ahead)

    def _stays(self, *, reads: bool) -> bool:
        """Whether the note stays though another or none is selected, and nobody has moved there."""
        return (reads and self.place is not None) or self._elsewhere or (self._selected is None and self._went)

    def expect_selection(self) -> None:
        """Show what is selected as soon as it has come: the person has moved there, or looks for something."""
        self._expected = True

    def forget_selection(self) -> None:
        """Show what is selected next in any case, and nothing before: something else is being looked for."""
        self._selected = self._wanted = None
        self._went = False

    def go_to(self, place: Place) -> None:
        """Follow a link or the like: a step in the history."""
        self._catch_up()
        self._went, self._expected = True, False
        if place != self.visits.here:
            self._leave()
        self.visits.visit(place)
        self._load(place)
        self._shown.check()

    def leap_from(self, place: Place) -> None:
        """Take in that one has gone to another part of the note that is shown: a step in the history.

        Args:
            place: Where one was before.
        """
        visited, here = self.visits.here, self._shown.here
        if visited is not None and here is not None and visited.path == here.path == place.path:
            self._went, self._expected = True, False
            self.visits.renew(place)
            self.visits.visit(here)

    def go_back(self) -> bool:
        """Show the note seen before. Returns whether there is one."""
        self._catch_up()
        self._leave()
        # Where nothing is shown, what was seen last is the one before.
        return self._load_if(self.visits.here if self._cleared else self.visits.back())

    def go_forward(self) -> bool:
        """Show the note seen after. Returns whether there is one."""
        self._catch_up()
        self._leave()
        return self._load_if(self.visits.forward())

    def _catch_up(self) -> None:
        """Show what is selected by now and waits: what comes next is done from there, and not from what was passed."""
        if self._wanted != self._selected:
            self.look_now()

    def _leave(self) -> None:
        """Note where in the note one is: one comes back to there."""
        visited, here = self.visits.here, self._shown.here
        if visited is not None and here is not None and here.path == visited.path:
            self.visits.renew(here)

    def clear(self, *, reads: bool = False) -> None:
        """Show nothing, unless the person has gone to a note meanwhile; what was seen can still be gone back to.

        Args:
            reads: Whether the person reads the note, with the focus on it: it stays, unless they look for something
                else.
        """
        if not self._expected and self._stays(reads=reads):
            self._went = True
        self._expected = False
        self._selected = self._wanted = None
        self._shown.ahead.places = ()
        if not (self._cleared or self._went):
            self._cleared = True
            self._shown.clear()

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved: one goes on reading them where they are now.

        Args:
            moved: New paths of notes, by those of before.
        """
        self.visits.take_moves(moved)
        self._selected = None if self._selected is None else self._selected.moved(moved)
        self._wanted = None if self._wanted is None else self._wanted.moved(moved)
        self._shown.take_moves(moved)

    def take_change(self, paths: Collection[str]) -> None:
        """Take in that notes have changed."""
        self._shown.prepared.forget(paths)
        if self.place is not None and self.place.path in paths:
            self.reload()

    def reload(self) -> None:
        """Read the note again, because it may have changed; the place on the screen stays."""
        if self.place is None or self._shown.reads_another:
            return
        if self._shown.detail is not None:
            self._shown.reload()
        else:
            # It could not be read before.
            self._cleared = False
            self._shown.try_again(self.place)

    def _load_if(self, place: Place | None) -> bool:
        if place is not None:
            self._went, self._expected = True, False
            self._load(place)
            self._shown.check()
        return place is not None

    def _load(self, place: Place) -> None:
        self._cleared = False
        self._shown.load(place)
