"""What a property's value is compared with: numbers with numbers, dates with dates, anything else as text."""

from __future__ import annotations

import pytest

from tests.conftest import MakeVault, OpenVault
from tests.search.asking import search

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
    make_vault: MakeVault, open_vault: OpenVault, condition: str, expected: str
) -> None:
    notes = {f"{number}.md": f"---\ncity: {city}\n---\n# {city}\n" for number, city in enumerate(CITIES)}
    engine = open_vault(make_vault(notes))
    found = {CITIES[int(hit.path.removesuffix(".md"))] for hit in search(engine, condition).hits}
    assert found == set(expected.split())
