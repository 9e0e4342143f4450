"""The colours of a query that is typed: those of the query language, and what is wrong with it underlined."""

from __future__ import annotations

from functools import lru_cache

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from vaulttui.search.syntax import highlight_spans
from vaulttui.tui.widgets.line_styles import LineStyles

_spans = lru_cache(maxsize=8)(highlight_spans)
"""Textual asks for the colours of one text several times."""


class QueryColours(Highlighter):
    """What Textual's input asks for the colours of its text.

    Args:
        widget: The input.
    """

    def __init__(self, widget: Widget) -> None:
        self.error: tuple[int, int] | None = None
        """Where the text is wrong; ``None``: nowhere."""
        self._widget = widget
        self._styles: LineStyles | None = None

    def forget_styles(self) -> None:
        """Ask for the colours of the theme anew: it may be another one."""
        self._styles = None

    def highlight(self, text: Text) -> None:
        """Colour a text in place, with the place of an error underlined."""
        if not self._widget.is_mounted:
            return
        styles = self._styles = self._styles or LineStyles(self._widget)
        for span in _spans(text.plain):
            style = styles[f"query--{span.kind}"]
            # Without the ground: that of a selection lies below.
            text.stylize(style.without_color + Style(color=style.color), span.start, span.end)
        if self.error is not None:
            start, end = self.error
            text.stylize(styles["query--error"], min(start, len(text) - 1), max(end, start + 1))
