"""What a single written value means: number, checkbox, date or text, never something else than was written."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

from vaulttui.vault.dates.iso_dates import parse_iso
from vaulttui.vault.note import PropertyType, PropertyValue
from vaulttui.vault.written import DayText, MomentText, NumberText, with_text

_CHECKBOXES: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
EMPTY: Final = frozenset(("", "~", "null", "Null", "NULL"))
"""What stands for no value."""

_INTEGER: Final = re.compile(r"0|-?[1-9]\d{0,14}", re.ASCII)
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9]\d*)\.\d+", re.ASCII)
_MOST_DIGITS: Final = 15
"""A double keeps this many decimal digits exactly; longer numbers (ids, account numbers) stay text."""
_NUMBER_START: Final = frozenset("-0123456789")


def read_scalar(text: str) -> PropertyValue:
    """Read an unquoted value.

    Plain decimal numbers, ``true`` and ``false``, dates and date-times that exist, and nothing become what they are.
    What would be told otherwise than it is written, as a number that ends in zeros or a date-time with a zone, keeps
    its text as well: :mod:`~vaulttui.vault.written`.
    All else stays text, above all what YAML would turn into something that nobody meant: ``12:30``, ``yes``, ``007``,
    ``0x1F``, ``1_000``, ``1e5``, ``2025-02-30``.
    """
    if text in EMPTY:
        return None
    if text[0] in _NUMBER_START:
        if len(text) <= _MOST_DIGITS + 2:
            if _INTEGER.fullmatch(text):
                return int(text)
            if _DECIMAL.fullmatch(text) and sum(map(str.isdigit, text)) <= _MOST_DIGITS:
                number = float(text)
                return number if str(number) == text else NumberText(text)
        moment = parse_iso(text)
        return text if moment is None else with_text(moment, text)
    return _CHECKBOXES.get(text, text)


def property_type(value: PropertyValue) -> PropertyType:
    """The type that a value has."""
    if value is None:
        return "empty"
    if isinstance(value, NumberText):
        return "number"
    if isinstance(value, MomentText):
        return "datetime"
    if isinstance(value, DayText):
        return "date"
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "checkbox"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, datetime):
        return "datetime"
    if isinstance(value, date):
        return "date"
    return "list" if isinstance(value, list) else "map"
