"""The few notes that have all words of a query in one passage: half remembered words, or a rare one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.ranking.proximity import proximity
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher

_FEW = 3
"""So many notes at most are hardly another one. Of more it tells less,"""
_MOST = 12
"""and of more than so many nothing."""
_IN_FIELDS = 0.7
"""How near a word in a field of the note counts to the words of a passage, against being next to them."""


def few_with_all(search: LexicalSearch) -> IntArray:
    """The notes that have all words in one passage, if those are few."""
    complete = np.flatnonzero(search.held.complete) if search.held.telling else np.empty(0, dtype=np.int64)
    return complete if len(complete) <= _MOST else complete[:0]


def telling(notes: int) -> float:
    """How much it tells of a note, 0..1, that so many have all words in one passage."""
    return min(1.0, _FEW / notes) if 0 < notes <= _MOST else 0.0


def nearness_to_fields(
    view: IndexView, notes: IntArray, search: LexicalSearch, content: Sequence[str], matcher: Matcher
) -> Iterator[tuple[int, float]]:
    """How near to each other the words stand in some notes, by number, that have some of them in their title, path,
    tags or properties: these say what every passage is about, and count as near to the other words of the best one.

    Args:
        view: The index.
        notes: Numbers of notes.
        search: The words in the index,
        content: and in order, without function words.
        matcher: Finds them in texts.
    """
    others: dict[int, list[str]] = {}
    for note in notes.tolist():
        in_fields = search.held.words_in_fields(note)
        rest = [word for word in content if word not in in_fields]
        if in_fields and len(rest) > 1:
            others[note] = rest
        elif in_fields:
            yield note, _IN_FIELDS
    if others:
        best = search.best_chunks(np.array(list(others), dtype=np.int64)).tolist()
        for number, chunk in view.chunk_texts(best).items():
            note = int(view.snapshot.chunk_notes[number])
            yield note, _IN_FIELDS * proximity(others[note], chunk.text, matcher)
