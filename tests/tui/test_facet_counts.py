"""A row of the filter sidebar says how many notes choosing it finds, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from tests.conftest import MakeVault, OpenVault
from vaulttui.search.engine import Facets
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Query
from vaulttui.search.syntax import parse_query, set_filter
from vaulttui.tui.widgets.facet_sections import UNKNOWN, sections

DAYS = [
    "2025-03-01",
    "2025-03-02",
    "2025-03-03",
    "2025-01-31",
    "2025-02-01",
    "2025-02-01T09:00",
    "2026-02-01",
    "2025-02-30",
    "2025-13-01",
    "0000-01-01",
]
NUMBERS = [str(number) for number in range(20)]

VALUES = {
    "days": DAYS,
    "days in lists": [*DAYS, "[2025-01-01, 2025-01-02, 2025-02-01]"],
    "days and texts": [*DAYS, '"2025-01-01"', "2025-01-01 or so", "'[[2025-02-01]]'", "2025", "soon"],
    "numbers": [*NUMBERS, "2.5", "2.5"],
    "numbers in lists": [*NUMBERS, "[1, 2, 18]"],
    "numbers written in several ways": [*NUMBERS, "5.0", "5.00"],
    "numbers and texts": [*NUMBERS, '"5"', "05", "1_000", "1e5", "nan", "inf"],
    "years and days": [*(str(year) for year in range(2000, 2020)), "2005-07-14", '"2006"'],
    "times": [
        "2025-01-01",
        "2025-02-01",
        f"{date.today() + timedelta(3)}",
        "next 7 days",
        "today",
        '"[[Next  7 days]]"',
    ],
    "versions": ["1.0", "1.0", "1.0", '"1.0"', '"1.0"', '"1.10"', "1.1", "1"],
}
UNCOUNTED = set(VALUES) - {"days", "days and texts", "numbers", "times", "versions"}
"""Some of whose rows say nothing."""


def rows(facets: Facets) -> Iterator[tuple[str, int, str]]:
    """Label, count and query of every row of a property."""
    for section in sections(facets, "modified", date(2026, 1, 1)):
        if section.operator == "property":
            tree = section.grow()
            for value in tree.all():
                ranged = section.nested and value.value.casefold() in tree.children
                chosen = set_filter(
                    "",
                    "property",
                    (section.key, value.value),
                    state="include",
                    comparison="range" if ranged else "equals",
                )
                yield value.label, value.count, chosen


def vault_of(values: list[str], make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault({f"{place}.md": f"---\nkey: {text}\n---\n" for place, text in enumerate(values)}))


@pytest.mark.parametrize("name", VALUES)
def test_a_row_says_how_many_notes_choosing_it_finds_or_nothing(
    make_vault: MakeVault, open_vault: OpenVault, name: str
) -> None:
    engine = vault_of(VALUES[name], make_vault, open_vault)
    shown = list(rows(engine.facets(Query())))
    assert {chosen: count for _, count, chosen in shown if count != UNKNOWN} == {
        chosen: engine.search(parse_query(chosen)).total for _, count, chosen in shown if count != UNKNOWN
    }
    assert any(count == UNKNOWN for _, count, _ in shown) == (name in UNCOUNTED)


def test_a_value_is_one_row_however_its_notes_write_its_type(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = vault_of(VALUES["versions"], make_vault, open_vault)
    assert sorted((label, count) for label, count, _ in rows(engine.facets(Query()))) == [
        *(("1", 4), ("1.0", 5), ("1.1", 1), ("1.10", 1))
    ]
    assert engine.search(parse_query("[key:1.0]")).total == 6, "as a number"
    assert engine.search(parse_query('[key:"1.0"]')).total == 5, "as it is written"
    assert engine.search(parse_query('[key:"1.10"]')).total == 1
