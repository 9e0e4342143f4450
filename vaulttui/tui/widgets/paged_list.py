"""A list of results that are loaded page by page, in which the cursor stays on its note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from textual import events
from textual.message import Message

from vaulttui.search.query import Hit, Result
from vaulttui.tui.widgets.result_pages import ResultPages, SoughtResult, hit_moved, place_of
from vaulttui.tui.widgets.virtual_list import VirtualList


class PagedList(VirtualList):
    """Rows for all results of a query, of which those in sight are loaded. A subclass draws them."""

    class MoreWanted(Message):
        """Results came into sight that are not loaded."""

        def __init__(self, offset: int) -> None:
            super().__init__()
            self.offset = offset
            """Index of the first result of the page that is wanted."""

    def __init__(self, *, row_height: int = 1, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(row_height=row_height, id=id)
        self._pages = ResultPages()
        self._scored = False
        """Whether the scores of the results mean something."""
        self._sought: SoughtResult | None = None
        self._sight_moved = False
        """Whether what is in sight stands already where it has come to, while that is looked for."""
        self._direction = 1
        """Of the last step: 1 down, -1 up."""

    # What a subclass may do

    def page_came(self, hits: Mapping[int, Hit]) -> None:
        """Take over what a page has brought.

        Args:
            hits: The results that are loaded now, by their rows.
        """
        del hits

    # Content

    def show(
        self,
        result: Result,
        *,
        limit: int,
        scored: bool,
        keep: bool,
        again: bool = False,
        reach: int | None = None,
    ) -> None:
        """Replace the results by the first page of others.

        Args:
            result: The page, from offset 0.
            limit: How many results there may be in all, 0 for any number.
            scored: Whether scores mean something.
            keep: Keep the cursor on its note, and the place on the screen, if the note is still there, if need be when
                further pages are loaded; otherwise the cursor goes to the first result. Who has scrolled away from the
                cursor keeps what is in sight.
            again: Whether the same was asked before: further pages stay as they were until they are loaded anew.
            reach: By how many rows the cursor's note may have moved at most; ``None``: by any number.
        """
        before, earlier = self.selected, self._sought
        if earlier is not None:  # it may have moved by what was new then, too
            reach = None if reach is None or earlier.reach is None else reach + earlier.reach
        line, scrolled = self._line_of_cursor, self.scroll_offset.y
        away = {} if self.cursor in self.visible_rows else {row: self.hit_at(row) for row in self.visible_rows}
        total = len(result.hits) if not result.has_more else max(result.total, len(result.hits))
        total = min(total, limit) if limit else total
        if keep and total == self.count and total and scored == self._scored and self._pages.are_just(result.hits):
            # Asked once more while the vault is being read: there is nothing to draw.
            self.forget_wanted()
            self._want_visible()
            self._want_sought()
            return
        self._pages.begin(result.hits, total, again=again)
        self.page_came(self._pages.hits)
        self._direction = 1
        self._scored = scored
        cursor, sought = self.cursor if keep else 0, None
        if keep and before is not None:
            cursor, sought = self._pages.follow(before, cursor, total, grown=total - self.count, reach=reach)
        self.set_count(total, cursor=cursor)
        self._sought = sought
        moved = self._pages.moved_by(away) if again and keep else None
        self._sight_moved = moved is not None
        if moved is not None:
            self.scroll_to(y=scrolled + moved * self.row_height, animate=False)
        elif keep:
            self.scroll_to(y=cursor * self.row_height - line, animate=False)
        elif self.scroll_offset.y != 0:
            self.scroll_to(y=0, animate=False)
        self._want_visible()
        self._want_sought()

    def add(self, offset: int, result: Result) -> None:
        """Take in a further page of the present results."""
        self._pages.add(offset, result.hits)
        self.page_came(self._pages.hits)
        rows = range(offset, offset + len(result.hits))
        if not result.has_more and rows.stop < self.count:
            self.set_count(rows.stop)
        else:
            self.rows_changed(range(rows.start, rows.stop + 1))  # the one behind may look to what is above it
        if self._look_through(offset, result.hits) or self.cursor in rows:
            self.post_message(self.Moved(self, self.cursor))

    def _look_through(self, offset: int, hits: Sequence[Hit]) -> bool:
        """Put the cursor on the result that it was on before all was asked anew, if a page has it, and leave it on its
        line of the screen; otherwise look for it on the next page. Returns whether there is no more to look for."""
        sought = self._sought
        if sought is None:
            return False
        place = place_of(sought.hit, dict(enumerate(hits, start=offset)))
        self._sought = sought.without(offset) if place is None else None
        self._want_sought()
        if place is not None and place != self.cursor:
            before, line = self.cursor, self._line_of_cursor
            # The person has not moved: those who watch the cursor are not to take it for that.
            self.set_reactive(VirtualList.cursor, place)
            self.refresh_rows(before, place)
            if not self._sight_moved:
                self.scroll_to(y=place * self.row_height - line, animate=False)
            self._want(range(place, place + 1))
        return self._sought is None

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved: the cursor stays on its note.

        Args:
            moved: New paths of notes, by those of before.
        """
        self._pages.take_moves(moved)
        if self._sought is not None:
            self._sought = replace(self._sought, hit=hit_moved(self._sought.hit, moved))
        self.redraw()

    def forget_wanted(self) -> None:
        """Ask once more for pages that were asked for, when they are in sight again: none of them may come."""
        self._pages.forget_asked()

    # Cursor

    @property
    def selected(self) -> Hit | None:
        """The result that the cursor belongs on: the one below it, or the one that is still looked for after all was
        asked anew, as it was before. ``None`` if there is none or it is not loaded."""
        if self._sought is not None:
            return self._sought.hit
        return self.hit_at(self.cursor) if self.count else None

    @property
    def seeks(self) -> bool:
        """Whether the selected result is still looked for: another may stand below the cursor."""
        return self._sought is not None

    @property
    def ahead(self) -> list[Hit]:
        """Results that one may come to next, the likeliest first: two in the direction of the last step, one back."""
        step = self._direction
        found = [self.hit_at(self.cursor + delta) for delta in (step, 2 * step, -step)]
        return [hit for hit in found if hit is not None]

    def hit_at(self, index: int) -> Hit | None:
        """The result at an index, ``None`` if it is not loaded."""
        return self._pages.at(index)

    def row_key(self, index: int) -> object:
        """The path of the note."""
        hit = self.hit_at(index)
        return index if hit is None else hit.path

    @property
    def _line_of_cursor(self) -> int:
        """Line of the list's part in sight that the cursor's row begins on."""
        return self.cursor * self.row_height - self.scroll_offset.y

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Note where one moves to, and ask for it if it is not loaded: it may have been asked for in vain."""
        self._sought = None
        self._direction = 1 if cursor > before else -1
        self._want(range(cursor, min(cursor + 1, self.count)))
        super().watch_cursor(before, cursor)

    def on_click(self, event: events.Click) -> None:
        """Take what stands below the cursor for what is meant, if that is clicked: nothing else is looked for then."""
        # Textual calls the handler of the base class as well.
        if self._sought is not None and self._row_at(event) == self.cursor:
            self._sought = None
            self.post_message(self.Moved(self, self.cursor))

    # Loading

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for what comes into sight, and a screenful before it does: nobody should have to wait for it."""
        super().watch_scroll_y(old_value, new_value)
        rows = self.visible_rows
        self._want(range(rows.start, min(rows.stop + len(rows), self.count)))

    def _want_visible(self) -> None:
        self._want(self.visible_rows)

    def _want_sought(self) -> None:
        if self._sought is not None and self._sought.pages:
            self._want(range(self._sought.pages[0], self._sought.pages[0] + 1))

    def _want(self, rows: range) -> None:
        for page in self._pages.to_ask_for(rows):
            self.post_message(self.MoreWanted(page))

    def on_resize(self) -> None:
        """A taller list may show results that are not loaded."""
        # Textual calls the handler of the base class as well.
        self.call_after_refresh(self._want_visible)
