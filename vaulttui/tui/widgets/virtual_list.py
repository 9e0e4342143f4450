"""A list of rows with a cursor, for keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive

from vaulttui.tui.widgets.row_view import RowView


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


class VirtualList(RowView, can_focus=True, inherit_bindings=False):
    """Rows, one of which has the cursor. A subclass calls :meth:`set_count` when they have changed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    VirtualList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    CLICKS_TO_CHOOSE: ClassVar[int] = 2
    """How many clicks on a row choose it; the first one puts the cursor there."""

    cursor: reactive[int] = reactive(0, repaint=False)
    """Index of the row with the cursor; 0 without rows."""
    hovered: reactive[int | None] = reactive(None, repaint=False)
    """Index of the row below the mouse."""

    class Moved(_RowMessage):
        """The cursor came to another row, or the row below it changed."""

    class Clicked(_RowMessage):
        """A row was clicked, which has the cursor now."""

    class Chosen(_RowMessage):
        """A row was clicked as often as it takes."""

    def __init__(self, *, row_height: int = 1, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(row_height=row_height, id=id)
        self.write_edges: Callable[[], None] | None = None
        """Writes the borders; called when there is other room for them."""
        self._last_height = 0
        """Lines that could be seen when it was on the screen last."""
        self._clicked: object = None
        """What was below the mouse at the last click, by :meth:`row_key`."""

    # Rows

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
        """Change the height of all rows; the cursor's row stays in sight, or else what is at the top."""
        in_sight, top = self.cursor in self.visible_rows, self.visible_rows.start
        self._row_height = row_height
        self._resize_rows()
        if in_sight:
            self.show_cursor()
        else:
            self.scroll_to(y=top * row_height, animate=False)

    def _resize_rows(self) -> None:
        self.fit_rows()
        self.redraw()

    def row_state(self, index: int) -> str:
        """Class of a row's background, ``""`` for none."""
        if index == self.cursor:
            return "list--cursor" if self.has_focus else "list--cursor-blurred"
        return "list--hover" if index == self.hovered else ""

    def row_key(self, index: int) -> object:
        """What a row shows, to tell whether it is still the same after the rows have changed."""
        return index

    # Cursor

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, self._count - 1))

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Show the row and tell about it."""
        self.refresh_rows(before, cursor)
        self.show_cursor()
        self.post_message(self.Moved(self, cursor))

    def watch_hovered(self, before: int | None, hovered: int | None) -> None:
        """Draw the row below the mouse, and the one that was."""
        self.refresh_rows(before, hovered)

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

    # Events

    def on_resize(self) -> None:
        """Fit rows and borders to the new size; Textual draws them by itself."""
        self.fit_rows()
        if self.write_edges is not None:
            self.write_edges()
        before = self._last_height
        self._last_height = self.scrollable_content_region.height or before
        line = self.cursor * self._row_height - self.scroll_offset.y
        if not before or -self._row_height < line < before:  # else one has scrolled away from it
            self.call_after_refresh(self.show_cursor)

    def on_focus(self) -> None:
        """Show where the keys go."""
        self.refresh_rows(self.cursor)

    def on_blur(self) -> None:
        """Show that the keys go elsewhere."""
        self.refresh_rows(self.cursor)

    @property
    def _is_left(self) -> bool:
        """Whether the keyboard is on something else: not that the terminal, or a dialog, has it for a while."""
        return self.is_attached and self.screen.focused not in (None, self)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Mark the row that the wheel has brought below the mouse."""
        super().watch_scroll_y(old_value, new_value)
        if self.hovered is not None:
            region, mouse = self.scrollable_content_region, self.app.mouse_position
            self.hovered = self._row_on(mouse.y - region.y) if region.contains_point(mouse) else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the row below the mouse."""
        self.hovered = self._row_at(event)

    def on_leave(self) -> None:
        """Mark no row."""
        self.hovered = None

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; choose it with the click that it takes."""
        index = self._row_at(event)
        same = self._same_as_clicked(event, index)
        if index is None:
            return
        self.cursor = index
        self.post_message(self.Clicked(self, index))
        if event.chain == self.CLICKS_TO_CHOOSE and same:
            self.post_message(self.Chosen(self, index))

    def _same_as_clicked(self, event: events.Click, index: int | None) -> bool:
        """Note what a click is on, and say whether the ones before at this place were on it: it may have given way."""
        before, self._clicked = self._clicked, None if index is None else self.row_key(index)
        return event.chain == 1 or before == self._clicked

    def _row_at(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        return self._row_on(offset.y)

    def _row_on(self, line: int) -> int | None:
        """The row on a line of what is in sight."""
        index = (line + self.scroll_offset.y) // self._row_height
        return index if index < self._count else None
