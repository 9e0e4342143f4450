"""Days are read from the names that a vault gives their notes, and from links to these in properties."""

from __future__ import annotations

import pickle
from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.vault.dates.moment import format_moment
from vaulttui.vault.dates.moment_days import read_day, read_day_of_path
from vaulttui.vault.note import Property, PropertyValue
from vaulttui.vault.properties.day_links import day_of_link, mark_days
from vaulttui.vault.written import DayLink

PATTERNS = [
    *("YYYY-MM-DD", "YYYY-MM-DD dddd", "MMM Do, YYYY", "DD.MM.YYYY", "YYYYMMDD", "dddd D MMMM YYYY", "M-D-YYYY"),
    *(
        "YYYY/MM-MMMM/YYYY-MM-DD-dddd",
        "[Day] YYYY-DD-MM",
        "gggg-[W]ww-d YYYY-MM-DD",
        "LL",
        "YYYY年MM月DD日",
        "YY-MM-DD",
        "D.M.YY",
        "GGGG Q DDDD LLL",
    ),
]


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)), st.sampled_from(PATTERNS[:-1]))
def test_a_day_is_read_back_from_the_name_that_it_was_written_as(day: date, pattern: str) -> None:
    written = format_moment(datetime.combine(day, time()), pattern)
    assert read_day(written, pattern) == read_day(written.lower(), pattern) == day


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        *(("2026-11-25 Tuesday", "YYYY-MM-DD dddd"), ("2026-02-30", "YYYY-MM-DD"), ("2026-11-24x", "YYYY-MM-DD")),
        *(("2026 48", "gggg ww"), ("2026-11", "YYYY-MM"), ("2026-11-24 10:00", "YYYY-MM-DD HH:mm"), ("11-24", "MM-DD")),
        *(("", ""), ("2026-11-24", ""), ("2026-11-24" * 50, "YYYY-MM-DD" * 50), ("1112026", "DMYYYY")),
    ],
)
def test_what_is_no_day_by_its_pattern_is_none(name: str, pattern: str) -> None:
    assert read_day(name, pattern) is None


@given(st.text(max_size=30), st.text(max_size=30) | st.sampled_from(PATTERNS))
def test_any_name_and_pattern_can_be_tried(name: str, pattern: str) -> None:
    day = read_day(name, pattern)
    assert day is None or isinstance(day, date)


@pytest.mark.parametrize("path", ["Journal/2026/11/24.11.2026", "2026/11/24.11.2026", "24.11.2026", "x/24.11.2026"])
def test_folders_of_a_day_may_be_left_out_or_stand_before(path: str) -> None:
    assert read_day_of_path(path, "YYYY/MM/DD.MM.YYYY") == date(2026, 11, 24)


@pytest.mark.parametrize(
    ("target", "day"),
    [
        *(("Dec 1st, 2026", date(2026, 12, 1)), ("Daily/2026-11-24 Tuesday", date(2026, 11, 24))),
        *(
            ("2026/11/24", date(2026, 11, 24)),
            ("2026-11-24#Log", date(2026, 11, 24)),
            ("24. November 2026", date(2026, 11, 24)),
            ("journals/2026_11_24", date(2026, 11, 24)),
        ),
        *((text, None) for text in ("11/12/2026", "2026-11-24 Kickoff", "20261124", "2026-11", "Nov 2026", "Plan")),
        *((text, None) for text in ("2026_02_30", "2026_11_24_Kickoff", "a2026_11_24", "24_11_2026")),
        *((text, None) for text in ("Met on 2026-11-24", "2026-11-24]] [[2026-11-25", "2026-02-30", "")),
    ],
)
def test_a_full_date_is_a_day_whatever_the_settings_are(target: str, day: date | None) -> None:
    assert day_of_link(target) == day


def test_links_to_days_keep_their_text_and_know_their_day() -> None:
    values: list[PropertyValue] = ["[[12-11-2026|soon]]", "12-11-2026", "[[Plan]]", 5]
    marked, plain = mark_days([Property("when", "list", values), Property("n", "number", 3)], ["DD-MM-YYYY"])
    assert marked.value == values
    assert isinstance(marked.value, list)
    assert [item.moment if isinstance(item, DayLink) else None for item in marked.value] == [
        *(date(2026, 11, 12), None, None, None)
    ]
    assert plain == Property("n", "number", 3)
    again = pickle.loads(pickle.dumps(marked.value[0]))
    assert (again, again.moment) == ("[[12-11-2026|soon]]", date(2026, 11, 12))


@pytest.mark.parametrize(
    ("value", "day"),
    [
        *(
            ("[soon](12-11-2026.md)", date(2026, 11, 12)),
            (" [soon](<Daily notes/12-11-2026.md#Log>) ", date(2026, 11, 12)),
        ),
        *(("[x](Daily%20notes/12-11-2026)", date(2026, 11, 12)), ("[x](2026-11-24.markdown)", date(2026, 11, 24))),
        *(("[x](../2026/2026_11_24.md 'Title')", date(2026, 11, 24)), ("[](Dec%201st,%202026.md)", date(2026, 12, 1))),
        *(
            (text, None)
            for text in ("[x](Plan.md)", "[x](2026-11-24.png)", "![x](2026-11-24.md)", "`[x](2026-11-24.md)`")
        ),
        *((text, None) for text in ("[x](2026-11-24.md) at noon", "[x](2026-11-24.md) [y](2026-11-25.md)", "[x](2026")),
        *(
            (text, None)
            for text in ("[x](https://example.org/2026-11-24.md)", "[2026-11-24]()", "[[[x](2026-11-24.md)")
        ),
    ],
)
def test_a_markdown_link_to_the_note_of_a_day_is_one_to_a_day(value: str, day: date | None) -> None:
    (marked,) = mark_days([Property("when", "text", value)], ["DD-MM-YYYY"])
    assert marked.value == value
    assert (marked.value.moment if isinstance(marked.value, DayLink) else None) == day
