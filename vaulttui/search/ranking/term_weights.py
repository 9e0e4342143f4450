"""What the terms of a query are worth, by the notes of the whole vault that hold them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.search.ranking.bm25 import besides_parts, idf
from vaulttui.search.ranking.weighted_postings import TermPostings
from vaulttui.search.words.terms import Term


def term_weights(terms: Sequence[Term], postings: Sequence[TermPostings], note_count: int) -> list[float]:
    """The weight of every term: its idf, by how often and how much the query means it.

    Args:
        terms: Of the query.
        postings: Of every term. What they tell of the whole vault counts: a compound is worth the same beside its parts
            whatever notes a filter lets through.
        note_count: Of the vault.
    """
    weights = []
    for number, (term, own) in enumerate(zip(terms, postings, strict=True)):
        weight = idf(note_count, own.document_frequency) * term.occurrences * term.importance
        parts = [postings[place].holders for place, other in enumerate(terms[:number]) if other.word in term.parts]
        if parts and own.holders.any():
            with_parts = np.count_nonzero(own.holders | np.logical_and.reduce(parts))
            weight *= besides_parts(note_count, int(with_parts), int(np.count_nonzero(own.holders)))
        weights.append(weight)
    return weights
