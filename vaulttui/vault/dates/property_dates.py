"""Dates as people write them into properties. All times are local and without a zone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.vault.dates.calendar_words import ARTICLE, MONTH, MONTHS, ORDINAL, WEEKDAY, WEEKDAY_CJK, without_accents
from vaulttui.vault.dates.date_parts import CLOCK, ZONE, assemble, in_local_time
from vaulttui.vault.dates.iso_dates import ISO_FORM
from vaulttui.vault.written import DateText

_NAME = rf"(?P<name>{MONTH})\.?"
_DAY = rf"(?P<day>\d{{1,2}}){ORDINAL}"
_YEAR_BEHIND = r"(?P<year>\d{4})(?:\s?г(?:\.|ода)?)?"
"""In Russian the word for it follows, mostly as its first letter."""
_ARTICLE = rf"(?:{ARTICLE}\s+)?"
_SPOKEN_CLOCK = (
    r"(?P<hour>\d{1,2})(?:\s?[:h]\s?(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|(?P<oclock>\s?Uhr)\b)?"
)
_SPOKEN_ZONE = ZONE.replace("(?P<zone>", r"(?P<zone>(?P<zone_name>(?!UTC|GMT)[A-Z]{3,4}|[A-Z][A-Z]+/[A-Z_/]+)|")
_TIME = rf"(?:(?:T|,?\s+(?:(?:at|um|a|alle|om|kl\.?)\s+)?){_SPOKEN_CLOCK}{_SPOKEN_ZONE})?"


def _forms(*sources: str) -> tuple[re.Pattern[str], ...]:
    return tuple(late_pattern(source, re.ASCII | re.IGNORECASE) for source in sources)


_COMPACT: Final = late_pattern(
    r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)"
    rf"(?:T?(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d))?{ZONE})?",
    re.ASCII,
)
_WEEK: Final = re.compile(r"\d{4}-W\d\d(?:-\d)?", re.ASCII)
_EITHER_ORDER: Final = _forms(
    rf"(?P<day>\d{{1,2}})-(?P<month>\d{{1,2}})-(?P<year>\d{{4}}){_TIME}",
    rf"(?P<month>\d{{1,2}})/(?P<day>\d{{1,2}})/(?P<year>\d{{4}}|\d\d){_TIME}",
)
"""Forms in which month and day are the other way round if that makes a date and the usual order does not."""
_WRITTEN: Final = _forms(
    rf"(?P<year>\d{{4}})(?P<mark>[-/._])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}})\.?{_TIME}",
    rf"(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?(?P<year>\d{{4}}|\d\d){_TIME}",
    rf"{_NAME}\s+{_DAY},?\s+{_YEAR_BEHIND}{_TIME}",
    rf"{_ARTICLE}{_DAY}(?:\s+|-|/)(?:(?:of|de)\s+)?{_NAME},?(?:\s+|-|/)(?:de\s+)?{_YEAR_BEHIND}{_TIME}",
    rf"(?P<year>\d{{4}})(?:\s+|-|/){_NAME}(?:\s+|-|/){_DAY}{_TIME}",
    rf"{_NAME},?\s+(?:de\s+)?{_YEAR_BEHIND}{_TIME}",
    rf"(?P<year>\d{{4}})\s?[年년]\s?(?P<month>\d{{1,2}})\s?[月월](?:\s?(?P<day>\d{{1,2}})\s?[日일])?{_TIME}",
    rf"(?P<year>\d{{4}})[-/.](?P<month>\d\d){_TIME}",
    # As file names have it, and as the command ``date`` prints it.
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[ _T-](?P<hour>\d\d)[.-]?(?P<minute>\d\d)(?:[.-]?(?P<second>\d\d))?",
    rf"{_NAME}\s+(?P<day>\d{{1,2}})\s+{CLOCK}{_SPOKEN_ZONE}\s+(?P<year>\d{{4}})",
)

_USUAL_SIGNS: Final[dict[int, int]] = {
    0x3000: 0x20,
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **{code: ord(chr(code).lower()) for code in range(0x400, 0x430)},
}
"""The usual digits and signs by those as wide as Chinese and Japanese letters, and small Cyrillic letters by capital
ones: the forms are compared without case in ASCII only."""
_WIKILINK: Final = late_pattern(r"!?\[\[([^\[\]|#^]*)[^\[\]|]*(?:\|([^\[\]]*))?\]\]")
_WEEKDAY: Final = late_pattern(rf"\(?\b{WEEKDAY}\b\.?\)?|{WEEKDAY_CJK}", re.IGNORECASE)
_REMARK: Final = late_pattern(r"[(（][^()（）]*[)）]$|\[[A-Za-z]+/[A-Za-z_/]+\]$")
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
        return in_local_time(value) if isinstance(value, datetime) else value
    if isinstance(value, DateText):
        return value.moment
    if isinstance(value, str):
        return _parse_text(value.strip())
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _parse_number(value)
    if isinstance(value, Sequence):
        return next((found for item in value[:100] if (found := parse_date(item)) is not None), None)
    return None


def _parse_text(text: str) -> date | datetime | None:
    if not text or len(text) > _LONGEST:
        return None
    if not text.isascii():
        text = text.translate(_USUAL_SIGNS).strip()
    if "[[" in text:
        return _parse_wikilink(text)
    if match := ISO_FORM.fullmatch(text) or _COMPACT.fullmatch(text):
        return assemble(match.groupdict())
    if text.isdecimal():
        return _parse_number(int(text))
    if _WEEK.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    plain = _WEEKDAY.sub("", without_accents(_REMARK.sub("", text))).strip(" \t,;-\"'")
    for form in _WRITTEN:
        if match := form.fullmatch(plain):
            parts = match.groupdict()
            if name := parts.get("name"):
                parts["month"] = str(MONTHS[name.lower()])
            return assemble(parts)
    for form in _EITHER_ORDER:
        if match := form.fullmatch(plain):
            parts = match.groupdict()
            return assemble(parts) or assemble({**parts, "day": parts["month"], "month": parts["day"]})
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
        return assemble(match.groupdict())
    for scale in (1, 1000):
        if _SECONDS.start * scale <= number < _SECONDS.stop * scale:
            return datetime.fromtimestamp(number / scale)
    return None
