"""The forms of the vocabulary that begin with a word."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.tokenizer import closed_form
from vaulttui.search.memory.lexicon import Entry, Lexicon
from vaulttui.search.words.terms import Form, Occurring, Relation, forms_of_entries, with_new

_MAX_FORMS = 200
"""Forms that a beginning may stand for, the shortest first."""
_MIN_JOINED = 4
"""Letters from which the beginning of a word may be written with joints: ``fron`` is one of ``front-end``."""


def begun_by(lexicon: Lexicon, word: str, relation: Relation = "prefix") -> list[Form]:
    """All forms that begin with a word as it is written."""
    return forms_of_entries(lexicon.beginning_with(fold(word), None), relation)


def is_single_unspaced(form: str) -> bool:
    """Whether a form is one character of a script without blanks, of which pairs are indexed."""
    return len(form) == 1 and is_unspaced(form)


def begun_with_any_joints(lexicon: Lexicon, word: str, occurring: Occurring) -> list[Form]:
    """Forms that begin with a word as it is written, and behind them those that do so with other joints or none; where
    there are too many, the shortest of those that any note holds. A character of a script without blanks stands for
    all that begin with it: it is in any note that holds one of them.

    Args:
        lexicon: All forms.
        word: The beginning.
        occurring: Tells what any note holds.
    """
    if is_single_unspaced(word):
        return begun_by(lexicon, word)
    forms = _shortest(lexicon.beginning_with(fold(word), None), occurring)
    closed = fold(closed_form(word))
    if len(closed) < _MIN_JOINED or is_unspaced(closed):
        return forms
    forms = with_new(forms, _shortest(lexicon.joined_beginning_with(closed, None), occurring))
    if closed != fold(word):
        forms = with_new(forms, _shortest(lexicon.beginning_with(closed, None), occurring))
    return forms


def _shortest(entries: Sequence[Entry], occurring: Occurring) -> list[Form]:
    """The first few of the terms that any note holds, if there are more; else all, which costs no look at postings."""
    if len(entries) <= _MAX_FORMS:
        return forms_of_entries(entries, "prefix")
    held: list[Entry] = []
    # A few at a time: of one letter there are thousands, and mostly the first are held.
    for first in range(0, len(entries), _MAX_FORMS):
        some = entries[first : first + _MAX_FORMS]
        known = occurring([entry[0] for entry in some])
        held += [entry for entry in some if entry[0] in known]
        if len(held) >= _MAX_FORMS:
            break
    return forms_of_entries(held[:_MAX_FORMS], "prefix")
