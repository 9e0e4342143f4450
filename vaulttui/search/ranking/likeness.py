"""What other notes are compared with to tell how near they are to one in meaning: ``like:``."""

from __future__ import annotations

import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.view import IndexView


def chunks_of_its_own(view: IndexView, target: str) -> IntArray:
    """The chunks of a note that are compared in meaning: none if there is no such note, or if it has no vectors but of
    what very many notes say.

    Args:
        view: The index.
        target: As in ``like:``.
    """
    none = np.zeros(0, dtype=np.int32)
    path = view.filters.note_named(target)
    if path is None:
        return none
    row = view.cursor.execute("SELECT note_id FROM notes WHERE path = ?", [path]).fetchone()
    place = int(view.snapshot.note_numbers[row[0]]) if row else -1
    if place < 0:
        return none
    compared = view.semantic.comparable(view.cursor, view.snapshot)
    return np.flatnonzero((view.snapshot.chunk_notes == place) & compared).astype(np.int32)


def direction(view: IndexView, chunks: IntArray, allowed: Mask | None) -> tuple[Vectors, Mask | None]:
    """The mean direction of a note, and what is compared with it: not what many notes have in common, unless this one
    has nothing else. What a few have, each word for word, counts the less the more they are.

    Args:
        view: The index.
        chunks: Of the note, at least one.
        allowed: Chunks that may be found; ``None`` for all.

    Returns:
        A unit vector, and the chunks that are compared; ``None`` for all.
    """
    telling = view.semantic.telling(view.cursor, view.snapshot)
    if telling[chunks].any():
        chunks = chunks[telling[chunks]]
        allowed = telling if allowed is None else allowed & telling
    vectors, places = view.semantic.vectors_of(view.cursor, view.snapshot, chunks)
    sharing = view.semantic.notes_sharing(view.cursor, view.snapshot, chunks[places])
    mean = np.average(vectors, axis=0, weights=1 / sharing)
    norm = float(np.linalg.norm(mean))
    return (mean / norm if norm > 0 else mean).astype(np.float32), allowed
