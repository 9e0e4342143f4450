"""The date that a heading names, as in ``# 2025-07-14``, ``## Monday, July 14th, 2025``, ``## [1.2] - 2025-07-14``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"[0-3]?[0-9](?:st|nd|rd|th)?"
_DATE = re.compile(
    r"(?<![0-9A-Za-z.,/-])(?:"
    r"(?P<y1>[0-9]{4})(?P<sep>[-/])(?P<m1>[0-9]{1,2})(?P=sep)(?P<d1>[0-9]{1,2})(?:T[0-9:]{4,8})?"
    r"|(?P<y2>[0-9]{4})\.(?P<m2>[0-9]{2})\.(?P<d2>[0-9]{2})"
    r"|(?P<d3>[0-9]{1,2})\.(?P<m3>[0-9]{1,2})\.(?P<y3>[0-9]{4})"
    rf"|(?P<d4>{_DAY})(?:\s+of)?[\s-]+(?P<m4>{_MONTH})\.?,?[\s-]+(?P<y4>[0-9]{{4}})"
    rf"|(?P<m5>{_MONTH})\.?\s+(?P<d5>{_DAY}),?\s+(?P<y5>[0-9]{{4}})"
    r")(?![0-9A-Za-z]|[.,/-][0-9])",
    re.IGNORECASE,
)
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_BEFORE = re.compile(rf"[\W_]*+(?:{_WEEKDAY}[\W_]*+)?", re.IGNORECASE)
_AFTER = re.compile(
    rf"[\W_]*+(?:{_WEEKDAY}[\W_]*+)?(?:[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?: ?[ap]m)?[\W_]*+)?(?:yanked[\W_]*+)?",
    re.IGNORECASE,
)
"""A weekday, a time, or the mark of a withdrawn release (keepachangelog.com) may follow."""
_WIKILINK = re.compile(r"\[\[([^\[\]|#]++)")
_MAX_LENGTH = 200
"""Characters at each end of a heading that are looked at: what is longer is a paragraph."""


def heading_date(text: str) -> date | None:
    """Read the date out of the text of a heading.

    It counts if the heading starts or ends with it (weekdays, times, punctuation, emoji and Markdown marks aside), or
    has a wikilink whose name starts with it. Year first with ``-``, ``/`` or ``.``, day first with dots, and English
    month names are understood; ``07/14/2025`` is not, as nobody can tell its day from its month.

    Args:
        text: Inline Markdown, of any length.

    Returns:
        The first such date that exists in the calendar, ``None`` if there is none.
    """
    if len(text) > 2 * _MAX_LENGTH:
        text = f"{text[:_MAX_LENGTH]} x {text[-_MAX_LENGTH:]}"
    for start, end, found in _dates(text):
        if _BEFORE.fullmatch(text, 0, start) or _AFTER.fullmatch(text, end):
            return found
    for link in _WIKILINK.finditer(text):
        name = link[1].rpartition("/")[2].strip()
        for start, _, found in _dates(name):
            if start == 0:
                return found
    return None


def _dates(text: str) -> Iterator[tuple[int, int, date]]:
    """All dates of a text that exist, with their offsets."""
    for match in _DATE.finditer(text):
        parts = {name[0]: value for name, value in match.groupdict().items() if value and name != "sep"}
        month = parts["m"].lower()
        day = parts["d"].rstrip("stndrhSTNDRH")
        try:
            found = date(int(parts["y"]), _MONTHS.get(month) or int(month), int(day))
        except ValueError:  # no such day in the calendar
            continue
        yield match.start(), match.end(), found
