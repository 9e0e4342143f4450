"""The last thing that is done to a line: nothing in it is left that a terminal would act on."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from vaulttui.terminal_text import REPLACEMENT

_HARMFUL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ud800-\udfff]")
"""Control characters, those that turn the direction of writing, and halves of characters, which cannot be written."""


class SafeLines(LineFilter):
    """Leaves out what moves the cursor or turns text round, wherever it comes from.

    What the program draws of notes is safe already, and says more of such characters. But inputs are Textual's, and
    file names and what is pasted come into them as they are.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Draw a line so. It stays as wide as it was counted."""
        del background
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.control else Segment(_HARMFUL.sub(_harmless, segment.text), segment.style)
            for segment in segments
        ]


def _harmless(match: re.Match[str]) -> str:
    return REPLACEMENT * cell_len(match[0])
