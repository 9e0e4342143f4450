"""What is shown of a note that was found by the values of its properties: these."""

from __future__ import annotations

from collections.abc import Mapping

from vaulttui.index.property_values import link_text, property_text
from vaulttui.index.tokenizer import fold, words_of
from vaulttui.search.matching import Matcher
from vaulttui.search.query import Snippet
from vaulttui.search.snippets import make_snippet
from vaulttui.vault.note import PropertyValue

_BETWEEN = " · "
_TAGS = frozenset(("tags", "tag"))
"""They are shown beside every note."""
_LONGEST = 1_000
"""Characters of one property that are looked at."""


def property_snippet(properties: Mapping[str, PropertyValue], matcher: Matcher) -> Snippet | None:
    """The properties that match, on one line.

    Args:
        properties: Of the note.
        matcher: What matches.

    Returns:
        ``None`` if they hold less than half of what was asked for: then they are not why the note was found.
    """
    rows = [_row(key, value) for key, value in properties.items() if key.casefold() not in _TAGS]
    text = "\n".join(rows)
    pieces = [text[start:end] for start, end, _ in matcher.find(text)]
    if not pieces:
        return None
    found = {fold(word) for piece in pieces for word in (piece, *words_of(piece))}
    held = sum(not found.isdisjoint(family) for family in matcher.families.values())
    if held * 2 < len(matcher.families):
        return None
    return make_snippet(_BETWEEN.join(row for row in rows if matcher.find(row)), 1, matcher)


def _row(key: str, value: PropertyValue) -> str:
    items = value if isinstance(value, list) else [value]
    shown = ", ".join(link_text(property_text(item)) for item in items)
    return " ".join(f"{key}: {shown}"[:_LONGEST].split())
