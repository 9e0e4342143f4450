"""Values of a note as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from typing import Any

from vaulttui.vault.written import date_text


def plain_value(value: Any) -> Any:
    """A value of a note as JSON has it: dates as ISO text, keys as text, numbers that JSON lacks as text."""
    if isinstance(value, date):
        return date_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    return value
