"""Which chunks and notes hold all of some words, from the inverted index alone: where a phrase can be at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vaulttui.index.tokenizer import MAX_FORM, fold, is_unspaced, query_forms, words_of
from vaulttui.search.posting_segments import PostingRows
from vaulttui.search.resident import InvertedIndex
from vaulttui.search.snapshot import IntArray
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Holders:
    """Identities of what holds all of some words; some may be gone from the index."""

    chunks: IntArray
    notes: IntArray
    """Those that hold them in the fields of the note: title, aliases, tags, folder, properties."""
    terms: Mapping[str, Sequence[int]]
    """Identities of the terms that each of the words stands for, by its folded form."""


def forms_in(text: str) -> list[str]:
    """Folded forms that every place has where the words of a text stand in a row; none if that cannot be told.

    Parts of words with joints only (``gpt-4``: the text may be ``gpt-4-turbo``), and no single characters of scripts
    without blanks, which are indexed where a run ends.
    """
    return list(
        dict.fromkeys(
            fold(part) for word in words_of(text) for part in parts_of(word) if len(part) > 1 or not is_unspaced(part)
        )
    )


def parts_of(word: str) -> tuple[str, ...]:
    """Forms that a word with joints is taken apart into, in order, without the whole; any other word itself."""
    forms = query_forms(word)
    return forms[:-1] if len(forms) > 1 and forms[-1] == word[:MAX_FORM] else forms


def find_holders(inverted: InvertedIndex, text: str, *, unfinished: bool = False) -> Holders | None:
    """Find what holds all words of a text.

    Args:
        inverted: The index.
        text: The words.
        unfinished: The last one stands for all that begin with it.

    Returns:
        ``None`` if that cannot be told.
    """
    forms = forms_in(text)
    if not forms:
        return None
    terms: dict[str, list[int]] = {form: [] for form in forms}
    for term_id, _, folded in inverted.lexicon.folded_as(terms):
        terms[folded].append(term_id)
    last = fold(parts_of(words_of(text)[-1])[-1])
    if unfinished and last in terms and not is_unspaced(last):
        terms[last] = [term_id for term_id, *_ in inverted.lexicon.beginning_with(last, None)]
    if not all(terms.values()):
        nothing = np.zeros(0, dtype=np.int32)
        return Holders(nothing, nothing, terms)
    term_ids = [term_id for group in terms.values() for term_id in group]
    sizes = [len(group) for group in terms.values()]
    return Holders(
        _in_all(inverted.postings.of_chunks(term_ids), sizes),
        _in_all(inverted.postings.of_notes(term_ids), sizes),
        terms,
    )


def _in_all(rows: PostingRows, sizes: Sequence[int]) -> IntArray:
    """Owners that have a row of one term at least out of every group of terms; groups of some sizes, in a row."""
    found = np.ones(int(rows.owners.max(initial=-1)) + 1, dtype=np.bool_)
    first = 0
    for size in sizes:
        holds = np.zeros(len(found), dtype=np.bool_)
        holds[rows.owners[rows.bounds[first] : rows.bounds[first + size]]] = True
        found &= holds
        first += size
    return np.flatnonzero(found)
