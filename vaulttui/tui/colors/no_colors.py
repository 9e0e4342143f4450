"""No colours at all: the terminal keeps its own two, and attributes tell what colours told."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from vaulttui.tui.colors.contrast import contrast

_STANDS_OUT: Final = 3.0
"""Contrast to the page from which on a ground is drawn reversed: that of cursors."""
_THINNED: Final = 0.7
"""Share of the theme's ink below which text and lines are dim."""
_TINGE: Final = 0.12
"""How far from all mixtures of page and ink a colour may be, as a share of their distance, and be one of them."""
_SELECTED: Final = (0, 7)
"""Black on white: what is selected in a theme of the terminal's own colours."""
_OWN: Final = Style.parse("default on default")


class NoColors(LineFilter):
    """Draws in the terminal's own colours.

    What the style sheet says by attributes stays. What is thinned becomes dim; what lies on a ground that stands out
    from the page, as an input's cursor does, is reversed.

    Args:
        page: The background of the theme.
        ink: Its colour of text.
    """

    def __init__(self, page: Color, ink: Color) -> None:
        super().__init__()
        self._page = ColorTriplet(*page.rgb)
        self._ink = ColorTriplet(*ink.rgb)
        self._choose = lru_cache(4096)(self._chosen)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Draw segments without colours."""
        del background
        return [Segment(text, style and self._choose(style), control) for text, style, control in segments]

    def _chosen(self, style: Style) -> Style:
        if style.reverse:
            return style + _OWN
        front = None if style.color is None else style.color.triplet
        back = None if style.bgcolor is None else style.bgcolor.triplet
        numbers = tuple(color and color.number for color in (style.color, style.bgcolor))
        if contrast(back, self._page) >= _STANDS_OUT if back else numbers == _SELECTED:
            return style + _OWN + Style(reverse=True)
        if front is not None and self._is_thinned(front, back or self._page):
            return style + _OWN + Style(dim=True)
        return style + _OWN

    def _is_thinned(self, front: ColorTriplet, back: ColorTriplet) -> bool:
        """Whether a colour is hardly more than a mixture of its ground with some of the ink."""
        way = [end - start for start, end in zip(back, self._ink, strict=True)]
        gone = [end - start for start, end in zip(back, front, strict=True)]
        length = sum(part * part for part in way)
        if not length:
            return False
        share = sum(one * other for one, other in zip(way, gone, strict=True)) / length
        beside = sum((one - share * other) ** 2 for one, other in zip(gone, way, strict=True))
        return share < _THINNED and beside <= _TINGE * _TINGE * length
