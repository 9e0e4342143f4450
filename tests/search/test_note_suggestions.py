"""A note is found by a part of its name, as the quick switcher asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.lookups import note_suggestions

NOTES = {
    **{f"a vast list {number}.md": "" for number in range(20)},  # all have a and l, and stand before what is asked for
    **{f"a room for all {number}.md": "" for number in range(20)},
    "z/Al.md": "",
    "z/Alphabet.md": "",
    "z/Vertical.md": "",
    "z/Wide awake.md": "---\naliases: [Ly, AI laws]\n---\n",
    "Projects/Boat/plan.md": "# What to do in winter\n",
    "z/Zettelkasten.md": "",
    "z/100%_sure.md": "",
    "z/It's [odd].md": "",
    "z/Plugins/command-line-tool.md": "",
    "Plugins by command.md": "",
    "Plugins for tidy commands.md": "",
    "A lone commander.md": "",
    "z/cristianvasquez.md": "# Cristián V.\n",
    "z/Pears.md": "---\naliases: [Apples of autumn]\n---\n",
    "z/deeper/Apples of autumn.md": "",
    "z/Plugins/hito.md": "",
    "z/How it turned out with plugins.md": "",
    "z/Daily notes.md": "",
    "z/Daily notes tweaks.md": "",
    "z/Quick hints.md": "People write zettlekasten, or task staatus.\n",
    "z/QuietHours.md": "",
    "z/High QHD.md": "",
    "z/Fishqhoek.md": "",
    "z/Task status.md": "",
    "z/Sort tasks for a later rerun shop.md": "",
    "z/Go to heading.md": "# Go to heading\n",
    "z/京都旅行.md": "",
    "digests/a litany by old notes/x.md": "",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("names"), NOTES) as engine:
        yield engine


def suggested(engine: LocalEngine, typed: str, limit: int = 5) -> list[str]:
    return [suggestion.text for suggestion in engine.suggest("note", typed, limit=limit)]


@pytest.mark.parametrize(("typed", "path"), [("al", "z/Al.md"), ("AL", "z/Al.md"), ("ly", "z/Wide awake.md")])
def test_the_note_that_is_called_so_is_first_though_many_have_its_letters(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch, typed: str, path: str
) -> None:
    monkeypatch.setattr(note_suggestions, "_MOST_CANDIDATES", 5)
    assert suggested(engine, typed)[0] == path


def test_beginnings_come_before_initials_and_these_before_what_is_within_a_word(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = sorted((path for path in NOTES if path.startswith("a room")), key=lambda path: (len(path), path))
    expected = ["z/Al.md", "z/Alphabet.md", *rooms, "z/Wide awake.md", "A lone commander.md", "z/Vertical.md"]
    monkeypatch.setattr(note_suggestions, "_MOST_CANDIDATES", len(expected))
    assert suggested(engine, "al", limit=100) == expected


def test_words_may_stand_in_the_path_and_in_the_title(engine: LocalEngine) -> None:
    assert suggested(engine, "boat winter") == ["Projects/Boat/plan.md"]
    assert suggested(engine, "plan winter") == ["Projects/Boat/plan.md"]


def test_an_alias_is_told_with_the_note_that_it_is_of(engine: LocalEngine) -> None:
    assert [suggestion.label for suggestion in engine.suggest("note", "ai laws")] == ["AI laws → Wide awake"]


@pytest.mark.parametrize("typed", ["zettlekasten", "Zetelkastne"])
def test_a_misspelled_name_is_found_where_nothing_is_written_so(engine: LocalEngine, typed: str) -> None:
    (suggestion,) = engine.suggest("note", typed)
    assert suggestion.corrected
    assert suggestion.text == "z/Zettelkasten.md"


@pytest.mark.parametrize("typed", ["Plugins/command-line-to", "plugins command-line-tool", "command-line-tool.md"])
def test_what_is_written_so_in_a_path_comes_before_names_that_are_nearly_so(engine: LocalEngine, typed: str) -> None:
    first = engine.suggest("note", typed)[0]
    assert (first.text, first.corrected) == ("z/Plugins/command-line-tool.md", False)


@pytest.mark.parametrize("typed", ["comand-line-tool", "command-line-tol"])
def test_a_name_that_was_typed_without_a_letter_comes_before_those_of_similar_words(
    engine: LocalEngine, typed: str
) -> None:
    assert suggested(engine, typed)[0] == "z/Plugins/command-line-tool.md"


def test_several_words_that_a_note_has_come_before_their_letters_far_apart(engine: LocalEngine) -> None:
    assert suggested(engine, "plugins hito")[0] == "z/Plugins/hito.md"


def test_the_name_of_a_file_is_found_though_it_is_misspelled_and_the_title_another(engine: LocalEngine) -> None:
    (suggestion,) = engine.suggest("note", "crisitanvasquez")
    assert (suggestion.text, suggestion.label, suggestion.corrected) == ("z/cristianvasquez.md", "Cristián V.", True)


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("dialy notes", "z/Daily notes.md"),  # a folder has its letters, far apart
        ("task staatus", "z/Task status.md"),  # another note has one of the words, and the other one's letters
        ("go to headiing", "z/Go to heading.md"),
        ("notes daily tweeks", "z/Daily notes tweaks.md"),
        ("dialy not", "z/Daily notes.md"),
        ("ai lasw", "z/Wide awake.md"),
        ("京都の旅行", "z/京都旅行.md"),
    ],
)
def test_a_misspelled_name_comes_before_names_that_have_its_letters_far_apart(
    engine: LocalEngine, typed: str, path: str
) -> None:
    assert suggested(engine, typed)[0] == path


def test_a_number_is_no_misspelling_of_another(engine: LocalEngine) -> None:
    assert suggested(engine, "a vast list 77") == []


def test_initials_come_before_what_is_within_a_word_and_after_what_begins_one(engine: LocalEngine) -> None:
    found = suggested(engine, "qh", limit=100)
    assert found == ["z/High QHD.md", "z/QuietHours.md", "z/Quick hints.md", "z/Fishqhoek.md"]


def test_a_note_is_found_by_its_initials_among_many_that_have_the_letters(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(note_suggestions, "_MOST_CANDIDATES", 3)
    assert set(suggested(engine, "qh")) == {"z/High QHD.md", "z/Quick hints.md", "z/QuietHours.md"}
    assert suggested(engine, "dn")[:2] == ["z/Daily notes.md", "z/Daily notes tweaks.md"]
    assert suggested(engine, "dnt")[:1] == ["z/Daily notes tweaks.md"]


def test_a_title_comes_before_an_alias_that_is_the_same(engine: LocalEngine) -> None:
    assert suggested(engine, "apples of autumn")[:2] == ["z/deeper/Apples of autumn.md", "z/Pears.md"]


def test_nothing_is_found_where_nothing_is_near(engine: LocalEngine) -> None:
    assert suggested(engine, "quixotic") == []


@pytest.mark.parametrize("typed", ["%", "_", "100%", "%_", "it's", "[odd]"])
def test_signs_of_patterns_stand_for_themselves(engine: LocalEngine, typed: str) -> None:
    assert suggested(engine, typed, limit=100) == ["z/100%_sure.md" if set(typed) & set("%_") else "z/It's [odd].md"]


@given(st.text(max_size=12))
def test_whatever_is_typed_notes_are_suggested_once_each(engine: LocalEngine, typed: str) -> None:
    found = suggested(engine, typed, limit=100)
    assert len(found) == len(set(found))
    assert set(found) <= set(NOTES)


@pytest.mark.parametrize("path", NOTES)
def test_every_note_is_found_by_its_whole_name(engine: LocalEngine, path: str) -> None:
    assert suggested(engine, path.rpartition("/")[2].removesuffix(".md"))[0] == path
