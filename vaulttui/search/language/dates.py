"""Dates as people write them in a query: days, months, years, ranges, and words like ``last week``.

All of them are local days; weeks begin on Monday.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from vaulttui.search.language.date_words import (
    MONTHS,
    WEEKDAYS,
    are_date_words,
    is_bare_month,
    is_day_of_month,
    is_of_any_year,
    parse_date_words,
    words_of,
)
from vaulttui.search.language.periods import DateSyntaxError, Period, add_months, no_such_day, out_of_range

_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_LOOSE = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?", re.ASCII)
_COMPARISON = re.compile(r"(>=|<=|>|<)\s*")
RANGE = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Two dots between the ends of a range."""
_RELATIVE_WORDS = ("today", "yesterday", "tomorrow", "this week", "last week", "this month", "last month", "last year")
_KNOWN_WORDS = (*_RELATIVE_WORDS, *MONTHS)
_EXAMPLES = '2025, 2025-07, 2025-07-14, >=2025-07, 2025-01..2025-03, today, 7d, "3 months ago", "last week", march'


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
                return Period.of_day(date(year, month, day))
            return Period.of_month(year, month) if iso[2] else Period.of_year(year)
        except ValueError:
            raise no_such_day(text) from None
    return parse_date_words(text, today)


def is_date_word(text: str) -> bool:
    """Whether a text has one of the forms of :func:`parse_period`, be there such a day or not."""
    return bool(_ISO.fullmatch(text)) or are_date_words(text)


def is_time_of_words(text: str) -> bool:
    """Whether a text is a date of several words, ``last week``: it means days in quotes, too."""
    return len(text.split()) > 1 and is_date_word(text.strip())


def day_for_end(low: str, high: str, today: date) -> date:
    """The day that the end of a range counts from: behind a month, a month is the first one from there, ``nov..feb``,
    and so is a day of a month behind another one, ``20 dec..5 jan``.

    Args:
        low: The first date word of the range, ``""`` for none.
        high: The last one.
        today: The local day that the first one counts from.
    """
    begin = parse_date_words(low, today) if is_of_any_year(low) and is_of_any_year(high) else None
    return today if begin is None else add_months(begin.first, 11)


def looks_like_date(text: str) -> bool:
    """Whether a text was probably meant as a date filter, well-formed or not."""
    first = text.partition("..")[0]
    month, _, year = words_of(first).partition(" ")
    if first.casefold() in _KNOWN_WORDS or (is_bare_month(month) and year.isdecimal()) or is_day_of_month(first):
        return True
    return bool(re.match(r"[<>+.]|\d{4}(-|$)|\d+[dwmy]$", first or text))


def _likely_date(text: str) -> str:
    """What a text that is not a date was probably meant to be, ``""`` if that cannot be told."""
    numbers = _LOOSE.fullmatch(text)
    if numbers:
        return "-".join([numbers[1], *(part.zfill(2) for part in numbers.groups()[1:] if part)])
    if text.casefold() in WEEKDAYS:
        return f"last-{text}"
    from difflib import get_close_matches  # late: only what cannot be understood needs it

    near = get_close_matches(text.casefold(), _KNOWN_WORDS, n=1, cutoff=0.75)
    return near[0] if near else ""


def _required_period(text: str, today: date) -> Period:
    period = parse_period(text, today)
    if period is None:
        raise DateSyntaxError(f'"{text}" is not a date. Write it like one of: {_EXAMPLES}.', _likely_date(text))
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
            raise out_of_range(text) from None
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
