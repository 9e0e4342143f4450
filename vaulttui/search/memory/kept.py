"""What stands under identities of the index, or whatever else tells values apart: the last ones used, in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

from vaulttui.index.storage.arrays import IntArray

_LONG = 100_000
"""What is larger is not kept."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by identity, the least used dropped first.

    Args:
        most: Total size that is kept.
        size: Of one value.
    """

    def __init__(self, most: int, size: Callable[[Value], int]) -> None:
        self._most = most
        self._size: Callable[[Value], int] = size
        self._lock = threading.Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._total = 0

    def make_room(self, most: int) -> None:
        """Keep so much from now on, if it is more."""
        with self._lock:
            self._most = max(self._most, most)

    def get(self, identities: Sequence[Key], fetch: Callable[[list[Key]], dict[Key, Value]]) -> dict[Key, Value]:
        """Values of some identities; those that there are none of are left out."""
        found: dict[Key, Value] = {}
        missing: list[Key] = []
        with self._lock:
            in_order = self._total > self._most * 0.9  # nothing is dropped as long as there is room
            for identity in identities:
                value = self._values.get(identity)
                if value is None:
                    missing.append(identity)
                else:
                    found[identity] = value
                    if in_order:
                        self._values.move_to_end(identity)
        if missing:
            fetched = fetch(missing)
            found.update(fetched)
            with self._lock:
                for identity, value in fetched.items():
                    if self._size(value) <= _LONG and identity not in self._values:
                        self._values[identity] = value
                        self._total += self._size(value)
                while self._total > self._most:
                    _, dropped = self._values.popitem(last=False)
                    self._total -= self._size(dropped)
        return found

    def get_numbered(
        self: Kept[int, Value],
        numbers: Sequence[int],
        identities: IntArray,
        fetch: Callable[[list[int]], dict[int, Value]],
    ) -> dict[int, Value]:
        """As :meth:`get`, by number.

        Args:
            numbers: Of what is wanted.
            identities: Identity by number.
            fetch: Gets those that are not kept.
        """
        wanted = identities[np.asarray(numbers, dtype=np.int64)].tolist()
        found = self.get(wanted, fetch)
        return {number: found[identity] for number, identity in zip(numbers, wanted, strict=True) if identity in found}

    def known(self, identities: Sequence[Key]) -> list[Value | None]:
        """What is kept of some identities, in their order."""
        with self._lock:
            return list(map(self._values.get, identities))

    def fill(self, values: dict[Key, Value]) -> None:
        """Keep values behind those that were used, as far as there is room."""
        with self._lock:
            for identity, value in values.items():
                size = self._size(value)
                if size <= _LONG and identity not in self._values and self._total + size <= self._most:
                    self._values[identity] = value
                    self._values.move_to_end(identity, last=False)
                    self._total += size

    def drop_gone(self: Kept[int, Value], places: IntArray) -> None:
        """Drop the values of what is gone.

        Args:
            places: Number by identity, negative where it is gone.
        """
        with self._lock:
            gone = [identity for identity in self._values if identity >= len(places) or places[identity] < 0]
            for identity in gone:
                self._total -= self._size(self._values.pop(identity))
