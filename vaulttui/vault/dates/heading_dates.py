"""The date that a heading names, as in ``# 2025-07-14``, ``## Monday, July 14th, 2025``, ``## [1.2] - 2025-07-14``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from vaulttui.vault.dates.calendar_words import ARTICLE, MONTH, MONTHS, ORDINAL, WEEKDAY, without_accents

_DATE = re.compile(
    r"(?<![0-9A-Za-z.,/-])(?:"
    r"(?P<y1>[0-9]{4})(?P<sep>[-/])(?P<m1>[0-9]{1,2})(?P=sep)(?P<d1>[0-9]{1,2})(?:T[0-9:]{4,8}(?:[.,][0-9]+)?Z?)?"
    r"|(?P<y2>[0-9]{4})\.(?P<m2>[0-9]{2})\.(?P<d2>[0-9]{2})"
    r"|(?P<d3>[0-9]{1,2})\.(?P<m3>[0-9]{1,2})\.(?P<y3>[0-9]{4})"
    r"|(?P<y6>[0-9]{4})\s?[年년]\s?(?P<m6>[0-9]{1,2})\s?[月월]\s?(?P<d6>[0-9]{1,2})\s?[日일]"
    rf"|(?P<d4>[0-3]?[0-9]){ORDINAL}(?:\s+(?:of|de))?[\s-]+(?P<m4>{MONTH})\.?,?[\s-]+(?:de\s+)?(?P<y4>[0-9]{{4}})"
    rf"|(?P<m5>{MONTH})\.?\s+(?P<d5>[0-3]?[0-9]){ORDINAL},?\s+(?P<y5>[0-9]{{4}})"
    r")(?![0-9A-Za-z]|[.,/-][0-9])",
    re.IGNORECASE,
)
_ARTICLE = rf"(?:{ARTICLE}\s+)?+"
_BEFORE = re.compile(rf"[\W_]*+{_ARTICLE}(?:{WEEKDAY}[\W_]*+)?{_ARTICLE}", re.IGNORECASE)
_AFTER = re.compile(
    rf"[\W_]*+(?:{WEEKDAY}[\W_]*+)?(?:[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?: ?[ap]m)?[\W_]*+)?(?:yanked[\W_]*+)?",
    re.IGNORECASE,
)
"""A weekday, a time, or the mark of a withdrawn release (keepachangelog.com) may follow."""
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_WIKILINK = re.compile(r"\[\[([^\[\]|#]++)")
_MAX_LENGTH = 200
"""Characters at each end of a heading that are looked at: what is longer is a paragraph."""


def heading_date(text: str) -> date | None:
    """Read the date out of the text of a heading.

    It counts if the heading starts or ends with it (weekdays, times, punctuation, emoji and Markdown marks aside), or
    has a wikilink whose name starts with it. Year first with ``-``, ``/`` or ``.``, or as Chinese, Japanese and Korean
    have it (``2025年7月14日``, ``2025년 7월 14일``), day first with dots, and the month names of
    :mod:`~vaulttui.vault.dates.calendar_words` are understood; ``07/14/2025`` is not, as nobody can tell a day from a
    month there.

    Args:
        text: Inline Markdown, of any length.

    Returns:
        The first such date that exists in the calendar, ``None`` if there is none.
    """
    if len(text) > 2 * _MAX_LENGTH:
        text = f"{text[:_MAX_LENGTH]} x {text[-_MAX_LENGTH:]}"
    if not _YEAR.search(text):
        return None
    text = without_accents(text)
    for start, end, found in _dates(text):
        if _BEFORE.fullmatch(text, 0, start) or _AFTER.fullmatch(text, end):
            return found
    for link in _WIKILINK.finditer(text):
        name = link[1].rpartition("/")[2].strip()
        for start, _, found in _dates(name):
            if start == 0:
                return found
    return None


def whole_date(text: str) -> date | None:
    """Read a text that is a date and nothing else but for weekdays and punctuation, in the forms of
    :func:`heading_date`; ``None`` for any other."""
    if len(text) > _MAX_LENGTH or not _YEAR.search(text):
        return None
    text = without_accents(text)
    return next(
        (
            found
            for start, end, found in _dates(text)
            if _BEFORE.fullmatch(text, 0, start) and _AFTER.fullmatch(text, end)
        ),
        None,
    )


def _dates(text: str) -> Iterator[tuple[int, int, date]]:
    """All dates of a text that exist, with their offsets."""
    for match in _DATE.finditer(text):
        parts = {name[0]: value for name, value in match.groupdict().items() if value and name != "sep"}
        month = parts["m"].lower()
        try:
            found = date(int(parts["y"]), MONTHS.get(month) or int(month), int(parts["d"]))
        except ValueError:  # no such day in the calendar
            continue
        yield match.start(), match.end(), found
