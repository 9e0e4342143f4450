"""The notes that were seen, in the order in which they were seen."""

from __future__ import annotations

from dataclasses import dataclass

LENGTH = 100
"""Places that are remembered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a note."""

    path: str
    line: int = 1
    heading: str = ""
    """``A#B`` or ``^block``: says which line, once the note is read; ``""`` if the line is known."""


class Visits:
    """A history with a present place, like a browser's."""

    def __init__(self) -> None:
        self._places: list[Place] = []
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
        """Go to a place; what lay ahead is forgotten."""
        if place == self.here:
            return
        del self._places[self._at + 1 :]
        self._places.append(place)
        del self._places[:-LENGTH]
        self._at = len(self._places) - 1

    def look_at(self, place: Place) -> None:
        """Go to a place without a step in the history: it takes the present one's."""
        if self._places:
            self._places[self._at] = place
        else:
            self.visit(place)

    def back(self) -> Place | None:
        """Go one step back. Returns the place, ``None`` if there is none."""
        return self._go(self._at - 1)

    def forward(self) -> Place | None:
        """Go one step forward. Returns the place, ``None`` if there is none."""
        return self._go(self._at + 1)

    def _go(self, to: int) -> Place | None:
        if not 0 <= to < len(self._places):
            return None
        self._at = to
        return self._places[to]
