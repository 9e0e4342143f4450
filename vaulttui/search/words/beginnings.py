"""The forms of the vocabulary that begin with a word."""

from __future__ import annotations

from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.tokenizer import closed_form
from vaulttui.search.memory.lexicon import Lexicon
from vaulttui.search.words.terms import Form, Relation, forms_of_entries, with_new

_MAX_FORMS = 200
"""Forms that a beginning may stand for, the shortest first."""
_MIN_JOINED = 4
"""Letters from which the beginning of a word may be written with joints: ``fron`` is one of ``front-end``."""


def begun_by(lexicon: Lexicon, word: str, relation: Relation = "prefix") -> list[Form]:
    """Forms that begin with a word as it is written; the shortest where there are too many."""
    return forms_of_entries(lexicon.beginning_with(fold(word), _MAX_FORMS), relation)


def begun_with_any_joints(lexicon: Lexicon, word: str) -> list[Form]:
    """Forms that begin with a word as it is written, and behind them those that do so with other joints or none."""
    forms = begun_by(lexicon, word)
    closed = fold(closed_form(word))
    if len(closed) < _MIN_JOINED or is_unspaced(closed):
        return forms
    longer = lexicon.joined_beginning_with(closed, _MAX_FORMS)
    if closed != fold(word):
        longer += lexicon.beginning_with(closed, _MAX_FORMS)
    return with_new(forms, forms_of_entries(longer, "prefix"))
