"""Filter values with their counts for one query.

Each facet is counted as if its own filter were not set, so that the sidebar shows what choosing another value would
give: the conditions of a query are taken apart at the top level, and each facet leaves out those of its own kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from vaulttui.index.arrays import scan
from vaulttui.index.tokenizer import fold
from vaulttui.search.engine import Facets, FacetValue, PropertyFacet
from vaulttui.search.expression import AllOf, AnyOf, DateIs, Expression, FolderIs, Not, PropertyIs, TagIs
from vaulttui.search.query import Query
from vaulttui.search.searcher import Searcher
from vaulttui.search.snapshot import Mask
from vaulttui.search.view import IndexView

HIDDEN_PROPERTIES = ("tags", "tag", "aliases", "alias", "cssclass", "cssclasses", "title", "position")
"""Properties that have a place of their own or mean nothing to a reader."""
_MOST_PROPERTIES = 60
_MOST_DAYS = 62

DateField = Literal["modified", "created"]


class FacetCounter:
    """Counts facets in one snapshot.

    Args:
        view: The index.
        searcher: Tells which notes match.
    """

    def __init__(self, view: IndexView, searcher: Searcher) -> None:
        self._cursor = view.cursor
        self._snapshot = view.snapshot
        self._searcher = searcher

    def count(self, query: Query, *, date_field: DateField, limit: int) -> Facets:
        """Count all facets of a query."""
        conditions = _conditions(query.where)
        everything = self._matching(query, conditions)
        folders = self._without(query, conditions, everything, lambda item: isinstance(item, FolderIs))
        tags = self._without(query, conditions, everything, lambda item: isinstance(item, TagIs))
        dates = self._without(
            query, conditions, everything, lambda item: isinstance(item, DateIs) and item.field == date_field
        )
        return Facets(
            folders=self._folders(folders),
            tags=self._tags(tags),
            months=self._months(dates, date_field),
            properties=self._properties(query, conditions, everything, limit),
            total=int(everything.sum()),
            days=self._days(dates, date_field),
        )

    def _matching(self, query: Query, conditions: tuple[Expression, ...]) -> Mask:
        return self._searcher.matching_notes(query, AllOf(conditions) if conditions else None)

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
        counts: dict[str, int] = defaultdict(int)
        paths = self._snapshot.paths
        for note in np.flatnonzero(mask).tolist():
            counts[paths[note].rpartition("/")[0]] += 1
        totals: dict[str, int] = defaultdict(int)
        for folder, count in counts.items():
            parts = folder.split("/") if folder else []
            for depth in range(1, len(parts) + 1):
                totals["/".join(parts[:depth])] += count
        return tuple(
            FacetValue(folder, folder.rpartition("/")[2], totals[folder])
            for folder in sorted(totals, key=lambda name: [fold(part) for part in name.split("/")])
        )

    def _tags(self, mask: Mask) -> tuple[FacetValue, ...]:
        rows = self._scan("SELECT tag, tag_folded, note_id FROM tags WHERE note_id IN (SELECT note_id FROM rows)", mask)
        notes: dict[str, set[int]] = defaultdict(set)
        labels: dict[str, str] = {}
        for tag, folded_tag, note in rows:
            parts, folded_parts = tag.split("/"), folded_tag.split("/")
            for depth in range(1, len(parts) + 1):
                key = "/".join(folded_parts[:depth])
                notes[key].add(note)
                labels.setdefault(key, "/".join(parts[:depth]))
        ordered = sorted(notes, key=lambda key: (-len(notes[key]), key))
        return tuple(FacetValue(labels[key], labels[key].rpartition("/")[2], len(notes[key])) for key in ordered)

    def _months(self, mask: Mask, date_field: DateField) -> tuple[FacetValue, ...]:
        moments = self._snapshot.modified if date_field == "modified" else self._snapshot.created
        months, counts = np.unique(moments[mask].astype("datetime64[us]").astype("datetime64[M]"), return_counts=True)
        return tuple(
            FacetValue(str(month), str(month), int(count)) for month, count in zip(months, counts, strict=True)
        )

    def _days(self, mask: Mask, date_field: DateField) -> tuple[FacetValue, ...]:
        moments = self._snapshot.modified if date_field == "modified" else self._snapshot.created
        days, counts = np.unique(moments[mask].astype("datetime64[us]").astype("datetime64[D]"), return_counts=True)
        latest = list(zip(days[-_MOST_DAYS:], counts[-_MOST_DAYS:], strict=True))
        return tuple(FacetValue(str(day), str(day), int(count)) for day, count in reversed(latest))

    def _properties(
        self, query: Query, conditions: tuple[Expression, ...], everything: Mask, limit: int
    ) -> tuple[PropertyFacet, ...]:
        chosen = {fold(item.key) for part in conditions for item in _property_conditions(part)}
        facets = [facet for key, facet in self._property_facets(everything, limit).items() if key not in chosen]
        for key in sorted(chosen):
            mask = self._without(
                query,
                conditions,
                everything,
                lambda item, key=key: isinstance(item, PropertyIs) and fold(item.key) == key,  # type: ignore[misc]
            )
            facet = self._property_facets(mask, limit, key=key).get(key)
            if facet is not None:
                facets.append(facet)
        facets.sort(key=lambda facet: (-facet.count, fold(facet.key)))
        return tuple(facets[:_MOST_PROPERTIES])

    def _property_facets(self, mask: Mask, limit: int, *, key: str = "") -> dict[str, PropertyFacet]:
        """Facets by folded key: of all properties, or of one."""
        hidden = ", ".join(f"'{name}'" for name in HIDDEN_PROPERTIES)
        only = "key_folded = ?" if key else f"key_folded NOT IN ({hidden})"
        rows = self._scan(
            f"""
            WITH found AS (
                SELECT key, key_folded, type, text, text_folded, note_id FROM properties
                WHERE note_id IN (SELECT note_id FROM rows) AND {only}),
            keys AS (
                SELECT key_folded, mode(key) AS key, mode(type) FILTER (type <> 'empty') AS type,
                    count(DISTINCT note_id) AS notes, count(DISTINCT text_folded) FILTER (text <> '') AS distinct_values
                FROM found GROUP BY key_folded),
            counted AS (
                SELECT key_folded, mode(text) AS text, count(DISTINCT note_id) AS notes,
                    row_number() OVER (
                        PARTITION BY key_folded ORDER BY count(DISTINCT note_id) DESC, text_folded) AS place
                FROM found WHERE text <> '' GROUP BY key_folded, text_folded)
            SELECT keys.*, counted.text, counted.notes FROM keys LEFT JOIN counted
            ON counted.key_folded = keys.key_folded AND counted.place <= {int(limit)}
            ORDER BY keys.key_folded, counted.place
            """,
            mask,
            [key] if key else [],
        )
        facets: dict[str, PropertyFacet] = {}
        values: dict[str, list[FacetValue]] = defaultdict(list)
        for key_folded, name, kind, notes, distinct, text, count in rows:
            if text is not None:
                values[key_folded].append(FacetValue(text, text, count))
            facets[key_folded] = PropertyFacet(name, kind or "empty", notes, (), distinct)
        return {
            folded_key: PropertyFacet(facet.key, facet.type, facet.count, tuple(values[folded_key]), facet.distinct)
            for folded_key, facet in facets.items()
        }

    def _scan(self, sql: str, mask: Mask, parameters: list[object] | None = None) -> list[tuple[Any, ...]]:
        rows = {"note_id": self._snapshot.note_ids[mask]}
        found: list[tuple[Any, ...]] = scan(self._cursor, sql, rows, parameters or []).fetchall()
        return found


def _conditions(where: Expression | None) -> tuple[Expression, ...]:
    if where is None:
        return ()
    return where.items if isinstance(where, AllOf) else (where,)


def _positively(item: Expression, own: Callable[[Expression], bool]) -> bool:
    """Whether a condition is a facet's own: one of its values, or a choice between several. Exclusions are not."""
    if isinstance(item, AnyOf):
        return bool(item.items) and all(_positively(part, own) for part in item.items)
    return not isinstance(item, Not) and own(item)


def _property_conditions(item: Expression) -> list[PropertyIs]:
    if isinstance(item, PropertyIs):
        return [item]
    if isinstance(item, AnyOf):
        return [found for part in item.items for found in _property_conditions(part)]
    return []
