"""What the index knows of notes that are looked for by a tag or a property.

For :mod:`vaulttui.search.lookups.finding`.
"""

from __future__ import annotations

import logging

from vaulttui.errors import IndexFault
from vaulttui.index.storage.arrays import scan
from vaulttui.search.expression import AllOf, Comparison, Expression, PropertyIs, TagIs
from vaulttui.search.lookups.finding import IndexedNotes
from vaulttui.search.query import FileQuery
from vaulttui.search.view import IndexView, IndexViews

log = logging.getLogger(__name__)

_ROWS = 2_000
"""So many are fetched at a time."""


def indexed_notes(views: IndexViews, query: FileQuery) -> IndexedNotes | None:
    """What the index has of all notes' files, and which of them have the tag and the property that are asked for.

    Args:
        views: Of the index.
        query: What is looked for.

    Returns:
        ``None`` if the index cannot be read: names and properties are in the files, too.
    """
    conditions: list[Expression] = [] if query.tag is None else [TagIs(query.tag.lstrip("#"))]
    if query.property is not None:
        key, value = query.property.get("key", ""), query.property.get("value", "")
        by_value: Comparison = "equals" if query.property.get("type") == "number" else "written"
        conditions.append(PropertyIs(key, by_value if value else "exists", value))
    try:
        return views.ask(lambda view: _read(view, AllOf(tuple(conditions))))
    except IndexFault as fault:
        log.warning("all notes are read, to find some by tag or property: %s", fault.message)
        return None


def _read(view: IndexView, where: Expression) -> IndexedNotes:
    mask = view.snapshot.gather(view.filters.mask(where))
    stats: dict[str, tuple[int, int, int, int]] = {}
    fitting: dict[str, tuple[str, ...]] = {}
    cursor = scan(
        view.cursor,
        "SELECT path, size, mtime_ns, ctime_ns, inode, "
        "CASE WHEN note_id IN (SELECT id FROM rows) THEN tags END FROM notes",
        {"id": view.snapshot.note_ids[mask]},
    )
    while rows := cursor.fetchmany(_ROWS):
        for path, *stat, tags in rows:
            size, mtime, ctime, inode = stat
            stats[path] = size, mtime, ctime, inode
            if tags is not None:
                fitting[path] = tuple(tags)
    return IndexedNotes(stats, fitting)
