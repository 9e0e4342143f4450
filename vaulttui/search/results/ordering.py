"""Orders of what was found: by relevance, or by dates, sizes, names and titles. Ties come by path.

Scores tie if they are the same as they are handed out, so that whoever merges hits orders them alike.
"""

from __future__ import annotations

import numpy as np

from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.arrays import FloatArray, IntArray, best_first
from vaulttui.search.query import Query, SortKey
from vaulttui.search.results.occurrences import count_occurrences
from vaulttui.search.view import IndexView

SCORE_DIGITS = 6
"""Digits that scores are handed out with."""


def by_score(query: Query, numbers: IntArray, scores: FloatArray, most: int | None) -> IntArray:
    """The best first, or the worst if the query says so; equal ones by number.

    Args:
        query: Says in which direction.
        numbers: Of notes or chunks, ascending.
        scores: Of all notes or chunks.
        most: So many are enough; ``None`` for all.
    """
    shown = np.round(scores.astype(np.float64), SCORE_DIGITS)
    if query.descending is False:
        return numbers[np.argsort(shown[numbers], kind="stable")]
    return best_first(numbers, shown, most)


def by_key(view: IndexView, query: Query, numbers: IntArray) -> IntArray:
    """Notes in the order that a query asks for, other than relevance.

    Args:
        view: The index.
        query: Its order.
        numbers: Of notes, ascending, which is by path.
    """
    snapshot, key, descending = view.snapshot, query.order, query.descends
    if key == "path":
        return numbers[::-1] if descending else numbers
    if key in ("name", "title"):
        return _by_text(view, key, numbers, descending=descending)
    if key == "occurrences":
        values = count_occurrences(view, query.where, numbers)
    else:
        values = {
            "modified": snapshot.mtimes,
            "created": snapshot.created,
            "updated": snapshot.updated,
            "size": snapshot.sizes,
        }[key][numbers]
    missing = values == np.iinfo(np.int64).min
    # Notes without the date come last whichever way the others run.
    order = np.lexsort((-values if descending else values, missing))
    return numbers[order]


def _by_text(view: IndexView, key: SortKey, numbers: IntArray, *, descending: bool) -> IntArray:
    snapshot = view.snapshot
    if key == "name":
        texts = {number: snapshot.paths[number] for number in numbers.tolist()}
    else:
        rows = view.cursor.execute("SELECT note_id, title FROM notes").fetchall()
        titles = {int(snapshot.note_numbers[row[0]]): row[1] for row in rows}
        texts = {number: titles[number] for number in numbers.tolist()}
    ordered = sorted(texts, key=lambda number: fold(texts[number]), reverse=descending)  # ties stay in order
    return np.array(ordered, dtype=np.int64)
