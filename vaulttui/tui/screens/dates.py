"""Going to a day, a month, a year: its daily note, or the notes that were made or changed then."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.expression import DateIs
from vaulttui.search.syntax import parse_query
from vaulttui.tui.screens.choosing import Choice, Chooser

_AGO: Final = re.compile(r'"?\d.*ago"?', re.IGNORECASE)
"""How a day is written that is so long ago."""


class Period(NamedTuple):
    """The notes of a time."""

    operator: str
    """``created``, ``modified`` or ``content-date``."""
    written: str
    """The time, as the query language has it."""


class DatesScreen(Chooser[date | Period, date | Period]):
    """Takes a date in any form that the query language knows; the answer is the day whose daily note is wanted, or what
    notes of that time are.

    Args:
        now: What ``today`` is.
    """

    HEADING = "Go to a date"
    HINT = "today · yesterday · 2025-07-14 · 12 mar · march · last week …"
    VERB = "go there"

    def __init__(self, now: datetime) -> None:
        super().__init__()
        self._now = now

    def look_up(self, text: str) -> None:
        """Offer what there may be of the time that was typed."""
        written = text.strip() or "today"
        quoted = f'"{written}"' if " " in written and not written.startswith('"') else written
        try:
            period = parse_query(f"created:{quoted}", now=self._now).where
        except QuerySyntaxError as error:
            self.offer([], error.message)
            return
        if not isinstance(period, DateIs):
            self.offer([], "That is no date: today, yesterday, 2025-07-14, 12 march, march, 7d, last week …")
            return
        shown, cut = _told(period.first, period.last), partial(_told_in, period.first, period.last)
        choices: list[Choice[date | Period]] = [
            Choice(Period("modified", quoted), "Notes changed then", shown, "·", cut=cut),
            Choice(Period("created", quoted), "Notes made then", shown, "·", cut=cut),
            Choice(Period("content-date", quoted), "Sections of that date", shown, "·", cut=cut),
        ]
        if period.first is not None and period.last in (period.first, None):
            day = Choice[date | Period](period.first, f"Daily note of {period.first}", f"{period.first:%A}", "▪")
            # "3 months ago" has no end either, but is a day that one goes to; "7d" is all since then, and its first
            # day's note might have to be made.
            is_day = period.last is not None or _AGO.fullmatch(written) is not None
            choices.insert(0 if is_day else len(choices), day)
        self.offer([*choices, *(() if text.strip() else self._nearby())], "")

    def _nearby(self) -> Iterator[Choice[date | Period]]:
        """What else there may be to go to before anything is typed."""
        today = self._now.date()
        for day in (today - timedelta(days=1), today + timedelta(days=1)):
            yield Choice(day, f"Daily note of {day}", f"{day:%A}", "▪")
        for written in ("7d", '"this month"', '"last month"'):
            yield Choice(Period("modified", written), "Notes changed", written.strip('"'), "·")


def _told(first: date | None, last: date | None) -> str:
    """A time in figures."""
    if first == last:
        return str(first)
    return f"{first or '…'} – {last or '…'}"


def _told_in(first: date | None, last: date | None, width: int) -> str:
    """A time in figures, in as many cells as there are: its end is told in any case."""
    told = _told(first, last)
    if len(told) > width and first is not None and last is not None:
        months = first.isoformat()[:7], last.isoformat()[:7]
        if first.day == 1 and last.day == calendar.monthrange(last.year, last.month)[1]:
            told = " – ".join(dict.fromkeys(months))
        else:
            told = f"{first} – {last:%m-%d}" if first.year == last.year else f"… – {last}"
    return told if len(told) <= width else f"…{told[len(told) + 1 - width :]}"
