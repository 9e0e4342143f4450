"""Chunks: the pieces of a note that are indexed, embedded and returned.

A section (a heading's line to the line before the next heading) is one chunk, unless it is too long for the embedding
model. Together the chunks of a note are its body, each character of it in exactly one of them. They begin and end
between lines, except where a paragraph that is too long is written on one line: that is cut between its sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from vaulttui.vault.dates.heading_dates import heading_date
from vaulttui.vault.markdown.body import Body
from vaulttui.vault.note import Chunk
from vaulttui.vault.sentences import ends_sentence, sentence_starts

MAX_CHARACTERS = 1200
"""A longer section is split: about the 256 tokens that the bundled embedding model reads."""
MIN_CHARACTERS = 600
"""Pieces of a split section are not shorter, if the text allows."""
TINY_CHARACTERS = 200
"""A shorter piece of a split section joins its neighbour."""
MAX_FENCE_CHARACTERS = 20_000
"""Fenced code is not split, but for blocks that are longer: those are logs, or never closed, and as one chunk whatever
is found in them would come with all of them."""

_NO_PROSE = re.compile(r"[ >]*(?:\||#{1,6}[ \t])")
"""Begins what is not cut: a heading, or a row, if only of what is no table yet."""
_PARAGRAPH_COST, _ITEM_COST, _SENTENCE_COST, _LINE_COST = 0.0, 0.15, 0.4, 0.8
"""What it costs to cut before a block that stands off by a blank line, before another block or item of an outermost
list, behind a sentence (within a long line, too), and before any other line; a piece of twice the length aimed at, or
of none, costs one."""


class _Section(NamedTuple):
    """Indices of lines, from 0."""

    start: int
    end: int
    """Behind its last line."""
    heading_path: tuple[str, ...]


class _Place(NamedTuple):
    """A place in the body between two characters."""

    line: int
    column: int
    """Characters of the line before it."""


class _Cut(NamedTuple):
    """A place where a piece may start."""

    place: _Place
    offset: int
    """Characters of the section before it."""
    cost: float


def chunk_body(lines: Sequence[str], body: Body, first_line: int = 1) -> tuple[Chunk, ...]:
    """Cut the body of a note into chunks.

    Blank lines belong to the chunk before them, leading ones to the first. A heading without any text below it joins
    the section that follows, if that one is deeper. A section that is split keeps its heading path in every piece.

    Args:
        lines: The body's lines, as given to :func:`~vaulttui.vault.markdown.body.scan_body`.
        body: What that gave.
        first_line: As given there.

    Returns:
        The chunks in order; none if all lines are blank.
    """
    dates: dict[tuple[str, ...], date | None] = {}
    splitter = _Splitter(lines, body, first_line)
    chunks: list[Chunk] = []
    for start, end, path in _sections(lines, body, first_line):
        if path not in dates:
            dates[path] = next(filter(None, map(heading_date, reversed(path))), None)
        for piece_start, piece_end in splitter.pieces(start, end):
            text = _text(lines, piece_start, piece_end)
            first, last = first_line + piece_start.line, first_line + piece_end.line - (not piece_end.column)
            chunks.append(Chunk(len(chunks), path, first, last, text, dates[path]))
    return tuple(chunks)


def _text(lines: Sequence[str], start: _Place, end: _Place) -> str:
    if not (start.column or end.column):
        return "\n".join(lines[start.line : end.line])
    if start.line == end.line:  # no more of a line that may be the whole note is taken in hand
        return lines[start.line][start.column : end.column]
    parts = [lines[start.line][start.column :], *lines[start.line + 1 : end.line]]
    return "\n".join([*parts, lines[end.line][: end.column]] if end.column else parts)


def _sections(lines: Sequence[str], body: Body, first_line: int) -> Iterator[_Section]:
    """Sections in order, those of lone headings joined with what follows them."""
    headings = body.headings
    starts = [heading.line - first_line for heading in headings]
    first = starts[0] if starts else len(lines)
    start = 0
    if _has_text(lines, 0, first):
        yield _Section(0, first, ())
        start = first
    for index, heading in enumerate(headings):
        end = starts[index + 1] if index + 1 < len(starts) else len(lines)
        lone = not _has_text(lines, body.heading_ends[index] - first_line + 1, end)
        if lone and index + 1 < len(headings) and headings[index + 1].level > heading.level:
            continue
        yield _Section(start, end, heading.path)
        start = end


def _has_text(lines: Sequence[str], start: int, end: int) -> bool:
    return any(lines[index] and not lines[index].isspace() for index in range(start, end))


class _Splitter:
    """Splits long sections of one body."""

    __slots__ = ("_block_starts", "_fence_starts", "_fences", "_first_line", "_lines", "_rows")

    def __init__(self, lines: Sequence[str], body: Body, first_line: int) -> None:
        self._lines = lines
        self._first_line = first_line
        self._block_starts = frozenset(body.block_starts)
        self._fences = body.fences
        self._fence_starts = [first for first, _ in body.fences]
        self._rows = frozenset(body.rows)

    def pieces(self, start: int, end: int) -> list[tuple[_Place, _Place]]:
        """Split the lines from ``start`` to ``end`` (exclusive) if they are too long for one chunk.

        Returns:
            Where each piece begins, and where the next one does.
        """
        # Characters before each line, every line with its line feed; that of the last line is not part of the text.
        offsets = [0, *accumulate(len(line) + 1 for line in self._lines[start:end])]
        total = offsets[-1]
        if total <= MAX_CHARACTERS + 1:
            return [(_Place(start, 0), _Place(end, 0))]
        cuts = [*self._cuts(start, end, offsets), _Cut(_Place(end, 0), total, _PARAGRAPH_COST)]
        pieces: list[tuple[_Place, _Place, int]] = []
        place, offset, index = _Place(start, 0), 0, 0
        while place.line < end:
            index = _best_cut(cuts, index, offset, total)
            cut = cuts[index]
            pieces.append((place, cut.place, cut.offset - offset))
            place, offset, index = cut.place, cut.offset, index + 1
        return [(first, behind) for first, behind, _ in _join_tiny(pieces)]

    def _cuts(self, start: int, end: int, offsets: Sequence[int]) -> Iterator[_Cut]:
        """Places where a section may be cut, in order: not before a blank line, not within a whole fence."""
        lines = self._lines
        fence = bisect_left(self._fence_starts, start + self._first_line)
        closed_to = fenced_to = -1
        for index in range(start, end):
            number = index + self._first_line
            while fence < len(self._fences) and self._fences[fence][0] < number:
                first, last = self._fences[fence]
                fence += 1
                last = min(last, end + self._first_line - 1)
                fenced_to = last
                length = offsets[last - self._first_line - start + 1] - offsets[first - self._first_line - start]
                if length <= MAX_FENCE_CHARACTERS:
                    closed_to = last
            line = lines[index]
            if number <= closed_to or not line or line.isspace():
                continue
            if index > start:
                yield _Cut(_Place(index, 0), offsets[index - start], self._cost(number, lines[index - 1]))
            if len(line) <= MAX_CHARACTERS or number <= fenced_to or number in self._rows:
                continue
            if not _NO_PROSE.match(line):
                for column in sentence_starts(line):
                    yield _Cut(_Place(index, column), offsets[index - start] + column, _SENTENCE_COST)

    def _cost(self, number: int, before: str) -> float:
        """What it costs to cut between a line with some number and the one before it."""
        stands_off = not before or before.isspace()
        if number in self._block_starts:
            return _PARAGRAPH_COST if stands_off else _ITEM_COST
        return _SENTENCE_COST if stands_off or ends_sentence(before) else _LINE_COST


def _best_cut(cuts: Sequence[_Cut], index: int, offset: int, total: int) -> int:
    """Choose where the piece that starts at ``offset`` ends: the index of a cut, from ``index`` on.

    The rest of the section is shared out evenly, so that no small piece is left at its end.
    """
    rest = total - offset
    aim = rest / -(-rest // MAX_CHARACTERS)
    best, best_cost = -1, float("inf")
    last_short = -1
    for candidate in range(index, len(cuts)):
        length = cuts[candidate].offset - offset
        if length > MAX_CHARACTERS + 1:
            break
        if length < MIN_CHARACTERS and cuts[candidate].offset != total:
            last_short = candidate
            continue
        cost = abs(length - aim) / aim + cuts[candidate].cost
        if cost <= best_cost:
            best, best_cost = candidate, cost
    if best >= 0:
        return best
    # Something that cannot be cut is next: end before it, or with it if the piece starts with it.
    return last_short if last_short >= 0 else index


def _join_tiny(pieces: Sequence[tuple[_Place, _Place, int]]) -> list[tuple[_Place, _Place, int]]:
    """Join tiny pieces with the one before or the one behind, whichever is shorter."""
    joined: list[tuple[_Place, _Place, int]] = []
    for number, (start, end, length) in enumerate(pieces):
        if joined:
            before_start, _, before_length = joined[-1]
            behind = pieces[number + 1][2] if number + 1 < len(pieces) else MAX_FENCE_CHARACTERS
            fits = before_length + length <= MAX_FENCE_CHARACTERS
            if fits and (before_length < TINY_CHARACTERS or (length < TINY_CHARACTERS and before_length <= behind)):
                joined[-1] = (before_start, end, before_length + length)
                continue
        joined.append((start, end, length))
    return joined
