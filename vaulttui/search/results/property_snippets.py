"""What is shown of a note that was found by the values of its properties: these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import link_text, property_text
from vaulttui.index.reading.tokenizer import query_forms, words_of
from vaulttui.search.query import Snippet
from vaulttui.search.results.places import Places, Span
from vaulttui.search.results.snippets import make_snippet
from vaulttui.search.words.matching import Matcher
from vaulttui.values import dataclass
from vaulttui.vault.markdown.tag_names import TAG_KEYS
from vaulttui.vault.note import PropertyValue

_BETWEEN = " · "
_COMMA = ", "
_LONGEST = 1_000
"""Characters of one property that are looked at."""


@dataclass(frozen=True, slots=True)
class PropertyItem:
    """One value of a property, as the index has it: an item, if that is a list."""

    key: str
    """Of what is nested in another property, with that one's before it and a dot between them."""
    text: str
    line: int | None
    """``None`` if that is not known."""


def item_spans(properties: Mapping[str, PropertyValue], items: Sequence[PropertyItem]) -> list[Span]:
    """Where some values stand in :func:`property_lines`; of one that is not written there by itself (empty, or within
    another one), the whole line of its property."""
    keys = shown_keys(properties, tags=True)
    spans = set()
    first = 0
    for key in keys:
        row = _row(key, properties[key])
        for item in items:
            if property_of(item, keys) == key:
                start, end = _within_row(row, len(_row(key, None)) + 1, item)
                spans.add((first + start, first + end))
        first += len(row) + 1
    return sorted(spans)


def _within_row(row: str, begin: int, item: PropertyItem) -> Span:
    """Where a value stands in the line of its property, of which the values begin somewhere."""
    text = " ".join(link_text(item.text).split())
    place = f"{_COMMA}{row[begin:]}{_COMMA}".find(f"{_COMMA}{text}{_COMMA}") if text else -1
    return (begin + place, begin + place + len(text)) if place >= 0 else (0, len(row))


def property_of(item: PropertyItem, keys: Iterable[str]) -> str | None:
    """Which of some properties a value is one of, or is nested in; ``None`` if it is none of them."""
    return max((key for key in keys if f"{item.key}.".startswith(f"{key}.")), key=len, default=None)


def property_lines(properties: Mapping[str, PropertyValue], *, tags: bool = False) -> str:
    """Properties as a text, a line each, see :func:`shown_keys`."""
    return "\n".join(_row(key, properties[key]) for key in shown_keys(properties, tags=tags))


def property_snippet(
    lines: str, matcher: Matcher, spans: Sequence[Span] = (), *, alone: bool = False
) -> Snippet | None:
    """The properties that match, on one line; its ``line`` is that of the first of them among those given, from 1, that
    holds the longest row of words, and the most of them.

    Args:
        lines: Properties of a note, see :func:`property_lines`.
        matcher: What matches.
        spans: What regular expressions match in these lines, and values that are asked for.
        alone: Whether there is nothing else to show of the note: any of the words is enough then.

    Returns:
        ``None`` if they hold less than half of what was asked for: then they are not why the note was found.
    """
    pieces = [(start, end) for start, end, _ in matcher.find(lines)]
    if not spans and not (pieces and (alone or _held(lines, pieces, matcher) * 2 >= len(matcher.families))):
        return None
    shown, moved, first, top, most = "", [], 0, 0, (-1, -1)
    for number, row in enumerate(lines.split("\n"), start=1):
        behind = first + len(row)
        if any(first <= start < behind for start, _ in (*pieces, *spans)):
            shown += _BETWEEN if shown else ""
            own = [(start, end) for start, end in pieces if first <= start < behind]
            length = max((len(words_of(lines[start:end])) for start, end in own), default=0)
            if (length, held := _held(lines, own, matcher)) > most:
                top, most = number, (length, held)
            by = len(shown) - first
            moved += [(start + by, min(end, behind) + by) for start, end in spans if first <= start < behind]
            shown += row
        first = behind + 1
    return make_snippet(shown, top, matcher, Places(matches=tuple(moved)))


def item_line(items: Sequence[tuple[str, int | None]], matcher: Matcher, matched: Sequence[str]) -> int | None:
    """The line of the item of a property that matches best, the first of several; of the first item if none does.

    Args:
        items: Texts of the items, and their lines as far as these are known.
        matcher: What matches.
        matched: What regular expressions have matched in the property.
    """
    best, most = None, (False, -1, -1)
    for text, line in items:
        shown = link_text(text)
        pieces = [(start, end) for start, end, _ in matcher.find(shown)]
        longest = max((len(words_of(shown[start:end])) for start, end in pieces), default=0)
        rank = any(piece in shown for piece in matched), longest, _held(shown, pieces, matcher)
        if rank > most and line is not None:
            best, most = line, rank
    return best


def _held(lines: str, pieces: Sequence[Span], matcher: Matcher) -> int:
    """How many of the words that were asked for some pieces hold."""
    found: set[str] = set()
    for start, end in pieces:
        words = words_of(lines[start:end])
        # Chinese and the like are asked for in pairs of characters, and what is found of them is whole.
        found.update(map(fold, (lines[start:end], *words, *(form for word in words for form in query_forms(word)))))
    return sum(not found.isdisjoint(family) for family in matcher.families.values())


def shown_keys(properties: Mapping[str, PropertyValue], *, tags: bool = False) -> list[str]:
    """The properties that :func:`property_lines` gives lines of, in their order; tags, which are shown beside every
    note, are left out, or else come last."""
    keys = [key for key in properties if key.casefold() not in TAG_KEYS]
    return [*keys, *(key for key in properties if key.casefold() in TAG_KEYS)] if tags else keys


def _row(key: str, value: PropertyValue) -> str:
    items = value if isinstance(value, list) else [value]
    shown = _COMMA.join(link_text(property_text(item)) for item in items)
    return " ".join(f"{key}: {shown}"[:_LONGEST].split())
