"""Filter values with their counts for one query.

Each facet is counted as if its own filter were not set, so that the sidebar shows what choosing another value would
give: the conditions of a query are taken apart at the top level, and each facet leaves out what another choice takes
the place of or joins, see :func:`vaulttui.search.language.facets.set_filter`. Of a property that is the first filter
with values of it: another that is chosen joins them. Tags leave out nothing: chosen ones add up, so another narrows
what those before have left, and so does a value beside a comparison, ``[prio:>5]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date
from typing import NamedTuple

import numpy as np

from vaulttui.clock import local_now
from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.arrays import IntArray, run_starts
from vaulttui.search.answers import MOST_FACET_VALUES, Facets, FacetValue, FileDate, PropertyFacet
from vaulttui.search.expression import AllOf, AnyOf, DateIs, Expression, FolderIs, Not, PropertyIs, conjuncts
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.query import Mode, Query
from vaulttui.search.searcher import Searcher
from vaulttui.search.view import IndexView

HIDDEN_PROPERTIES = ("tags", "tag", "aliases", "alias", "cssclass", "cssclasses", "title", "position")
"""Properties that have a place of their own or mean nothing to a reader."""
_LISTED_DAYS = 62
"""Days that are listed one by one: so many with notes, the last of them, and all from so many days ago on."""
_MANY_DAYS = 100_000
"""Counting over more takes longer than sorting."""
_NO_DAY = 1 << 40
"""Beyond any day, in days since 1970."""
_MICROSECONDS_A_DAY = 86_400_000_000
_EPOCH = date(1970, 1, 1)


class _Bounds(NamedTuple):
    """How many values of a property are listed."""

    limit: int
    whole: frozenset[str]
    """Folded names of the properties that it does not bind."""

    def of(self, key: str) -> int:
        return MOST_FACET_VALUES if key in self.whole else self.limit


class FacetCounter:
    """Counts facets in one snapshot.

    Args:
        view: The index.
        searcher: Tells which notes match.
        mode: In which they are looked for.
    """

    def __init__(self, view: IndexView, searcher: Searcher, mode: Mode) -> None:
        self._snapshot = view.snapshot
        self._columns = view.facet_columns()
        self._searcher = searcher
        self._mode = mode
        self._long_ago = (local_now().date() - _EPOCH).days - _LISTED_DAYS
        """In days since 1970."""

    def count(self, query: Query, *, date_field: FileDate, limit: int, whole: Collection[str] = ()) -> Facets:
        """Count all facets of a query, see :meth:`SearchEngine.facets`."""
        bounds = _Bounds(limit, frozenset(map(fold, whole)))
        conditions = conjuncts(query.where)
        everything = self._matching(query, conditions)
        if conditions or not everything.all():
            return self._count(query, conditions, everything, date_field, bounds)
        # Of all notes, as for every question that has no words to go by: they stay the same until something is written.
        asked = (self._snapshot.generation, date_field, bounds, self._long_ago)
        facets = self._columns.counted.get(asked)
        if facets is None:
            facets = self._columns.counted[asked] = self._count(query, conditions, everything, date_field, bounds)
        return facets

    def _count(
        self, query: Query, conditions: tuple[Expression, ...], everything: Mask, date_field: FileDate, bounds: _Bounds
    ) -> Facets:
        folders = self._without(query, conditions, everything, lambda item: isinstance(item, FolderIs))
        dates = self._without(
            query, conditions, everything, lambda item: isinstance(item, DateIs) and item.field == date_field
        )
        days = self._count_days(dates, date_field)
        return Facets(
            folders=self._folders(folders),
            tags=self._tags(everything),
            months=self._months(*days),
            properties=self._properties(query, conditions, everything, bounds),
            total=int(everything.sum()),
            days=self._days(*days),
        )

    def _matching(self, query: Query, conditions: tuple[Expression, ...]) -> Mask:
        if len(conditions) == 1:
            return self._searcher.matching_notes(query, self._mode, conditions[0])  # as the search said it
        return self._searcher.matching_notes(query, self._mode, AllOf(conditions) if conditions else None)

    def _without(
        self,
        query: Query,
        conditions: tuple[Expression, ...],
        everything: Mask,
        own: Callable[[Expression], bool],
    ) -> Mask:
        """Notes that match without the facet's own positive conditions."""
        kept = tuple(item for item in conditions if not _positively(item, own))
        return everything if len(kept) == len(conditions) else self._matching(query, kept)

    def _folders(self, mask: Mask) -> tuple[FacetValue, ...]:
        column = self._columns.folders
        counts = column.counts(self._snapshot, mask)
        codes = np.flatnonzero(counts)
        codes = codes[np.argsort(column.values.ranks()[codes])]
        names = column.values.names
        found = ((names[code], count) for code, count in zip(codes.tolist(), counts[codes].tolist(), strict=True))
        return tuple(FacetValue(folder, folder.rpartition("/")[2], count) for folder, count in found)

    def _tags(self, mask: Mask) -> tuple[FacetValue, ...]:
        column = self._columns.tags
        counts = column.counts(self._snapshot, mask)
        codes = np.flatnonzero(counts)
        codes = codes[np.lexsort((column.values.ranks()[codes], -counts[codes]))]
        labels = self._columns.tag_labels(self._snapshot)
        return tuple(
            FacetValue(labels[code], labels[code].rpartition("/")[2], int(counts[code])) for code in codes.tolist()
        )

    def _months(self, days: IntArray, counts: IntArray) -> tuple[FacetValue, ...]:
        first = run_starts(days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64))
        months = np.datetime_as_string(days[first].astype("datetime64[D]").astype("datetime64[M]")).tolist()
        sums = np.add.reduceat(counts, first).tolist() if len(first) else []
        return tuple(FacetValue(month, month, count) for month, count in zip(months, sums, strict=True))

    def _days(self, days: IntArray, counts: IntArray) -> tuple[FacetValue, ...]:
        # Of notes with dates ahead there may be many: the days behind today are wanted all the same.
        first = max(0, min(int(np.searchsorted(days, self._long_ago)), len(days) - _LISTED_DAYS))
        names = np.datetime_as_string(days[first:].astype("datetime64[D]")).tolist()
        latest = list(zip(names, counts[first:].tolist(), strict=True))
        return tuple(FacetValue(day, day, count) for day, count in reversed(latest))

    def _count_days(self, mask: Mask, date_field: FileDate) -> tuple[IntArray, IntArray]:
        """Days since 1970 that some notes are of, ascending, and how many of them."""
        moments = self._snapshot.modified if date_field == "modified" else self._snapshot.created
        days = moments.compress(mask) // _MICROSECONDS_A_DAY
        first, last = int(days.min(initial=_NO_DAY)), int(days.max(initial=-_NO_DAY))
        if last - first > _MANY_DAYS:
            return np.unique(days, return_counts=True)
        counts = np.bincount(days - first)
        found = np.flatnonzero(counts)
        return found + first, counts[found]

    def _properties(
        self, query: Query, conditions: tuple[Expression, ...], everything: Mask, bounds: _Bounds
    ) -> tuple[PropertyFacet, ...]:
        chosen: dict[str, Expression] = {}
        for item in conditions:
            key = _key_of_values(item)
            if key is not None:
                chosen.setdefault(key, item)
        named = {key for item in conditions for key in _keys_of(item)}
        hidden = {key for key in HIDDEN_PROPERTIES if key not in named}
        known = self._property_facets(everything, bounds, except_for=hidden.union(chosen))
        facets = list(known.values())
        for key, own in chosen.items():
            mask = self._matching(query, tuple(item for item in conditions if item is not own))
            facet = self._property_facets(mask, bounds).get(key)
            if facet is not None:
                facets.append(facet)
        facets.sort(key=lambda facet: (-facet.count, fold(facet.key)))
        return tuple(facets)

    def _property_facets(
        self, mask: Mask, bounds: _Bounds, *, except_for: Collection[str] = ()
    ) -> dict[str, PropertyFacet]:
        """Facets of all properties but some, by folded key."""
        keys, values, snapshot = self._columns.keys, self._columns.values, self._snapshot
        types = self._columns.key_types(snapshot)
        shown_keys, shown = keys.written(snapshot).spellings, values.written(snapshot)
        key_counts = keys.counts(snapshot, mask)
        counts = values.counts(snapshot, mask)
        counts = np.where(shown.listed, counts, 0)
        sums = np.bincount(values.groups, weights=counts, minlength=len(key_counts))
        empty = np.array(values.values.empty, dtype=np.int64)
        counts[empty[empty < len(counts)]] = 0
        codes = np.flatnonzero(counts)
        owners = values.groups[codes]
        order = np.argsort(owners, kind="stable")
        codes, owners = codes[order], owners[order]
        ranks = values.values.ranks()
        facets: dict[str, PropertyFacet] = {}
        for key in np.flatnonzero(key_counts).tolist():
            name = keys.values.names[key]
            if name in except_for:
                continue
            first, last = np.searchsorted(owners, (key, key + 1)).tolist()
            own = codes[first:last]
            # The most frequent first, then by name. Of one key there may be as many values as notes.
            own = _most_frequent(own, counts, ranks, bounds.of(name))
            kind, mixed = types.get(key, ("empty", False))
            labels = [values.values.spellings[spelling] for spelling in shown.spellings[own].tolist()]
            facets[name] = PropertyFacet(
                keys.values.spellings[shown_keys[key]],
                kind,
                int(key_counts[key]),
                tuple(
                    FacetValue(label, label, count) for label, count in zip(labels, counts[own].tolist(), strict=True)
                ),
                last - first,
                single=bool(sums[key] <= key_counts[key]),
                mixed=mixed,
            )
        return facets


def _most_frequent(codes: IntArray, counts: IntArray, ranks: IntArray, most: int) -> IntArray:
    """Some of the values that occur most often, equal ones by their names."""
    keys = ranks[codes] - (counts[codes] << 32)
    if 0 < most < len(codes):
        kept = np.argpartition(keys, most)[:most]
        codes, keys = codes[kept], keys[kept]
    return codes[np.argsort(keys)[:most]]


def _positively(item: Expression, own: Callable[[Expression], bool]) -> bool:
    """Whether a condition is a facet's own: one of its values, or a choice between several. Exclusions are not."""
    if isinstance(item, AnyOf):
        return bool(item.items) and all(_positively(part, own) for part in item.items)
    return not isinstance(item, Not) and own(item)


def _key_of_values(item: Expression) -> str | None:
    """The folded name of the property that a condition asks for values of, one or one of several."""
    if isinstance(item, PropertyIs):
        return fold(item.key) if item.comparison in ("equals", "written", "empty", "range") else None
    keys = {_key_of_values(part) for part in item.items} if isinstance(item, AnyOf) else set()
    return keys.pop() if len(keys) == 1 else None


def _keys_of(item: Expression) -> Iterator[str]:
    """The folded names of the properties that a condition asks for anything of."""
    if isinstance(item, PropertyIs):
        yield fold(item.key)
    if isinstance(item, AnyOf):
        for part in item.items:
            yield from _keys_of(part)
