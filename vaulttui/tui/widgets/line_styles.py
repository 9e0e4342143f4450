"""Styles for widgets that draw their own lines: the colours of the stylesheet, blended with a row's background."""

from __future__ import annotations

from rich.style import Style
from textual.color import Color
from textual.css.styles import RenderStyles
from textual.dom import DOMNode
from textual.widget import Widget

from vaulttui.tui.colors.contrast import readable


class LineStyles:
    """What the stylesheet says of parts of a widget, as Rich styles on one background.

    Each is worked out when it is first asked for. Textual does so for all ``COMPONENT_CLASSES`` of a widget whenever it
    is given other classes or the focus; that was a third of the time until the first paint.

    Args:
        widget: The widget whose parts are meant; its own styles must have been applied.
        row: A class whose background lies under the row, ``""`` for none. Its colour, if it has one, takes the place of
            all others: of the terminal's own colours few can be read on one another.
    """

    def __init__(self, widget: Widget, row: str = "") -> None:
        _, _, background, color = widget.colors
        ink: Color | None = None
        if row:
            styles = _styles_of(widget, row)
            background += styles.background
            ink = styles.color if styles.has_rule("color") else None
        self.base = Style.from_color((ink or readable(color, background)).rich_color, background.rich_color)
        """The row's background with its colour of text, or else the widget's own."""
        self._widget = widget
        self._background = background
        self._ink = ink
        self._styles: dict[str, Style] = {}

    def __getitem__(self, name: str) -> Style:
        if name not in self._styles:
            self._styles[name] = _style_on(_styles_of(self._widget, name), self._background, self._ink)
        return self._styles[name]


class LineStyled(Widget):
    """A widget that draws its own lines."""

    _line_styles: dict[str, LineStyles] | None = None
    """Those that were asked for since the colours changed last, by the class of rows."""

    def line_styles(self, row: str = "") -> LineStyles:
        """Styles of its parts on the background of a class of rows, ``""`` for the widget's own."""
        if self._line_styles is None:
            self._line_styles = {}
        if row not in self._line_styles:
            self._line_styles[row] = LineStyles(self, row)
        return self._line_styles[row]

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._line_styles = None


def _styles_of(widget: Widget, name: str) -> RenderStyles:
    """What the stylesheet says of a part of a widget, which is no widget itself: as Textual finds it out."""
    part = DOMNode(classes=name)
    part._attach(widget)
    widget.app.stylesheet.apply(part)
    return part.styles


def _over(background: Color, color: Color) -> Color:
    # Colours of the terminal itself cannot be mixed.
    return color if color.ansi is not None or background.ansi is not None else background + color


def _style_on(styles: RenderStyles, background: Color, only: Color | None) -> Style:
    if only is not None:
        return Style(color=only.rich_color, bgcolor=background.rich_color) + styles.text_style
    if styles.has_rule("background"):
        background = _over(background, styles.background)
    if styles.auto_color:
        color: Color | None = background.get_contrast_text(styles.color.a)
    else:
        color = styles.color if styles.has_rule("color") else None
    # What a theme means to be faint must be readable where it is, on a selected line as well.
    ink = readable(_over(background, color), background).rich_color if color is not None else None
    return Style(color=ink, bgcolor=background.rich_color) + styles.text_style
