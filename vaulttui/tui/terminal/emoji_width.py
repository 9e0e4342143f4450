"""Emoji of two cells, for terminals that draw them in one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_WIDENER: Final = "\ufe0f"
"""Asks for the emoji of a character that is a symbol otherwise, and twice as wide."""
_WIDENED: Final = re.compile(f"(?<!\u200d)([^\u200d{_WIDENER}]){_WIDENER}(\u20e3?)(?!\u200d)")
_WIDENING_PROGRAMS: Final = frozenset({"apple_terminal", "ghostty", "iterm.app", "kitty", "wezterm"})
_WIDENING_TERMINALS: Final = ("foot", "xterm-ghostty", "xterm-kitty", "wezterm")


def widens_emoji(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is known to give two cells to a symbol that is to be an emoji (``🗂️``).

    Many give it one, as tmux did for long: whatever stands behind it, borders too, is drawn a cell too far left, and
    parts of what was there before stay on the screen.
    """
    if environ.get("TMUX") or environ.get("STY"):
        return False
    program = environ.get("TERM_PROGRAM", "").casefold()
    return program in _WIDENING_PROGRAMS or environ.get("TERM", "").startswith(_WIDENING_TERMINALS)


class NarrowEmoji(LineFilter):
    """Draws such emoji as the symbol and a blank: that is two cells in every terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Draw the emoji of a line so."""
        del background
        if not any(_WIDENER in segment.text for segment in segments):
            return segments
        return [Segment(_WIDENED.sub(_narrowed, text), style, control) for text, style, control in segments]


def _narrowed(match: re.Match[str]) -> str:
    symbol = match[1] + match[2]
    return symbol + " " * max(0, cell_len(match[0]) - cell_len(symbol))
