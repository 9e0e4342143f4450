"""How long texts count as.

A text is as long as it has words, and the shorter of two says more about what both hold. What is written in fewer words
than it was typed in (*frontmatter* for ``front-matter``) shortens its text, and could come first for that, though it is
only another form of what was typed. So it counts as many words as that has; what joins words that were typed apart,
one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.memory.postings import CHUNK_FIELDS, Postings
from vaulttui.search.memory.snapshot import Snapshot, numbers_of
from vaulttui.search.words.terms import Term
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Lengths:
    """Words of every text, as they count for one query."""

    chunks: NDArray[Any]
    notes: FloatArray


def lengths_for(postings: Postings, snapshot: Snapshot, terms: Sequence[Term]) -> Lengths:
    """How long the texts of a snapshot count as for a query.

    Args:
        postings: Of the snapshot's generation.
        snapshot: The index's shape.
        terms: Of the query.
    """
    longer = {term_id: words for term in terms for term_id, words in term.longer}
    if not longer:
        return Lengths(snapshot.chunk_lengths, snapshot.note_lengths)
    rows = postings.of_chunks(list(longer))
    numbers = numbers_of(snapshot.chunk_numbers, rows.owners)
    words = rows.counts[CHUNK_FIELDS.index("body")] * np.repeat(list(longer.values()), np.diff(rows.bounds))
    there = numbers >= 0
    numbers, words = numbers[there], words[there].astype(np.float32)
    chunks, notes = snapshot.chunk_lengths.astype(np.float32), snapshot.note_lengths.copy()
    np.add.at(chunks, numbers, words)
    np.add.at(notes, snapshot.chunk_notes.take(numbers), words)
    return Lengths(chunks, notes)
