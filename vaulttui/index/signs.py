"""Sign bits of vectors: 48 bytes that tell roughly where a vector points.

The Hamming distance of two vectors' signs grows with the angle between them (random hyperplane hashing, Charikar 2002),
so a cheap pass over the signs chooses those that are worth looking at more closely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Signs = NDArray[np.uint64]
"""Shape ``(n, words)``: bit ``i`` of word ``w`` is set where dimension ``64 * w + i`` is positive."""


def sign_words(vectors: NDArray[np.float32]) -> Signs:
    """Pack the signs of vectors.

    Args:
        vectors: Shape ``(n, dimensions)``, dimensions divisible by 64.
    """
    bits = np.packbits(vectors > 0, axis=1, bitorder="little")
    return np.ascontiguousarray(bits).view(np.uint64)


def hamming(signs: Signs, query: Signs) -> NDArray[np.int32]:
    """Number of differing bits between every row of ``signs`` and the one row ``query`` of shape ``(words,)``."""
    distance = np.zeros(len(signs), dtype=np.int32)
    for word in range(signs.shape[1]):
        distance += np.bitwise_count(signs[:, word] ^ query[word])
    return distance
