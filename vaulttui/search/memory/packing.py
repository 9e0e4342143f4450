"""Columns of small numbers, most of them zero or one, in as little memory as slices of them can be taken from fast."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

_RARE = 6
"""A number that is not zero takes as many bytes as this where only such are kept, one byte where all are."""
_BYTE = 255


class Counts(Protocol):
    """Numbers of which slices are taken: an array, or a packed column."""

    def __getitem__(self, part: slice, /) -> NDArray[Any]:
        """The numbers of a slice."""


class PackedCounts:
    """A column of unsigned numbers in bytes, those that are too large for one beside it; or only those that are not
    zero, where these are few.

    Args:
        values: All numbers.
    """

    def __init__(self, values: NDArray[Any]) -> None:
        self._dtype = values.dtype
        self._length = len(values)
        few = int(np.count_nonzero(values)) * _RARE < len(values)
        self._bytes = None if few else np.minimum(values, _BYTE).astype(np.uint8)
        beside = np.flatnonzero(values if few else values > _BYTE)
        self._places = beside.astype(np.int32 if len(values) < 1 << 31 else np.int64)
        self._values = values[beside]

    def __getitem__(self, part: slice, /) -> NDArray[Any]:
        start, end, _ = part.indices(self._length)
        found = np.zeros(end - start, self._dtype) if self._bytes is None else self._bytes[start:end]
        bounds = np.array((start, end), dtype=self._places.dtype)  # of another type, all places would be converted
        first, last = np.searchsorted(self._places, bounds).tolist()
        if last > first:
            found = found.astype(self._dtype)
            found[self._places[first:last] - start] = self._values[first:last]
        return found
