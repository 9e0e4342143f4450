"""Spans of local days, and counting from one to another in the calendar. Weeks begin on Monday."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from vaulttui.values import dataclass


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

    @classmethod
    def of_day(cls, day: date) -> Period:
        """One day."""
        return cls(day, day)

    @classmethod
    def of_month(cls, year: int, month: int) -> Period:
        """A month, 1..12, of a year.

        Raises:
            ValueError: There is no such month or year.
        """
        return cls(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))

    @classmethod
    def of_year(cls, year: int) -> Period:
        """A year.

        Raises:
            ValueError: It is outside 1..9999.
        """
        return cls(date(year, 1, 1), date(year, 12, 31))


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last day where it is shorter.

    Raises:
        ValueError: The year would be outside 1..9999.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first = date(year, month + 1, 1)
    return first.replace(day=min(day.day, calendar.monthrange(first.year, first.month)[1]))


def add_units(day: date, count: int, unit: str) -> date:
    """A day so many days, weeks, months or years later.

    Args:
        day: Where to begin.
        count: How many; negative ones lead back.
        unit: The name of the unit in English, of which the first letter tells.

    Raises:
        ValueError, OverflowError: The year would be outside 1..9999.
    """
    match unit[0]:
        case "d":
            return day + timedelta(days=count)
        case "w":
            return day + timedelta(weeks=count)
        case "m":
            return add_months(day, count)
        case _:
            return add_months(day, 12 * count)


def out_of_range(text: str) -> DateSyntaxError:
    """The error of a text that means a day which no calendar has."""
    return DateSyntaxError(f'"{text}" lies outside the years 1 to 9999.')


def no_such_day(text: str) -> DateSyntaxError:
    """The error of a text that is written like a date, ``2025-02-30``."""
    return DateSyntaxError(f'There is no date "{text}".')
