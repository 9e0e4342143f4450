"""Texts of numbers, moments and days that say more than their values: kept as written, compared by value."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_ZONE: Final = re.compile(r"[+\-A-Z]")
_BEFORE_TIME: Final = len("2025-01-01T")


class NumberText(str):
    """A decimal number that ends in zeros which its value would lose: ``1.10`` is a version, ``12.50`` a price."""

    __slots__ = ()


class MomentText(str):
    """A date-time with its zone, in the form that :func:`~vaulttui.vault.dates.parse_iso` reads."""

    __slots__ = ()


class DayLink(str):
    """A link to the note of a day: its name is one by the vault's own settings.

    Args:
        text: The link.
        day: The day.
    """

    __slots__ = ("day",)
    day: date

    def __new__(cls, text: str, day: date) -> DayLink:  # noqa: D102 - told above
        made = super().__new__(cls, text)
        made.day = day
        return made

    def __reduce__(self) -> tuple[type[DayLink], tuple[str, date]]:
        return DayLink, (str(self), self.day)


def has_zone(moment: str) -> bool:
    """Whether a date-time in that form has a zone."""
    return _ZONE.search(moment, _BEFORE_TIME) is not None
