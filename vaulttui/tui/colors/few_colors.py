"""Sixteen colours: what is drawn in millions of them stays readable where the terminal has few."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from vaulttui.tui.colors.contrast import contrast, luminance

LEAST_CONTRAST: Final = 1.8
"""Of text; the nearest of sixteen colours has less where a theme's colours are near to each other, or none."""
STRONG_CONTRAST: Final = 7.0
"""From here on text is drawn black on a light page, below it grey."""
PAGE_SPREAD: Final = 0.075
"""How much a background may be lighter than the page, from 0 to 1, and count as the page."""

_BLACK, _RED, _GREEN, _YELLOW, _BLUE, _CYAN, _SILVER, _GREY, _WHITE = 0, 1, 2, 3, 4, 6, 7, 8, 15
_NEUTRAL: Final = frozenset({_BLACK, _SILVER, _GREY, _WHITE})
_DARKER: Final = {_YELLOW: _RED, _GREEN: _BLUE, _CYAN: _BLUE}
"""Colours that hardly show on a light page, and what stands for them there."""
_NEXT_TO: Final = {_BLACK: _GREY, _GREY: _SILVER, _SILVER: _GREY, _WHITE: _SILVER}
"""Neutral colours, and the one that hardly stands out from each."""
_XTERM: Final = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255)),
    (255, 255, 255),
)
"""The sixteen as xterm has them: most others are darker, and no two of theirs are nearer to each other."""
_LINES_ONLY: Final = re.compile("[\\s\u2500-\u259f]*")
"""Blanks, lines and blocks: faint ones may stay faint."""


class FewColors(LineFilter):
    """Chooses among the sixteen colours of a terminal so that text can be read on its background.

    Left to the nearest colour, the text of some themes is drawn grey on the same grey.

    Args:
        page: The background of the theme.
    """

    def __init__(self, page: Color) -> None:
        super().__init__()
        self._page = page
        self._choose = lru_cache(4096)(self._chosen)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Draw segments in sixteen colours."""
        del background
        return [
            Segment(text, style and self._choose(style, _LINES_ONLY.fullmatch(text) is not None), control)
            for text, style, control in segments
        ]

    def _chosen(self, style: Style, lines_only: bool) -> Style:
        """A style in sixteen colours; unchanged if it is in them already."""
        front, back = (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
        if back is None or back.triplet is None:
            return style
        below = self._background(back.triplet)
        above = None
        if front is not None and front.triplet is not None:
            choose = _visible if lines_only else _readable
            above = choose(front.triplet, back.triplet, below)
        chosen = (_ansi(above), _ansi(below))
        return style + Style.from_color(*(reversed(chosen) if style.reverse else chosen))

    def _background(self, color: ColorTriplet) -> int:
        """A grey background of the sixteen: the page is black or white, and what stands out from it is not."""
        number = _nearest(color)
        if number not in _NEUTRAL:
            return number
        page, next_to_it = (_BLACK, _GREY) if self._page.brightness < 0.5 else (_WHITE, _SILVER)
        if abs(_lightness(color) - _lightness(ColorTriplet(*self._page.rgb))) <= PAGE_SPREAD:
            return page
        return next_to_it if number == page else number


def _visible(front: ColorTriplet, back: ColorTriplet, below: int) -> int:
    """The colour of lines and blocks on a background of the sixteen: faint, unless they are not to be seen at all."""
    number = _nearest(front)
    return _NEXT_TO.get(number, number) if number == below and front != back else number


def _readable(front: ColorTriplet, back: ColorTriplet, below: int) -> int:
    """The colour of text on a background of the sixteen."""
    number = _nearest(front)
    light = luminance(_XTERM[below]) > 0.25
    if light and number in _NEUTRAL and below not in _NEUTRAL:
        wanted = [_BLACK]
    elif light and number in _NEUTRAL:
        strong = contrast(front, back) >= STRONG_CONTRAST
        wanted = [_BLACK, _GREY] if strong else [_GREY, _BLACK]
    elif light:
        wanted = [number, _DARKER.get(number, _GREY), _BLACK]
    else:
        wanted = [number, _SILVER, _WHITE]
    return next((one for one in wanted if contrast(_XTERM[one], _XTERM[below]) >= LEAST_CONTRAST), wanted[-1])


def _nearest(color: ColorTriplet) -> int:
    number = RichColor.from_triplet(color).downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return number


def _ansi(number: int | None) -> RichColor | None:
    return None if number is None else RichColor.from_ansi(number)


def _lightness(color: ColorTriplet) -> float:
    return (max(color) + min(color)) / 510
