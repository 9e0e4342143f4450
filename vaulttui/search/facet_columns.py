"""Folders, tags and properties of all notes as columns of small numbers, so that counting them is one pass.

What a note has never changes under its identity (a note that is written again gets a new one), so these columns are
read on as the inverted index is: see :mod:`vaulttui.search.inverted`.
"""

from __future__ import annotations

import threading
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb
from vaulttui.index.database import Begin
from vaulttui.search.growing import Growing
from vaulttui.search.snapshot import IntArray, Mask, Snapshot, numbers_of
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyType

_DEAD_SHARE = 0.5
"""Share of rows of notes that are gone from which they are left out."""
_FEW_NOTES = 1_000
"""So many numbers that have changed are put in their places one by one."""
_ROWS = 10_000
"""So many are fetched at a time."""
_NOWHERE: IntArray = np.zeros(0, dtype=np.int32)


class Values:
    """Distinct values, numbered in the order of their coming."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """As they are compared."""
        self.labels: list[str] = []
        """As most of the notes write them."""
        self._votes: list[int] = []
        self._codes: dict[tuple[int, str], int] = {}
        self._groups = array("i")
        self.empty: list[int] = []
        """Numbers of the values without a name, one a group."""
        self._ranks: IntArray = np.zeros(0, dtype=np.int32)

    def code(self, name: str, label: str, group: int = 0) -> int:
        """The number of a value."""
        code = self._codes.get((group, name))
        if code is None:
            code = self._codes[group, name] = len(self.names)
            self.names.append(name)
            self.labels.append(label)
            self._groups.append(group)
            if not name:
                self.empty.append(code)
            self._votes.append(0)
        # The majority vote of Boyer and Moore, 1981.
        if self.labels[code] == label:
            self._votes[code] += 1
        elif self._votes[code] > 0:
            self._votes[code] -= 1
        else:
            self.labels[code] = label
        return code

    def groups(self) -> IntArray:
        """What each value belongs to: a property's key; 0 where there are no groups."""
        return np.array(self._groups, dtype=np.int32)

    def ranks(self) -> IntArray:
        """Place of every value among all in the order of their names."""
        names = self.names
        if len(self._ranks) < len(names):
            order = sorted(range(len(names)), key=names.__getitem__)
            ranks = np.empty(len(order), dtype=np.int32)
            ranks[order] = np.arange(len(order), dtype=np.int32)
            self._ranks = ranks
        return self._ranks


@dataclass(frozen=True, slots=True)
class Column:
    """Which notes have which values; a pair stands once."""

    values: Values
    notes: IntArray
    """Identities, ascending; some may be gone."""
    codes: IntArray
    generation: int
    places: IntArray
    """Numbers of the notes at this generation, -1 where they are gone."""
    room: Growing
    """Holds the notes and the codes."""

    def counts(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        """For every value how many of some notes have it."""
        known = self.generation == snapshot.generation
        places = self.places if known else numbers_of(snapshot.note_places, self.notes)
        kept = np.append(mask, False)[places]  # what is gone is the last one
        return np.bincount(self.codes[kept], minlength=len(self.values.names))

    def with_pairs(self, pairs: array[int], snapshot: Snapshot, moved: IntArray | None) -> Column:
        """This column and some pairs: a note's identity, a value's number, the next note's identity …

        Args:
            pairs: Of notes with larger identities than those before.
            snapshot: Whose numbers the notes get.
            moved: Identities of the notes before that have another number since, ascending; ``None`` for any.
        """
        added = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        added = added[_first_of_each((added[:, 0].astype(np.int64) << 32) | added[:, 1])]
        notes, codes = self.room.with_rows(len(self.notes), added)
        if moved is None:
            places = numbers_of(snapshot.note_places, notes)
        else:
            places = self._moved(moved, snapshot, numbers_of(snapshot.note_places, added[:, 0]))
        alive = places >= 0
        if np.count_nonzero(alive) < len(notes) * (1 - _DEAD_SHARE):
            room = Growing()
            notes, codes = room.with_rows(0, np.stack((notes[alive], codes[alive]), axis=1))
            return Column(self.values, notes, codes, snapshot.generation, places[alive], room)
        return Column(self.values, notes, codes, snapshot.generation, places, self.room)

    def _moved(self, moved: IntArray, snapshot: Snapshot, added: IntArray) -> IntArray:
        """Numbers of the notes of all pairs, where those of few have changed."""
        starts, ends = np.searchsorted(self.notes, moved), np.searchsorted(self.notes, moved, side="right")
        if not (len(added) or (starts < ends).any()):
            return self.places
        places = np.concatenate((self.places, added))
        for start, end, number in zip(
            starts.tolist(), ends.tolist(), numbers_of(snapshot.note_places, moved), strict=True
        ):
            places[start:end] = number
        return places


def _first_of_each(values: NDArray[np.int64]) -> IntArray:
    """Places of distinct values, each where it stands first, ascending."""
    return np.sort(np.unique(values, return_index=True)[1])


def _empty() -> Column:
    return Column(Values(), _NOWHERE, _NOWHERE, -1, _NOWHERE, Growing())


@dataclass(frozen=True, slots=True)
class FacetColumns:
    """All columns at one generation."""

    generation: int
    last_note: int
    folders: Column
    """Each folder and the folders that it lies in."""
    tags: Column
    """Each tag and the tags that it is nested in."""
    keys: Column
    values: Column
    """Grouped by the number of their key. The empty text is a value too."""
    types: dict[int, Counter[PropertyType]]
    """How often each key has which type, without empty ones."""
    note_places: IntArray
    """As in the snapshot of this generation."""

    def read_on(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> FacetColumns:
        """These columns with the notes that were written since, as the cursor sees them."""
        folders, tags, keys, values = array("i"), array("i"), array("i"), array("i")
        last = self.last_note
        for note, folder in _rows(cursor, "SELECT note_id, folder FROM notes", self.last_note):
            last = max(last, note)
            for name, label in _with_parents(folder, folder):
                folders.extend((note, self.folders.values.code(name, label)))
        for note, tag, tag_folded in _rows(cursor, "SELECT note_id, tag, tag_folded FROM tags", self.last_note):
            for name, label in _with_parents(tag_folded, tag):
                tags.extend((note, self.tags.values.code(name, label)))
        for note, key, key_folded, kind, text, text_folded in _rows(
            cursor, "SELECT note_id, key, key_folded, type, text, text_folded FROM properties", self.last_note
        ):
            key_code = self.keys.values.code(key_folded, key)
            keys.extend((note, key_code))
            values.extend((note, self.values.values.code(text_folded if text else "", text, key_code)))
            if kind != "empty":
                self.types.setdefault(key_code, Counter())[kind] += 1
        moved = _moved_notes(self.note_places, snapshot.note_places)
        return FacetColumns(
            snapshot.generation,
            last,
            self.folders.with_pairs(folders, snapshot, moved),
            self.tags.with_pairs(tags, snapshot, moved),
            self.keys.with_pairs(keys, snapshot, moved),
            self.values.with_pairs(values, snapshot, moved),
            self.types,
            snapshot.note_places,
        )


def _moved_notes(before: IntArray, now: IntArray) -> IntArray | None:
    """Identities of the notes that have another number, or none any more; ``None`` if they are many."""
    common = min(len(before), len(now))
    moved = np.concatenate((np.flatnonzero(before[:common] != now[:common]), np.arange(common, len(before))))
    return moved if len(moved) <= _FEW_NOTES else None


def _rows(cursor: duckdb.DuckDBPyConnection, sql: str, last_note: int) -> Iterator[tuple[Any, ...]]:
    """Rows of the notes behind some identity, note by note. Of a large vault's all at once hundreds of megabytes would
    be taken, and never given back."""
    cursor.execute(f"{sql} WHERE note_id > ? ORDER BY note_id", [last_note])
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


@lru_cache(maxsize=4_096)
def _with_parents(name: str, label: str) -> tuple[tuple[str, str], ...]:
    """A nested name and what it is nested in, each with its label; nothing for the empty name."""
    names, labels = name.split("/") if name else [], label.split("/")
    return tuple(("/".join(names[:depth]), "/".join(labels[:depth])) for depth in range(1, len(names) + 1))


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
            columns = self._columns or FacetColumns(-1, -1, _empty(), _empty(), _empty(), _empty(), {}, _NOWHERE)
            if columns.generation < snapshot.generation:
                columns = columns.read_on(begin(), snapshot)
            self._columns = columns
        return columns
