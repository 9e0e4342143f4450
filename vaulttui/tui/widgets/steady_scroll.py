"""A scroll view whose contents may grow and shrink without the screen being laid out again."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment, Segments
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget


class BarIfNeeded(ScrollBarRender):
    """A scroll bar that is there all the time, and seen when there is anything to scroll."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the bar, or blanks where there is nothing to scroll."""
        if self.window_size:
            yield from super().__rich_console__(console, options)
        else:
            yield Segments([Segment(" ")] * (options.height or console.height), new_lines=True)


class SteadyScrollView(ScrollView, can_focus=True, inherit_bindings=False):
    """A base for widgets of a given size that draw their own lines.

    To Textual, a new virtual size means a new layout of the screen, which draws the scroll bars of all panes anew as
    well: some 10 ms, and one more update of the terminal. Where the widget's own size does not depend on what is in
    it, only its scroll bar has to follow. A subclass whose contents change at every key should say ``overflow-y:
    scroll``: a scroll bar that comes and goes is a new layout too.
    """

    def on_mount(self) -> None:
        """Have a scroll bar from the first layout on, out of sight while there is nothing to scroll."""
        # Textual calls the handler of the base class as well.
        if self.styles.overflow_y == "scroll":
            self.vertical_scrollbar.renderer = BarIfNeeded  # type: ignore[misc]  # for one instance, as documented
            self.vertical_scrollbar.display = True
            self.set_reactive(Widget.show_vertical_scrollbar, True)

    _drawing_width = 0

    @property
    def reads_keys(self) -> bool:
        """Whether keys are for the widget itself now, as letters that it is typed into are, and no commands."""
        return False

    @property
    def line_width(self) -> int:
        """Cells of a line."""
        return self._drawing_width or self.scrollable_content_region.width

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw lines; their width is looked up once, for Textual searches the whole screen for it."""
        self._drawing_width = self.scrollable_content_region.width
        try:
            return super().render_lines(crop)
        finally:
            self._drawing_width = 0

    def set_virtual_size(self, size: Size) -> None:
        """Take over the size of all that can be scrolled to; what is in sight is not drawn again by this."""
        if size == self.virtual_size:
            return
        if self.styles.auto_dimensions:
            self.virtual_size = size
            return
        self.set_reactive(Widget.virtual_size, size)
        # What a layout would do with it.
        self._scroll_update(size)

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Take over a layout, which does not know what can be scrolled to and would have the scroll bar drawn anew."""
        del virtual_size
        return super()._size_updated(size, self.virtual_size, container_size, layout)
