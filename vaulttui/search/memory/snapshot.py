"""The shape of the index at one moment, in memory: which chunks there are, whose they are, and how long.

Small arrays (a few dozen bytes a chunk, no text) that every search needs. Notes are numbered in the order of their
paths and chunks in the order of notes and lines, so that a stable sort breaks ties by path by itself.

What these words mean in all that searches:

- *generation*: the number of a state of the index; each write makes the next one.
- *identity*: what the database calls a note, a chunk or a form by (``note_id``, ``chunk_id``, ``term_id``); none is
  given twice, so what is known under one stays true.
- *number*: the place of a note or a chunk in one snapshot, from 0: what arrays and masks are indexed by. The next
  generation has others.
- *form*: a word as texts have it, folded; *term*: a word of a query, with the forms that it stands for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import FloatArray, IntArray, as_mask, bits
from vaulttui.values import dataclass

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
    mtimes: NDArray[np.int64]
    """Nanoseconds since 1970 of the same: local times have no order in the hour that clocks show twice."""
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
    note_lengths: FloatArray
    """Words of each note."""
    word_count: int
    """Words of all notes."""
    note_languages: NDArray[np.uint8]
    """Number of each note's language, see :data:`~vaulttui.search.memory.note_languages.LANGUAGE_NUMBER`."""
    languages: tuple[str, ...]
    """Languages that words are stemmed in, the most frequent first, at most four."""
    note_numbers: IntArray
    """Number of the note with an identity, -1 where there is none."""
    chunk_numbers: IntArray
    """Number of the chunk with an identity, -1 where there is none."""

    @property
    def note_count(self) -> int:
        """How many notes there are."""
        return len(self.note_ids)

    @property
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return len(self.chunk_ids)

    @property
    def mean_chunk_length(self) -> float:
        """Words; 0 if there is no chunk."""
        return self.word_count / max(1, self.chunk_count)

    @property
    def mean_note_length(self) -> float:
        """Words; 0 if there is no note."""
        return self.word_count / max(1, self.note_count)

    def notes_of(self, identities: NDArray[Any]) -> IntArray:
        """Numbers of the notes with these identities; unknown ones are left out."""
        return _places(self.note_numbers, identities)

    def chunks_of(self, identities: NDArray[Any]) -> IntArray:
        """Numbers of the chunks with these identities; unknown ones are left out."""
        return _places(self.chunk_numbers, identities)

    def note_mask(self, identities: NDArray[Any]) -> Mask:
        """A mask over the notes that is set for these identities."""
        return as_mask(self.notes_of(identities), self.note_count)

    def chunk_mask(self, identities: NDArray[Any]) -> Mask:
        """A mask over the chunks that is set for these identities."""
        return as_mask(self.chunks_of(identities), self.chunk_count)

    def spread(self, notes: Mask) -> Mask:
        """A mask over notes as a mask over their chunks."""
        return notes.take(self.chunk_notes)

    def chunks_below(self, notes: IntArray) -> tuple[IntArray, IntArray]:
        """Numbers of the chunks of some notes, note by note, and how many each of them has."""
        first, ends = self._bounds(notes)
        counts = ends - first
        before = np.cumsum(counts) - counts
        return np.arange(int(counts.sum())) + np.repeat(first - before, counts), counts

    def best_chunks(self, notes: IntArray, chunk_scores: FloatArray) -> dict[int, int]:
        """For every one of some notes the number of its best chunk, the first of equal ones."""
        first, ends = self._bounds(notes)
        bounds = zip(notes.tolist(), first.tolist(), ends.tolist(), strict=True)
        return {note: start + int(np.argmax(chunk_scores[start:end])) for note, start, end in bounds if end > start}

    def _bounds(self, notes: IntArray) -> tuple[IntArray, IntArray]:
        """Number of the first chunk of some notes, and of the one behind their last."""
        behind = notes + 1
        ends = self.first_chunks.take(behind, mode="clip")
        ends[behind == self.note_count] = self.chunk_count
        return self.first_chunks.take(notes), ends

    def chunk_bits(self, chunks: IntArray | Mask) -> bytes:
        """Which chunks to look at, for :data:`~vaulttui.index.storage.arrays.CHUNK_IS_SET`.

        Args:
            chunks: Their numbers, or a mask.
        """
        return bits(self.chunk_ids[chunks], len(self.chunk_numbers))

    def mask(self, *notes: IntArray) -> Mask:
        """A mask over the notes that is set for some of them, given by number."""
        mask = np.zeros(self.note_count, dtype=np.bool_)
        for numbers in notes:
            mask[numbers] = True
        return mask

    def gather(self, chunks: Mask) -> Mask:
        """A mask over chunks as a mask over the notes that have any of them."""
        mask = np.zeros(self.note_count, dtype=np.bool_)
        mask[self.chunk_notes.take(np.flatnonzero(chunks))] = True  # twice as fast as with the mask itself
        return mask

    def of_whole_notes(self, chunks: Mask) -> Mask:
        """A mask over chunks, with all chunks of the notes that have any of them."""
        return self.spread(self.gather(chunks))


def numbers_of(places: IntArray, identities: NDArray[Any]) -> IntArray:
    """Numbers of some identities, -1 for those that are not (or no longer) in the snapshot.

    Args:
        places: :attr:`Snapshot.note_numbers` or :attr:`Snapshot.chunk_numbers`.
        identities: Of notes or of chunks.
    """
    known = identities < len(places)
    if known.all():
        found: IntArray = places.take(identities)
        return found
    numbers = np.full(len(identities), -1, dtype=places.dtype)
    numbers[known] = places[identities[known]]
    return numbers


def _places(places: IntArray, identities: NDArray[Any]) -> IntArray:
    found = numbers_of(places, identities.astype(np.int64, copy=False))
    return found[found >= 0]
