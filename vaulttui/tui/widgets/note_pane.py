"""A pane that shows a rendered note, scrolls to what one wants to read, and steps through its matches."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.selection import Selection
from textual.strip import Strip

from vaulttui.terminal_text import plain
from vaulttui.tui.preview import PreviewTheme, RenderedNote
from vaulttui.tui.preview.cells import wrap
from vaulttui.tui.preview.copied import selected_text
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.draw import draw_line
from vaulttui.tui.preview.rendered import Anchor, HeadingSpot, LinkPlace
from vaulttui.tui.widgets.edged_pane import EdgedPane

WIDEST_TEXT = 100
"""Cells; longer lines are hard to read, so a wider pane has margins."""
_MARGIN = 1
_EMPTY = "There is nothing to read in this note."
_AROUND = Size(3, 6)
"""Cells and lines of a terminal with one pane that this has not: those of borders, scroll bar, query and footer."""


class NotePane(EdgedPane, can_focus=True, inherit_bindings=False):
    """Draws a :class:`~vaulttui.tui.preview.RenderedNote`, only as much of it as is seen.

    It lays out nothing itself: its owner renders for :attr:`text_width` cells on another thread and hands the result
    to :meth:`show`, again when :class:`WidthChanged` tells that it is out of date. A change of the theme needs no new
    layout.
    """

    class HitChanged(Message):
        """Another match is the current one, or there are others."""

    class WidthChanged(Message):
        """Notes must be rendered for another width now."""

    section: var[int] = var(0)
    """The note's line of the heading that one reads below; 0 above the first, and without a note."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.folds: dict[int, bool] = {}
        """Whether callouts are folded, by the line that they begin on, where the person has said so."""
        self._note: RenderedNote | None = None
        self._cursor: ReadingCursor | None = None
        self._theme: PreviewTheme | None = None
        self._kept_top: tuple[int, Anchor] | None = None
        """What was brought to the top by the last layout, and the line of the screen that it came to."""
        self._problem = ""
        self._told_width = 0
        self._last_size = Size()
        """How much could be seen when it was on the screen last."""
        self.absence: Callable[[], str] | None = None
        """Says in lines why there is no note, where nothing went wrong with one; ``""`` if that is said elsewhere."""

    # What is shown

    @property
    def note(self) -> RenderedNote | None:
        """What is shown."""
        return self._note

    @property
    def text_width(self) -> int:
        """Cells that a note is to be rendered for."""
        return max(min(self._seen_size.width - 2 * _MARGIN, WIDEST_TEXT), 8)

    @property
    def title_width(self) -> int:
        """Cells that there are for what :meth:`.EdgedPane.show_title` writes."""
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
        hit = self._cursor.hit if self._cursor is not None and self._sees_hit(self.page_height) else None
        return self._note.source_line(self.scroll_offset.y) if hit is None else hit.line

    @property
    def current_hit(self) -> int | None:
        """Number of the current match, from 0."""
        return self._cursor.hit.number if self._cursor is not None and self._cursor.hit is not None else None

    def show(
        self,
        rendered: RenderedNote,
        *,
        at_line: int | None = None,
        at_share: float = 0.0,
        top: Anchor | None = None,
        link: LinkPlace | None = None,
        moved: Callable[[int], int] | None = None,
    ) -> None:
        """Show a note.

        Args:
            rendered: The note.
            at_line: The note's line to begin at; the first match from there on becomes the current one. ``None``: the
                place that one reads stays if it is the same note, else it begins at its top.
            at_share: How much of that line, from 0 to below 1, stands before what one wants to read.
            top: What is to be at the top, a :attr:`place_at_top` of before, in place of ``at_line``.
            link: The link that is to be the current one, with ``at_line``.
            moved: Where a line stands by now, if it is the same note and was written again.
        """
        before, cursor = self._note, self._cursor
        anchor = self.place_at_top
        read = cursor.line_read(self.scroll_offset.y, self.page_height) if cursor is not None else 0
        if moved is not None and self.scroll_offset.y:  # at its top one sees what comes there
            anchor = anchor._replace(line=moved(anchor.line))
        sees_hit = self._sees_hit(self.page_height)
        selected = self._selected_text()
        self._note = rendered
        self._kept_top = None
        self._cursor = ReadingCursor(rendered)
        self._problem = "" if rendered.height else _EMPTY
        self.fit_lines()
        same = before is not None and before.path == rendered.path
        if not same:
            self.folds.clear()
        if selected is not None and not (same and self._selected_text() == selected):
            self.drop_selection()
        if same and at_line is None:
            if cursor is not None:
                self._cursor.follow(cursor, moved)
                read = cursor.y_in(rendered, read, moved)
            self.scroll_to_y(rendered.y_of_anchor(anchor))
            # Else it would wander off while the terminal is dragged to another size.
            self._kept_top = (self.scroll_offset.y, anchor)
            if sees_hit:
                self._keep_hit_in_sight()
            self._cursor.go_to(read, self.scroll_offset.y)
            self.redraw_changed()
        else:
            y = self._cursor.begin(self.page_height, at_line=at_line, at_share=at_share)
            self._cursor.choose_link(link)
            self.scroll_to_y(y if top is None else rendered.y_of_anchor(top))
            if top is None and at_line is not None:
                self._cursor.go_to(rendered.y_of_part(at_line, at_share), self.scroll_offset.y)
            self.redraw()
        self._tell_section()
        self._tell_hit()

    def show_problem(self, reason: str) -> None:
        """Show why there is no note."""
        self.clear()
        self._problem = plain(reason)
        self.lines_changed()

    def clear(self) -> None:
        """Show nothing."""
        self._note = self._cursor = None
        self._problem = ""
        self._tell_section()
        self.drop_selection()
        self.lines_changed()
        self._tell_hit()

    @property
    def place_at_top(self) -> Anchor:
        """What is at the top."""
        if self._note is None:
            return Anchor(1, 0, 1)
        y = self.scroll_offset.y
        if self._kept_top is not None and self._kept_top[0] == y:
            return self._kept_top[1]
        return self._note.anchor_at(y)

    # Which section one reads

    @property
    def heading_read(self) -> HeadingSpot | None:
        """The heading that one reads below; ``None`` above the first, and without a note."""
        if self._note is None or self._cursor is None:
            return None
        return self._note.heading_at(self._cursor.line_read(self.scroll_offset.y, self.page_height))

    def _tell_section(self) -> None:
        spot = self.heading_read
        self.section = 0 if spot is None else spot.heading.line

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell which section one comes to."""
        super().watch_scroll_y(old_value, new_value)
        self._tell_section()

    def bring_into_sight(self, y: int) -> None:
        """Scroll so that a line can be seen, unless it can be seen already: one reads there."""
        super().bring_into_sight(y)
        if self._cursor is not None:
            self._cursor.go_to(y, self.scroll_offset.y)
            self._tell_section()

    def _tell_hit(self) -> None:
        self.show_edge()
        self.post_message(self.HitChanged())

    # Matches

    def action_next_hit(self) -> None:
        """Go to the next match, behind the last one to the first."""
        self.step_hit(1)

    def action_previous_hit(self) -> None:
        """Go to the match before, before the first one to the last."""
        self.step_hit(-1)

    def step_hit(self, direction: int) -> None:
        """Go to the next match (1) or the one before (-1), round the ends."""
        if self._cursor is None:
            return
        top = self.scroll_offset.y
        spot = self._cursor.step_hit(direction, top, top + self.page_height)
        if spot is not None:
            self.redraw()
            self.bring_into_sight(spot.y)
            self._tell_hit()

    @property
    def place_read(self) -> Anchor:
        """Where one reads: at the current match if it is in sight, else at the top."""
        if self._note is not None and self._cursor is not None and self._sees_hit(self.page_height):
            return self._note.anchor_at(self._cursor.hit.y if self._cursor.hit is not None else 0)
        return self.place_at_top

    def go_to_hit_from(self, place: Anchor, *, round_the_end: bool) -> bool:
        """Go to the first match from a place on.

        Args:
            place: A :attr:`place_read` of before.
            round_the_end: Go to the first of all if there is none below.

        Returns:
            Whether there is one.
        """
        if self._note is None or self._cursor is None:
            return False
        spot = self._cursor.hit_from(self._note.y_of_anchor(place))
        if spot is None and round_the_end:
            spot = self._cursor.hit_from(0)
        self.redraw()
        if spot is not None:
            self.bring_into_sight(spot.y)
        self._tell_hit()
        return spot is not None

    def _sees_hit(self, height: int) -> bool:
        """Whether the current match is among so many lines from the top on."""
        hit = self._cursor.hit if self._cursor is not None else None
        return hit is not None and 0 <= hit.y - self.scroll_offset.y < height

    def _keep_hit_in_sight(self) -> None:
        if self._cursor is not None and self._cursor.hit is not None:
            self.bring_into_sight(self._cursor.hit.y)

    # Drawing

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        if self._note is not None and self._note.height:
            return self._note.height
        return len(self._problem_lines(self.line_width))

    def draw_line(self, y: int, width: int) -> Strip:
        """Draw one line of the note, or of the reason why there is none."""
        if self._note is not None and self._cursor is not None and self._note.height:
            left, theme, base = self._left(width), self.preview_theme, self.base_style
            return draw_line(self._note, y, theme, self._cursor, left=left, width=width, base=base)
        text = " " * _MARGIN + self._problem_lines(width)[y]
        style = self.base_style + self.preview_theme.style("muted")
        return Strip([Segment(text, style)]).crop_extend(0, width, style)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without what is drawn around it."""
        if self._note is None or not self._note.height:
            text = "\n".join(" " * _MARGIN + line for line in self._problem_lines(self.line_width))
            return selection.extract(text).strip(), "\n"
        return selected_text(self._note.lines, selection, self._left(self.scrollable_content_region.width)), "\n"

    def _selected_text(self) -> str | None:
        selection = self.text_selection
        selected = None if selection is None else self.get_selection(selection)
        return None if selected is None else selected[0]

    def _left(self, width: int) -> int:
        """Blank cells to the left of the text: it stands in the middle of a pane that is wider than it may be."""
        text = self._note.width if self._note is not None else width
        return max(0, min(_MARGIN, width - text), (width - text) // 2)

    def _problem_lines(self, width: int) -> list[str]:
        reason = self._problem
        if not reason and self._note is None and self.absence is not None:
            reason = self.absence()
        room = max(width - 2 * _MARGIN, 2)
        lines = map(plain, reason.splitlines())
        return [line[start:end] for line in lines for start, end in wrap(line, room)]

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._theme = None

    # Events

    def on_resize(self) -> None:
        """Keep the match that one reads in sight, and tell the width that notes are to be rendered for."""
        self.show_edge()  # it was written for no width at all while the pane was out of sight
        if self._sees_hit(self._last_size.height):
            self._keep_hit_in_sight()
        before, self._last_size = self._last_size, self.scrollable_content_region.size or self._last_size
        if self._last_size.width != before.width:
            self.drop_selection()  # its places are those of lines as they were broken, and of their margin
        self._tell_section()  # how much is in sight tells what one reads
        if self.text_width != self._told_width:
            self._told_width = self.text_width
            self.post_message(self.WidthChanged())
