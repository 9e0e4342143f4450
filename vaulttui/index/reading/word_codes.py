"""Texts as rows of words: a character stands for every word, so that words in a row are found as a string is.

Words are what :mod:`vaulttui.index.reading.tokenizer` makes of a text. One with joints is taken apart, its joints have
characters too: ``gpt-4`` is three of them. The characters of the others follow from the identities of their terms. In
UTF-8 no character begins within another, which is what a text needs that is searched compressed (de Moura, Navarro,
Ziviani and Baeza-Yates, *Fast and flexible word searching on compressed text*, 2000), and the terms that were met first
take the fewest bytes. As a batch has its most frequent terms first, a word takes 1.4 bytes on the average, and all of
them a fifth of their text.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.tokenizer import JOINTS
from vaulttui.values import dataclass

_SURROGATES, _AFTER_SURROGATES = 0xD800, 0xE000
_LAST = 0x10FFFF
_FIRST_TERM = len(JOINTS)

MOST_CODES: Final = _LAST - 1 - (_AFTER_SURROGATES - _SURROGATES) - _FIRST_TERM
"""So many terms have a character of their own; all others share the last one."""


@dataclass(frozen=True, slots=True)
class WordRows:
    """The words of some texts, one text after the other."""

    numbers: NDArray[np.int32]
    """Of joints and of terms: first come those of :data:`~vaulttui.index.reading.tokenizer.JOINTS`, then all terms."""
    lengths: NDArray[np.int64]
    """How many of these each text has."""

    def occurrences(self, terms: int) -> NDArray[np.int64]:
        """How often every one of so many terms occurs."""
        return np.bincount(self.numbers, minlength=_FIRST_TERM + terms)[_FIRST_TERM:]

    def renumbered(self, terms: NDArray[np.int32]) -> WordRows:
        """The same words with other numbers for the terms, given by the number that each has here."""
        numbers = np.concatenate((np.arange(_FIRST_TERM, dtype=np.int32), terms + np.int32(_FIRST_TERM)))
        return WordRows(numbers[self.numbers], self.lengths)

    def encoded(self) -> list[str]:
        """A character for each word, text by text; the numbers of terms are their identities."""
        codes = self.numbers.astype("<u4") + np.uint32(1)  # some programs take the character 0 for an end
        codes[codes >= _SURROGATES] += np.uint32(_AFTER_SURROGATES - _SURROGATES)
        row = np.minimum(codes, np.uint32(_LAST)).tobytes().decode("utf-32-le")
        ends = np.cumsum(self.lengths).tolist()
        return [row[end - length : end] for end, length in zip(ends, self.lengths.tolist(), strict=True)]


def word_code(term_id: int) -> str:
    """The character that stands for a term."""
    code = _FIRST_TERM + term_id + 1
    return chr(min(code if code < _SURROGATES else code + _AFTER_SURROGATES - _SURROGATES, _LAST))


def joint_code(joint: str) -> str:
    """The character that stands for one of :data:`~vaulttui.index.reading.tokenizer.JOINTS`."""
    return chr(JOINTS.index(joint) + 1)
