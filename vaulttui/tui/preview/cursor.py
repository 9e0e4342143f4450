"""Where in a note one reads: which match and which link is the current one, and what is at the top at first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter

from vaulttui.tui.preview.rendered import HitSpot, LinkPlace, LinkSpot, RenderedNote, SpotT


class ReadingCursor:
    """Steps through the matches and links of one note.

    Args:
        note: The note.
    """

    def __init__(self, note: RenderedNote) -> None:
        self.note = note
        """What is read."""
        self.hit: HitSpot | None = None
        """Where the current match begins."""
        self.link: LinkSpot | None = None
        """Where the current link begins."""
        self._gone_to: tuple[int, int] | None = None
        """The line that was gone to last, and which was at the top then: one reads there until one scrolls."""

    def begin(self, height: int, *, at_line: int, at_share: float) -> int:
        """Choose the first current match.

        Args:
            height: Lines that are in sight.
            at_line: The note's line to begin at; the first match from there on becomes the current one.
            at_share: How much of that line, from 0 to below 1, stands before what one wants to read.

        Returns:
            The line of the screen that is to be at the top.
        """
        note = self.note
        y = wanted = note.y_of_part(at_line, at_share)
        first = self.hit_from(y, at_line)
        if first is not None:
            near = height // 2
            if first.line in (at_line, note.source_line(y)):  # one line may take more than a screen
                near = height if at_share else note.height
            if first.y < y + near:
                y = first.y
        # Some of what stands above is kept in sight, and all from the wanted line on to the match, if it has room.
        above = max(y - wanted if y - wanted < height else 0, height // 4)
        return max(0, y - above) if y >= height - 2 else 0

    def hit_from(self, y: int, line: int | None = None) -> HitSpot | None:
        """Make the first match from a line of the screen on the current one; none if there is none below.

        Args:
            y: The line of the screen.
            line: The note's line that is there, which may begin on the line above, or behind others: its own matches
                come before all others, as those of a ``^[footnote]`` in it stand far below.
        """
        hits = self.note.first_hits
        own = (hit for hit in hits if hit.line == line and hit.y >= y - 1)
        rest = bisect_left(hits, (y, line or 0), key=attrgetter("y", "line"))
        self.hit = next(own, None) or next(iter(hits[rest : rest + 1]), None)
        return self.hit

    def step_hit(self, direction: int, top: int, bottom: int) -> HitSpot | None:
        """Go to the next (1) or previous (-1) match, from the current one if it is in sight, else from what is.

        Args:
            direction: Which way; behind an end of the note it goes on at the other.
            top: The first line in sight.
            bottom: The first line below those in sight.
        """
        self.hit = _next_spot(self.note.first_hits, self.hit, direction, top, bottom)
        return self.hit

    def step_link(self, direction: int, top: int, bottom: int) -> LinkSpot | None:
        """Go to the next (1) or previous (-1) link, from the current one if it is in sight, else from what is.

        Args:
            direction: Which way.
            top: The first line in sight.
            bottom: The first line below those in sight.
        """
        self.link = _next_spot(self.note.first_links, self.link, direction, top, bottom)
        return self.link

    @property
    def link_place(self) -> LinkPlace | None:
        """Where the current link stands; ``None`` without one."""
        return None if self.link is None else self.note.place_of_link(self.link)

    def choose_link(self, place: LinkPlace | None) -> None:
        """Make the link the current one that stands at a place of another layout, none if that is gone."""
        self.link = None if place is None else self.note.link_near(place)

    def follow(self, before: ReadingCursor, moved: Callable[[int], int] | None = None) -> None:
        """Take over the current match and link from another layout of the same note: the same ones of the same lines.

        Of as many places of one text it is the same one of all: their lines are only those that lines of the screen
        begin with.

        Args:
            before: Of the other layout.
            moved: Where a line stands by now, if the note was written again.
        """
        place = before.link_place
        if place is not None and moved is not None:
            place = place._replace(anchor=place.anchor._replace(line=moved(place.anchor.line)))
        self.choose_link(place)
        if before.hit is None:
            return
        note = self.note
        if note.found and note.found == before.note.found and len(note.first_hits) == len(before.note.first_hits):
            self.hit = note.first_hits[before.hit.number]
            return
        line = before.hit.line
        old = [spot.number for spot in before._hits_of_line(line)]
        new = self._hits_of_line(line if moved is None else moved(line))
        if new:
            self.hit = new[min(old.index(before.hit.number), len(new) - 1)]

    # The line that one reads

    def go_to(self, y: int, top: int) -> None:
        """Take in that one has gone to a line, and not only scrolled.

        Args:
            y: The line of the screen.
            top: The first line in sight since.
        """
        self._gone_to = (y, top)

    def line_read(self, top: int, height: int) -> int:
        """The line of the screen that one reads: what was gone to, and after scrolling a third down.

        At the ends of the note, where there is nothing more to scroll, that goes on to the first and the last line.

        Args:
            top: The first line in sight.
            height: Lines that are in sight.
        """
        if self._gone_to is not None and self._gone_to[1] == top:
            return self._gone_to[0]
        below = max(0, self.note.height - top - height)
        return top + max(min(height // 3, top), height - 1 - below) if top else 0

    def y_in(self, other: RenderedNote, y: int, moved: Callable[[int], int] | None = None) -> int:
        """Where a line of this layout is in another of the same note.

        Args:
            other: The other layout.
            y: The line of the screen.
            moved: Where a line of the note stands by now, if it was written again.
        """
        anchor = self.note.anchor_at(y)
        return other.y_of_anchor(anchor if moved is None else anchor._replace(line=moved(anchor.line)))

    def _hits_of_line(self, line: int) -> list[HitSpot]:
        """Return the matches that begin on a line of the note."""
        return [spot for spot in self.note.first_hits if spot.line == line]


def _next_spot(spots: Sequence[SpotT], current: SpotT | None, direction: int, top: int, bottom: int) -> SpotT | None:
    """The spot that a step leads to, round the ends: from the current one if it is in sight, else from what is."""
    if not spots:
        return None
    if current is not None and top <= current.y < bottom:
        number = current.number + direction
    else:
        number = bisect_left(spots, top if direction > 0 else bottom, key=attrgetter("y")) - (direction < 0)
    return spots[number % len(spots)]
