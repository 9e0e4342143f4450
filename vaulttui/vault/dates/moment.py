"""Dates in the notation of Moment.js, in which Obsidian has its users write the names of daily notes.

Only formatting, and only Moment's English locale, which is the one that it falls back to:
https://momentjs.com/docs/#/displaying/format/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Final

TOKEN: Final = re.compile(
    r"\[[^\[]*\]|\\?(?:Mo|MM?M?M?|Do|DDDo|DDDD|DDD|DD?|dddd|ddd|dd|do|d|wo|ww?|Wo|WW?|Qo|Q|N{1,5}"
    r"|YYYYYY|YYYYY|YYYY|YY|Y|y{2,4}|yo|y|ggggg|gggg|gg|GGGGG|GGGG|GG|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}"
    r"|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.)",
    re.DOTALL,
)
LONG_FORMS: Final = {
    "LT": "h:mm A",
    "LTS": "h:mm:ss A",
    "L": "MM/DD/YYYY",
    "LL": "MMMM D, YYYY",
    "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "l": "M/D/YYYY",
    "ll": "MMM D, YYYY",
    "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
}
"""Abbreviations, by what they stand for."""

DAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTHS: Final = (
    *("", "January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""By their numbers."""


def format_moment(moment: datetime, pattern: str) -> str:
    """Write a date by a pattern of Moment.js.

    Args:
        moment: Local time; without a time zone, that of the system counts.
        pattern: Like ``YYYY/MM/YYYY-MM-DD dddd``. Text in ``[brackets]`` and what is no token stays as it is.
    """
    return "".join(_piece(moment, token) for token in TOKEN.findall(pattern))


def literal(token: str) -> str | None:
    """The text that a token of :data:`TOKEN` stands for, if that is in brackets or behind a backslash."""
    if token.startswith("[") and token.endswith("]"):
        return token[1:-1]
    return token[1:] if token.startswith("\\") and len(token) > 1 else None


def _piece(moment: datetime, token: str) -> str:
    text = literal(token)
    if text is not None:
        return text
    if token in LONG_FORMS:
        return format_moment(moment, LONG_FORMS[token])
    if token.startswith("S"):
        return f"{moment.microsecond:06}000"[: len(token)]
    write = _WRITERS.get(token)
    return write(moment) if write is not None else token


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _weekday(day: date) -> int:
    """The day of the week, Sunday being 0."""
    return day.isoweekday() % 7


def _week(day: date) -> tuple[int, int]:
    """Year and number of a week that begins on Sunday; week 1 is the one that holds January 1st."""
    saturday = day + timedelta(6 - _weekday(day)) if day < date.max - timedelta(7) else day
    return saturday.year, (saturday.timetuple().tm_yday - 1) // 7 + 1


def _offset(moment: datetime, between: str) -> str:
    offset = moment.astimezone().utcoffset() or timedelta()
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{between}{abs(minutes) % 60:02}"


def _day_of_year(moment: datetime) -> int:
    return moment.timetuple().tm_yday


def _quarter(moment: datetime) -> int:
    return (moment.month + 2) // 3


def _twelve(moment: datetime) -> int:
    return moment.hour % 12 or 12


_WRITERS: Final[Mapping[str, Callable[[datetime], str]]] = {
    "M": lambda at: f"{at.month}",
    "Mo": lambda at: _ordinal(at.month),
    "MM": lambda at: f"{at.month:02}",
    "MMM": lambda at: MONTHS[at.month][:3],
    "MMMM": lambda at: MONTHS[at.month],
    "D": lambda at: f"{at.day}",
    "Do": lambda at: _ordinal(at.day),
    "DD": lambda at: f"{at.day:02}",
    "DDD": lambda at: f"{_day_of_year(at)}",
    "DDDo": lambda at: _ordinal(_day_of_year(at)),
    "DDDD": lambda at: f"{_day_of_year(at):03}",
    "d": lambda at: f"{_weekday(at)}",
    "do": lambda at: _ordinal(_weekday(at)),
    "dd": lambda at: DAYS[_weekday(at)][:2],
    "ddd": lambda at: DAYS[_weekday(at)][:3],
    "dddd": lambda at: DAYS[_weekday(at)],
    "e": lambda at: f"{_weekday(at)}",
    "E": lambda at: f"{at.isoweekday()}",
    "w": lambda at: f"{_week(at.date())[1]}",
    "wo": lambda at: _ordinal(_week(at.date())[1]),
    "ww": lambda at: f"{_week(at.date())[1]:02}",
    "W": lambda at: f"{at.isocalendar().week}",
    "Wo": lambda at: _ordinal(at.isocalendar().week),
    "WW": lambda at: f"{at.isocalendar().week:02}",
    "Q": lambda at: f"{_quarter(at)}",
    "Qo": lambda at: _ordinal(_quarter(at)),
    "Y": lambda at: f"{at.year}",
    "YY": lambda at: f"{at.year % 100:02}",
    "YYYY": lambda at: f"{at.year:04}",
    "YYYYY": lambda at: f"{at.year:05}",
    "YYYYYY": lambda at: f"+{at.year:06}",
    # Years of the era; all that Python has are of this one.
    **dict.fromkeys(("y", "yy", "yyy"), lambda at: f"{at.year}"),
    "yyyy": lambda at: f"{at.year:04}",
    "yo": lambda at: _ordinal(at.year),
    **dict.fromkeys(("N", "NN", "NNN", "NNNNN"), lambda at: "AD"),
    "NNNN": lambda at: "Anno Domini",
    "gg": lambda at: f"{_week(at.date())[0] % 100:02}",
    "gggg": lambda at: f"{_week(at.date())[0]:04}",
    "ggggg": lambda at: f"{_week(at.date())[0]:05}",
    "GG": lambda at: f"{at.isocalendar().year % 100:02}",
    "GGGG": lambda at: f"{at.isocalendar().year:04}",
    "GGGGG": lambda at: f"{at.isocalendar().year:05}",
    "a": lambda at: "am" if at.hour < 12 else "pm",
    "A": lambda at: "AM" if at.hour < 12 else "PM",
    "H": lambda at: f"{at.hour}",
    "HH": lambda at: f"{at.hour:02}",
    "h": lambda at: f"{_twelve(at)}",
    "hh": lambda at: f"{_twelve(at):02}",
    "k": lambda at: f"{at.hour or 24}",
    "kk": lambda at: f"{at.hour or 24:02}",
    "m": lambda at: f"{at.minute}",
    "mm": lambda at: f"{at.minute:02}",
    "s": lambda at: f"{at.second}",
    "ss": lambda at: f"{at.second:02}",
    "X": lambda at: f"{int(at.timestamp())}",
    "x": lambda at: f"{round(at.timestamp() * 1000)}",
    **dict.fromkeys(("z", "zz"), lambda at: ""),  # local time has no name
    "Z": lambda at: _offset(at, ":"),
    "ZZ": lambda at: _offset(at, ""),
}
