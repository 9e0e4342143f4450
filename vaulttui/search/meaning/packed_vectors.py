"""What is kept in memory of every vector, with room for more: a few new ones do not copy all others."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.vectors.codes import Codes
from vaulttui.index.vectors.signs import Signs

_SPARE = 4_096
_SPARE_SHARE = 1 / 8
"""Room for so many more, or this share of what there is. What nothing was written to takes no memory."""


class PackedVectors:
    """Signs and codes of vectors. The first ones never change: whoever has them keeps them while others are added.

    Safe to use from several threads.

    Args:
        count: Vectors to begin with; whoever makes this fills them in.
        words: Of the signs of each.
        code_words: Of the code of each.
    """

    def __init__(self, count: int, words: int, code_words: int) -> None:
        self._lock = threading.Lock()
        self._filled = count
        self._capacity = count + max(_SPARE, round(count * _SPARE_SHARE))
        self._signs = np.empty((words, self._capacity), dtype=np.uint64)
        self._codes = np.empty((self._capacity, code_words), dtype=np.uint64)

    def first(self, count: int) -> tuple[Signs, Codes]:
        """Signs and codes of the first vectors, as views."""
        return self._signs[:, :count], self._codes[:count]

    def with_more(self, count: int, signs: NDArray[np.uint64], codes: NDArray[np.uint64]) -> PackedVectors:
        """The first vectors and some more behind them.

        Args:
            count: How many of the first.
            signs: Of the others, shape ``(words, n)``.
            codes: Of the others, shape ``(n, code_words)``.

        Returns:
            This one, or another one if there is no room, or others stand there.
        """
        end = count + len(codes)
        with self._lock:
            if count == self._filled and end <= self._capacity:
                self._signs[:, count:end], self._codes[count:end] = signs, codes
                self._filled = end
                return self
        larger = PackedVectors(end, len(self._signs), self._codes.shape[1])
        larger._signs[:, :count], larger._codes[:count] = self.first(count)
        larger._signs[:, count:end], larger._codes[count:end] = signs, codes
        return larger
