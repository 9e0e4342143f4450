"""Days read from names that Moment.js wrote by a pattern: the way back from :mod:`~vaulttui.vault.dates.moment`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final

from vaulttui.vault.dates.moment import DAYS, LONG_FORMS, MONTHS, TOKEN, format_moment, literal

_NUMBER: Final = r"\d{1,2}+"
_MONTH_NAMES: Final = MONTHS[1:]


def _one_of(names: tuple[str, ...], length: int | None = None) -> str:
    return f"(?:{'|'.join(name[:length] for name in names)})"


_PARTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("YYYY", "yyyy"), r"(?P<year>\d{4})"),
    "YY": r"(?P<year>\d\d)",
    "MM": r"(?P<month>\d\d)",
    "M": rf"(?P<month>{_NUMBER})",
    "MMM": f"(?P<name>{_one_of(_MONTH_NAMES, 3)})",
    "MMMM": f"(?P<name>{_one_of(_MONTH_NAMES)})",
    "DD": r"(?P<day>\d\d)",
    "D": rf"(?P<day>{_NUMBER})",
    "Do": rf"(?P<day>{_NUMBER})(?:st|nd|rd|th)",
}
"""What tells the day. Each part ends where the next begins, so that nothing is tried twice."""
_BESIDE: Final[Mapping[str, str]] = {
    "dddd": _one_of(DAYS),
    "ddd": _one_of(DAYS, 3),
    "dd": _one_of(DAYS, 2),
    **dict.fromkeys(("d", "e", "E", "Q"), r"\d"),
    **dict.fromkeys(("w", "W"), _NUMBER),
    **dict.fromkeys(("ww", "WW"), r"\d\d"),
    **dict.fromkeys(("gggg", "GGGG"), r"\d{4}"),
    "DDDD": r"\d{3}",
}
"""What follows from it."""
_GROUP: Final = re.compile(r"\?P<\w+>")
_SOME_TIME: Final = datetime(2025, 7, 4, 9, 5, 3)
_LONGEST: Final = 100
"""Characters of a pattern and of a name; what is longer is the name of no day."""


def read_day(name: str, pattern: str) -> date | None:
    """Read the day that a name was written for.

    Args:
        name: Compared without case.
        pattern: Of Moment.js, as :func:`~vaulttui.vault.dates.moment.format_moment` takes it. It has to hold a year, a
            month and a day, and no time.

    Returns:
        ``None`` if no day is written so.
    """
    compiled = _compiled(pattern) if len(name) <= _LONGEST else None
    found = compiled.fullmatch(name) if compiled is not None else None
    if found is None:
        return None
    parts = found.groupdict()
    year = int(parts["year"]) + (2000 if len(parts["year"]) == 2 else 0)
    try:
        day = date(year, int(parts.get("month") or _month(parts["name"])), int(parts["day"]))
    except ValueError:  # no such day in the calendar
        return None
    # Weekdays and weeks have to be those of the day, and what is written twice the same.
    return day if format_moment(datetime.combine(day, time()), pattern).casefold() == name.casefold() else None


def read_day_of_path(path: str, pattern: str) -> date | None:
    """Read the day that a note is of, from its path as a link has it.

    Args:
        path: Perhaps with folders before what the pattern writes, or with none of those that it writes.
        pattern: As :func:`read_day` takes it; may hold ``/``.
    """
    parts = path.split("/")
    depth = pattern.count("/") + 1
    day = read_day("/".join(parts[-depth:]), pattern)
    return read_day(parts[-1], pattern.rpartition("/")[2]) if day is None and depth > 1 else day


def _month(name: str) -> int:
    return next(number for number, full in enumerate(MONTHS) if full and full.lower().startswith(name.lower()))


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """An expression for the names that a pattern gives; ``None`` if it does not tell a day."""
    if len(pattern) > _LONGEST:
        return None
    met: set[str] = set()
    pieces: list[str] = []
    tokens = [part for token in TOKEN.findall(pattern) for part in TOKEN.findall(LONG_FORMS.get(token, token))]
    for token in tokens:
        text = literal(token)
        if text is not None:
            pieces.append(re.escape(text))
        elif token in _PARTS:
            groups = set(_GROUP.findall(_PARTS[token]))
            pieces.append(_PARTS[token] if not groups & met else _GROUP.sub("?:", _PARTS[token]))
            met |= groups
        elif token in _BESIDE:
            pieces.append(_BESIDE[token])
        elif token.isalpha() and token.isascii() and format_moment(_SOME_TIME, token) != token:
            return None  # a time, or what tells neither the day nor follows from it in digits
        else:
            pieces.append(re.escape(token))
    complete = {"?P<year>", "?P<day>"} <= met and met & {"?P<month>", "?P<name>"}
    return re.compile("".join(pieces), re.IGNORECASE | re.ASCII) if complete else None
