"""Completions: tags, folders, property names and values, and notes by name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date

import numpy as np

from vaulttui.index.reading.letters import fold
from vaulttui.search.answers import Suggestion, SuggestKind
from vaulttui.search.lookups.note_suggestions import suggest_notes
from vaulttui.search.memory.value_columns import PairColumn, SetColumn
from vaulttui.search.view import IndexView
from vaulttui.vault.note import PropertyType


def suggest(view: IndexView, kind: SuggestKind, prefix: str, key: str, limit: int) -> tuple[Suggestion, ...]:
    """Complete what was typed; see :meth:`vaulttui.search.engine.SearchEngine.suggest`."""
    if kind == "note":
        return suggest_notes(view, prefix, limit)
    wanted = fold(prefix.lstrip("#"))
    values_of = _type_of(view, key) if kind == "value" else "text"
    ranked = sorted(
        (rank, -count, _place(label, values_of), label)
        for label, count in _counted(view, kind, key)
        if (rank := _rank(fold(label), wanted)) is not None
    )
    return tuple(Suggestion(label, label, f"{-count:,}", count=-count) for _, count, _, label in ranked[:limit])


def _counted(view: IndexView, kind: SuggestKind, key: str) -> Iterator[tuple[str, int]]:
    """All that may be meant, as most notes write it, and how many notes have it."""
    columns = view.facet_columns()
    column: SetColumn | PairColumn = {"folder": columns.folders, "tag": columns.tags, "property": columns.keys}.get(
        kind, columns.values
    )
    counts = column.counts(view.snapshot, np.ones(view.snapshot.note_count, dtype=np.bool_))
    written = column.written(view.snapshot)
    if isinstance(column, PairColumn):
        of_key = [number for number, name in enumerate(columns.keys.values.names) if name == fold(key)]
        counts = np.where(np.isin(column.groups, of_key) & written.listed, counts, 0)
        counts[[code for code in column.values.empty if code < len(counts)]] = 0
    codes = np.flatnonzero(counts)
    tags = columns.tag_labels(view.snapshot) if kind == "tag" else None
    for code, count in zip(codes.tolist(), counts[codes].tolist(), strict=True):
        yield column.values.spellings[written.spellings[code]] if tags is None else tags[code], count


def _type_of(view: IndexView, key: str) -> PropertyType:
    """What a property is in most notes."""
    columns = view.facet_columns()
    names = columns.keys.values.names
    types = columns.key_types(view.snapshot)
    return next((of_key for code, (of_key, _) in types.items() if names[code] == fold(key)), "empty")


def _place(value: str, values_of: PropertyType) -> float:
    """Where a value stands among those that are as frequent: the latest day first, numbers by their value. What is
    neither stands behind; elsewhere all stand in one place."""
    try:
        if values_of in ("date", "datetime"):
            return -date.fromisoformat(value).toordinal()
        number = float(value) if values_of == "number" else 0.0
    except ValueError:
        return math.inf
    return number if math.isfinite(number) else math.inf


def _rank(value: str, wanted: str) -> int | None:
    """0 for a beginning, 1 for the beginning of a word or of a nested name, 2 for anywhere, ``None`` for nowhere."""
    if value.startswith(wanted):
        return 0
    position = value.find(wanted)
    if position < 0:
        return None
    return 1 if not value[position - 1].isalnum() else 2
