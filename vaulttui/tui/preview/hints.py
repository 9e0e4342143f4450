"""Letters beside the links that are in sight, so that each can be followed by typing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vaulttui.tui.preview.cells import clusters
from vaulttui.tui.preview.rendered import LinkSpot

_LETTERS: Final = "asdfjklghweruiotynmcvbpxzq"
"""Those first that lie under the fingers."""


class Hint(NamedTuple):
    """Letters that follow a link."""

    letters: str
    spot: LinkSpot


def hint_letters(count: int) -> list[str]:
    """So many different sequences of letters, all of one length, so that none begins another."""
    length = 1
    while len(_LETTERS) ** length < count:
        length += 1
    return ["".join(letters) for letters, _ in zip(product(_LETTERS, repeat=length), range(count), strict=False)]


class LinkHints:
    """The hints that still fit what was typed.

    Args:
        spots: Where the links begin that are in sight.
    """

    def __init__(self, spots: Sequence[LinkSpot]) -> None:
        self._hints = [Hint(*pair) for pair in zip(hint_letters(len(spots)), spots, strict=True)]
        self.typed = ""

    def type(self, letter: str) -> LinkSpot | None:
        """Take a letter. Returns the link if it is clear which one is meant; letters that fit none are left out."""
        typed = self.typed + letter.casefold()
        fitting = [hint for hint in self._hints if hint.letters.startswith(typed)]
        if fitting:
            self.typed = typed
        return next((hint.spot for hint in fitting if hint.letters == typed), None)

    def follow(self, spots: Sequence[LinkSpot]) -> None:
        """Leave the letters with their links when the note is laid out anew; a link that is new has none.

        Args:
            spots: Where the links begin that are in sight now.
        """
        before, self._hints = self._hints, []
        for spot in spots:
            at = next((at for at, hint in enumerate(before) if hint.spot.link.alike(spot.link)), None)
            if at is not None:
                self._hints.append(before.pop(at)._replace(spot=spot))

    @property
    def empty(self) -> bool:
        """Whether there is none left."""
        return not self._hints

    def draw(self, strip: Strip, y: int, left: int, style: Style) -> Strip:
        """Put the letters that are left to type over the beginnings of the links on a line."""
        for letters, spot in self._hints:
            if spot.y == y and letters.startswith(self.typed):
                strip = _replaced(strip, spot.x_start + left, letters[len(self.typed) :], style)
        return strip


def _replaced(strip: Strip, x: int, text: str, style: Style) -> Strip:
    """Put a text over some cells of a strip."""
    end = x + len(text)
    length = max(strip.cell_length, end)
    strip = strip.adjust_cell_length(length)
    return Strip([*_part(strip, 0, x), Segment(text, style), *_part(strip, end, length)], length)


def _part(strip: Strip, start: int, end: int) -> Iterator[Segment]:
    """Some cells of a strip, with blanks for what lies only partly in them.

    Textual's own crops within an emoji of several characters, and leaves those that have no width of their own.
    """
    at = 0
    for segment in strip:
        kept = ""
        for first, last, width in clusters(segment.text):
            within = min(at + width, end) - max(at, start)
            if within == width and (width or at > start):
                kept += segment.text[first:last]
            else:
                kept += " " * within
            at += width
        if kept:
            yield Segment(kept, segment.style)
