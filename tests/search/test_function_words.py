"""Function words rank what other words find, and find nothing themselves."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import GroupBy, Mode, Query
from vaulttui.search.syntax import parse_query

_NOTES = {
    "Moor.md": "How I moor the boat, and what it takes to do it.\n\n# Ropes\n\nThe spring first, then the stern.\n",
    "Mooring in wind.md": "Less sail than you would like.\n\n# Ashore\n\nWhere do I go? That is how it is.\n",
    "Bread.md": "How do I bake it? What I do is this: it is the oven, and how I do it.\n",
    "Moon.md": "What it is, and how it goes.\n",
}
_QUESTION = "how do I moor it"


@pytest.fixture
def engine(read_vault: ReadVault) -> LocalEngine:
    return read_vault({path: f"{text}\n#any\n" for path, text in _NOTES.items()})


@pytest.mark.parametrize("group_by", ["note", "chunk"])
def test_only_notes_with_another_word_are_found(engine: LocalEngine, group_by: GroupBy) -> None:
    found = search(engine, _QUESTION, group_by=group_by)
    assert {hit.path for hit in found.hits} == {"Moor.md", "Mooring in wind.md"}
    assert found.total == len(found.hits)


def test_all_parts_of_a_note_that_is_called_so_are_found(engine: LocalEngine) -> None:
    found = search(engine, _QUESTION, group_by="chunk", max_per_note=9)
    assert {(hit.path, hit.heading_path) for hit in found.hits} == {
        ("Moor.md", ()),
        ("Moor.md", ("Ropes",)),
        ("Mooring in wind.md", ()),
        ("Mooring in wind.md", ("Ashore",)),
    }


def test_filters_count_what_is_found(engine: LocalEngine) -> None:
    query = parse_query(_QUESTION, defaults=Query(mode=Mode.KEYWORD))
    assert [value.count for value in engine.facets(query).tags] == [2]


@pytest.mark.parametrize("asked", ["how do I", "how do I xylograph"])
def test_where_there_is_no_other_word_they_find(engine: LocalEngine, asked: str) -> None:
    assert search(engine, asked).total == 4


def test_a_filter_does_not_let_them_find(engine: LocalEngine) -> None:
    assert search(engine, f"{_QUESTION} file:bread").total == 0


@pytest.mark.parametrize(
    ("asked", "other"), [("to-do list", "todo"), ("one-on-one meeting", "one-on-one"), ("how-to guide", "how-to")]
)
def test_function_words_that_hyphens_join_are_a_word_of_its_own(read_vault: ReadVault, asked: str, other: str) -> None:
    last = asked.split()[-1]
    engine = read_vault(
        {"a.md": f"My {other} for today: bread.\n", "b.md": f"A {last}.\n", "c.md": "How do I do it.\n"}
    )
    assert {hit.path for hit in search(engine, asked).hits} == {"a.md", "b.md"}


def test_a_verb_and_its_pronoun_behind_a_hyphen_are_none(read_vault: ReadVault) -> None:
    words = "dans la mer, et nous avons vu que les enfants sont avec les amis sur le pont"
    engine = read_vault({"a.md": f"Le bateau est {words}.\n", "b.md": f"Est-ce que le chat est {words} ?\n"})
    assert [hit.path for hit in search(engine, "est-ce que le bateau").hits] == ["a.md"]


@pytest.mark.parametrize(
    ("asked", "wanted", "other"),
    [
        ("怎么焯水", "焯水是做饭的一道工序。", "怎么好吃？怎么做好？"),
        ("煮饭放多少水", "煮饭时水是米的一倍半。", "虾不要放多少盐，少水。"),
        ("配列をコピーするには？", "配列のコピーについて。", "値にはするべきこと。見るには？するには？"),
        ("Promiseとは何か", "Promiseを使う。", "値とは何か。何かとは何か。"),
        ("텐서를 어떻게 나누나요", "텐서를 나눈다.", "어떻게 하나요? 어떻게 되나요?"),
    ],
)
def test_words_that_ask_say_little_in_scripts_without_blanks(
    read_vault: ReadVault, asked: str, wanted: str, other: str
) -> None:
    others = {f"Other {number}.md": wanted for number in range(5)}
    engine = read_vault({"Asking.md": other, "Meant.md": wanted, **others})
    assert {hit.content for hit in search(engine, asked).hits[:6]} == {wanted}
