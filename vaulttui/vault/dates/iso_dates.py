"""Days and moments in ISO 8601, as notes are told to be compared and sorted by them."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.vault.dates.date_parts import CLOCK, ZONE, assemble

ISO_FORM: Final = late_pattern(rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ]{CLOCK}{ZONE})?", re.ASCII)
"""What :func:`parse_iso` reads, be there such a day and time or not."""


def parse_iso(text: str) -> date | datetime | None:
    """Read ``YYYY-MM-DD``, optionally with a time and a zone, and nothing else.

    Returns:
        A ``datetime`` (local, without zone) if there is a time of day, else a ``date``; ``None`` for a day or time that
        does not exist, like ``2025-02-30``.
    """
    match = ISO_FORM.fullmatch(text)
    return assemble(match.groupdict()) if match else None
