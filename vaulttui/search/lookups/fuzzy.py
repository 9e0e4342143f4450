"""Fuzzy matching of short names: typed characters in order, better together and at the beginnings of words."""

from __future__ import annotations


def fuzzy_score(wanted: str, text: str) -> float:
    """How well a text fits what was typed.

    Args:
        wanted: Folded, not empty. Blanks part words that may stand in any order.
        text: Folded.

    Returns:
        0 for no match; 1 for equality; beginnings, word beginnings and runs score higher than scattered characters.
    """
    if not text:
        return 0.0
    if wanted == text:
        return 1.0
    scores = [_one(word, text) for word in wanted.split()]
    if not scores or min(scores) == 0:
        return 0.0
    together = _one(wanted, text) if len(scores) > 1 and wanted in text else 0.0
    return 0.98 * max(together, sum(scores) / len(scores) * (0.9 if len(scores) > 1 else 1.0))


def _one(word: str, text: str) -> float:
    position = text.find(word)
    brevity = len(word) / len(text)
    if position == 0:
        return 0.9 + 0.1 * brevity
    if position > 0:
        return (0.75 if not text[position - 1].isalnum() else 0.6) + 0.1 * brevity
    return _scattered(word, text) * 0.5


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
