"""Which pairs of characters, of scripts without blanks, say little: those of function words, and those beside them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from vaulttui.index.reading.letters import is_unspaced
from vaulttui.index.reading.tokenizer import query_forms
from vaulttui.vault.function_words import unspaced_function_words

_PARTICLE = "を"
"""Stands behind words, and is part of none."""


@cache
def function_pairs() -> frozenset[str]:
    """The pairs of characters that function words are looked up by."""
    return frozenset(form for word in unspaced_function_words() for form in query_forms(word))


def pairs_that_say_little(tokens: Iterable[str]) -> set[str]:
    """Pairs of a query that are of function words or reach into one: of ``放多少水``, all three.

    Args:
        tokens: Words of the query.

    Returns:
        Those that are nowhere in the query a pair of something else.
    """
    little: set[str] = set()
    others: set[str] = set()
    for forms in map(query_forms, filter(is_unspaced, tokens)):
        of_words = [form in function_pairs() for form in forms]
        for place, form in enumerate(forms):
            across = any(of_words[max(place - 1, 0) : place + 2]) or _PARTICLE in form
            (little if across and is_unspaced(form) else others).add(form)
    return little - others
