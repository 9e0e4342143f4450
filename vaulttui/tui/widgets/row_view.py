"""Rows of one height, of which only what is seen is drawn, and drawn once."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.strip import Strip

from vaulttui.tui.widgets.line_styles import LineStyled, LineStyles
from vaulttui.tui.widgets.steady_scroll import SteadyScrollView

_CACHE_SIZE = 1024
"""Drawn rows that are kept."""


class RowView(SteadyScrollView, LineStyled, can_focus=True, inherit_bindings=False):
    """Rows that are drawn line by line.

    A subclass says how a row looks (:meth:`draw_row`) and on which ground (:meth:`row_state`). Each row takes
    :attr:`row_height` lines. Without rows, :meth:`draw_empty` fills the view.
    """

    def __init__(self, *, row_height: int = 1, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._row_height = row_height
        self._count = 0
        self._drawn: dict[tuple[int, int, str], list[Strip]] = {}

    # What a subclass gives

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a row: ``row_height`` lines, each at most ``width`` cells."""
        raise NotImplementedError

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Draw what is shown instead of rows."""
        del width, styles
        return []

    def row_state(self, index: int) -> str:
        """Class of a row's background, ``""`` for none."""
        del index
        return ""

    # Rows

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    @property
    def row_height(self) -> int:
        """Lines of one row."""
        return self._row_height

    @property
    def visible_rows(self) -> range:
        """Indices of the rows that are in sight, partly ones included."""
        top = self.scroll_offset.y
        height = max(1, self.scrollable_content_region.height)
        return range(top // self._row_height, min(self._count, -(-(top + height) // self._row_height)))

    def fit_rows(self) -> None:
        """Take over that there are more or fewer rows, or that they are higher or lower."""
        self.set_virtual_size(Size(self.scrollable_content_region.width, self._count * self._row_height))

    def redraw(self) -> None:
        """Forget what was drawn, and draw again."""
        self._drawn.clear()
        self.refresh()

    def rows_changed(self, rows: range) -> None:
        """Draw some rows anew, as soon as they are in sight."""
        for key in [key for key in self._drawn if key[0] in rows]:
            del self._drawn[key]
        self.refresh_rows(*(index for index in self.visible_rows if index in rows))

    def refresh_rows(self, *indices: int | None) -> None:
        """Have some rows drawn again that may look otherwise, as far as they are in sight."""
        width, height = self.scrollable_content_region.size
        top = self.scroll_offset.y
        for index in indices:
            if index is None:
                continue
            y = index * self._row_height - top
            if -self._row_height < y < height:
                self.refresh(Region(0, max(0, y), width, self._row_height))

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Draw one line of what is in sight."""
        width = self.line_width
        line = y + self.scroll_offset.y
        index, part = divmod(line, self._row_height)
        if not self._count:
            return self._empty_line(y, width)
        if index >= self._count:
            return Strip.blank(width, self.line_styles().base)
        return self._row(index, width)[part]

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        super().notify_style_update()
        self._drawn.clear()

    def _row(self, index: int, width: int) -> list[Strip]:
        state = self.row_state(index)
        key = (index, width, state)
        strips = self._drawn.get(key)
        if strips is None:
            if len(self._drawn) > _CACHE_SIZE:
                self._drawn.clear()
            styles = self.line_styles(state)
            lines = self.draw_row(index, width, styles)
            strips = self._drawn[key] = [self._strip(line, width, styles) for line in lines]
        return strips

    def _empty_line(self, y: int, width: int) -> Strip:
        styles = self.line_styles()
        lines = self.draw_empty(width, styles)
        return self._strip(lines[y], width, styles) if y < len(lines) else Strip.blank(width, styles.base)

    def _strip(self, line: Text, width: int, styles: LineStyles) -> Strip:
        strip = Strip(line.render(self.app.console))
        if isinstance(line.style, Style):
            # Rich leaves the style of a text out that has no styled parts.
            strip = strip.apply_style(line.style)
        return strip.adjust_cell_length(width).apply_style(styles.base)
