"""How often what conditions look for stands in notes, as plain text: an order without ranking by words or meaning."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import IntArray, scan
from vaulttui.search.expression import Expression, RegexIs, affirmed
from vaulttui.search.view import IndexView

COUNTED = 10
"""More occurrences of one pattern in a note's text and properties count no more than these."""
NAME_WEIGHT = 10
"""So many occurrences count as much as that there is one in the title, or in the file name."""

_TEXTS = """
    SELECT note_id, least(?, sum(len(regexp_extract_all(value, ?, 0, 'i')))) AS points
    FROM (SELECT note_id, text AS value FROM chunks UNION ALL SELECT note_id, text FROM properties WHERE type <> 'map')
    WHERE note_id IN (SELECT id FROM rows)
    GROUP BY note_id"""
_NAMES = """
    SELECT note_id, ? * (regexp_matches(title, ?, 'i')::INTEGER + regexp_matches(name, ?, 'i')::INTEGER) AS points
    FROM notes WHERE note_id IN (SELECT id FROM rows)"""


def count_occurrences(view: IndexView, where: Expression | None, notes: IntArray) -> NDArray[np.int64]:
    """Points of some notes: occurrences of the regular expressions that are looked for anywhere in a note.

    Args:
        view: The index.
        where: The conditions; what is excluded counts nothing.
        notes: Numbers of notes.

    Returns:
        Points, in the order of the notes.
    """
    points = np.zeros(view.snapshot.note_count, dtype=np.int64)
    rows = {"id": view.snapshot.note_ids[notes]}
    for pattern in dict.fromkeys(_patterns(where)):
        lines = f"(?m){pattern}"
        for sql, parameters in ((_TEXTS, [COUNTED, lines]), (_NAMES, [NAME_WEIGHT, lines, lines])):
            found = scan(view.cursor, sql, rows, parameters).fetchnumpy()
            numbers = view.snapshot.note_numbers[np.asarray(found["note_id"])]
            points[numbers] += np.asarray(found["points"]).astype(np.int64)
    return points[notes]


def _patterns(where: Expression | None) -> Iterator[str]:
    for condition in affirmed(where):
        if isinstance(condition, RegexIs) and condition.field == "any":
            yield condition.pattern
