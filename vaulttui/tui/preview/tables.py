"""Tables fitted to the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from vaulttui.tui.preview.canvas import plain_row
from vaulttui.tui.preview.flow import Flow, Row
from vaulttui.tui.preview.lines import Cell
from vaulttui.tui.preview.match import Finder, MatchTerms

_BLANKS = re.compile("[ \n]+")
_BETWEEN = " │ "
_READABLE = 9
"""Cells that a column needs at least, unless its longest word is shorter; with less, rows become records."""


@dataclass(slots=True)
class Table:
    """A table in the making."""

    head: list[Flow]
    aligns: list[str]
    """``left``, ``right``, ``center`` or ``""`` for each column."""
    body: list[list[Flow]]
    source: int
    """The note's line of the head."""
    headless: bool = False
    """Whether the head was written before."""

    def rows(self, width: int, finder: Finder) -> Iterator[Row]:
        """Lay the table out in ``width`` cells: columns side by side, or one record below the other if too narrow."""
        columns = len(self.head)
        widths = _fit(self, width - len(_BETWEEN) * (columns - 1))
        if widths is None:
            return self._records(width, finder)
        return self._columns(widths, finder)

    def _columns(self, widths: list[int], finder: Finder) -> Iterator[Row]:
        if any(self.head) and not self.headless:
            yield from _side_by_side(self.head, widths, self.aligns, finder, self.source)
            yield _rule(widths, self.source + 1, "━", "┿")
        rows = [
            list(_side_by_side(cells, widths, self.aligns, finder, self.source + 2 + number))
            for number, cells in enumerate(self.body)
        ]
        ruled = any(len(lines) > 1 for lines in rows)
        for number, lines in enumerate(rows):
            if ruled and number:
                yield _rule(widths, rows[number - 1][-1].source)
            yield from lines

    def _records(self, width: int, finder: Finder) -> Iterator[Row]:
        """Every row as a list of its cells, each with the head of its column before it."""
        label = max((min(_natural(flow), width // 3) for flow in self.head), default=0)
        value = width - label - 2
        if not self.body:
            for flow in self.head:
                yield from flow.rows(width, finder)
        # The heads are repeated: matches in them would be counted again and again.
        fresh = [not self.headless] * len(self.head)
        for number, cells in enumerate(self.body):
            source = self.source + 2 + number
            if number:
                yield plain_row([("─" * width, "rule")], source - 1)
            for column, (head, cell) in enumerate(zip(self.head, cells, strict=True)):
                if not cell:
                    continue
                if label < 2:
                    yield from cell.rows(width, finder)
                else:
                    names = head.rows(label, finder if fresh[column] else Finder(MatchTerms())) if head else []
                    fresh[column] = False
                    yield from _joined([names, cell.rows(value, finder)], [label, value], ["", ""], source, "  ")


def _side_by_side(
    cells: Sequence[Flow], widths: Sequence[int], aligns: Sequence[str], finder: Finder, source: int
) -> Iterator[Row]:
    rows = [cell.rows(max(width, 2), finder) if cell else [] for cell, width in zip(cells, widths, strict=True)]
    return _joined(rows, widths, aligns, source, _BETWEEN)


def _joined(
    cells: Sequence[list[Row]], widths: Sequence[int], aligns: Sequence[str], source: int, between: str
) -> Iterator[Row]:
    """Put the lines of cells side by side."""
    height = max(1, *map(len, cells))
    for at in range(height):
        line = Row([], 0, source)
        parts: list[Cell] = []
        for column, (rows, width) in enumerate(zip(cells, widths, strict=True)):
            if column:
                line.append(plain_row([(between, "rule")], source))
            cell = rows[at] if at < len(rows) else Row([], 0, source)
            edge = line.cells + width
            if aligns[column] in ("right", "center"):
                spare = width - cell.cells
                line.pad(line.cells + (spare if aligns[column] == "right" else spare // 2))
            if height > 1:
                begin = line.length
                parts.append(Cell(begin, begin + cell.length, cell.joint))
            line.append(cell)
            if column < len(cells) - 1:
                line.pad(edge)
        line.parts = tuple(parts)
        yield line


def _rule(widths: Sequence[int], source: int, line: str = "─", cross: str = "┼") -> Row:
    return plain_row([((line + cross + line).join(line * width for width in widths), "rule")], source)


def _natural(flow: Flow) -> int:
    return max(map(cell_len, flow.text.split("\n")))


def _longest_word(flow: Flow) -> int:
    return max(map(cell_len, _BLANKS.split(flow.text)))  # not at blanks that lines are not broken at


def _fit(table: Table, room: int) -> list[int] | None:
    """Share out ``room`` cells among the columns; ``None`` if they would be too narrow to read.

    Every column first gets what its longest word needs (within reason); the rest is shared so that narrow columns
    get all they want and the wide ones get equal parts of what is left.
    """
    columns = [[head, *(row[number] for row in table.body)] for number, head in enumerate(table.head)]
    natural = [max(2, *(_natural(cell) for cell in cells)) for cells in columns]
    if sum(natural) <= room:
        return natural
    words = [max(2, *(_longest_word(cell) for cell in cells)) for cells in columns]
    if sum(min(word, _READABLE) for word in words) > room:
        return None
    fair = max(room // len(columns), _READABLE)
    widths = [min(word, fair) for word in words]
    if sum(widths) > room:
        widths = [min(word, _READABLE) for word in words]
    spare = room - sum(widths)
    open_columns = [number for number in range(len(columns)) if widths[number] < natural[number]]
    while spare > 0 and open_columns:
        share = max(1, spare // len(open_columns))
        for number in open_columns:
            given = min(share, natural[number] - widths[number], spare)
            widths[number] += given
            spare -= given
        open_columns = [number for number in open_columns if widths[number] < natural[number]]
    return widths
