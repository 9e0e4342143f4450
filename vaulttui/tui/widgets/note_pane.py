"""The rendered note, scrolled to what one wants to read; steps through its matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.message import Message
from textual.reactive import var

from vaulttui.terminal_text import plain
from vaulttui.tui.preview import RenderedNote
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.rendered import Anchor, HeadingSpot, LinkPlace
from vaulttui.tui.widgets.note_view import NoteView

_EMPTY = "There is nothing to read in this note."


class Beginning(NamedTuple):
    """Where one begins to read a note."""

    line: int
    """The note's line; the first match from there on becomes the current one."""
    share: float = 0.0
    """How much of that line, from 0 to below 1, stands before what one wants to read."""
    top: Anchor | None = None
    """What is to be at the top, a :attr:`NotePane.place_at_top` of before, in place of the line."""
    link: LinkPlace | None = None
    """The link that is to be the current one."""


class NotePane(NoteView, can_focus=True, inherit_bindings=False):
    """Goes to places of a note.

    Its owner renders the note on another thread and hands the result to :meth:`show`, again when :class:`WidthChanged`
    tells that it is out of date.
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
        self._kept_top: tuple[int, Anchor] | None = None
        """What was brought to the top by the last layout, and the line of the screen that it came to."""
        self._told_width = 0

    # What is shown

    @property
    def source_line(self) -> int:
        """The note's line that one reads: that of the current match if it is in sight, else the first in sight."""
        if self._cursor is None:
            return 1
        hit = self._cursor.hit if self._sees_hit(self.page_height) else None
        return self._cursor.note.source_line(self.scroll_offset.y) if hit is None else hit.line

    @property
    def current_hit(self) -> int | None:
        """Number of the current match, from 0."""
        return self._cursor.hit.number if self._cursor is not None and self._cursor.hit is not None else None

    def show(
        self,
        rendered: RenderedNote,
        beginning: Beginning | None = None,
        *,
        moved: Callable[[int], int] | None = None,
    ) -> None:
        """Show a note.

        Args:
            rendered: The note.
            beginning: Where to begin. ``None``: the place that one reads stays if it is the same note, else it begins
                at its top.
            moved: Where a line stands by now, if it is the same note and was written again.
        """
        before, cursor = self.note, self._cursor
        anchor = self.place_at_top
        read = cursor.line_read(self.scroll_offset.y, self.page_height) if cursor is not None else 0
        if moved is not None and self.scroll_offset.y:  # at its top one sees what comes there
            anchor = anchor._replace(line=moved(anchor.line))
        sees_hit = self._sees_hit(self.page_height)
        selected = self._selected_text()
        self._kept_top = None
        self._cursor = ReadingCursor(rendered)
        self._problem = "" if rendered.height else _EMPTY
        self.fit_lines()
        same = before is not None and before.path == rendered.path
        if not same:
            self.folds.clear()
        if selected is not None and not (same and self._selected_text() == selected):
            self.drop_selection()
        if same and beginning is None:
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
            self._begin(self._cursor, beginning)
            self.redraw()
        self._tell_section()
        self._tell_hit()

    def _begin(self, cursor: ReadingCursor, beginning: Beginning | None) -> None:
        """Scroll to where one begins to read."""
        if beginning is None:
            cursor.hit_from(0)
            self.scroll_to_y(0)
            return
        line, share, top, link = beginning
        y = cursor.begin(self.page_height, at_line=line, at_share=share)
        cursor.choose_link(link)
        self.scroll_to_y(y if top is None else cursor.note.y_of_anchor(top))
        if top is None:
            cursor.go_to(cursor.note.y_of_part(line, share), self.scroll_offset.y)

    def show_problem(self, reason: str) -> None:
        """Show why there is no note."""
        self.clear()
        self._problem = plain(reason)
        self.lines_changed()

    def clear(self) -> None:
        """Show nothing."""
        self._cursor = None
        self._problem = ""
        self._tell_section()
        self.drop_selection()
        self.lines_changed()
        self._tell_hit()

    @property
    def place_at_top(self) -> Anchor:
        """What is at the top."""
        if self._cursor is None:
            return Anchor(1, 0, 1)
        y = self.scroll_offset.y
        if self._kept_top is not None and self._kept_top[0] == y:
            return self._kept_top[1]
        return self._cursor.note.anchor_at(y)

    # Which section one reads

    @property
    def heading_read(self) -> HeadingSpot | None:
        """The heading that one reads below; ``None`` above the first, and without a note."""
        if self._cursor is None:
            return None
        return self._cursor.note.heading_at(self._cursor.line_read(self.scroll_offset.y, self.page_height))

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

    def step_hit(self, direction: int) -> bool:
        """Go to the next match (1) or the one before (-1), round the ends. Returns whether there is one."""
        if self._cursor is None:
            return False
        top = self.scroll_offset.y
        spot = self._cursor.step_hit(direction, top, top + self.page_height)
        if spot is not None:
            self.redraw()
            self.bring_into_sight(spot.y)
            self._tell_hit()
        return spot is not None

    @property
    def place_read(self) -> Anchor:
        """Where one reads: at the current match if it is in sight, else at the top."""
        if self._cursor is not None and self._cursor.hit is not None and self._sees_hit(self.page_height):
            return self._cursor.note.anchor_at(self._cursor.hit.y)
        return self.place_at_top

    def go_to_hit_from(self, place: Anchor, *, round_the_end: bool) -> bool:
        """Go to the first match from a place on.

        Args:
            place: A :attr:`place_read` of before.
            round_the_end: Go to the first of all if there is none below.

        Returns:
            Whether there is one.
        """
        if self._cursor is None:
            return False
        spot = self._cursor.hit_from(self._cursor.note.y_of_anchor(place))
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
