"""Columns that grow at their end, again and again, without being copied each time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SPARE = 8
"""Room is made for one more row in so many."""


class Growing:
    """Two columns of small integers. What was handed out stays as it was. Not safe to use from several threads."""

    def __init__(self) -> None:
        self._room = np.empty((2, 0), dtype=np.int32)
        self._used = 0

    def with_rows(self, before: int, added: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Some rows from the beginning on, and others behind them.

        Args:
            before: How many from the beginning on. Where there are more, room is taken anew.
            added: One row each.

        Returns:
            The two columns.
        """
        count = before + len(added)
        if before < self._used or count > self._room.shape[1]:
            room = np.empty((2, count + count // _SPARE), dtype=np.int32)
            room[:, :before] = self._room[:, :before]
            self._room = room
        self._room[:, before:count] = added.T
        self._used = count
        return self._room[0, :count], self._room[1, :count]
