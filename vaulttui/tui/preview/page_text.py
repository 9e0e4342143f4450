"""What is to be seen of a note as one text, in which a row of characters is found however the lines are broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaulttui.index.reading.folded_text import FoldedText, fold_with_origins
from vaulttui.index.reading.letters import fold
from vaulttui.tui.preview.copied import is_code, is_rule, written
from vaulttui.tui.preview.lines import FOOTNOTE, Line

_NOTHING = "\0"
"""Stands for what nobody looks for; in no note's text that is drawn, and in none that is typed."""


class Piece(NamedTuple):
    """A part of a line of the screen that a place is on."""

    y: int
    start: int
    end: int
    """Characters of the line, end excluded."""


class _Stretch(NamedTuple):
    """Some of one line of the screen, as it is in the text."""

    start: int
    end: int
    """Characters of the folded text, end excluded."""
    y: int
    first: int
    """Its first character in the line."""
    folded: FoldedText
    """What it has from there on."""

    def piece(self, start: int, end: int) -> Piece:
        """What of the line is between two characters of the folded text."""
        start, end = self.folded.span(max(start, self.start) - self.start, min(end, self.end) - self.start)
        return Piece(self.y, self.first + start, self.first + end)


class PageText:
    """The text of drawn lines: folded, without bars, rules and numbers, broken lines and cells in one again.

    Args:
        lines: From top to bottom.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._parts: list[str] = []
        self._stretches: list[_Stretch] = []
        self._length = 0
        row: list[list[tuple[int, Line, int, int, str]]] = []  # what a row of a table has of each cell so far
        for y, line in enumerate(lines):
            if row and (len(line.cells) != len(row) or all(cell.joint == "\n" for cell in line.cells)):
                self._add_row(row)
                row = []
            if line.cells:
                row = row or [[] for _ in line.cells]
                for column, (start, end, joint) in zip(row, line.cells, strict=True):
                    column.append((y, line, start, end, joint))
            elif not is_rule(line):
                start, end = written(line)
                self._add(y, line, start, end, line.joint)
        self._add_row(row)
        self.folded = "".join(self._parts)
        """All of it, a newline between what does not go on with each other."""
        self._parts.clear()

    def _add_row(self, row: Sequence[Sequence[tuple[int, Line, int, int, str]]]) -> None:
        for column in row:
            for number, (y, line, start, end, joint) in enumerate(column):
                self._add(y, line, start, end, joint if number else "\n")

    def _add(self, y: int, line: Line, start: int, end: int, joint: str) -> None:
        text = _shown(line)[start:end]
        if joint != "\n" and not is_code(line):
            # What goes on is indented as its beginning is.
            start += len(text) - len(text.lstrip(" "))
            text = text.lstrip(" ")
        folded = fold_with_origins(text)
        self._put(joint)
        begin = self._length
        self._put(folded.text)
        self._stretches.append(_Stretch(begin, self._length, y, start, folded))

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def places(self, text: str) -> Iterator[list[Piece]]:
        """Find the places of a row of characters, whatever their case and accents.

        Args:
            text: What is looked for.

        Yields:
            What each place has of the lines, in order, with none that overlap; of lines that lie beside each other in a
            table, one cell after the other.
        """
        wanted = fold(text)
        at = self.folded.find(wanted) if wanted else -1
        first = 0  # of the stretches, the first that does not end before the place
        before = Piece(-1, 0, 0)
        while at >= 0:
            end = at + len(wanted)
            while self._stretches[first].end <= at:
                first += 1
            pieces: list[Piece] = []
            number = first
            while number < len(self._stretches) and self._stretches[number].start < end:
                stretch = self._stretches[number]
                if stretch.start < stretch.end:
                    pieces.append(stretch.piece(at, end))
                number += 1
            # A blank may be the one that a line was broken at: there is nothing to be seen of it. And one character may
            # be several folded ones, and then have several places.
            if pieces and (pieces[0].y != before.y or pieces[0].start >= before.end):
                yield pieces
                before = pieces[-1]
            at = self.folded.find(wanted, end)


def _shown(line: Line) -> str:
    """The characters of a line, with nothing to be found in place of the numbers of footnotes."""
    if not any(FOOTNOTE in style for _, style in line.runs):
        return line.text
    return "".join(_NOTHING * len(text) if FOOTNOTE in style.split() else text for text, style in line.runs)
