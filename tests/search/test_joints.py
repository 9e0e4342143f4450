"""Words that are written with a joint in one place, without in another, or as two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import marked, search
from vaulttui.search.query import Mode
from vaulttui.search.ranking.bm25 import besides_parts
from vaulttui.search.ranking.titles import title_likeness
from vaulttui.search.syntax import parse_query


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("wifi", "Wi-Fi"),
        ("wi-fi", "wifi"),
        ("wi_fi", "wi-fi"),
        ("gpt4", "gpt-4"),
        ("gpt-4", "GPT4"),
        ("ai", "a.i"),
        ("todos", "to-do"),
        ("to-dos", "todo"),
        ("e-mail", "emails"),
        ("emails", "e-mail"),
        ("email", "e-mails"),
        ("cooperate", "co-operation"),
        ("preprocess", "pre-processing"),
        ("cafebar", "café-bar"),
        ("café-bar", "cafébar"),
        ("хайтек", "хай-тек"),
        ("data view", "dataview"),
        ("data views", "dataview"),
        ("gpt 4", "gpt4"),
        ("to do", "todo"),
        ("back up", "backup"),
        ("backup", "back up"),
        ("log in", "login"),
        ("quick to-do", "quicktodo"),
        ("task progress bar", "TaskProgressBar"),
        ("get user by id", "getUserById"),
        ("parse e-mail head", "parseEmailHead"),
        ("14.2", "v14.2"),
        ("v14.2", "14.2"),
        ("1.4", "v1.4.16"),
        ("1.5", "1,5"),
        ("2.4 GHz", "2.4GHz"),
        ("usb 3.0", "USB3.0"),
    ],
)
def test_joints_and_blanks_make_no_other_word(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str
) -> None:
    engine = open_vault(make_vault({"a.md": f"Here is {written} for you.\n", "b.md": "Nothing of the kind.\n"}))
    for _ in range(2):  # from the database, and from memory
        result = search(engine, typed)
        assert [hit.path for hit in result.hits] == ["a.md"]
        assert marked(result.hits[0]) == [written]
        assert result.warnings == ()


@pytest.mark.parametrize(
    ("typed", "written"), [("2.4GHz", "2.4 GHz"), ("python3.11", "Python 3.11"), ("1.5l", "1.5 l")]
)
def test_an_amount_is_found_with_a_blank_in_it(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str
) -> None:
    engine = open_vault(make_vault({"a.md": f"Here is {written} for you.\n", "b.md": "No 2.5, 3.12, GHz 4, l or 1.\n"}))
    best = search(engine, typed).hits[0]
    assert (best.path, marked(best)) == ("a.md", written.split())


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("v21", "v2.1"),
        ("12.4 GHz", "2.4GHz"),
        ("20250714", "2025-07-14"),
        ("2 1", "21"),
        ("well", "we'll"),
        ("cat", "c++at"),
        ("wifi", "wi fi"),
        ("the rapist", "therapist"),
        ("therapist", "the rapist"),
        ("in put", "input"),
        ("met a", "meta"),
        ("meta", "met a"),
        ("darkmode", "mode dark"),
        ("darkmode", "dark and mode"),
        ("darkmode", "darker mode"),
        ("dark.mode", "dark mode2"),
        ("python3", "python 33"),
        ("10kg", "100 kg"),
        ("2025", "20 25"),
        ("to get her", "together"),
        ("14", "v14"),
        ("v14", "14"),
        ("学习学习", "学习 学习"),
    ],
)
def test_what_only_looks_so_is_no_word_in_two_parts(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str
) -> None:
    engine = open_vault(make_vault({"a.md": f"It says {written}.\n", "b.md": f"It says {typed}.\n"}))
    assert written not in [mark for hit in search(engine, typed).hits for mark in marked(hit)]


def test_what_is_written_as_it_was_typed_comes_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({f"{number}.md": f"One {word} more.\n" for number, word in enumerate(["e-mail", "email now"])})
    )
    assert [hit.path for hit in search(engine, "e-mail").hits] == ["0.md", "1.md"]
    assert [hit.path for hit in search(engine, "email").hits] == ["1.md", "0.md"]


@pytest.mark.parametrize("typed", ["14.2", "v14.2", "0.14.2"])
def test_a_number_that_occurs_nowhere_is_not_found_by_digits_here_and_there(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault(
        {"meals.md": "A meal: on 14 days, 2 times, for 0 guests of v14.\n", "b.md": "Any meal of 31.\n"}
    )
    assert search(engine, typed).hits == ()
    (found, other) = search(engine, f"meal {typed}", explain=True).hits
    assert {hit.explanation for hit in (found, other)} == {"The note holds 1 of 2 words of the query (“meal”)."}


@pytest.mark.parametrize("typed", ["31.07.2024", "2024-07-31", "192.168.7.2024"])
def test_a_date_or_longer_number_that_occurs_nowhere_is_found_by_its_parts(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "On 31/07 of 2024, 192 and 168 of 7.\n", "b.md": "Nothing.\n"})
    assert [hit.path for hit in search(engine, typed).hits] == ["a.md"]


@pytest.mark.parametrize("typed", ["plugin ical", "plugin-ical", "plug-in ical"])
def test_no_ending_of_two_words_as_one_makes_each_stand_for_the_first(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "A plugin.\n", "b.md": "Of plugins.\n", "c.md": "Import iCal by plugin.\n"})
    result = search(engine, typed, explain=True)
    assert {hit.path: marked(hit) for hit in result.hits}["c.md"] == ["iCal", "plugin"]
    assert result.hits[0].path == "c.md"
    assert all(hit.explanation is None or "for “ical”" not in hit.explanation for hit in result.hits)


@pytest.mark.parametrize("typed", ['"wi-fi"', "line:wi-fi", "title:wi-fi", "a -wifi"])
def test_conditions_mean_what_is_written(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"wi-fi.md": "The wi-fi, a\n", "wifi.md": "The wifi, a\n"})
    assert [hit.path for hit in search(engine, typed).hits] == ["wi-fi.md"]


@pytest.mark.parametrize("typed", ["frontm", "front-m", "front mat", "front_matt"])
def test_what_is_being_typed_begins_words_with_other_joints(read_vault: ReadVault, typed: str) -> None:
    notes = {"a.md": "the front-matter\n", "b.md": "of frontmatter\n", "c.md": "a front_matter\n"}
    engine = read_vault({**notes, "d.md": "of the formless\n"})
    query = replace(parse_query(typed, typing=True), mode=Mode.KEYWORD)
    assert {hit.path for hit in engine.search(query).hits} == set(notes)


@pytest.mark.parametrize("typed", ["task progress b", "task progress ba", "a task progress bar"])
def test_words_that_are_being_typed_begin_what_they_are_as_one(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "The TaskProgressBar.\n", "c.md": "Nothing of the kind.\n"})
    query = replace(parse_query(typed, typing=True), mode=Mode.KEYWORD)
    (hit,) = engine.search(query).hits
    assert (hit.path, marked(hit)) == ("a.md", ["TaskProgressBar"])


@pytest.mark.parametrize("typed", ["1.4.1", "v1.4.1"])
def test_a_version_that_is_being_typed_may_have_a_letter_before_it(read_vault: ReadVault, typed: str) -> None:
    notes = {"a.md": "Since 1.4.16.\n", "b.md": "Since v1.4.16.\n"}
    engine = read_vault({**notes, "c.md": "Since 1.4.2, and 1.\n"})
    query = replace(parse_query(typed, typing=True), mode=Mode.KEYWORD)
    assert {hit.path for hit in engine.search(query).hits} == set(notes)


def test_only_the_last_two_words_are_still_being_typed(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "A frontmatter.\n", "b.md": "The front, my mat, and what the moon is.\n"}))
    for typed, found in (("front mat", {"a.md", "b.md"}), ("front mat moon", {"b.md"}), ("front mat the", {"b.md"})):
        query = replace(parse_query(typed, typing=True), mode=Mode.KEYWORD)
        assert {hit.path for hit in engine.search(query).hits} == found


@pytest.mark.parametrize("typed", ["config config_file", "config_file config", "config_file config config_file"])
def test_a_part_of_an_identifier_that_is_a_word_of_the_query_too_finds(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "The config_file.\n", "b.md": "A config.\n", "c.md": "A file.\n"})
    assert {hit.path: marked(hit) for hit in search(engine, typed).hits} == {
        "a.md": ["config_file"],
        "b.md": ["config"],
    }
    assert [hit.path for hit in search(engine, "config_file config_file").hits] == ["a.md"]


def test_both_words_of_a_compound_are_held_by_it(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {
        "whole.md": "Use dataview for the table.\n",
        "apart.md": "Some data of yesterday.\n\n# Other\n\nWhat a view.\n",
    }
    engine = open_vault(make_vault({**notes, "one.md": "No data at all.\n"}))
    first, *_ = search(engine, "data view", explain=True).hits
    assert first.path == "whole.md"
    assert first.explanation is not None
    assert first.explanation.startswith("The note holds all words of the query (“dataview” for “data”")


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("todo list", ["Todo list", "To-Do List", "On a to-do list"]),
        ("to-do list", ["To-Do List", "Todo list", "On a to-do list"]),
        ("data view", ["Data View", "Dataview", "View of data"]),
    ],
)
def test_a_note_is_called_so_with_other_joints_too_and_comes_behind_those_called_just_so(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, titles: list[str]
) -> None:
    body = {1: f"{titles[1]} {typed} " * 20}  # what says more of it comes before, but for the name
    engine = open_vault(
        make_vault({f"{title}.md": f"Of this and that. {body.get(place, '')}\n" for place, title in enumerate(titles)})
    )
    assert [hit.title for hit in search(engine, typed).hits] == titles


@pytest.mark.parametrize(
    ("words", "title", "expected"),
    [
        (["wi-fi"], "Wi-Fi", 1.0),
        (["wifi"], "Wi-Fi", 0.99),
        (["data", "view"], "Dataview", 0.99),
        (["dataview"], "Data view", 0.99),
        (["2", "1"], "21", 0.0),
        (["2.1"], "21", 0.0),
        (["front-matter"], "Frontmatter of notes", 0.63),
    ],
)
def test_how_much_a_title_with_other_joints_is_the_query(words: list[str], title: str, expected: float) -> None:
    assert title_likeness(words, [title]) == pytest.approx(expected, abs=0.02)


def test_a_compound_counts_the_less_the_more_its_parts_tell_of_it() -> None:
    told_by_parts, half, told_by_itself = (besides_parts(6_000, with_parts, 10) for with_parts in (10, 250, 6_000))
    assert told_by_parts == pytest.approx(0.2)
    assert told_by_parts < half < told_by_itself <= 1.0


def test_a_compound_beside_its_parts_does_not_outweigh_the_other_words(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    others = {f"{number}.md": f"Some other note, {'with wind' * (number < 6)}.\n" for number in range(30)}
    of_tunnels = {f"t{number}.md": "A wind-tunnel, a test\n" for number in range(6)}
    of_corrections = {f"u{number}.md": "The upwash, its corrections, a test\n" for number in range(6)}
    engine = open_vault(make_vault(others | of_tunnels | of_corrections))
    found = [hit.path[0] for hit in search(engine, "wind-tunnel upwash corrections", limit=12).hits]
    assert found == [*"uuuuuutttttt"]


def test_a_compound_counts_as_much_whatever_notes_a_filter_lets_through(read_vault: ReadVault) -> None:
    texts = ["A wind-tunnel model.\n", "The wind in a tunnel.\n", "A calibration.\n", "Something else.\n"]
    others: dict[str, str | bytes] = {f"y/{number}.md": texts[number % 4] for number in range(40)}
    found = {"x/a.md": "Measured in the wind-tunnel.\n", "x/b.md": "A calibration in the wind, then the tunnel.\n"}
    engine = read_vault(others | found)
    scores = {
        folder: {
            hit.path: hit.score
            for hit in search(engine, f"wind-tunnel calibration {folder}", limit=50).hits
            if hit.path in found
        }
        for folder in ("", "folder:x")
    }
    assert scores[""].keys() == found.keys()
    assert scores["folder:x"] == scores[""]
