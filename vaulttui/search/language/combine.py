"""Putting conditions together in the one form that a query text has: nothing nested that need not be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, PropertyIs, TaskHas, TextIs, Within


def all_of(items: Iterable[Expression | None]) -> Expression | None:
    """Every one of the conditions; ``None``, as one of them too, for none."""
    flat: list[Expression] = []
    for item in items:
        if item is not None:
            flat.extend(item.items if isinstance(item, AllOf) else (item,))
    if len(flat) > 1:
        return AllOf(tuple(flat))
    return flat[0] if flat else None


def any_of(items: Iterable[Expression]) -> Expression | None:
    """At least one of the conditions; ``None`` if there are none."""
    flat: list[Expression] = []
    for item in items:
        flat.extend(item.items if isinstance(item, AnyOf) else (item,))
    if len(flat) > 1:
        return AnyOf(tuple(flat))
    return flat[0] if flat else None


def negated(item: Expression) -> Expression:
    """The contrary of a condition. Not to have a property is a comparison of its own."""
    match item:
        case PropertyIs(key=key, comparison="exists"):
            return PropertyIs(key, "missing")
        case _:
            return Not(item)


def normal_form(expression: Expression) -> Expression | None:
    """The same condition in the form that a query text gives; ``None`` if no part of it says anything."""
    match expression:
        case AllOf(items=items):
            return all_of(_normal_forms(items))
        case AnyOf(items=items) if items:
            return any_of(_normal_forms(items))
        case Not(item=item):
            inner = normal_form(item)
            return None if inner is None else negated(inner)
        case Within(unit=unit, item=item):
            inner = normal_form(item)
            return None if inner is None else Within(unit, inner)
        case TaskHas(state=state, item=item) if item is not None:
            return TaskHas(state, normal_form(item))
        case _:
            return expression


def _normal_forms(items: Iterable[Expression]) -> list[Expression]:
    return [form for item in items if (form := normal_form(item)) is not None]


def finished(expression: Expression) -> Expression:
    """The same condition without anything that was still being typed."""
    match expression:
        case TextIs():
            return replace(expression, unfinished=False)
        case AllOf(items) | AnyOf(items):
            return replace(expression, items=tuple(map(finished, items)))
        case Not(item) | Within(_, item):
            return replace(expression, item=finished(item))
        case TaskHas(item=item) if item is not None:
            return replace(expression, item=finished(item))
    return expression
