"""Lines of a note that is laid out in parts, some of which may not be laid out yet."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Final, NamedTuple, TypeAlias, overload

from vaulttui.terminal_text import plain
from vaulttui.tui.preview.cells import cut, is_narrow

Run: TypeAlias = tuple[str, str]
"""Text, and the names of its styles joined by blanks (see :class:`vaulttui.tui.preview.theme.PreviewTheme`)."""
FOOTNOTE: Final = "footnote"
"""Style of the numbers of footnotes, which are no part of what is written around them."""


class Cell(NamedTuple):
    """What a line of the screen has of one cell of a table."""

    start: int
    end: int
    """Characters of the line, end excluded."""
    joint: str
    """What stands in the cell between its line above and this one: as :attr:`Line.joint`."""


class Line(NamedTuple):
    """One line of the screen."""

    runs: tuple[Run, ...]
    source: int
    """The line of the note that its first character comes from, counted from 1."""
    joint: str = "\n"
    """What stands in the text between the line above and this one: a blank or nothing where it was only broken."""
    fill: int = 0
    """Blanks at its end that are there for their ground alone."""
    cells: tuple[Cell, ...] = ()
    """Of a row of a table that takes several lines, cell by cell; every line of it has as many."""

    @property
    def text(self) -> str:
        """The characters alone."""
        return "".join(text for text, _ in self.runs)


class UnreadLines(Sequence[Line]):
    """Text as it is written, one line of the screen for each line, cut at the edge. Costs nothing until it is seen.

    Args:
        text: Whole lines.
        first: Number of the first.
        width: Cells of a line.
        digits: Digits of the line numbers, 0 for none.
    """

    def __init__(self, text: str, first: int, width: int, digits: int) -> None:
        self._text = text.removesuffix("\n")
        self._first = first
        self._room = width - digits - 2 if digits else width
        self._digits = digits
        self._count = self._text.count("\n") + 1
        self._rows: list[str] = []

    @property
    def sources(self) -> range:
        """The note's line of every line."""
        return range(self._first, self._first + self._count)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._count))]
        if not self._rows:
            self._rows = self._text.split("\n")
        source = self.sources[index]
        shown = plain(self._rows[index][: self._room + 1])
        if len(shown) > self._room or not is_narrow(shown):
            shown = cut(shown, self._room)
        number = ((f"{source:>{self._digits}}  ", "number"),) if self._digits else ()
        return Line((*number, (shown, "")), source)


class Lines(Sequence[Line]):
    """Lines of several parts in a row.

    Args:
        parts: Their lines.
    """

    def __init__(self, parts: Iterable[Sequence[Line]]) -> None:
        self._parts = [part for part in parts if part]
        self._ends = list(accumulate(map(len, self._parts)))

    @property
    def sources(self) -> list[int]:
        """The note's line of every line."""
        return list(chain.from_iterable(map(_sources, self._parts)))

    def has_read(self, source: int) -> bool:
        """Whether a line of the note is laid out, not shown as it is written until it is."""
        return not any(isinstance(part, UnreadLines) and source in part.sources for part in self._parts)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Line]:
        return chain.from_iterable(self._parts)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        number = bisect_right(self._ends, at)
        return self._parts[number][at - (self._ends[number - 1] if number else 0)]


def _sources(part: Sequence[Line]) -> Iterable[int]:
    return part.sources if isinstance(part, UnreadLines) else (line.source for line in part)
