"""The shape of the index at one moment, in memory: which chunks there are, whose they are, and how long.

Small arrays (a few dozen bytes a chunk, no text) that every search needs. Notes are numbered in the order of their
paths and chunks in the order of notes and lines, so that a stable sort breaks ties by path by itself.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb

IntArray = NDArray[np.signedinteger[Any]]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The index's notes and chunks at one generation. All arrays are read-only by convention."""

    generation: int
    note_ids: IntArray
    """Identity of every note, in the order of paths."""
    paths: tuple[str, ...]
    modified: NDArray[np.int64]
    """Microseconds since 1970, local."""
    created: NDArray[np.int64]
    updated: NDArray[np.int64]
    """The smallest integer where a note has no such date."""
    sizes: NDArray[np.int64]
    chunk_ids: IntArray
    """Identity of every chunk, in the order of notes, then lines."""
    chunk_notes: IntArray
    """Number of each chunk's note."""
    chunk_lengths: IntArray
    """Words of each chunk."""
    first_chunks: IntArray
    """Number of each note's first chunk."""
    note_lengths: NDArray[np.float32]
    """Words of each note."""
    languages: tuple[str, ...]
    """Languages that words are stemmed in, the most frequent first, at most four."""
    note_places: IntArray
    """Number of the note with an identity, -1 where there is none."""
    chunk_places: IntArray
    """Number of the chunk with an identity, -1 where there is none."""

    @property
    def note_count(self) -> int:
        """How many notes there are."""
        return len(self.note_ids)

    @property
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return len(self.chunk_ids)

    def notes_of(self, identities: NDArray[Any]) -> IntArray:
        """Numbers of the notes with these identities; unknown ones are left out."""
        return _places(self.note_places, identities)

    def chunks_of(self, identities: NDArray[Any]) -> IntArray:
        """Numbers of the chunks with these identities; unknown ones are left out."""
        return _places(self.chunk_places, identities)

    def note_mask(self, identities: NDArray[Any]) -> Mask:
        """A mask over the notes that is set for these identities."""
        mask = np.zeros(self.note_count, dtype=np.bool_)
        mask[self.notes_of(identities)] = True
        return mask

    def chunk_mask(self, identities: NDArray[Any]) -> Mask:
        """A mask over the chunks that is set for these identities."""
        mask = np.zeros(self.chunk_count, dtype=np.bool_)
        mask[self.chunks_of(identities)] = True
        return mask

    def spread(self, notes: Mask) -> Mask:
        """A mask over notes as a mask over their chunks."""
        return notes[self.chunk_notes]

    def chunk_owners(self, chunks: IntArray, notes: IntArray) -> Mask:
        """A mask over the notes that is set for some notes and for the owners of some chunks, given by number."""
        mask = np.zeros(self.note_count, dtype=np.bool_)
        mask[self.chunk_notes[chunks]] = True
        mask[notes] = True
        return mask

    def gather(self, chunks: Mask) -> Mask:
        """A mask over chunks as a mask over the notes that have any of them."""
        mask = np.zeros(self.note_count, dtype=np.bool_)
        mask[self.chunk_notes[chunks]] = True
        return mask


def numbers_of(places: IntArray, identities: NDArray[Any]) -> IntArray:
    """Numbers of some identities, -1 for those that are not (or no longer) in the snapshot.

    Args:
        places: :attr:`Snapshot.note_places` or :attr:`Snapshot.chunk_places`.
        identities: Of notes or of chunks.
    """
    known = identities < len(places)
    if known.all():
        found: IntArray = places[identities]
        return found
    numbers = np.full(len(identities), -1, dtype=places.dtype)
    numbers[known] = places[identities[known]]
    return numbers


def _places(places: IntArray, identities: NDArray[Any]) -> IntArray:
    found = numbers_of(places, identities.astype(np.int64, copy=False))
    return found[found >= 0]


def _inverse(identities: IntArray) -> IntArray:
    places = np.full(int(identities.max()) + 1 if len(identities) else 0, -1, dtype=np.int32)
    places[identities] = np.arange(len(identities), dtype=np.int32)
    return places


def _microseconds(column: NDArray[np.datetime64]) -> NDArray[np.int64]:
    """NaT, and what the database gives as masked, become the smallest integer."""
    return np.ma.filled(column.astype("datetime64[us]"), np.datetime64("NaT")).astype(np.int64)


def load_snapshot(cursor: duckdb.DuckDBPyConnection, generation: int) -> Snapshot:
    """Read a snapshot within a transaction."""
    notes = cursor.execute("SELECT note_id, path, modified, created, updated, size FROM notes").fetchnumpy()
    paths: list[str] = notes["path"].tolist()
    order = sorted(range(len(paths)), key=paths.__getitem__)
    note_ids = np.asarray(notes["note_id"], dtype=np.int32)[order]
    note_places = _inverse(note_ids)
    chunks = cursor.execute("SELECT chunk_id, note_id, first_line, length FROM chunks").fetchnumpy()
    chunk_notes = note_places[np.asarray(chunks["note_id"])] if len(paths) else np.zeros(0, dtype=np.int32)
    chunk_order = np.lexsort((np.asarray(chunks["first_line"]), chunk_notes))
    chunk_ids = np.asarray(chunks["chunk_id"], dtype=np.int32)[chunk_order]
    chunk_notes = chunk_notes[chunk_order]
    chunk_lengths = np.asarray(chunks["length"], dtype=np.int32)[chunk_order]
    return Snapshot(
        generation=generation,
        note_ids=note_ids,
        paths=tuple(paths[place] for place in order),
        modified=_microseconds(notes["modified"])[order],
        created=_microseconds(notes["created"])[order],
        updated=_microseconds(notes["updated"])[order],
        sizes=np.asarray(notes["size"], dtype=np.int64)[order],
        chunk_ids=chunk_ids,
        chunk_notes=chunk_notes,
        chunk_lengths=chunk_lengths,
        first_chunks=np.searchsorted(chunk_notes, np.arange(len(paths))),
        note_lengths=np.bincount(chunk_notes, weights=chunk_lengths, minlength=len(paths)).astype(np.float32),
        languages=tuple(
            row[0]
            for row in cursor.execute(
                "SELECT language FROM stems GROUP BY language ORDER BY count(*) DESC, language LIMIT 4"
            ).fetchall()
        ),
        note_places=note_places,
        chunk_places=_inverse(chunk_ids),
    )


class SnapshotCache:
    """Hands out the snapshot of the index's present generation. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None

    def current(self, cursor: duckdb.DuckDBPyConnection) -> Snapshot:
        """The snapshot that agrees with what ``cursor`` sees; call it within a transaction."""
        row = cursor.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        generation = int(row[0]) if row else 0
        with self._lock:
            snapshot = self._snapshot
        if snapshot is None or snapshot.generation != generation:
            snapshot = load_snapshot(cursor, generation)
            with self._lock:
                self._snapshot = snapshot
        return snapshot
