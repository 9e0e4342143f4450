"""A date is read in whatever form people write it, and a note's dates come from the first source that has one."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NoReturn
from unicodedata import normalize

import pytest

from vaulttui.settings import VaultSettings
from vaulttui.vault.dates.file_dates import local_time
from vaulttui.vault.dates.iso_dates import parse_iso
from vaulttui.vault.dates.note_dates import date_warnings, note_dates
from vaulttui.vault.dates.property_dates import parse_date
from vaulttui.vault.note import FileStat, Property

SETTINGS = VaultSettings()
DAY = date(2025, 7, 4)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The local time zone is two hours ahead of UTC in summer."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")  # as Europe/Berlin, without a file of the system
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    "text",
    [
        "2025-07-04",
        "2025/07/04",
        "2025/7/4",
        "2025.07.04",
        "2025_07_04",
        "20250704",
        "04.07.2025",
        "4. 7. 2025",
        "4.7.25",
        "04-07-2025",
        "07/04/2025",
        "7/4/25",
        "July 4, 2025",
        "Jul 4th, 2025",
        "4 July 2025",
        "4th of July 2025",
        "04-Jul-2025",
        "2025 July 4",
        "Friday, July 4, 2025",
        "2025-07-04 Fri",
        "2025-07-04-Friday",
        "2025-07-04 (Friday)",
        "  2025-07-04  ",
        "[[2025-07-04]]",
        "[[Journal/2025-07-04]]",
        "[[Journal/2025/2025-07-04|today]]",
        "[[2025/07/04]]",
        "[[Some day|2025-07-04]]",
        "2025-W27-5",
        "4 juillet 2025",
        "vendredi 4 juillet 2025",
        "le 4 juil. 2025",
        "4. Juli 2025",
        "Freitag, 4. Juli 2025",
        "Fr., 04.07.2025",
        "4 de julio de 2025",
        "4 de julho de 2025",
        "4 luglio 2025",
        "4 juli 2025",
        "4 lipca 2025",
        "4 июля 2025",
        "4 июля 2025 г.",
        "4 июля 2025г",
        "4 июля 2025 года",
        "4 Июля 2025",
        "Пятница, 4 ИЮЛЯ 2025 Г.",
        "2025年7月4日",
        "2025년 7월 4일",
        "2025年7月4日（金）",
        "2025年7月4日金曜日",
        "2025年7月4日 星期五",
        "２０２５年７月４日",
        "２０２５／０７／０４",
        "2025년 7월 4일 금요일",
    ],
)
def test_all_the_ways_to_write_a_day(text: str) -> None:
    assert parse_date(text) == DAY
    assert not isinstance(parse_date(text), datetime)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025-07-04T10:30", datetime(2025, 7, 4, 10, 30)),
        ("2025-07-04 10:30:15", datetime(2025, 7, 4, 10, 30, 15)),
        ("2025-07-04T10:30:15.123456789", datetime(2025, 7, 4, 10, 30, 15, 123456)),
        ("202507041030", datetime(2025, 7, 4, 10, 30)),
        ("20250704103015", datetime(2025, 7, 4, 10, 30, 15)),
        ("4.7.2025 8:05", datetime(2025, 7, 4, 8, 5)),
        ("July 4, 2025 at 10:30 pm", datetime(2025, 7, 4, 22, 30)),
        ("2025-07-04 12:15 AM", datetime(2025, 7, 4, 0, 15)),
        ("[[2025-07-04]] 10:30", datetime(2025, 7, 4, 10, 30)),
        ("4. Juli 2025 um 10:30", datetime(2025, 7, 4, 10, 30)),
        ("4 juillet 2025 10h30", datetime(2025, 7, 4, 10, 30)),
        ("2025-07-04 3pm", datetime(2025, 7, 4, 15)),
        ("2025-07-04-1030", datetime(2025, 7, 4, 10, 30)),
        ("2025-07-04_10-30-15", datetime(2025, 7, 4, 10, 30, 15)),
        ("Fri Jul  4 10:30:00 2025", datetime(2025, 7, 4, 10, 30)),
        ("04.07.2025, 10:30 Uhr", datetime(2025, 7, 4, 10, 30)),
        ("4. Juli 2025 um 10 Uhr", datetime(2025, 7, 4, 10)),
    ],
)
def test_a_time_of_day_makes_a_moment(text: str, expected: datetime) -> None:
    assert parse_date(text) == expected


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    "text",
    [
        "2025-07-04T10:30Z",
        "2025-07-04T12:30+02:00",
        "2025-07-04T12:30:00+0200",
        "20250704T103000Z",
        "Fri, 04 Jul 2025 10:30:00 GMT",
        "2025-07-04 12:30 CEST",
        "Fri Jul  4 12:30:00 CEST 2025",
        "2025-07-04 06:30 am EDT",
        "2025-07-04T06:30:00 America/New_York",
        "2025-07-04T06:30:00-04:00[America/New_York]",
        "Fri Jul 04 2025 12:30:00 GMT+0200 (CEST)",
    ],
)
def test_moments_with_a_zone_become_local(text: str) -> None:
    assert parse_date(text) == datetime(2025, 7, 4, 12, 30)


@pytest.mark.usefixtures("berlin")
def test_an_aware_datetime_becomes_local_and_naive() -> None:
    assert parse_date(datetime(2025, 7, 4, 10, tzinfo=UTC)) == datetime(2025, 7, 4, 12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("13/07/2025", date(2025, 7, 13)),
        ("07/13/2025", date(2025, 7, 13)),
        ("07-13-2025", date(2025, 7, 13)),
        ("2025-07", date(2025, 7, 1)),
        ("July 2025", date(2025, 7, 1)),
        ("2025-W27", date(2025, 6, 30)),
        ("1er août 2025", date(2025, 8, 1)),
        ("1er aou\u0302t 2025", date(2025, 8, 1)),
        ("DÉCEMBRE 2025", date(2025, 12, 1)),
        ("3 März 2025", date(2025, 3, 3)),
        ("2025年7月", date(2025, 7, 1)),
    ],
)
def test_months_weeks_and_days_that_can_only_be_one_way_round(text: str, expected: date) -> None:
    assert parse_date(text) == expected


def test_numbers_are_compact_dates_or_seconds_or_milliseconds() -> None:
    assert parse_date(20250704) == DAY
    moment = datetime.fromtimestamp(1751625000)
    assert parse_date(1751625000) == parse_date("1751625000") == parse_date(1751625000000) == moment


def test_of_a_list_the_first_date_counts() -> None:
    assert parse_date(["draft", "2025-07-04", "2024-01-01"]) == DAY


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "",
        "soon",
        "2025",
        2025,
        "12:30",
        "2025-02-30",
        "2025-13-05",
        "2025-07-04T25:00",
        "2025-07-04 10",
        "2025-07-04 10:30 XYZ",
        "2025-07-04 10:30 Europe/Nowhere",
        "2025-07-04 13:00 pm",
        "99/99/2025",
        "0000-01-01",
        "{{date}}",
        "[[Note]]",
        "[[",
        float("nan"),
        float("inf"),
        -5,
        10**400,
        "9" * 5000,
        {"year": 2025},
        [],
        "0001-01-01T00:00+14:00",
        "2025-07-04T10:00+99:99",
    ],
)
def test_what_is_no_date_is_none(value: object) -> None:
    assert parse_date(value) is None


def test_a_folder_of_zones_is_no_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    def folder(name: str) -> NoReturn:
        raise IsADirectoryError(errno.EISDIR, "Is a directory", name)

    assert parse_date("2025-07-04 10:30 America/Argentina") is None
    # As it is where the package tzdata is installed.
    monkeypatch.setattr("zoneinfo.ZoneInfo", folder)
    assert parse_date("2025-07-04 10:30 America/Argentina") is None


def test_iso_is_read_strictly() -> None:
    assert parse_iso("2025-07-04") == DAY
    assert parse_iso("2025-07-04T10:30") == datetime(2025, 7, 4, 10, 30)
    assert parse_iso("20250704") is None
    assert parse_iso("2025-07-04 Fri") is None


def test_absurd_time_stamps_of_files_do_not_fail() -> None:
    assert local_time(10**30) == datetime.max
    assert local_time(-(10**30)) == datetime.min
    assert local_time(1_500_000_000_123_456_789).microsecond == 123456


def nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp()) * 10**9


JANUARY, MARCH, MAY = (datetime(2025, month, 1, 12) for month in (1, 3, 5))


def stat(*, mtime: datetime, ctime: datetime, birth: datetime | None = None) -> FileStat:
    return FileStat(1, nanoseconds(mtime), nanoseconds(ctime), 1, None if birth is None else nanoseconds(birth))


def test_created_is_the_first_property_of_the_settings_that_holds_a_date() -> None:
    properties = [
        Property("Date", "date", date(2024, 2, 2)),
        Property("CREATED", "text", "[[2024-01-01]]"),
        Property("created", "text", "2023-01-01"),
    ]
    found = note_dates(properties, stat(mtime=MAY, ctime=MAY), SETTINGS)
    assert (found.created, found.created_source) == (datetime(2024, 1, 1), "property:CREATED")


def test_the_dates_that_obsidians_linter_writes_count() -> None:
    properties = [
        Property("date", "date", date(2024, 2, 2)),
        Property("date created", "text", "Friday, July 4th 2025, 1:05:09 pm"),
        Property("Date modified", "text", "Saturday, July 5th 2025, 12:00:00 am"),
    ]
    found = note_dates(properties, stat(mtime=MAY, ctime=MAY), SETTINGS)
    assert (found.created, found.updated) == (datetime(2025, 7, 4, 13, 5, 9), datetime(2025, 7, 5))


def test_a_property_without_a_date_is_passed_over() -> None:
    properties = [Property("created", "text", "<% tp.date %>"), Property("date", "date", date(2024, 2, 2))]
    assert note_dates(properties, stat(mtime=MAY, ctime=MAY), SETTINGS).created_source == "property:date"


def test_without_a_property_created_is_the_birth_time() -> None:
    found = note_dates([], stat(mtime=MAY, ctime=MAY, birth=JANUARY), SETTINGS)
    assert (found.created, found.created_source) == (JANUARY, "birthtime")


def test_a_note_was_not_made_after_it_was_last_changed() -> None:
    found = note_dates([], stat(mtime=JANUARY, ctime=MAY, birth=MARCH), SETTINGS)
    assert (found.created, found.created_source) == (JANUARY, "mtime")


@pytest.mark.parametrize(
    ("mtime", "ctime", "source"), [(JANUARY, MAY, "mtime"), (MAY, JANUARY, "ctime"), (MAY, MAY, "ctime")]
)
def test_without_a_birth_time_the_older_of_the_others_counts(mtime: datetime, ctime: datetime, source: str) -> None:
    found = note_dates([], stat(mtime=mtime, ctime=ctime), SETTINGS)
    assert (found.created, found.created_source) == (min(mtime, ctime), source)


def test_modified_is_the_file_s_and_updated_the_property_s() -> None:
    found = note_dates([Property("updated", "text", "2025-02-03")], stat(mtime=MAY, ctime=MAY), SETTINGS)
    assert (found.modified, found.updated) == (MAY, datetime(2025, 2, 3))
    assert note_dates([], stat(mtime=MAY, ctime=MAY), SETTINGS).updated is None


def test_the_settings_name_the_properties() -> None:
    settings = VaultSettings(created_properties=("born",), updated_properties=("touched",))
    properties = [Property("born", "date", DAY), Property("touched", "date", DAY + timedelta(days=1))]
    found = note_dates(properties, stat(mtime=MAY, ctime=MAY), settings)
    assert (found.created.date(), found.updated) == (DAY, datetime(2025, 7, 5))


@pytest.mark.parametrize(("setting", "key"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_the_settings_name_properties_however_their_letters_are_composed(
    setting: Literal["NFC", "NFD"], key: Literal["NFC", "NFD"]
) -> None:
    made, changed = "Créé", "Mis à jour"
    settings = VaultSettings(
        created_properties=(normalize(setting, made),), updated_properties=(normalize(setting, changed),)
    )
    names = normalize(key, made.lower()), normalize(key, changed.upper())
    found = note_dates([Property(name, "date", DAY) for name in names], stat(mtime=MAY, ctime=MAY), settings)
    assert (found.created_source, found.updated) == (f"property:{names[0]}", datetime(2025, 7, 4))
    wrong = [Property(name, "text", "2025-02-30") for name in names]
    assert [warning.code for warning in date_warnings(wrong, settings)] == ["date_not_understood"] * 2


def test_a_date_that_does_not_exist_is_warned_of_where_it_should_count() -> None:
    properties = [
        Property("Created", "text", "2025-02-30", 2),
        Property("due", "text", "2025-02-30", 3),
        Property("updated", "text", "{{date:YYYY2}}", 4),
        Property("date", "text", "some day", 5),
        Property("modified", "date", DAY, 6),
    ]
    (warning,) = date_warnings(properties, SETTINGS)
    assert (warning.code, warning.line) == ("date_not_understood", 2)
    assert "'Created'" in warning.message
    assert "'2025-02-30'" in warning.message


def test_a_map_in_the_place_of_a_date_is_told_without_the_programs_words_for_its_items() -> None:
    (warning,) = date_warnings([Property("created", "map", {"on": DAY}, 2)], SETTINGS)
    assert "can be read: it is a map." in warning.message
