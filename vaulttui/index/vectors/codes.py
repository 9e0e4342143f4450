"""Vectors in four bits a dimension: 192 bytes that tell nearly where a vector points.

Every dimension is cut into sixteen steps (uniform scalar quantisation; Max, *Quantizing for Minimum Distortion*, 1960,
gives the step that fits normally distributed values best). The cosine with a query that is not quantised itself is off
by .006 on average: enough to tell which vectors are worth comparing exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint64]
"""Shape ``(n, dimensions / 16)``: byte ``i`` has dimension ``i`` in its lower half, ``i + dimensions / 2`` in its upper
one."""

_STEP = 0.4
"""Of one dimension, in units of what it is on average. A little more than is best where values are distributed
normally: some dimensions of embeddings are large in every text."""
_LEVELS = 16
_SLICE = 512
"""Rows that are unpacked at once: they stay in the processor's cache, and so do the arrays that they are unpacked into.
Twice as fast as 4,096 in new arrays."""


def pack_codes(vectors: NDArray[np.float32]) -> Codes:
    """Quantise vectors.

    Args:
        vectors: Unit vectors, shape ``(n, dimensions)``, dimensions divisible by 16.
    """
    steps = np.floor(vectors / _step(vectors.shape[1])) + _LEVELS // 2
    levels = steps.clip(0, _LEVELS - 1).astype(np.uint8)
    half = vectors.shape[1] // 2
    return np.ascontiguousarray(levels[:, :half] | (levels[:, half:] << 4)).view(np.uint64)


def estimated_cosines(
    codes: Codes, query: NDArray[np.float32], places: NDArray[np.signedinteger[Any]]
) -> NDArray[np.float32]:
    """Cosine of a query with every one of some quantised vectors, nearly.

    Args:
        codes: As :func:`pack_codes` packs them.
        query: A unit vector, shape ``(dimensions,)``.
        places: Rows of ``codes``: these are compared, in this order.
    """
    half = len(query) // 2
    lower, upper = query[:half], query[half:]
    sums = np.empty(len(places), dtype=np.float32)
    rows = np.empty((_SLICE, codes.shape[1]), dtype=np.uint64)
    levels = np.empty((_SLICE, half), dtype=np.uint8)
    values = np.empty((_SLICE, half), dtype=np.float32)
    for start in range(0, len(places), _SLICE):
        some = places[start : start + _SLICE]
        count = len(some)
        packed = codes.take(some, axis=0, out=rows[:count], mode="clip").view(np.uint8)  # "clip" needs no buffer
        values[:count] = np.bitwise_and(packed, 15, out=levels[:count])
        sums[start : start + count] = values[:count] @ lower
        values[:count] = np.right_shift(packed, 4, out=levels[:count])
        sums[start : start + count] += values[:count] @ upper
    # A level stands for the middle of its step.
    estimated: NDArray[np.float32] = (sums - (_LEVELS - 1) / 2 * query.sum()) * np.float32(_step(len(query)))
    return estimated


def _step(dimensions: int) -> float:
    return float(_STEP / np.sqrt(dimensions))
