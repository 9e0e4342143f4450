"""A heading that is a date gives its section that date; a heading that mentions one in passing does not."""

from __future__ import annotations

from datetime import date

import pytest

from vaulttui.vault.dates.heading_dates import heading_date


@pytest.mark.parametrize(
    "text",
    [
        "2025-07-14",
        "2025/07/14",
        "2025.07.14",
        "2025-7-14",
        "14.07.2025",
        "14.7.2025",
        "2025-07-14 Monday",
        "Monday 2025-07-14",
        "2025-07-14T10:30",
        "2025-07-14T10:30:00Z",
        "2025-07-14T10:30:00.123Z Call",
        "2025-07-14 10:30 Call with Ana",
        "2025-07-14: what happened",
        "[1.2.0] - 2025-07-14",
        "[1.2.0] - 2025-07-14 [YANKED]",
        "v2.1 (2025-07-14)",
        "Call 2025-07-14 10:30",
        "July 14, 2025",
        "july 14 2025",
        "Monday, July 14th, 2025",
        "14 July 2025",
        "14th of July 2025",
        "Mon 14 Jul 2025",
        "14-Jul-2025",
        "14 juillet 2025",
        "Lundi 14 juillet 2025",
        "[1.2.0] – 14 juillet 2025",
        "Montag, 14. Juli 2025",
        "Mo., 14.07.2025",
        "14 de julio de 2025",
        "le 14 juillet 2025",
        "lune\u0301s 14 luglio 2025",
        "2025年7月14日（月）",
        "2025년 7월 14일",
        "[[2025-07-14]]",
        "[[2025-07-14|Monday]]",
        "[[daily/2025-07-14]] and more",
        "Back to [[2025-07-14]] again",
        "[2025-07-14](daily.md)",
        "**2025-07-14**",
        "==2025-07-14==",
        "📅 2025-07-14",
        "2025-07-14 – 2025-07-20",
        "2025-02-30, no, 2025-07-14",
        "x" * 100_000 + " 2025-07-14",
    ],
)
def test_these_headings_are_the_14th_of_july(text: str) -> None:
    assert heading_date(text) == date(2025, 7, 14)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Tasks",
        "May 2025",
        "2025-07",
        "07/14/2025",
        "2025-02-30",
        "2025-13-01",
        "0000-01-01",
        "30.02.2025",
        "February 30, 2025",
        "12025-07-14",
        "2025-07-140",
        "Release 1.2.3",
        "Release 2024.1.15",
        "Version 3.14.2025",
        "Plan 2025-07-14 for everyone",
        "２０２５-０７-１４",
        "[[Meeting on 2025-07-14]] notes",
        "Le plan du 14 juillet 2025 et la suite",
        "14 brumaire 2025",
    ],
)
def test_these_headings_are_no_date(text: str) -> None:
    assert heading_date(text) is None


def test_the_first_date_wins() -> None:
    assert heading_date("2025-07-14 moved from 2025-07-01") == date(2025, 7, 14)
