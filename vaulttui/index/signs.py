"""Sign bits of vectors: 48 bytes that tell roughly where a vector points.

The Hamming distance of two vectors' signs grows with the angle between them (random hyperplane hashing, Charikar 2002),
so a cheap pass over the signs chooses those that are worth looking at more closely.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Signs = NDArray[np.uint64]
"""Shape ``(words, n)``: bit ``i`` of word ``w`` is set where dimension ``64 * w + i`` is positive. A column for each
vector: one word of all vectors after the other is compared in a third of the time."""

_SLICE = 16_384
"""Vectors that are compared at once: they stay in the processor's cache."""


def sign_words(vectors: NDArray[np.float32]) -> Signs:
    """Pack the signs of vectors.

    Args:
        vectors: Shape ``(n, dimensions)``, dimensions divisible by 64.
    """
    bits = np.packbits(vectors > 0, axis=1, bitorder="little")
    return np.ascontiguousarray(bits.view(np.uint64).T)


def hamming(
    signs: Signs, query: NDArray[np.uint64], places: NDArray[np.signedinteger[Any]] | None = None
) -> NDArray[np.int32]:
    """Number of differing bits between vectors and a query.

    Args:
        signs: Of all vectors.
        query: Of the one query, shape ``(words,)``.
        places: Columns of ``signs``: these are compared, in this order; ``None`` for all.
    """
    distances = np.empty(signs.shape[1] if places is None else len(places), dtype=np.int32)
    for start in range(0, len(distances), _SLICE):
        part = slice(start, start + _SLICE)
        sums = np.zeros(len(distances[part]), dtype=np.uint16)
        for row, word in zip(signs, query, strict=True):
            sums += np.bitwise_count((row[part] if places is None else row.take(places[part])) ^ word)
        distances[part] = sums
    return distances
