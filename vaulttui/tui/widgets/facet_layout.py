"""How facets and filters become the rows of the filter sidebar.

Pure: nothing is drawn here, and nothing is kept. What a person has unfolded, asked for and typed is kept by
:class:`~vaulttui.tui.widgets.facet_rows.FacetRows`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import MOST_FACET_VALUES, Facets, FileDate
from vaulttui.search.expression import Comparison
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
MOST_ROWS = 2_000
"""Values of one list that are shown when the rest was asked for: nobody reads on, and every answer makes them anew."""
PROPERTIES = 60
"""Properties that have a section from the start, the most frequent; the others stand below one row, the last."""
MATCHES = 100
"""Values that are shown while a section is narrowed by typing."""
_CLOSED_AT_FIRST = "property:"
REST = FacetSection("properties", "More properties", "property", "", UNKNOWN, lambda: FacetTree({}, lambda _: ""))
"""The row that rare properties stand below. It is the last; no filter is on it."""
REST_ID = row_id(REST, "section", "")


@dataclass(frozen=True, slots=True)
class FacetLayout:
    """All that the rows are made of."""

    facets: Facets
    filters: FacetFilters
    date_field: FileDate
    """The date that the facets' months are of."""
    today: date
    folds: Mapping[RowId, bool]
    """Rows that were unfolded (true) or folded, where they are not so from the start."""
    whole: Set[RowId]
    """``more`` rows whose lists are shown to their ends."""
    narrowing: Narrowing | None

    def rows(self) -> list[FacetRow]:
        """Make the rows."""
        rows: list[FacetRow] = []
        shown, rest = self._all_sections()
        for section in shown:
            self._add_section(rows, section)
        if rest:
            self._add_rest(rows, rest)
        return rows

    def _all_sections(self) -> tuple[list[FacetSection], list[FacetSection]]:
        """The sections that are always shown, and those of rare properties without a filter."""
        found = sections(self.facets, self.date_field, self.today)
        listed = {address for section in found for address in addresses(section)}
        common = sum(section.operator != "property" for section in found) + PROPERTIES
        shown = found[:common]
        rest: list[FacetSection] = []
        for section in found[common:]:
            (shown if self.filters.count(section) else rest).append(section)
        # A filter on something that no note has any more must still be seen, and cleared.
        unlisted: dict[str, FacetSection] = {}
        for item in self.filters.unlisted(listed):
            section = unlisted_section(item.operator, item.key, self.date_field)
            unlisted.setdefault(section.id, section)
        return [*shown, *unlisted.values()], rest

    def _add_rest(self, rows: list[FacetRow], rest: Sequence[FacetSection]) -> None:
        """Add the row that rare properties stand below, and their sections if it is unfolded."""
        narrowing = self._narrowing_of(REST)
        is_open = narrowing is not None or self.folds.get(REST_ID, False)
        rows.append(FacetRow("section", REST, "", REST.label, len(rest), open=is_open))
        if not is_open:
            return
        needle = searchable(narrowing.text) if narrowing is not None else ""
        found = [section for section in rest if needle in searchable(section.label)]
        for section in found:
            self._add_section(rows, section)
        if not found:
            rows.append(FacetRow("note", REST, "", f"none of these {len(rest):,}", UNKNOWN))

    def _narrowing_of(self, section: FacetSection) -> Narrowing | None:
        narrowing = self.narrowing
        return narrowing if narrowing is not None and narrowing.section == section.id else None

    def _add_section(self, rows: list[FacetRow], section: FacetSection) -> None:
        header = FacetRow("section", section, "", _shown(section.label), section.count)
        is_open = self.folds.get(header.id, not section.id.startswith(_CLOSED_AT_FIRST))
        narrowing = self._narrowing_of(section)
        filters = self.filters.count(section)
        if not is_open and narrowing is None:
            rows.append(header._replace(open=False, below=filters))
            return
        rows.append(header._replace(open=True))
        tree = section.grow()
        states = self.filters.at(section.address)
        if narrowing is not None and narrowing.text:
            rows.extend(self._matching(section, tree, states, narrowing.text))
            return
        if section.id == "dates":
            rows.append(FacetRow("switch", section, "", self.date_field, UNKNOWN))
        rows.extend(self._unlisted(section, tree))
        self._add_list(rows, section, tree, _Marks(tree, states) if states else None)

    def _unlisted(self, section: FacetSection, tree: FacetTree) -> Iterator[FacetRow]:
        """Filters of the section whose values are not among its own: other ranges, values that no note has left."""
        for address, value, item, state in self.filters.written(section):
            foreign = address != section.address
            if not foreign and tree.holds(value):
                continue
            label = _shown(comparison_label(item))
            without_notes = item.operator == "tag" or (item.operator == "folder" and not tree.holds_deeper(value))
            yield FacetRow(
                "value",
                replace(section, id=f"{section.id}:{item.operator}", operator=item.operator) if foreign else section,
                item.value,
                f"{item.operator} {label}" if foreign else label,
                0 if without_notes else UNKNOWN,
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
        whole = row_id(section, "more", parent) in self.whole
        shown, most = (MOST_ROWS, MOST_ROWS) if whole else (PAGE, LONGEST)
        cut = len(values) > most
        if cut:
            pinned = [value for value in values[shown:] if marks is not None and marks.concerns(value.value)]
            hidden += len(values) - shown - len(pinned)
            values = [*values[:shown], *pinned]
        children = tree.children if section.nested else {}
        labels = tree.labels
        for value in values:
            name = value.value
            label = _shown(labels(value))
            if marks is None and not children:
                rows.append(FacetRow("value", section, name, label, value.count, depth))
                continue
            folded = fold(name)
            state = "off" if marks is None else marks.states.get(folded, "off")
            if folded not in children:
                rows.append(FacetRow("value", section, name, label, value.count, depth, None, state))
                continue
            comparison: Comparison = "range" if section.operator == "property" else "equals"
            is_open = self.folds.get(row_id(section, "value", name, comparison), False)
            below = marks.below.get(folded, 0) if marks is not None and not is_open else 0
            rows.append(FacetRow("value", section, name, label, value.count, depth, is_open, state, below, comparison))
            if is_open:
                self._add_list(rows, section, tree, marks, folded, depth + 1)
        if hidden and whole and cut:
            rows.append(FacetRow("note", section, parent, f"{hidden:,} more: find them by name", UNKNOWN, depth))
        elif hidden:
            rows.append(FacetRow("more", section, parent, "", hidden, depth))

    def _matching(self, section: FacetSection, tree: FacetTree, states: States, text: str) -> Iterator[FacetRow]:
        """Values that contain a text, in one list, with their whole names."""
        needle = searchable(text)
        found = known = 0
        for value in tree.all():
            known += 1
            if needle not in searchable(value.label) and needle not in searchable(value.value):
                continue
            found += 1
            if found <= MATCHES:
                # Below their parents, folders, tags and months have only the last part of their names.
                whole = section.operator in ("folder", "tag") or value.value[:4].isdigit()
                folded = fold(value.value)
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
            label = "nothing like that"
            if section.hidden:
                label = f"none of the {known:,} most frequent" if known >= MOST_FACET_VALUES else "counting …"
            yield FacetRow("note", section, "", label, UNKNOWN)


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
        folded = fold(value)
        return folded in self.states or folded in self.below


@lru_cache(maxsize=50_000)
def _shown(label: str) -> str:
    return plain(label)


@lru_cache(maxsize=50_000)
def searchable(text: str) -> str:
    """Text without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
