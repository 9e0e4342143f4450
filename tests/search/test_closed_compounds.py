"""Words that are written as one in German, Dutch and the Nordic languages, and words of lists, which tell none."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import marked, search
from vaulttui.search.local.local_engine import LocalEngine

_NOTES = {
    "Tagebuch.md": "Heute war es sehr schön, und wir sind am Abend mit dem Rad in die Stadt gefahren und nach Haus.\n",
    "Kartoffelsuppe.md": "- Lauch\n- Salz\n",
    "Suppenrezepte.md": "- Lauch\n- Linsen\n",
    "Blut.md": "| Wert | Juni |\n|---|---|\n| Eisen | 78 |\n",
    "Versicherungen.md": "- Haftpflicht\n- Hausrat\n",
    "Hausrat.md": "Hausrat, Hausrat und Versicherungen.\n",
    "Pakete.md": "- Zimtstangen\n- Bücher\n- CrashLoopBackoff\n",
    "Schulkinder.md": "- Tafel\n",
}


@pytest.fixture
def engine(read_vault: ReadVault) -> LocalEngine:
    return read_vault(_NOTES)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("suppen", ["Kartoffelsuppe.md", "Suppenrezepte.md"]),  # the last part of one, the beginning of another
        ("rezept", ["Suppenrezepte.md"]),
        ("suppen lauch", ["Kartoffelsuppe.md", "Suppenrezepte.md"]),  # not the last word
        ("koffer", []),  # no *Backoff*
        ("zimtstange backen", ["Pakete.md"]),
        ("buch", ["Pakete.md"]),
    ],
)
def test_a_word_is_found_as_part_of_others_in_whatever_form_and_by_its_stem_in_lists(
    engine: LocalEngine, typed: str, found: list[str]
) -> None:
    assert sorted(hit.path for hit in search(engine, typed).hits) == found


@pytest.mark.parametrize(
    ("typed", "first", "parts"),
    [
        ("Haftpflichtversicherung", "Versicherungen.md", "“haftpflicht” and “versicherung”"),
        ("eisenwerte", "Blut.md", "“eisen” and “werte”"),
    ],
)
def test_a_compound_that_occurs_nowhere_is_looked_for_by_its_parts(
    engine: LocalEngine, typed: str, first: str, parts: str
) -> None:
    result = search(engine, typed)
    assert result.hits[0].path == first
    assert result.warnings == (f"“{typed.lower()}” occurs nowhere; searched for {parts} instead.",)


def test_the_parts_of_a_compound_are_marked(engine: LocalEngine) -> None:
    assert marked(search(engine, "eisenwerte").hits[0]) == ["Wert", "Eisen"]


def test_the_parts_of_a_compound_stand_near_other_words(read_vault: ReadVault) -> None:
    between = "Und so ist es nun einmal in der Stadt.\n" * 2
    notes = {"far.md": ("Arzt.\n", "Zahn.\n", "Kosten.\n"), "near.md": ("Arzt, Zahn, Kosten.\n", "", "")}
    engine = read_vault({path: between.join(words) for path, words in notes.items()})
    assert [hit.path for hit in search(engine, "kosten zahnarzt").hits] == ["near.md", "far.md"]


@pytest.mark.parametrize("typed", ["bookkeeper", "ironworth"])
def test_in_a_vault_without_compounds_no_word_is_cut(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "The keeper of this book has iron, and it is of no worth to him or to any of us.\n"})
    assert not search(engine, typed).hits
