"""The sidebar of filters: every folder, tag, date and property value with the notes that choosing it would leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.message import Message

from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import FacetOperator, FilterState
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.facet_line import bar_at, fold_column, tip
from vaulttui.tui.widgets.facet_list import FacetList
from vaulttui.tui.widgets.facet_row import FacetRow
from vaulttui.tui.widgets.facet_sections import FacetSection
from vaulttui.tui.widgets.histogram import Bar


class FilterSidebar(FacetList):
    """Turns what is chosen in a list of facets into filters.

    It keeps none: it shows those of the query text that it was given with the counts, and asks for others by messages.
    The text may have gone on since: whoever hears a message judges by what it has then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("filters")]

    @dataclass
    class FilterToggled(Message):
        """A filter is to be written into the query text, changed there, or taken out where it is just so already."""

        operator: FacetOperator
        key: str
        """Name of the property; ``""`` for the other operators."""
        value: str
        state: FilterState
        """What it is to be from now on, or no longer if it is that; ``off``: in no case."""
        comparison: Comparison = "equals"
        """How a property is compared: ``range`` for a value ``low..high``; others only come with ``off``."""

    @dataclass
    class Released(Message):
        """Several filters are to be taken out at once."""

        section: FacetSection
        """Where they are shown."""

    # Keys

    @property
    def labels(self) -> Mapping[str, str]:
        """What keys do on the row, by their commands, where it is no value that is chosen; ``""``: nothing."""
        row = self.selected
        if row is not None and row.kind == "value":
            return {}
        nothing = dict.fromkeys(("filters.include", "filters.exclude", "filters.clear"), "")
        if row is None or row.kind == "note":
            return nothing
        if row.kind == "section":
            return {"filters.include": "fold" if row.open else "unfold", "filters.exclude": ""}
        return {**nothing, "filters.include": "switch" if row.kind == "switch" else "show all"}

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
            self.post_message(self.Released(row.section))
        elif row.kind == "value":
            self._post(row, "off")

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Do what the place below the mouse stands for; the right button and ctrl exclude."""
        event.prevent_default()
        index = self._row_at(event)
        offset = event.get_content_offset(self)
        if not self._same_as_clicked(event, index) or index is None or offset is None:
            return
        self.cursor = index
        row = self.rows[index]
        exclude = event.button == 3 or event.ctrl
        bar = self._bar_at(row, offset.x)
        if bar is not None:
            self._post(row._replace(value=bar.filter_value), "exclude" if exclude else "include")
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
            row = self.rows[index]
            text = tip(row, self._bar_at(row, offset.x), self._row_width)
        # As Text: a plain string would be read as markup.
        self.tooltip = Text(text) if text else None

    def _bar_at(self, row: FacetRow, x: int) -> Bar | None:
        """The bar of the histogram that is drawn in a column of a row."""
        return bar_at(row, x, self._content.facets.months, self._row_width, self._content.narrowing)

    # Doing it

    def _choose(self, row: FacetRow | None, state: FilterState) -> None:
        """Do what a row is for."""
        if row is None:
            return
        if row.kind == "section":
            found = self._typing is not None and self._typing.section != row.section.id
            self._set_open(row, found or not row.open)
            if found:
                self._keep(row)
        elif row.kind == "switch":
            self._content.date_field = "created" if self.date_field == "modified" else "modified"
            self._want_facets()
            with self._changing_rows():
                self._content.rebuild()
        elif row.kind == "more":
            with self._changing_rows():
                self._content.show_whole(row)
            if not row.value:
                self._want_values(row.section)
        elif row.kind == "note":
            self._end_typing()
        elif row.kind == "value":
            self._post(row, state)
            if self._typing is not None:
                self._keep(row)
            elif self._content.narrowing is not None:  # others that were found may be chosen as well
                with self._changing_rows():
                    self._content.reveal(row)

    def _keep(self, row: FacetRow) -> None:
        """Stay on a row that was found by typing, and show all again."""
        self._content.reveal(row)
        self._anchor = row.id
        self._narrow(None)

    def _post(self, row: FacetRow, state: FilterState) -> None:
        operator, key = row.section.operator, row.section.key
        self.post_message(self.FilterToggled(operator, key, row.value, state, row.comparison))
