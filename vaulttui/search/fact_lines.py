"""Where in notes the metadata stands that a query asks for: a tag or an inline field in the text, a link, a task.

What stands in the frontmatter is shown with the note as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from vaulttui.index.arrays import scan
from vaulttui.search.expression import AllOf, AnyOf, Expression, HasFeature, LinksTo, PropertyIs, TagIs
from vaulttui.search.filters import tag_query
from vaulttui.search.property_conditions import property_condition
from vaulttui.search.snapshot import IntArray
from vaulttui.search.targets import target_key
from vaulttui.search.text_conditions import Condition
from vaulttui.search.view import IndexView

_FEATURES = {
    "tasks": "SELECT note_id, line FROM tasks",
    "attachment": "SELECT note_id, line FROM links WHERE resolved IN (SELECT path FROM attachments)",
    "unresolved": "SELECT note_id, line FROM links WHERE resolved IS NULL",
}
_TAGS_ALONE = re.compile(r"[\s,;>*-]*(?:#[^\s#]+[\s,;]*)+")
"""A line that says nothing but how a note is filed."""


def fact_lines(view: IndexView, where: Expression | None, notes: IntArray) -> Mapping[int, tuple[int, ...]]:
    """Find the lines of some notes for which they were found.

    Args:
        view: The index.
        where: The conditions.
        notes: Numbers of notes that fulfil them.

    Returns:
        The numbers of chunks that have any, and the lines within each of them, from 0.
    """
    lines: dict[int, set[int]] = {}
    rows = {"id": view.snapshot.note_ids[notes]}
    for sql, parameters in _conditions(view, where):
        known = (
            f"SELECT f.note_id, f.line FROM ({sql}) f JOIN notes n USING (note_id) "
            "WHERE f.note_id IN (SELECT id FROM rows) AND f.line >= n.body_line"
        )
        for note, line in scan(view.cursor, known, rows, parameters).fetchall():
            lines.setdefault(note, set()).add(line)
    if not lines:
        return {}
    rows = {"id": np.array(list(lines))}
    sql = "SELECT note_id, chunk_id, first_line, last_line FROM chunks WHERE note_id IN (SELECT id FROM rows)"
    found: dict[int, set[int]] = {}
    for note, identity, first, last in scan(view.cursor, sql, rows).fetchall():
        inside = {line - first for line in lines[note] if first <= line <= last}
        if inside:
            found[int(view.snapshot.chunk_places[identity])] = inside
    for number, chunk in view.chunk_texts(list(found)).items():
        text = chunk.text.split("\n")
        found[number] = {line for line in found[number] if line < len(text) and not _TAGS_ALONE.fullmatch(text[line])}
    return {number: tuple(sorted(found[number])) for number in sorted(found) if found[number]}


def _conditions(view: IndexView, where: Expression | None) -> Iterator[Condition]:
    """Queries for notes and lines."""
    match where:
        case TagIs(tag):
            yield tag_query(tag, "note_id, line")
        case PropertyIs(comparison=comparison) if comparison != "missing":
            yield property_condition(where, "note_id, line")
        case LinksTo(target):
            yield (
                "SELECT note_id, line FROM links WHERE resolved = ? OR (resolved IS NULL AND name_key = ?)",
                [view.filters.note_named(target), target_key(target)],
            )
        case HasFeature(feature) if feature in _FEATURES:
            yield _FEATURES[feature], []
        case AllOf(items) | AnyOf(items):
            for item in items:
                yield from _conditions(view, item)
