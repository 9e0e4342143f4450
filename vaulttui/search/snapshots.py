"""Reads snapshots of the index, and keeps the last one: the next one is made of it and of what was written since."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Mapping
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb
from vaulttui.index.arrays import scan
from vaulttui.search.snapshot import IntArray, Mask, Snapshot, numbers_of
from vaulttui.values import dataclass


def _inverse(identities: IntArray) -> IntArray:
    places = np.full(int(identities.max()) + 1 if len(identities) else 0, -1, dtype=np.int32)
    places[identities] = np.arange(len(identities), dtype=np.int32)
    return places


_NOTES = (
    "SELECT note_id, epoch_us(modified) AS modified, epoch_us(created) AS created, "
    "coalesce(epoch_us(updated), -9223372036854775808) AS updated, size{} FROM notes"
)
_CHUNKS = "SELECT chunk_id, note_id, first_line, length FROM chunks"
_FEW_NOTES = 1_000


@dataclass(frozen=True, slots=True)
class _Chunks:
    """Chunks in the order of notes, then lines."""

    identities: IntArray
    notes: IntArray
    """Numbers."""
    lengths: IntArray

    @classmethod
    def of(cls, rows: Mapping[str, NDArray[Any]], note_places: IntArray) -> _Chunks:
        """Chunks as the database gives them."""
        notes = numbers_of(note_places, np.asarray(rows["note_id"]))
        # One number for both is sorted in a quarter of the time.
        order = np.argsort(notes.astype(np.int64) << 32 | np.asarray(rows["first_line"]), kind="stable")
        identities, lengths = (np.asarray(rows[name], dtype=np.int32) for name in ("chunk_id", "length"))
        return cls(identities[order], notes[order], lengths[order])

    def some(self, kept: Mask, numbers: IntArray) -> _Chunks:
        """Those that are kept, after their notes were given other numbers."""
        return _Chunks(self.identities[kept], numbers[self.notes[kept]], self.lengths[kept])

    def with_chunks(self, added: _Chunks) -> _Chunks:
        """These and those of other notes."""
        places = np.searchsorted(self.notes, added.notes)
        return _Chunks(
            np.insert(self.identities, places, added.identities),
            np.insert(self.notes, places, added.notes),
            np.insert(self.lengths, places, added.lengths),
        )


def load_snapshot(cursor: duckdb.DuckDBPyConnection, generation: int) -> Snapshot:
    """Read a snapshot within a transaction."""
    notes = cursor.execute(_NOTES.format(", path")).fetchnumpy()
    paths: list[str] = notes["path"].tolist()
    order = sorted(range(len(paths)), key=paths.__getitem__)
    note_places = _inverse(np.asarray(notes["note_id"], dtype=np.int32)[order])
    chunks = _Chunks.of(cursor.execute(_CHUNKS).fetchnumpy(), note_places)
    stem_count = _count_stems(cursor)
    return _assembled(
        generation, tuple(map(paths.__getitem__, order)), notes, note_places, chunks, _languages(cursor), stem_count
    )


def advance_snapshot(cursor: duckdb.DuckDBPyConnection, generation: int, before: Snapshot) -> Snapshot:
    """Read within a transaction what has changed since an earlier snapshot of the same index.

    What stands under an identity never changes but for dates and sizes, and no identity is given twice: a note that is
    written again gets a new one. So paths and chunks are read of the new notes alone, dates and sizes of all.

    Returns:
        What :func:`load_snapshot` would return.
    """
    notes = cursor.execute(_NOTES.format("")).fetchnumpy()
    identities = np.asarray(notes["note_id"], dtype=np.int32)
    known = numbers_of(before.note_places, identities)
    new = identities[known < 0]
    if len(new) > max(_FEW_NOTES, before.note_count // 4):
        return load_snapshot(cursor, generation)
    alive = np.zeros(before.note_count, dtype=np.bool_)
    alive[known[known >= 0]] = True
    paths = list(compress(before.paths, alive.tolist()))
    added: list[tuple[str, int]] = []
    if len(new):
        rows = {"id": new}
        added = sorted(
            scan(cursor, "SELECT path, note_id FROM notes WHERE note_id IN (SELECT id FROM rows)", rows).fetchall()
        )
    places = [bisect_left(paths, path) for path, _ in added]
    note_places = _inverse(np.insert(before.note_ids[alive], places, [identity for _, identity in added]))
    for place, (path, _) in zip(reversed(places), reversed(added), strict=True):
        paths.insert(place, path)
    chunks = _Chunks(before.chunk_ids, before.chunk_notes, before.chunk_lengths).some(
        alive[before.chunk_notes], numbers_of(note_places, before.note_ids)
    )
    if len(new):
        found = scan(cursor, f"{_CHUNKS} WHERE note_id IN (SELECT id FROM rows)", rows).fetchnumpy()
        chunks = chunks.with_chunks(_Chunks.of(found, note_places))
    stem_count = _count_stems(cursor)
    languages = before.languages if stem_count == before.stem_count else _languages(cursor)
    return _assembled(generation, tuple(paths), notes, note_places, chunks, languages, stem_count)


def _assembled(
    generation: int,
    paths: tuple[str, ...],
    notes: Mapping[str, NDArray[Any]],
    note_places: IntArray,
    chunks: _Chunks,
    languages: tuple[str, ...],
    stem_count: int,
) -> Snapshot:
    """A snapshot from its parts; the notes' own columns are as the database gives them."""
    identities = np.asarray(notes["note_id"], dtype=np.int32)
    order = np.empty(len(paths), dtype=np.int32)
    order[note_places[identities]] = np.arange(len(paths), dtype=np.int32)
    chunk_counts = np.bincount(chunks.notes, minlength=len(paths))
    note_lengths = np.bincount(chunks.notes, weights=chunks.lengths, minlength=len(paths)).astype(np.float32)
    return Snapshot(
        generation=generation,
        note_ids=identities[order],
        paths=paths,
        modified=np.asarray(notes["modified"], dtype=np.int64)[order],
        created=np.asarray(notes["created"], dtype=np.int64)[order],
        updated=np.asarray(notes["updated"], dtype=np.int64)[order],
        sizes=np.asarray(notes["size"], dtype=np.int64)[order],
        chunk_ids=chunks.identities,
        chunk_notes=chunks.notes,
        chunk_lengths=chunks.lengths,
        mean_chunk_length=_mean(chunks.lengths.astype(np.float32)),
        first_chunks=np.cumsum(chunk_counts) - chunk_counts,
        note_lengths=note_lengths,
        mean_note_length=_mean(note_lengths),
        languages=languages,
        stem_count=stem_count,
        note_places=note_places,
        chunk_places=_inverse(chunks.identities),
    )


def _mean(lengths: NDArray[np.float32]) -> float:
    return float(lengths.mean()) if len(lengths) else 0.0


def _languages(cursor: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    rows = cursor.execute(
        "SELECT language FROM stems GROUP BY language ORDER BY count(*) DESC, language LIMIT 4"
    ).fetchall()
    return tuple(row[0] for row in rows)


def _count_stems(cursor: duckdb.DuckDBPyConnection) -> int:
    row = cursor.execute("SELECT count(*) FROM stems").fetchone()
    return int(row[0]) if row else 0


def generation_of(cursor: duckdb.DuckDBPyConnection) -> int:
    """The generation that a cursor sees; call it within a transaction."""
    row = cursor.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
    return int(row[0]) if row else 0


class SnapshotCache:
    """Hands out the snapshot of the index's present generation. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._confirmed: tuple[int, Snapshot] | None = None

    def current(self, cursor: duckdb.DuckDBPyConnection) -> Snapshot:
        """The snapshot that agrees with what ``cursor`` sees; call it within a transaction."""
        generation = generation_of(cursor)
        with self._lock:
            snapshot = self._snapshot
        if snapshot is not None and snapshot.generation == generation:
            return snapshot
        if snapshot is None or snapshot.generation > generation:  # of a cursor that began later than this one
            snapshot = load_snapshot(cursor, generation)
        else:
            snapshot = advance_snapshot(cursor, generation, snapshot)
        with self._lock:
            if self._snapshot is None or self._snapshot.generation < generation:
                self._snapshot = snapshot
        return snapshot

    def confirm(self, snapshot: Snapshot, commits: int | None) -> None:
        """Note that a snapshot is what the index holds after some commits, see :attr:`Database.commits`."""
        if commits is not None:
            with self._lock:
                self._confirmed = (commits, snapshot)

    def still_current(self, commits: int | None) -> Snapshot | None:
        """The snapshot of what the index holds after some commits, if that is known."""
        with self._lock:
            if self._confirmed is None or self._confirmed[0] != commits:
                return None
            return self._confirmed[1]
