"""What the inverted index holds of a text, counted in the plainest way."""

from __future__ import annotations

from collections import Counter

from vaulttui.index.reading.symbols import join_symbols
from vaulttui.index.reading.tokenizer import JOINTS, forms_of, row_of, words_of


def count_forms(text: str) -> tuple[Counter[str], int]:
    """Count the forms of a text.

    Returns:
        Occurrences of every form, and the text's length: its words, a word with joints counting as its parts.
    """
    counts: Counter[str] = Counter()
    length = 0
    for word, occurrences in Counter(words_of(join_symbols(text))).items():
        for form in forms_of(word):
            counts[form] += occurrences
        length += occurrences * max(1, sum(item not in JOINTS for item in row_of(word)))
    return counts, length
