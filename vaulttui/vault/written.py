"""Texts of numbers, moments, days and links that their values would be told otherwise than: kept as written, compared
by value."""

from __future__ import annotations

from datetime import date, datetime
from typing import Self


class NumberText(str):
    """A number with a sign or zeros that its value would lose: ``1.10`` is a version, ``12.50`` a price."""

    __slots__ = ()


class DateText(str):
    """A date in any form.

    Args:
        text: As written.
        moment: The day or the date-time, local and without a zone.
    """

    __slots__ = ("moment",)
    moment: date

    def __new__(cls, text: str, moment: date) -> Self:  # noqa: D102 - told above
        made = super().__new__(cls, text)
        made.moment = moment
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, date]]:
        return type(self), (str(self), self.moment)


class DayText(DateText):
    """A day."""

    __slots__ = ()


class MomentText(DateText):
    """A date-time, with its zone if it has one."""

    __slots__ = ()


class DayLink(DateText):
    """A link to the note of a day: its name is one by the vault's own settings. It is a text."""

    __slots__ = ()


class OtherLink(str):
    """A link that another program than Obsidian writes otherwise.

    Args:
        text: As written.
        link: As Obsidian writes it, ``[[note|text]]``: so it compares.
    """

    __slots__ = ("link",)
    link: str

    def __new__(cls, text: str, link: str) -> Self:  # noqa: D102 - told above
        made = super().__new__(cls, text)
        made.link = link
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (str(self), self.link)


def date_text(value: date) -> str:
    """How a day or a moment is told: in ISO 8601, without seconds that are 0."""
    if isinstance(value, datetime):
        return value.isoformat(sep="T", timespec="minutes" if value.second == 0 else "seconds")
    return value.isoformat()


def with_text(value: date, text: str) -> date | DateText:
    """A day or a moment; with its text, if it is told otherwise than it is written.

    Args:
        value: Local, without a zone.
        text: As written.
    """
    if date_text(value) == text:
        return value
    return MomentText(text, value) if isinstance(value, datetime) else DayText(text, value)
