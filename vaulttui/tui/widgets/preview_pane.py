"""The pane that shows a rendered note: scrolling, matches, links."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from vaulttui.tui.keymap import bindings
from vaulttui.tui.preview import HitSpot, LinkSpot, LinkTarget, PreviewTheme, RenderedNote
from vaulttui.tui.preview.cells import wrap
from vaulttui.tui.text import plain

WIDEST_TEXT = 100
"""Cells; longer lines are hard to read, so a wider pane has margins."""
_MARGIN = 1
_CACHED_LINES = 512


class PreviewPane(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws a :class:`~vaulttui.tui.preview.RenderedNote`, only as much of it as is seen.

    It lays out nothing itself: its owner renders for :attr:`text_width` cells on another thread and hands the result
    to :meth:`show`, again when :class:`WidthChanged` or :class:`SourceToggled` tells that it is out of date. A change
    of the theme needs no new layout.
    """

    DEFAULT_CSS = """
    PreviewPane {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """
    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("preview")]

    source_view: var[bool] = var(False)
    """Whether the note is wanted as it is written."""

    class LinkFollowed(Message):
        """A link was clicked, or followed by key. Footnotes are followed within the pane and not told."""

        def __init__(self, link: LinkTarget, note: RenderedNote) -> None:
            super().__init__()
            self.link = link
            self.note = note
            """The note that the link is in."""

    class EditWanted(Message):
        """The note is to be opened in the editor, at the line that one reads."""

    class HitChanged(Message):
        """Another match is the current one, or there are others."""

        def __init__(self, current: int | None, total: int) -> None:
            super().__init__()
            self.current = current
            """Number of the match from 0, ``None`` if none is."""
            self.total = total

    class LinkFocused(Message):
        """The keys or the mouse came to a link, or left it."""

        def __init__(self, link: LinkTarget | None) -> None:
            super().__init__()
            self.link = link

    class WidthChanged(Message):
        """Notes must be rendered for another width now."""

        def __init__(self, width: int) -> None:
            super().__init__()
            self.width = width

    class SourceToggled(Message):
        """The note is wanted as it is written, or as it is meant to be read."""

        def __init__(self, source_view: bool) -> None:
            super().__init__()
            self.source_view = source_view

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._note: RenderedNote | None = None
        self._theme: PreviewTheme | None = None
        self._problem = ""
        self._hit: int | None = None
        self._link: int | None = None
        self._told_width = 0
        self._drawn: dict[int, Strip] = {}

    # What is shown

    @property
    def note(self) -> RenderedNote | None:
        """What is shown."""
        return self._note

    @property
    def text_width(self) -> int:
        """Cells that a note is to be rendered for."""
        width = self.scrollable_content_region.width - 2 * _MARGIN
        return max(min(width, WIDEST_TEXT), 8)

    @property
    def preview_theme(self) -> PreviewTheme:
        """The colours that a note is drawn in here."""
        if self._theme is None:
            self._theme = PreviewTheme(self.app.theme_variables, self.background_colors[1].css)
        return self._theme

    @property
    def source_line(self) -> int:
        """The note's line that one reads: that of the current match if it is in sight, else the first in sight."""
        if self._note is None:
            return 1
        spot = self._hit_spot
        top = self.scroll_offset.y
        if spot is not None and top <= spot.y < top + self._page_height:
            return self._note.source_line(spot.y)
        return self._note.source_line(top)

    @property
    def current_hit(self) -> int | None:
        """Number of the current match, from 0."""
        return self._hit

    @property
    def current_link(self) -> LinkTarget | None:
        """The link that the keys are on."""
        spot = self._link_spot
        return spot.link if spot is not None else None

    def show(self, rendered: RenderedNote, *, at_line: int | None = None, hit: int | None = None) -> None:
        """Show a note.

        Args:
            rendered: The note.
            at_line: The note's line to begin at; the first match from there on becomes the current one. ``None``: the
                place that one reads stays if it is the same note, else it begins at its top.
            hit: Number of the match to go to instead.
        """
        before = self._note
        stays = at_line is None and hit is None and before is not None and before.path == rendered.path
        top, place = (self._anchor(before), self._hit_place(before)) if before is not None else ((1, 0), None)
        self._note = rendered
        self._problem = ""
        self._link = None
        self._redraw()
        self.virtual_size = Size(self.scrollable_content_region.width, rendered.height)
        if stays:
            line, down = top
            self._hit = self._find_hit(place)
            self._scroll(rendered.y_of_line(line) + down)
        else:
            self._begin(rendered, at_line, hit)
        self.post_message(self.HitChanged(self._hit, rendered.hit_count))

    def _begin(self, rendered: RenderedNote, at_line: int | None, hit: int | None) -> None:
        y = rendered.y_of_line(at_line) if at_line is not None else 0
        first = next((spot for spot in rendered.hits if spot.y >= y), None)
        self._hit = hit if hit is not None and hit < rendered.hit_count else first.number if first else None
        if hit is not None and self._hit_spot is not None:
            y = self._hit_spot.y
        elif at_line is None:
            self._scroll(0)
            return
        elif first is not None and first.y < y + self._page_height // 2:
            y = first.y
        # Some of what stands above is kept in sight.
        self._scroll(max(0, y - self._page_height // 4) if y >= self._page_height - 2 else 0)

    def show_problem(self, reason: str) -> None:
        """Show why there is no note."""
        self.clear()
        self._problem = plain(reason)

    def clear(self) -> None:
        """Show nothing."""
        self._note = None
        self._problem = ""
        self._hit = self._link = None
        self._redraw()
        self.virtual_size = Size(0, 0)
        self.post_message(self.HitChanged(None, 0))

    def _anchor(self, note: RenderedNote) -> tuple[int, int]:
        """What is at the top: a line of the note, and how many lines of the screen behind its first."""
        y = self.scroll_offset.y
        line = note.source_line(y)
        return line, max(0, y - note.y_of_line(line))

    def _hit_place(self, note: RenderedNote) -> tuple[int, int] | None:
        """Where the current match is, in a way that holds for another layout: its line, and which one of that line."""
        spot = self._hit_spot
        if spot is None:
            return None
        line = note.source_line(spot.y)
        earlier = {other.number for other in note.hits if note.source_line(other.y) == line} - {spot.number}
        return line, sum(number < spot.number for number in earlier)

    def _find_hit(self, place: tuple[int, int] | None) -> int | None:
        if place is None or self._note is None:
            return None
        line, nth = place
        numbers = sorted({spot.number for spot in self._note.hits if self._note.source_line(spot.y) == line})
        return numbers[min(nth, len(numbers) - 1)] if numbers else None

    # Scrolling

    @property
    def _page_height(self) -> int:
        return max(1, self.scrollable_content_region.height)

    def _scroll(self, y: int) -> None:
        self.scroll_to(y=y, animate=False, force=True)

    def scroll_to_line(self, source_line: int) -> None:
        """Bring a line of the note to the top."""
        if self._note is not None:
            self._scroll(self._note.y_of_line(source_line))

    def _bring_into_sight(self, y: int) -> None:
        top = self.scroll_offset.y
        if not top <= y < top + self._page_height:
            self._scroll(max(0, y - self._page_height // 3))

    def action_cursor_down(self) -> None:
        """Scroll a line down."""
        self._scroll(self.scroll_offset.y + 1)

    def action_cursor_up(self) -> None:
        """Scroll a line up."""
        self._scroll(self.scroll_offset.y - 1)

    def action_first(self) -> None:
        """Go to the top."""
        self._scroll(0)

    def action_last(self) -> None:
        """Go to the end."""
        self._scroll(self.max_scroll_y)

    def action_page(self, direction: int) -> None:
        """Scroll a page down (1) or up (-1)."""
        self._scroll(self.scroll_offset.y + direction * max(1, self._page_height - 2))

    def action_half_page(self, direction: int) -> None:
        """Scroll half a page down (1) or up (-1)."""
        self._scroll(self.scroll_offset.y + direction * max(1, self._page_height // 2))

    # Matches

    @property
    def _hit_spot(self) -> HitSpot | None:
        if self._note is None or self._hit is None:
            return None
        return next((spot for spot in self._note.hits if spot.number == self._hit), None)

    def action_next_hit(self) -> None:
        """Go to the next match, behind the last one to the first."""
        self._step_hit(1)

    def action_previous_hit(self) -> None:
        """Go to the match before, before the first one to the last."""
        self._step_hit(-1)

    def _step_hit(self, direction: int) -> None:
        if self._note is None or not self._note.hits:
            return
        total = self._note.hit_count
        if self._hit is not None:
            self._hit = (self._hit + direction) % total
        else:
            top = self.scroll_offset.y
            ahead = next((spot.number for spot in self._note.hits if spot.y >= top), 0)
            self._hit = ahead if direction > 0 else (ahead - 1) % total
        self._redraw()
        if self._hit_spot is not None:
            self._bring_into_sight(self._hit_spot.y)
        self.post_message(self.HitChanged(self._hit, total))

    # Links

    @property
    def _link_spot(self) -> LinkSpot | None:
        if self._note is None or self._link is None:
            return None
        return next((spot for spot in self._note.links if spot.number == self._link), None)

    def action_next_link(self) -> None:
        """Go to the next link, beginning with what is in sight."""
        self._step_link(1)

    def action_previous_link(self) -> None:
        """Go to the link before."""
        self._step_link(-1)

    def _step_link(self, direction: int) -> None:
        if self._note is None or not self._note.links:
            return
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self._page_height
        spot = self._link_spot
        if spot is not None and top <= spot.y < bottom:
            self._link = (spot.number + direction) % self._note.link_count
        elif direction > 0:
            self._link = next((spot.number for spot in self._note.links if spot.y >= top), 0)
        else:
            seen = [spot.number for spot in self._note.links if spot.y < bottom]
            self._link = seen[-1] if seen else self._note.link_count - 1
        self._redraw()
        if self._link_spot is not None:
            self._bring_into_sight(self._link_spot.y)
        self.post_message(self.LinkFocused(self.current_link))

    def action_follow_link(self) -> None:
        """Follow the link that the keys are on."""
        link = self.current_link
        if link is not None:
            self._follow(link)

    def _follow(self, link: LinkTarget) -> None:
        if self._note is None:
            return
        if link.kind != "footnote":
            self.post_message(self.LinkFollowed(link, self._note))
        elif link.line is not None:
            self._bring_into_sight(self._note.y_of_line(link.line))

    # Other actions

    def action_edit(self) -> None:
        """Open the note in the editor."""
        self.post_message(self.EditWanted())

    def action_toggle_source(self) -> None:
        """Show the note as it is written, or as it is meant to be read."""
        self.source_view = not self.source_view
        self.post_message(self.SourceToggled(self.source_view))

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Draw one line of what is in sight."""
        width = self.scrollable_content_region.width
        line = y + self.scroll_offset.y
        base = self.rich_style
        if self._note is None:
            return self._problem_line(y, width, base)
        if line >= self._note.height:
            return Strip.blank(width, base)
        strip = self._drawn.get(line)
        if strip is None:
            if len(self._drawn) > _CACHED_LINES:
                self._drawn.clear()
            strip = self._drawn[line] = self._draw(self._note, line, width, base)
        return strip

    def _left(self, width: int) -> int:
        """Blank cells to the left of the text."""
        text = self._note.width if self._note is not None else width
        return max(0, min(_MARGIN, width - text), (width - text) // 2 if width - text > 2 * _MARGIN + 1 else 0)

    def _draw(self, note: RenderedNote, y: int, width: int, base: Style) -> Strip:
        style = self.preview_theme.style
        strip = Strip(Segment(text, style(names)) for text, names in note.lines[y].runs)
        for link in note.links_at(y):
            if link.number == self._link:
                strip = _overlaid(strip, link.x_start, link.x_end, style("link.focus"))
        for hit in note.hits_at(y):
            name = "hit.current" if hit.number == self._hit else "hit"
            strip = _overlaid(strip, hit.x_start, hit.x_end, style(name))
        left = self._left(width)
        strip = Strip([Segment(" " * left), *strip], strip.cell_length + left).apply_style(base)
        strip = strip.crop_extend(0, width, base)
        return self._selected(strip, y).apply_offsets(0, y)

    def _selected(self, strip: Strip, y: int) -> Strip:
        """Show what the mouse has selected; its columns are characters, not cells."""
        selection = self.text_selection
        span = selection.get_span(y) if selection is not None else None
        if span is None:
            return strip
        text = strip.text
        start, end = span
        end = len(text.rstrip()) if end == -1 else end
        cells = Strip([Segment(text[:start])]).cell_length, Strip([Segment(text[:end])]).cell_length
        return _overlaid(strip, *cells, self.screen.get_component_rich_style("screen--selection"))

    def _problem_line(self, y: int, width: int, base: Style) -> Strip:
        if not self._problem:
            return Strip.blank(width, base)
        room = max(width - 2 * _MARGIN, 2)
        lines = wrap(self._problem, room)
        if y >= len(lines):
            return Strip.blank(width, base)
        start, end = lines[y]
        text = " " * _MARGIN + self._problem[start:end]
        return Strip([Segment(text, base + self.preview_theme.style("muted"))]).crop_extend(0, width, base)

    def _redraw(self) -> None:
        self._drawn.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._theme = None
        self._drawn.clear()

    # Selecting text

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without the margin and the blanks at the ends of lines."""
        if self._note is None:
            return None
        left = " " * self._left(self.scrollable_content_region.width)
        text = selection.extract("\n".join(left + line.text for line in self._note.lines))
        return "\n".join(line.removeprefix(left).rstrip() for line in text.split("\n")), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw what is selected now."""
        self._redraw()

    # Events

    def on_resize(self) -> None:
        """Tell the width that notes are to be rendered for."""
        self._redraw()
        if self._note is not None:
            self.virtual_size = Size(self.scrollable_content_region.width, self._note.height)
        if self.text_width != self._told_width:
            self._told_width = self.text_width
            self.post_message(self.WidthChanged(self.text_width))

    def on_click(self, event: events.Click) -> None:
        """Follow the link below the mouse."""
        spot = self._spot_below(event)
        if spot is not None and event.button == 1:
            self._link = spot.number
            self._redraw()
            self._follow(spot.link)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show that what is below the mouse can be clicked."""
        spot = self._spot_below(event)
        self.styles.pointer = "pointer" if spot is not None else "default"

    def _spot_below(self, event: events.MouseEvent) -> LinkSpot | None:
        offset = event.get_content_offset(self)
        if offset is None or self._note is None:
            return None
        left = self._left(self.scrollable_content_region.width)
        return self._note.link_at(offset.x - left, offset.y + self.scroll_offset.y)


def _overlaid(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """Put a style over some cells."""
    length = strip.cell_length
    start, end = min(start, length), min(end, length)
    if start >= end:
        return strip
    before, middle, after = strip.crop(0, start), strip.crop(start, end), strip.crop(end, length)
    marked = [Segment(text, old + style if old else style) for text, old, _ in middle]
    return Strip([*(before if start else ()), *marked, *(after if end < length else ())], length)
