"""Facets and query text are the same thing: reading from the text which of their values are chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from vaulttui.index.reading.property_values import link_text
from vaulttui.search.expression import Comparison
from vaulttui.search.language.brackets import Alternative
from vaulttui.search.language.dates import is_time_of_words
from vaulttui.search.language.lexer import TAG_SIGNS, Token
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.tree import Group, Leaf, Negation, Node, Operator, Sequence
from vaulttui.values import dataclass

FacetOperator: TypeAlias = Literal["tag", "folder", "modified", "created", "property"]

FACET_OPERATORS: dict[str, FacetOperator] = {
    "tag": "tag",
    "folder": "folder",
    "modified": "modified",
    "created": "created",
}
"""Operators whose values are facets."""


@dataclass(frozen=True, slots=True)
class ActiveFilter:
    """One facet value that a query text chooses or excludes."""

    operator: FacetOperator
    key: str
    """Name of the property, ``""`` for the others."""
    value: str
    """As the facet has it: a tag without ``#``, a folder without slashes at its ends, a property's text; for dates what
    stands behind the colon. ``""`` if the property need only exist or be empty."""
    negated: bool
    start: int
    end: int
    """Place in the text of the whole filter, with a ``-`` in front and with its other values."""
    comparison: Comparison = "equals"
    """How a property is compared; the others are always ``equals``."""


@dataclass(frozen=True, slots=True)
class FilterPlace:
    """A filter with what is needed to change it."""

    filter: ActiveFilter
    token: Token | None = None
    """The property filter that it is a value of."""
    alternative: Alternative | None = None


def active_filters(text: str) -> tuple[ActiveFilter, ...]:
    """The facet values that a query text chooses or excludes, in order. Never raises.

    Only what must hold for all results counts: nothing that stands beside ``OR``, but for the values of one property.
    """
    return tuple(place.filter for place in filter_places(text))


def normal_value(operator: FacetOperator, value: str) -> str:
    """A value as facets have it, see :attr:`ActiveFilter.value`."""
    match operator:
        case "tag":
            return value.strip().lstrip(TAG_SIGNS).strip("/")
        case "folder":
            return value.strip("/")
        case "property":
            text = link_text(value)
            return text if is_time_of_words(text) else value  # as a text that would mean days is chosen
        case _:
            return value.strip()


def filter_places(text: str) -> Iterator[FilterPlace]:
    """The filters of a query text, in order. Never raises."""
    return filter_places_in(parse_tree(text).root, negated=False, start=None)


def filter_places_in(node: Node, *, negated: bool, start: int | None) -> Iterator[FilterPlace]:
    """The filters of a part of a query.

    Args:
        node: The part.
        negated: Whether it is excluded.
        start: Where what excludes it begins; ``None`` if nothing does.
    """
    begin = node.start if start is None else start
    match node:
        case Sequence(items=items):
            for item in items:
                yield from filter_places_in(item, negated=negated, start=start)
        case Group(inner=inner) if not negated:
            yield from filter_places_in(inner, negated=negated, start=start)
        case Negation(item=item) if not negated:
            yield from filter_places_in(item, negated=True, start=node.start)
        case Leaf(token=token) if token.kind == "tag":
            yield FilterPlace(ActiveFilter("tag", "", token.text, negated, begin, node.end))
        case Leaf(token=token) if token.kind == "property":
            yield from _property_places(token, negated=negated, start=begin)
        case Operator(info=info, value=Leaf(token=token)) if info is not None and info.name in FACET_OPERATORS:
            if token.kind in ("word", "phrase") and token.complete:
                operator = FACET_OPERATORS[info.name]
                value = normal_value(operator, token.text)
                if value or operator == "folder":
                    yield FilterPlace(ActiveFilter(operator, "", value, negated, begin, node.end))
        case _:
            return


def _property_places(token: Token, *, negated: bool, start: int) -> Iterator[FilterPlace]:
    found = token.property
    if found is None or not found.complete or not found.key or found.stray:
        return
    if found.alternatives is None:
        yield FilterPlace(ActiveFilter("property", found.key, "", negated, start, token.end, "exists"), token)
    for alternative in found.alternatives or ():
        comparison: Comparison = alternative.comparison
        value = alternative.value
        if not value and not alternative.quoted and comparison != "range":
            continue
        if comparison == "range":
            value = f"{alternative.value}..{alternative.upper}"
        elif comparison == "equals" and (not value or (not alternative.quoted and value.casefold() == "null")):
            comparison, value = "empty", ""
        yield FilterPlace(
            ActiveFilter("property", found.key, normal_value("property", value), negated, start, token.end, comparison),
            token,
            alternative,
        )
