"""Frontmatter conditions of ``find_notes``: checked, and turned into what the engine filters by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from vaulttui.errors import UsageError
from vaulttui.index.reading.property_values import property_text
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, PropertyIs

MATCH_TYPES = ("contains", "equals", "not_contains", "not_equals", "exists", "missing")
_KEYS = ("field", "value", "match_type")


def property_conditions(conditions: Any) -> Expression | None:
    """All of some conditions, or ``None`` if there are none.

    A list holds if any of its items does; a missing field fails what is positive and satisfies what is negative.

    Args:
        conditions: A list of ``{field, value, match_type}``; ``None`` and ``""`` for none.

    Raises:
        UsageError: One cannot be understood; the message names it by its index, from 0.
    """
    if conditions is None or conditions == "":
        return None
    if isinstance(conditions, (str, bytes, Mapping)) or not isinstance(conditions, Sequence):
        raise UsageError(f"frontmatter must be a list of conditions {{field, value, match_type}}, got {conditions!r}")
    if not conditions:
        return None
    return AllOf(tuple(_condition(index, condition) for index, condition in enumerate(conditions)))


def _condition(index: int, condition: Any) -> Expression:
    place = f"frontmatter[{index}]"
    if not isinstance(condition, Mapping):
        raise UsageError(f"{place} must be an object with field, value and match_type, got {condition!r}")
    field = condition.get("field")
    if not isinstance(field, str) or not field.strip():
        raise UsageError(f"{place}: 'field' is required")
    match_type: Any = condition.get("match_type")
    if match_type is None:
        match_type = "contains"
    if match_type not in MATCH_TYPES:
        raise UsageError(f"{place}: match_type must be one of {sorted(MATCH_TYPES)}, got {match_type!r}")
    unknown = [key for key in condition if key not in _KEYS]
    if unknown:
        raise UsageError(f"{place}: there is no {unknown[0]!r} in a condition, only {', '.join(_KEYS)}")
    key = field.strip()
    if match_type in ("exists", "missing"):
        return PropertyIs(key, match_type)
    value = _value(place, condition.get("value"), match_type)
    # A number that is given as such has no text.
    given = condition.get("value")
    positive: Expression = PropertyIs(key, "written" if isinstance(given, str) else "equals", value)
    if match_type.endswith("contains"):
        # What equals is contained, however a moment is written.
        positive = AnyOf((PropertyIs(key, "contains", value), positive))
    return Not(positive) if match_type.startswith("not_") else positive


def _value(place: str, value: Any, match_type: str) -> str:
    if value is None or (isinstance(value, str) and not value.strip()):
        raise UsageError(f"{place}: 'value' is required for match_type {match_type!r}")
    if not isinstance(value, (str, int, float, date)):
        raise UsageError(f"{place}: 'value' must be a text, got {value!r}")
    return property_text(value)
