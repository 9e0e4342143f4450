"""Where blocks write their lines: keeps what stands to the left of them, and where links and matches come to lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from vaulttui.tui.preview.flow import Row, runs_cells
from vaulttui.tui.preview.lines import Cell, Line, Run
from vaulttui.tui.preview.rendered import HeadingSpot, HitSpot, LinkSpot, SpotT
from vaulttui.vault.note import Heading

NARROWEST = 6
"""Cells that are left for text, however deep it is nested (less only if the whole page is narrower)."""


@dataclass(slots=True)
class _Margin:
    """What stands to the left of the lines of a block."""

    first: Sequence[Run]
    rest: Sequence[Run]
    cells: int
    fill: str
    """Style behind everything to the right of it."""
    used: bool = False


@dataclass(slots=True)
class Layout:
    """Lines with what lies on them, ``y`` counted from 0."""

    lines: list[Line] = field(default_factory=list)
    hits: list[HitSpot] = field(default_factory=list)
    """Numbers tell matches apart, no more: they are not in order."""
    links: list[LinkSpot] = field(default_factory=list)
    headings: list[HeadingSpot] = field(default_factory=list)


class Canvas:
    """Takes rows from top to bottom.

    Args:
        width: Cells of a line, at least 8.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.layout = Layout()
        self._margins: list[_Margin] = []
        self._left = 0

    @property
    def room(self) -> int:
        """Cells of a line that are left for text."""
        return self.width - self._left

    @property
    def source(self) -> int:
        """The note's line that the last line shows, 0 before the first."""
        return self.layout.lines[-1].source if self.layout.lines else 0

    @contextmanager
    def margin(self, first: Sequence[Run], rest: Sequence[Run] | None = None, *, fill: str = "") -> Iterator[None]:
        """Put something to the left of the lines that are written meanwhile.

        Nothing is put there where too little room would be left for text.

        Args:
            first: What stands before the first line.
            rest: What stands before the others, as wide as ``first``; blanks if left out.
            fill: Style of everything to the right of it, up to the edge.
        """
        cells = runs_cells(first)
        if self.room - cells < NARROWEST:
            first, rest, cells = (), (), 0
        elif rest is None:
            rest = ((" " * cells, ""),)
        self._margins.append(_Margin(first, rest, cells, fill))
        self._left += cells
        yield
        self._margins.pop()
        self._left -= cells

    def write(self, row: Row) -> None:
        """Write one line."""
        runs: list[Run] = []
        behind = ""
        for margin in self._margins:
            for text, style in margin.rest if margin.used else margin.first:
                runs.append((text, f"{behind} {style}" if behind else style))
            margin.used = True
            behind = margin.fill or behind
        if behind:
            runs.extend((text, f"{behind} {style}") for text, style in row.runs)
        else:
            runs.extend(row.runs)
        missing = max(self.room - row.cells, 0) if behind else 0
        if missing:
            runs.append((" " * missing, behind))
        y = len(self.layout.lines)
        left = self._left
        cells = _moved(row.parts, sum(len(text) for text, _ in runs) - missing - row.length) if row.parts else ()
        self.layout.lines.append(Line(tuple(runs), row.source, row.joint, row.fill + missing, cells))
        self.layout.hits.extend(HitSpot(y, a + left, b + left, number, line) for a, b, number, line in row.hits)
        self.layout.links.extend(LinkSpot(y, a + left, b + left, number, link) for a, b, number, link in row.links)

    def write_all(self, rows: Iterable[Row]) -> None:
        """Write some lines."""
        for row in rows:
            self.write(row)

    def gap(self, source: int) -> None:
        """Write an empty line."""
        used = [margin.used for margin in self._margins]
        self.write(Row([], 0, source))
        for margin, before in zip(self._margins, used, strict=True):
            margin.used = before
        line = self.layout.lines[-1]
        if not any(margin.fill for margin in self._margins):
            self.layout.lines[-1] = Line(_stripped(line.runs), source)

    def heading(self, heading: Heading) -> None:
        """Note that the next line is a heading."""
        self.layout.headings.append(HeadingSpot(len(self.layout.lines), heading))


def rows_of(layout: Layout, source: int) -> list[Row]:
    """Turn a layout back into rows that all come from one line of the note: what another note shows within this one."""
    rows = [
        Row(list(line.runs), runs_cells(line.runs), source, joint=line.joint, parts=line.cells, fill=line.fill)
        for line in layout.lines
    ]
    for hit in layout.hits:
        rows[hit.y].hits.append((hit.x_start, hit.x_end, hit.number, source))
    for link in layout.links:
        rows[link.y].links.append((link.x_start, link.x_end, link.number, link.link))
    return rows


def plain_row(runs: Iterable[Run], source: int) -> Row:
    """Make a line of runs that hold neither matches nor links."""
    listed = list(runs)
    return Row(listed, runs_cells(listed), source)


def in_order(spots: Iterable[SpotT]) -> list[SpotT]:
    """Return matches or links in the order of the screen, numbered from 0."""
    numbers: dict[int, int] = {}
    return [
        spot._replace(number=numbers.setdefault(spot.number, len(numbers)))
        for spot in sorted(spots, key=lambda spot: (spot.y, spot.x_start))
    ]


def _moved(cells: Iterable[Cell], by: int) -> tuple[Cell, ...]:
    """Cells of a line before which more characters stand now."""
    return tuple(Cell(cell.start + by, cell.end + by, cell.joint) for cell in cells)


def _stripped(runs: Sequence[Run]) -> tuple[Run, ...]:
    kept = list(runs)
    while kept and not kept[-1][0].strip():
        kept.pop()
    return tuple(kept)
