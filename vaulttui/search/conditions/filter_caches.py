"""What conditions keep between searches, as long as the index stays as it is."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from typing import Generic, TypeAlias, TypeVar

from vaulttui.search.conditions.shared_parts import SharedParts
from vaulttui.search.memory.snapshot import Mask
from vaulttui.values import dataclass

_MOST = 64
"""How many values are kept of each kind."""

Value = TypeVar("Value")


class GenerationCache(Generic[Value]):
    """Values by key at one generation of the index, the least used dropped first. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, generation: int, key: Hashable, compute: Callable[[], Value]) -> Value:
        """The value of a key, computed if it is not known."""
        with self._lock:
            if generation == self._generation and key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = compute()
        self.put(generation, key, value)
        return value

    def put(self, generation: int, key: Hashable, value: Value) -> None:
        """Keep the value of a key, unless the index has moved on."""
        with self._lock:
            if generation > self._generation:
                self._values.clear()
                self._generation = generation
            if generation == self._generation:
                self._values[key] = value
                self._values.move_to_end(key)
                while len(self._values) > _MOST:
                    self._values.popitem(last=False)


MaskCache: TypeAlias = GenerationCache[Mask]
"""Masks of conditions."""


@dataclass(frozen=True, slots=True)
class FilterCaches:
    """What the filters of all searches share."""

    masks: MaskCache = field(default_factory=MaskCache)
    names: GenerationCache[Sequence[str]] = field(default_factory=GenerationCache)
    """Folded names of all notes by operator: to look for a text in all of them takes a few strokes, and for the
    database to plan a query as long as to answer it."""
    shared_parts: GenerationCache[SharedParts] = field(default_factory=GenerationCache)
    targets: GenerationCache[str | None] = field(default_factory=GenerationCache)
    """Paths of the notes that names stand for: to look for one takes as long as a search."""
