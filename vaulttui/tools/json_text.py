"""JSON of anything that a note may hold: always valid, always one that UTF-8 can carry."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from vaulttui.index.reading.property_values import property_text

_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters: a YAML escape can make them, and no encoding can write them."""


def to_json(value: Any) -> str:
    """Write a value as JSON text."""
    text = json.dumps(plain_value(value), ensure_ascii=False, allow_nan=False)
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def plain_value(value: Any) -> Any:
    """A value of a note as JSON has it: dates as ISO text, keys as text, numbers that JSON lacks as text."""
    if isinstance(value, date):
        return property_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    return value
