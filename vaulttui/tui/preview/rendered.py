"""A note laid out as lines: what the layout gives and the pane draws. Plain values, made on any thread."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple, TypeVar

from rich.segment import Segment
from textual.strip import Strip

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview.lines import Lines
from vaulttui.tui.preview.page_text import PageText
from vaulttui.tui.preview.theme import PreviewTheme
from vaulttui.vault.note import Heading


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """What a link leads to."""

    kind: Literal["note", "url", "tag", "footnote", "fold"]
    target: str
    """As written: a note's name, an address, a tag without ``#``, a footnote's label or number; for a fold ``open``
    or ``closed``."""
    path: str | None = None
    """The file of the vault that a ``note`` link leads to; ``None`` if unresolved or unknown."""
    heading: str = ""
    """``A#B`` for ``[[t#A#B]]``."""
    block: str = ""
    line: int | None = None
    """The note's own line that a ``footnote`` leads to, ``None`` for a ``^[footnote]``; or that the callout of a
    ``fold`` begins on."""
    resolved: bool = True
    """False only if it is known that a ``note`` link leads nowhere."""

    def alike(self, other: LinkTarget) -> bool:
        """Whether another one is written the same, wherever that leads by now; of folds, whether it is one, too."""
        if self.kind == other.kind == "fold":
            return True
        mine = self.kind, self.target, self.heading, self.block
        return mine == (other.kind, other.target, other.heading, other.block)


class LinkSpot(NamedTuple):
    """A link on the screen. One that was broken into lines has a spot on each, with the same number."""

    y: int
    x_start: int
    x_end: int
    """Cells of the line, end excluded."""
    number: int
    """Number of the link in the note, from 0."""
    link: LinkTarget


class HitSpot(NamedTuple):
    """A match of the query on the screen. One that was broken into lines has a spot on each, with the same number."""

    y: int
    x_start: int
    x_end: int
    number: int
    """Number of the match in the note, from 0."""
    line: int
    """The line of the note that it begins on: a line of the screen may go on with the next one of the note."""


SpotT = TypeVar("SpotT", LinkSpot, HitSpot)


class Anchor(NamedTuple):
    """What stands on a line of the screen, so that it can be found in a layout for another width, or of the source."""

    line: int
    """A line of the note."""
    down: int
    """How many lines of the screen behind the first that shows it."""
    rows: int
    """How many lines of the screen show it."""


class HeadingSpot(NamedTuple):
    """A heading on the screen."""

    y: int
    heading: Heading


class LinkPlace(NamedTuple):
    """Where a link stands, so that it can be found in another layout of the note."""

    link: LinkTarget
    anchor: Anchor
    number: int
    """Number of the link in the layout that it was taken from."""
    total: int
    """Links of that layout."""


@dataclass(frozen=True)
class RenderedNote:
    """A note laid out for one width. Immutable; its lines become strips when they are drawn."""

    detail: NoteDetail
    """The note as it was read."""
    width: int
    """Cells; no line is longer."""
    lines: Lines
    hits: Sequence[HitSpot]
    """In the order of the screen."""
    links: Sequence[LinkSpot]
    """In the order of the screen."""
    headings: Sequence[HeadingSpot]
    complete: bool = True
    """False if parts that are not near the wanted line are still shown as they are written."""
    footnotes: Mapping[str, int] = field(default_factory=dict)
    """Where each footnote begins on the screen, by its number."""
    asides: Set[int] = frozenset()
    """Lines of the screen that show what the text has as ``^[footnotes]``: its lines are found where it stands."""
    found: str = ""
    """The text whose places the matches are; ``""`` if they are those of the query."""
    more_found: bool = False
    """Whether that has further places, which are no matches: there are too many."""
    of_query: RenderedNote | None = None
    """The same with the matches of the query; ``None`` if this has them."""

    @property
    def path(self) -> str:
        """Path of the note."""
        return self.detail.path

    @property
    def height(self) -> int:
        """Number of lines."""
        return len(self.lines)

    @cached_property
    def first_hits(self) -> Sequence[HitSpot]:
        """Where each match begins, by its number."""
        return _firsts(self.hits)

    @cached_property
    def first_links(self) -> Sequence[LinkSpot]:
        """Where each link begins, by its number."""
        return _firsts(self.links)

    @cached_property
    def hides_text(self) -> bool:
        """Whether there is a callout in it that is folded."""
        return any(spot.link.kind == "fold" and spot.link.target == "closed" for spot in self.links)

    @property
    def plain(self) -> RenderedNote:
        """The same with the matches of the query."""
        return self.of_query or self

    @cached_property
    def page_text(self) -> PageText:
        """What is to be seen, as text that is looked through."""
        return PageText(self.lines)

    def source_line(self, y: int) -> int:
        """Return the line of the note that a line of the screen shows. ``y`` beyond the ends counts as the end."""
        if not self.lines:
            return 1
        return self._sources[min(max(y, 0), len(self._sources) - 1)]

    def y_of_line(self, source_line: int) -> int:
        """Return the first line of the screen that shows a line of the note, or what comes before it if none does."""
        sources, ys = self._by_source
        at = bisect_left(sources, source_line)
        if at == len(sources) or sources[at] != source_line:
            at = bisect_left(sources, sources[at - 1]) if at else 0
        return ys[at] if ys else 0

    def y_of_part(self, source_line: int, share: float) -> int:
        """Return about the line of the screen that shows a part of a line of the note.

        Args:
            source_line: The note's line.
            share: How much of it stands before the part, from 0 to below 1. What is not shown is counted, too.
        """
        return self.y_of_line(source_line) + (int(share * self._rows_of_line(source_line)) if share else 0)

    def anchor_at(self, y: int) -> Anchor:
        """Return what a line of the screen shows."""
        line = self.source_line(y)
        return Anchor(line, max(0, y - self.y_of_line(line)), self._rows_of_line(line))

    def y_of_anchor(self, anchor: Anchor) -> int:
        """Return the line of the screen that shows about what another layout of the note has at an anchor."""
        down = anchor.down
        if down < anchor.rows:
            down = down * self._rows_of_line(anchor.line) // anchor.rows
        return self.y_of_line(anchor.line) + down

    def _rows_of_line(self, source_line: int) -> int:
        """Return how many lines of the screen, from the first on, show a line of the note without others between."""
        y = end = self.y_of_line(source_line)
        while end < len(self._sources) and self._sources[end] == source_line:
            end += 1
        return end - y

    @cached_property
    def _sources(self) -> list[int]:
        return self.lines.sources

    @cached_property
    def _by_source(self) -> tuple[Sequence[int], Sequence[int]]:
        """Source lines in order, and the screen line of each. Footnotes are drawn below what follows them."""
        sources = self._sources
        ordered = sorted(sources)
        if ordered == sources and not self.asides:
            return sources, range(len(sources))
        ys = sorted((y for y in range(len(sources)) if y not in self.asides), key=sources.__getitem__)
        return [sources[y] for y in ys], ys

    @cached_property
    def _hits_by_y(self) -> Mapping[int, Sequence[HitSpot]]:
        return _by_y(self.hits)

    @cached_property
    def _links_by_y(self) -> Mapping[int, Sequence[LinkSpot]]:
        return _by_y(self.links)

    def index(self) -> None:
        """Build what looking things up needs, which would otherwise be built by the first who asks."""
        _ = self._by_source, self._hits_by_y, self._links_by_y, self.first_hits, self.first_links

    def hits_at(self, y: int) -> Sequence[HitSpot]:
        """Return the matches on a line of the screen."""
        return self._hits_by_y.get(y, ())

    def links_at(self, y: int) -> Sequence[LinkSpot]:
        """Return the links on a line of the screen."""
        return self._links_by_y.get(y, ())

    def link_at(self, x: int, y: int) -> LinkSpot | None:
        """Return the link under a cell."""
        return next((spot for spot in self.links_at(y) if spot.x_start <= x < spot.x_end), None)

    def fold_at(self, y: int) -> LinkSpot | None:
        """Return what folds the callout whose title is on a line: it stands behind all of the title."""
        while not (fold := next((spot for spot in self.links_at(y) if spot.link.kind == "fold"), None)):
            y += 1
            if y >= self.height or self.lines[y].joint == "\n":
                return None
        return fold

    def place_of_link(self, spot: LinkSpot) -> LinkPlace:
        """Return where one of the links stands."""
        return LinkPlace(spot.link, self.anchor_at(spot.y), spot.number, len(self.first_links))

    def link_near(self, place: LinkPlace) -> LinkSpot | None:
        """Return the link that is written as one of another layout, the nearest of several; ``None`` if none is."""
        links = self.first_links
        if len(links) == place.total and links[place.number].link.alike(place.link):
            return links[place.number]
        y = self.y_of_anchor(place.anchor)
        alike = (spot for spot in links if spot.link.alike(place.link))
        return min(alike, key=lambda spot: (abs(spot.y - y), abs(spot.number - place.number)), default=None)

    def fold_over(self, source_line: int) -> int | None:
        """Return the line that the folded callout begins on in which a line of the note is; ``None`` if in none."""
        y = self.y_of_line(source_line)
        shown = self.source_line(y)
        while shown < source_line and y < self.height and self.source_line(y) == shown:
            for _, _, _, _, link in self.links_at(y):
                # One of the note itself: those of embedded notes have no line.
                if link.kind == "fold" and link.target == "closed" and link.line is not None and link.line > 0:
                    return link.line
            y += 1
        return None

    def heading_at(self, y: int) -> HeadingSpot | None:
        """Return the heading whose section a line of the screen is in; ``None`` before the first."""
        at = bisect_right(self.headings, y, key=attrgetter("y"))
        return self.headings[at - 1] if at else None

    def strip(self, y: int, theme: PreviewTheme) -> Strip:
        """Return one line ready to draw, without background and not padded to the width.

        Args:
            y: The line.
            theme: Its colours.
        """
        style = theme.style
        return Strip([Segment(text, style(names)) for text, names in self.lines[y].runs])

    def text(self) -> str:
        """Return what is to be seen, without styles, blanks at the ends of lines left out."""
        return "\n".join(line.text.rstrip() for line in self.lines)


def _by_y(spots: Iterable[SpotT]) -> Mapping[int, Sequence[SpotT]]:
    """Return the spots on each line of the screen that has any."""
    by_y: dict[int, list[SpotT]] = {}
    for spot in spots:
        by_y.setdefault(spot.y, []).append(spot)
    return by_y


def _firsts(spots: Iterable[SpotT]) -> list[SpotT]:
    """Return the first spot of each number."""
    firsts: dict[int, SpotT] = {}
    for spot in spots:
        firsts.setdefault(spot.number, spot)
    return list(firsts.values())
