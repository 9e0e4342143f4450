"""What conditions keep between searches, as long as the index stays as it is."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from vaulttui.index.storage.database import Begin
from vaulttui.search.conditions.targets import find_target
from vaulttui.search.folding import folded
from vaulttui.search.memory.snapshot import Mask, Snapshot

_MASKS, _TARGETS = 64, 64
_NAMES = {
    "title": "SELECT note_id, title || chr(10) || array_to_string(aliases, chr(10)) AS name FROM notes",
    "file": "SELECT note_id, split_part(path, '/', -1) AS name FROM notes",
    # A slash stands before a folder of the root, too.
    "path": "SELECT note_id, '/' || path AS name FROM notes",
}


class MaskCache:
    """Masks of conditions at one generation, the least used dropped first. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._masks: OrderedDict[Hashable, Mask] = OrderedDict()

    def get(self, generation: int, condition: Hashable, compute: Callable[[], Mask]) -> Mask:
        """The mask of a condition, computed if it is not known."""
        with self._lock:
            mask = self._masks.get(condition) if generation == self._generation else None
            if mask is not None:
                self._masks.move_to_end(condition)
                return mask
        mask = compute()
        self.put(generation, condition, mask)
        return mask

    def put(self, generation: int, condition: Hashable, mask: Mask) -> None:
        """Keep the mask of a condition, unless the index has moved on."""
        with self._lock:
            if generation > self._generation:
                self._masks.clear()
                self._generation = generation
            if generation == self._generation:
                self._masks[condition] = mask
                self._masks.move_to_end(condition)
                while len(self._masks) > _MASKS:
                    self._masks.popitem(last=False)


class NameCache:
    """What notes are called at one generation, folded: to look for a text in all of them takes a few strokes, and for
    the database to plan a query as long as to answer it. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._names: dict[str, Sequence[str]] = {}

    def get(self, field: str, begin: Begin, snapshot: Snapshot) -> Sequence[str]:
        """Folded names of all notes, in the order of their numbers.

        Args:
            field: ``title`` (with the aliases, a line each), ``file`` or ``path`` (with a slash in front).
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
        """
        with self._lock:
            if self._generation != snapshot.generation:
                self._names.clear()
                self._generation = snapshot.generation
            names = self._names.get(field)
        if names is None:
            names = _names(field, begin, snapshot)
            with self._lock:
                if self._generation == snapshot.generation:
                    self._names[field] = names
        return names


class TargetCache:
    """Which notes names stand for at one generation: to look for one takes as long as a search. Safe to use from
    several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._paths: dict[str, str | None] = {}

    def get(self, begin: Begin, generation: int, name: str) -> str | None:
        """The path of the note that a name stands for, see :func:`~vaulttui.search.conditions.targets.find_target`.

        Args:
            begin: Gives a cursor that sees the generation.
            generation: Of the index.
            name: As one writes it between brackets.
        """
        with self._lock:
            if generation == self._generation and name in self._paths:
                return self._paths[name]
        path = find_target(begin(), name)
        with self._lock:
            if generation > self._generation or len(self._paths) >= _TARGETS:
                self._paths.clear()
                self._generation = max(generation, self._generation)
            if generation == self._generation:
                self._paths[name] = path
        return path


def _names(field: str, begin: Begin, snapshot: Snapshot) -> Sequence[str]:
    rows = begin().execute(f"SELECT note_id, {folded('name')} AS name FROM ({_NAMES[field]})").fetchnumpy()
    names = np.full(snapshot.note_count, "", dtype=object)
    names[snapshot.note_places[np.asarray(rows["note_id"])]] = rows["name"]
    folded_names: list[str] = names.tolist()
    return folded_names
