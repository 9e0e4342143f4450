"""The list of results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message

from vaulttui.search.query import Hit, Result
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.marks import Marks
from vaulttui.tui.widgets.no_results import NoResults, Offer
from vaulttui.tui.widgets.result_pages import ResultPages, SoughtResult, hit_moved, place_of
from vaulttui.tui.widgets.result_row import GUTTER, ROW_CLASSES, compact_row, full_row
from vaulttui.tui.widgets.virtual_list import VirtualList

FULL_HEIGHT = 3
"""Lines of a result, unless compact."""


class ResultList(VirtualList):
    """The results of a query: all of them can be scrolled to, those in sight are loaded.

    Args:
        now: The clock that ages are counted by.
    """

    DEFAULT_CSS = "ResultList { overflow-y: scroll; }"
    COMPONENT_CLASSES: ClassVar[set[str]] = {*ROW_CLASSES, *NoResults.CLASSES}
    TEXT_CLASSES: ClassVar[tuple[str, ...]] = (*ROW_CLASSES, *NoResults.CLASSES)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("results")]

    class MoreWanted(Message):
        """Results came into sight that are not loaded."""

        def __init__(self, offset: int) -> None:
            super().__init__()
            self.offset = offset
            """Index of the first result of the page that is wanted."""

    class EditWanted(Message):
        """The selected result is to be edited."""

    class OfferTaken(Message):
        """Another query is wanted that was offered because this one finds nothing."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class MarksChanged(Message):
        """Results were marked or unmarked."""

    def __init__(self, now: Callable[[], datetime], *, compact: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(row_height=1 if compact else FULL_HEIGHT, id=id)
        self._now = now
        self._compact = compact
        self._pages = ResultPages()
        self._scored = False
        self._sought: SoughtResult | None = None
        self._marks = Marks()
        self._empty = NoResults()
        self._direction = 1

    # Content

    def show(self, result: Result, *, limit: int, scored: bool, keep: bool, again: bool = False) -> None:
        """Replace the results by the first page of others.

        Args:
            result: The page, from offset 0.
            limit: How many results there may be in all, 0 for any number.
            scored: Whether scores mean something.
            keep: Keep the cursor on its note, and the place on the screen, if the note is still there, if need be when
                further pages are loaded; otherwise the cursor goes to the first result. Who has scrolled away from the
                cursor keeps what is in sight.
            again: Whether the same was asked before: further pages stay as they were until they are loaded anew.
        """
        before = self.selected if self._sought is None else self._sought.hit
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
        self._marks.renew(self._pages.hits)
        self._direction = 1
        self._scored = scored
        cursor, sought = self.cursor if keep else 0, None
        if keep and before is not None:
            cursor, sought = self._pages.follow(before, cursor, total)
        self.set_count(total, cursor=cursor)
        self._sought = sought
        if again and keep and (moved := self._pages.moved_by(away)) is not None:
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
        self._marks.renew(self._pages.hits)
        if not result.has_more and offset + len(result.hits) < self.count:
            self.set_count(offset + len(result.hits))
            self._found(offset, result.hits)
            return
        rows = range(offset, offset + len(result.hits))
        self.rows_changed(rows)
        if not self._found(offset, result.hits) and self.cursor in rows:
            self.post_message(self.Moved(self, self.cursor))

    def _found(self, offset: int, hits: Sequence[Hit]) -> bool:
        """Put the cursor on the result that it was on before all was asked anew, if a page has it, and leave it on its
        line of the screen; otherwise look for it on the next page."""
        sought = self._sought
        if sought is None:
            return False
        place = place_of(sought.hit, dict(enumerate(hits, start=offset)))
        self._sought = sought.without(offset) if place is None else None
        self._want_sought()
        if place is None or place == self.cursor:
            return False
        line = self._line_of_cursor
        self.cursor = place
        self.scroll_to(y=place * self.row_height - line, animate=False)
        return True

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved: cursor and marks stay on them.

        Args:
            moved: New paths of notes, by those of before.
        """
        self._pages.take_moves(moved)
        self._marks.take_moves(moved)
        if self._sought is not None:
            self._sought = replace(self._sought, hit=hit_moved(self._sought.hit, moved))
        self.redraw()

    def forget_wanted(self) -> None:
        """Ask once more for pages that were asked for, when they are in sight again: none of them may come."""
        self._pages.forget_asked()

    def show_empty(self, title: str, *lines: str, offers: Sequence[Offer] = (), below: str = "") -> None:
        """Say what is shown while there are no results; does not remove any.

        Args:
            title: Why there is nothing.
            lines: What more there is to say.
            offers: Other queries that may be chosen.
            below: What is said below them.
        """
        self._empty = NoResults(title, lines, tuple(offers), below)
        if not self.count:
            self.redraw()

    @property
    def selected(self) -> Hit | None:
        """The result below the cursor, ``None`` if there is none or it is not loaded."""
        return self.hit_at(self.cursor) if self.count else None

    @property
    def ahead(self) -> list[Hit]:
        """Results that one may come to next, the likeliest first: two in the direction of the last step, one back."""
        step = self._direction
        found = [self.hit_at(self.cursor + delta) for delta in (step, 2 * step, -step)]
        return [hit for hit in found if hit is not None]

    def hit_at(self, index: int) -> Hit | None:
        """The result at an index, ``None`` if it is not loaded."""
        return self._pages.at(index)

    @property
    def marked(self) -> tuple[Hit, ...]:
        """A result of each marked note, in the order in which they were marked, also those of earlier queries."""
        return self._marks.hits

    @property
    def compact(self) -> bool:
        """Whether a result takes one line."""
        return self._compact

    def set_compact(self, compact: bool) -> None:
        """Give each result one line or three; the selected one stays where it is on the screen."""
        in_sight, line = self.cursor in self.visible_rows, self._line_of_cursor
        self._compact = compact
        self.set_row_height(1 if compact else FULL_HEIGHT)
        if in_sight:
            self.scroll_to(y=self.cursor * self.row_height - line, animate=False)
            self.show_cursor()
        self._want_visible()

    def clear_marks(self) -> None:
        """Unmark all."""
        self._marks.clear()
        self.redraw()
        self.post_message(self.MarksChanged())

    def drop_marks(self, paths: Collection[str]) -> None:
        """Unmark notes, those that are marked."""
        if self._marks.drop(paths):
            self.redraw()
            self.post_message(self.MarksChanged())

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

    # Loading

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for what comes into sight, and a screenful before it does: nobody should have to wait for it."""
        super().watch_scroll_y(old_value, new_value)
        rows = self.visible_rows
        self._want(range(rows.start, min(rows.stop + len(rows), self.count)))

    def _want_visible(self) -> None:
        self._want(self.visible_rows)

    def _want_sought(self) -> None:
        if self._sought is not None:
            self._want(range(self._sought.pages[0], self._sought.pages[0] + 1))

    def _want(self, rows: range) -> None:
        for page in self._pages.to_ask_for(rows):
            self.post_message(self.MoreWanted(page))

    def on_resize(self) -> None:
        """A taller list may show results that are not loaded."""
        # Textual calls the handler of the base class as well.
        self.call_after_refresh(self._want_visible)

    # Drawing

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a result, or a place for one that is not loaded."""
        hit = self.hit_at(index)
        if hit is None:
            return [Text("  …", styles["row--place"]), *(Text() for _ in range(self.row_height - 1))]
        marked = hit.path in self._marks
        gutter = Text(no_wrap=True, end="")
        if index == self.cursor:
            bar = "▌•" if marked else "▌ "
        else:
            bar = "• " if marked else "○ " if index == self.hovered else "  "
        gutter.append(bar, styles["row--mark" if marked else "row--bar"])
        draw = partial(compact_row, above=self.hit_at(index - 1)) if self._compact else full_row
        return draw(hit, width, styles, now=self._now(), scored=self._scored, gutter=gutter)

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Draw why there is nothing, and what could be done."""
        return self._empty.draw(width, styles, self.app.console)

    def row_key(self, index: int) -> object:
        """The path of the note."""
        hit = self.hit_at(index)
        return index if hit is None else hit.path

    # Offers

    @property
    def offer(self) -> str | None:
        """Text of the other query that is chosen where there are no results, ``None`` if none is offered."""
        return None if self.count else self._empty.chosen

    def move(self, delta: int) -> None:
        """Move in the results, or in what is offered instead."""
        if self.count:
            self.cursor += delta
        elif self._empty.move(delta):
            self.redraw()

    def action_cursor_down(self) -> None:
        """Go to the next row."""
        self.move(1)

    def action_cursor_up(self) -> None:
        """Go to the row before."""
        self.move(-1)

    def on_click(self, event: events.Click) -> None:
        """Take what is offered below the mouse; in the margin, or with ctrl, mark or unmark the result."""
        # Textual calls the handler of the base class as well.
        offset = event.get_content_offset(self)
        index = self._row_at(event)
        if offset is not None and index is not None and (event.ctrl or offset.x < GUTTER):
            event.prevent_default()  # who marks and unmarks at once does not want to edit
            self._clicked = None
            self.cursor = index
            self._toggle_mark(index)
        elif offset is not None and not self.count and (query := self._empty.query_at(offset.y)) is not None:
            self.post_message(self.OfferTaken(query))

    # Actions

    def action_edit(self) -> None:
        """Ask for the editor, or for what is offered instead of results."""
        self.post_message(self.EditWanted() if self.offer is None else self.OfferTaken(self.offer))

    def action_mark(self) -> None:
        """Mark or unmark the note, and go on to the next: further passages of this one are marked with it."""
        hit = self._toggle_mark(self.cursor)
        if hit is not None:
            row = self.cursor + 1
            while (other := self.hit_at(row)) is not None and other.path == hit.path:
                row += 1
            self.cursor = row if row < self.count else self.cursor

    def _toggle_mark(self, index: int) -> Hit | None:
        hit = self.hit_at(index) if self.count else None
        if hit is None:
            return None
        self._marks.toggle(hit)
        self.redraw()
        self.post_message(self.MarksChanged())
        return hit

    def action_toggle_compact(self) -> None:
        """Give each result one line or three."""
        self.set_compact(not self._compact)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All the width there is."""
        return container.width
