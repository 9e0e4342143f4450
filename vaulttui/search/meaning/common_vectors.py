"""Which vectors tell nothing of a note, as many different notes have them: those of footers and of templates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.memory.snapshot import Mask, Snapshot

COMMON = 10
"""A vector that more notes have tells nothing of one of them: it is a footer's, or a template's."""
COMMON_SHARE = 1 / 100
"""One that more than this share of the notes have, and more than those, is not compared with any question."""
_OWN_SHARE = 1 / 4
"""A note of whose words no other note has as many is none of several copies."""


def is_common(sharing: IntArray, note_count: int) -> Mask:
    """Which vectors are compared with no question.

    Args:
        sharing: See :func:`notes_sharing`.
        note_count: Of the vault.
    """
    common: Mask = sharing > max(COMMON, note_count * COMMON_SHARE)
    return common


def notes_sharing(snapshot: Snapshot, chunk_vectors: IntArray, hashes: NDArray[np.uint64]) -> IntArray:
    """How many different notes have each vector.

    Copies count as one note: a page that is the same in all versions of a documentation is no footer, and found like
    any other. So do notes that say little besides, as if they were the same but for the number of a version.

    Args:
        snapshot: The index's shape.
        chunk_vectors: For every chunk, by number, the place of its vector, -1 if it has none.
        hashes: Of every vector.

    Returns:
        Of every vector, if that may be more than :data:`COMMON`; else 0.
    """
    count = len(hashes)
    of_many = np.append(np.bincount(chunk_vectors[chunk_vectors >= 0], minlength=count) > COMMON, False)
    chunks = np.flatnonzero(of_many[chunk_vectors])
    if not len(chunks):
        return np.zeros(count, dtype=np.int64)
    notes = np.unique(snapshot.chunk_notes[chunks])
    different = np.zeros(snapshot.note_count, dtype=np.int64)
    different[notes] = np.unique(_contents(snapshot, chunk_vectors, hashes, notes), return_inverse=True)[1].ravel()
    # One note may say the same many times.
    pairs = np.unique(chunk_vectors[chunks].astype(np.int64) << 32 | different[snapshot.chunk_notes[chunks]]) >> 32
    return np.bincount(pairs, minlength=count)


def _contents(
    snapshot: Snapshot, chunk_vectors: IntArray, hashes: NDArray[np.uint64], notes: IntArray
) -> NDArray[np.uint64]:
    """What each of some notes says, as a number that is the same for copies."""
    below, counts = snapshot.chunks_below(notes)
    shared = _in_several(snapshot, chunk_vectors)[chunk_vectors[below]]
    starts = np.cumsum(counts) - counts
    lengths = snapshot.chunk_lengths[below].astype(np.int64)
    own = np.add.reduceat(np.where(shared, 0, lengths), starts)
    said = np.zeros(len(below), dtype=np.uint64)
    said[shared] = hashes[chunk_vectors[below[shared]]]
    contents = np.add.reduceat(said, starts)
    contents[own >= np.add.reduceat(lengths, starts) * _OWN_SHARE] = 0
    return np.where(contents == 0, notes.astype(np.uint64), contents)


def _in_several(snapshot: Snapshot, chunk_vectors: IntArray) -> Mask:
    """Which vectors more than one note has; the last entry is of no vector."""
    last = np.empty(int(chunk_vectors.max(initial=-1)) + 2, dtype=np.int32)
    last[chunk_vectors] = snapshot.chunk_notes
    several = np.zeros(len(last), dtype=np.bool_)
    several[chunk_vectors[last[chunk_vectors] != snapshot.chunk_notes]] = True
    several[-1] = False
    return several
