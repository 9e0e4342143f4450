"""Snowball stems of word forms."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from vaulttui.index.reading.letters import fold, is_alphabetic, is_unspaced


class _Stemmer(Protocol):
    def stem_word(self, word: str) -> str: ...


LANGUAGES: tuple[str, ...] = (
    "arabic",
    "danish",
    "dutch",
    "english",
    "finnish",
    "french",
    "german",
    "greek",
    "hungarian",
    "italian",
    "norwegian",
    "portuguese",
    "romanian",
    "russian",
    "spanish",
    "swedish",
    "tamil",
    "turkish",
)
"""Languages with a Snowball stemmer."""

FALLBACK_LANGUAGE = "english"
"""For notes too short to tell: its stemmer mostly cuts plurals and leaves other scripts alone."""


def stemming_language(language: str, setting: str) -> str:
    """The language that the words of a note are stemmed in.

    Args:
        language: That of the note, ``""`` if it is not known.
        setting: A Snowball language for every note, ``auto`` for each note's own, ``none`` for no stemming.
    """
    return (language or FALLBACK_LANGUAGE) if setting == "auto" else setting


@lru_cache(maxsize=len(LANGUAGES))
def _stemmer(language: str) -> _Stemmer:
    from py_rust_stemmers import SnowballStemmer

    stemmer: _Stemmer = SnowballStemmer(language)
    return stemmer


@lru_cache(maxsize=65_536)
def stem(form: str, language: str) -> str:
    """Stem a form and drop its accents, so that a word typed without them meets the same stem.

    Args:
        form: A form as the tokenizer gives it.
        language: One of :data:`LANGUAGES`; anything else means no stemming.

    Returns:
        The stem; the folded form where there is nothing to stem (digits, joints, scripts without a stemmer).
    """
    if language not in LANGUAGES or not is_alphabetic(form) or len(form) < 3 or is_unspaced(form):
        return fold(form)
    return fold(_stemmer(language).stem_word(form))
