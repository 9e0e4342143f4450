"""How often terms occur in chunks, weighted: what chunks are scored by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.ranking.bm25 import Bm25Parameters
from vaulttui.search.ranking.weighted_postings import TermPostings
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class ChunkFrequencies:
    """Weighted occurrences of one term in the chunks that hold it."""

    chunks: IntArray
    """Numbers, each once."""
    body: FloatArray
    """Normalised by length."""
    heading: FloatArray

    @property
    def total(self) -> FloatArray:
        """Weighted occurrences in body and headings together."""
        return (self.body + self.heading).astype(np.float32, copy=False)


def chunk_frequencies(
    terms: Iterable[TermPostings], snapshot: Snapshot, lengths: NDArray[Any], parameters: Bm25Parameters
) -> list[ChunkFrequencies]:
    """The chunks of some terms, with the weighted occurrences of each in them.

    Args:
        terms: The occurrences of each.
        snapshot: The index's shape.
        lengths: Of all chunks, in words.
        parameters: Of the formula.
    """
    found = []
    for postings in terms:
        chunks, body, heading = postings.chunks, postings.body, postings.heading
        if not postings.one_form:
            chunks, body, heading = _summed(chunks, body, heading, snapshot.chunk_count)
        norms = parameters.length_norms(lengths.take(chunks).astype(np.float32), snapshot.mean_chunk_length)
        found.append(ChunkFrequencies(chunks, body / norms, heading))
    return found


def _summed(
    chunks: IntArray, body: FloatArray, heading: FloatArray, count: int
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Weighted occurrences of several forms of a word, each chunk once.

    Args:
        chunks: Numbers.
        body: Weighted occurrences.
        heading: The same.
        count: Of all chunks.
    """
    rows = np.arange(len(chunks), dtype=np.int32)
    place = np.empty(count, dtype=np.int32)
    place[chunks] = rows  # of several rows of one chunk the last one stays
    last = place.take(chunks)
    others = np.flatnonzero(last != rows)
    if not len(others):
        return chunks, body, heading
    kept = np.flatnonzero(last == rows)
    sums = []
    for counts in (body, heading):
        summed = counts.copy()
        np.add.at(summed, last[others], counts[others])
        sums.append(summed[kept])
    return chunks[kept], sums[0], sums[1]
