"""Folders, tags and properties of all notes as columns of small numbers, so that counting them is one pass.

What a note has never changes under its identity (a note that is written again gets a new one), so these columns are
read on as the inverted index is: see :mod:`vaulttui.search.memory.inverted`.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import field
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from vaulttui.index.reading.property_values import number_text
from vaulttui.index.reading.tokenizer import fold
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray
from vaulttui.index.storage.database import Begin
from vaulttui.search.engine import Facets
from vaulttui.search.memory.snapshot import Mask, Snapshot, numbers_of
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyType

_MOST_READ = 2
"""So many times as many notes as there are have rows here before those of notes that are gone are left out."""
_ROWS = 2_000
"""So many are fetched at a time."""
_NUMBER = re.compile(r"(\d+)")
_NONE: IntArray = np.zeros(0, dtype=np.int32)


class Values:
    """Distinct values, numbered in the order of their coming.

    Args:
        order: What they are brought in order by; ``None`` for their names.
    """

    def __init__(self, order: Callable[[str], Any] | None = None) -> None:
        self._order = order
        self.names: list[str] = []
        """As they are compared."""
        self.labels: list[str] = []
        """As most of the notes write them."""
        self._votes: list[int] = []
        self._codes: dict[tuple[int, str], int] = {}
        self._listed = bytearray()
        self._groups = array("i")
        self.empty: list[int] = []
        """Numbers of the values without a name, one a group."""
        self._ranks: IntArray = np.zeros(0, dtype=np.int32)

    def code(self, name: str, label: str, group: int = 0, *, listed: bool = True) -> int:
        """The number of a value.

        Args:
            name: As it is compared.
            label: As it is written.
            group: What it belongs to.
            listed: Whether it is written so, and not only equal to what is.
        """
        code = self._codes.get((group, name))
        if code is None:
            code = self._codes[group, name] = len(self.names)
            self.names.append(name)
            self.labels.append(label)
            self._groups.append(group)
            if not name:
                self.empty.append(code)
            self._votes.append(0)
            self._listed.append(False)
        if not listed:
            return code
        self._listed[code] = True
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

    def unlisted(self) -> IntArray:
        """Numbers of the values that no note has written so."""
        return np.flatnonzero(np.frombuffer(bytes(self._listed), dtype=np.uint8) == 0)

    def ranks(self) -> IntArray:
        """Place of every value among all in their order."""
        names = self.names
        if len(self._ranks) < len(names):
            keys = names if self._order is None else list(map(self._order, names))
            order = sorted(range(len(names)), key=keys.__getitem__)
            ranks = np.empty(len(order), dtype=np.int32)
            ranks[order] = np.arange(len(order), dtype=np.int32)
            self._ranks = ranks
        return self._ranks


class Sets:
    """Distinct sets of values, numbered in the order of their coming; number 0 is the empty one."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {(): 0}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, codes: Iterable[int]) -> int:
        """The number of a set, given by the numbers of its values."""
        return self._numbers.setdefault(tuple(sorted(set(codes))), len(self._numbers))

    def members(self) -> tuple[IntArray, IntArray]:
        """Numbers of the values of all sets, set by set, and how many each has."""
        lengths = np.array([len(codes) for codes in self._numbers], dtype=np.int32)
        return np.fromiter(chain.from_iterable(self._numbers), dtype=np.int32, count=int(lengths.sum())), lengths


@dataclass(frozen=True, slots=True)
class SetColumn:
    """Which values each note has, where many notes have the same ones."""

    values: Values
    sets: Sets
    numbers: IntArray
    """Of each note's set, by identity."""
    members: IntArray
    """Numbers of the values of all sets, set by set."""
    lengths: IntArray
    """How many values each set has."""

    def counts(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        """For every value how many of some notes have it."""
        found = self.numbers.take(snapshot.note_ids.compress(mask))
        of_sets = np.repeat(np.bincount(found, minlength=len(self.lengths)), self.lengths)
        return np.bincount(self.members, weights=of_sets, minlength=len(self.values.names)).astype(np.int64)

    def read_on(self, pairs: array[int], snapshot: Snapshot) -> SetColumn:
        """This column and some pairs: a new note's identity, a value's number, the next note's identity …"""
        numbers = np.zeros(max(len(snapshot.note_places), len(self.numbers)), dtype=np.int32)
        numbers[: len(self.numbers)] = self.numbers
        notes, codes = _by_note(pairs)
        ends = np.flatnonzero(np.diff(notes, append=-1)) + 1
        start, of_all = 0, codes.tolist()
        for note, end in zip(notes[ends - 1].tolist(), ends.tolist(), strict=True):
            numbers[note] = self.sets.number(of_all[start:end])
            start = end
        members = self.members, self.lengths
        if len(self.sets) > len(self.lengths):
            members = self.sets.members()
        return SetColumn(self.values, self.sets, numbers, *members)


@dataclass(frozen=True, slots=True)
class PairColumn:
    """Which notes have which values, where hardly two notes have the same ones; a pair stands once."""

    values: Values
    notes: IntArray
    """Identities; some may be gone."""
    codes: IntArray
    groups: IntArray
    """What each value belongs to: a property's key."""

    def counts(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        """For every value how many of some notes have it."""
        wanted = np.zeros(max(len(snapshot.note_places), int(self.notes.max(initial=-1)) + 1), dtype=np.bool_)
        wanted[snapshot.note_ids.compress(mask)] = True
        return np.bincount(self.codes.compress(wanted.take(self.notes)), minlength=len(self.values.names))

    def read_on(self, pairs: array[int], snapshot: Snapshot, *, tidy: bool) -> PairColumn:
        """This column and some pairs: a new note's identity, a value's number, the next note's identity …

        Args:
            pairs: Of notes that this column has not.
            snapshot: The index's shape.
            tidy: Leave out those of notes that are gone.
        """
        notes, codes = _by_note(pairs)
        new = np.unique(notes.astype(np.int64) << 32 | codes, return_index=True)[1]
        notes, codes = np.concatenate((self.notes, notes[new])), np.concatenate((self.codes, codes[new]))
        if tidy:
            alive = numbers_of(snapshot.note_places, notes) >= 0
            notes, codes = notes[alive], codes[alive]
        return PairColumn(self.values, notes, codes, self.values.groups())


def _by_note(pairs: array[int]) -> tuple[IntArray, IntArray]:
    """Identities of notes, ascending, and the numbers of their values."""
    notes, codes = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    order = np.argsort(notes, kind="stable")  # mostly they are in order
    return notes[order], codes[order]


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
    types: dict[int, Counter[PropertyType]]
    """How often each key has which type, without empty ones."""
    counted: dict[Hashable, Facets] = field(default_factory=dict)
    """Facets of all notes, by all that they depend on."""

    def read_on(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> FacetColumns:
        """These columns with the notes that were written since, as the cursor sees them."""
        folders, tags, keys, values = array("i"), array("i"), array("i"), array("i")
        last, read = self.last_note, self.read
        for note, folder in _rows(cursor, "SELECT note_id, folder FROM notes", self.last_note):
            last, read = max(last, note), read + 1
            for name, label in _with_parents(folder, folder):
                folders.extend((note, self.folders.values.code(name, label)))
        for note, tag, tag_folded in _rows(cursor, "SELECT note_id, tag, tag_folded FROM tags", self.last_note):
            for name, label in _with_parents(tag_folded, tag):
                tags.extend((note, self.tags.values.code(name, label)))
        for note, key, key_folded, kind, text, text_folded, number, day in _rows(
            cursor,
            "SELECT note_id, key, key_folded, type, text, text_folded, number, moment::DATE::VARCHAR FROM properties",
            self.last_note,
        ):
            key_code = self.keys.values.code(key_folded, key)
            keys.extend((note, key_code))
            # To choose a value is to compare with it: moments are equal if the day is. Of a map what is nested in it
            # has values.
            name = day or (text_folded if text and kind != "map" else "")
            values.extend((note, self.values.values.code(name, day or text, key_code)))
            if number is not None and (shortest := number_text(number)) != name:
                # 1.10 is chosen as it is written; 1.1 is a number, and finds both.
                values.extend((note, self.values.values.code(shortest, shortest, key_code, listed=False)))
            if kind != "empty":
                self.types.setdefault(key_code, Counter())[kind] += 1
        tidy = read > _MOST_READ * snapshot.note_count
        return FacetColumns(
            snapshot.generation,
            last,
            snapshot.note_count if tidy else read,
            self.folders.read_on(folders, snapshot),
            self.tags.read_on(tags, snapshot),
            self.keys.read_on(keys, snapshot),
            self.values.read_on(values, snapshot, tidy=tidy),
            self.types,
        )


def _none_yet() -> FacetColumns:
    folders, tags, keys = (
        SetColumn(Values(order), Sets(), _NONE, _NONE, _NONE) for order in (_folder_order, None, None)
    )
    return FacetColumns(-1, -1, 0, folders, tags, keys, PairColumn(Values(), _NONE, _NONE, _NONE), {})


def _folder_order(folder: str) -> list[list[str | int]]:
    """By name, level by level, and numbers within names by their value, as file managers and Obsidian have it."""
    return [
        [int(piece) if place % 2 else piece for place, piece in enumerate(_NUMBER.split(fold(part)))]
        for part in folder.split("/")
    ]


def _rows(cursor: duckdb.DuckDBPyConnection, sql: str, last_note: int) -> Iterator[tuple[Any, ...]]:
    """Rows of the notes behind some identity. Of a large vault's all at once hundreds of megabytes would be taken, and
    never given back."""
    cursor.execute(f"{sql} WHERE note_id > ?", [last_note])
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


@lru_cache(maxsize=4_096)
def _with_parents(name: str, label: str) -> tuple[tuple[str, str], ...]:
    """A nested name and what it is nested in, each with its label; nothing for the empty name.

    Of a tag with nothing between two slashes, or before the first, no part ends there: none could be asked for.
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
