"""Numbers with stops in them: versions above all."""

from __future__ import annotations

import re

_DOTTED = re.compile(r"(v?)(\d+(?:\.\d+)+)")
_OF_SHORT_PARTS = re.compile(r"v?\d\d?(?:\.\d\d?)+")


def spellings(word: str) -> tuple[str, ...]:
    """A word, and behind it how else it is written if it is a version: with a ``v`` before it, or without.

    >>> spellings("14.2"), spellings("v14.2"), spellings("14")
    (('14.2', 'v14.2'), ('v14.2', '14.2'), ('14',))
    """
    dotted = _DOTTED.fullmatch(word)
    return (word,) if dotted is None else (word, dotted[2] if dotted[1] else f"v{word}")


def says_little_apart(word: str) -> bool:
    """Whether a word is a number whose parts stand everywhere: none has more than two digits, as those of ``14.2`` and
    ``0.12.3``, but not of a date with its year."""
    return _OF_SHORT_PARTS.fullmatch(word) is not None
