"""Texts of notes and chunks, the last ones used kept in memory; of a vault that is small enough, all of them.

What stands under an identity never changes (a note that is written again gets new ones), so what was fetched once stays
true; modification times and sizes, which do change, are the snapshot's.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

from vaulttui.index import duckdb
from vaulttui.index.arrays import scan
from vaulttui.index.database import Begin
from vaulttui.index.heading_paths import decode_heading_path
from vaulttui.search.snapshot import IntArray, Snapshot
from vaulttui.values import dataclass

_CHUNK_CHARACTERS = 20_000_000
"""Characters of chunks that are kept."""
_SHORT_CHUNK = 200
"""Characters that a chunk has at least, on the average."""
_NOTES = 10_000
"""Notes that are kept."""
_LONG = 100_000
"""Longer texts are not kept."""


@dataclass(frozen=True, slots=True)
class ChunkText:
    """A chunk's texts."""

    heading_path: tuple[str, ...]
    first_line: int
    last_line: int
    text: str


@dataclass(frozen=True, slots=True)
class NoteText:
    """What is shown of a note."""

    title: str
    name: str
    """File name."""
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    properties: str
    """Encoded, see :func:`vaulttui.index.property_values.decode_properties`."""
    language: str
    """As :func:`vaulttui.vault.language.detect_language` tells it."""

    @property
    def titles(self) -> tuple[str, ...]:
        """Title, file name without its ending, and aliases."""
        return (self.title, self.name.rpartition(".")[0] or self.name, *self.aliases)


Text = TypeVar("Text", ChunkText, NoteText)


class _Kept(Generic[Text]):
    """Texts by identity, the least used dropped first.

    Args:
        most: Total size that is kept.
        size: Of one text.
    """

    def __init__(self, most: int, size: Callable[[Text], int]) -> None:
        self._most = most
        self._size: Callable[[Text], int] = size
        self._lock = threading.Lock()
        self._texts: OrderedDict[int, Text] = OrderedDict()
        self._total = 0

    def get(self, identities: Sequence[int], fetch: Callable[[list[int]], dict[int, Text]]) -> dict[int, Text]:
        """Texts of some identities; those that there are none of are left out."""
        found: dict[int, Text] = {}
        missing: list[int] = []
        with self._lock:
            in_order = self._total > self._most * 0.9  # nothing is dropped as long as there is room
            for identity in identities:
                text = self._texts.get(identity)
                if text is None:
                    missing.append(identity)
                else:
                    found[identity] = text
                    if in_order:
                        self._texts.move_to_end(identity)
        if missing:
            fetched = fetch(missing)
            found.update(fetched)
            with self._lock:
                for identity, text in fetched.items():
                    if self._size(text) <= _LONG and identity not in self._texts:
                        self._texts[identity] = text
                        self._total += self._size(text)
                while self._total > self._most:
                    _, dropped = self._texts.popitem(last=False)
                    self._total -= self._size(dropped)
        return found

    def get_numbered(
        self, numbers: Sequence[int], identities: IntArray, fetch: Callable[[list[int]], dict[int, Text]]
    ) -> dict[int, Text]:
        """As :meth:`get`, by number.

        Args:
            numbers: Of what is wanted.
            identities: Identity by number.
            fetch: Gets texts that are not kept.
        """
        wanted = identities[np.asarray(numbers, dtype=np.int64)].tolist()
        found = self.get(wanted, fetch)
        return {number: found[identity] for number, identity in zip(numbers, wanted, strict=True) if identity in found}

    def known(self, identities: Sequence[int]) -> list[Text | None]:
        """What is kept of some identities, in their order."""
        with self._lock:
            return list(map(self._texts.get, identities))

    def all_known(self, identities: Sequence[int]) -> list[Text] | None:
        """What is kept of some identities, in their order; ``None`` as soon as one is missing."""
        with self._lock, contextlib.suppress(KeyError):
            return [self._texts[identity] for identity in identities]
        return None

    def fill(self, texts: dict[int, Text]) -> None:
        """Keep texts behind those that were used, as far as there is room."""
        with self._lock:
            for identity, text in texts.items():
                size = self._size(text)
                if size <= _LONG and identity not in self._texts and self._total + size <= self._most:
                    self._texts[identity] = text
                    self._texts.move_to_end(identity, last=False)
                    self._total += size

    def drop_gone(self, places: IntArray) -> None:
        """Drop the texts of what is gone.

        Args:
            places: Number by identity, negative where it is gone.
        """
        with self._lock:
            gone = [identity for identity in self._texts if identity >= len(places) or places[identity] < 0]
            for identity in gone:
                self._total -= self._size(self._texts.pop(identity))


_CHUNKS = "SELECT chunk_id, heading_path, first_line, last_line, text FROM chunks"
_NOTE_TEXTS = "SELECT note_id, title, name, aliases, tags, properties, language FROM notes"


def _chunks(rows: duckdb.DuckDBPyConnection) -> dict[int, ChunkText]:
    return {row[0]: ChunkText(decode_heading_path(row[1]), row[2], row[3], row[4]) for row in rows.fetchall()}


def _notes(rows: duckdb.DuckDBPyConnection) -> dict[int, NoteText]:
    return {row[0]: NoteText(row[1], row[2], tuple(row[3]), tuple(row[4]), row[5], row[6]) for row in rows.fetchall()}


class TextCache:
    """Fetches texts, and keeps the last ones. Safe to use from several threads."""

    def __init__(self) -> None:
        self._chunks: _Kept[ChunkText] = _Kept(_CHUNK_CHARACTERS, lambda chunk: len(chunk.text) + 100)
        self._notes: _Kept[NoteText] = _Kept(_NOTES, lambda note: 1 + len(note.properties) // 1_000)

    def chunks(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, ChunkText]:
        """Texts of some chunks, by their number in the snapshot."""

        def fetch(identities: list[int]) -> dict[int, ChunkText]:
            rows = {"id": np.array(identities, dtype=np.int32)}
            return _chunks(scan(begin(), f"{_CHUNKS} WHERE chunk_id IN (SELECT id FROM rows)", rows))

        return self._chunks.get_numbered(numbers, snapshot.chunk_ids, fetch)

    def bare(self, begin: Begin, snapshot: Snapshot, numbers: IntArray) -> tuple[IntArray, list[str]]:
        """Texts of many chunks that are looked through once: they drive out none that are kept.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
            numbers: Of the chunks.

        Returns:
            Numbers of the chunks in another order, and their texts.
        """
        identities = snapshot.chunk_ids[numbers]
        kept = self._chunks.known(identities.tolist())
        texts = [chunk.text for chunk in kept if chunk is not None]
        if len(texts) == len(kept):
            return numbers, texts
        known = np.array([chunk is not None for chunk in kept], dtype=np.bool_)
        sql = "SELECT chunk_id, text FROM chunks WHERE chunk_id IN (SELECT id FROM rows)"
        rows = scan(begin(), sql, {"id": identities[~known]}).fetchnumpy()
        fetched = snapshot.chunk_places[np.asarray(rows["chunk_id"])]
        return np.concatenate((numbers[known], fetched)), [*texts, *np.asarray(rows["text"]).tolist()]

    def kept(self, snapshot: Snapshot, numbers: IntArray) -> list[str] | None:
        """Texts of some chunks if all of them are in memory, by their number in the snapshot."""
        chunks = self._chunks.all_known(snapshot.chunk_ids[numbers].tolist())
        return [chunk.text for chunk in chunks] if chunks is not None else None

    def notes(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, NoteText]:
        """Texts of some notes, by their number in the snapshot."""

        def fetch(identities: list[int]) -> dict[int, NoteText]:
            rows = {"id": np.array(identities, dtype=np.int32)}
            return _notes(scan(begin(), f"{_NOTE_TEXTS} WHERE note_id IN (SELECT id FROM rows)", rows))

        return self._notes.get_numbered(numbers, snapshot.note_ids, fetch)

    def read_ahead(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Read everything, if the vault is small enough for all of it to be kept.

        Args:
            cursor: Within a transaction.
        """
        row = cursor.execute("SELECT count(*), (SELECT count(*) FROM chunks) FROM notes").fetchone()
        notes, chunks = row or (0, 0)
        if notes <= _NOTES:
            self._notes.fill(_notes(cursor.execute(_NOTE_TEXTS)))
        if chunks * _SHORT_CHUNK > _CHUNK_CHARACTERS:
            return  # to add up the lengths of all texts would be to read them
        row = cursor.execute("SELECT sum(length(text)) + 100 * count(*) FROM chunks").fetchone()
        if row is not None and (row[0] or 0) <= _CHUNK_CHARACTERS:
            self._chunks.fill(_chunks(cursor.execute(_CHUNKS)))

    def drop_gone(self, snapshot: Snapshot) -> None:
        """Drop the texts of notes and chunks that are gone from the index."""
        self._chunks.drop_gone(snapshot.chunk_places)
        self._notes.drop_gone(snapshot.note_places)
