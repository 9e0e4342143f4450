"""The filters of the query, seen from the sections and values of the sidebar."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from vaulttui.index.reading.letters import fold
from vaulttui.search.syntax import ActiveFilter, FilterState
from vaulttui.tui.widgets.facet_sections import FacetSection

States: TypeAlias = Mapping[str, FilterState]
"""States of values, which are folded; of those that are not named, "off"."""
_NO_STATES: States = {}

Address: TypeAlias = tuple[str, str]
"""Operator and key of a facet, the key folded."""


class FacetFilters:
    """The filters that a query has.

    Args:
        active: In the order of the query.
    """

    def __init__(self, active: Sequence[ActiveFilter] = ()) -> None:
        self._states: dict[Address, dict[str, FilterState]] = {}
        self._written: dict[tuple[str, str, str], ActiveFilter] = {}
        for item in active:
            address = (item.operator, fold(item.key))
            value = _written_key(item)
            self._states.setdefault(address, {})[value] = "exclude" if item.negated else "include"
            self._written[(*address, value)] = item

    def at(self, address: Address) -> States:
        """States of the values of one facet."""
        return self._states.get(address, _NO_STATES)

    def state(self, item: ActiveFilter) -> FilterState:
        """What the query has of a filter, whatever that one's own sign and place are."""
        return self.at((item.operator, fold(item.key))).get(_written_key(item), "off")

    def count(self, section: FacetSection) -> int:
        """How many filters are shown in a section."""
        return sum(len(self.at(address)) for address in addresses(section))

    def of(self, section: FacetSection) -> list[ActiveFilter]:
        """The filters shown in a section."""
        wanted = addresses(section)
        return [item for (*address, _), item in self._written.items() if tuple(address) in wanted]

    def written(self, section: FacetSection) -> Iterator[tuple[Address, str, ActiveFilter, FilterState]]:
        """Address, value, filter and state of each filter shown in a section."""
        for address in addresses(section):
            for value, state in self.at(address).items():
                yield address, value, self._written[(*address, value)], state

    def unlisted(self, listed: Collection[Address]) -> list[ActiveFilter]:
        """Filters of facets that are not among those listed."""
        return [item for (*address, _), item in self._written.items() if tuple(address) not in listed]


def addresses(section: FacetSection) -> tuple[Address, ...]:
    """What filters are shown in a section; that of the dates shows both kinds."""
    return (("modified", ""), ("created", "")) if section.operator in ("modified", "created") else (section.address,)


def comparison_label(item: ActiveFilter) -> str:
    """What a filter on no value of the facet is called."""
    match item.comparison:
        case "exists":
            return "any value"
        case "empty" | "missing":
            return "no value"
        case "equals" | "range":
            return item.value or "/"  # the folder that all are in
        case "contains":
            return f"~{item.value}"
        case _:
            return f"{item.comparison}{item.value}"


def _written_key(item: ActiveFilter) -> str:
    """What tells a filter from the others of its facet: the value folded, if it is a value of the facet."""
    if item.operator == "property" and item.comparison not in ("equals", "range", "empty"):
        return f"{item.comparison} {fold(item.value)}"
    return _folded_value(item.operator, item.value)


def _folded_value(operator: str, value: str) -> str:
    """What makes two written values the same filter."""
    folded = fold(value)
    if operator == "tag":
        return folded.lstrip("#").rstrip("/")
    return folded.strip("/") if operator == "folder" else folded
