"""Letters that an apostrophe joins to a word without being words: ``l'acqua``, ``d'école``, ``Eleanor's``, ``don't``.

The index has them as parts like any other. Looked for as words, they stand in every second note.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import forms_of
from vaulttui.values import dataclass

_BEFORE: Final = frozenset(
    (
        *("c", "d", "j", "l", "m", "n", "o", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"),
        *("un", "gl", "all", "coll", "dall", "dell", "nell", "sull", "bell", "quell", "quest"),
    )
)
"""Shortened words before an apostrophe, in French, Italian, Catalan and English (``o'clock``)."""
_BEHIND: Final = 2
"""Letters at most of what is behind one: *s, t, d, m, ll, re, ve*; in Turkish, cases (``Ankara'da``)."""
_ARTICLE: Final = "l"
_LEAST_NOUN: Final = 3
"""Letters of what an article makes a noun, though the word alone is a function word: ``l'été``, but not *l'on*."""


@dataclass(frozen=True, slots=True)
class Elisions:
    """What the apostrophes of a query tell of its words."""

    minor: frozenset[str]
    """Forms that are no words; none that stands alone, too."""
    meant: frozenset[str]
    """Forms that count, though they may be function words elsewhere."""


def find_elisions(tokens: Iterable[str]) -> Elisions:
    """Look at the apostrophes of a query.

    Args:
        tokens: Its words, normalised, joints kept.
    """
    minor: set[str] = set()
    meant: set[str] = set()
    alone: set[str] = set()
    for token in tokens:
        *_, before, behind = ("", "", *token.split("'"))
        if not before or not behind:
            alone.update(forms_of(token))
        elif fold(before) in _BEFORE:
            minor.add(before)
            if before == _ARTICLE and len(behind) >= _LEAST_NOUN:
                meant.update(forms_of(behind))
        elif len(behind) <= _BEHIND:
            minor.add(behind)
    return Elisions(frozenset(minor - alone), frozenset(meant))
