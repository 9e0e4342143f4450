"""Putting conditions together in the one form that a query text has: nothing nested that need not be."""

from __future__ import annotations

from collections.abc import Iterable

from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, PropertyIs, conjuncts


def all_of(items: Iterable[Expression | None]) -> Expression | None:
    """Every one of the conditions; ``None``, as one of them too, for none."""
    flat = [part for item in items for part in conjuncts(item)]
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
