"""Numbers, ages and shares as short text that lines up."""

from __future__ import annotations

from datetime import datetime

_AGES = ((60, "min"), (3600, "h"), (86_400, "d"), (7 * 86_400, "w"), (30.44 * 86_400, "mo"), (365.25 * 86_400, "y"))
"""Seconds of a unit, and its name, shortest first."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def count(number: int) -> str:
    """Return a number with separators between thousands: ``1,843``."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 note``, ``1,234 notes``."""
    return f"{count(number)} {noun}" if number == 1 else f"{count(number)} {noun}s"


def age(moment: datetime, now: datetime) -> str:
    """Return how long ago something was in its largest unit: ``now``, ``5 min``, ``3 d``, ``2 mo``.

    Weeks are used up to two months. A moment that lies ahead counts as now.
    """
    seconds = (now - moment).total_seconds()
    if seconds < 60:
        return "now"
    size, name = next(
        (size, name)
        for (size, name), (following, _) in zip(_AGES, (*_AGES[1:], (float("inf"), "")), strict=True)
        if seconds < following * (2 if name == "w" else 1)
    )
    return f"{int(seconds // size)} {name}"


def score(value: float) -> str:
    """Return a score of 0..1 with two digits and no leading zero: ``.91``, ``1.0``."""
    text = f"{min(max(value, 0.0), 1.0):.2f}"
    return "1.0" if text == "1.00" else text[1:]


def duration(seconds: float) -> str:
    """Return a time to wait in the nearest number of what matters, at least a second: ``8 s``, ``3 min``, ``2 h``."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.0f} h"


def bar(fraction: float, width: int = 8) -> str:
    """Return a bar of ``width`` cells, filled from the left in steps of an eighth of a cell."""
    eighths = round(min(max(fraction, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def percent(part: int, whole: int) -> str:
    """Return a share that reads 100 % only when nothing is missing."""
    return "100 %" if part >= whole else f"{min(99, int(part * 100 / whole))} %"
