"""The notes that were seen, in the order in which they were seen."""

from __future__ import annotations

from collections.abc import Mapping

from vaulttui.tui.preview.place import Place

LENGTH = 100
"""Places that are remembered."""


class Visits:
    """A history with a present place, like a browser's.

    A place that was only looked at, as the selection passes over it, gives way to the next one that is.
    """

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._passing: list[bool] = []
        """Of each place, whether it was only looked at."""
        self._at = -1

    @property
    def here(self) -> Place | None:
        """The present place; ``None`` before the first."""
        return self._places[self._at] if self._places else None

    @property
    def before(self) -> bool:
        """Whether there is a place to go back to."""
        return self._at > 0

    def visit(self, place: Place) -> None:
        """Go to a place on purpose; what lay ahead is forgotten."""
        if place != self.here:
            self._cut(slice(self._at + 1, None))
            self._insert(place, passing=False)
        self.keep()

    def look_at(self, place: Place) -> None:
        """Look at a place in passing.

        It takes the step of a place that was only looked at, too, or that is in the same note; else it is a step
        between one that was gone to on purpose and what lies ahead of that.
        """
        passing = self.here is not None and self._passing[self._at]
        if passing and self._is_in(self._at - 1, place):
            # One is back where one came from: to go there would lead nowhere.
            self._cut(slice(self._at, self._at + 1))
            self._at -= 1
        if passing or self._is_in(self._at, place):
            self.renew(place)
            return
        if self._at + 1 < len(self._places) and self._passing[self._at + 1]:
            self._cut(slice(self._at + 1, self._at + 2))
        self._insert(place, passing=True)

    def renew(self, place: Place) -> None:
        """Let a place take the step of the present one."""
        self._places[self._at] = place

    def keep(self) -> None:
        """Take the present place for one that was gone to on purpose."""
        if self._places:
            self._passing[self._at] = False

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved, see :meth:`Place.moved`."""
        self._places[:] = [place.moved(moved) for place in self._places]

    def back(self) -> Place | None:
        """Go one step back, on purpose. Returns the place, ``None`` if there is none."""
        return self._go(self._at - 1)

    def forward(self) -> Place | None:
        """Go one step forward, on purpose. Returns the place, ``None`` if there is none."""
        here = self.here
        if here is not None and self._passing[self._at] and self._is_in(self._at + 1, here):
            self._cut(slice(self._at, self._at + 1))  # one looks at the next step already
            self.renew(here)
        return self._go(self._at + 1)

    def _is_in(self, step: int, place: Place) -> bool:
        """Whether there is such a step, in the note of a place."""
        return 0 <= step < len(self._places) and self._places[step].path == place.path

    def _go(self, to: int) -> Place | None:
        if not 0 <= to < len(self._places):
            return None
        self._at = to
        self.keep()
        return self._places[to]

    def _insert(self, place: Place, *, passing: bool) -> None:
        """Make a step behind the present one, and go there."""
        self._at += 1
        self._places.insert(self._at, place)
        self._passing.insert(self._at, passing)
        if len(self._places) > LENGTH:
            self._cut(slice(0, 1))
            self._at -= 1

    def _cut(self, steps: slice) -> None:
        del self._places[steps]
        del self._passing[steps]
