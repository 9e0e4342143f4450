"""The list of results: how they are drawn, what is marked of them, and what is offered where there are none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.message import Message

from vaulttui.search.query import Hit
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.marks import Marks
from vaulttui.tui.widgets.no_results import NoResults, Offer
from vaulttui.tui.widgets.paged_list import PagedList
from vaulttui.tui.widgets.result_row import GUTTER, compact_row, full_row

FULL_HEIGHT = 3
"""Lines of a result, unless compact."""


class ResultList(PagedList):
    """The results of a query: all of them can be scrolled to, those in sight are loaded.

    Args:
        now: The clock that ages are counted by.
        compact: Whether each result has one line.
    """

    DEFAULT_CSS = "ResultList { width: 1fr; overflow-y: scroll; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("results")]

    class EditWanted(Message):
        """The selected result is to be edited."""

    class OfferTaken(Message):
        """Another query is wanted that was offered because this one finds nothing."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class EmptyExplained(Message):
        """Why there are no results, and what is offered instead, has changed."""

    class MarksChanged(Message):
        """Results were marked or unmarked."""

    class MarkWanted(Message):
        """Results are to be marked that may not be loaded."""

        def __init__(self, rows: range | None) -> None:
            super().__init__()
            self.rows = rows
            """Those on these rows, in this order; ``None`` for all that are found."""

    class RangeWanted(Message):
        """All from the last mark to a result are to be marked, and it is not known where that mark stands."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row
            """The row of the result."""

    def __init__(self, now: Callable[[], datetime], *, compact: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(row_height=1 if compact else FULL_HEIGHT, id=id)
        self._now = now
        self._compact = compact
        self._marks = Marks()
        self._empty = NoResults()

    # Content

    def page_came(self, hits: Mapping[int, Hit]) -> None:
        """Take over what has come of marked notes."""
        self._marks.renew(hits)

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved: cursor and marks stay on them.

        Args:
            moved: New paths of notes, by those of before.
        """
        super().take_moves(moved)
        self._marks.take_moves(moved)

    def show_empty(self, title: str, *lines: str, offers: Sequence[Offer] = (), below: str = "") -> None:
        """Say what is shown while there are no results; does not remove any.

        What is chosen stays chosen if it is offered again.

        Args:
            title: Why there is nothing.
            lines: What more there is to say.
            offers: Other queries that may be chosen.
            below: What is said below them.
        """
        self._empty = NoResults(title, lines, tuple(offers), below, chosen=self._empty.chosen)
        if not self.count:
            self.redraw()
            self.post_message(self.EmptyExplained())

    @property
    def reason(self) -> str:
        """Why there are no results, and what is offered instead, in lines; ``""`` if there are some."""
        return "" if self.count else self._empty.text

    @property
    def compact(self) -> bool:
        """Whether a result takes one line."""
        return self._compact

    # Marks

    @property
    def marked(self) -> tuple[Hit, ...]:
        """A result of each marked note, in the order in which they were marked, also those of earlier queries."""
        return self._marks.hits

    def clear_marks(self) -> None:
        """Unmark all."""
        self._marks.clear()
        self.redraw()
        self.post_message(self.MarksChanged())

    def mark(self, hits: Iterable[Hit]) -> None:
        """Mark the notes of results."""
        self._marks.add(hits)
        self.redraw()
        self.post_message(self.MarksChanged())

    def action_mark_all(self) -> None:
        """Mark everything that is found."""
        if self._has_rows():
            self.post_message(self.MarkWanted(None))

    def action_mark_range(self) -> None:
        """Mark all from the last mark to here; where there is none, mark what is here."""
        if not self._has_rows():
            return
        loaded = self._pages.hits
        if len(loaded) < self.count and not self._marks.last_in(loaded):
            self.post_message(self.RangeWanted(self.cursor))
            return
        rows = self.rows_from_mark(self.cursor, loaded) or range(self.cursor, self.cursor + 1)
        hits = [hit for row in rows if (hit := self.hit_at(row)) is not None]
        if len(hits) == len(rows):
            self.mark(hits)
        else:
            self.post_message(self.MarkWanted(rows))

    def rows_from_mark(self, row: int, found: Mapping[int, Hit]) -> range | None:
        """The rows from the last mark among some results to a row, in this order; ``None`` if none of them is marked.

        Args:
            row: The row.
            found: The results by their rows.
        """
        last = self._marks.last_row(found)
        if last is None:
            return None
        return range(last, row + 1) if last <= row else range(last, row - 1, -1)

    def drop_marks(self, paths: Collection[str]) -> None:
        """Unmark notes, those that are marked."""
        if self._marks.drop(paths):
            self.redraw()
            self.post_message(self.MarksChanged())

    def action_mark(self) -> None:
        """Mark or unmark the note, and go on to the next: further passages of this one are marked with it."""
        hit = self._toggle_mark(self.cursor) if self._has_rows() else None
        if hit is not None:
            row = self.cursor + 1
            while (other := self.hit_at(row)) is not None and other.path == hit.path:
                row += 1
            self.cursor = row if row < self.count else self.cursor

    def _has_rows(self) -> bool:
        """Whether there is anything to mark; if not, that is told."""
        if not self.count:
            self.notify("There are no results to mark.", markup=False, timeout=3)
        return self.count > 0

    def _toggle_mark(self, index: int) -> Hit | None:
        hit = self.hit_at(index) if self.count else None
        if hit is None:
            return None
        self._marks.toggle(hit)
        self.redraw()
        self.post_message(self.MarksChanged())
        return hit

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

    def action_toggle_compact(self) -> None:
        """Give each result one line or three; the selected one stays where it is on the screen."""
        in_sight, line = self.cursor in self.visible_rows, self._line_of_cursor
        self._compact = not self._compact
        self.set_row_height(1 if self._compact else FULL_HEIGHT)
        if in_sight:
            self.scroll_to(y=self.cursor * self.row_height - line, animate=False)
            self.show_cursor()
        self._want_visible()
