"""How far a model can be trusted with a question, and in which words it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vaulttui.index.reading.letters import normalize
from vaulttui.index.reading.stemming import LANGUAGES
from vaulttui.index.reading.tokenizer import WORD, is_identifier, words_of
from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.ranking.ranking import top
from vaulttui.search.view import IndexView
from vaulttui.search.words.terms import Term

_FEW_WORDS = 5
"""A text of so many words at most is short: a guess at one of them helps the model."""
_SCHEMES = frozenset(("http", "https"))
"""Words that say nothing of what an address leads to."""
_LONG_ENOUGH = 60
"""Words of a note that tell its language, if it is one of those that are known at all."""
_LANGUAGE_NOTES = 10
"""The languages of so many of the best notes tell how far the model can be trusted."""


def trust_in(
    languages: frozenset[str], asked: str, knows: Callable[[str], bool], view: IndexView, lexical: FloatArray
) -> float:
    """How far a model can be trusted, 0..1: not at all with numbers, dates, identifiers and names of files alone, also
    within an address, nor, if it was made for some languages, with a single word that it has to put together from
    pieces: to it that means what other words do that look like it. Else the part of the notes with most of the words
    that are in a language which it was made for. A short note whose language is not known tells nothing; a long one is
    in another. Where none of them tells any, as of lists, all notes do.

    Args:
        languages: Those that it was made for; empty for many.
        asked: What is asked, as it was corrected.
        knows: Whether a word is one of the model's own.
        view: The index.
        lexical: Scores of all notes by words.
    """
    words = words_of(asked)
    words = [word for word in words if word not in _SCHEMES] or words
    if all(map(_is_name, words)):
        return 0.0
    if not languages:
        return 1.0
    if len(words) == 1 and not knows(words[0]):
        return 0.0
    notes = np.flatnonzero(top(lexical, _LANGUAGE_NOTES)).tolist()
    found = [
        note.language
        for number, note in view.note_heads(notes).items()
        if note.language or view.snapshot.note_lengths[number] >= _LONG_ENOUGH
    ]
    return sum(language in languages for language in found) / len(found) if found else _share_of_vault(languages, view)


def _share_of_vault(languages: frozenset[str], view: IndexView) -> float:
    """The part of the notes of which the language is known that are in one of some; 1 if it is known of none."""
    counts = np.bincount(view.snapshot.note_languages, minlength=len(LANGUAGES) + 1)[1:]
    told = int(counts.sum())
    own = sum(int(count) for language, count in zip(LANGUAGES, counts, strict=True) if language in languages)
    return own / told if told else 1.0


def _is_name(word: str) -> bool:
    """Whether a word is an identifier or a file's name: ``chart.js``."""
    return is_identifier(word) or "." in word


def corrected(text: str, terms: Sequence[Term], knows: Callable[[str], bool]) -> str:
    """A short text with the words that occur nowhere replaced by what was searched for instead, but not those that the
    model knows. In a long one it makes more of its other words than of a guess.

    Args:
        text: What is asked.
        terms: What its words were looked up as.
        knows: Whether a word is one of the model's own.
    """
    replaced = [term for term in terms if term.meant] if len(terms) <= _FEW_WORDS else []
    corrections = {term.word: term.meant[0].form for term in replaced if not knows(term.word)}
    if not corrections:
        return text
    return WORD.sub(lambda match: corrections.get(normalize(match[0]), match[0]), text)
