"""A note laid out, beginning with the part that is to be seen first.

Everything here is pure and runs on any thread. A megabyte of Markdown takes seconds to lay out, a screenful
milliseconds: long notes are cut into parts, and those around the wanted line come first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from time import monotonic

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview.blocks import BlockWriter
from vaulttui.tui.preview.canvas import Canvas, Layout, in_order, plain_row
from vaulttui.tui.preview.context import NoteContext, Part
from vaulttui.tui.preview.lines import Line, Lines, UnreadLines
from vaulttui.tui.preview.match import Finder, MatchTerms
from vaulttui.tui.preview.parts import TextPart, cut_into_parts
from vaulttui.tui.preview.properties import write_properties
from vaulttui.tui.preview.rendered import HeadingSpot, RenderedNote
from vaulttui.tui.preview.source import write_source
from vaulttui.vault.note import Heading

NARROWEST_PAGE = 8
"""Cells; narrower pages are laid out as wide as this."""
_FIRST_LINES = 150
"""Lines of the screen that are laid out before anything is shown."""
_PAUSE = 0.5
"""Seconds between the first two states of a note that is still being laid out; twice as many after each."""


def render_progressively(
    detail: NoteDetail,
    *,
    width: int,
    match: MatchTerms | None = None,
    source_view: bool = False,
    folds: Mapping[int, bool] | None = None,
    at_line: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[RenderedNote]:
    """Lay out a note, that which is to be seen first at once and the rest behind it.

    Args:
        detail: The note.
        width: Cells of a line.
        match: Words and phrases to highlight.
        source_view: Show the note as it is written, with line numbers.
        folds: Whether callouts are folded, by the line that they begin on, where the person has said so.
        at_line: The note's line that is wanted first.
        stopped: Asked before each part; true when nobody waits for the note any more.

    Yields:
        The note several times, each time with more of it laid out, at last all of it. Parts that are not laid out yet
        are shown as they are written, one line for each, without links and matches. A short note comes once.
    """
    layout = _NoteLayout(detail, width, match or MatchTerms(), source_view, folds)
    order = layout.order(at_line or 1)
    lines = 0
    due = 0.0
    pause = _PAUSE
    for done, number in enumerate(order, 1):
        if stopped():
            return
        lines += layout.lay(number)
        if done == len(order):
            break
        if lines >= _FIRST_LINES and monotonic() > due:
            yield layout.result()
            due = monotonic() + pause
            pause *= 2
    if not stopped():
        yield layout.result()


class _NoteLayout:
    """The parts of a note with those layouts that are made."""

    def __init__(
        self,
        detail: NoteDetail,
        width: int,
        match: MatchTerms,
        source_view: bool,
        folds: Mapping[int, bool] | None,
    ) -> None:
        self._detail = detail
        self._width = max(width, NARROWEST_PAGE)
        self._source_view = source_view
        self._finder = Finder(match, detail.path)
        self._head, body = _split_frontmatter(detail)
        self._note = NoteContext(detail, self._finder, "" if source_view else body, detail.body_line, folds=folds)
        self._last_line = detail.text.count("\n") + 1
        self.parts = cut_into_parts(body, detail.body_line)
        self._layouts: list[Layout | None] = [None] * len(self.parts)
        self._footnotes: list[tuple[int, Layout, bool]] = []
        """Number of each, its layout, and whether it stands within the text, as ``^[footnote]``."""
        self._top = self._lay_head()

    def order(self, line: int) -> list[int]:
        """Return the parts in the order of their distance from a line, those behind it first."""
        wanted = max((number for number, part in enumerate(self.parts) if part.line <= line), default=0)
        return sorted(
            range(len(self.parts)), key=lambda number: number - wanted if number >= wanted else (wanted - number) * 1.5
        )

    def lay(self, number: int) -> int:
        """Lay out one part. Returns the number of its lines."""
        part = self.parts[number]
        canvas = Canvas(self._width)
        if self._source_view:
            write_source(canvas, part.text, part.line, self._last_line, "markdown", self._finder)
            sources = [line.source for line in canvas.layout.lines]
            known = self._known_headings(part.line, sources[-1] + 1)
            canvas.layout.headings.extend(HeadingSpot(bisect_left(sources, at.line), at) for at in known)
        else:
            self._write_part(canvas, part)
        self._layouts[number] = canvas.layout
        return len(canvas.layout.lines)

    def _write_part(self, canvas: Canvas, part: TextPart) -> None:
        parsed = Part(self._note, part)
        writer = BlockWriter(canvas, parsed)
        writer.write_all()
        for footnote in writer.footnotes:
            below = Canvas(self._width)
            BlockWriter(below, parsed).write_footnote(*footnote)
            self._footnotes.append((footnote[0], below.layout, False))
        for unnamed in parsed.unnamed_footnotes():
            below = Canvas(self._width)
            BlockWriter(below, parsed).write_unnamed_footnote(*unnamed)
            self._footnotes.append((unnamed[0], below.layout, True))

    def _lay_head(self) -> Layout:
        canvas = Canvas(self._width)
        if self._source_view and self._head:
            write_source(canvas, self._head, 1, self._last_line, "yaml", self._finder)
        elif self._head:
            write_properties(canvas, self._detail, self._note.links, self._finder)
        return canvas.layout

    def result(self) -> RenderedNote:
        """Put together what there is."""
        pieces = _Pieces()
        pieces.add(self._top)
        for part, layout in zip(self.parts, self._layouts, strict=True):
            first = part.line if layout is None else layout.lines[0].source if layout.lines else None
            if pieces.height and first is not None and not (self._source_view or part.joined):
                pieces.gap(first - 1)
            if layout is not None:
                pieces.add(layout)
            else:
                self._add_unread(pieces, part)
        asides: set[int] = set()
        footnotes = self._add_end(pieces, asides)
        note = RenderedNote(
            detail=self._detail,
            width=self._width,
            lines=Lines(pieces.lines),
            hits=in_order(pieces.marks.hits),
            links=in_order(pieces.marks.links),
            headings=_with_paths(pieces.marks.headings),
            complete=None not in self._layouts,
            footnotes=footnotes,
            asides=asides,
        )
        note.index()
        return note

    def _add_unread(self, pieces: _Pieces, part: TextPart) -> None:
        digits = len(str(self._last_line)) if self._source_view else 0
        lines = UnreadLines(part.text, part.line, self._width, digits)
        known = self._known_headings(part.line, part.line + len(lines))
        pieces.add(Layout(headings=[HeadingSpot(at.line - part.line, at) for at in known]), lines)

    def _known_headings(self, first: int, behind: int) -> Sequence[Heading]:
        """Headings that the index knows between two lines, the second one excluded."""
        known = self._detail.headings
        begin = bisect_left(known, first, key=attrgetter("line"))
        return known[begin : bisect_left(known, behind, key=attrgetter("line"))]

    def _add_end(self, pieces: _Pieces, asides: set[int]) -> dict[str, int]:
        """Put footnotes, and what is to be said about the note, below it.

        Args:
            pieces: The note.
            asides: Is given the lines of footnotes that stand within the text.

        Returns:
            Where each number comes to stand.
        """
        places: dict[str, int] = {}
        canvas = Canvas(self._width)
        last = max(pieces.last_source, 1)
        if self._footnotes:
            canvas.gap(last)
            canvas.write(plain_row([("─" * min(12, self._width), "rule")], last))
        pieces.add(canvas.layout)
        for number, layout, within in sorted(self._footnotes, key=lambda footnote: footnote[0]):
            places.setdefault(str(number), pieces.height)
            if within:
                asides.update(range(pieces.height, pieces.height + len(layout.lines)))
            pieces.add(layout)
        if self._detail.truncated:
            canvas = Canvas(self._width)
            canvas.gap(last)
            canvas.write(plain_row([("… the rest of this note is too long to be shown"[: self._width], "muted")], last))
            pieces.add(canvas.layout)
        return places


class _Pieces:
    """Layouts put below each other."""

    def __init__(self) -> None:
        self.lines: list[Sequence[Line]] = []
        self.marks = Layout()
        """Matches, links and headings of all."""
        self.height = 0
        self.last_source = 0

    def add(self, layout: Layout, lines: Sequence[Line] | None = None) -> None:
        """Add a layout, or what lies on it with other lines."""
        down = self.height
        self.marks.hits.extend(spot._replace(y=spot.y + down) for spot in layout.hits)
        self.marks.links.extend(spot._replace(y=spot.y + down) for spot in layout.links)
        self.marks.headings.extend(spot._replace(y=spot.y + down) for spot in layout.headings)
        lines = layout.lines if lines is None else lines
        if lines:
            self.lines.append(lines)
            self.height += len(lines)
            self.last_source = lines[-1].source

    def gap(self, source: int) -> None:
        """Add an empty line."""
        self.last_source = max(self.last_source, source)
        self.lines.append((Line((), self.last_source),))
        self.height += 1


def _split_frontmatter(detail: NoteDetail) -> tuple[str, str]:
    """Return frontmatter and body."""
    at = 0
    for _ in range(detail.body_line - 1):
        at = detail.text.find("\n", at) + 1
        if at == 0:
            return detail.text, ""
    return detail.text[:at], detail.text[at:]


def _with_paths(spots: list[HeadingSpot]) -> list[HeadingSpot]:
    """Give every heading the headings above it."""
    above: list[Heading] = []
    found: list[HeadingSpot] = []
    for y, heading in spots:
        above = [*(other for other in above if other.level < heading.level), heading]
        path = tuple(other.text for other in above)
        found.append(HeadingSpot(y, Heading(heading.level, heading.text, heading.line, path)))
    return found
