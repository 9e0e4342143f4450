"""One line of a rendered note as a strip: colours, the current match and link, margins."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vaulttui.tui.preview.cells import cells_to_characters
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.theme import PreviewTheme


def draw_line(cursor: ReadingCursor, y: int, theme: PreviewTheme, *, left: int, width: int, base: Style) -> Strip:
    """Draw one line of a note.

    Args:
        cursor: In the note: which match and link are the current ones.
        y: The line.
        theme: Its colours.
        left: Blank cells before the text.
        width: Cells of the whole line.
        base: Colours where the note has none of its own.
    """
    note = cursor.note
    strip = note.strip(y, theme)
    for link in note.links_at(y):
        if cursor.link is not None and link.number == cursor.link.number:
            strip = overlaid(strip, link.x_start, link.x_end, theme.style("link.focus"))
    for hit in note.hits_at(y):
        current = cursor.hit is not None and hit.number == cursor.hit.number
        strip = overlaid(strip, hit.x_start, hit.x_end, theme.style("hit.current" if current else "hit"))
    strip = Strip([Segment(" " * left), *strip], strip.cell_length + left).apply_style(base)
    return strip.crop_extend(0, width, base)


def overlaid(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """Put a style over some cells of a strip, and over all of an emoji of several characters that is partly in them.

    Textual's own crops within such an emoji, and what is cut off takes cells of its own.
    """
    if min(end, strip.cell_length) <= start:
        return strip
    segments: list[Segment] = []
    at = 0
    for segment in strip:
        text, old, _ = segment
        first, last = cells_to_characters(text, start - at, end - at)
        pieces = ((text[:first], old), (text[first:last], old + style if old else style), (text[last:], old))
        segments += [Segment(piece, look) for piece, look in pieces if piece]
        at += segment.cell_length
    return Strip(segments, strip.cell_length)
