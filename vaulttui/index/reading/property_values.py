"""Property values as text, as numbers and as moments: how they are stored and compared."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from vaulttui.vault.dates.iso_dates import parse_iso
from vaulttui.vault.note import Property, PropertyType, PropertyValue
from vaulttui.vault.written import DateText, NumberText, OtherLink, date_text

PLAIN_NUMBER = re.compile(r"0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d+", re.ASCII)
"""What is a number where a note has it, see :func:`vaulttui.vault.properties.scalars.read_scalar`."""


def link_text(text: str) -> str:
    """``[[x|y]]`` as ``x``: how a property that holds a link, and nothing else, compares."""
    stripped = text.strip()
    if stripped.startswith("[[") and stripped.endswith("]]") and "[[" not in stripped[2:]:
        return stripped[2:-2].partition("|")[0].strip()
    return text


def compared_text(value: PropertyValue) -> str:
    """A property's value (or one item of a list) as text that compares: a link is as Obsidian writes it."""
    return value.link if isinstance(value, OtherLink) else property_text(value)


def property_text(value: PropertyValue) -> str:
    """A property's value (or one item of a list) as a person would write it; ``""`` for nothing and an empty list.

    A map is ``{key: value, …}``: its keys stand before colons, as in the note.
    """
    if value is None or value == []:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return date_text(value)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {property_text(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(property_text, value))}]"
    return str(value)


def _plain(value: PropertyValue) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, date):
        return property_text(value)
    return value


def encode_properties(properties: Sequence[Property]) -> str:
    """Properties as JSON: ``{key: [type, value]}``, dates as ISO text, what is kept as written as text."""
    return json.dumps({prop.key: [prop.type, _plain(prop.value)] for prop in properties}, ensure_ascii=False)


def decode_properties(text: str) -> tuple[dict[str, PropertyValue], dict[str, PropertyType]]:
    """Undo :func:`encode_properties`.

    Returns:
        Values and types by key.
    """
    values: dict[str, PropertyValue] = {}
    types: dict[str, PropertyType] = {}
    for key, (kind, value) in json.loads(text or "{}").items():
        types[key] = kind
        values[key] = _date_of(value, kind) if kind in ("date", "datetime") and isinstance(value, str) else value
    return values, types


def _date_of(text: str, kind: PropertyType) -> date | str:
    """A date or date-time that is told by its value; what is kept as written stays text."""
    try:
        value = date.fromisoformat(text) if kind == "date" else datetime.fromisoformat(text)
    except ValueError:
        return text
    return value if date_text(value) == text and not (isinstance(value, datetime) and value.tzinfo) else text


def property_number(value: PropertyValue) -> float | None:
    """A number's value; ``None`` for anything else and for what a double cannot hold."""
    if isinstance(value, NumberText):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def number_text(number: float) -> str:
    """A number as text that is the same for equal ones."""
    return str(int(number)) if number.is_integer() else str(number)


def property_moment(value: PropertyValue) -> datetime | None:
    """A date's first moment or a datetime, local and without a zone, from text that is ISO 8601 and the link to a daily
    note too; ``None`` for anything else."""
    if isinstance(value, DateText):
        value = value.moment
    elif isinstance(value, str):
        target = link_text(compared_text(value))
        moment = parse_iso(target)
        if moment is None and target is not value and any(map(str.isdecimal, target)):
            from vaulttui.vault.properties.day_links import day_of_link

            moment = day_of_link(target)
        value = moment
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    return None
