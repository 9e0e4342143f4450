"""Reads snapshots of the index, and keeps the last one: the next one is made of it and of what was written since."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray, scan
from vaulttui.index.storage.changes import Changes
from vaulttui.index.storage.meta import value_of
from vaulttui.search.memory.chunk_rows import Chunks, inverse_of
from vaulttui.search.memory.few_changes import NoteChanges, with_changes
from vaulttui.search.memory.note_languages import LANGUAGE_NUMBER, frequent_languages
from vaulttui.search.memory.snapshot import Snapshot

_NOTES = (
    "SELECT note_id, epoch_us(modified) AS modified, mtime_ns, epoch_us(created) AS created, "
    f"coalesce(epoch_us(updated), -9223372036854775808) AS updated, size, {LANGUAGE_NUMBER}{{}} FROM notes"
)
_CHUNKS = "SELECT chunk_id, note_id, first_line, length FROM chunks"
_FEW_NOTES = 1_000
"""New notes. Of more, most come with the first reading of a vault, of which all is read soon."""


def load_snapshot(cursor: duckdb.DuckDBPyConnection, generation: int) -> Snapshot:
    """Read a snapshot within a transaction."""
    # The database compares the bytes of UTF-8, which come in the order of the characters.
    notes = cursor.execute(_NOTES.format(", path") + " ORDER BY path").fetchnumpy()
    paths: tuple[str, ...] = tuple(notes["path"].tolist())
    note_ids = np.asarray(notes["note_id"], dtype=np.int32)
    note_numbers = inverse_of(note_ids)
    rows = cursor.execute(_CHUNKS).fetchnumpy()
    chunks = Chunks.of(rows, note_numbers[rows["note_id"]])
    chunk_counts = np.bincount(chunks.notes, minlength=len(paths))
    note_languages = np.asarray(notes["language"], dtype=np.uint8)
    return Snapshot(
        generation=generation,
        note_ids=note_ids,
        paths=paths,
        modified=np.asarray(notes["modified"], dtype=np.int64),
        mtimes=np.asarray(notes["mtime_ns"], dtype=np.int64),
        created=np.asarray(notes["created"], dtype=np.int64),
        updated=np.asarray(notes["updated"], dtype=np.int64),
        sizes=np.asarray(notes["size"], dtype=np.int64),
        chunk_ids=chunks.identities,
        chunk_notes=chunks.notes,
        chunk_lengths=chunks.lengths,
        first_chunks=np.cumsum(chunk_counts) - chunk_counts,
        note_lengths=np.bincount(chunks.notes, weights=chunks.lengths, minlength=len(paths)).astype(np.float32),
        word_count=int(chunks.lengths.sum(dtype=np.int64)),
        note_languages=note_languages,
        languages=frequent_languages(note_languages, stemmed=_has_stems(cursor)),
        note_numbers=note_numbers,
        chunk_numbers=inverse_of(chunks.identities),
    )


def advance_snapshot(
    cursor: duckdb.DuckDBPyConnection, generation: int, before: Snapshot, changed: Collection[int] | None
) -> Snapshot:
    """Read within a transaction what has changed since an earlier snapshot of the same index; everything where that is
    not known, or is much.

    What stands under an identity never changes but for dates and sizes, and no identity is given twice: a note that is
    written again gets a new one, larger than all before.

    Args:
        changed: Identities of all notes that went since, or whose dates and sizes changed; ``None`` if not known.

    Returns:
        What :func:`load_snapshot` would return.
    """
    few = None if changed is None else _read_few(cursor, generation, before, changed)
    return few or load_snapshot(cursor, generation)


def _read_few(
    cursor: duckdb.DuckDBPyConnection, generation: int, before: Snapshot, changed: Collection[int]
) -> Snapshot | None:
    """The next snapshot, by the rows of what has changed; ``None`` if there are many new notes."""
    last = len(before.note_numbers) - 1
    added = cursor.execute(f"{_NOTES.format(', path')} WHERE note_id > ? LIMIT ?", [last, _FEW_NOTES + 1]).fetchnumpy()
    if len(added["note_id"]) > _FEW_NOTES:
        return None
    if not (changed or len(added["note_id"])):
        return replace(before, generation=generation)
    known = before.notes_of(np.array(sorted(changed), dtype=np.int64))
    kept = _read_kept(cursor, before, known, set(added["path"]))
    gone = np.sort(known[~np.isin(before.note_ids[known], kept["note_id"])]).tolist()
    chunks = cursor.execute(f"{_CHUNKS} WHERE note_id > ?", [last]).fetchnumpy()
    return with_changes(before, generation, NoteChanges(gone, kept, added, chunks), stemmed=_has_stems(cursor))


def _read_kept(
    cursor: duckdb.DuckDBPyConnection, before: Snapshot, known: IntArray, taken: set[str]
) -> Mapping[str, NDArray[Any]]:
    """Rows of those of some notes that are still there.

    Args:
        known: Numbers in the snapshot before.
        taken: Paths of new notes. Two notes never have one path, so whatever had one of these is gone.
    """
    doubtful = [number for number in known.tolist() if before.paths[number] not in taken]
    if not doubtful:
        return dict.fromkeys(
            ("note_id", "modified", "mtime_ns", "created", "updated", "size"), np.zeros(0, dtype=np.int64)
        )
    rows = {"id": before.note_ids[doubtful]}
    return scan(cursor, f"{_NOTES.format('')} WHERE note_id IN (SELECT id FROM rows)", rows).fetchnumpy()


def _has_stems(cursor: duckdb.DuckDBPyConnection) -> bool:
    return cursor.execute("SELECT 1 FROM stems LIMIT 1").fetchone() is not None


def generation_of(cursor: duckdb.DuckDBPyConnection) -> int:
    """The generation that a cursor sees; call it within a transaction."""
    return int(value_of(cursor, "generation") or 0)


class SnapshotCache:
    """Hands out the snapshot of the index's present generation. Safe to use from several threads.

    Args:
        changes: Of the same index.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
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
            changed = self._changes.between(snapshot.generation, generation)
            snapshot = advance_snapshot(cursor, generation, snapshot, changed)
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
