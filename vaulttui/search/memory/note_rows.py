"""What a search needs of single notes: what they are called, and their metadata. Of all notes it is in memory once the
index was read ahead, packed, because a search looks at dozens of them; what was written since is fetched.

What stands under an identity never changes (a note that is written again gets a new one).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import scan
from vaulttui.index.storage.database import Begin
from vaulttui.search.memory.kept import Kept
from vaulttui.search.memory.packed_rows import PackedRows
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.values import dataclass

_KEPT = 10_000
"""Notes that are kept as objects. Up to so many are not compressed."""
_FETCHED = 2_000
"""Rows that are fetched at a time."""
_FEW = 1_000
"""New notes that may not be packed yet."""
_BETWEEN = b"\xff"
"""No byte of UTF-8."""


@dataclass(frozen=True, slots=True)
class NoteHead:
    """What a note is called, and its language."""

    title: str
    name: str
    """File name without its ending."""
    language: str
    """As :func:`vaulttui.vault.language.detect_language` tells it."""
    aliases: tuple[str, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """Title, file name without its ending, and aliases."""
        return (self.title, self.name, *self.aliases)

    @classmethod
    def of(cls, title: str, name: str, language: str, aliases: Sequence[str]) -> NoteHead:
        """From a row of the index."""
        return cls(title, name.rpartition(".")[0] or name, language, tuple(aliases))


@dataclass(frozen=True, slots=True)
class NoteMetadata:
    """What is shown of a note besides its name."""

    tags: tuple[str, ...]
    properties: str
    """Encoded, see :func:`vaulttui.index.reading.property_values.decode_properties`."""

    @classmethod
    def of(cls, tags: Sequence[str], properties: str) -> NoteMetadata:
        """From a row of the index."""
        return cls(tuple(tags), properties)


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Kind(Generic[Value]):
    """How one kind of values is read and packed."""

    sql: str
    of_row: Callable[..., Value]
    texts: Callable[[Value], Sequence[str]]
    of_texts: Callable[..., Value]
    compressed: bool


_HEADS = _Kind(
    "SELECT note_id, title, name, language, aliases FROM notes",
    NoteHead.of,
    lambda head: (head.title, head.name, head.language, *head.aliases),
    lambda title, name, language, *aliases: NoteHead(title, name, language, aliases),
    compressed=False,
)
_METADATA = _Kind(
    "SELECT note_id, tags, properties FROM notes",
    NoteMetadata.of,
    lambda metadata: (metadata.properties, *metadata.tags),
    lambda properties, *tags: NoteMetadata(tags, properties),
    compressed=True,
)


class _Rows(Generic[Value]):
    """Values of one kind. Safe to use from several threads."""

    def __init__(self, kind: _Kind[Value]) -> None:
        self._kind = kind
        self._reading = threading.Lock()
        self._packed = PackedRows()
        self._kept: Kept[int, Value] = Kept(_KEPT, lambda value: 1 + sum(map(len, kind.texts(value))) // 1_000)

    def get(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, Value]:
        """Values of some notes, by their number in the snapshot."""

        def fetch(identities: list[int]) -> dict[int, Value]:
            wanted = np.array(identities, dtype=np.int32)
            found = {
                identity: self._kind.of_texts(*map(bytes.decode, row.split(_BETWEEN)))
                for identity, row in self._packed.find(wanted).items()
            }
            if len(found) < len(identities):
                rows = {"id": wanted[[identity not in found for identity in identities]]}
                sql = f"{self._kind.sql} WHERE note_id IN (SELECT id FROM rows)"
                for identity, *row in scan(begin(), sql, rows).fetchall():
                    found[identity] = self._kind.of_row(*row)
            return found

        return self._kept.get_numbered(numbers, snapshot.note_ids, fetch)

    def read_on(self, begin: Begin, snapshot: Snapshot) -> None:
        """Pack the values of newer notes, where these are many.

        Nobody waits for it: whoever asks meanwhile is given what was packed before, and fetches the rest.
        """
        if not self._reading.acquire(blocking=False):
            return
        try:
            last = self._packed.last
            if last < 0 or len(snapshot.note_numbers) - 1 - last > _FEW:
                self._packed = self._packed.read_on(
                    snapshot.note_numbers,
                    self._newer(begin(), last),
                    compressed=self._kind.compressed and snapshot.note_count > _KEPT,
                )
                self._kept.drop_gone(snapshot.note_numbers)
        finally:
            self._reading.release()

    def _newer(self, cursor: duckdb.DuckDBPyConnection, last: int) -> Iterator[tuple[int, bytes]]:
        cursor.execute(f"{self._kind.sql} WHERE note_id > ?", [last])  # to sort them would take more memory
        while rows := cursor.fetchmany(_FETCHED):
            for identity, *row in rows:
                yield identity, _BETWEEN.join(map(str.encode, self._kind.texts(self._kind.of_row(*row))))


class NoteRows:
    """What is known of single notes. Safe to use from several threads."""

    def __init__(self) -> None:
        self._heads: _Rows[NoteHead] = _Rows(_HEADS)
        self._metadata: _Rows[NoteMetadata] = _Rows(_METADATA)

    def heads(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, NoteHead]:
        """What some notes are called, by their number in the snapshot."""
        return self._heads.get(begin, snapshot, numbers)

    def metadata(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, NoteMetadata]:
        """Metadata of some notes, by their number in the snapshot."""
        return self._metadata.get(begin, snapshot, numbers)

    def read_on(self, begin: Begin, snapshot: Snapshot) -> None:
        """Read what was written since into memory, if it is much.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
        """
        self._heads.read_on(begin, snapshot)
        self._metadata.read_on(begin, snapshot)
