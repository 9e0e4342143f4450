"""The rows of the filter sidebar, and what a person has done to them.

Pure: nothing is drawn here. The rows are made anew for every answer; folds, the lists shown in full and the text that a
section is narrowed by are kept by what a row is, not by where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import Facets, FileDate
from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import ActiveFilter
from vaulttui.tui.widgets.facet_filters import FacetFilters
from vaulttui.tui.widgets.facet_layout import REST_ID, FacetLayout, searchable
from vaulttui.tui.widgets.facet_places import in_place
from vaulttui.tui.widgets.facet_row import FacetRow, Narrowing, RowId, row_id
from vaulttui.tui.widgets.facet_sections import FacetSection


class FacetRows:
    """Keeps facets and the filters of the query, and the rows made of both."""

    def __init__(self) -> None:
        self.rows: Sequence[FacetRow] = ()
        self.date_field: FileDate = "modified"
        self.narrowing: Narrowing | None = None
        self._facets = Facets()
        self._months_of: FileDate = "modified"
        self._today = date.min
        self._filters = FacetFilters()
        self._folds: dict[RowId, bool] = {}
        self._whole: set[RowId] = set()

    @property
    def facets(self) -> Facets:
        """The facets shown."""
        return self._facets

    def update(self, facets: Facets, active: Sequence[ActiveFilter], today: date) -> None:
        """Take over new counts and the filters that the query text has now."""
        before = self._facets
        if self._months_of != self.date_field:
            before = replace(before, months=())
        self._months_of = self.date_field
        self._today = today
        self._filters = FacetFilters(active)
        self._facets = in_place(facets, before, self._filters, self.date_field)
        self.rebuild()

    def rebuild(self) -> None:
        """Make the rows again, after something that is shown of them has changed."""
        layout = FacetLayout(
            self._facets, self._filters, self.date_field, self._today, self._folds, self._whole, self.narrowing
        )
        self.rows = layout.rows()

    # What a person changes

    def set_open(self, row: FacetRow, open: bool) -> bool:  # noqa: A002 - the field's name
        """Fold or unfold a row. Returns whether that changed anything."""
        if row.open is None or row.open == open:
            return False
        self._folds[row.id] = open
        self.rebuild()
        return True

    def reveal(self, row: FacetRow) -> None:
        """Unfold what a row is nested in, so that it has one of its own when nothing is narrowed any longer."""
        if row.kind == "section":
            self._folds[REST_ID] = True
        if not row.section.nested:
            return
        tree = row.section.grow()
        names = {fold(value.value): value.value for value in tree.all()}
        above = tree.parent(fold(row.value))
        while above:
            comparison: Comparison = "range" if row.section.operator == "property" else "equals"
            self._folds[row_id(row.section, "value", names[above], comparison)] = True
            above = tree.parent(above)
        self.rebuild()

    def show_whole(self, row: FacetRow) -> None:
        """Show the whole list that a ``more`` row ends."""
        self._whole.add(row.id)
        self.rebuild()

    def narrow(self, narrowing: Narrowing | None) -> None:
        """Narrow a section by a text, and no other; ``None``: none."""
        self.narrowing = narrowing
        self.rebuild()

    def narrow_around(self, index: int) -> FacetSection:
        """Narrow the section that a row stands in by what is typed from now on. Returns it."""
        # By its heading: a filter on the other date has a section of its own, which has no heading.
        heading = next(place for place in range(index, -1, -1) if self.rows[place].kind == "section")
        section = self.rows[heading].section
        if self.narrowing is not None and self.narrowing.section == section.id:
            self.narrowing.typing = True
            return section
        if self.parent(heading) != heading:
            self._folds[REST_ID] = True  # that may be unfolded only because it is narrowed itself
        self.narrow(Narrowing(section.id))
        return section

    @property
    def narrowed(self) -> int | None:
        """Index of the own row of the section that is narrowed; ``None`` if none is, or no note has it any longer."""
        wanted = None if self.narrowing is None else self.narrowing.section
        return next((place for place, row in enumerate(self.rows) if row.section.id == wanted), None)

    @property
    def best_match(self) -> int | None:
        """Index of the row that enter is to take of the section that is narrowed: what was typed, else the first that
        has it. ``None`` if nothing is typed, one has moved since, or there is no such section."""
        header, narrowing = self.narrowed, self.narrowing
        if header is None or narrowing is None or not (narrowing.leads and narrowing.text):
            return None
        typed = searchable(narrowing.text)
        for index in range(header + 1, len(self.rows)):
            row = self.rows[index]
            if row.section.id != self.rows[header].section.id and self.rows[header].id != REST_ID:
                break
            if typed in (searchable(row.label), searchable(row.value)):
                return index
        return min(header + 1, len(self.rows) - 1)

    def parent(self, index: int) -> int:
        """Index of the row that a row is nested in, itself for a section."""
        row = self.rows[index]
        if row.kind == "section":
            return next((place for place in range(index) if self.rows[place].id == REST_ID), index)
        for place in range(index - 1, -1, -1):
            other = self.rows[place]
            if other.kind == "section" or (other.kind == "value" and other.depth < row.depth):
                return place
        return index

    def last_below(self, index: int) -> int:
        """Index of the last row that is nested in a row, its own if none is."""
        row = self.rows[index]
        if row.id == REST_ID:
            return len(self.rows) - 1
        for place in range(index + 1, len(self.rows)):
            other = self.rows[place]
            if other.kind == "section" or (row.kind != "section" and other.depth <= row.depth):
                return place - 1
        return len(self.rows) - 1
