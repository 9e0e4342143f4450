"""What the schemas of the tools say of their arguments: types and meanings, for models to read."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

Text = Annotated[str, PlainValidator(lambda given: given)]
"""A text that the tool checks itself. Declared as text alone: the server reads what else looks like JSON, as ``[2025]``
and ``null`` do, as JSON."""
NOT_GIVEN: Any = None
"""The default of a :data:`Text` that need not be given."""


def shape(description: str, **schema: Any) -> Any:
    """A value that the tool checks itself, so that faults read the same everywhere."""
    return WithJsonSchema({"description": description, **schema})


def text(description: str) -> Any:
    """A text."""
    return shape(description, type="string")


def text_or_none(description: str) -> Any:
    """A text that need not be given."""
    return shape(description, type=["string", "null"])


def flag(description: str) -> Any:
    """A truth value."""
    return shape(description, type="boolean")


def choice(description: str, *words: str) -> Any:
    """A text of which the schema tells the values; the tool refuses others in its own words."""
    return shape(description, type="string", enum=list(words))


STRINGS = {"type": ["array", "null"], "items": {"type": "string"}}
CONDITION = {
    "type": "object",
    "properties": {
        "field": {"type": "string", "description": "Name of the property; case ignored"},
        "value": {"type": ["string", "number", "boolean"], "description": "Not needed for exists and missing"},
        "match_type": {
            "type": "string",
            "enum": ["contains", "equals", "not_contains", "not_equals", "exists", "missing"],
            "description": "Of a list any item counts; notes without the property satisfy not_… and missing",
            "default": "contains",
        },
    },
    "required": ["field"],
    "additionalProperties": False,
}
PROPERTY = {
    "type": ["object", "null"],
    "properties": {
        "key": {"type": "string", "description": "Name of the property; case ignored"},
        "value": {
            "type": ["string", "number", "boolean"],
            "description": "What it equals, a text as it is written; any value if left out",
        },
    },
    "required": ["key"],
    "additionalProperties": False,
}
