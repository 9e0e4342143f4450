"""256 colours: the nearest of them for each of a theme's."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""Of red, green and blue in the cube, which begins with number 16."""
_GREYS: Final = range(8, 239, 10)
"""The ramp, from number 232 on."""


class NearColors(LineFilter):
    """Draws in the colours that every terminal of 256 has, those that look most alike.

    Left to Rich, a dark and faintly blue grey is drawn in teal or in the blue of night.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Draw segments in 256 colours."""
        del background
        return [Segment(text, style and _near(style), control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def _near(style: Style) -> Style:
    """A style in 256 colours; unchanged if it is in them already."""
    front, back = (None if color is None or color.triplet is None else color for color in (style.color, style.bgcolor))
    if front is None and back is None:
        return style
    return style + Style.from_color(_drawn(front), _drawn(back))


def _drawn(color: RichColor | None) -> RichColor | None:
    return None if color is None or color.triplet is None else RichColor.from_ansi(nearest(color.triplet))


def nearest(color: ColorTriplet) -> int:
    """Number of the one of the 256 colours that is nearest to a colour: of the cube, or of the greys."""
    places = [_place(_LEVELS, part) for part in color]
    grey = _place(_GREYS, round(sum(color) / 3))
    in_cube = sum((part - _LEVELS[place]) ** 2 for part, place in zip(color, places, strict=True))
    in_greys = sum((part - _GREYS[grey]) ** 2 for part in color)
    return 232 + grey if in_greys < in_cube else 16 + 36 * places[0] + 6 * places[1] + places[2]


def _place(levels: Sequence[int], value: int) -> int:
    """Where the level stands that is nearest to a value."""
    above = min(bisect_left(levels, value), len(levels) - 1)
    return above - 1 if above and value - levels[above - 1] < levels[above] - value else above
