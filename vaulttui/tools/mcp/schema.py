"""What the schemas of the tools say of their arguments: types and meanings, for models to read.

Each value has one type, and words to choose from are not empty: some interfaces of models take nothing else, and refuse
all that a client asks while it has another tool. The tools themselves take more, like null, and a number for a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from vaulttui.tools.conditions import MATCH_TYPES

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


def flag(description: str) -> Any:
    """A truth value."""
    return shape(description, type="boolean")


def choice(description: str, *words: str) -> Any:
    """A text of which the schema tells the values; the tool refuses others in its own words."""
    return shape(description, type="string", enum=list(words))


def offered(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A tool's schema as clients get it: nothing but the arguments named, and no default that is nothing given, which
    would be of another type."""
    arguments = {
        name: {key: value for key, value in argument.items() if key != "default" or value not in (None, "")}
        for name, argument in schema["properties"].items()
    }
    return {**schema, "properties": arguments, "additionalProperties": False}


STRINGS = {"type": "array", "items": {"type": "string"}}
CONDITION = {
    "type": "object",
    "properties": {
        "field": {"type": "string", "description": "Name of the property; case ignored"},
        "value": {"type": "string", "description": "Not needed for exists and missing"},
        "match_type": {
            "type": "string",
            "enum": list(MATCH_TYPES),
            "description": "Of a list any item counts; notes without the property satisfy not_… and missing",
            "default": "contains",
        },
    },
    "required": ["field"],
    "additionalProperties": False,
}
PROPERTY = {
    "type": "object",
    "properties": {
        "key": {"type": "string", "description": "Name of the property; case ignored"},
        "value": {"type": "string", "description": "What it equals, as it is written; any value if left out"},
    },
    "required": ["key"],
    "additionalProperties": False,
}
