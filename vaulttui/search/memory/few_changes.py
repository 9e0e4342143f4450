"""A snapshot made of the one before and of the few notes that have changed since."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.search.memory.chunk_rows import Chunks, inverse_of
from vaulttui.search.memory.note_languages import frequent_languages
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.memory.splice import Splice
from vaulttui.values import dataclass

Rows = Mapping[str, NDArray[Any]]
"""Columns as the database gives them."""


@dataclass(frozen=True, slots=True)
class NoteChanges:
    """What became of notes."""

    gone: list[int]
    """Numbers before, ascending."""
    kept: Rows
    """Notes that may have got other dates and sizes."""
    added: Rows
    """New notes, with their paths."""
    chunks: Rows
    """Chunks of the new notes."""


def with_changes(before: Snapshot, generation: int, changes: NoteChanges, *, stemmed: bool) -> Snapshot:
    """The snapshot at a later generation.

    Args:
        stemmed: Whether the index has stems then.
    """
    paths: list[str] = changes.added["path"].tolist()
    order = sorted(range(len(paths)), key=paths.__getitem__)
    paths = [paths[place] for place in order]
    added = {name: np.asarray(column)[order] for name, column in changes.added.items()}
    notes = Splice.of(before.note_count, changes.gone, [bisect_left(before.paths, path) for path in paths])
    note_ids = notes.column(before.note_ids, added["note_id"])
    note_numbers = notes.places(before.note_numbers, before.note_ids, note_ids)
    kept = note_numbers[changes.kept["note_id"]]

    def stamps(column: NDArray[np.int64], name: str) -> NDArray[np.int64]:
        values = notes.column(column, added[name])
        stamped = np.asarray(changes.kept[name])
        if (values[kept] != stamped).any():
            values = values.copy()
            values[kept] = stamped
        return values

    lowest = int(added["note_id"].min()) if len(order) else 0
    new = Chunks.of(changes.chunks, inverse_of(added["note_id"] - lowest)[changes.chunks["note_id"] - lowest])
    counts = np.bincount(new.notes, minlength=len(paths))
    firsts = np.cumsum(counts) - counts
    chunks = notes.below(
        lambda note: int(before.first_chunks[note]) if note < before.note_count else before.chunk_count,
        lambda note: int(firsts[note]) if note < len(firsts) else len(new.notes),
    )
    chunk_ids = chunks.column(before.chunk_ids, new.identities)
    lengths = np.bincount(new.notes, weights=new.lengths, minlength=len(paths))
    note_languages = notes.column(before.note_languages, added["language"])
    fewer = before.note_lengths[changes.gone].sum(dtype=np.float64)
    return Snapshot(
        generation=generation,
        note_ids=note_ids,
        paths=notes.texts(before.paths, paths),
        modified=stamps(before.modified, "modified"),
        mtimes=stamps(before.mtimes, "mtime_ns"),
        created=stamps(before.created, "created"),
        updated=stamps(before.updated, "updated"),
        sizes=stamps(before.sizes, "size"),
        chunk_ids=chunk_ids,
        chunk_notes=chunks.numbers(before.chunk_notes, new.notes, notes),
        chunk_lengths=chunks.column(before.chunk_lengths, new.lengths),
        first_chunks=notes.numbers(before.first_chunks, firsts, chunks),
        note_lengths=notes.column(before.note_lengths, lengths),
        word_count=before.word_count + int(new.lengths.sum(dtype=np.int64)) - int(fewer),
        note_languages=note_languages,
        languages=frequent_languages(note_languages, stemmed=stemmed),
        note_numbers=note_numbers,
        chunk_numbers=chunks.places(before.chunk_numbers, before.chunk_ids, chunk_ids),
    )
