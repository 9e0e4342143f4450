"""A note as it is written: line numbers and the colours of Markdown."""

from __future__ import annotations

from vaulttui.tui.preview.canvas import Canvas
from vaulttui.tui.preview.flow import Flow
from vaulttui.tui.preview.highlight import highlight
from vaulttui.tui.preview.match import Finder


def write_source(canvas: Canvas, text: str, line: int, last_line: int, language: str, finder: Finder) -> None:
    """Write lines with their numbers.

    Args:
        canvas: Where to.
        text: Whole lines.
        line: Number of the first.
        last_line: Number of the note's last line, for which there must be room.
        language: ``markdown``, or ``yaml`` for frontmatter.
        finder: Finds what to highlight.
    """
    digits = len(str(last_line))
    for number, runs in enumerate(highlight(text.removesuffix("\n").expandtabs(4), language), line):
        flow = Flow(number)
        for part, style in runs:
            flow.add(part, style)
        with canvas.margin([(f"{number:>{digits}}  ", "number")]):
            canvas.write_all(flow.rows(canvas.room, finder))
