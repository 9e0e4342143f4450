"""Words within a few typing errors of another, or that end with it, out of a large vocabulary.

What cannot be near is left out by length and by the letters that a word has: one edit takes away at most one letter and
brings at most one. For the rest the distance is computed for all words at once, column by column: the restricted
Damerau-Levenshtein distance (optimal string alignment; Boytsov, *Indexing Methods for Approximate Dictionary
Searching*, 2011), in which neighbours that change places are one edit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NONE = np.uint32(0)


class LetterIndex:
    """Lengths and letters of some words.

    Args:
        words: Kept, not copied.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._lengths = np.fromiter(map(len, words), dtype=np.int32, count=len(words))
        self._letters = np.zeros(len(words), dtype=np.uint64)
        filled = np.flatnonzero(self._lengths > 0)
        if len(filled):
            starts = np.cumsum(self._lengths[filled]) - self._lengths[filled]
            self._letters[filled] = np.bitwise_or.reduceat(_bits(_codes("".join(words))), starts)

    def near(self, word: str, edits: int) -> list[tuple[int, int]]:
        """Words at most some edits away.

        Args:
            word: Not empty.
            edits: Greatest distance.

        Returns:
            ``(place, distance)`` in the order of the words.
        """
        codes = _codes(word)
        letters = np.bitwise_or.reduce(_bits(codes))
        possible = np.abs(self._lengths - len(word)) <= edits
        possible &= np.bitwise_count(self._letters & ~letters) <= edits
        possible &= np.bitwise_count(letters & ~self._letters) <= edits
        places = np.flatnonzero(possible)
        if not len(places):
            return []
        distances = _distances(codes, [self._words[place] for place in places.tolist()])
        kept = distances <= edits
        return list(zip(places[kept].tolist(), distances[kept].tolist(), strict=True))

    def ending_with(self, word: str, shortest: int, behind: int) -> list[int]:
        """Places of the words of some length that end with another.

        Args:
            word: Not empty.
            shortest: Their least length.
            behind: So many letters at most may stand behind it.
        """
        letters = np.bitwise_or.reduce(_bits(_codes(word)))
        places = np.flatnonzero((letters & ~self._letters == 0) & (self._lengths >= shortest))
        end = len(word) + behind
        return [place for place in places.tolist() if word in self._words[place][-end:]]


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _bits(codes: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """One of 64 bits for every letter; different letters may share one."""
    return np.left_shift(np.uint64(1), (codes & np.uint32(63)).astype(np.uint64))


def _distances(word: NDArray[np.uint32], others: Sequence[str]) -> NDArray[np.int32]:
    """Distance of a word from every one of some others."""
    lengths = np.fromiter(map(len, others), dtype=np.int64, count=len(others))
    width = int(lengths.max())
    letters = np.full((width, len(others)), _NONE, dtype=np.uint32)
    for number, other in enumerate(others):
        letters[: len(other), number] = _codes(other)
    # table[j] is the distance of the word's first i letters from the first j of every other word.
    before = np.zeros((width + 1, len(others)), dtype=np.int32)
    row = np.repeat(np.arange(width + 1, dtype=np.int32)[:, None], len(others), axis=1)
    for i, letter in enumerate(word):
        above, row = row, np.empty_like(row)
        row[0] = i + 1
        same = letters == letter
        best = np.minimum(above[1:] + 1, above[:-1] + ~same)
        if i > 0:
            swapped = same[:-1] & (letters[1:] == word[i - 1])
            best[1:] = np.where(swapped, np.minimum(best[1:], before[:-2] + 1), best[1:])
        for j in range(width):
            np.minimum(best[j], row[j] + 1, out=row[j + 1])
        before = above
    return row[lengths, np.arange(len(others))]
