"""Conditions on frontmatter properties, as SQL that selects notes."""

from __future__ import annotations

import json
import math
import re
from calendar import monthrange
from datetime import MINYEAR, date, datetime, time

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import (
    PLAIN_NUMBER,
    compared_text,
    link_text,
    property_moment,
    property_number,
)
from vaulttui.search.expression import PropertyIs
from vaulttui.vault.dates.iso_dates import ISO_FORM, parse_iso
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.other_programs.dendron import dendron_destination
from vaulttui.vault.properties.other_links import link_of

_FROM_THE_END = (">", "<=")
"""Comparisons with a day, a month or a year that count from its last moment."""

_YEAR = re.compile(r"\d{4}", re.ASCII)
_MONTH = re.compile(r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])")
_IS_MONTH = f"regexp_full_match(text_folded, '{_MONTH.pattern}')"
"""A condition on a row of a property."""
_PADDED = re.compile(r"[+-]?0\d", re.ASCII)
"""How a number with zeros before it begins: it is text in a note."""
_PADDED_DIGITS = re.compile(r"0\d{1,14}", re.ASCII)


def property_condition(condition: PropertyIs, columns: str = "note_id") -> tuple[str, list[object]]:
    """SQL and parameters for the identities of the notes that satisfy a condition.

    Numbers compare with numbers, dates with dates and with months that are written so, a year with all of these,
    anything else as text. A list satisfies a condition if one of its items does.

    Args:
        condition: A condition.
        columns: What is selected of the property, or of the note where it is missing.
    """
    if condition.comparison == "missing":
        return (
            f"SELECT {columns} FROM notes WHERE note_id NOT IN (SELECT note_id FROM properties WHERE key_folded = ?)",
            [fold(condition.key)],
        )
    where, values = _condition(condition)
    link = _other_link(condition.value) if condition.comparison in ("equals", "written") else None
    if link is not None:
        noted = "SELECT note_id FROM notes WHERE contains(properties, ?)"
        where = f"({where}) OR (text = ? AND note_id IN ({noted}))"
        values = [*values, link, json.dumps(condition.value.strip(), ensure_ascii=False)]
    return f"SELECT {columns} FROM properties WHERE key_folded = ? AND ({where})", [fold(condition.key), *values]


def _condition(condition: PropertyIs) -> tuple[str, list[object]]:
    """What has to hold for a row of the property; that there is none is said elsewhere."""
    value = fold(link_text(condition.value))
    match condition.comparison:
        case "exists" | "missing":
            return "TRUE", []
        case "empty":
            return "text = ''", []
        case "contains":
            return "contains(text_folded, ?)", [value]
        case "equals" | "written":
            number = _written_number(condition.value)
            moment = _moment(condition.value)
            if condition.upper:
                first, last = f"{condition.value}-01-01"[:10], condition.upper
                return (
                    "text_folded = ? OR number = ? OR moment::DATE BETWEEN ? AND ? "
                    f"OR (text_folded BETWEEN ? AND ? AND {_IS_MONTH})",
                    [value, number, date.fromisoformat(first), date.fromisoformat(last), first[:7], last[:7]],
                )
            if number is not None and condition.comparison == "equals":
                return "text_folded = ? OR number = ?", [value, number]
            if number is not None:
                return "text_folded = ?", [value]
            if isinstance(moment, datetime):  # people write a blank where ISO has a T
                return "text_folded = ? OR moment = ?", [value, _local(moment)]
            if moment is not None:
                return "text_folded = ? OR moment::DATE = ?", [value, moment]
            return "text_folded = ?", [value]
        case "range":
            return _range(condition.value, condition.upper)
        case "<" | "<=" | ">" | ">=":
            return _compare(condition.comparison, condition.value)


def _other_link(text: str) -> str | None:
    """How the index has a link if notes write it as Dendron does; ``None`` if that makes no difference.

    A query does not know which program's notes it is for: ``[[x|y]]`` finds what leads to ``x``, and what is written
    exactly so and leads to ``y``.
    """
    if "|" not in text or link_text(text) is text:
        return None
    return link_of(text.strip(), dendron_destination)


def is_value(item: PropertyValue, text: str, *, as_number: bool) -> bool:
    """Whether a property's value, or one item of a list, is what was asked for: as ``written`` above has it, or where
    numbers are equal by value as ``equals`` has it."""
    if as_number and property_number(item) is not None and property_number(item) == _written_number(text):
        return True
    if item == text or fold(link_text(compared_text(item))) == fold(link_text(text)):
        return True
    if _written_number(text) is not None:
        return False
    wanted, moment = _moment(text), property_moment(item)
    if wanted is None or moment is None:
        return False
    return moment == _local(wanted) if isinstance(wanted, datetime) else moment.date() == wanted


def _compare(comparison: str, text: str, *, padded: bool = False) -> tuple[str, list[object]]:
    """What a number, a moment or a text has to be: whatever of these the threshold may mean.

    Args:
        comparison: A sign of SQL.
        text: The threshold.
        padded: Whether numbers may stand in the notes with zeros before them, as texts: the other end of a range does.
    """
    end = comparison in _FROM_THE_END
    value = fold(link_text(text))
    number, moment = _number(text), _threshold(text, end=end)
    parts: list[tuple[str, object]] = []
    if number is not None:
        parts.append((f"number {comparison} ?", number))
    elif _PADDED_DIGITS.fullmatch(value):  # what has as many digits has no zeros before it, and is a number
        parts.append((f"number {comparison} ? AND number >= 1{'0' * (len(value) - 1)}", float(value)))
    if moment is not None:
        parts.append((f"moment {comparison} ?", moment))
        month = f"{moment.year:04}-{moment.month:02}"
        parts.append((f"text_folded {comparison} ? AND {_IS_MONTH}", month))
    if padded or (number is None and (moment is None or _YEAR.fullmatch(value))):
        parts.append((f"text_folded {comparison} ? AND number IS NULL AND moment IS NULL AND text <> ''", value))
    return " OR ".join(sql for sql, _ in parts), [parameter for _, parameter in parts]


def _range(lower: str, upper: str) -> tuple[str, list[object]]:
    padded = any(_PADDED_DIGITS.fullmatch(text.strip()) for text in (lower, upper))
    ends = ((">=", lower), ("<=", upper))
    parts = [_compare(comparison, text, padded=padded) for comparison, text in ends if text]
    where = " AND ".join(f"({sql})" for sql, _ in parts) or "TRUE"
    return where, [value for _, values in parts for value in values]


def _number(text: str) -> float | None:
    stripped = text.strip()
    if _PADDED.match(stripped):
        return None
    try:
        number = float(stripped.replace("_", "x"))  # 1_000 is text in a note, so it is text here
    except ValueError:
        return None
    return number if math.isfinite(number) else None  # so are nan and infinity


def _written_number(text: str) -> float | None:
    """A number as notes have numbers: ``007`` and ``1e5`` are text in a note, so they equal no number here."""
    return float(text) if PLAIN_NUMBER.fullmatch(text.strip()) else None


def _moment(text: str) -> date | datetime | None:
    """A day or a moment as notes have them; one that is beyond the calendar in local time has its zone."""
    if link_text(text) is not text:  # the note of a day stands for the day, as it does in a note
        day = property_moment(text)
        return day and day.date()
    stripped = text.strip()
    if not ISO_FORM.fullmatch(stripped):  # other forms of ISO 8601, a week or 20250714, are texts in a note
        return None
    try:
        return parse_iso(stripped) or datetime.fromisoformat(stripped)  # the second one also beyond the calendar
    except ValueError:
        return None


def _threshold(text: str, *, end: bool) -> datetime | None:
    """The first or last moment of a day, a month or a year; a datetime is itself, in local time, or the end of the
    calendar that it is beyond. ``None`` for any other text."""
    if _YEAR.fullmatch(text):
        text = f"{text}-12" if end else f"{text}-01"
    if month := _MONTH.fullmatch(text):
        year_number, month_number = int(month["year"]), int(month["month"])
        text = f"{text}-{monthrange(year_number, month_number)[1] if end else 1:02}"
    moment = _moment(text)
    if isinstance(moment, datetime):
        return _local(moment) or (datetime.min if moment.year == MINYEAR else datetime.max)
    return datetime.combine(moment, time.max if end else time.min) if moment else None


def _local(moment: datetime) -> datetime | None:
    """A moment in local time; ``None`` if the calendar has no such time there: in a note that is a text."""
    if moment.tzinfo is None:
        return moment
    try:
        return moment.astimezone().replace(tzinfo=None)
    except (OverflowError, ValueError):
        return None
