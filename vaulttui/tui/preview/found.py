"""A note that is laid out already, with the places of a text as its matches in place of those of the query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vaulttui.tui.preview.canvas import in_order
from vaulttui.tui.preview.cells import character_cells, is_narrow
from vaulttui.tui.preview.page_text import Piece
from vaulttui.tui.preview.rendered import HitSpot, RenderedNote

MOST_PLACES = 100_000
"""Places that are marked at most, the first ones: nobody goes through so many, and each takes its time."""
_LOOK_UP = 1_000
"""Places between two looks at whether anybody waits for them."""


def with_found(note: RenderedNote, text: str, stopped: Callable[[], bool] = lambda: False) -> RenderedNote | None:
    """Find a text in what is to be seen of a note: takes milliseconds, where laying a long note out takes seconds.

    Args:
        note: The note.
        text: What is looked for, as it stands there but for case and accents.
        stopped: Asked once in a while; true when nobody waits for it any more.

    Returns:
        The note with these matches, the first :data:`MOST_PLACES` of them; ``None`` if stopped.
    """
    plain = note.plain
    spots: list[HitSpot] = []
    more = False
    for number, pieces in enumerate(plain.page_text.places(text)):
        if number % _LOOK_UP == 0 and stopped():
            return None
        if number == MOST_PLACES:
            more = True
            break
        line = plain.lines[pieces[0].y].source
        spots.extend(_spot(plain, piece, number, line) for piece in pieces)
    found = replace(plain, hits=in_order(spots), found=text, more_found=more, of_query=plain)
    found.index()
    return found


def _spot(note: RenderedNote, piece: Piece, number: int, line: int) -> HitSpot:
    y, start, end = piece
    text = note.lines[y].text
    if not is_narrow(text):
        start, end = character_cells(text, start, end)
    return HitSpot(y, start, end, number, line)
