"""What one line of the filter sidebar is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import FilterState
from vaulttui.tui.widgets.facet_sections import FacetSection

RowKind: TypeAlias = Literal["section", "switch", "value", "more", "note"]
RowId: TypeAlias = tuple[str, str, str]
"""What a row is, from one update to the next: section, kind, value."""


class FacetRow(NamedTuple):
    """One line of the sidebar."""

    kind: RowKind
    section: FacetSection
    value: str
    """What the operator takes; for ``more`` the value whose list it ends."""
    label: str
    """Safe to draw."""
    amount: int
    """Notes; hidden values for ``more``; :data:`UNKNOWN` for none."""
    depth: int = 0
    open: bool | None = None
    """Whether what is nested below is shown; ``None`` if nothing is."""
    state: FilterState = "off"
    below: int = 0
    """Filters that are set on folded rows below."""
    comparison: Comparison = "equals"
    """How a property is compared with the value: ``range`` for ``low..high``."""

    @property
    def id(self) -> RowId:
        """What the row is, wherever it stands."""
        return row_id(self.section, self.kind, self.value, self.comparison)


def row_id(section: FacetSection, kind: RowKind, value: str, comparison: Comparison = "equals") -> RowId:
    """What a row is, wherever it stands."""
    return (section.id, kind, value if comparison == "equals" else f"{comparison} {value}")


@dataclass(slots=True)
class Narrowing:
    """A section whose values are narrowed to those that contain a text."""

    section: str
    text: str = ""
    typing: bool = True
    """Whether keys still go into the text."""
    leads: bool = True
    """Whether the cursor is where the text has brought it: not if one has moved since."""


def place(before: Sequence[FacetRow], index: int, rows: Sequence[FacetRow], wanted: RowId | None) -> int:
    """Find a row again after the rows have changed.

    Returns:
        Index in ``rows`` of the wanted row, else of the nearest one at or above ``before[index]`` that is still there.
    """
    # Mostly the rows above have not changed, and the row is where it was.
    sought = wanted or (before[index].id if index < len(before) else None)
    if sought is not None and index < len(rows) and rows[index].id == sought:
        return index
    places = {row.id: at for at, row in enumerate(rows)}
    if wanted is not None and wanted in places:
        return places[wanted]
    return next((places[row.id] for row in reversed(before[: index + 1]) if row.id in places), 0)
