"""Filters of the query stay where they stood among the values of their facets.

What is excluded leaves no note that has it, and so it is not counted any longer; what was chosen may leave none either.
Its row is to stay below the cursor all the same: the next key is meant for the row that was seen next to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import Facets, FacetValue, FileDate, PropertyFacet
from vaulttui.search.syntax import FilterState
from vaulttui.tui.widgets.facet_filters import FacetFilters, States
from vaulttui.tui.widgets.facet_sections import UNKNOWN

_Listed = TypeVar("_Listed", FacetValue, PropertyFacet)


def in_place(facets: Facets, before: Facets, filters: FacetFilters, date_field: FileDate) -> Facets:
    """Add what filters are on and is no longer listed, with no notes, behind what it stood behind.

    Args:
        facets: The new counts.
        before: What was shown before them, its months of the same date.
        filters: The filters of the query.
        date_field: The date that the months are of.
    """

    def paths(
        operator: str, now: tuple[FacetValue, ...], shown_before: tuple[FacetValue, ...]
    ) -> tuple[FacetValue, ...]:
        # What a filter is nested in holds its place.
        on = {path for value in filters.at((operator, "")) for path in _with_parents(value)}
        return _placed(now, shown_before, _name, lambda value: replace(value, count=0) if _name(value) in on else None)

    dates = filters.at((date_field, ""))
    return replace(
        facets,
        folders=paths("folder", facets.folders, before.folders),
        tags=paths("tag", facets.tags, before.tags),
        months=_placed(
            facets.months,
            before.months,
            _name,
            lambda month: replace(month, count=0) if month.value in dates or month.value[:4] in dates else None,
        ),
        properties=_properties(facets.properties, before.properties, filters),
    )


def _properties(
    now: tuple[PropertyFacet, ...], before: tuple[PropertyFacet, ...], filters: FacetFilters
) -> tuple[PropertyFacet, ...]:
    def states(facet: PropertyFacet) -> States:
        return filters.at(("property", fold(facet.key)))

    def without_notes(facet: PropertyFacet) -> PropertyFacet | None:
        return replace(facet, count=0, values=(), distinct=0) if states(facet) else None

    known = {_key(facet): facet for facet in before}
    return tuple(
        _with_values(facet, known[_key(facet)], states(facet)) if _key(facet) in known and states(facet) else facet
        for facet in _placed(now, before, _key, without_notes)
    )


def _with_values(facet: PropertyFacet, before: PropertyFacet, states: States) -> PropertyFacet:
    """The values of a property with those that filters are on."""
    complete = facet.distinct <= len(facet.values)
    ranges = [
        (low, high, state) for name, state in states.items() for low, dots, high in [name.partition("..")] if dots
    ]

    def on(value: FacetValue) -> set[FilterState]:
        name = _name(value)
        around = {state for low, high, state in ranges if _between(name, low, high)}
        return around | {states[name]} if name in states else around

    def kept(value: FacetValue) -> FacetValue | None:
        found = on(value)
        # Where not all are listed, one that is not may have notes, unless they are left out.
        notes = 0 if complete or "exclude" in found else UNKNOWN
        return replace(value, count=notes) if found else None

    values = _placed(facet.values, before.values, _name, kept)
    # One that may have notes is already among the different ones that were counted.
    added = len(values) - len(facet.values) - sum(value.count == UNKNOWN for value in values)
    return replace(facet, values=values, distinct=facet.distinct + added)


def _placed(
    now: tuple[_Listed, ...],
    before: Sequence[_Listed],
    name: Callable[[_Listed], str],
    kept: Callable[[_Listed], _Listed | None],
) -> tuple[_Listed, ...]:
    """A list, and what of the one before it is kept, each behind what it stood behind; else before what followed it."""
    there = {name(item) for item in now}
    first = last = ""
    behind: dict[str, list[_Listed]] = {}
    for item in before:
        if name(item) in there:
            last = name(item)
            first = first or last
        elif (lost := kept(item)) is not None:
            behind.setdefault(last, []).append(lost)
    if not behind:
        return now
    found = [] if first else behind.pop("", [])
    for item in now:
        if name(item) == first:
            found.extend(behind.get("", ()))
        found.append(item)
        found.extend(behind.get(name(item), ()))
    return tuple(found)


def _name(value: FacetValue) -> str:
    return fold(value.value)


def _key(facet: PropertyFacet) -> str:
    return fold(facet.key)


def _with_parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]


def _between(value: str, low: str, high: str) -> bool:
    """Whether a value is in a range, of numbers or of days."""
    try:
        return float(low) <= float(value) <= float(high)
    except ValueError:
        return low <= value <= high
