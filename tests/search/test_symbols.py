"""Numbers in groups, and symbols with what is raised or lowered in them, are found however they are written."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import marked, search

NOTES = {
    "comma.md": "It cost 2,300 euros.",
    "narrow.md": "It cost 2\u202f300 euros.",
    "solid.md": "It cost 2300 euros.",
    "apart.md": "Of 2, 300 or 2 300.",
    "light.md": "At 299 792 458 metres.",
    "fast.md": "At 299792458 metres.",
    "html.md": "CO<sub>2</sub> and H<sub>2</sub>O fill a m<sup>2</sup>.",
    "tex.md": "$V_{max}$ of $H_2O$ on a m^2.",
    "sign.md": "Vmax of H₂O and CO₂ on a m².",
}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("2300", {"comma.md": ["2,300"], "narrow.md": ["2 300"], "solid.md": ["2300"]}),
        ("2,300", {"comma.md": ["2,300"], "narrow.md": ["2 300"], "solid.md": ["2300"]}),
        ("299792458", {"light.md": ["299 792 458"], "fast.md": ["299792458"]}),
        ("299,792,458", {"light.md": ["299 792 458"], "fast.md": ["299792458"]}),
        ("299 792 458", {"light.md": ["299 792 458"], "fast.md": ["299792458"]}),
        ("m²", {"html.md": ["m2"], "tex.md": ["m^2"], "sign.md": ["m²"]}),
        ("m^2", {"html.md": ["m2"], "tex.md": ["m^2"], "sign.md": ["m²"]}),
        ("CO2", {"html.md": ["CO2"], "sign.md": ["CO₂"]}),
        ("H<sub>2</sub>O", {"html.md": ["H2O"], "tex.md": ["H_2O"], "sign.md": ["H₂O"]}),
        ("Vmax", {"tex.md": ["V_{max}"], "sign.md": ["Vmax"]}),
        ("V_{max}", {"tex.md": ["V_{max}"], "sign.md": ["Vmax"]}),
        ('"CO<sub>2</sub>"', {"html.md": ["CO2"]}),
        ('"</sub> sub"', {}),
        ('"m 2"', {"html.md": ["m2"], "tex.md": ["m^2"]}),
        ('"2 300"', {"comma.md": ["2,300"], "narrow.md": ["2 300"], "apart.md": ["2, 300", "2 300"]}),
    ],
)
def test_a_number_or_symbol_is_one_however_it_is_written(
    read_vault: ReadVault, typed: str, shown: dict[str, list[str]]
) -> None:
    engine = read_vault(NOTES)
    for _ in range(2):  # from the database, and from memory
        assert {hit.path: marked(hit) for hit in search(engine, typed).hits} == shown


def test_what_is_shown_of_a_symbol_is_marked_in_a_rendered_note(read_vault: ReadVault) -> None:
    assert {"co2", "m2"} <= set(search(read_vault(NOTES), "CO2 m^2").highlights)
