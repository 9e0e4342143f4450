"""The sidebar of filters: every folder, tag, date and property value with the notes that choosing it would leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.message import Message

from vaulttui.search.engine import Facets
from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import ActiveFilter, FacetOperator, FilterState
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.facet_line import FACET_CLASSES, bar_at, facet_line, fold_column, tip
from vaulttui.tui.widgets.facet_row import FacetRow, Narrowing, RowId, place
from vaulttui.tui.widgets.facet_rows import FacetRows
from vaulttui.tui.widgets.facet_sections import DateField, FacetSection
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.virtual_list import VirtualList

VALUE_LIMIT = 50
"""Values of one property that are asked for at first."""
MOST_VALUES = 2000
"""Values of one property that are ever asked for."""


class FilterSidebar(VirtualList):
    """Facets as a foldable tree.

    It keeps no filters: it shows those of the query text that it was given with the counts, and asks for others by
    messages. Folds, the cursor and lists shown in full survive new counts.

    Args:
        today: The clock that tells which year is this one.
    """

    DEFAULT_CSS = """
    FilterSidebar {
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
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("filters")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {*FACET_CLASSES}
    TEXT_CLASSES: ClassVar[tuple[str, ...]] = FACET_CLASSES

    @dataclass
    class FilterToggled(Message):
        """A filter is to be written into the query text, changed there, or taken out."""

        operator: FacetOperator
        key: str
        """Name of the property; ``""`` for the other operators."""
        value: str
        state: FilterState
        """What it is to be from now on."""
        comparison: Comparison = "equals"
        """How a property is compared: ``range`` for a value ``low..high``; others only come with ``off``."""

    @dataclass
    class FacetsWanted(Message):
        """Other facets are to be counted than those shown: of the other date, or more values of each property."""

        date_field: DateField
        limit: int

    def __init__(self, today: Callable[[], date] = date.today, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._content = FacetRows()
        self._limit = VALUE_LIMIT
        self._anchor: RowId | None = None
        """The row that the person last went to: the cursor returns there when it comes back."""

    # Content

    @property
    def date_field(self) -> DateField:
        """Which date the months are counted by: what :meth:`SearchEngine.facets` is to be asked for."""
        return self._content.date_field

    @property
    def value_limit(self) -> int:
        """How many values of a property :meth:`SearchEngine.facets` is to be asked for."""
        return self._limit

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
            facets: Counted for the query, with :attr:`date_field` and :attr:`value_limit`.
            active: The filters that the query text has.
        """
        with self._changing_rows():
            self._content.update(facets, active, self._today())

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a row."""
        row = self._content.rows[index]
        months = self._content.facets.months
        return [facet_line(row, width, styles, months=months, narrowing=self._content.narrowing)]

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that there is nothing to choose."""
        text = Text("Nothing to filter by", styles["facet--more"], no_wrap=True)
        text.truncate(max(1, width - 2), overflow="ellipsis")
        return [Text(), Text("  ") + text]

    # Keys

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Remember where the person went."""
        super().watch_cursor(before, cursor)
        row = self.selected
        self._anchor = None if row is None else row.id
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

    def action_include(self) -> None:
        """Keep only notes with the value, or no longer; on other rows: unfold, switch, show all."""
        self._choose(self.selected, "include")

    def action_exclude(self) -> None:
        """Leave out notes with the value, or no longer."""
        row = self.selected
        if row is not None and row.kind == "value":
            self._choose(row, "exclude")

    def action_clear(self) -> None:
        """Take the filter of the row out; on the first line of a section, all filters of the section."""
        row = self.selected
        if row is None:
            return
        if row.kind == "section":
            self._release(row.section)
        elif row.kind == "value" and row.state != "off":
            self._post(row, "off")

    def action_clear_all(self) -> None:
        """Take all filters out."""
        self._release(None)

    def action_section(self, direction: int) -> None:
        """Go to the next section (1), or to the beginning of this one or the one before (-1)."""
        places = range(self.cursor + 1, self.count) if direction > 0 else range(self.cursor - 1, -1, -1)
        self.cursor = next((place for place in places if self.rows[place].kind == "section"), self.cursor)

    def action_filter(self) -> None:
        """Narrow the section by what is typed from now on."""
        row = self.selected
        if row is None:
            return
        narrowing = self._content.narrowing
        if narrowing is not None and narrowing.section == row.section.id:
            narrowing.typing = True
            self.redraw()
            return
        with self._changing_rows():
            self._content.narrow(Narrowing(row.section.id))
        if row.section.hidden:
            self._want_values()

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
        elif event.is_printable and event.character is not None:
            self._narrow(narrowing.text + event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Narrow the section by the first pasted line."""
        narrowing = self._typing
        if narrowing is not None and event.text:
            self._narrow(narrowing.text + event.text.splitlines()[0])
            event.stop()

    def on_blur(self) -> None:
        """Letters go elsewhere."""
        narrowing = self._content.narrowing
        if narrowing is not None and not narrowing.text:
            self._narrow(None)
        self._end_typing()

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Do what the place below the mouse stands for; the right button and ctrl exclude."""
        event.prevent_default()
        index = self._row_at(event)
        offset = event.get_content_offset(self)
        if index is None or offset is None:
            return
        self.cursor = index
        row = self.rows[index]
        exclude = event.button == 3 or event.ctrl
        bar = bar_at(row, offset.x, self._content.facets.months, self._row_width)
        if bar is not None and self._content.narrowing is None:
            state = self._content.state_of(row.section, bar.filter_value)
            self._toggle(row._replace(value=bar.filter_value, state=state), "exclude" if exclude else "include")
        elif row.kind == "value" and row.open is not None and offset.x - fold_column(row, self._row_width) in (0, 1):
            self._set_open(row, not row.open)
        elif row.kind == "value" or not exclude:
            self._choose(row, "exclude" if exclude else "include")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what a bar stands for, and names that are cut off in full."""
        index = self._row_at(event)
        offset = event.get_content_offset(self)
        text = ""
        if index is not None and offset is not None:
            text = tip(self.rows[index], offset.x, self._content.facets.months, self._row_width)
        # As Text: a plain string would be read as markup.
        self.tooltip = Text(text) if text else None

    # Doing it

    @property
    def _typing(self) -> Narrowing | None:
        narrowing = self._content.narrowing
        return narrowing if narrowing is not None and narrowing.typing else None

    @property
    def _row_width(self) -> int:
        return self.scrollable_content_region.width

    def _choose(self, row: FacetRow | None, state: FilterState) -> None:
        """Do what a row is for."""
        if row is None:
            return
        if row.kind == "section":
            self._set_open(row, not row.open)
        elif row.kind == "switch":
            self._content.date_field = "created" if self.date_field == "modified" else "modified"
            self.post_message(self.FacetsWanted(self.date_field, self._limit))
            with self._changing_rows():
                self._content.rebuild()
        elif row.kind == "more":
            with self._changing_rows():
                self._content.show_whole(row)
            if row.section.hidden and not row.value:
                self._want_values()
        elif row.kind == "note":
            self._end_typing()
        elif row.kind == "value":
            self._toggle(row, state)
            if self._typing is not None:
                self._anchor = row.id
                self._narrow(None)

    def _toggle(self, row: FacetRow, state: FilterState) -> None:
        self._post(row, "off" if row.state == state else state)

    def _post(self, row: FacetRow, state: FilterState) -> None:
        operator, key = row.section.operator, row.section.key
        self.post_message(self.FilterToggled(operator, key, row.value, state, row.comparison))

    def _release(self, section: FacetSection | None) -> None:
        for item in self._content.set_filters(section):
            self.post_message(self.FilterToggled(item.operator, item.key, item.value, "off", item.comparison))

    def _want_values(self) -> None:
        if self._limit < MOST_VALUES:
            self._limit = MOST_VALUES
            self.post_message(self.FacetsWanted(self.date_field, self._limit))

    def _set_open(self, row: FacetRow, is_open: bool) -> bool:
        with self._changing_rows():
            return self._content.set_open(row, is_open)

    def _narrow(self, text: str | None) -> None:
        """Narrow the section by another text; ``None``: no longer."""
        narrowing = self._content.narrowing
        if narrowing is None:
            return
        if text is None:
            with self._changing_rows():
                self._content.narrow(None)
            return
        self._content.narrow(Narrowing(narrowing.section, text))
        header = next(place for place, row in enumerate(self.rows) if row.section.id == narrowing.section)
        # The best guess is the first match: enter takes it.
        self.set_count(len(self.rows), cursor=min(header + 1, len(self.rows) - 1) if text else header)

    def _end_typing(self) -> None:
        narrowing = self._typing
        if narrowing is not None:
            narrowing.typing = False
            self.redraw()

    @contextmanager
    def _changing_rows(self) -> Iterator[None]:
        """Keep cursor and scrolling where they are, by what the rows are, while the rows change."""
        before, cursor, top = self._content.rows, self.cursor, self.scroll_offset.y
        in_sight = cursor in self.visible_rows
        yield
        rows = self._content.rows
        wanted = place(before, cursor, rows, self._anchor)
        self.set_count(len(rows), cursor=wanted)
        if in_sight:
            self.scroll_to(y=wanted - (cursor - top), animate=False)
        elif top < len(before):
            self.scroll_to(y=place(before, top, rows, before[top].id), animate=False)
