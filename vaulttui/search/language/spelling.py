"""Which operator a misspelt name was probably meant to be."""

from __future__ import annotations

from functools import cache, lru_cache

from vaulttui.search.language.operators import OPERATOR_NAMES


def edit_distance(first: str, second: str) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment)."""
    before: list[int] = []
    previous = list(range(len(second) + 1))
    for row, left in enumerate(first, start=1):
        current = [row]
        for column, right in enumerate(second, start=1):
            cost = min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (left != right))
            if row > 1 and column > 1 and left == second[column - 2] and first[row - 2] == right:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, previous = previous, current
    return previous[-1]


def _tolerance(name: str) -> int:
    """How many typing errors a name may have suffered and still be recognised."""
    return 1 if len(name) < 7 else 2


def _shortened(word: str, count: int) -> set[str]:
    """The word and everything that is left of it when up to ``count`` letters are taken out."""
    found = {word}
    latest = {word}
    for _ in range(count):
        latest = {item[:index] + item[index + 1 :] for item in latest for index in range(len(item))}
        found |= latest
    return found


@cache
def _index() -> dict[str, list[str]]:
    # Two words within n edits share a form with at most n letters taken out of each, so one dictionary look-up per
    # form replaces a comparison with every name (the idea of SymSpell).
    index: dict[str, list[str]] = {}
    for name in OPERATOR_NAMES:
        for form in _shortened(name, _tolerance(name)):
            index.setdefault(form, []).append(name)
    return index


@lru_cache(maxsize=2048)
def nearest_operator(name: str) -> str:
    """The operator name nearest to a misspelt one.

    A name of up to five letters must have all its letters or lack or gain one behind the first (``tga``, ``fil``): so
    many plain words differ from one in a single letter (``fire``, ``lime``, ``lock``) that it proves nothing.

    Returns:
        A name or alias, ``""`` if none is near.
    """
    name = name.casefold()
    if not 2 <= len(name) <= 16:
        return ""
    index = _index()
    candidates = {known for form in _shortened(name, 2 if len(name) >= 5 else 1) for known in index.get(form, ())}
    best: tuple[int, str] | None = None
    for known in candidates:
        distance = edit_distance(name, known)
        if distance > _tolerance(known):
            continue
        if len(known) <= 5 and not (sorted(known) == sorted(name) or (len(known) != len(name) and known[0] == name[0])):
            continue
        if best is None or (distance, known) < best:
            best = (distance, known)
    return best[1] if best else ""
