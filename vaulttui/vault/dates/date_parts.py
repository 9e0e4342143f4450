"""What the parts of a written date make: a day, or a moment in local time and without a zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Final

CLOCK: Final = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
"""Pattern of a time on a clock of 24 hours."""
ZONE: Final = r"(?:[ ]?(?P<zone>Z|UTC|GMT|(?:UTC|GMT)?(?P<sign>[+-])(?P<zone_hour>\d\d):?(?P<zone_minute>\d\d)?))?"
"""Pattern of what may follow it: how far the zone is from Greenwich."""
_OFFSETS: Final = {
    **{"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7},
    **{"WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9},
}
"""Hours east of Greenwich: the American names of RFC 5322, those of Europe, and those that only one place has."""


def assemble(parts: Mapping[str, str | None]) -> date | datetime | None:
    """Make a day or a moment.

    Args:
        parts: By name, as the groups of a pattern give them: ``year`` (of two digits, of this century), ``month`` and
            ``day`` (1 without them), those of :data:`CLOCK` and :data:`ZONE`, ``half`` (``a`` or ``p``) of a clock of
            twelve hours, ``oclock`` where a lone hour is a time of day, and ``zone_name`` (``CET``, ``Europe/Berlin``).

    Returns:
        ``None`` for a day, time or zone that does not exist, and for a moment that has no local time.
    """
    try:
        day = _day(parts)
        if parts.get("hour") is None:
            return day
        moment = datetime.combine(day, _clock(parts))
        if parts.get("zone") is None:
            return moment
        return in_local_time(moment.replace(tzinfo=_zone(parts)))
    except (ValueError, OverflowError):
        return None


def in_local_time(moment: datetime) -> datetime:
    """A moment without its zone, if it has one.

    Raises:
        ValueError: It is before or behind all that there is in local time.
        OverflowError: The same.
    """
    return moment.astimezone().replace(tzinfo=None) if moment.tzinfo is not None else moment


def _day(parts: Mapping[str, str | None]) -> date:
    year = parts["year"] or ""
    century = 2000 if len(year) == 2 else 0
    return date(century + int(year), int(parts.get("month") or 1), int(parts.get("day") or 1))


def _clock(parts: Mapping[str, str | None]) -> time:
    hour = int(parts["hour"] or 0)
    half = parts.get("half")
    if parts["minute"] is None and not half and not parts.get("oclock"):
        raise ValueError("a lone number is no time of day")
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(f"{hour} is no hour of a twelve-hour clock")
        hour = hour % 12 + (12 if half in "pP" else 0)
    fraction = (parts.get("fraction") or "").ljust(6, "0")[:6]
    return time(hour, int(parts["minute"] or 0), int(parts["second"] or 0), int(fraction))


def _zone(parts: Mapping[str, str | None]) -> tzinfo:
    name = parts.get("zone_name")
    if name:
        return _named_zone(name)
    offset = timedelta(hours=int(parts["zone_hour"] or 0), minutes=int(parts["zone_minute"] or 0))
    return timezone(-offset if parts["sign"] == "-" else offset)


def _named_zone(name: str) -> tzinfo:
    """The zone of a name like ``CET`` or ``Europe/Berlin``.

    Raises:
        ValueError: There is none, or there are several.
    """
    if "/" not in name:
        if name.upper() not in _OFFSETS:
            raise ValueError(f"{name} may be several zones")
        return timezone(timedelta(hours=_OFFSETS[name.upper()]))
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # late: hardly a date names its zone so

    try:
        return ZoneInfo(name.title() if name.islower() else name)
    except (ZoneInfoNotFoundError, IsADirectoryError) as error:  # America/Argentina, where tzdata is installed
        raise ValueError(f"{name} is no zone") from error
