"""Words in a row are found by one that all of them are."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import marked, search
from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.conditions.phrases import select_among
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.memory.selection import Selection
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.words import compound_places
from vaulttui.search.words.compound_places import Compound, CompoundCache, CompoundRows


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("darkmode", "Dark mode"),
        ("darkmode", "dark (mode"),
        ("codeblock", "code blocks"),
        ("codeblocks", "code block"),
        ("python3", "Python 3"),
        ("250ml", "250 ml"),
        ("cafébar", "Cafe Bar"),
        ("cafebar", "café bar"),
        ("müllwagen", "Müll Wagen"),
        ("тёмнаятема", "тёмная тема"),
    ],
)
def test_two_words_are_found_by_one(make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str) -> None:
    engine = open_vault(make_vault({"a.md": f"Here is {written} for you.\n", "b.md": "Nothing of the kind.\n"}))
    for _ in range(2):  # from the database, and from memory
        result = search(engine, typed, explain=True)
        assert [hit.path for hit in result.hits] == ["a.md"]
        assert marked(result.hits[0]) == [written]
        assert result.warnings == ()
        assert f" for “{typed}”" in str(result.hits[0].explanation)
        assert fold(written.lower().replace(" (", " ")) in result.highlights
        engine._views._shared.resident.read()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("TaskProgressBar", "Task progress bar"),
        ("TaskProgressBar", "task progress bars"),
        ("TaskProgressBar", "TaskProgress bar"),
        ("taskProgressBar", "task (progress bar"),
        ("CardView", "card view"),
        ("HTMLParserOfNotes", "HTML parser of notes"),
        ("ListOfURLs", "list of URLs"),
        ("AiModel", "AI model"),
        ("Base64Encoder", "base64 encoder"),
        ("ÜberÄnderungReden", "über Änderung reden"),
    ],
)
def test_words_that_capitals_tell_from_each_other_are_found_by_one(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str
) -> None:
    engine = open_vault(make_vault({"a.md": f"Here is {written} for you.\n", "b.md": "A bar of progress, a task.\n"}))
    result = search(engine, typed)
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert marked(result.hits[0]) == [written]
    assert result.warnings == ()


def test_a_note_named_by_what_is_typed_with_capitals_comes_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {
        "Task progress bar.md": "Text.\n",
        "a.md": "# Of it\n\nText.\n\n# Task progress bar\n\nText.\n",
        "b.md": "A task progress bar, a task progress bar.\n",
        "c.md": "Progress of a task; a bar.\n",
    }
    engine = open_vault(make_vault(notes))
    assert [hit.path for hit in search(engine, "TaskProgressBar").hits] == list(notes)[:3]


@pytest.mark.parametrize(
    ("typed", "written"), [("GatheredIn", "gathered in"), ("ThisIsIt", "this is it"), ("CDs", "C D")]
)
def test_capitals_make_no_compound_of_what_stands_beside_each_other_anyway(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, written: str
) -> None:
    engine = open_vault(make_vault({"a.md": f"What {written} here.\n"}))
    assert written.lower() not in search(engine, typed).highlights


@pytest.mark.parametrize(
    "note",
    [
        {"Dark mode.md": "Text.\n"},
        {"Dark mode.md": "# Night theme\n\nText.\n"},
        {"Dark mode/a.md": "Text.\n"},
        {"a.md": "---\ntitle: My dark mode\n---\nText.\n"},
        {"a.md": "---\naliases: [Other, The dark mode]\n---\nText.\n"},
        {"a.md": "# Of dark mode\n\nText.\n"},
    ],
)
def test_they_are_found_in_names_and_headings(read_vault: ReadVault, note: Mapping[str, str]) -> None:
    engine = read_vault({**note, "dark/of/mode.md": "A dark.\n\n# Mode\n", "Dark, a mode.md": "Text.\n"})
    assert [hit.path for hit in search(engine, "darkmode").hits] == list(note)


def test_what_is_written_as_it_was_typed_comes_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"apart.md": "The dark mode now.\n", "whole.md": "This is darkmode now.\n"}))
    assert [hit.path for hit in search(engine, "darkmode").hits] == ["whole.md", "apart.md"]
    assert [hit.path for hit in search(engine, "dark mode").hits] == ["apart.md", "whole.md"]


def test_of_many_in_one_passage_none_is_lost_in_memory(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {"many.md": "```\n" + "dark mode\n" * 256 + "```\n", "one.md": "The darkmode is here once.\n"}
    engine = open_vault(make_vault({**notes, **{f"{number}.md": "A garden.\n" for number in range(5)}}))
    query = parse_query("darkmode", defaults=Query(mode=Mode.KEYWORD))
    stored = [(hit.path, hit.score) for hit in engine.search(query).hits]
    engine._views._shared.resident.read()
    assert [(hit.path, hit.score) for hit in engine.search(query).hits] == stored
    assert {path for path, _ in stored} == set(notes)


def test_words_apart_are_what_is_written_with_a_joint(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {"1.md": "The dark-mode now.\n", "2.md": "The dark mode now.\n", "3.md": "The dark, no other mode.\n"}
    engine = open_vault(make_vault(notes))
    hits = search(engine, "dark-mode", explain=True).hits
    assert [hit.path for hit in hits] == list(notes)
    assert "“dark mode” for “dark-mode”" in str(hits[1].explanation)
    assert marked(hits[1]) == ["dark mode"]


@pytest.mark.parametrize("typed", ['"darkmode"', "line:darkmode", "match-case:darkmode", "now -darkmode"])
def test_conditions_mean_what_is_written(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"apart.md": "The dark mode now.\n", "whole.md": "This is darkmode now.\n"})
    found = [hit.path for hit in search(engine, typed).hits]
    assert found == (["apart.md"] if "-" in typed[1:5] else ["whole.md"])


@pytest.mark.parametrize(
    ("typed", "meant", "other"),
    [
        ("comands", "commands", "Of com and more."),  # "ands" has the stem of "and"
        ("viewiing", "viewing", "This view I like."),  # "iing" that of "i"
    ],
)
def test_a_misspelt_word_is_no_compound_of_a_short_or_a_function_word_that_its_end_has_the_stem_of(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, meant: str, other: str
) -> None:
    engine = open_vault(make_vault({"meant.md": f"What {meant} is.\n", "other.md": f"{other}\n"}))
    result = search(engine, typed)
    assert [hit.path for hit in result.hits] == ["meant.md"]
    assert result.warnings == (f"“{typed}” occurs nowhere; searched for “{meant}” instead.",)


def test_a_note_with_both_words_of_a_compound_is_named_and_headed_by_it(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(
        make_vault(
            {
                "x.md": "Some darkmode. " * 9,
                "y.md": "# Of it\n\nA darkmode.\n\n# Dark mode\n\nA.\n",
                "Dark Mode.md": "Text of this.\n",
            }
        )
    )
    first, second, _ = search(engine, "darkmode").hits
    assert first.path == "Dark Mode.md"
    assert (second.path, second.heading_path) == ("y.md", ("Dark mode",))


def test_facets_count_what_is_found(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "dark mode #one\n", "b.md": "darkmode #one\n", "c.md": "dark #one\n"}))
    assert search(engine, "darkmode").total == 2
    query = parse_query("darkmode", defaults=Query(mode=Mode.KEYWORD))
    assert [value.count for value in engine.facets(query).tags] == [2]


def test_a_compound_that_no_note_has_any_more_is_not_found(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "The dark mode.\n", "b.md": "A darkmodexyz.\n"})
    engine = open_vault(root)
    assert [hit.path for hit in search(engine, "darkmode").hits] == ["a.md"]
    (root / "a.md").unlink()
    engine.refresh()
    result = search(engine, "darkmode")
    assert [hit.path for hit in result.hits] == ["b.md"]  # what begins so instead
    assert "darkmodexyz" in result.warnings[0]


def test_only_what_is_new_is_looked_at_again(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    def counting(
        selected: Selection, numbers: IntArray, columns: str, condition: Condition
    ) -> Mapping[str, np.ndarray]:
        looked_at.append(len(numbers))
        return select_among(selected, numbers, columns, condition)

    monkeypatch.setattr(compound_places, "select_among", counting)
    root = make_vault({f"{number}.md": "The dark mode.\n" for number in range(5)})
    engine = open_vault(root)
    for _ in range(3):
        assert search(engine, "darkmode").total == 5
    assert looked_at == [5]
    (root / "new.md").write_text("Dark mode, dark mode.\n")
    engine.index_note("new.md")
    assert search(engine, "darkmode").total == 6
    assert looked_at == [5, 1]


def test_pairs_are_where_they_stand_in_texts(make_vault: MakeVault, open_vault: OpenVault) -> None:
    """Whatever was asked for before, and however the vault has changed meanwhile."""
    chance = random.Random(11)
    words = ["dark", "mode", "black", "board", "fire", "place", "and"]
    texts: dict[str, str] = {}
    root = make_vault({})
    engine = open_vault(root)
    for step in range(40):
        path = f"{chance.randrange(8)}.md"
        texts[path] = " ".join(chance.choice(words) for _ in range(12))
        (root / path).write_text(texts[path])
        engine.index_note(path)
        if step == 20:
            engine._views._shared.resident.read()
        for first, second in [("dark", "mode"), ("black", "board"), ("fire", "place"), ("mode", "board")]:
            if chance.random() < 0.5:
                expected = {path for path, text in texts.items() if f" {first} {second} " in f" {text} "}
                assert {hit.path for hit in search(engine, first + second).hits} == expected


def test_pairs_not_asked_for_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compound_places, "_MOST_ROWS", 3 * compound_places._ROWS_OF_COMPOUND)
    cache = CompoundCache()
    pairs: list[Compound] = [((number, "a", "a"), (number, "b", "b")) for number in range(4)]
    seen = CompoundRows(cache.get(pairs[0]).chunks, cache.get(pairs[0]).notes, 7, 7)
    for pair in (*pairs[:3], pairs[0], pairs[3]):
        cache.put(pair, seen)
    assert [cache.get(pair).last_chunk for pair in pairs] == [7, -1, 7, 7]
