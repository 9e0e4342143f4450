"""Places in the text of a chunk: spans of characters and lines, in order and apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from vaulttui.values import dataclass

Span = tuple[int, int]
"""Begin and end (exclusive) in a text."""
Ranges: TypeAlias = list[Span]
"""Where pieces of a text begin and end, in order."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where conditions hold in the text of one chunk."""

    matches: tuple[Span, ...] = ()
    """What regular expressions match, in order, not overlapping."""
    lines: tuple[range, ...] = ()
    """Lines, from 0, of each line, task and block in which all holds that was asked of it; in order, none twice."""


def line_ranges(text: str, pieces: Sequence[range]) -> Ranges:
    """Where some lines of a text begin and end; those behind its last are left out.

    Args:
        text: A chunk.
        pieces: Lines, from 0, each a piece of one or more.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    return [(starts[piece.start], starts[piece.stop] - 1) for piece in pieces if piece.stop < len(starts)]


def apart_lines(pieces: Iterable[range]) -> tuple[range, ...]:
    """Bring pieces of lines in order, and leave out those that overlap one before."""
    return tuple(range(*span) for span in apart((piece.start, piece.stop) for piece in pieces))


def apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Bring spans in order, and leave out those that overlap one before."""
    behind = 0
    for start, end in sorted(spans):
        if start >= behind:
            yield start, end
            behind = end


def merged(spans: Iterable[Span]) -> Ranges:
    """Bring spans in order, and make one of those that overlap."""
    found: Ranges = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
