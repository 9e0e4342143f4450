"""JSON of anything that a note may hold: always valid, always one that UTF-8 can carry."""

from __future__ import annotations

import json
import re
from typing import Any

from vaulttui.vault.properties.plain_values import plain_value

_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters: a YAML escape can make them, and no encoding can write them."""


def to_json(value: Any) -> str:
    """Write a value as JSON text."""
    text = json.dumps(plain_value(value), ensure_ascii=False, allow_nan=False)
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
