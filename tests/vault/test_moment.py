"""Dates are written as Moment.js writes them."""

from __future__ import annotations

import calendar
import runpy
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.vault.dates import moment
from vaulttui.vault.dates.moment import format_moment

AT = datetime(2025, 7, 4, 9, 5, 3, 120_000)
"""A Friday."""

# Each was checked with Moment.js 2.31.
WRITTEN = [
    ("YYYY-MM-DD", "2025-07-04"),
    ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2025/07-July/2025-07-04-Friday"),
    ("YY M D", "25 7 4"),
    ("MMM Do", "Jul 4th"),
    ("DDD DDDD", "185 185"),
    ("d dd ddd dddd do", "5 Fr Fri Friday 5th"),
    ("e E", "5 5"),
    ("w ww W WW", "27 27 27 27"),
    ("gggg-[W]ww", "2025-W27"),
    ("GGGG-[W]WW", "2025-W27"),
    ("ggggg GGGGG", "02025 02025"),
    ("Q Qo", "3 3rd"),
    ("yyyy-MM-DD", "2025-07-04"),
    ("y yy yo", "2025 2025 2025th"),
    ("N NNNN", "AD Anno Domini"),
    ("HH:mm z", "09:05 "),
    ("[a]b] \\DDD \\[DD", "a]b DDD [04"),
    ("H HH h hh k kk", "9 09 9 09 9 09"),
    ("m mm s ss SSS", "5 05 3 03 120"),
    ("a A", "am AM"),
    ("[today is] dddd", "today is Friday"),
    ("LL", "July 4, 2025"),
    ("LT", "9:05 AM"),
    ("", ""),
]


@pytest.mark.parametrize(("pattern", "written"), WRITTEN)
def test_a_pattern_is_written(pattern: str, written: str) -> None:
    assert format_moment(AT, pattern) == written


@pytest.mark.parametrize(
    ("day", "iso", "locale"),
    [
        ((2024, 12, 29), "2024-52", "2025-01"),
        ((2024, 12, 30), "2025-01", "2025-01"),
        ((2021, 1, 1), "2020-53", "2021-01"),
        ((2021, 1, 3), "2020-53", "2021-02"),
    ],
)
def test_weeks_belong_to_the_year_that_moment_says(day: tuple[int, int, int], iso: str, locale: str) -> None:
    assert format_moment(datetime(*day), "GGGG-WW") == iso
    assert format_moment(datetime(*day), "gggg-ww") == locale


def test_noon_and_midnight() -> None:
    assert format_moment(datetime(2025, 1, 1, 0, 0), "h A k") == "12 AM 24"
    assert format_moment(datetime(2025, 1, 1, 12, 0), "h A k") == "12 PM 12"


@pytest.mark.parametrize(
    ("day", "written"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (13, "13th"), (22, "22nd")]
)
def test_ordinals(day: int, written: str) -> None:
    assert format_moment(datetime(2025, 1, day), "Do") == written


def test_months_are_english_also_for_a_program_that_has_set_another_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "month_name", ["", *(f"Mois {number}" for number in range(1, 13))])
    loaded = runpy.run_path(moment.__file__)
    assert loaded["format_moment"](AT, "MMM MMMM") == "Jul July"


@given(st.datetimes(datetime(1971, 1, 1), datetime(3000, 1, 1)), st.text(max_size=30))
def test_any_pattern_can_be_written(moment: datetime, pattern: str) -> None:
    assert isinstance(format_moment(moment, pattern), str)


@given(st.text(st.characters(exclude_characters="[]"), max_size=20))
def test_what_stands_in_brackets_stays(text: str) -> None:
    assert format_moment(AT, f"[{text}]") == text
