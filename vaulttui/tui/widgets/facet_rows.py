"""The rows of the filter sidebar: which of the facets are shown, in which order, and in which state.

Pure: nothing is drawn here. The rows are made anew for every answer; folds, the lists shown in full and the text that a
section is narrowed by are kept by what a row is, not by where it stands.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from vaulttui.search.engine import Facets, FileDate
from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import ActiveFilter, FilterState
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.facet_filters import FacetFilters, States, addresses, comparison_label
from vaulttui.tui.widgets.facet_row import FacetRow, Narrowing, RowId, row_id
from vaulttui.tui.widgets.facet_sections import (
    UNKNOWN,
    FacetSection,
    FacetTree,
    sections,
    unlisted_section,
)

PAGE = 10
"""Values of one list that are shown until the rest is asked for …"""
LONGEST = 12
"""… unless these are all: the months of a year are never cut."""
MATCHES = 100
"""Values that are shown while a section is narrowed by typing."""
_CLOSED_AT_FIRST = "property:"


class FacetRows:
    """Keeps facets and the filters of the query, and the rows made of both."""

    def __init__(self) -> None:
        self.rows: Sequence[FacetRow] = ()
        self.date_field: FileDate = "modified"
        self.narrowing: Narrowing | None = None
        self._facets = Facets()
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
        self._facets = facets
        self._today = today
        self._filters = FacetFilters(active)
        self.rebuild()

    def rebuild(self) -> None:
        """Make the rows again, after something that is shown of them has changed."""
        rows: list[FacetRow] = []
        for section in self._all_sections():
            self._add_section(rows, section)
        self.rows = rows

    # What a person changes

    def set_open(self, row: FacetRow, open: bool) -> bool:  # noqa: A002 - the field's name
        """Fold or unfold a row. Returns whether that changed anything."""
        if row.open is None or row.open == open:
            return False
        self._folds[row.id] = open
        self.rebuild()
        return True

    def reveal(self, row: FacetRow) -> None:
        """Unfold what a value is nested in, so that it has a row of its own when its section is no longer narrowed."""
        if not row.section.nested:
            return
        tree = row.section.grow()
        names = {value.value.casefold(): value.value for value in tree.all()}
        above = tree.parent(row.value.casefold())
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

    def best_match(self, header: int) -> int:
        """Index of the row that enter is to take of a narrowed section: what was typed, else the first that has it.

        Args:
            header: Index of the section's own row.
        """
        typed = _searchable(self.narrowing.text) if self.narrowing is not None else ""
        for index in range(header + 1, len(self.rows)):
            row = self.rows[index]
            if row.section.id != self.rows[header].section.id:
                break
            if typed in (_searchable(row.label), _searchable(row.value)):
                return index
        return min(header + 1, len(self.rows) - 1)

    def state_of(self, section: FacetSection, value: str) -> FilterState:
        """Whether a value of a section is a filter of the query."""
        return self._filters.state_of(section, value)

    def parent(self, index: int) -> int:
        """Index of the row that a row is nested in, itself for a section."""
        row = self.rows[index]
        if row.kind == "section":
            return index
        for place in range(index - 1, -1, -1):
            other = self.rows[place]
            if other.kind == "section" or (other.kind == "value" and other.depth < row.depth):
                return place
        return index

    def last_below(self, index: int) -> int:
        """Index of the last row that is nested in a row, its own if none is."""
        row = self.rows[index]
        for place in range(index + 1, len(self.rows)):
            other = self.rows[place]
            if other.kind == "section" or (row.kind != "section" and other.depth <= row.depth):
                return place - 1
        return len(self.rows) - 1

    def set_filters(self, section: FacetSection | None = None) -> list[ActiveFilter]:
        """All filters, or those of a section."""
        return self._filters.of(section)

    # Rows

    def _all_sections(self) -> list[FacetSection]:
        found = sections(self._facets, self.date_field, self._today)
        listed = {address for section in found for address in addresses(section)}
        # A filter on something that no note has any more must still be seen, and cleared.
        for item in self._filters.unlisted(listed):
            section = unlisted_section(item.operator, item.key, self.date_field)
            found.append(section)
            listed.update(addresses(section))
        return found

    def _add_section(self, rows: list[FacetRow], section: FacetSection) -> None:
        header = FacetRow("section", section, "", _shown(section.label), section.count)
        is_open = self._folds.get(header.id, not section.id.startswith(_CLOSED_AT_FIRST))
        narrowing = self.narrowing if self.narrowing is not None and self.narrowing.section == section.id else None
        filters = self._filters.count(section)
        if not is_open and narrowing is None:
            rows.append(header._replace(open=False, below=filters))
            return
        rows.append(header._replace(open=True))
        tree = section.grow()
        states = self._filters.at(section.address)
        if narrowing is not None and narrowing.text:
            rows.extend(self._matching(section, tree, states, narrowing.text))
            return
        if section.id == "dates":
            rows.append(FacetRow("switch", section, "", self.date_field, UNKNOWN))
        rows.extend(self._unlisted(section, tree))
        self._add_list(rows, section, tree, _Marks(tree, states) if states else None)

    def _unlisted(self, section: FacetSection, tree: FacetTree) -> Iterator[FacetRow]:
        """Filters of the section whose values are not among its own: other ranges, values that no note has left."""
        for address, value, item, state in self._filters.written(section):
            foreign = address != section.address
            if not foreign and tree.holds(value):
                continue
            label = _shown(comparison_label(item))
            yield FacetRow(
                "value",
                replace(section, id=f"{section.id}:{item.operator}", operator=item.operator) if foreign else section,
                item.value,
                f"{item.operator} {label}" if foreign else label,
                0 if item.operator in ("folder", "tag") else UNKNOWN,
                state=state,
                comparison=item.comparison,
            )

    def _add_list(
        self,
        rows: list[FacetRow],
        section: FacetSection,
        tree: FacetTree,
        marks: _Marks | None,
        parent: str = "",
        depth: int = 0,
    ) -> None:
        """Add the values that are nested in one, and what is nested in those that are unfolded."""
        values = tree.children.get(parent, ())
        hidden = section.hidden if not parent else 0
        if len(values) > LONGEST and row_id(section, "more", parent) not in self._whole:
            pinned = [value for value in values[PAGE:] if marks is not None and marks.concerns(value.value)]
            hidden += len(values) - PAGE - len(pinned)
            values = [*values[:PAGE], *pinned]
        children = tree.children if section.nested else {}
        labels = tree.labels
        for value in values:
            name = value.value
            label = _shown(labels(value))
            if marks is None and not children:
                rows.append(FacetRow("value", section, name, label, value.count, depth))
                continue
            folded = name.casefold()
            state = "off" if marks is None else marks.states.get(folded, "off")
            if folded not in children:
                rows.append(FacetRow("value", section, name, label, value.count, depth, None, state))
                continue
            comparison: Comparison = "range" if section.operator == "property" else "equals"
            is_open = self._folds.get(row_id(section, "value", name, comparison), False)
            below = marks.below.get(folded, 0) if marks is not None and not is_open else 0
            rows.append(FacetRow("value", section, name, label, value.count, depth, is_open, state, below, comparison))
            if is_open:
                self._add_list(rows, section, tree, marks, folded, depth + 1)
        if hidden:
            rows.append(FacetRow("more", section, parent, "", hidden, depth))

    def _matching(self, section: FacetSection, tree: FacetTree, states: States, text: str) -> Iterator[FacetRow]:
        """Values that contain a text, in one list, with their whole names."""
        needle = _searchable(text)
        found = 0
        for value in tree.all():
            if needle not in _searchable(value.label) and needle not in _searchable(value.value):
                continue
            found += 1
            if found <= MATCHES:
                # Below their parents, folders, tags and months have only the last part of their names.
                whole = section.operator in ("folder", "tag") or value.value[:4].isdigit()
                folded = value.value.casefold()
                ranged = section.operator == "property" and folded in tree.children
                label = value.label if section.operator == "property" or not whole else value.value
                yield FacetRow(
                    "value",
                    section,
                    value.value,
                    _shown(label),
                    value.count,
                    state=states.get(folded, "off"),
                    comparison="range" if ranged else "equals",
                )
        if found > MATCHES:
            yield FacetRow("note", section, "", f"{found - MATCHES:,} more: type on", UNKNOWN)
        elif not found:
            yield FacetRow("note", section, "", "nothing like that", UNKNOWN)


class _Marks:
    """Where the filters of a tree are, seen from the values above them."""

    def __init__(self, tree: FacetTree, states: States) -> None:
        self.below: dict[str, int] = {}
        """How many filters lie below a value."""
        self.states = states
        for value in states:
            parent = tree.parent(value)
            while parent:
                self.below[parent] = self.below.get(parent, 0) + 1
                parent = tree.parent(parent)

    def concerns(self, value: str) -> bool:
        """Whether a filter is set on a value or below it."""
        folded = value.casefold()
        return folded in self.states or folded in self.below


@lru_cache(maxsize=20_000)
def _shown(label: str) -> str:
    return plain(label)


@lru_cache(maxsize=20_000)
def _searchable(text: str) -> str:
    """Text without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
