"""Facets as a foldable list that keeps its place while counts change, and can be narrowed by typing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Final

from rich.text import Text
from textual import events
from textual.message import Message

from vaulttui.search.engine import Facets, FileDate
from vaulttui.search.syntax import ActiveFilter
from vaulttui.tui.widgets.facet_line import facet_line
from vaulttui.tui.widgets.facet_row import FacetRow, Narrowing, RowId, place
from vaulttui.tui.widgets.facet_rows import FacetRows
from vaulttui.tui.widgets.facet_sections import FacetSection
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.typed import pasted, typed_text
from vaulttui.tui.widgets.virtual_list import VirtualList

_DELETING: Final = {"ctrl+u": re.compile(".*", re.DOTALL), "ctrl+w": re.compile(r"\w*\W*\Z")}
"""What keys delete of the text that a section is narrowed by, as they do in every input: all of it, its last word."""


class FacetList(VirtualList):
    """Facets as a foldable tree. Folds, the cursor and lists shown in full survive new counts.

    Args:
        today: The clock that tells which year is this one.
    """

    DEFAULT_CSS = """
    FacetList {
        & > .facet--section { text-style: bold; }
        & > .facet--fold { color: $text-muted; }
        & > .facet--count { color: $text-muted; }
        & > .facet--included { color: $text-accent; text-style: bold; }
        & > .facet--excluded { color: $text-error; text-style: strike; }
        & > .facet--zero { color: $text-disabled; }
        & > .facet--more { color: $text-muted; text-style: italic; }
        & > .facet--bar { color: $primary; }
        & > .facet--no-bar { color: $text-disabled; }
        & > .facet--typed { color: $text-accent; }
    }
    """

    class FacetsWanted(Message):
        """Other facets are to be counted than those shown: of the other date, or all values of a property."""

    @dataclass
    class TypingChanged(Message):
        """Letters are typed into a section from now on, or are commands again."""

        typing: bool

    def __init__(self, today: Callable[[], date] = date.today, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._content = FacetRows()
        self._counted = False
        self._told_typing = False
        self._whole: frozenset[str] = frozenset()
        self._anchor: RowId | None = None
        """The row that the person last went to: the cursor returns there when it comes back. ``None``: it is still on
        the first one, whatever that is."""

    # Content

    @property
    def date_field(self) -> FileDate:
        """Which date the months are counted by: what :meth:`SearchEngine.facets` is to be asked for."""
        return self._content.date_field

    @property
    def whole(self) -> frozenset[str]:
        """Names, folded, of the properties of which :meth:`SearchEngine.facets` is to count all values."""
        return self._whole

    @property
    def selected(self) -> FacetRow | None:
        """The row below the cursor."""
        rows = self._content.rows
        return rows[self.cursor] if self.cursor < len(rows) else None

    @property
    def rows(self) -> Sequence[FacetRow]:
        """All rows, from the top."""
        return self._content.rows

    def update_facets(self, facets: Facets, active: Sequence[ActiveFilter]) -> None:
        """Show new counts.

        Args:
            facets: Counted for the query, with :attr:`date_field` and :attr:`whole`.
            active: The filters that the query text has.
        """
        self._counted = True
        with self._changing_rows():
            self._content.update(facets, active, self._today())
        if self._typing is not None and (header := self._content.narrowed) is not None:
            self._show_below(header, self.scroll_offset.y)

    def row_key(self, index: int) -> object:
        """What the row is, whatever its place."""
        return self._content.rows[index].id

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a row."""
        row = self._content.rows[index]
        months = self._content.facets.months
        return [facet_line(row, width, styles, months=months, narrowing=self._content.narrowing)]

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that there is nothing to choose, or not yet."""
        text = Text("Nothing to filter by" if self._counted else "Counting …", styles["facet--more"], no_wrap=True)
        text.truncate(max(1, width - 2), overflow="ellipsis")
        return [Text(), Text("  ") + text]

    # Moving and folding

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Remember where the person went."""
        super().watch_cursor(before, cursor)
        row = self.selected
        self._anchor = None if row is None else row.id
        if self._content.narrowing is not None:
            self._content.narrowing.leads = False
        self._end_typing()

    def action_fold(self) -> None:
        """Fold the row; one that is folded: go to the row that it is nested in."""
        row = self.selected
        if row is not None and not self._set_open(row, False):
            self.cursor = self._content.parent(self.cursor)

    def action_unfold(self) -> None:
        """Unfold the row; one that is unfolded: go to the first row in it."""
        row = self.selected
        if row is not None and not self._set_open(row, True) and row.open:
            self.cursor += 1

    def action_section(self, direction: int) -> None:
        """Go to the next section (1), or to the beginning of this one or the one before (-1)."""
        places = range(self.cursor + 1, self.count) if direction > 0 else range(self.cursor - 1, -1, -1)
        self.cursor = next((place for place in places if self.rows[place].kind == "section"), self.cursor)

    def _set_open(self, row: FacetRow, is_open: bool) -> bool:
        """Fold or unfold the cursor's row. Returns whether that changed anything."""
        top = self.scroll_offset.y
        with self._changing_rows():
            changed = self._content.set_open(row, is_open)
        if changed and is_open:
            self._show_below(self.cursor, top)
        return changed

    def _show_below(self, index: int, top: float) -> None:
        """Show as much of what is nested in a row as there is room for below it: it may lie below the last line.

        Args:
            index: The row.
            top: The first line in sight, which is kept if it shows all of it.
        """
        behind = self._content.last_below(index) + 1
        wanted = min(index, behind - self.scrollable_content_region.height)
        if wanted > top:
            self.scroll_to(y=wanted, animate=False)

    # Narrowing

    def action_filter(self) -> None:
        """Narrow the section by what is typed from now on."""
        if not self.count:
            return
        with self._changing_rows():
            section = self._content.narrow_around(self.cursor)
        self._tell_typing()
        self._want_values(section)

    @property
    def reads_keys(self) -> bool:
        """Whether keys may be for the text that a section is narrowed by."""
        return self._content.narrowing is not None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters while a section is narrowed: they are no commands then."""
        del key
        return self._typing is not None and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Narrow the section by a letter more or less."""
        narrowing = self._content.narrowing
        if narrowing is None:
            return
        if event.key == "escape":
            self._narrow(None)
        elif not narrowing.typing:
            return
        elif event.key == "backspace":
            self._narrow(narrowing.text[:-1] if narrowing.text else None)
        elif event.key in _DELETING:
            self._narrow(_DELETING[event.key].sub("", narrowing.text))
        elif (text := typed_text(event)) is not None:
            self._narrow(narrowing.text + text)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Narrow the section by what is pasted."""
        narrowing = self._typing
        if narrowing is not None and event.text:
            self._narrow(narrowing.text + pasted(self.app, event.text))
            event.stop()

    def on_blur(self) -> None:
        """Letters go elsewhere."""
        if not self._is_left:
            return
        narrowing = self._content.narrowing
        if narrowing is not None and not narrowing.text:
            self._narrow(None)
        self._end_typing()

    @property
    def typing(self) -> bool:
        """Whether letters narrow a section just now."""
        return self._typing is not None

    @property
    def _typing(self) -> Narrowing | None:
        narrowing = self._content.narrowing
        return narrowing if narrowing is not None and narrowing.typing else None

    def _narrow(self, text: str | None) -> None:
        """Narrow the section by another text; ``None``: no longer."""
        narrowing = self._content.narrowing
        if narrowing is None:
            return
        if text is None:
            with self._changing_rows():
                self._content.narrow(None)
            self._tell_typing()
            return
        self._content.narrow(Narrowing(narrowing.section, text))
        self._tell_typing()
        header = self._content.narrowed
        if header is None:  # no note has the property any longer: what is typed is for it all the same, no command
            self.set_count(len(self.rows), cursor=min(self.cursor, len(self.rows) - 1))
            return
        top, match = self.scroll_offset.y, self._content.best_match
        self.set_count(len(self.rows), cursor=header if match is None else match)
        self._show_below(header, top)

    def _end_typing(self) -> None:
        narrowing = self._typing
        if narrowing is not None:
            narrowing.typing = False
            self.redraw()
            self._tell_typing()

    def _tell_typing(self) -> None:
        """Tell whether letters are typed, if that is another than before."""
        typing = self._typing is not None
        if typing != self._told_typing:
            self._told_typing = typing
            self.post_message(self.TypingChanged(typing))

    def _want_values(self, section: FacetSection) -> None:
        """Have all values of a section counted, if some are not."""
        if section.hidden and (wanted := self._whole | {section.address[1]}) != self._whole:
            self._whole = wanted
            self._want_facets()

    def _want_facets(self) -> None:
        self.post_message(self.FacetsWanted())

    # Drawing and keeping the place

    @property
    def _row_width(self) -> int:
        return self.scrollable_content_region.width

    @contextmanager
    def _changing_rows(self) -> Iterator[None]:
        """Keep cursor and scrolling where they are, by what the rows are, while the rows change."""
        before, cursor, top = self._content.rows, self.cursor, self.scroll_offset.y
        in_sight = cursor in self.visible_rows
        yield
        rows = self._content.rows
        wanted = self._content.best_match
        if wanted is None:
            wanted = 0 if self._anchor is None else place(before, cursor, rows, self._anchor)
        self.set_count(len(rows), cursor=wanted)
        if in_sight:
            self.scroll_to(y=wanted - (cursor - top), animate=False)
        elif top < len(before):
            self.scroll_to(y=place(before, top, rows, before[top].id), animate=False)
