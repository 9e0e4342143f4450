"""Which chunks and notes hold all of some words, from the inverted index alone: where a phrase can be at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.index.tokenizer import MAX_FORM, fold, is_unspaced, query_forms, words_of
from vaulttui.search.inverted import PostingRows
from vaulttui.search.resident import InvertedIndex
from vaulttui.search.snapshot import IntArray
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Holders:
    """Identities of what holds all of some words; some may be gone from the index."""

    chunks: IntArray
    notes: IntArray
    """Those that hold them in the fields of the note: title, aliases, tags, folder, properties."""


def forms_in(text: str) -> list[str]:
    """Folded forms that every place has where the words of a text stand in a row; none if that cannot be told.

    Parts of words with joints only (``gpt-4``: the text may be ``gpt-4-turbo``), and no single characters of scripts
    without blanks, which are indexed where a run ends.
    """
    forms: list[str] = []
    for word in words_of(text):
        parts = query_forms(word)
        if len(parts) > 1 and parts[-1] == word[:MAX_FORM]:
            parts = parts[:-1]
        forms += [fold(part) for part in parts if len(part) > 1 or not is_unspaced(part)]
    return list(dict.fromkeys(forms))


def find_holders(inverted: InvertedIndex, forms: Sequence[str]) -> Holders:
    """Find what holds every one of some folded forms (one at least)."""
    places: dict[str, list[int]] = {form: [] for form in forms}
    term_ids: list[int] = []
    for term_id, _, folded in inverted.lexicon.folded_as(places):
        places[folded].append(len(term_ids))
        term_ids.append(term_id)
    if not all(places.values()):
        nothing = np.zeros(0, dtype=np.int32)
        return Holders(nothing, nothing)
    wanted = list(places.values())
    return Holders(
        _in_all(inverted.postings.of_chunks(term_ids), wanted), _in_all(inverted.postings.of_notes(term_ids), wanted)
    )


def _in_all(rows: PostingRows, wanted: Sequence[Sequence[int]]) -> IntArray:
    """Owners that have a row of one term at least out of every group of terms."""
    found = np.ones(int(rows.owners.max(initial=-1)) + 1, dtype=np.bool_)
    for group in wanted:
        holds = np.zeros(len(found), dtype=np.bool_)
        for place in group:
            holds[rows.owners[rows.bounds[place] : rows.bounds[place + 1]]] = True
        found &= holds
    return np.flatnonzero(found)
