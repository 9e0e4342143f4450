"""Letters before and behind an apostrophe are no words: they find nothing beside the word that they belong to."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.words.elisions import find_elisions

_NOTES = {
    "Acqua.md": "Nostra acqua è pulita e la casa è grande, sono le cose che non ho visto con il mio amico.",
    "Gusto.md": "Il gusto dell'acqua di questa casa è molto buono, ma non per tutti quelli che ho visto.",
    "Inverno.md": "L'inverno, l'amico, l'estate: sono le cose che non ho visto con il mio amico per la casa.",
    "Ete.md": "Cet été nous avons passé les jours dans la maison avec les enfants, et nous avons lu.",
    "Saison.md": "L'été est la saison que nous aimons dans cette maison avec les enfants de l'école.",
    "Eleanor.md": "Eleanor has been here, and that is what we have from her in the house. The day was long.",
    "House.md": "This is Eleanor's house, and it's the best of the places that we've seen. We didn't ask.",
    "Reilly.md": "What O'Reilly has is what we have seen in the house, and that is all that he's got.",
}


@pytest.fixture
def engine(read_vault: ReadVault) -> LocalEngine:
    return read_vault(_NOTES)


@pytest.mark.parametrize(
    ("asked", "paths"),
    [
        ("l'acqua", {"Acqua.md", "Gusto.md"}),
        ("dell’acqua", {"Acqua.md", "Gusto.md"}),
        ("l'été", {"Ete.md", "Saison.md"}),
        ("d'école", {"Saison.md"}),
        ("eleanor's", {"Eleanor.md", "House.md"}),
        ("eleanor's house", {"Eleanor.md", "House.md", "Reilly.md"}),
        ("didn't", {"House.md"}),
        ("it's", {"House.md"}),
        ("o'reilly", {"Reilly.md"}),
    ],
)
def test_only_what_holds_the_word_is_found(engine: LocalEngine, asked: str, paths: set[str]) -> None:
    assert {hit.path for hit in search(engine, asked).hits} == paths


def test_what_is_written_so_comes_first(engine: LocalEngine) -> None:
    assert search(engine, "eleanor's").hits[0].path == "House.md"
    assert search(engine, "dell'acqua").hits[0].path == "Gusto.md"


def test_a_word_behind_an_apostrophe_is_found_by_its_beginning_while_one_types(engine: LocalEngine) -> None:
    typed = parse_query("l'éco", typing=True, defaults=Query(mode=Mode.KEYWORD))
    assert {hit.path for hit in engine.search(typed).hits} == {"Saison.md"}


def test_a_letter_that_stands_alone_is_a_word(engine: LocalEngine) -> None:
    assert {hit.path for hit in search(engine, "l").hits} == {"Inverno.md", "Saison.md"}
    assert find_elisions(["l'été", "l"]).minor == set()


@pytest.mark.parametrize("token", ["l'on", "what's", "rock'n'roll", "ma'am", "ankara'da"])
def test_no_word_is_meant_against_the_rule(token: str) -> None:
    assert find_elisions([token]).meant == set()
