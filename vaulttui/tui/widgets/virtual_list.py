"""A list of rows of one height that draws only what is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.steady_scroll import SteadyScrollView

_CACHE_SIZE = 1024
"""Drawn rows that are kept."""


class _RowMessage(Message):
    """Something happened to a row of a list.

    Args:
        sender: The list.
        index: Of the row.
    """

    def __init__(self, sender: VirtualList, index: int) -> None:
        super().__init__()
        self.sender = sender
        self.index = index

    @property
    def control(self) -> VirtualList:
        """The list: what ``@on`` may select by."""
        return self.sender


class VirtualList(SteadyScrollView, can_focus=True, inherit_bindings=False):
    """Rows that are drawn line by line, with a cursor.

    A subclass says how a row looks (:meth:`draw_row`) and calls :meth:`set_count` when the rows have changed. Each
    row takes :attr:`row_height` lines. Without rows, :meth:`draw_empty` fills the list.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    VirtualList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--cursor", "list--cursor-blurred", "list--hover"}
    TEXT_CLASSES: ClassVar[tuple[str, ...]] = ()
    """Component classes that colour text."""
    BINDINGS: ClassVar[list[BindingType]] = []
    CLICKS_TO_CHOOSE: ClassVar[int] = 2
    """How many clicks on a row choose it; the first one puts the cursor there."""

    cursor: reactive[int] = reactive(0, repaint=False)
    """Index of the row with the cursor; 0 without rows."""
    hovered: reactive[int | None] = reactive(None, repaint=False)
    """Index of the row below the mouse."""

    class Moved(_RowMessage):
        """The cursor came to another row, or the row below it changed."""

    class Chosen(_RowMessage):
        """A row was clicked as often as it takes."""

    def __init__(self, *, row_height: int = 1, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._row_height = row_height
        self._count = 0
        self._drawn: dict[tuple[int, int, str], list[Strip]] = {}
        self._styles: dict[str, LineStyles] = {}
        self.write_edges: Callable[[], None] | None = None
        """Writes the borders; called when there is other room for them."""

    # What a subclass gives

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a row: ``row_height`` lines, each at most ``width`` cells."""
        raise NotImplementedError

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Draw what is shown instead of rows."""
        del width, styles
        return []

    # Rows

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    @property
    def row_height(self) -> int:
        """Lines of one row."""
        return self._row_height

    def set_count(self, count: int, *, cursor: int | None = None) -> None:
        """Take over a new number of rows and draw all of them anew.

        Args:
            count: How many rows there are now.
            cursor: Where the cursor goes; ``None``: it stays as far as it can.
        """
        self._count = count
        self._resize_rows()
        wanted = self.cursor if cursor is None else cursor
        # The row may be another one below the same index: tell in either case.
        self.set_reactive(VirtualList.cursor, self.validate_cursor(wanted))
        self.show_cursor()
        self.post_message(self.Moved(self, self.cursor))

    def set_row_height(self, row_height: int) -> None:
        """Change the height of all rows; the cursor's row stays in sight."""
        self._row_height = row_height
        self._resize_rows()
        self.show_cursor()

    def redraw(self) -> None:
        """Forget what was drawn, and draw again."""
        self._drawn.clear()
        self.refresh()

    def rows_changed(self, rows: range) -> None:
        """Draw some rows anew, as soon as they are in sight."""
        for key in [key for key in self._drawn if key[0] in rows]:
            del self._drawn[key]
        self._refresh_rows(*(index for index in self.visible_rows if index in rows))

    def _resize_rows(self) -> None:
        self._fit_rows()
        self.redraw()

    def _fit_rows(self) -> None:
        self.set_virtual_size(Size(self.scrollable_content_region.width, self._count * self._row_height))

    # Cursor

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, self._count - 1))

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Show the row and tell about it."""
        self._refresh_rows(before, cursor)
        self.show_cursor()
        self.post_message(self.Moved(self, cursor))

    def watch_hovered(self, before: int | None, hovered: int | None) -> None:
        """Draw the row below the mouse, and the one that was."""
        self._refresh_rows(before, hovered)

    def show_cursor(self) -> None:
        """Scroll the least way that brings the cursor's row into sight."""
        height = self.scrollable_content_region.height
        if height <= 0:
            return
        top = self.cursor * self._row_height
        scroll = self.scroll_offset.y
        if top < scroll:
            self.scroll_to(y=top, animate=False)
        elif top + self._row_height > scroll + height:
            self.scroll_to(y=top + self._row_height - height, animate=False)

    @property
    def visible_rows(self) -> range:
        """Indices of the rows that are in sight, partly ones included."""
        top = self.scroll_offset.y
        height = max(1, self.scrollable_content_region.height)
        return range(top // self._row_height, min(self._count, -(-(top + height) // self._row_height)))

    def action_cursor_down(self) -> None:
        """Go to the next row."""
        self.cursor += 1

    def action_cursor_up(self) -> None:
        """Go to the row before."""
        self.cursor -= 1

    def action_first(self) -> None:
        """Go to the first row."""
        self.cursor = 0

    def action_last(self) -> None:
        """Go to the last row."""
        self.cursor = self._count - 1

    def action_page(self, direction: int) -> None:
        """Go a page down (1) or up (-1)."""
        self.cursor += direction * max(1, self.scrollable_content_region.height // self._row_height - 1)

    def action_half_page(self, direction: int) -> None:
        """Go half a page down (1) or up (-1)."""
        self.cursor += direction * max(1, self.scrollable_content_region.height // self._row_height // 2)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Draw one line of what is in sight."""
        width = self.line_width
        line = y + self.scroll_offset.y
        index, part = divmod(line, self._row_height)
        if not self._count:
            return self._empty_line(y, width)
        if index >= self._count:
            return Strip.blank(width, self._line_styles("").base)
        return self._row(index, width)[part]

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._styles.clear()
        self._drawn.clear()

    def _row_state(self, index: int) -> str:
        """Component class of the row's background, ``""`` for none."""
        if index == self.cursor:
            return "list--cursor" if self.has_focus else "list--cursor-blurred"
        return "list--hover" if index == self.hovered else ""

    def _line_styles(self, state: str) -> LineStyles:
        styles = self._styles.get(state)
        if styles is None:
            styles = self._styles[state] = LineStyles(self, self.TEXT_CLASSES, state)
        return styles

    def _row(self, index: int, width: int) -> list[Strip]:
        state = self._row_state(index)
        key = (index, width, state)
        strips = self._drawn.get(key)
        if strips is None:
            if len(self._drawn) > _CACHE_SIZE:
                self._drawn.clear()
            styles = self._line_styles(state)
            lines = self.draw_row(index, width, styles)
            strips = self._drawn[key] = [self._strip(line, width, styles) for line in lines]
        return strips

    def _empty_line(self, y: int, width: int) -> Strip:
        styles = self._line_styles("")
        lines = self.draw_empty(width, styles)
        return self._strip(lines[y], width, styles) if y < len(lines) else Strip.blank(width, styles.base)

    def _strip(self, line: Text, width: int, styles: LineStyles) -> Strip:
        strip = Strip(line.render(self.app.console))
        if isinstance(line.style, Style):
            # Rich leaves the style of a text out that has no styled parts.
            strip = strip.apply_style(line.style)
        return strip.adjust_cell_length(width).apply_style(styles.base)

    def _refresh_rows(self, *indices: int | None) -> None:
        width, height = self.scrollable_content_region.size
        top = self.scroll_offset.y
        for index in indices:
            if index is None:
                continue
            y = index * self._row_height - top
            if -self._row_height < y < height:
                self.refresh(Region(0, max(0, y), width, self._row_height))

    # Events

    def on_resize(self) -> None:
        """Fit rows and borders to the new size; Textual draws them by itself."""
        self._fit_rows()
        if self.write_edges is not None:
            self.write_edges()
        self.call_after_refresh(self.show_cursor)

    def on_focus(self) -> None:
        """Show where the keys go."""
        self._refresh_rows(self.cursor)

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self._refresh_rows(self.cursor)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the row below the mouse."""
        self.hovered = self._row_at(event)

    def on_leave(self) -> None:
        """Mark no row."""
        self.hovered = None

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; choose it with the click that it takes."""
        index = self._row_at(event)
        if index is None:
            return
        self.cursor = index
        if event.chain == self.CLICKS_TO_CHOOSE:
            self.post_message(self.Chosen(self, index))

    def _row_at(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        index = (offset.y + self.scroll_offset.y) // self._row_height
        return index if index < self._count else None
