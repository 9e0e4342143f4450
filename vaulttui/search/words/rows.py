"""What words of a query in a row may be written as: one word, with joints or without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from vaulttui.index.reading.letters import is_unspaced
from vaulttui.index.reading.symbols import is_amount
from vaulttui.index.reading.tokenizer import closed_form, query_forms

MIN_COMPOUND = 4
"""Letters from which two words may be written as one."""
_MIN_LONG_COMPOUND = 8
"""Letters from which three and more may."""
LONGEST_ROW = 4
"""Words that a word may be made of, in a query that has them apart."""

IsMinor = Callable[[str], bool]
"""Tells function words."""


def pairs_of(tokens: Sequence[str], is_minor: IsMinor, particles: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What each two words may be that stand after each other, as if a hyphen joined them, or nothing an amount
    (``2.4ghz``), with the forms of both. No function word makes another one of its neighbour (*a way* is not *away*),
    unless it is the particle of a verb: *to back up* makes a *backup*.

    Args:
        tokens: Words of a query.
        is_minor: Tells function words.
        particles: Those that may be the second of two.
    """
    minor = {token for token in tokens if is_minor(token)}
    minor = minor if len(minor) < len(set(tokens)) else set()
    found: dict[str, tuple[str, ...]] = {}
    for first, second in pairwise(tokens):
        if first in minor or (second in minor and second not in particles) or is_unspaced(first + second):
            continue
        joined = f"{first}-{second}"
        if is_amount(first + second):
            found[first + second] = (*query_forms(first), *query_forms(second))
        elif len(closed_form(joined)) >= MIN_COMPOUND:
            found[joined] = (*query_forms(first), *query_forms(second))
    return found


def rows_of(tokens: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What two words or more may be that stand in a row, as if hyphens joined them: ``state-of-the-art``, with the
    words."""
    ends = range(2, LONGEST_ROW + 1)
    rows = (tuple(tokens[start : start + size]) for size in ends for start in range(len(tokens) - size + 1))
    return {"-".join(row): row for row in rows if not any(map(is_unspaced, row))}


def closed_rows(rows: Mapping[str, Sequence[str]], is_minor: IsMinor) -> dict[str, tuple[str, ...]]:
    """Those of three words or more that may be written as one without joints (``getuserbyid``), with the forms of their
    words. Function words may stand within, but *to get her* is not *together*.

    Args:
        rows: As :func:`rows_of` gives them.
        is_minor: Tells function words.
    """
    return {
        row: tuple(form for token in tokens for form in query_forms(token))
        for row, tokens in rows.items()
        if len(tokens) > 2
        and not (is_minor(tokens[0]) or is_minor(tokens[-1]))
        and len(closed_form(row)) >= _MIN_LONG_COMPOUND
    }
