"""Dates as people write them, in local days."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Travel
from tests.search.query_writer import format_date_range
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.expression import AnyOf, DateIs, PropertyIs
from vaulttui.search.language.dates import parse_date_range
from vaulttui.search.language.periods import DateSyntaxError, add_months
from vaulttui.search.syntax import parse_query

TODAY = date(2025, 7, 14)  # a Monday


def span(text: str, today: date = TODAY) -> tuple[str | None, str | None]:
    first, last = parse_date_range(text, today)
    return (str(first) if first else None, str(last) if last else None)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2025", "2025-01-01", "2025-12-31"),
        ("2025-02", "2025-02-01", "2025-02-28"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2025-07-14", "2025-07-14", "2025-07-14"),
        (">=2025", "2025-01-01", None),
        (">2025", "2026-01-01", None),
        ("<=2025-02", None, "2025-02-28"),
        ("<2025-03", None, "2025-02-28"),
        ("> 2025-12-31", "2026-01-01", None),
        ("2025-01..2025-03", "2025-01-01", "2025-03-31"),
        ("2024..2025-02-03", "2024-01-01", "2025-02-03"),
        ("2025-01..", "2025-01-01", None),
        ("..2025-02", None, "2025-02-28"),
        ("today", "2025-07-14", "2025-07-14"),
        ("Yesterday", "2025-07-13", "2025-07-13"),
        ("tomorrow", "2025-07-15", "2025-07-15"),
        ("7d", "2025-07-07", None),
        ("2w", "2025-06-30", None),
        ("3m", "2025-04-14", None),
        ("1y", "2024-07-14", None),
        ("1 day ago", "2025-07-13", None),
        ("3 months ago", "2025-04-14", None),
        ("3-months-ago", "2025-04-14", None),
        ("past 2 weeks", "2025-06-30", None),
        ("last 7 days", "2025-07-07", None),
        ("+7d..", "2025-07-21", None),
        ("in 2 weeks", "2025-07-28", "2025-07-28"),
        ("this week", "2025-07-14", "2025-07-20"),
        ("last week", "2025-07-07", "2025-07-13"),
        ("last_week", "2025-07-07", "2025-07-13"),
        ("next week", "2025-07-21", "2025-07-27"),
        ("next 7 days", "2025-07-14", "2025-07-21"),
        ("next-3-months", "2025-07-14", "2025-10-14"),
        (">next 2w", "2025-07-29", None),
        ("last monday", "2025-07-07", "2025-07-07"),
        ("this Monday", "2025-07-14", "2025-07-14"),
        ("next monday", "2025-07-21", "2025-07-21"),
        ("last_sunday", "2025-07-13", "2025-07-13"),
        ("this sunday", "2025-07-20", "2025-07-20"),
        ("next tuesday", "2025-07-15", "2025-07-15"),
        ("today..next friday", "2025-07-14", "2025-07-18"),
        ("this month", "2025-07-01", "2025-07-31"),
        ("LAST  month", "2025-06-01", "2025-06-30"),
        ("this year", "2025-01-01", "2025-12-31"),
        ("last year", "2024-01-01", "2024-12-31"),
        (">=last week", "2025-07-07", None),
        ("<last month", None, "2025-05-31"),
        ("<7d", None, "2025-07-06"),
        (">=7 days ago", "2025-07-07", None),
        ("2w..1w", "2025-06-30", "2025-07-07"),
        ("7d..today", "2025-07-07", "2025-07-14"),
        ("last month..this month", "2025-06-01", "2025-07-31"),
        ("0001", "0001-01-01", "0001-12-31"),
        ("march", "2025-03-01", "2025-03-31"),
        ("July", "2025-07-01", "2025-07-31"),
        ("aug", "2024-08-01", "2024-08-31"),
        ("sept", "2024-09-01", "2024-09-30"),
        ("Feb 2024", "2024-02-01", "2024-02-29"),
        ("march-2026", "2026-03-01", "2026-03-31"),
        ("last march", "2025-03-01", "2025-03-31"),
        ("last-july", "2024-07-01", "2024-07-31"),
        ("this december", "2025-12-01", "2025-12-31"),
        ("next july", "2026-07-01", "2026-07-31"),
        ("next august", "2025-08-01", "2025-08-31"),
        (">=march", "2025-03-01", None),
        ("<mar 2024", None, "2024-02-29"),
        ("jan..mar", "2025-01-01", "2025-03-31"),
        ("nov..feb", "2024-11-01", "2025-02-28"),
        ("june..sept", "2025-06-01", "2025-09-30"),
        ("march..march", "2025-03-01", "2025-03-31"),
        ("oct 2023..feb 2024", "2023-10-01", "2024-02-29"),
        ("march..today", "2025-03-01", "2025-07-14"),
        ("12 march", "2025-03-12", "2025-03-12"),
        ("14-Jul", "2025-07-14", "2025-07-14"),
        ("15 july", "2024-07-15", "2024-07-15"),
        ("29 feb", "2024-02-29", "2024-02-29"),
        ("1 Sept 2026", "2026-09-01", "2026-09-01"),
        (">=12 march", "2025-03-12", None),
        ("20 dec..5 jan", "2024-12-20", "2025-01-05"),
        ("20-dec..today", "2024-12-20", "2025-07-14"),
    ],
)
def test_a_date_word_stands_for_days(text: str, first: str | None, last: str | None) -> None:
    assert span(text) == (first, last)


@pytest.mark.parametrize(
    ("text", "today", "first", "last"),
    [
        ("1m", date(2025, 3, 31), "2025-02-28", None),
        ("1m", date(2024, 3, 31), "2024-02-29", None),
        ("1m", date(2025, 1, 15), "2024-12-15", None),
        ("1y", date(2024, 2, 29), "2023-02-28", None),
        ("4y", date(2024, 2, 29), "2020-02-29", None),
        ("13m", date(2025, 1, 31), "2023-12-31", None),
        ("1d", date(2025, 3, 1), "2025-02-28", None),
        ("yesterday", date(2024, 3, 1), "2024-02-29", "2024-02-29"),
        ("yesterday", date(2025, 1, 1), "2024-12-31", "2024-12-31"),
        ("this week", date(2025, 1, 1), "2024-12-30", "2025-01-05"),
        ("last week", date(2025, 7, 20), "2025-07-07", "2025-07-13"),
        ("last month", date(2025, 1, 31), "2024-12-01", "2024-12-31"),
        ("last month", date(2025, 3, 31), "2025-02-01", "2025-02-28"),
        ("next month", date(2025, 1, 31), "2025-02-01", "2025-02-28"),
        ("this month", date(2024, 2, 10), "2024-02-01", "2024-02-29"),
    ],
)
def test_relative_dates_mind_the_calendar(text: str, today: date, first: str, last: str | None) -> None:
    assert span(text, today) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        *("", "..", "2025-13", "2025-02-29", "2025-00-01", "0000", "25", "20250714", "2025-7-1", "2025-07-14T10:00"),
        *(
            "monday",
            "next 99999 years",
            "marches",
            "march 25",
            "march 0000",
            "31 april",
            "0 march",
            "29 feb 2025",
            "last march 2025",
            "2025 march",
            "mars",
        ),
        *("soon", "last", "7", "7x", "7h", "d", ">=", ">..2025", "2025...2026", "2025..2026..2027", "٢٠٢٥", "-7d"),
        *(
            "99999y",
            "next 99999 years",
            "monday",
            "<0001",
            ">9999",
            "+9999y",
            "last decade",
            "2025-03..2025-01",
            "today..7d",
            "1w..2w",
        ),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DateSyntaxError) as caught:
        parse_date_range(text, TODAY)
    assert caught.value.message.endswith(".")


def test_next_year_at_the_end_of_time_is_refused() -> None:
    with pytest.raises(DateSyntaxError, match="years 1 to 9999"):
        parse_date_range("next year", date(9999, 6, 1))


def test_the_clock_that_is_passed_in_counts() -> None:
    assert parse_query("modified:today", now=datetime(2000, 2, 29, 23, 59)).where == DateIs(
        "modified", date(2000, 2, 29), date(2000, 2, 29)
    )


def test_today_is_that_of_the_present_time_zone(travel: Travel) -> None:
    travel("EAST-14")
    east = parse_query("modified:today").where
    travel("WEST12")  # 26 hours behind: never the same day
    assert parse_query("modified:today").where != east


@given(st.one_of(st.none(), st.dates()), st.one_of(st.none(), st.dates()))
def test_a_written_range_reads_the_same(first: date | None, last: date | None) -> None:
    if first is None and last is None:
        with pytest.raises(ValueError, match="at least one end"):
            format_date_range(first, last)
        return
    if first is not None and last is not None and first > last:
        first, last = last, first
    assert parse_date_range(format_date_range(first, last), TODAY) == (first, last)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("2025-01-01..2025-12-31", "2025"),
        ("2025-02-01..2025-02-28", "2025-02"),
        ("2025-01-01..2025-03-31", "2025-01..2025-03"),
        ("2025-01-01..2026-12-31", "2025..2026"),
        ("2025-01-02..2025-03-31", "2025-01-02..2025-03-31"),
        ("2025-01-02..2025-01-02", "2025-01-02"),
    ],
)
def test_a_range_is_written_as_short_as_it_can_be(text: str, shortest: str) -> None:
    assert format_date_range(*parse_date_range(text, TODAY)) == shortest


@given(st.dates(date(100, 1, 1), date(9000, 1, 1)), st.integers(-500, 500))
def test_months_are_added_without_leaving_the_month_meant(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (
        moved.day < day.day and add_months(moved.replace(day=1), 1).toordinal() == moved.toordinal() + 1
    )


@pytest.mark.parametrize(
    ("query", "suggested"),
    [
        ("created:march 2026", '"march 2026"'),
        ("created:>=mar 2026 boat", '">=mar 2026"'),
        ("created:last march", '"last march"'),
        ("created:12 march 2025 boat", '"12 march 2025"'),
        ("created:12 march boat", '"12 march"'),
        ("created:marhc", "march"),
    ],
)
def test_what_was_meant_by_a_month_is_suggested(query: str, suggested: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse_query(query, now=datetime(2025, 7, 14))
    assert caught.value.suggestion == suggested


def test_a_year_that_does_not_follow_a_month_is_a_word() -> None:
    parsed = parse_query("created:march boat 2024", now=datetime(2025, 7, 14))
    assert parsed.where == DateIs("created", date(2025, 3, 1), date(2025, 3, 31))


def test_a_property_that_is_a_month_is_found_by_its_days_and_by_its_name() -> None:
    days = PropertyIs("due", "range", "2025-03-01", "2025-03-31")
    now = datetime(2025, 7, 14)
    assert parse_query("[due:march]", now=now).where == AnyOf((PropertyIs("due", "equals", "march"), days))
    assert parse_query('[due:"march"]', now=now).where == PropertyIs("due", "equals", "march")
    day = AnyOf((PropertyIs("due", "equals", "[[12 march]]"), PropertyIs("due", "equals", "2025-03-12")))
    assert parse_query("[due:12 march]", now=now).where == day
    assert parse_query("[due:nov..feb]", now=now).where == PropertyIs("due", "range", "2024-11-01", "2025-02-28")
