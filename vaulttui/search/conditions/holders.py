"""Which chunks and notes hold all of some words, from the inverted index alone: where a phrase can be at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.tokenizer import query_forms, row_of, words_of
from vaulttui.index.storage.arrays import IntArray, as_mask
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import NOTE_FIELDS
from vaulttui.search.memory.resident import InvertedIndex
from vaulttui.search.memory.snapshot import Mask
from vaulttui.values import dataclass

_PAIR = 2


@dataclass(frozen=True, slots=True)
class Holders:
    """Identities of what holds all of some words; some may be gone from the index."""

    chunks: IntArray
    unparted: IntArray
    """Those of the chunks that hold them even if nothing parts letters of a script without blanks there for a reader,
    as a link or a mark does: the others may hold only what they are parted into."""
    fields: Mapping[str, IntArray]
    """Notes that hold them in one field, for each of :data:`~vaulttui.search.memory.postings.NOTE_FIELDS`."""
    terms: Mapping[str, Sequence[int]]
    """Identities of the terms that each of the words stands for, by its folded form."""
    each: Sequence[IntArray]
    """Identities of the chunks that hold each of the words, some several times."""


def forms_in(text: str) -> list[str]:
    """Folded forms that every place has where the words of a text stand in a row; none if that cannot be told.

    Parts of words with joints only (``gpt-4``: the text may be ``gpt-4-turbo``); and no single characters of scripts
    without blanks, which are indexed where a run ends.
    """
    return list(
        dict.fromkeys(
            fold(part) for word in words_of(text) for part in parts_of(word) if len(part) > 1 or not is_unspaced(part)
        )
    )


def parts_of(word: str) -> tuple[str, ...]:
    """Forms that a word with joints is taken apart into, in order, without the whole; any other word itself."""
    row = row_of(word)
    return tuple(form for form in query_forms(word) if form in row)


def find_holders(inverted: InvertedIndex, text: str, *, unfinished: bool) -> Holders | None:
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
    first_of = {form: form[0] for form in forms if len(form) == _PAIR and is_unspaced(form)}
    known: dict[str, list[int]] = {form: [] for form in (*forms, *first_of.values())}
    for term_id, _, folded in inverted.lexicon.folded_as(known):
        known[folded].append(term_id)
    # Where a pair is parted, a run ends with the first of them.
    terms = {form: [*known[form], *(known[first_of[form]] if form in first_of else ())] for form in forms}
    last = fold(parts_of(words_of(text)[-1])[-1])
    if unfinished and last in terms and not is_unspaced(last):
        terms[last] = [term_id for term_id, *_ in inverted.lexicon.beginning_with(last, None)]
    if not all(terms.values()):
        nothing = np.zeros(0, dtype=np.int32)
        return Holders(nothing, nothing, dict.fromkeys(NOTE_FIELDS, nothing), terms, [nothing])
    term_ids = [term_id for group in terms.values() for term_id in group]
    sizes = [len(group) for group in terms.values()]
    chunks, notes = inverted.postings.of_chunks(term_ids), inverted.postings.of_notes(term_ids)
    in_fields = {
        field: _in_all(notes, sizes, counts > 0) for field, counts in zip(NOTE_FIELDS, notes.counts, strict=True)
    }
    ends = chunks.bounds[np.cumsum([0, *sizes])].tolist()
    each = [chunks.owners[start:end] for start, end in pairwise(ends)]
    held = _in_all(chunks, sizes)
    unparted = _in_all(chunks, sizes, first=[len(known[form]) for form in forms]) if first_of else held
    return Holders(held, unparted, in_fields, terms, each)


def _in_all(
    rows: PostingRows, sizes: Sequence[int], counting: Mask | None = None, *, first: Sequence[int] | None = None
) -> IntArray:
    """Owners that have a row of one term at least out of every group of terms; groups of some sizes, in a row.

    Args:
        rows: Of the terms.
        sizes: Of the groups.
        counting: Which of the rows count; ``None`` for all.
        first: How many terms of each group count, the first ones; ``None`` for all.
    """
    found = np.ones(int(rows.owners.max(initial=-1)) + 1, dtype=np.bool_)
    begin = 0
    for size, taken in zip(sizes, first or sizes, strict=True):
        own = slice(int(rows.bounds[begin]), int(rows.bounds[begin + taken]))
        found &= as_mask(rows.owners[own] if counting is None else rows.owners[own][counting[own]], len(found))
        begin += size
    return np.flatnonzero(found)
