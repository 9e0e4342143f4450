"""Forms that have the stem of a word though the index does not say so: no note that it knows the language of has them
in that language, or they are written with joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttui.index.reading.letters import fold, is_alphabetic, is_unspaced
from vaulttui.index.reading.stemming import FALLBACK_LANGUAGE, stem
from vaulttui.index.reading.tokenizer import closed_form
from vaulttui.search.memory.lexicon import Lexicon
from vaulttui.search.words.rows import MIN_COMPOUND
from vaulttui.search.words.terms import Form

_MOST = 200
"""Forms that begin as a word does; the shortest are looked at."""
_MIN_STEM = 4
"""Letters of a stem that tells a family."""


def joined_with_stem(word: str, stems: set[tuple[str, str]], languages: Sequence[str], lexicon: Lexicon) -> list[Form]:
    """Forms with joints that have the stem of a word that has no other form: *co-operation* for ``cooperate``.

    Args:
        word: As the tokenizer gives it.
        stems: Of the word, each with its language.
        languages: Of the vault.
        lexicon: All forms.
    """
    closed = closed_form(word)
    shortest = min((len(stemmed) for _, stemmed in stems), default=0)
    if shortest < MIN_COMPOUND:
        return []
    begun = lexicon.joined_beginning_with(fold(closed[: shortest - 1]), _MOST)
    return [
        Form(term_id, form, "stem")
        for term_id, form, _ in begun
        if any((language, stem(closed_form(form), language)) in stems for language in languages)
    ]


def untold_with_stem(word: str, languages: Sequence[str], lexicon: Lexicon) -> Iterator[Form]:
    """Forms that have the stem of a word in a language of the vault, whatever notes have them. Lists and tables often
    have no sentence that tells theirs, and are stemmed as English: *Zimtstangen* for ``Zimtstange``.

    Args:
        word: As the tokenizer gives it, one of which no form is known.
        languages: Of the vault.
        lexicon: All forms.
    """
    if not is_alphabetic(word) or is_unspaced(word):
        return
    stems = {language: stem(word, language) for language in languages if language != FALLBACK_LANGUAGE}
    shortest = min(map(len, stems.values()), default=0)
    if shortest < _MIN_STEM:
        return
    for term_id, form, _ in lexicon.beginning_with(fold(word)[:shortest], _MOST):
        if any(stem(form, language) == stemmed for language, stemmed in stems.items()):
            yield Form(term_id, form, "stem")
