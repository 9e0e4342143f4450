"""Rows of bytes under identities of the index, in little memory: as objects they would take hundreds of bytes each."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from vaulttui.search.snapshot import IntArray, numbers_of

_TOGETHER = 32
"""Rows that are compressed together: more take less memory, and longer to be read."""


class PackedRows:
    """Some rows. What they hold is not changed; :meth:`read_on` makes others.

    Args:
        identities: Under which the rows are, ascending.
        rows: One for each.
        compressed: Whether they are to be compressed.
    """

    def __init__(self, identities: Sequence[int] = (), rows: Sequence[bytes] = (), *, compressed: bool = False) -> None:
        self._identities = np.array(identities, dtype=np.int32)
        self._bounds = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=self._bounds[1:])
        self._compressed = compressed
        self._together = _TOGETHER if compressed else max(1, len(rows))
        self._blocks = [
            self._packed(b"".join(rows[first : first + self._together]))
            for first in range(0, len(rows), self._together)
        ]
        self.last = int(identities[-1]) if len(identities) else -1
        """Largest identity, -1 if there is none."""

    def find(self, identities: IntArray) -> dict[int, bytes]:
        """The rows under some identities; those that are not here are left out."""
        if self.last < 0:
            return {}
        places = np.minimum(np.searchsorted(self._identities, identities), len(self._identities) - 1)
        places = places[self._identities[places] == identities]
        return dict(zip(self._identities[places].tolist(), self._at(places.tolist()), strict=True))

    def read_on(self, alive: IntArray, newer: Iterable[tuple[int, bytes]], *, compressed: bool) -> PackedRows:
        """These rows without those of what is gone, and some more.

        Args:
            alive: For every identity a number that is negative where it is gone.
            newer: Identities, ascending and larger than all that are here, and their rows.
            compressed: Whether all are to be compressed.
        """
        kept = np.flatnonzero(numbers_of(alive, self._identities) >= 0)
        identities, rows = self._identities[kept].tolist(), list(self._at(kept.tolist()))
        for identity, row in newer:
            identities.append(identity)
            rows.append(row)
        return PackedRows(identities, rows, compressed=compressed)

    def _at(self, places: Iterable[int]) -> Iterator[bytes]:
        opened: dict[int, bytes] = {}
        for place in places:
            block = place // self._together
            if block not in opened:
                opened[block] = self._unpacked(self._blocks[block])
            start = self._bounds[block * self._together]
            yield opened[block][self._bounds[place] - start : self._bounds[place + 1] - start]

    def _packed(self, rows: bytes) -> bytes:
        return zlib.compress(rows) if self._compressed else rows

    def _unpacked(self, block: bytes) -> bytes:
        return zlib.decompress(block) if self._compressed else block
