"""Which notes have which values, and how most of them write these, as columns of small numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import field
from itertools import chain
from typing import Any

import numpy as np

from vaulttui.index.storage.arrays import IntArray, as_mask
from vaulttui.search.memory.snapshot import Mask, Snapshot, numbers_of
from vaulttui.values import dataclass

NO_NUMBERS: IntArray = np.zeros(0, dtype=np.int32)


class Values:
    """Distinct values and the ways in which they are written, each numbered in the order of their coming.

    Args:
        order: What they are brought in order by; ``None`` for their names.
    """

    def __init__(self, order: Callable[[str], Any] | None = None) -> None:
        self._order = order
        self.names: list[str] = []
        """As they are compared."""
        self.spellings: list[str] = []
        """As they are written, by number of the spelling."""
        self.spelt = array("i")
        """The value that each spelling is one of."""
        self._spellings: dict[tuple[int, str, bool], int] = {}
        self._listed = bytearray()
        self._codes: dict[tuple[int, str], int] = {}
        self._groups = array("i")
        self.empty: list[int] = []
        """Numbers of the values without a name, one a group."""
        self._ranks: IntArray = np.zeros(0, dtype=np.int32)

    def spelling(self, name: str, label: str, group: int = 0, *, listed: bool = True) -> int:
        """The number of a way to write a value.

        Args:
            name: The value, as it is compared.
            label: As it is written.
            group: What it belongs to.
            listed: Whether it is written so, and not only equal to what is.
        """
        code = self._codes.get((group, name))
        if code is None:
            code = self._codes[group, name] = len(self.names)
            self.names.append(name)
            self._groups.append(group)
            if not name:
                self.empty.append(code)
        spelling = self._spellings.setdefault((code, label, listed), len(self.spellings))
        if spelling == len(self.spellings):
            self.spellings.append(label)
            self.spelt.append(code)
            self._listed.append(listed)
        return spelling

    def value(self, name: str) -> int:
        """The number of a value that is there, as it is compared, where there are no groups."""
        return self._codes[0, name]

    def groups(self) -> IntArray:
        """What each value belongs to: a property's key; 0 where there are no groups."""
        return np.array(self._groups, dtype=np.int32)

    def listed(self) -> Mask:
        """Which spellings are such that a note has."""
        return np.frombuffer(bytes(self._listed), dtype=np.bool_)

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


@dataclass(frozen=True, slots=True)
class Written:
    """How the notes of one snapshot write the values of a column."""

    spellings: IntArray
    """For every value the number of the spelling that most notes have, of equal ones that of the first note by path."""
    listed: Mask
    """Which values some note writes, and has not only something equal to."""
    counts: IntArray
    """For every value how many notes have it."""
    firsts: IntArray
    """For every value the first note that has it, by number."""


class Sets:
    """Distinct sets of spellings, numbered in the order of their coming; number 0 is the empty one."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {(): 0}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, spellings: Iterable[int]) -> int:
        """The number of a set, given by the numbers of its members."""
        return self._numbers.setdefault(tuple(sorted(spellings)), len(self._numbers))

    def members(self) -> tuple[IntArray, IntArray]:
        """Numbers of the members of all sets, set by set, and how many each has."""
        lengths = np.array([len(codes) for codes in self._numbers], dtype=np.int32)
        return np.fromiter(chain.from_iterable(self._numbers), dtype=np.int32, count=int(lengths.sum())), lengths


@dataclass(frozen=True, slots=True)
class SetColumn:
    """Which values each note has, where many notes have the same ones. Of one value a note has one spelling, its
    first."""

    values: Values
    sets: Sets
    numbers: IntArray
    """Of each note's set, by identity."""
    members: IntArray
    """Numbers of the spellings of all sets, set by set."""
    lengths: IntArray
    """How many each set has."""
    groups: IntArray
    """What each value belongs to."""
    spelt: IntArray
    """The value of each spelling."""
    _written: dict[int, Written] = field(default_factory=dict)
    """By generation."""

    @classmethod
    def empty(cls, order: Callable[[str], Any] | None = None) -> SetColumn:
        """A column of no notes, see :class:`Values`."""
        return cls(Values(order), Sets(), NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS)

    def counts(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        """For every value how many of some notes have it."""
        return _of_values(self._of_spellings(snapshot, mask), self.spelt, len(self.groups))

    def written(self, snapshot: Snapshot) -> Written:
        """How all notes write the values."""
        written = self._written.get(snapshot.generation)
        if written is None:
            everywhere = np.ones(snapshot.note_count, dtype=np.bool_)
            first_of_sets = np.full(len(self.lengths), snapshot.note_count, dtype=np.int32)
            np.minimum.at(first_of_sets, self.numbers.take(snapshot.note_ids), np.arange(snapshot.note_count))
            firsts = np.full(len(self.spelt), snapshot.note_count, dtype=np.int32)
            np.minimum.at(firsts, self.members, np.repeat(first_of_sets, self.lengths))
            written = _written(
                self.values, self.spelt, len(self.groups), self._of_spellings(snapshot, everywhere), firsts
            )
            self._written[snapshot.generation] = written
        return written

    def read_on(self, pairs: array[int], snapshot: Snapshot) -> SetColumn:
        """This column and some pairs: a new note's identity, a spelling's number, the next note's identity …"""
        numbers = np.zeros(max(len(snapshot.note_numbers), len(self.numbers)), dtype=np.int32)
        numbers[: len(self.numbers)] = self.numbers
        notes, spellings = _by_note(pairs)
        ends = np.flatnonzero(np.diff(notes, append=-1)) + 1
        start, of_all, spelt = 0, spellings.tolist(), self.values.spelt
        for note, end in zip(notes[ends - 1].tolist(), ends.tolist(), strict=True):
            first = {spelt[each]: each for each in reversed(of_all[start:end])}
            numbers[note] = self.sets.number(first.values())
            start = end
        members = self.members, self.lengths
        if len(self.sets) > len(self.lengths):
            members = self.sets.members()
        return SetColumn(
            self.values, self.sets, numbers, *members, self.values.groups(), np.array(spelt, dtype=np.int32)
        )

    def _of_spellings(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        found = self.numbers.take(snapshot.note_ids.compress(mask))
        of_sets = np.repeat(np.bincount(found, minlength=len(self.lengths)), self.lengths)
        return np.bincount(self.members, weights=of_sets, minlength=len(self.spelt)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class PairColumn:
    """Which notes have which values, where hardly two notes have the same ones. Of one value a note has one spelling,
    its first; what is only equal to what it has comes behind what it writes."""

    values: Values
    notes: IntArray
    """Identities; some may be gone."""
    spellings: IntArray
    groups: IntArray
    """What each value belongs to: a property's key."""
    spelt: IntArray
    """The value of each spelling."""
    _written: dict[int, Written] = field(default_factory=dict)
    """By generation."""

    @classmethod
    def empty(cls) -> PairColumn:
        """A column of no notes."""
        return cls(Values(), NO_NUMBERS, NO_NUMBERS, NO_NUMBERS, NO_NUMBERS)

    def counts(self, snapshot: Snapshot, mask: Mask) -> IntArray:
        """For every value how many of some notes have it."""
        size = max(len(snapshot.note_numbers), int(self.notes.max(initial=-1)) + 1)
        wanted = as_mask(snapshot.note_ids.compress(mask), size)
        found = np.bincount(self.spellings.compress(wanted.take(self.notes)), minlength=len(self.spelt))
        return _of_values(found, self.spelt, len(self.groups))

    def written(self, snapshot: Snapshot) -> Written:
        """How all notes write the values."""
        written = self._written.get(snapshot.generation)
        if written is None:
            numbers = numbers_of(snapshot.note_numbers, self.notes)
            alive = numbers >= 0
            numbers, spellings = numbers[alive], self.spellings[alive]
            firsts = np.full(len(self.spelt), snapshot.note_count, dtype=np.int32)
            np.minimum.at(firsts, spellings, numbers)
            counts = np.bincount(spellings, minlength=len(self.spelt))
            written = _written(self.values, self.spelt, len(self.groups), counts, firsts)
            self._written[snapshot.generation] = written
        return written

    def read_on(self, pairs: array[int], snapshot: Snapshot, *, tidy: bool) -> PairColumn:
        """This column and some pairs: a new note's identity, a spelling's number, the next note's identity …

        Args:
            pairs: Of notes that this column has not.
            snapshot: The index's shape.
            tidy: Leave out those of notes that are gone.
        """
        notes, spellings = _by_note(pairs)
        spelt = np.array(self.values.spelt, dtype=np.int32)
        order = np.argsort(~self.values.listed()[spellings], kind="stable")
        notes, spellings = notes[order], spellings[order]
        new = np.unique(notes.astype(np.int64) << 32 | spelt[spellings], return_index=True)[1]
        notes = np.concatenate((self.notes, notes[new]))
        spellings = np.concatenate((self.spellings, spellings[new]))
        if tidy:
            alive = numbers_of(snapshot.note_numbers, notes) >= 0
            notes, spellings = notes[alive], spellings[alive]
        return PairColumn(self.values, notes, spellings, self.values.groups(), spelt)


def _of_values(counts: IntArray, spelt: IntArray, values: int) -> IntArray:
    """How often values occur, by how often their spellings do."""
    if len(counts) == values:  # each is written in one way
        return counts
    return np.bincount(spelt, weights=counts, minlength=values).astype(np.int64)


def _written(values: Values, spelt: IntArray, count: int, counts: IntArray, firsts: IntArray) -> Written:
    """How values are written.

    Args:
        values: Knows them.
        spelt: The value of each spelling.
        count: Of the values.
        counts: How many notes have each spelling.
        firsts: The first note that has each.
    """
    listed = values.listed()[: len(spelt)]
    of_values = _of_values(counts, spelt, count)
    if len(spelt) == count:
        return Written(np.arange(count, dtype=np.int32), listed, of_values, firsts)
    order = np.lexsort((firsts, -counts, ~listed, spelt))
    best = order[np.searchsorted(spelt[order], np.arange(count))].astype(np.int32)
    first_of_values = np.full(count, firsts.max(), dtype=np.int32)
    np.minimum.at(first_of_values, spelt, firsts)
    return Written(best, _of_values(counts * listed, spelt, count) > 0, of_values, first_of_values)


def _by_note(pairs: array[int]) -> tuple[IntArray, IntArray]:
    """Identities of notes, ascending, and the numbers of their spellings."""
    notes, spellings = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    order = np.argsort(notes, kind="stable")  # mostly they are in order
    return notes[order], spellings[order]
