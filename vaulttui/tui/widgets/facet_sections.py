"""Facets as the sections of the filter sidebar: what each holds, and how its values nest."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta

from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import Facets, FacetValue, FileDate, PropertyFacet
from vaulttui.search.syntax import FacetOperator

UNKNOWN = -1
"""The count of a value whose notes were not counted."""

_ROOT = ""
_MANY_NUMBERS = 12
"""Different numbers from which on they are shown as ranges."""
_RANGES = 6
"""Ranges that the numbers of a property are put into, each with about as many notes."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)
"""What a note has as a number: not 05, 1_000, 1e5, nan."""
_MONTHS = tuple(calendar.month_name)


@dataclass(frozen=True, slots=True)
class FacetTree:
    """Values of one section."""

    children: Mapping[str, Sequence[FacetValue]]
    """Values by the value that they are nested in (folded, ``""`` for those at the top), in the order to show
    them in."""
    labels: Callable[[FacetValue], str]
    """What a value is called below the value that it is nested in."""
    paths: Set[str] | None = None
    """All values, folded, if they nest by the ``/`` in them."""

    def all(self) -> Iterator[FacetValue]:
        """Every value once, those at the top first."""
        for values in self.children.values():
            yield from values

    def holds(self, folded: str) -> bool:
        """Whether there is a value."""
        return folded in self.paths if self.paths is not None else self._above(folded) is not None

    def holds_deeper(self, folded: str) -> bool:
        """Whether a filter on a folder may find notes though none of the root is called so: the end of a path will do,
        or what lies in its middle, a dot at the end leaves out the folders in it, and without a name it is all."""
        name = folded.removesuffix(".").strip("/")
        return not name or any(f"/{name}/" in f"/{path}/" for path in self.paths or ())

    def parent(self, folded: str) -> str:
        """What a value is nested in, ``""`` for nothing; both folded."""
        if self.paths is None:
            return self._above(folded) or _ROOT
        above = folded.rpartition("/")[0]
        return above if above in self.paths else _ROOT

    def _above(self, folded: str) -> str | None:
        for above, values in self.children.items():
            if any(fold(value.value) == folded for value in values):
                return above
        return None


@dataclass(frozen=True, slots=True)
class FacetSection:
    """One foldable part of the sidebar."""

    id: str
    """Stays the same from one update to the next."""
    label: str
    operator: FacetOperator
    key: str
    """Name of the property; ``""`` for the other operators."""
    count: int
    """Notes that have the property, :data:`UNKNOWN` where that means nothing."""
    grow: Callable[[], FacetTree]
    """Makes the tree; called only when it is shown."""
    hidden: int = 0
    """Further values that were not counted."""
    nested: bool = False
    """Whether values may have others below them. Those of a property that have are ranges."""

    @property
    def address(self) -> tuple[str, str]:
        """What tells which filters belong to the section."""
        return (self.operator, fold(self.key))


def sections(facets: Facets, date_field: FileDate, today: date) -> list[FacetSection]:
    """Lay out facets: folders, tags, dates, then one section for each property. Empty ones are left out."""

    def grow_dates() -> FacetTree:
        return _date_tree(facets.months, facets.days, today)

    found: list[FacetSection] = []
    folders = [folder for folder in facets.folders if folder.value]
    if folders:
        found.append(
            FacetSection("folders", "Folders", "folder", "", UNKNOWN, lambda: _path_tree(folders), nested=True)
        )
    if facets.tags:
        found.append(FacetSection("tags", "Tags", "tag", "", UNKNOWN, lambda: _path_tree(facets.tags), nested=True))
    if facets.months:
        found.append(FacetSection("dates", "Dates", date_field, "", UNKNOWN, grow_dates, nested=True))
    # Of maps what is nested in them is listed.
    found.extend(_property_section(facet) for facet in facets.properties if facet.type != "map" or facet.values)
    return found


def unlisted_section(operator: FacetOperator, key: str, date_field: FileDate) -> FacetSection:
    """A section for filters on something that no facet was counted for.

    It is called what it would be if there were any, so that it and its rows are found again when they come and go.
    """

    def section(name: str, label: str, operator: FacetOperator, count: int = UNKNOWN) -> FacetSection:
        return FacetSection(name, label, operator, key, count, lambda: FacetTree({}, _own_label))

    match operator:
        case "property":
            return section(f"property:{fold(key)}", key, operator, 0)
        case "folder":
            return section("folders", "Folders", operator)
        case "tag":
            return section("tags", "Tags", operator)
        case "modified" | "created":
            return section("dates", "Dates", date_field)  # filters on the other date stand below it, too


def _own_label(value: FacetValue) -> str:
    return value.label


def _last_part(value: FacetValue) -> str:
    label = value.label
    return (label.rstrip("/").rpartition("/")[2] or label) if "/" in label else label


def _path_tree(values: Sequence[FacetValue]) -> FacetTree:
    """Nest values whose names are parted by ``/``. One whose parent is not listed stands at the top."""
    known = {fold(value.value) for value in values}
    children: dict[str, list[FacetValue]] = {_ROOT: []}
    loose: set[str] = set()
    top = children[_ROOT]
    for value in values:
        name = value.value
        if "/" not in name:
            top.append(value)
            continue
        parent = fold(name.rpartition("/")[0])
        if parent in known:
            children.setdefault(parent, []).append(value)
        else:
            top.append(value)
            loose.add(name)
    if not loose:
        return FacetTree(children, _last_part, known)
    return FacetTree(children, lambda value: value.value if value.value in loose else _last_part(value), known)


def _date_tree(months: Sequence[FacetValue], days: Sequence[FacetValue], today: date) -> FacetTree:
    """Recent days, then years with their months, the newest first."""
    yesterday = today - timedelta(1)
    children: dict[str, list[FacetValue]] = {
        _ROOT: [
            FacetValue("today", "Today", _notes_between(days, today, today)),
            FacetValue("yesterday", "Yesterday", _notes_between(days, yesterday, yesterday)),
            # As the query language has it: from that many days ago on, without an end.
            FacetValue("7d", "Last 7 days", _notes_between(days, today - timedelta(7), date.max)),
            FacetValue("30d", "Last 30 days", _notes_between(days, today - timedelta(30), date.max)),
        ]
    }
    totals: dict[str, int] = {}
    for month in reversed(months):
        year = month.value[:4]
        totals[year] = totals.get(year, 0) + month.count
        children.setdefault(year, []).append(FacetValue(month.value, _month_name(month.value), month.count))
    for year, total in totals.items():
        children[_ROOT].append(FacetValue(year, "This year" if year == f"{today.year:04}" else year, total))
    return FacetTree(children, _own_label)


def _notes_between(days: Sequence[FacetValue], first: date, last: date) -> int:
    """Notes of some days of the last two months, both ends included: all of these that have notes are listed."""
    return sum(day.count for day in days if first.isoformat() <= day.value <= last.isoformat()) if days else UNKNOWN


def _month_name(month: str) -> str:
    number = int(month[5:7])
    return _MONTHS[number] if 1 <= number <= 12 else month


def _property_section(facet: PropertyFacet) -> FacetSection:
    complete = facet.distinct <= len(facet.values)
    numbers = [value for value in facet.values if _NUMBER.fullmatch(value.value)] if facet.type == "number" else []
    dated = facet.type in ("date", "datetime") and len(facet.values) > 1

    def grow() -> FacetTree:
        if dated:
            return _day_tree(facet.values, complete and facet.single)
        if facet.type == "number":
            # Texts that look like numbers and dates in a year are counted by themselves, and are in no range or in one.
            return _number_tree(facet.values, numbers, complete and facet.single and not facet.mixed)
        values: Sequence[FacetValue] = facet.values
        if facet.type == "checkbox":
            values = sorted(values, key=lambda value: value.value.casefold() != "true")
        return FacetTree({_ROOT: values}, _own_label)

    return FacetSection(
        f"property:{fold(facet.key)}",
        facet.key,
        "property",
        facet.key,
        facet.count,
        grow,
        hidden=0 if complete else facet.distinct - len(facet.values),
        nested=dated or len(numbers) > _MANY_NUMBERS,
    )


def _total(values: Iterable[FacetValue], summable: bool) -> int:
    """Notes that have one of some values, if each has one of them at most and none is missing."""
    return sum(value.count for value in values) if summable else UNKNOWN


def _number_tree(values: Sequence[FacetValue], numbers: Sequence[FacetValue], summable: bool) -> FacetTree:
    """Numbers in their order; many of them within ranges that hold about equally many different ones."""
    ordered = sorted(numbers, key=lambda value: float(value.value))
    others = [value for value in values if not _NUMBER.fullmatch(value.value)]
    summable = summable and len({float(value.value) for value in ordered}) == len(ordered)  # 5.0 and 5.00 may be parted
    if len(ordered) <= _MANY_NUMBERS:
        return FacetTree({_ROOT: [*ordered, *others]}, _own_label)
    children: dict[str, Sequence[FacetValue]] = {}
    ranges: list[FacetValue] = []
    for place in range(_RANGES):
        part = ordered[len(ordered) * place // _RANGES : len(ordered) * (place + 1) // _RANGES]
        low, high = part[0], part[-1]
        ranges.append(FacetValue(f"{low.value}..{high.value}", f"{low.label} – {high.label}", _total(part, summable)))
        children[fold(ranges[-1].value)] = part
    return FacetTree({_ROOT: [*ranges, *others], **children}, _own_label)


def _day_tree(values: Sequence[FacetValue], summable: bool) -> FacetTree:
    """Dates within months within years, the newest first; what is no date behind them."""
    years: dict[str, dict[str, list[FacetValue]]] = {}
    others: list[FacetValue] = []
    for value in sorted(values, key=lambda value: value.value, reverse=True):
        if _is_day(value.value):
            year, month, _ = value.value.split("-")
            years.setdefault(year, {}).setdefault(month, []).append(value)
        else:
            others.append(value)
    top: list[FacetValue] = []
    children: dict[str, Sequence[FacetValue]] = {}
    for year, months in years.items():
        below: list[FacetValue] = []
        for month, days in months.items():
            last_day = calendar.monthrange(int(year), int(month))[1]
            span = f"{year}-{month}-01..{year}-{month}-{last_day:02}"
            below.append(FacetValue(span, _MONTHS[int(month)], _total(days, summable)))
            children[span] = days
        span = f"{year}-01-01..{year}-12-31"
        top.append(FacetValue(span, year, _total((day for days in months.values() for day in days), summable)))
        children[span] = below
    return FacetTree({_ROOT: [*top, *others], **children}, _own_label)


def _is_day(text: str) -> bool:
    """Whether a text is a day that exists: 2025-02-30 is a text."""
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False
