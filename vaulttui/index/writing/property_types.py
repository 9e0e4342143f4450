"""Properties that are one thing in most notes and another in some: usable as both, but hardly meant so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from vaulttui.index.storage import duckdb

PROPERTY_TYPE_DIFFERS = "property_type_differs"
"""Code of the warning."""

_DECLARED_KINDS = {"number": "number", "checkbox": "checkbox", "date": "date", "datetime": "date"}
"""Obsidian's property types by what their values are; those of the others are texts."""
_NAMES = {"number": "a number", "date": "a date", "checkbox": "a checkbox", "map": "a map", "text": "a text"}

_FOUND = """
    SELECT key_folded, min(key) AS key, note_id, min(line) AS line,
        CASE WHEN count(DISTINCT item) > 1 THEN 'text' ELSE min(item) END AS kind
    FROM (SELECT key_folded, key, note_id, line, text, moment,
        CASE WHEN number IS NOT NULL THEN 'number' WHEN type IN ('checkbox', 'map') THEN type
            WHEN moment IS NOT NULL AND NOT list_contains(?::VARCHAR[], key_folded) THEN 'date'
            ELSE 'text' END AS item
        FROM properties) WHERE text <> '' AND NOT contains(text, '{{') AND NOT contains(text, '<%')
        AND NOT (moment IS NOT NULL AND starts_with(text, '[['))
"""
_BY_NOTE = "GROUP BY key_folded, note_id"
"""What the values of a property are in each note. A list is what its items are, texts if they are of several kinds. A
date is a text where texts belong. The link to a day's note goes with other links as well as with dates."""
_DIFFERENT = f"SELECT key_folded FROM ({_FOUND} {_BY_NOTE}) GROUP BY key_folded HAVING count(DISTINCT kind) > 1"
_KINDS = f"""
    SELECT key_folded, kind, count(DISTINCT note_id), min((path, line, key))
    FROM ({_FOUND} AND key_folded IN (SELECT unnest(?::VARCHAR[])) {_BY_NOTE}) JOIN notes USING (note_id)
    GROUP BY key_folded, kind ORDER BY key_folded, count(DISTINCT note_id) DESC, kind
"""
"""Of some properties. In one statement with those above, the values of all are kept in memory."""

KIND_COLUMNS = ("key", "key_folded", "line", "type", "text", "number", "moment")
"""Columns of ``properties`` that tell what a value is."""
_TEMPLATE = re.compile("[{][{]|<%")


def property_kinds(rows: Iterable[Sequence[Any]]) -> set[tuple[int, str, str, int | None, str]]:
    """What the values of some notes are: note, key as written and folded, line, and kind, as the query above tells it.

    Args:
        rows: Identity of the note and :data:`KIND_COLUMNS` of each value.
    """
    return {
        (note, key, key_folded, line, _kind(kind, number, moment))
        for note, key, key_folded, line, kind, text, number, moment in rows
        if text and not _TEMPLATE.search(text) and not (moment is not None and text.startswith("[["))
    }


def _kind(kind: str, number: float | None, moment: datetime | None) -> str:
    if number is not None:
        return "number"
    if moment is not None:
        return "date"
    return kind if kind in ("checkbox", "map") else "text"


def property_type_warnings(
    cursor: duckdb.DuckDBPyConnection, declared: Mapping[str, str]
) -> list[tuple[str, int | None, str, str]]:
    """Find properties whose type differs between notes, or from what the vault says.

    Args:
        cursor: Of the index.
        declared: Property types of the vault by folded key, by Obsidian's names.

    Returns:
        ``(path, line, code, message)`` for every type that a property has besides its usual one: the first of its
        notes by path. Templates and empty values do not count.
    """
    from vaulttui.vault.properties.note_properties import (
        TEXT_KEYS,  # late, with the readers of dates: a search needs none
    )

    kinds: dict[str, list[tuple[str, int, tuple[str, int | None, str]]]] = {}
    texts = sorted(TEXT_KEYS.union(key for key, kind in declared.items() if kind not in _DECLARED_KINDS))
    keys = {*declared, *(key for (key,) in cursor.execute(_DIFFERENT, [texts]).fetchall())}
    for key, kind, notes, first in cursor.execute(_KINDS, [texts, sorted(keys)]).fetchall() if keys else ():
        kinds.setdefault(key, []).append((kind, notes, first))
    return [
        (path, line, PROPERTY_TYPE_DIFFERS, _message(written, kind, notes, usual, declared.get(key), found))
        for key, found in kinds.items()
        for usual in [_DECLARED_KINDS.get(declared[key], "text") if key in declared else found[0][0]]
        for kind, notes, (path, line, written) in found
        if kind != usual
    ]


def _message(
    key: str,
    kind: str,
    notes: int,
    usual: str,
    declared: str | None,
    found: list[tuple[str, int, tuple[str, int | None, str]]],
) -> str:
    others = "" if notes == 1 else f" and in {notes - 1:,} more {'note' if notes == 2 else 'notes'}"
    count = next((count for other, count, _ in found if other == usual), 0)
    expected = (
        f"Obsidian's types.json says that it is {declared}"
        if declared is not None
        else f"it is {_NAMES[usual]} in {count:,} {'other' if count == 1 else 'others'}"
    )
    return (
        f"The property {key!r} is {_NAMES[kind]} here{others}, but {expected}. It is found as what it is in each note."
    )
