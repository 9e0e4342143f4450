"""Dates that are written in words: ``yesterday``, ``last week``, ``3 months ago``, ``12 march``."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

from vaulttui.search.language.periods import Period, add_months, add_units, no_such_day, out_of_range

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""English names of the days of a week, in their order."""
_MONTH_NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
MONTHS = {short: number for number, name in enumerate(_MONTH_NAMES, 1) for short in (name, name[:3])} | {"sept": 9}
"""Number of each month, 1..12, by its English name and what it is shortened to."""
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_STEPS = {"last": -1, "this": 0, "next": 1}
_WHICH = "(this|last|next)"
_COUNT = r"(\d{1,5}) ?(d|days?|w|weeks?|m|mo|months?|y|years?)"
_SOME_MONTH = f"({'|'.join(MONTHS)})"


def _near_day(match: re.Match[str], today: date) -> Period:
    return Period.of_day(today + timedelta(days=_DAYS[match[0]]))


def _calendar_unit(match: re.Match[str], today: date) -> Period:
    step = _STEPS[match[1]]
    match match[2]:
        case "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
            return Period(monday, monday + timedelta(days=6))
        case "month":
            day = add_months(today.replace(day=1), step)
            return Period.of_month(day.year, day.month)
        case _:
            return Period.of_year(today.year + step)


def _since(match: re.Match[str], today: date) -> Period:
    day = add_units(today, -int(match[1]), match[2])
    return Period(day, day, since=True)


def _ahead(match: re.Match[str], today: date) -> Period:
    return Period.of_day(add_units(today, int(match[1]), match[2]))


def _until(match: re.Match[str], today: date) -> Period:
    return Period(today, add_units(today, int(match[1]), match[2]))


def _weekday(match: re.Match[str], today: date) -> Period:
    """A weekday: the last one before today, that of this week, or the next one after today."""
    ahead = WEEKDAYS.index(match[2]) - today.weekday()
    if match[1] == "last":
        ahead = -(-ahead % 7 or 7)
    elif match[1] == "next":
        ahead = ahead % 7 or 7
    return Period.of_day(today + timedelta(days=ahead))


def _month(match: re.Match[str], today: date) -> Period:
    """A month: the last one before this month, that of this year, the next one after this month, or the latest that has
    begun."""
    month = MONTHS[match[2]]
    match match[1]:
        case "last":
            year = today.year - (month >= today.month)
        case "next":
            year = today.year + (month <= today.month)
        case "this":
            year = today.year
        case _:
            year = today.year - (month > today.month)
    return Period.of_month(year, month)


def _month_of_year(match: re.Match[str], today: date) -> Period:
    return Period.of_month(int(match[2]), MONTHS[match[1]])


def _day_of_month(match: re.Match[str], today: date) -> Period:
    """A day of a month of a year, else the latest one up to today."""
    day, month = int(match[1]), MONTHS[match[2]]
    year = int(match[3]) if match[3] else today.year - ((month, day) > (today.month, today.day))
    while not match[3] and (month, day) == (2, 29) and not calendar.isleap(year):
        year -= 1
    return Period.of_day(date(year, month, day))


_DAY_OF_MONTH = re.compile(rf"(\d{{1,2}}) {_SOME_MONTH}(?: (\d{{4}}))?", re.ASCII)
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Period]], ...] = (
    (re.compile("|".join(_DAYS)), _near_day),
    (re.compile(f"{_WHICH} (week|month|year)"), _calendar_unit),
    (re.compile(f"{_COUNT}(?: ago)?", re.ASCII), _since),
    (re.compile(f"(?:last|past) {_COUNT}", re.ASCII), _since),
    (re.compile(rf"(?:\+ ?|in ){_COUNT}", re.ASCII), _ahead),
    (re.compile(f"next {_COUNT}", re.ASCII), _until),
    (re.compile(f"{_WHICH} ({'|'.join(WEEKDAYS)})"), _weekday),
    (re.compile(f"(?:{_WHICH} )?{_SOME_MONTH}"), _month),
    (re.compile(rf"{_SOME_MONTH} (\d{{4}})", re.ASCII), _month_of_year),
    (_DAY_OF_MONTH, _day_of_month),
)
"""Each form, of folded words with single blanks between, and what it means."""


def words_of(text: str) -> str:
    """The words of a text as they are compared: folded, with single blanks for blanks, ``-`` and ``_`` between."""
    return " ".join(re.split(r"[\s_-]+", text.casefold()))


def parse_date_words(text: str, today: date) -> Period | None:
    """Read a date in words, see :func:`vaulttui.search.language.dates.parse_period`.

    Raises:
        DateSyntaxError: It has the form of one, but there is no such day, or it lies outside the years 1 to 9999.
    """
    words = words_of(text)
    for form, read in _FORMS:
        if match := form.fullmatch(words):
            try:
                return read(match, today)
            except (ValueError, OverflowError):
                raise (no_such_day if form is _DAY_OF_MONTH else out_of_range)(text) from None
    return None


def are_date_words(text: str) -> bool:
    """Whether a text is written like a date in words, be there such a day or not."""
    words = words_of(text)
    return any(form.fullmatch(words) for form, _ in _FORMS)


def is_bare_month(text: str) -> bool:
    """Whether a text is the name of a month and no more: which year is meant hangs on what is around it."""
    return text.strip().casefold() in MONTHS


def is_day_of_month(text: str) -> bool:
    """Whether a text names a day of a month, ``12 march``, with or without its year."""
    return _DAY_OF_MONTH.fullmatch(words_of(text)) is not None


def is_of_any_year(text: str) -> bool:
    """Whether a text is a month, or a day of one, whose year it does not say."""
    day = _DAY_OF_MONTH.fullmatch(words_of(text.strip()))
    return is_bare_month(text) or (day is not None and not day[3])
