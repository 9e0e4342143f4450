"""Fuzzy matching of short names: typed characters in order, better together and at the beginnings of words."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from vaulttui.index.reading.letters import fold

_INITIALS = 0.7
"""What initials score at least: more than what stands within a word, less than what begins one."""
_LONG_NAME = 300
"""Characters of a name whose initials are looked at."""


def fuzzy_score(wanted: str, text: str) -> float:
    """How well a text fits what was typed.

    Args:
        wanted: Folded, not empty. Blanks part words that may stand in any order.
        text: As it is written.

    Returns:
        0 for no match; 1 for equality; beginnings, word beginnings, initials and runs score higher than scattered
        characters, in this order.
    """
    folded = fold(text)
    if not folded:
        return 0.0
    if wanted == folded:
        return 1.0
    scores = _word_scores(wanted, text, folded)
    if not scores or min(scores) == 0:
        return 0.0
    together = _one(wanted, folded) if len(scores) > 1 and wanted in folded else 0.0
    return 0.98 * max(together, sum(scores) / len(scores) * (0.9 if len(scores) > 1 else 1.0))


def least_fuzzy_score(wanted: str, text: str) -> float:
    """How well the one of the typed words fits a text that fits it least.

    Args:
        wanted: Folded.
        text: As it is written.
    """
    return min(_word_scores(wanted, text, fold(text)), default=0.0)


def _word_scores(wanted: str, text: str, folded: str) -> list[float]:
    words = wanted.split()
    scores = [_one(word, folded) for word in words]
    # Of several words one of two letters would be the initials of much that is not meant.
    if len(scores) == 1 and 0 < scores[0] < _INITIALS:
        scores[0] = max(scores[0], _as_initials(words[0], text))
    return scores


def _one(word: str, text: str) -> float:
    position = text.find(word)
    if position < 0:
        return _scattered(word, text) * 0.5
    brevity = len(word) / len(text)
    if position == 0:
        return 0.9 + 0.1 * brevity
    while position > 0 and text[position - 1].isalnum():
        position = text.find(word, position + 1)
    return (0.75 if position > 0 else 0.6) + 0.1 * brevity


def _as_initials(word: str, text: str) -> float:
    """Better the fewer words the text has besides; 0 if they are none."""
    if len(word) < 2 or not word.isalnum():
        return 0.0
    letters = _initials(text[:_LONG_NAME])
    return _INITIALS + 0.04 * len(word) / len(letters) if letters.startswith(word) else 0.0


@lru_cache(maxsize=16_384)
def _initials(text: str) -> str:
    """First letters of a text's words, folded: ``Daily notes`` and ``DailyNotes`` → ``dn``, ``HTMLParser`` → ``hp``."""
    found: list[str] = []
    for (before, letter), (_, after) in pairwise(pairwise(f" {text} ")):
        joined = before.isalnum() and not (letter.isupper() and (not before.isupper() or after.islower()))
        if letter.isalnum() and not joined:
            found.append(fold(letter)[:1])
    return "".join(found)


def _scattered(word: str, text: str) -> float:
    """Characters in order with gaps: share of them that begin a word or follow their neighbour."""
    place, good, last = 0, 0, -2
    for character in word:
        found = text.find(character, place)
        if found < 0:
            return 0.0
        if found == last + 1 or found == 0 or not text[found - 1].isalnum():
            good += 1
        last, place = found, found + 1
    return 0.2 + 0.7 * good / len(word) + 0.1 * len(word) / len(text)
