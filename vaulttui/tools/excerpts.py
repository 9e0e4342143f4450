"""Passages of which an agent sees a part: what was found is always in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vaulttui.search.results.context import Passage
from vaulttui.tools.json_text import to_json

LONGEST_LINE: Final = 2_000
"""Characters. Prose is found in pieces that are shorter: what is longer is mostly data, as an embedded picture."""
_LEAD: Final = 500
"""Characters of a long line that are shown before what was found in it."""
_NUMBER: Final = 16
"""Characters that the number of a line takes at most, and what parts it from the next."""


def room_of(text: str) -> int:
    """What a text takes of the room that a model has for an answer, as bytes of UTF-8: tokens follow these, not
    characters, of which a Chinese one is about a whole token and a Latin one a quarter."""
    return len(text.encode(errors="surrogatepass"))


def excerpt(passage: Passage, most: int | None) -> tuple[int, Sequence[str]]:
    """The lines around the best match, and of long ones a part. An ellipsis is where it goes on.

    Args:
        passage: Lines in a row.
        most: Room that these may take as JSON with their numbers, if they have such; the line of the match is shown
            even if it takes more. ``None`` for all of them, whatever their length.

    Returns:
        How many lines are left out before those that are shown, and these.
    """
    if most is None:
        return 0, passage.lines
    lines = [
        _short(line, passage.column if number == passage.match else 0) for number, line in enumerate(passage.lines)
    ]
    sizes = [room_of(to_json(line)) + _NUMBER for line in lines]
    first, behind = passage.match, passage.match + 1
    left = most - sizes[first]
    above = below = True
    while above or below:  # a line on each side in turn, as long as there are any that fit
        above = above and first > 0 and sizes[first - 1] <= left
        if above:
            first -= 1
            left -= sizes[first]
        below = below and behind < len(lines) and sizes[behind] <= left
        if below:
            left -= sizes[behind]
            behind += 1
    shown = lines[first:behind]
    if first > 0:
        shown[0] = f"…{shown[0]}"
    if behind < len(lines):
        shown[-1] = f"{shown[-1]}…"
    return first, shown


def _short(line: str, column: int) -> str:
    """A line, or as much of a long one around a place as may be shown."""
    if len(line) <= LONGEST_LINE:
        return line
    start = max(0, min(column - _LEAD, len(line) - LONGEST_LINE))
    end = start + LONGEST_LINE
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"
