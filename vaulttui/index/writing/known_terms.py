"""The vocabulary in the memory of whoever writes: the more forms there are, the longer the database takes to look up
those of one saved note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import Array, IntArray
from vaulttui.index.storage.duckdb import Cursor

_AT_ONCE = 50_000
"""So many forms are read at once: as texts they take ten times the memory that is kept of them."""
_MOST_ADDED = 8_192
"""So many forms are kept beside the others before they are sorted in among them, which takes the longer, the more
there are."""
_LEAST_ROOM = 1_024
_PAYS_FROM = 4
"""Batches from which on it takes less time to read all than to have the database look up the forms of each."""


class KnownTerms:
    """Which forms the vocabulary has, and in which languages their stems are there.

    A form is known by its hash: 64 bits of SipHash, whose key each process draws anew. That any two of a million forms
    have the same has a probability of 3e-8. Sixteen bytes are kept of each form.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Know nothing: the tables may have changed in another way than by :meth:`add_forms` and :meth:`add_stems`."""
        self.read_already = False
        self.missed = 0
        """How many batches were looked up in the database instead."""
        self._sorted = _Identities.of([], range(0))
        self._added = self._sorted
        self._stemmed = np.zeros(0, dtype=np.uint32)
        self._languages: dict[str, int] = {}

    def helps(self, cursor: Cursor) -> bool:
        """Whether the next batch can be looked up here. The vocabulary is read for it if that pays by now."""
        if not self.read_already and self.missed >= _PAYS_FROM:
            self.read(cursor)
        if not self.read_already:
            self.missed += 1
        return self.read_already

    def read(self, cursor: Cursor) -> None:
        """Read the vocabulary."""
        self.forget()
        pieces = [_Identities.of(forms, identities) for identities, forms in _forms(cursor)]
        if pieces:
            self._sorted = _Identities(
                np.concatenate([piece.hashes for piece in pieces]),
                np.concatenate([piece.identities for piece in pieces]),
            ).in_order()
        for (language,) in cursor.execute("SELECT DISTINCT language FROM stems").fetchall():
            rows = cursor.execute("SELECT term_id FROM stems WHERE language = ?", [language]).fetchnumpy()
            self.add_stems(rows["term_id"], [language] * len(rows["term_id"]))
        self.read_already = True

    def identities(self, forms: Sequence[str]) -> NDArray[np.int32]:
        """The identity of each form, -1 for one that the vocabulary lacks."""
        hashes = _hashes(forms)
        found = self._sorted.of_hashes(hashes)
        lacking = np.flatnonzero(found < 0)
        found[lacking] = self._added.of_hashes(hashes[lacking])
        return found

    def add_forms(self, forms: Sequence[str], identities: IntArray | range) -> None:
        """Take note of forms that were added to the vocabulary."""
        self._added = self._added.and_others(_Identities.of(forms, identities))
        if len(self._added.hashes) > _MOST_ADDED:
            self._sorted = self._sorted.and_others(self._added)
            self._added = _Identities.of([], range(0))

    def have_stems(self, identities: IntArray, languages: Sequence[str]) -> NDArray[np.bool_]:
        """Whether the stem of each form in its language is there."""
        self._make_room(identities)
        return (self._stemmed[identities] & self._bits(languages)).astype(np.bool_)

    def add_stems(self, identities: IntArray, languages: Sequence[str]) -> None:
        """Take note of stems that were added."""
        self._make_room(identities)
        np.bitwise_or.at(self._stemmed, identities, self._bits(languages))

    def _make_room(self, identities: IntArray) -> None:
        size = int(identities.max()) + 1 if len(identities) else 0
        if size > len(self._stemmed):
            more = np.zeros(max(size + size // 8, _LEAST_ROOM) - len(self._stemmed), dtype=np.uint32)
            self._stemmed = np.concatenate((self._stemmed, more))

    def _bits(self, languages: Sequence[str]) -> NDArray[np.uint32]:
        bit = {language: 1 << self._languages.setdefault(language, len(self._languages)) for language in languages}
        return np.fromiter(map(bit.__getitem__, languages), dtype=np.uint32, count=len(languages))


class _Identities:
    """Identities by the hashes of their forms.

    Args:
        hashes: Sorted, but for those that are about to be.
        identities: One for each.
    """

    def __init__(self, hashes: NDArray[np.int64], identities: NDArray[np.int32]) -> None:
        self.hashes = hashes
        self.identities = identities

    @classmethod
    def of(cls, forms: Sequence[str] | Array, identities: IntArray | range) -> _Identities:
        """Those of some forms."""
        return cls(_hashes(forms), np.asarray(identities, dtype=np.int32)).in_order()

    def in_order(self) -> _Identities:
        """The same, sorted."""
        order = np.argsort(self.hashes, kind="stable")
        return _Identities(self.hashes[order], self.identities[order])

    def and_others(self, others: _Identities) -> _Identities:
        """These and others."""
        places = np.searchsorted(self.hashes, others.hashes)
        return _Identities(
            np.insert(self.hashes, places, others.hashes), np.insert(self.identities, places, others.identities)
        )

    def of_hashes(self, hashes: NDArray[np.int64]) -> NDArray[np.int32]:
        """The identity of each hash, -1 for one that is not among these."""
        if not len(self.hashes):
            return np.full(len(hashes), -1, dtype=np.int32)
        places = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        return np.where(self.hashes[places] == hashes, self.identities[places], np.int32(-1))


def _hashes(forms: Sequence[str] | Array) -> NDArray[np.int64]:
    # Not of the texts: Python hashes the bytes that one has in memory, where `of` and `\u666f` have the same.
    return np.fromiter(map(hash, map(str.encode, forms)), dtype=np.int64, count=len(forms))


def _forms(cursor: Cursor) -> Iterator[tuple[IntArray, Array]]:
    """All forms with their identities, some at a time."""
    row = cursor.execute("SELECT coalesce(max(term_id), -1) FROM terms").fetchone()
    last = row[0] if row else -1
    for first in range(0, last + 1, _AT_ONCE):
        rows = cursor.execute(
            "SELECT term_id, form FROM terms WHERE term_id >= ? AND term_id < ?", [first, first + _AT_ONCE]
        ).fetchnumpy()
        yield rows["term_id"], rows["form"]
