"""Facets and query text are the same thing: writing a choice of their values into the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Literal, TypeAlias

from vaulttui.index.reading.letters import fold
from vaulttui.search.expression import Comparison, PropertyIs
from vaulttui.search.language.active_filters import (
    FACET_OPERATORS,
    ActiveFilter,
    FacetOperator,
    FilterPlace,
    active_filters,
    filter_places,
    filter_places_in,
    normal_value,
)
from vaulttui.search.language.dates import is_time_of_words
from vaulttui.search.language.editing import add_condition, remove_span
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.settings import is_setting, settings_in
from vaulttui.search.language.tree import Choice, Group, Leaf, Node, Operator, Sequence
from vaulttui.search.language.values import value_condition, written_key, written_property_value, written_value

FilterState: TypeAlias = Literal["include", "exclude", "off"]

_VALUES: Collection[Comparison] = ("equals", "range")
"""How the values of a property are compared that another one joins."""


def set_filter(
    text: str,
    operator: FacetOperator,
    value: str | tuple[str, str],
    *,
    state: FilterState,
    comparison: Comparison = "equals",
) -> str:
    """Choose, exclude or release a facet value in a query text.

    Chosen tags add up. A chosen value of a property joins those already chosen (``[status:a OR b]``). A chosen folder
    or date takes the place of the one before, or of several with ``OR`` between them.

    Args:
        text: The query text, valid or not.
        operator: Which facet.
        value: What the facet's value is: a tag, a folder (``""`` for the whole vault), a date as behind the colon; for
            ``property`` its name and its text (``""`` for an empty value).
        state: ``off`` for neither chosen nor excluded.
        comparison: How a property is compared with the text, which is ``low..high`` for ``range`` and ``""`` for
            ``exists``.

    Returns:
        The new text; the same if nothing changes.
    """
    key, wanted = value if isinstance(value, tuple) else ("", value)
    wanted = normal_value(operator, wanted)
    if operator == "property" and comparison == "equals" and not wanted:
        comparison = "empty"

    def same_value(found: ActiveFilter) -> bool:
        return _is_value(found, operator, key, wanted, comparison)

    if state == "off":
        return _without(text, same_value)
    exclude = state == "exclude"
    text = _without(text, lambda found: found.negated != exclude and same_value(found))
    if not exclude and operator in ("folder", "modified", "created"):
        text = _without(text, lambda found: found.operator == operator and not found.negated and not same_value(found))
        while several := next(_choices(parse_tree(text).root, operator), None):
            settings = [text[item.start : item.end] for item in settings_in(several)]
            text = remove_span(text, several.start, several.end)
            for setting in settings:
                text = add_condition(text, setting)
        if operator == "folder" and not wanted:
            return _without(text, lambda found: found.operator == operator and not found.negated)
    if not exclude and operator == "property" and comparison != "exists":
        text = _gathered(text, key)
    if any(found.negated == exclude and same_value(found) for found in active_filters(text)):
        return text
    if operator == "property":
        return _with_property(text, _condition(key, wanted, comparison), negated=exclude)
    written = f"{operator}:{written_value(wanted or '/')}"
    return add_condition(text, f"-{written}" if exclude else written)


def _is_value(found: ActiveFilter, operator: FacetOperator, key: str, value: str, comparison: Comparison) -> bool:
    return (
        found.operator == operator
        and found.comparison == comparison
        and fold(found.key) == fold(key)
        and fold(found.value) == fold(value)
    )


def _condition(key: str, value: str, comparison: Comparison) -> PropertyIs:
    if comparison == "equals" and is_time_of_words(value):
        return PropertyIs(key, comparison, f"[[{value}]]")  # in quotes it would mean days, too
    if comparison == "equals":
        return value_condition(key, value)
    if comparison != "range":
        return PropertyIs(key, comparison, value)
    low, _, high = value.partition("..")
    return PropertyIs(key, comparison, low, high)


def _without(text: str, chosen: Callable[[ActiveFilter], bool]) -> str:
    """Take every filter that ``chosen`` picks out of the text."""
    while True:
        place = next((place for place in filter_places(text) if chosen(place.filter)), None)
        if place is None:
            return text
        alternatives = (place.token.property and place.token.property.alternatives) if place.token else None
        if not alternatives or len(alternatives) == 1 or place.alternative is None:
            text = remove_span(text, place.filter.start, place.filter.end)
            continue
        index = alternatives.index(place.alternative)
        cut_start = alternatives[index - 1].end if index else place.alternative.start
        cut_end = place.alternative.end if index else alternatives[1].start
        text = text[:cut_start] + text[cut_end:]


def _with_property(text: str, condition: PropertyIs, *, negated: bool) -> str:
    """Add a value of a property, to the filter of that property if there is one."""
    sign, key = "-" if negated else "", written_key(condition.key)
    if condition.comparison == "exists":
        return add_condition(text, f"{sign}[{key}]")
    written = written_property_value(condition)
    for place in filter_places(text):
        found = place.filter
        if found.operator != "property" or found.negated != negated or fold(found.key) != fold(condition.key):
            continue
        alternatives = place.token.property.alternatives if place.token and place.token.property else None
        if alternatives and all(alternative.comparison in _VALUES for alternative in alternatives):
            end = alternatives[-1].end
            return f"{text[:end]} OR {written}{text[end:]}"
    return add_condition(text, f"{sign}[{key}:{written}]")


def _gathered(text: str, key: str) -> str:
    """The text with ``[status:a] OR [status:b]`` as ``[status:a OR b]``, so that another value can join them."""
    while several := next(_choices(parse_tree(text).root, "property", key), None):
        values = [
            text[place.alternative.start : place.alternative.end] for place in _branches(several) if place.alternative
        ]
        settings = "".join(f" {text[item.start : item.end]}" for item in settings_in(several))
        before, behind = text[: several.start], text[several.end :]
        # A word may stand right beside a parenthesis; beside a bracket or a setting it would be part of it.
        left = " " if before and not (before[-1].isspace() or before[-1] == "(") else ""
        right = " " if behind and not (behind[0].isspace() or behind[0] == ")") else ""
        text = f"{before}{left}[{written_key(key)}:{' OR '.join(values)}]{settings}{right}{behind}"
    return text


def _branches(node: Node) -> Iterator[FilterPlace]:
    """The filters of a choice."""
    match node:
        case Sequence(items=parts) | Choice(branches=parts):
            for part in parts:
                yield from _branches(part)
        case Group(inner=inner):
            yield from _branches(inner)
        case _:
            yield from filter_places_in(node, negated=False, start=None)


def _choices(node: Node, operator: FacetOperator, key: str = "") -> Iterator[Choice | Group | Operator]:
    """What must hold for all results and is a choice between values of one facet, with the parentheses around it."""
    match node:
        case Sequence(items=items):
            for item in items:
                yield from _choices(item, operator, key)
        case Choice() | Group(inner=Choice()) | Operator(value=Group()) if _is_of(node, operator, key):
            yield node
        case Group(inner=inner):
            yield from _choices(inner, operator, key)


def _is_of(node: Node, operator: FacetOperator, key: str) -> bool:
    """Whether a part of a text asks for values of one facet, one or one of several, and for nothing else."""
    match node:
        case Sequence(items=items):
            # What else stands beside it must not get lost: the word of `folder:a OR folder:b word`.
            asking = [item for item in items if not is_setting(item)]
            return len(asking) == 1 and _is_of(asking[0], operator, key)
        case Choice(branches=branches):
            return all(_is_of(branch, operator, key) for branch in branches)
        case Group(inner=inner, complete=True):
            return _is_of(inner, operator, key)
        case Operator(info=info, value=Group(inner=inner, complete=True)) if info is not None:
            return FACET_OPERATORS.get(info.name) == operator and _is_of_words(inner)
    places = list(filter_places_in(node, negated=False, start=None))
    return bool(places) and all(
        place.filter.operator == operator
        and not place.filter.negated
        and fold(place.filter.key) == fold(key)
        and (place.alternative.comparison in _VALUES if place.alternative else operator != "property")
        for place in places
    )


def _is_of_words(node: Node) -> bool:
    """Whether nothing but words and phrases stands between an operator's parentheses, and none is excluded."""
    match node:
        case Sequence(items=parts) | Choice(branches=parts):
            return all(map(_is_of_words, parts))
        case Group(inner=inner, complete=True):
            return _is_of_words(inner)
        case Leaf(token=token):
            return token.kind in ("word", "phrase") and token.complete
    return False
