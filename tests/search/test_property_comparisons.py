"""What a property's value is compared with: numbers with numbers, dates with dates, anything else as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.conftest import ReadVault
from tests.search.asking import search
from vaulttui.search.expression import PropertyIs
from vaulttui.search.query import FileQuery, Mode, Query


def found_values(read_vault: ReadVault, values: Sequence[str], condition: str) -> set[str]:
    """The values, each the property ``k`` of one note, whose notes satisfy a condition."""
    engine = read_vault({f"{number}.md": f"---\nk: {value}\n---\n" for number, value in enumerate(values)})
    return {values[int(hit.path.removesuffix(".md"))] for hit in search(engine, condition).hits}


CITIES = ("Berlin", "Nancy", "Oslo", "zeta", "5", "2025-03-01", '""')


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[city:>Nan]", "Nancy Oslo zeta"),
        ("[city:<nan]", "Berlin"),
        ("[city:>inf]", "Nancy Oslo zeta"),
        ("[city:<infinity]", "Berlin"),
        ("[city:>1e999]", "Berlin Nancy Oslo zeta"),
        ('[city:"1a".."p"]', "Berlin Nancy Oslo"),
        ('[city:"".."p"]', "Berlin Nancy Oslo"),
        ("[city:<p]", "Berlin Nancy Oslo"),
        ("[city:<6]", "5"),
        ("[city:2025-02..2025-04]", "2025-03-01"),
    ],
)
def test_words_that_a_computer_takes_for_numbers_are_words(
    read_vault: ReadVault, condition: str, expected: str
) -> None:
    notes = {f"{number}.md": f"---\ncity: {city}\n---\n# {city}\n" for number, city in enumerate(CITIES)}
    engine = read_vault(notes)
    found = {CITIES[int(hit.path.removesuffix(".md"))] for hit in search(engine, condition).hits}
    assert found == set(expected.split())


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('[due:>"0001-01-01T00:00:00+14:00"]', "day.md last.md"),
        ('[due:<"9999-12-31T23:59:59-12:00"]', "day.md last.md"),
        ('[due:<"0001-01-01T00:00:00+14:00"]', ""),
        ('[due:>="9999-12-31T23:59:59-12:00"]', ""),
        ('[due:"0001-01-01T00:00:00+14:00".."9999-12-31T23:59:59-12:00"]', "day.md last.md"),
        ('[due:"9999-12-31T23:59:59-12:00"]', "text.md"),
        ('[due:"0001-01-01T00:00:00+14:00"]', ""),
    ],
)
def test_a_moment_beyond_the_calendar_is_before_or_behind_all_others(
    read_vault: ReadVault, condition: str, expected: str
) -> None:
    dues = {"day": "2025-03-01", "last": "9999-12-31T10:00:00", "text": "9999-12-31T23:59:59-12:00"}
    engine = read_vault({f"{name}.md": f"---\ndue: {due}\n---\n" for name, due in dues.items()})
    assert [hit.path for hit in search(engine, condition, sort="name", descending=False).hits] == expected.split()


MOMENTS = ("2025-07-14", "2025-07-15", '"2025-07-14 9:30"', "2025-W28", "2025-W29", "2025-W30", "20250714T1000")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[k:2025-W29]", "2025-W29"),
        ('[k:"2025-W29"]', "2025-W29"),
        ("[k:>=2025-W29]", "2025-W29 2025-W30 20250714T1000"),
        ('[k:"2025-W28".."2025-W29"]', "2025-W28 2025-W29"),
        ("[k:20250714T1000]", "20250714T1000"),
        ("[k:<=20250714T1000]", "2025-W28 2025-W29 2025-W30 20250714T1000"),
        ("[k:2025-07-14T0930]", ""),
        ("[k:>20250714]", ""),
        ("[k:2025-07-14 9:30]", '"2025-07-14 9:30"'),
        ("[k:>=2025-07-14 9:30]", '"2025-07-14 9:30" 2025-07-15'),
        ('[k:"2025-07-14 9:30".."2025-07-14 09:30"]', '"2025-07-14 9:30"'),
    ],
)
def test_a_query_takes_for_dates_what_notes_take_for_dates(
    read_vault: ReadVault, condition: str, expected: str
) -> None:
    assert found_values(read_vault, MOMENTS, condition) == set(re.findall(r'"[^"]*"|\S+', expected))


TIMES = ("2025-07-13T10:00", "2025-07-14T10:00", "2025-07-14", "2025-07-15T10:00:30", "2025-07-16", "09:00")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[k:2025-07-13T09:00..2025-07-14T11:00]", "2025-07-13T10:00 2025-07-14T10:00 2025-07-14"),
        ("[k:2025-07-13 10:01..2025-07-14 10:00]", "2025-07-14T10:00 2025-07-14"),
        ("[k:2025-07-15T10:00..]", "2025-07-15T10:00:30 2025-07-16"),
        ("[k: .. 2025-07-13T10:00]", "2025-07-13T10:00"),
        ("[k:2025-07-14..2025-07-15T09:00]", "2025-07-14T10:00 2025-07-14"),
        ("[k:2025-07-15T09:00..2025-07]", "2025-07-15T10:00:30 2025-07-16"),
    ],
)
def test_a_range_from_one_time_to_another_needs_no_quotes(read_vault: ReadVault, condition: str, expected: str) -> None:
    assert found_values(read_vault, TIMES, condition) == set(expected.split())


PADDED = ("0005", "0006", "0012", "7", "0800-12-25", "draft")
MONTHS = ("2025-05", "2025-06", "2025-07", "2025-12", "2025-06-30", "2025-07-14", "2025-08-01", "2025-W29", "someday")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[k:0006]", "0006"),
        ("[k:>=0006]", "0006 0012 0800-12-25 draft"),
        ("[k:<=0006]", "0005 0006"),
        ("[k:0005..0011]", "0005 0006"),
        ('[k:"0005".."0006"]', "0005 0006"),
        ("[k:0700..9999]", "0800-12-25"),
        ("[k:>=0800]", "0800-12-25 draft"),
        ("[k:>6]", "7"),
        ("[k:>=+6.5]", "7"),
    ],
)
def test_a_number_with_zeros_before_it_is_text_as_it_is_in_a_note(
    read_vault: ReadVault, condition: str, expected: str
) -> None:
    assert found_values(read_vault, PADDED, condition) == set(expected.split())


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[k:05..12]", "05 09 10 12"),
        ("[k:05..09]", "05 09"),
        ("[k:>=09]", "09 10 12 110"),
        ("[k:<=10]", "10"),
        ("[k:>10]", "12 110"),
    ],
)
def test_numbers_follow_those_with_zeros_before_them(read_vault: ReadVault, condition: str, expected: str) -> None:
    assert found_values(read_vault, ("04", "05", "09", "10", "12", "110"), condition) == set(expected.split())


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("[k:2025]", "2025-05 2025-06 2025-07 2025-12 2025-06-30 2025-07-14 2025-08-01"),
        ('[k:"2025"]', ""),
        ("[k:2024]", ""),
        ("[k:2025-07]", "2025-07 2025-07-14"),
        ("[k:>=2025-07]", "2025-07 2025-12 2025-07-14 2025-08-01"),
        ("[k:>2025-07]", "2025-12 2025-08-01"),
        ("[k:<=2025-06]", "2025-05 2025-06 2025-06-30"),
        ("[k:<2025-07]", "2025-05 2025-06 2025-06-30"),
        ("[k:2025-06..2025-07]", "2025-06 2025-07 2025-06-30 2025-07-14"),
        ('[k:"2025-06".."2025-07"]', "2025-06 2025-07 2025-06-30 2025-07-14"),
        ("[k:2025-07..]", "2025-07 2025-12 2025-07-14 2025-08-01"),
        ("[k:>=2025-07-01]", "2025-07 2025-12 2025-07-14 2025-08-01"),
        ("[k:<2025-07-14]", "2025-05 2025-06 2025-06-30"),
        ("[k:2025-07..2025-08-15]", "2025-07 2025-07-14 2025-08-01"),
        ("[k:2025..2025-05]", "2025-05"),
        ("[k:>=2025]", "2025-05 2025-06 2025-07 2025-12 2025-06-30 2025-07-14 2025-08-01"),
        ("[k:>2025]", ""),
    ],
)
def test_a_month_compares_with_months_and_with_days(read_vault: ReadVault, condition: str, expected: str) -> None:
    assert found_values(read_vault, MONTHS, condition) == set(expected.split())


@pytest.mark.parametrize(("value", "expected"), [("2025-W29", ["week.md"]), ("2025-07-14", ["day.md"])])
def test_what_has_a_week_is_found_by_it_and_not_by_its_monday(
    read_vault: ReadVault, value: str, expected: list[str]
) -> None:
    engine = read_vault({"day.md": "---\nk: 2025-07-14\n---\n", "week.md": "---\nk: 2025-W29\n---\n"})
    assert [file.path for file in engine.find(FileQuery("*", property={"key": "k", "value": value}))] == expected


def test_what_has_a_moment_beyond_the_calendar_is_found_by_name(read_vault: ReadVault) -> None:
    moment = "9999-12-31T23:59:59-12:00"
    engine = read_vault({"a.md": f"---\ndue: {moment}\n---\n", "b.md": "---\ndue: 9999-12-31\n---\n"})
    query = FileQuery("*", property={"key": "due", "value": moment})
    assert [file.path for file in engine.find(query)] == ["a.md"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (PropertyIs("related", "contains", "Alpha"), "one.md several.md"),
        (PropertyIs("related", "contains", "Beta"), "several.md"),
        (PropertyIs("related", "contains", "[[Beta]]"), "several.md"),
        (PropertyIs("related", "equals", "[[Alpha]]"), "one.md"),
        (PropertyIs("related", "equals", "[[Alpha|a]], [[Beta|b]]"), "several.md"),
    ],
)
def test_several_links_in_one_text_are_a_text(read_vault: ReadVault, condition: PropertyIs, expected: str) -> None:
    texts = {"one": "[[Alpha|a]]", "several": "[[Alpha|a]], [[Beta|b]]"}
    engine = read_vault({f"{name}.md": f'---\nrelated: "{text}"\n---\n' for name, text in texts.items()})
    found = engine.search(Query(where=condition, mode=Mode.KEYWORD)).hits
    assert sorted(hit.path for hit in found) == expected.split()
