"""A pane of lines that draws only what is seen, scrolls by keys, and lets one select text."""

from __future__ import annotations

import re
from typing import Final

from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.selection import Selection
from textual.strip import Strip

from vaulttui.tui.preview.cells import character_cells
from vaulttui.tui.preview.draw import overlaid
from vaulttui.tui.widgets.steady_scroll import SteadyScrollView

_CACHED_LINES = 512
_WORD: Final = re.compile(r"\w+(?:['’]\w+)*")


class LinePane(SteadyScrollView, can_focus=True, inherit_bindings=False):
    """Lines that a subclass draws one by one, and says when they have changed."""

    DEFAULT_CSS = """
    LinePane {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
    }
    """
    ALLOW_SELECT = True

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._drawn: dict[int, Strip] = {}
        self._drawn_width = 0
        self._base: Style | None = None

    # What a subclass gives

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def draw_line(self, y: int, width: int) -> Strip:
        """Draw a line that there is, ``width`` cells wide."""
        raise NotImplementedError

    # Lines

    @property
    def base_style(self) -> Style:
        """The pane's own colours."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def lines_changed(self) -> None:
        """Take over other lines."""
        self.fit_lines()
        self.redraw()

    def fit_lines(self) -> None:
        """Take over another number of lines, which are still to be drawn."""
        self.set_virtual_size(Size(self.scrollable_content_region.width, self.line_count))

    def redraw(self) -> None:
        """Forget what was drawn, and draw again."""
        self._drawn.clear()
        self.refresh()

    def redraw_changed(self) -> None:
        """Draw again those lines in sight that look otherwise than they did."""
        before, self._drawn = self._drawn, {}
        top = self.scroll_offset.y
        for line in range(top, top + self.page_height):
            if (line < self.line_count or line in before) and self.render_line(line - top) != before.get(line):
                self.refresh_line(line)

    def render_line(self, y: int) -> Strip:
        """Draw one line of what is in sight."""
        width = self.line_width
        line = y + self.scroll_offset.y
        if line >= self.line_count:
            return Strip.blank(width, self.base_style)
        if width != self._drawn_width:
            self._drawn.clear()
            self._drawn_width = width
        strip = self._drawn.get(line)
        if strip is None:
            if len(self._drawn) > _CACHED_LINES:
                self._drawn.clear()
            strip = self._drawn[line] = self._selected(self.draw_line(line, width), line).apply_offsets(0, line)
        return strip

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._base = None
        self._drawn.clear()

    def on_resize(self) -> None:
        """Fit the lines to the new size; Textual draws them by itself."""
        self.fit_lines()

    # Scrolling

    @property
    def page_height(self) -> int:
        """How many lines are in sight."""
        return max(1, self.scrollable_content_region.height)

    def scroll_to_y(self, y: int) -> None:
        """Bring a line to the top, as far as there are lines below it."""
        self.scroll_to(y=y, animate=False, force=True)

    def bring_into_sight(self, y: int) -> None:
        """Scroll so that a line can be seen with what is around it, unless it can be seen already."""
        top = self.scroll_offset.y
        if not top <= y < top + self.page_height:
            self.scroll_to_y(max(0, y - self.page_height // 3))

    def action_cursor_down(self) -> None:
        """Scroll a line down."""
        self.scroll_to_y(self.scroll_offset.y + 1)

    def action_cursor_up(self) -> None:
        """Scroll a line up."""
        self.scroll_to_y(self.scroll_offset.y - 1)

    def action_first(self) -> None:
        """Go to the top."""
        self.scroll_to_y(0)

    def action_last(self) -> None:
        """Go to the end."""
        self.scroll_to_y(self.max_scroll_y)

    def action_page(self, direction: int) -> None:
        """Scroll a page down (1) or up (-1)."""
        self.scroll_to_y(self.scroll_offset.y + direction * max(1, self.page_height - 2))

    def action_half_page(self, direction: int) -> None:
        """Scroll half a page down (1) or up (-1)."""
        self.scroll_to_y(self.scroll_offset.y + direction * max(1, self.page_height // 2))

    # Selecting text

    async def _on_click(self, event: events.Click) -> None:
        """Select a word with the second click at a place, and all with the third.

        Textual selects all with the second, even where that is on a button of the border.
        """
        if event.chain == 1:
            return
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is None:
            await self.broker_event("click", event)
        elif event.chain == 2:
            self._select_word(offset.x, offset.y + self.scroll_offset.y)
        elif event.chain == 3:
            self.text_select_all()

    def _select_word(self, x: int, y: int) -> None:
        """Select the word in a cell of a line, if there is one."""
        if not 0 <= y < self.line_count:
            return
        strip = self.draw_line(y, self.line_width)
        place = len(strip.crop(0, x + 1).text) - 1
        word = next((word for word in _WORD.finditer(strip.text) if word.start() <= place < word.end()), None)
        if word is not None:
            selection = Selection(Offset(word.start(), y), Offset(word.end(), y))
            self.screen.selections = {self: selection}

    def _selected(self, strip: Strip, y: int) -> Strip:
        """Show what the mouse has selected; its columns are characters, not cells."""
        selection = self.text_selection
        span = selection.get_span(y) if selection is not None else None
        if span is None:
            return strip
        start, end = span
        end = len(strip.text.rstrip()) if end == -1 else end
        return overlaid(strip, *character_cells(strip.text, start, end), self._selection_style)

    @property
    def _selection_style(self) -> Style:
        """What selected text looks like: black or white on the theme's ground, where that names no colour for it.

        Textual's own rendering leaves a transparent colour out, but as a Rich style it is that of the ground.
        """
        style = self.screen.get_component_rich_style("screen--selection")
        visual = self.screen.get_visual_style("screen--selection")
        if visual.background is None or (visual.foreground is not None and visual.foreground.a):
            return style
        return Style(color=visual.background.get_contrast_text(1).rich_color, bgcolor=style.bgcolor)

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw what is selected now."""
        self.redraw()

    def drop_selection(self) -> None:
        """Select nothing any longer: other text stands where the selected one stood."""
        if self.is_attached and self.text_selection is not None:
            others = {widget: selection for widget, selection in self.screen.selections.items() if widget is not self}
            self.screen.selections = others
