"""Rows of bytes under identities of the index, in little memory: as objects they would take hundreds of bytes each."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np

from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.memory.snapshot import numbers_of

_TOGETHER = 32
"""Rows that are compressed together: more take less memory, and longer to be read."""


class PackedRows:
    """Some rows. What they hold is not changed; :meth:`read_on` makes others.

    Args:
        rows: Each with the identity that it is under, in any order.
        compressed: Whether they are to be compressed.
    """

    def __init__(self, rows: Iterable[tuple[int, bytes]] = (), *, compressed: bool = False) -> None:
        identities, bounds = array("i"), array("q", (0,))
        block = bytearray()
        self._compressed = compressed
        self._blocks: list[bytes] = []
        for identity, row in rows:
            if compressed and identities and len(identities) % _TOGETHER == 0:
                self._end_block(block)
            identities.append(identity)
            bounds.append(bounds[-1] + len(row))
            block += row
        self._end_block(block)
        self._identities = np.array(identities, dtype=np.int32)
        self._order = np.argsort(self._identities, kind="stable").astype(np.int32)
        self._bounds = np.array(bounds, dtype=np.int64)
        self._together = _TOGETHER if compressed else max(1, len(identities))
        self.last = int(self._identities.max(initial=-1))
        """Largest identity, -1 if there is none."""

    def _end_block(self, block: bytearray) -> None:
        self._blocks.append(zlib.compress(block) if self._compressed else bytes(block))
        block.clear()

    def find(self, identities: IntArray) -> dict[int, bytes]:
        """The rows under some identities; those that are not here are left out."""
        if self.last < 0:
            return {}
        found = np.searchsorted(self._identities, identities, sorter=self._order)
        places = self._order[np.minimum(found, len(self._order) - 1)]
        places = np.sort(places[self._identities[places] == identities])
        return dict(zip(self._identities[places].tolist(), self._at(places.tolist()), strict=True))

    def read_on(self, alive: IntArray, newer: Iterable[tuple[int, bytes]], *, compressed: bool) -> PackedRows:
        """These rows without those of what is gone, and some more.

        Args:
            alive: For every identity a number that is negative where it is gone.
            newer: Identities larger than all that are here, and their rows.
            compressed: Whether all are to be compressed.
        """
        kept = np.flatnonzero(numbers_of(alive, self._identities) >= 0)
        rows = zip(self._identities[kept].tolist(), self._at(kept.tolist()), strict=True)
        return PackedRows(chain(rows, newer), compressed=compressed)

    def _at(self, places: Iterable[int]) -> Iterator[bytes]:
        """The rows at some ascending places."""
        opened, rows, start = -1, b"", 0
        for place in places:
            if place // self._together != opened:
                opened = place // self._together
                rows = zlib.decompress(self._blocks[opened]) if self._compressed else self._blocks[opened]
                start = int(self._bounds[opened * self._together])
            yield rows[self._bounds[place] - start : self._bounds[place + 1] - start]
