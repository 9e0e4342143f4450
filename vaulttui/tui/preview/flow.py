"""Running text: pieces with styles and links, broken into lines, with the matches of the query found in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from operator import itemgetter
from typing import Any, TypeAlias

from rich.cells import cell_len

from vaulttui.terminal_text import plain
from vaulttui.tui.preview.cells import character_cells, wrap
from vaulttui.tui.preview.lines import FOOTNOTE, Cell, Run
from vaulttui.tui.preview.match import Finder
from vaulttui.tui.preview.rendered import LinkTarget

Breaker: TypeAlias = Callable[[str, int], list[tuple[int, int]]]
"""Breaks text into lines of some cells: :func:`~vaulttui.tui.preview.cells.wrap` or
:func:`~vaulttui.tui.preview.cells.break_anywhere`."""

_numbers = count()
"""Tells matches and links apart until they are numbered in the order of the screen."""


@dataclass(slots=True)
class Row:
    """One line of running text."""

    runs: list[Run]
    cells: int
    source: int
    hits: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Cells from and to, a number that tells this match from all others, and the note's line that it begins on."""
    links: list[tuple[int, int, int, LinkTarget]] = field(default_factory=list)
    joint: str = "\n"
    """What stands in the text before it: a newline; a blank, or nothing, if it only goes on with the line above."""
    parts: tuple[Cell, ...] = ()
    """See :attr:`~vaulttui.tui.preview.lines.Line.cells`."""
    fill: int = 0
    """See :attr:`~vaulttui.tui.preview.lines.Line.fill`."""

    @property
    def length(self) -> int:
        """Characters."""
        return sum(len(text) for text, _ in self.runs)

    def append(self, other: Row) -> None:
        """Put another row behind this one."""
        self.runs.extend(other.runs)
        self.hits.extend((a + self.cells, b + self.cells, n, source) for a, b, n, source in other.hits)
        self.links.extend((a + self.cells, b + self.cells, n, link) for a, b, n, link in other.links)
        self.cells += other.cells

    def pad(self, cells: int) -> None:
        """Fill up with blanks to some cells."""
        if cells > self.cells:
            self.runs.append((" " * (cells - self.cells), ""))
            self.cells = cells


class Flow:
    """Text of one paragraph (or cell, or line of code) in the making.

    Args:
        source: The line of the note that it begins on.
    """

    def __init__(self, source: int) -> None:
        self._parts: list[str] = []
        self._spans: list[tuple[int, int, str]] = []
        self._links: list[tuple[int, int, LinkTarget]] = []
        self._sources: list[tuple[int, int]] = [(0, source)]
        self.length = 0

    def __bool__(self) -> bool:
        return self.length > 0

    @property
    def text(self) -> str:
        """What there is so far."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    @property
    def words(self) -> str:
        """The same with blanks for the numbers of footnotes: they are no part of the words that they stand behind."""
        text = self.text
        for start, end, style in self._spans:
            if FOOTNOTE in style and FOOTNOTE in style.split():
                text = text[:start] + " " * (end - start) + text[end:]
        return text

    @property
    def last(self) -> str:
        """The last character, ``""`` if there is none."""
        return self._parts[-1][-1] if self._parts else ""

    def add(self, text: str, style: str = "", link: LinkTarget | None = None) -> None:
        """Append text, which is made safe to draw."""
        text = plain(text)
        if not text:
            return
        end = self.length + len(text)
        self._parts.append(text)
        self._spans.append((self.length, end, style))
        if link is not None:
            if self._links and self._links[-1][1] == self.length and self._links[-1][2] is link:
                self._links[-1] = (self._links[-1][0], end, link)
            else:
                self._links.append((self.length, end, link))
        self.length = end

    def newline(self) -> None:
        """Begin a new line of the screen."""
        self._parts.append("\n")
        self._spans.append((self.length, self.length + 1, ""))
        self.length += 1

    def at_source(self, source: int) -> None:
        """Say that what follows comes from a line of the note."""
        if self._sources[-1][1] != source:
            self._sources.append((self.length, source))

    def restyle(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Add styles to parts of the text.

        Args:
            changes: Start, end and style of each part, in order, not overlapping.
        """
        spans: list[tuple[int, int, str]] = []
        change = 0
        for a, b, old in self._spans:
            change = _first_behind(changes, change, a)
            for at in range(change, len(changes)):
                start, end, style = changes[at]
                if start >= b:
                    break
                if a < start:
                    spans.append((a, start, old))
                spans.append((max(a, start), min(b, end), f"{old} {style}" if old else style))
                a = min(b, end)
            if a < b:
                spans.append((a, b, old))
        self._spans = spans

    def styles_at(self, at: int) -> str:
        """Return the styles of one character."""
        span = bisect_right(self._spans, at, key=itemgetter(0)) - 1
        return self._spans[span][2] if span >= 0 else ""

    def rows(self, width: int, finder: Finder, breaker: Breaker = wrap) -> list[Row]:
        """Break the text into lines of at most ``width`` (at least 2) cells. Newlines at its end count for nothing."""
        text = self.text.rstrip("\n")
        rows: list[Row] = []
        hits = [(a, b, next(_numbers)) for a, b in finder.find(self.words, self._sources)] if finder else []
        links = [(a, b, next(_numbers), link) for a, b, link in self._links]
        offsets = [offset for offset, _ in self._sources]

        def source_at(at: int) -> int:
            return self._sources[bisect_right(offsets, at) - 1][1]

        span = hit = link = 0  # the first of each that may still concern a line
        behind = -1
        for start, end in breaker(text, width):
            line = text[start:end]
            between = "\n" if behind < 0 else text[behind:start]
            joint = "\n" if "\n" in between else between and " "
            row = Row([], cell_len(line), source_at(start), joint=joint)
            behind = end
            span = _first_behind(self._spans, span, start)
            for at in range(span, len(self._spans)):
                a, b, style = self._spans[at]
                if a >= end:
                    break
                row.runs.append((text[max(a, start) : min(b, end)], style))
            hit = _first_behind(hits, hit, start)
            for at in range(hit, len(hits)):
                a, b, number = hits[at]
                if a >= end:
                    break
                row.hits.append((*character_cells(line, a - start, b - start), number, source_at(a)))
            link = _first_behind(links, link, start)
            for at in range(link, len(links)):
                a, b, number, target = links[at]
                if a >= end:
                    break
                row.links.append((*character_cells(line, a - start, b - start), number, target))
            rows.append(row)
        return rows


def _first_behind(spans: Sequence[tuple[Any, ...]], first: int, start: int) -> int:
    """Return the first span, from ``first`` on, that does not end before a character."""
    while first < len(spans) and spans[first][1] <= start:
        first += 1
    return first


def runs_cells(runs: Sequence[Run]) -> int:
    """Return how many cells some runs take."""
    return sum(cell_len(text) for text, _ in runs)
