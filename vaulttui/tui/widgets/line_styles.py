"""Styles for widgets that draw their own lines: the colours of the stylesheet, blended with a row's background."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual.color import Color
from textual.widget import Widget

from vaulttui.tui.colors.contrast import readable


class LineStyles:
    """The component styles of a widget as Rich styles, for one background.

    Args:
        widget: The widget whose component classes are meant; its style sheet must have been applied.
        names: Component classes that only colour text.
        row: A component class whose background lies under the row, ``""`` for none. Its colour, if it has one, takes
            the place of all others: of the terminal's own colours few can be read on one another.
    """

    def __init__(self, widget: Widget, names: Iterable[str], row: str = "") -> None:
        _, _, background, color = widget.colors
        ink: Color | None = None
        if row:
            styles = widget.get_component_styles(row)
            background += styles.background
            ink = styles.color if styles.has_rule("color") else None
        self.base = Style.from_color((ink or readable(color, background)).rich_color, background.rich_color)
        """The row's background with its colour of text, or else the widget's own."""
        self._styles = {name: _style_on(widget, name, background, ink) for name in names}

    def __getitem__(self, name: str) -> Style:
        return self._styles[name]


def _over(background: Color, color: Color) -> Color:
    # Colours of the terminal itself cannot be mixed.
    return color if color.ansi is not None or background.ansi is not None else background + color


def _style_on(widget: Widget, name: str, background: Color, only: Color | None) -> Style:
    styles = widget.get_component_styles(name)
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
