"""A pane that draws a rendered note, or says why there is none; its borders tell more of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.content import Content, Span
from textual.geometry import Size
from textual.selection import Selection
from textual.strip import Strip

from vaulttui.terminal_text import plain
from vaulttui.tui.preview import PreviewTheme, RenderedNote
from vaulttui.tui.preview.cells import wrap
from vaulttui.tui.preview.copied import selected_text
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.draw import draw_line
from vaulttui.tui.widgets.line_pane import LinePane

WIDEST_TEXT = 100
"""Cells; longer lines are hard to read, so a wider pane has margins."""
_MARGIN = 1
_AROUND = Size(3, 6)
"""Cells and lines of a terminal with one pane that this has not: those of borders, scroll bar, query and footer."""


class NoteView(LinePane, can_focus=True, inherit_bindings=False):
    """Draws a :class:`~vaulttui.tui.preview.RenderedNote`, only as much of it as is seen.

    It lays out nothing itself: notes are to be rendered for :attr:`text_width` cells. A change of the theme needs no
    new layout.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._cursor: ReadingCursor | None = None
        """Where one reads in the note; ``None`` where there is none."""
        self._theme: PreviewTheme | None = None
        self._problem = ""
        self._last_size = Size()
        """How much could be seen when it was on the screen last."""
        self.absence: Callable[[], str] | None = None
        """Says in lines why there is no note, where nothing went wrong with one; ``""`` if that is said elsewhere."""
        self.edge: Callable[[], Content] | None = None
        """Says what stands in the lower border; asked by :meth:`show_edge`."""
        self._told_title = ""
        self._told_edge: tuple[str, Sequence[Span]] = ("", ())

    @property
    def note(self) -> RenderedNote | None:
        """What is shown."""
        return None if self._cursor is None else self._cursor.note

    @property
    def text_width(self) -> int:
        """Cells that a note is to be rendered for."""
        return max(min(self._seen_size.width - 2 * _MARGIN, WIDEST_TEXT), 8)

    @property
    def title_width(self) -> int:
        """Cells that there are for what :meth:`show_title` writes."""
        return self._seen_size.width - 5

    @property
    def page_height(self) -> int:
        """How many lines are in sight."""
        return max(1, self._seen_size.height)

    @property
    def _seen_size(self) -> Size:
        """How much can be seen, when it is on the screen."""
        size = self.scrollable_content_region.size
        # A pane that is out of sight has no size. It is one that had, or one that takes the whole terminal's place.
        return size or self._last_size or self.app.size - _AROUND

    # Borders: written anew only if they say something else, for Textual draws the whole pane for it

    def show_title(self, title: str) -> None:
        """Write the upper border.

        Args:
            title: Safe to draw.
        """
        if title != self._told_title:
            self._told_title = title
            self.border_title = Content(title)

    def show_edge(self) -> None:
        """Write the lower border as it is to be now: with every other thing that is shown."""
        told = self.edge() if self.edge is not None else Content()
        if (told.plain, told.spans) != self._told_edge:
            self._told_edge = (told.plain, told.spans)
            self.border_subtitle = told

    # Drawing

    @property
    def preview_theme(self) -> PreviewTheme:
        """The colours that a note is drawn in here."""
        if self._theme is None:
            self._theme = PreviewTheme(self.app.theme_variables, self.background_colors[1].css)
        return self._theme

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        if self.note is not None and self.note.height:
            return self.note.height
        return len(self._problem_lines(self.line_width))

    def draw_line(self, y: int, width: int) -> Strip:
        """Draw one line of the note, or of the reason why there is none."""
        if self._cursor is not None and self._cursor.note.height:
            left, theme, base = self._left(width), self.preview_theme, self.base_style
            return draw_line(self._cursor, y, theme, left=left, width=width, base=base)
        text = " " * _MARGIN + self._problem_lines(width)[y]
        style = self.base_style + self.preview_theme.style("muted")
        return Strip([Segment(text, style)]).crop_extend(0, width, style)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without what is drawn around it."""
        if self.note is None or not self.note.height:
            text = "\n".join(" " * _MARGIN + line for line in self._problem_lines(self.line_width))
            return selection.extract(text).strip(), "\n"
        return selected_text(self.note.lines, selection, self._left(self.scrollable_content_region.width)), "\n"

    def _selected_text(self) -> str | None:
        selection = self.text_selection
        selected = None if selection is None else self.get_selection(selection)
        return None if selected is None else selected[0]

    def _left(self, width: int) -> int:
        """Blank cells to the left of the text: it stands in the middle of a pane that is wider than it may be."""
        text = self.note.width if self.note is not None else width
        return max(0, min(_MARGIN, width - text), (width - text) // 2)

    def _problem_lines(self, width: int) -> list[str]:
        reason = self._problem
        if not reason and self.note is None and self.absence is not None:
            reason = self.absence()
        room = max(width - 2 * _MARGIN, 2)
        lines = map(plain, reason.splitlines())
        return [line[start:end] for line in lines for start, end in wrap(line, room)]

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._theme = None
