"""Texts as rows of words: a character stands for every word, so that words in a row are found as a string is.

Words are what :mod:`vaulttui.index.tokenizer` makes of a text, those with joints taken apart; their characters follow
from the identities of their terms. In UTF-8 no character begins within another, which is what a text needs that is
searched compressed (de Moura, Navarro, Ziviani and Baeza-Yates, *Fast and flexible word searching on compressed text*,
2000), and the terms that were met first take the fewest bytes. As a batch has its most frequent terms first, a word
takes 1.3 bytes on the average, a text less than a fifth of its size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.values import dataclass

_SURROGATES, _AFTER_SURROGATES = 0xD800, 0xE000
_LAST = 0x10FFFF

MOST_CODES = _LAST - (_AFTER_SURROGATES - _SURROGATES) - 1
"""So many terms have a character of their own; all others share the last one."""


@dataclass(slots=True)
class WordRows:
    """The words of some texts, one text after the other."""

    term: NDArray[np.int32]
    """Number of every word's term within the batch."""
    lengths: NDArray[np.int64]
    """Words of every text."""


def word_code(term_id: int) -> str:
    """The character that stands for a term."""
    code = term_id + 1
    return chr(min(code if code < _SURROGATES else code + _AFTER_SURROGATES - _SURROGATES, _LAST))


def encode_words(term_ids: NDArray[np.int32], lengths: NDArray[np.int64]) -> list[str]:
    """Rows of words.

    Args:
        term_ids: Of the words of all texts, one text after the other.
        lengths: Words of every text.

    Returns:
        A text for every one of ``lengths``.
    """
    codes = term_ids.astype("<u4") + np.uint32(1)
    codes[codes >= _SURROGATES] += np.uint32(_AFTER_SURROGATES - _SURROGATES)
    row = np.minimum(codes, np.uint32(_LAST)).tobytes().decode("utf-32-le")
    ends = np.cumsum(lengths).tolist()
    return [row[end - length : end] for end, length in zip(ends, lengths.tolist(), strict=True)]
