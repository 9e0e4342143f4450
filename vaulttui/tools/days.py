"""Days as the tools take them: ``YYYY-MM-DD``, and for ``search`` also as people say them."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from vaulttui.errors import UsageError
from vaulttui.search.language.dates import parse_period
from vaulttui.search.language.periods import DateSyntaxError, Period
from vaulttui.vault.dates.iso_dates import parse_iso

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

FORMS = "YYYY-MM-DD, YYYY-MM, YYYY, or words like 'today', 'yesterday', '7 days ago', 'last week'"
"""What to show to someone whose date was not understood."""


def strict_day(name: str, value: Any) -> date | None:
    """Read a day that must be written ``YYYY-MM-DD``; ``None`` for nothing given.

    Raises:
        UsageError: It is written in another way, or there is no such day.
    """
    if value is None or value == "":
        return None
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass  # there is no such day: told below, as anything else that is no date
    raise UsageError(f"Invalid {name} format. Use YYYY-MM-DD, got {value!r}")


def day_range(names: tuple[str, str], first: Any, last: Any, today: date) -> tuple[date | None, date | None]:
    """Read two ends of a range of days, each ISO or relative, either may be open.

    A month, a year or a week begins at its first day as a first end and lasts to its last day as a last end.

    Args:
        names: Of the two arguments, for messages.
        first: The first end as given, ``None`` or ``""`` if it is open.
        last: The last end.
        today: The local day that relative words count from.

    Raises:
        UsageError: An end is not understood, or the range ends before it begins.
    """
    begin = _period(names[0], first, today)
    end = _period(names[1], last, today)
    if begin is not None and end is not None and begin.first > end.last:
        raise UsageError(f"{names[0]} ({begin.first}) is after {names[1]} ({end.last})")
    return begin.first if begin is not None else None, end.last if end is not None else None


def _period(name: str, value: Any, today: date) -> Period | None:
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return Period(value, value)
    if isinstance(value, str):
        try:
            period = parse_period(value.strip(), today)
        except DateSyntaxError as error:
            raise UsageError(f"Invalid {name}: {error.message} Use {FORMS}, got {value!r}") from error
        if period is not None:
            return period
        moment = parse_iso(value.strip())
        if moment is not None:
            day = moment.date() if isinstance(moment, datetime) else moment
            return Period(day, day)
    raise UsageError(f"Invalid {name}. Use {FORMS}, got {value!r}")
