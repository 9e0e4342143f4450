"""Dates as people write them in properties, and the dates of a note. All times are local and without a zone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.dates.calendar_words import ARTICLE, MONTH, MONTHS, ORDINAL, WEEKDAY, WEEKDAY_CJK, without_accents
from vaulttui.vault.folding import fold_name
from vaulttui.vault.note import DateSource, FileStat, NoteWarning, Property
from vaulttui.vault.written import DateText

_NAME = rf"(?P<name>{MONTH})\.?"
_DAY = rf"(?P<day>\d{{1,2}}){ORDINAL}"
_YEAR_BEHIND = r"(?P<year>\d{4})(?:\s?г(?:\.|ода)?)?"
"""In Russian the word for it follows, mostly as its first letter."""
_ARTICLE = rf"(?:{ARTICLE}\s+)?"
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
_ZONE = r"(?:[ ]?(?P<zone>Z|UTC|GMT|(?:UTC|GMT)?(?P<sign>[+-])(?P<zone_hour>\d\d):?(?P<zone_minute>\d\d)?))?"
_SPOKEN_CLOCK = (
    r"(?P<hour>\d{1,2})(?:\s?[:h]\s?(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|(?P<oclock>\s?Uhr)\b)?"
)
_SPOKEN_ZONE = _ZONE.replace("(?P<zone>", r"(?P<zone>(?P<zone_name>(?!UTC|GMT)[A-Z]{3,4}|[A-Z][A-Z]+/[A-Z_/]+)|")
_TIME = rf"(?:(?:T|,?\s+(?:(?:at|um|a|alle|om|kl\.?)\s+)?){_SPOKEN_CLOCK}{_SPOKEN_ZONE})?"
_OFFSETS: Final = {
    **{"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7},
    **{"WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9},
}
"""Hours east of Greenwich: the American names of RFC 5322, those of Europe, and those that only one place has."""

ISO_FORM: Final = re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ]{_CLOCK}{_ZONE})?", re.ASCII)
"""What :func:`parse_iso` reads, be there such a day and time or not."""
_COMPACT: Final = re.compile(
    r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)"
    rf"(?:T?(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d))?{_ZONE})?",
    re.ASCII,
)
_WEEK: Final = re.compile(r"\d{4}-W\d\d(?:-\d)?", re.ASCII)
_EITHER_ORDER: Final = tuple(
    re.compile(form + _TIME, re.ASCII | re.IGNORECASE)
    for form in (
        r"(?P<day>\d{1,2})-(?P<month>\d{1,2})-(?P<year>\d{4})",
        r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4}|\d\d)",
    )
)
"""Forms in which month and day are the other way round if that makes a date and the usual order does not."""
_WRITTEN: Final = tuple(
    re.compile(form + _TIME, re.ASCII | re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})(?P<mark>[-/._])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})\.?",
        r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4}|\d\d)",
        rf"{_NAME}\s+{_DAY},?\s+{_YEAR_BEHIND}",
        rf"{_ARTICLE}{_DAY}(?:\s+|-|/)(?:(?:of|de)\s+)?{_NAME},?(?:\s+|-|/)(?:de\s+)?{_YEAR_BEHIND}",
        rf"(?P<year>\d{{4}})(?:\s+|-|/){_NAME}(?:\s+|-|/){_DAY}",
        rf"{_NAME},?\s+(?:de\s+)?{_YEAR_BEHIND}",
        r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월](?:\s?(?P<day>\d{1,2})\s?[日일])?",
        r"(?P<year>\d{4})[-/.](?P<month>\d\d)",
    )
)
_TIME_WITHIN: Final = tuple(
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[ _T-]"
        r"(?P<hour>\d\d)[.-]?(?P<minute>\d\d)(?:[.-]?(?P<second>\d\d))?",
        rf"{_NAME}\s+(?P<day>\d{{1,2}})\s+{_CLOCK}{_SPOKEN_ZONE}\s+(?P<year>\d{{4}})",
    )
)
"""As file names have it, and as the command ``date`` prints it."""

_USUAL_SIGNS: Final[dict[int, int]] = {
    0x3000: 0x20,
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **{code: ord(chr(code).lower()) for code in range(0x400, 0x430)},
}
"""The usual digits and signs by those as wide as Chinese and Japanese letters, and small Cyrillic letters by capital
ones: the forms are compared without case in ASCII only."""
_WIKILINK: Final = re.compile(r"!?\[\[([^\[\]|#^]*)[^\[\]|]*(?:\|([^\[\]]*))?\]\]")
_WEEKDAY: Final = re.compile(rf"\(?\b{WEEKDAY}\b\.?\)?|{WEEKDAY_CJK}", re.IGNORECASE)
_REMARK: Final = re.compile(r"[(（][^()（）]*[)）]$|\[[A-Za-z]+/[A-Za-z_/]+\]$")
"""In parentheses, or a zone in brackets behind its offset (RFC 9557)."""
_LONGEST: Final = 80
"""Characters; a longer text is no date."""

_SECONDS: Final = range(10**9, 2**32)
"""Numbers that are read as seconds since 1970: the years 2001 to 2106. A thousand times as many are milliseconds."""


def parse_date(value: object) -> date | datetime | None:
    """Read a date in any form that people write into properties.

    ISO 8601 in every precision down from the month, week dates, ``2025/01/02``, ``02.01.2025``, ``02-01-2025``,
    ``01/02/2025`` (month first, unless that is above 12), ``2025年1月2日``, ``20250102``, ``202501021030``, the month
    names of :mod:`~vaulttui.vault.dates.calendar_words` in the usual orders, seconds or milliseconds since 1970, each
    with or without a time (24 hours, or am and pm) and a zone. Weekdays, wikilink brackets, a remark in parentheses and
    the Russian ``г.`` behind the year do not count, nor does the width of digits. A text whose date is known already is
    that date, as a link by the vault's own name of a day. Of a list, the first date counts.

    Args:
        value: A property's value.

    Returns:
        A ``datetime`` (local, without zone) if there is a time of day, else a ``date``; ``None`` if it is no date.
    """
    if isinstance(value, date):
        return _local(value) if isinstance(value, datetime) else value
    if isinstance(value, DateText):
        return value.moment
    if isinstance(value, str):
        return _parse_text(value.strip())
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _parse_number(value)
    if isinstance(value, Sequence):
        return next((found for item in value[:100] if (found := parse_date(item)) is not None), None)
    return None


def parse_iso(text: str) -> date | datetime | None:
    """Read ``YYYY-MM-DD``, optionally with a time and a zone, and nothing else.

    Returns:
        As :func:`parse_date`; ``None`` for a day or time that does not exist, like ``2025-02-30``.
    """
    match = ISO_FORM.fullmatch(text)
    return _assemble(match.groupdict()) if match else None


def local_time(nanoseconds: int) -> datetime:
    """The local time of a file's time stamp, in nanoseconds since 1970. An absurd one gives the nearest possible."""
    try:
        return datetime.fromtimestamp(nanoseconds // 10**9).replace(microsecond=nanoseconds // 1000 % 10**6)
    except (OverflowError, ValueError, OSError):
        return datetime.max if nanoseconds > 0 else datetime.min


@dataclass(frozen=True, slots=True)
class NoteDates:
    """When a note was made, changed and, by its own account, worked on."""

    created: datetime
    created_source: DateSource
    modified: datetime
    updated: datetime | None


def note_dates(properties: Sequence[Property], stat: FileStat, settings: VaultSettings) -> NoteDates:
    """Tell a note's dates from its frontmatter and its file.

    Created is the first of ``settings.created_properties`` that holds a date, else the file's birth time, else the
    older of ctime and mtime. A birth time after the last modification is that of a copy, so that mtime stands for it.
    """
    created, source = _first_date(properties, settings.created_properties)
    if created is None:
        birth = ("ctime", stat.ctime_ns) if stat.birthtime_ns is None else ("birthtime", stat.birthtime_ns)
        source, oldest = min(birth, ("mtime", stat.mtime_ns), key=lambda candidate: candidate[1])
        created = local_time(oldest)
    updated, _ = _first_date(properties, settings.updated_properties)
    return NoteDates(created, source, local_time(stat.mtime_ns), updated)


def date_warnings(properties: Sequence[Property], settings: VaultSettings) -> tuple[NoteWarning, ...]:
    """Warn of properties that should tell a note's dates and hold something like a date that is none."""
    names = {fold_name(name) for name in (*settings.created_properties, *settings.updated_properties)}
    return tuple(
        NoteWarning(
            "date_not_understood",
            f"The property {prop.key!r} holds no date that can be read: {_told(prop)}. "
            "It does not count as a date of the note.",
            prop.line,
        )
        for prop in properties
        if fold_name(prop.key) in names and _seems_date(prop.value) and parse_date(prop.value) is None
    )


def _told(prop: Property) -> str:
    """A value for a person to read: of a list or map only that it is one, as its items are not kept as written."""
    return f"it is a {prop.type}" if isinstance(prop.value, (list, dict)) else repr(str(prop.value)[:_LONGEST])


def _seems_date(value: object) -> bool:
    """Whether a value is more than a remark or a template."""
    text = str(value)
    return any(map(str.isdigit, text)) and "{{" not in text and "<%" not in text


def _first_date(properties: Sequence[Property], names: Sequence[str]) -> tuple[datetime | None, DateSource]:
    for name in names:
        folded = fold_name(name)
        for prop in properties:
            if fold_name(prop.key) == folded and (found := parse_date(prop.value)) is not None:
                moment = found if isinstance(found, datetime) else datetime.combine(found, time.min)
                return moment, f"property:{prop.key}"
    return None, ""


def _parse_text(text: str) -> date | datetime | None:
    if not text or len(text) > _LONGEST:
        return None
    if not text.isascii():
        text = text.translate(_USUAL_SIGNS).strip()
    if "[[" in text:
        return _parse_wikilink(text)
    if match := ISO_FORM.fullmatch(text) or _COMPACT.fullmatch(text):
        return _assemble(match.groupdict())
    if text.isdecimal():
        return _parse_number(int(text))
    if _WEEK.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    plain = _WEEKDAY.sub("", without_accents(_REMARK.sub("", text))).strip(" \t,;-\"'")
    for form in (*_WRITTEN, *_TIME_WITHIN):
        if match := form.fullmatch(plain):
            return _assemble(match.groupdict())
    for form in _EITHER_ORDER:
        if match := form.fullmatch(plain):
            parts = match.groupdict()
            return _assemble(parts) or _assemble({**parts, "day": parts["month"], "month": parts["day"]})
    return None


def _parse_wikilink(text: str) -> date | datetime | None:
    readings = (r"\1", lambda match: match[1].rpartition("/")[2], lambda match: match[2] or "")
    for reading in readings:
        plain = _WIKILINK.sub(reading, text).strip()
        if "[[" not in plain and (found := _parse_text(plain)) is not None:
            return found
    return None


def _parse_number(number: int | float) -> date | datetime | None:
    if isinstance(number, int) and 0 < number < 10**14 and (match := _COMPACT.fullmatch(str(number))):
        return _assemble(match.groupdict())
    for scale in (1, 1000):
        if _SECONDS.start * scale <= number < _SECONDS.stop * scale:
            return datetime.fromtimestamp(number / scale)
    return None


def _assemble(parts: Mapping[str, str | None]) -> date | datetime | None:
    try:
        day = _day(parts)
        if parts.get("hour") is None:
            return day
        moment = datetime.combine(day, _clock(parts))
        if parts.get("zone") is None:
            return moment
        if name := parts.get("zone_name"):
            return _local(moment.replace(tzinfo=_named_zone(name)))
        offset = timedelta(hours=int(parts["zone_hour"] or 0), minutes=int(parts["zone_minute"] or 0))
        return _local(moment.replace(tzinfo=timezone(-offset if parts["sign"] == "-" else offset)))
    except (ValueError, OverflowError, ZoneInfoNotFoundError):  # there is no such day or time, or it has no local time
        return None


def _day(parts: Mapping[str, str | None]) -> date:
    year_text = parts["year"] or ""
    year = int(year_text) + (2000 if len(year_text) == 2 else 0)
    name = parts.get("name")
    month = MONTHS[name.lower()] if name else int(parts["month"] or 1)
    return date(year, month, int(parts.get("day") or 1))


def _named_zone(name: str) -> tzinfo:
    """The zone of a name like ``CET`` or ``Europe/Berlin``.

    Raises:
        ZoneInfoNotFoundError: There is none.
        ValueError: No zone can have that name.
    """
    if "/" in name:
        try:
            return ZoneInfo(name.title() if name.islower() else name)
        except IsADirectoryError as error:  # America/Argentina, where the package tzdata is installed
            raise ValueError(f"{name} is a folder of zones") from error
    if name.upper() not in _OFFSETS:
        raise ValueError(f"{name} may be several zones")
    return timezone(timedelta(hours=_OFFSETS[name.upper()]))


def _clock(parts: Mapping[str, str | None]) -> time:
    hour = int(parts["hour"] or 0)
    half = parts.get("half")
    if parts["minute"] is None and not half and not parts.get("oclock"):
        raise ValueError("a lone number is no time of day")
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(f"{hour} is no hour of a twelve-hour clock")
        hour = hour % 12 + (12 if half in "pP" else 0)
    fraction = (parts.get("fraction") or "").ljust(6, "0")[:6]
    return time(hour, int(parts["minute"] or 0), int(parts["second"] or 0), int(fraction))


def _local(moment: datetime) -> datetime:
    return moment.astimezone().replace(tzinfo=None) if moment.tzinfo is not None else moment
