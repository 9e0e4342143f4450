"""Dates as people write them in a query: days, months, years, ranges, and words like ``last week``.

All of them are local days; weeks begin on Monday.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

from vaulttui.values import dataclass

_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_LOOSE = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?", re.ASCII)
_UNITS = r"(d|days?|w|weeks?|m|mo|months?|y|years?)"
_AGO = re.compile(rf"(\d{{1,5}}) ?{_UNITS}(?: ago)?", re.ASCII)
_AHEAD = re.compile(rf"(?:\+ ?|in )(\d{{1,5}}) ?{_UNITS}", re.ASCII)
_PAST = re.compile(rf"(?:last|past) (\d{{1,5}}) ?{_UNITS}", re.ASCII)
_COMING = re.compile(rf"next (\d{{1,5}}) ?{_UNITS}", re.ASCII)
_CALENDAR = re.compile(r"(this|last|next) (week|month|year)")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(rf"(this|last|next) ({'|'.join(_WEEKDAYS)})")
_MONTH_NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS = {short: number for number, name in enumerate(_MONTH_NAMES, 1) for short in (name, name[:3])} | {"sept": 9}
_MONTH = re.compile(rf"(?:(this|last|next) )?({'|'.join(_MONTHS)})")
_MONTH_OF_YEAR = re.compile(rf"({'|'.join(_MONTHS)}) (\d{{4}})", re.ASCII)
_DAY_OF_MONTH = re.compile(rf"(\d{{1,2}}) ({'|'.join(_MONTHS)})(?: (\d{{4}}))?", re.ASCII)
_COMPARISON = re.compile(r"(>=|<=|>|<)\s*")
RANGE = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Two dots between the ends of a range."""
_RELATIVE_WORDS = ("today", "yesterday", "tomorrow", "this week", "last week", "this month", "last month", "last year")
_KNOWN_WORDS = (*_RELATIVE_WORDS, *_MONTHS)
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_STEPS = {"last": -1, "this": 0, "next": 1}

EXAMPLES = '2025, 2025-07, 2025-07-14, >=2025-07, 2025-01..2025-03, today, 7d, "3 months ago", "last week", march'
"""What to show to someone whose date was not understood."""


class DateSyntaxError(ValueError):
    """A text is not a date.

    Args:
        message: What is wrong with it.
        suggestion: What was probably meant, ``""`` if nothing is near.
    """

    def __init__(self, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a date word stands for, both ends inclusive."""

    first: date
    last: date
    since: bool = False
    """True for a span that counts from a day until now (``7d``) when it stands alone."""


def _out_of_range(text: str) -> DateSyntaxError:
    return DateSyntaxError(f'"{text}" lies outside the years 1 to 9999.')


def _month_period(year: int, month: int) -> Period:
    return Period(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last day where it is shorter.

    Raises:
        ValueError: The year would be outside 1..9999.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first = date(year, month + 1, 1)
    return first.replace(day=min(day.day, calendar.monthrange(first.year, first.month)[1]))


def _shifted(day: date, count: int, unit: str) -> date:
    match unit[0]:
        case "d":
            return day + timedelta(days=count)
        case "w":
            return day + timedelta(weeks=count)
        case "m":
            return add_months(day, count)
        case _:
            return add_months(day, 12 * count)


def _calendar_period(step: int, unit: str, today: date) -> Period:
    match unit:
        case "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
            return Period(monday, monday + timedelta(days=6))
        case "month":
            day = add_months(today.replace(day=1), step)
            return _month_period(day.year, day.month)
        case _:
            return Period(date(today.year + step, 1, 1), date(today.year + step, 12, 31))


def _weekday(which: str, weekday: int, today: date) -> date:
    """A weekday, Monday as 0: the last one before today, that of this week, or the next one after today."""
    ahead = weekday - today.weekday()
    match which:
        case "last":
            return today - timedelta(days=-ahead % 7 or 7)
        case "next":
            return today + timedelta(days=ahead % 7 or 7)
        case _:
            return today + timedelta(days=ahead)


def _month(which: str | None, month: int, today: date) -> Period:
    """A month: the last one before this month, that of this year, the next one after this month, or the latest that has
    begun."""
    match which:
        case "last":
            year = today.year - (month >= today.month)
        case "next":
            year = today.year + (month <= today.month)
        case "this":
            year = today.year
        case _:
            year = today.year - (month > today.month)
    return _month_period(year, month)


def _day_of_month(day: int, month: int, year: str | None, today: date) -> date:
    """A day of a month of a year, else the latest one up to today.

    Raises:
        ValueError: There is no such day.
    """
    meant = int(year) if year else today.year - ((month, day) > (today.month, today.day))
    while not year and (month, day) == (2, 29) and not calendar.isleap(meant):
        meant -= 1
    return date(meant, month, day)


def parse_period(text: str, today: date) -> Period | None:
    """Read one date word.

    Args:
        text: ``2025``, ``2025-07``, ``2025-07-14``, ``today``, ``yesterday``, ``tomorrow``, ``7d`` (also ``w``, ``m``,
            ``y``), ``3 months ago``, ``past 3 months``, ``+7d``, ``in 7 days``, ``next 7 days`` (from today to then),
            ``this|last|next week|month|year``, ``this|last|next monday`` (of this week, before today, after today),
            ``this|last|next march`` (of this year, before this month, after it), ``march`` (the latest that has begun),
            ``march 2025``, ``12 march`` (the latest up to today), ``12 march 2025``; months by their English names or
            three letters of them, ``sept`` as well.
            ``-`` and ``_`` may stand for the blanks between words.
        today: The local day that relative words count from.

    Returns:
        The days meant, or ``None`` if the text has none of these forms.

    Raises:
        DateSyntaxError: It has the form of a date, but there is no such day.
    """
    iso = _ISO.fullmatch(text)
    if iso:
        year, month, day = (int(part) if part else 0 for part in iso.groups())
        try:
            if iso[3]:
                return Period(date(year, month, day), date(year, month, day))
            return _month_period(year, month) if iso[2] else Period(date(year, 1, 1), date(year, 12, 31))
        except (ValueError, calendar.IllegalMonthError):
            raise DateSyntaxError(f'There is no date "{text}".') from None
    return parse_relative(text, today)


def parse_relative(text: str, today: date) -> Period | None:
    """Read one date word that is written in words: those of :func:`parse_period` but years, months, days in figures.

    Raises:
        DateSyntaxError: It has the form of one, but there is no such day, or it lies outside the years 1 to 9999.
    """
    words = _words(text)
    try:
        if words in _DAYS:
            day_meant = today + timedelta(days=_DAYS[words])
            return Period(day_meant, day_meant)
        if match := _CALENDAR.fullmatch(words):
            return _calendar_period(_STEPS[match[1]], match[2], today)
        if match := _AGO.fullmatch(words) or _PAST.fullmatch(words):
            day_meant = _shifted(today, -int(match[1]), match[2])
            return Period(day_meant, day_meant, since=True)
        if match := _AHEAD.fullmatch(words):
            day_meant = _shifted(today, int(match[1]), match[2])
            return Period(day_meant, day_meant)
        if match := _COMING.fullmatch(words):
            return Period(today, _shifted(today, int(match[1]), match[2]))
        if match := _WEEKDAY.fullmatch(words):
            day_meant = _weekday(match[1], _WEEKDAYS.index(match[2]), today)
            return Period(day_meant, day_meant)
        if match := _MONTH.fullmatch(words):
            return _month(match[1], _MONTHS[match[2]], today)
        if match := _MONTH_OF_YEAR.fullmatch(words):
            return _month_period(int(match[2]), _MONTHS[match[1]])
    except (ValueError, OverflowError):
        raise _out_of_range(text) from None
    if match := _DAY_OF_MONTH.fullmatch(words):
        try:
            day_meant = _day_of_month(int(match[1]), _MONTHS[match[2]], match[3], today)
        except ValueError:
            raise DateSyntaxError(f'There is no date "{text}".') from None
        return Period(day_meant, day_meant)
    return None


def is_date_word(text: str) -> bool:
    """Whether a text has one of the forms of :func:`parse_period`, be there such a day or not."""
    words = _words(text)
    forms = (_CALENDAR, _WEEKDAY, _MONTH, _MONTH_OF_YEAR, _DAY_OF_MONTH, _AGO, _PAST, _AHEAD, _COMING)
    return words in _DAYS or bool(_ISO.fullmatch(text)) or any(form.fullmatch(words) for form in forms)


def is_time_of_words(text: str) -> bool:
    """Whether a text is a date of several words, ``last week``: it means days in quotes, too."""
    return len(text.split()) > 1 and is_date_word(text.strip())


def is_bare_month(text: str) -> bool:
    """Whether a text is the name of a month and no more: which year is meant hangs on what is around it."""
    return text.strip().casefold() in _MONTHS


def _of_any_year(text: str) -> bool:
    day = _DAY_OF_MONTH.fullmatch(_words(text.strip()))
    return is_bare_month(text) or (day is not None and not day[3])


def day_for_end(low: str, high: str, today: date) -> date:
    """The day that the end of a range counts from: behind a month, a month is the first one from there, ``nov..feb``,
    and so is a day of a month behind another one, ``20 dec..5 jan``.

    Args:
        low: The first date word of the range, ``""`` for none.
        high: The last one.
        today: The local day that the first one counts from.
    """
    begin = parse_relative(low, today) if _of_any_year(low) and _of_any_year(high) else None
    return today if begin is None else add_months(begin.first, 11)


def _words(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.casefold()))


def looks_like_date(text: str) -> bool:
    """Whether a text was probably meant as a date filter, well-formed or not."""
    first = text.partition("..")[0]
    month, _, year = _words(first).partition(" ")
    if first.casefold() in _KNOWN_WORDS or (is_bare_month(month) and year.isdecimal()):
        return True
    if _DAY_OF_MONTH.fullmatch(_words(first)):
        return True
    return bool(re.match(r"[<>+.]|\d{4}(-|$)|\d+[dwmy]$", first or text))


def _likely_date(text: str) -> str:
    """What a text that is not a date was probably meant to be, ``""`` if that cannot be told."""
    numbers = _LOOSE.fullmatch(text)
    if numbers:
        return "-".join([numbers[1], *(part.zfill(2) for part in numbers.groups()[1:] if part)])
    if text.casefold() in _WEEKDAYS:
        return f"last-{text}"
    from difflib import get_close_matches  # late: only what cannot be understood needs it

    near = get_close_matches(text.casefold(), _KNOWN_WORDS, n=1, cutoff=0.75)
    return near[0] if near else ""


def _required_period(text: str, today: date) -> Period:
    period = parse_period(text, today)
    if period is None:
        raise DateSyntaxError(f'"{text}" is not a date. Write it like one of: {EXAMPLES}.', _likely_date(text))
    return period


def parse_date_range(text: str, today: date) -> tuple[date | None, date | None]:
    """Read the value of a date operator.

    Args:
        text: A date word as in :func:`parse_period`; one with ``>=``, ``>``, ``<=`` or ``<`` in front; or two with
            ``..`` between, of which one may be left out.
        today: The local day that relative words count from.

    Returns:
        First and last day, both inclusive, ``None`` for an open end; at least one is a day.

    Raises:
        DateSyntaxError: The text is not such a value, or its range ends before it begins.
    """
    text = text.strip()
    comparison = _COMPARISON.match(text)
    if comparison:
        period = _required_period(text[comparison.end() :], today)
        try:
            match comparison[1]:
                case ">=":
                    return period.first, None
                case ">":
                    return period.last + timedelta(days=1), None
                case "<=":
                    return None, period.last
                case _:
                    return None, period.first - timedelta(days=1)
        except OverflowError:
            raise _out_of_range(text) from None
    ends = RANGE.split(text)
    if len(ends) == 2 and any(end.strip() for end in ends):
        first, last = (end.strip() for end in ends)
        low = _required_period(first, today) if first else None
        high = _required_period(last, day_for_end(first, last, today)) if last else None
        if low and high and low.first > high.last:
            raise DateSyntaxError(
                f"The range ends ({high.last}) before it begins ({low.first}).", f"{ends[1]}..{ends[0]}"
            )
        return low.first if low else None, high.last if high else None
    period = _required_period(text, today)
    return period.first, None if period.since else period.last
