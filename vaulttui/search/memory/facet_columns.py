"""Folders, tags and properties of all notes as columns of small numbers, so that counting them is one pass.

What a note has never changes under its identity (a note that is written again gets a new one), so these columns are
read on as the inverted index is: see :mod:`vaulttui.search.memory.postings`.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Hashable, Iterator
from dataclasses import field
from functools import lru_cache
from typing import Any, cast
from unicodedata import normalize

import numpy as np

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import number_text
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.database import Begin
from vaulttui.search.answers import Facets
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.memory.value_columns import PairColumn, SetColumn
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyType

_MOST_READ = 2
"""So many times as many notes as there are have rows here before those of notes that are gone are left out."""
_ROWS = 2_000
"""So many are fetched at a time."""
_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class FacetColumns:
    """All columns at one generation, or later."""

    generation: int
    last_note: int
    read: int
    """Notes that the columns have, with those that are gone."""
    folders: SetColumn
    """Each folder and the folders that it lies in."""
    tags: SetColumn
    """Each tag and the tags that it is nested in."""
    keys: SetColumn
    values: PairColumn
    """Grouped by the number of their key. The empty text is a value too, and stands for maps; a moment counts as its
    day."""
    types: SetColumn
    """Of properties that are not empty, grouped by the number of their key."""
    counted: dict[Hashable, Facets] = field(default_factory=dict)
    """Facets of all notes, by all that they depend on."""
    _tag_labels: dict[int, list[str]] = field(default_factory=dict)
    """By generation."""

    def read_on(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> FacetColumns:
        """These columns with the notes that were written since, as the cursor sees them."""
        folders, tags, keys, values, types = array("i"), array("i"), array("i"), array("i"), array("i")
        last, read = self.last_note, self.read
        for note, folder in _rows(cursor, "SELECT note_id, folder FROM notes", self.last_note):
            last, read = max(last, note), read + 1
            for name, label in _with_parents(folder, folder):
                folders.extend((note, self.folders.values.spelling(name, label)))
        for note, tag, tag_folded in _rows(cursor, "SELECT note_id, tag, tag_folded FROM tags", self.last_note):
            for name, label in _with_parents(*_tag_levels(tag_folded, tag)):
                tags.extend((note, self.tags.values.spelling(name, label)))
        for note, key, key_folded, kind, text, text_folded, number, day in _rows(
            cursor,
            "SELECT note_id, key, key_folded, type, text, text_folded, number, moment::DATE::VARCHAR FROM properties",
            self.last_note,
        ):
            keys.extend((note, self.keys.values.spelling(key_folded, key)))
            key_code = self.keys.values.value(key_folded)
            # To choose a value is to compare with it: moments are equal if the day is. Of a map what is nested in it
            # has values.
            name = day or (text_folded if text and kind != "map" else "")
            values.extend((note, self.values.values.spelling(name, day or text, key_code)))
            if number is not None and (shortest := number_text(number)) != name:
                # 1.10 is chosen as it is written; 1.1 is a number, and finds both.
                values.extend((note, self.values.values.spelling(shortest, shortest, key_code, listed=False)))
            if kind != "empty":
                types.extend((note, self.types.values.spelling(kind, kind, key_code)))
        tidy = read > _MOST_READ * snapshot.note_count
        return FacetColumns(
            snapshot.generation,
            last,
            snapshot.note_count if tidy else read,
            self.folders.read_on(folders, snapshot),
            self.tags.read_on(tags, snapshot),
            self.keys.read_on(keys, snapshot),
            self.values.read_on(values, snapshot, tidy=tidy),
            self.types.read_on(types, snapshot),
        )

    def tag_labels(self, snapshot: Snapshot) -> list[str]:
        """Each tag as most notes write it, below the tag that it is nested in as most notes write that."""
        labels = self._tag_labels.get(snapshot.generation)
        if labels is None:
            labels = self._tag_labels[snapshot.generation] = self._label_tags(snapshot)
        return labels

    def _label_tags(self, snapshot: Snapshot) -> list[str]:
        values = self.tags.values
        labels: list[str] = []
        for code, spelling in enumerate(self.tags.written(snapshot).spellings.tolist()):
            label, name = values.spellings[spelling], values.names[code]
            levels = _with_parents(name, name)
            if len(levels) > 1:
                upper = levels[-2][0]
                below = label.split("/")[upper.count("/") + 1 :]
                label = "/".join((labels[values.value(upper)], *below))
            labels.append(label)
        return labels

    def key_types(self, snapshot: Snapshot) -> dict[int, tuple[PropertyType, bool]]:
        """By the number of each key the type that it has in most notes, and whether it has others, too."""
        written, groups = self.types.written(snapshot), self.types.groups
        found = np.flatnonzero(written.counts)
        found = found[np.lexsort((written.firsts[found], -written.counts[found], groups[found]))]
        keys, first, counts = np.unique(groups[found], return_index=True, return_counts=True)
        names = self.types.values.names
        return {
            key: (cast(PropertyType, names[place]), count > 1)
            for key, place, count in zip(keys.tolist(), found[first].tolist(), counts.tolist(), strict=True)
        }


def _none_yet() -> FacetColumns:
    return FacetColumns(
        *(-1, -1, 0, SetColumn.empty(_folder_order), SetColumn.empty(), SetColumn.empty(), PairColumn.empty()),
        SetColumn.empty(),
    )


def _folder_order(folder: str) -> list[tuple[list[str | int], str]]:
    """By name, level by level, and numbers within names by their value, as file managers and Obsidian have it; names
    that are equal so by how they are written."""
    return [
        ([int(piece) if place % 2 else piece for place, piece in enumerate(_NUMBER.split(fold(part)))], part)
        for part in folder.split("/")
    ]


def _rows(cursor: duckdb.DuckDBPyConnection, sql: str, last_note: int) -> Iterator[tuple[Any, ...]]:
    """Rows of the notes behind some identity. Of a large vault's all at once hundreds of megabytes would be taken, and
    never given back."""
    cursor.execute(f"{sql} WHERE note_id > ?", [last_note])
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


def _tag_levels(name: str, label: str) -> tuple[str, str]:
    """A tag and how it is written, with the same slashes: what folds to one, as that of Japanese keyboards, parts
    levels too. To ask for a tag is to ask for it without slashes before it."""
    if label.count("/") != name.count("/"):
        label = normalize("NFKC", label)
        if label.count("/") != name.count("/"):
            label = name
    return name.lstrip("/"), label.lstrip("/")


@lru_cache(maxsize=4_096)
def _with_parents(name: str, label: str) -> tuple[tuple[str, str], ...]:
    """A nested name and what it is nested in, each with its label; nothing for the empty name.

    Of a tag with nothing between two slashes no part ends there: none could be asked for.
    """
    names, labels = name.split("/") if name else [], label.split("/")
    depths = [depth for depth, part in enumerate(names, start=1) if part or depth == len(names)]
    return tuple(("/".join(names[:depth]), "/".join(labels[:depth])) for depth in depths)


class FacetColumnsCache:
    """Hands out the columns of the index's present generation. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._columns: FacetColumns | None = None

    def current(self, begin: Begin, snapshot: Snapshot) -> FacetColumns:
        """Columns that have at least what the snapshot has.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
        """
        with self._lock:
            columns = self._columns or _none_yet()
            if columns.generation < snapshot.generation:
                columns = columns.read_on(begin(), snapshot)
            self._columns = columns
        return columns
