"""A folded text that knows where its characters are from, so that what is found in it can be shown where it stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from vaulttui.index.reading.letters import fold

_VOWELS_AND_ENDS = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Of Korean syllables, which become one character with the consonant before."""


class FoldedText(NamedTuple):
    """A text as :func:`~vaulttui.index.reading.letters.fold` makes it, and where each of its characters is from.

    A letter and the marks on it belong together, as they may become one character, and letters become several: a place
    has all of those that any of it is from.
    """

    text: str
    """The folded text."""
    origins: Sequence[tuple[int, int]] | None
    """Begin and end (excluded) of what each of its characters is from; ``None`` where each is from one in its place."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the text that was folded has what stands between two characters of the folded one; ``start < end``."""
        if self.origins is None:
            return start, end
        return self.origins[start][0], self.origins[end - 1][1]


def fold_with_origins(text: str) -> FoldedText:
    """Fold a text. What is plain takes no longer than it has to: whole notes are folded."""
    if text.isascii():
        return FoldedText(text.lower(), None)
    codes = list(map(ord, text))
    parts = list(map(_FOLDED.__getitem__, codes))
    folded = "".join(parts)
    if unicodedata.is_normalized("NFC", folded):  # no letter becomes one with another
        if len(folded) == len(text) and "" not in parts:
            return FoldedText(folded, None)
        return FoldedText(folded, _origins(parts))
    parts = []
    origins: list[tuple[int, int]] = []
    for start, end in letters_of(text):
        part = _FOLDED[codes[start]] if end == start + 1 else fold(text[start:end])
        parts.append(part)
        origins.extend([(start, end)] * len(part))
    return FoldedText("".join(parts), origins)


def letters_of(text: str) -> list[tuple[int, int]]:
    """Where each letter of a text begins and ends, with the marks on it and all else that belongs to it."""
    starts = [at for at, letter in enumerate(text) if not (at and _JOINS[ord(letter)])]
    return list(zip(starts, [*starts[1:], len(text)], strict=True)) if starts else []


def _origins(parts: Sequence[str]) -> list[tuple[int, int]]:
    """Where each character is from that characters folded to; those that folded to none belong to the one before."""
    origins: list[tuple[int, int]] = []
    end = len(parts)
    for at in range(end - 1, -1, -1):
        if part := parts[at]:
            origins.extend([(at, end)] * len(part))
            end = at
    origins.reverse()
    return origins


class _Folded(dict[int, str]):
    """Each character folded by itself: as one letter or several, or none."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = fold(chr(code))
        return folded


class _Joins(dict[int, bool]):
    """Whether a character belongs to the one before: a mark on it, the end of a syllable, or nothing that one sees."""

    def __missing__(self, code: int) -> bool:
        decomposed = unicodedata.normalize("NFKD", chr(code))
        joins = (
            unicodedata.category(decomposed[0]).startswith("M")
            or any(ord(decomposed[0]) in part for part in _VOWELS_AND_ENDS)
            or not _FOLDED[code]
        )
        self[code] = joins
        return joins


_FOLDED = _Folded()
_JOINS = _Joins()
