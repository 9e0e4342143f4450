"""The vocabulary and the postings in memory say what the database says, also after many small changes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import marked, search
from vaulttui.index.reading.tokenizer import closed_form
from vaulttui.index.storage.database import Database
from vaulttui.index.writing import housekeeping
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory import posting_segments, resident_lexicon
from vaulttui.search.memory.edit_distance import LetterIndex
from vaulttui.search.memory.lexicon import StoredLexicon
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import ResidentPostings, StoredPostings
from vaulttui.search.memory.resident_lexicon import ResidentLexicon
from vaulttui.search.memory.snapshots import load_snapshot
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.words.vocabulary import Vocabulary

WORDS = [
    "deadlock",
    "deadlocks",
    "dead",
    "Déjà",
    "deja",
    "lock",
    "locked",
    "locks",
    "blocks",
    "gpt-4",
    "学习",
    "naïve",
    "dead-lock",
]


def distance(first: str, second: str) -> int:
    """Optimal string alignment, cell by cell."""
    table = [[i + j if i * j == 0 else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i, a in enumerate(first, 1):
        for j, b in enumerate(second, 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@given(st.text("abcdé学", min_size=1, max_size=8), st.lists(st.text("abcdé学", max_size=9), max_size=20))
def test_words_near_another_are_those_that_a_table_finds(word: str, others: list[str]) -> None:
    for edits in (1, 2):
        expected = [(place, d) for place, other in enumerate(others) if (d := distance(word, other)) <= edits]
        assert LetterIndex(others).near(word, edits) == expected


@pytest.fixture(params=["only grown", "dropped from"])
def changed(
    request: pytest.FixtureRequest, make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[LocalEngine, ResidentLexicon]]:
    """A vault that was written note by note, and a vocabulary read on after each; forms that no note has any more were
    dropped meanwhile, or not."""
    drops = request.param == "dropped from"
    if drops:
        monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    chance = random.Random(3)
    root = make_vault({})
    engine = open_vault(root)
    database: Database = engine._database
    lexicon = ResidentLexicon()
    for number in range(24):
        path = f"n{chance.randrange(9)}.md"
        text = " ".join(chance.choice(WORDS) + chance.choice(["", "s", f"x{number}"]) for _ in range(30))
        (root / path).write_text(f"# {chance.choice(WORDS)}\n\n{text}\n")
        engine.index_note(path)
        if number % 10 == 9:
            engine.refresh(embed=False)
        with database.read() as cursor:
            lexicon = lexicon.read_on(cursor)
    assert (lexicon.dropped > 0) == drops
    return iter([(engine, lexicon)])


def test_the_vocabulary_in_memory_answers_as_the_database(
    changed: Iterator[tuple[LocalEngine, ResidentLexicon]],
) -> None:
    engine, resident = next(changed)
    with engine._database.read() as cursor:
        stored = StoredLexicon(cursor)
        assert resident.folded_as(["dead", "deja", "nothing"]) == stored.folded_as(["dead", "deja", "nothing"]) != []
        assert resident.stemmed_as(["lock", "block"]) == stored.stemmed_as(["lock", "block"]) != []
        assert resident.beginning_with("dead", 7) == stored.beginning_with("dead", 7) != []
        joined = ["deadlock", "deadlocks", "gpt4", "gpt"]
        assert resident.joined_as(joined) == stored.joined_as(joined) != []
        assert resident.joined_beginning_with("dead", 3) == stored.joined_beginning_with("dead", 3) != []
        assert resident.joined_beginning_with("x", 3) == stored.joined_beginning_with("x", 3) == []
        assert resident.ending_with("lock", 8) == stored.ending_with("lock", 8) != []
        assert resident.ending_with("deadlock", 9) == stored.ending_with("deadlock", 9)
        inflected = resident.ending_with("loc", 8, behind=3)
        assert inflected == stored.ending_with("loc", 8, behind=3)
        assert {"deadlock", "deadlocks"} <= {form for _, form, _ in inflected}
        assert resident.near("deadlcok", 2) == stored.near("deadlcok", 2) != []
        assert resident.near("学x", 1) == stored.near("学x", 1)


def test_postings_in_memory_are_those_of_the_database(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they were read on or afresh, in one part or in many, sorted once or never."""
    monkeypatch.setattr(posting_segments, "_ROWS_AT_ONCE", 7)
    monkeypatch.setattr(housekeeping, "_FEW_POSTINGS", 0)
    segments: set[int] = set()
    chance = random.Random(5)
    root = make_vault({})
    engine = open_vault(root)
    resident = ResidentPostings()
    for step in range(30):
        if step == 15:
            engine.refresh(embed=False)
        path = f"n{chance.randrange(6)}.md"
        (root / path).write_text("\n\n".join(f"# {chance.choice(WORDS)}\n\n{chance.choice(WORDS)}" for _ in range(4)))
        engine.index_note(path)
        with engine._database.read() as cursor:
            snapshot = load_snapshot(cursor, 0)
            resident = resident.read_on(cursor, snapshot.chunk_numbers, snapshot.note_numbers)
            afresh = ResidentPostings().read_on(cursor, snapshot.chunk_numbers, snapshot.note_numbers)
            segments.add(len(afresh.chunks.segments))
            ids = [row[0] for row in cursor.execute("SELECT term_id FROM terms ORDER BY hash(term_id)").fetchall()]
            stored = StoredPostings(cursor)
            for read in (resident, afresh):
                assert _alive(read.of_chunks(ids), snapshot.chunk_numbers) == _alive(
                    stored.of_chunks(ids), snapshot.chunk_numbers
                )
                assert _alive(read.of_notes(ids), snapshot.note_numbers) == _alive(
                    stored.of_notes(ids), snapshot.note_numbers
                )
    assert segments == {1, 2}


def test_words_of_a_vault_without_any_text_occur_in_no_chunk(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "---\nplace: Kyoto\n---\n", "b.md": ""}))
    with engine._database.read() as cursor:
        snapshot = load_snapshot(cursor, 0)
        resident = ResidentPostings().read_on(cursor, snapshot.chunk_numbers, snapshot.note_numbers)
        ids = [row[0] for row in cursor.execute("SELECT term_id FROM terms").fetchall()]
        stored = StoredPostings(cursor)
        assert _alive(resident.of_chunks(ids), snapshot.chunk_numbers) == [[] for _ in ids]
        assert _alive(resident.of_chunks(ids), snapshot.chunk_numbers) == _alive(
            stored.of_chunks(ids), snapshot.chunk_numbers
        )
        assert _alive(resident.of_notes(ids), snapshot.note_numbers) == _alive(
            stored.of_notes(ids), snapshot.note_numbers
        )


def _alive(rows: PostingRows, places: np.ndarray) -> list[list[tuple[int, ...]]]:
    """Rows of every term that belong to what is there, in a fixed order."""
    bounds = rows.bounds.tolist()
    owners = rows.owners.tolist()
    return [
        sorted(
            (owners[row], *(int(count[row]) for count in rows.counts))
            for row in range(first, last)
            if owners[row] < len(places) and places[owners[row]] >= 0
        )
        for first, last in pairwise(bounds)
    ]


def test_a_word_that_only_a_deleted_note_had_is_corrected_as_one_that_was_never_there(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "The deadlock is here.", "b.md": "The deadlok is here."})
    engine = open_vault(root)
    (root / "b.md").unlink()
    engine.refresh()
    result = engine.search(parse_query("deadlok", defaults=Query(mode=Mode.KEYWORD)))
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert result.warnings == ("“deadlok” occurs nowhere; searched for “deadlock” instead.",)


def test_a_last_word_that_only_a_deleted_note_had_is_taken_for_the_beginning_of_others(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "The deadlock is here.", "b.md": "The dead is here."})
    engine = open_vault(root)
    (root / "b.md").unlink()
    engine.refresh()
    result = engine.search(parse_query("here dead", defaults=Query(mode=Mode.KEYWORD)))
    assert result.warnings == ("“dead” occurs nowhere; searched for “deadlock” instead.",)


def test_a_beginning_stands_for_what_notes_hold_however_many_words_began_so_before(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    begun = {"whole.md": "Here is sharklongestword.", "joined.md": "Here is shar-klongerword."}
    root = make_vault({**begun, "log.md": " ".join(f"shark{number} shar-k{number}" for number in range(500))})
    engine = open_vault(root)
    (root / "log.md").write_text("Nothing.")
    engine.index_note("log.md")
    keyword = Query(mode=Mode.KEYWORD)
    for _ in range(2):  # from the database, and from memory
        for typed in ("shark", "here shark", '"shark'):
            result = engine.search(parse_query(typed, defaults=keyword, typing=True))
            assert {hit.path for hit in result.hits} == set(begun), typed
        corrected = engine.search(parse_query("shark", defaults=keyword))
        assert {hit.path for hit in corrected.hits} == set(begun)
        engine._views._shared.resident.read()


def test_a_form_that_begins_as_a_word_does_with_other_joints_is_one_form(read_vault: ReadVault) -> None:
    engine = read_vault({"a.md": "The front-end and frontend-work."})
    with engine._views.view() as view:
        terms = Vocabulary(view.inverted.lexicon, ["en"]).terms(["fron-te"], prefix_last=True, typos=False)
    forms = [form.form for term in terms for form in term.forms if term.word == "fron-te"]
    assert sorted(forms) == ["front-end", "frontend", "frontend-work"]


def test_a_beginning_of_very_many_words_stands_for_the_shortest_of_them(read_vault: ReadVault) -> None:
    notes = {f"{letter}.md": " ".join(f"shark{letter * number}" for number in range(1, 50)) for letter in "vwxyz"}
    engine = read_vault({**notes, "short.md": "sharks", "long.md": "sharkskinned" + "s" * 48})
    result = engine.search(parse_query("shark", defaults=Query(mode=Mode.KEYWORD, limit=1000), typing=True))
    assert {hit.path for hit in result.hits} == {*notes, "short.md"}


@pytest.mark.parametrize(
    ("typed", "found", "told"),
    [
        ("deadl", ["a.md", "b.md"], "“deadl” occurs nowhere; searched for “deadlock” instead."),
        ("garden deadl", ["f.md", "a.md", "b.md"], "“deadl” occurs nowhere; searched for “deadlock” instead."),
        (
            "zep",
            ["d.md", "c.md"],
            "“zep” occurs nowhere; searched for “zeppelin” and other words that begin with it instead.",
        ),
        # What begins so comes before what is only spelt nearly so, and both are found.
        ("gardn", ["e.md", "f.md"], "“gardn” occurs nowhere; searched for “gardnerella” instead."),
        ("deadl rust", [], ""),
        ("de", [], ""),
        ("20250", [], ""),
    ],
)
def test_a_last_word_that_occurs_nowhere_is_taken_for_the_beginning_of_others(
    read_vault: ReadVault, typed: str, found: list[str], told: str
) -> None:
    notes = {
        "a.md": "A deadlock is here, deadlock.",
        "b.md": "One more deadlock.",
        "c.md": "The zeppelin and the zeppelin.",
        "d.md": "Another zeppelin and zephyrs.",
        "e.md": "Of gardnerella.",
        "f.md": "In the garden.",
        "g.md": "Number 202507 of all.",
    }
    engine = read_vault(notes)
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert [hit.path for hit in result.hits] == found
    assert result.warnings == ((told,) if told else ())


@pytest.mark.parametrize("in_memory", [False, True])
@pytest.mark.parametrize(
    ("typed", "found", "told"),
    [
        ("suppe", ["Kartoffelsuppe.md", "hint.md"], "“kartoffelsuppe” instead"),  # no Puppe
        ("Suppe kochen", ["Kartoffelsuppe.md", "hint.md"], "“kartoffelsuppe” instead"),
        ("marken", ["stamps.md", "cars.md"], "“briefmarken” and other words that end with it instead"),
        ("fahrt", ["drive.md"], "“fahrtenbuch” and other words that end with it instead"),
        ("ärzte", ["doctors.md"], "“hausärzte” instead"),
        ("fall", [], ""),  # three letters before it
        ("nution", [], ""),  # an ending of very many words
    ],
)
def test_a_word_that_occurs_nowhere_is_rather_the_last_part_of_others_than_another_misspelt(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, found: list[str], told: str, in_memory: bool
) -> None:
    notes = {
        "Kartoffelsuppe.md": "Lauch und Salz.",
        "hint.md": "Zur Kartoffelsuppe passt Brot.",
        "doll.md": "Die Puppe im Bild. Nur eine Karte.",
        "stamps.md": "Briefmarken, Automarken und Biermarken.",
        "cars.md": "Briefmarken.",
        "drive.md": "Das Fahrtenbuch zur Überfahrt und Fahrtenbuch.",
        "doctors.md": "Die Hausärzte.",
        "cases.md": "Abfall.",
        "many.md": " ".join(f"{first}{second}zenution" for first in "bcdfghjklmnpqrs" for second in "abcdefghijklmn"),
    }
    engine = open_vault(make_vault(notes))
    if in_memory:
        engine._views._shared.resident.read()
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    word = typed.split()[0].lower()
    assert [hit.path for hit in result.hits] == found
    assert result.warnings == ((f"“{word}” occurs nowhere; searched for {told}.",) if told else ())


@pytest.mark.parametrize(
    ("typed", "often", "meant"),
    [
        ("ection", 20, "section"),  # with a letter in front
        ("wiider", 20, "wilder"),
        ("ection", 19, "collection"),
        ("wiider", 19, "sturmwiider"),
        ("garten", 20, "kindergarten"),  # Karten has another letter in front
        ("sectoin", 1, "section"),
        ("thwn", 20, "sturmthwn"),  # then is a function word
    ],
)
def test_a_word_is_no_last_part_but_misspelt_if_another_is_so_much_more_frequent(
    read_vault: ReadVault, typed: str, often: int, meant: str
) -> None:
    notes = {f"{number}.md": "And then the section, wilder than Karten.\n" for number in range(often)}
    ends = {f"end{number}.md": "Of one collection, sturmwiider, Kindergarten, sturmthwn.\n" for number in range(2)}
    engine = read_vault({**notes, **ends})
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert result.total == (often if meant in ("section", "wilder") else len(ends))
    assert result.warnings == (f"“{typed}” occurs nowhere; searched for “{meant}” instead.",)


def test_what_a_word_is_the_last_part_of_is_marked(read_vault: ReadVault) -> None:
    (hit,) = search(read_vault({"hint.md": "Zur Kartoffelsuppe passt Brot."}), "suppe").hits
    assert marked(hit) == ["Kartoffelsuppe"]


@pytest.mark.parametrize("in_memory", [False, True])
@pytest.mark.parametrize("first", ["zephyrs", "zéphyrs"])
@pytest.mark.parametrize(
    ("typed", "told"), [("zeph", "“zephyrs” and other words that begin with it"), ("zephirs", "“zephyrs”")]
)
def test_what_is_searched_for_instead_is_named_the_same_whichever_spelling_was_indexed_first(
    make_vault: MakeVault, open_vault: OpenVault, typed: str, told: str, first: str, in_memory: bool
) -> None:
    second = {"zephyrs": "zéphyrs", "zéphyrs": "zephyrs"}[first]
    engine = open_vault(make_vault({"a.md": f"Of {first}.", "b.md": f"Of {second}."}))
    if in_memory:
        engine._views._shared.resident.read()
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert result.warnings == (f"“{typed}” occurs nowhere; searched for {told} instead.",)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("interne", {"internal.md", "internet.md"}),
        ("the interne", {"internal.md", "internet.md"}),
        ("interne files", {"internal.md"}),  # not the last word: it is whole
        ("internal", {"internal.md"}),  # what is written just so is meant
        ("internals", {"internal.md"}),
        ("wor", {"work.md"}),
    ],
)
def test_a_last_word_that_is_written_nowhere_is_a_beginning_though_another_word_has_its_stem(
    read_vault: ReadVault, typed: str, found: set[str]
) -> None:
    notes = {
        "internal.md": "This is what was internal to the house, and it was not for the others.",
        "internet.md": "This is what was on the internet for the others, and it was not in the house.",
        "work.md": "Of working, work and the works in all of this, and what it is for.",
    }
    engine = read_vault(notes)
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == found


@pytest.mark.parametrize("before", ["", "these "])
@pytest.mark.parametrize(
    ("typed", "related", "meant"),
    [
        ("attachemnt", "attachemnts", "attachment"),
        ("highligth", "highligthing", "highlight"),
        ("offical", "office", "official"),
    ],
)
def test_a_misspelt_word_is_corrected_though_another_has_its_stem(
    read_vault: ReadVault, typed: str, related: str, meant: str, before: str
) -> None:
    notes = {f"{number}.md": f"One more {meant} of these.\n" for number in range(10)}
    engine = read_vault({**notes, "related.md": f"The {related} of these.\n"})
    result = engine.search(parse_query(before + typed, defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == {*notes, "related.md"}
    assert result.hits[0].path == "related.md"  # what has the stem counts more
    assert result.warnings == (f"“{typed}” occurs nowhere; searched for “{meant}” as well.",)


@pytest.mark.parametrize(
    ("typed", "related", "other", "often"),
    [
        ("folded", "folds", "folder", 9),  # not so much more frequent that it is meant
        ("hanging", "hangs", "changing", 12),  # begins with another letter
        ("width", "widths", "with", 12),  # a function word
    ],
)
def test_a_word_of_which_only_relatives_occur_is_seldom_taken_for_a_misspelt_one(
    read_vault: ReadVault, typed: str, related: str, other: str, often: int
) -> None:
    notes = {f"{number}.md": f"And {other} all of these.\n" for number in range(often)}
    engine = read_vault({**notes, "related.md": f"The {related} of these.\n"})
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert [hit.path for hit in result.hits] == ["related.md"]
    assert result.warnings == ()


@pytest.mark.parametrize(("typed", "found"), [("ios", ["phone.md"]), ("io", ["site.md"]), ("ids", ["id.md"])])
def test_two_vowels_are_no_stem_of_a_name(read_vault: ReadVault, typed: str, found: list[str]) -> None:
    engine = read_vault({"phone.md": "The iOS.\n", "site.md": "At example.io.\n", "id.md": "One id.\n"})
    assert [hit.path for hit in search(engine, typed).hits] == found


def test_of_words_with_the_stem_of_a_misspelt_one_the_nearest_names_a_note(read_vault: ReadVault) -> None:
    others = {f"{number}.md": "Templates, templates: a template, templated.\n" for number in range(3)}
    engine = read_vault({"Templater.md": "What this is.\n", **others})
    result = engine.search(parse_query("templator", defaults=Query(mode=Mode.KEYWORD)))
    assert result.hits[0].path == "Templater.md"
    assert (len(result.hits), result.warnings) == (4, ())


def test_of_several_words_that_are_as_near_the_one_written_most_often_stands_for_what_was_typed(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    notes = {"a.md": "A word count.", "b.md": "The count of words.", "c.md": "It goes on: cont."}
    engine = open_vault(make_vault(notes))
    result = engine.search(parse_query("cuont", defaults=Query(mode=Mode.KEYWORD)))
    assert result.warnings == ("“cuont” occurs nowhere; searched for “count” instead.",)
    assert len(result.hits) == len(notes)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bare", "bars"),  # alone: the one that is written most often
        ("chords bare", "barre"),
        ("guitar bare", "barre"),  # that is in the title alone
        ("bare of chords in a pub", "barre"),  # beside the most of the others
        ("bare zeppelin", "bars"),  # beside none
    ],
)
def test_of_several_words_that_are_as_near_the_one_beside_the_others_stands_for_what_was_typed(
    read_vault: ReadVault, typed: str, meant: str
) -> None:
    pubs = {f"{number}.md": "Bars, bars, and a pub.\n" for number in range(3)}
    engine = read_vault({**pubs, "Guitar.md": "Barre chords in a pub.\n", "zeppelin.md": "A zeppelin.\n"})
    assert search(engine, typed).warnings == (f"“bare” occurs nowhere; searched for “{meant}” instead.",)


def test_a_function_word_beside_others_is_not_taken_for_one_that_is_misspelt(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    text = "The price of the countertop is high, and that was told to us by the man in the shop when we were there."
    engine = open_vault(make_vault({"a.md": text, "b.md": f"{text} It was not said by them."}))
    keyword = Query(mode=Mode.KEYWORD)
    assert engine.search(parse_query("what is the price of a countertop", defaults=keyword)).warnings == ()
    told = ("“than” occurs nowhere; searched for “that” instead.",)
    assert engine.search(parse_query("than", defaults=keyword)).warnings == told


QUESTIONS = {
    "Prüfung.md": "Die Prüfung ist im Juli, und der Stoff ist das, was wir in dem Kurs gelernt haben.\n",
    "Zauberberg.md": "Ein Roman von Thomas Mann, den ich im Urlaub gelesen habe und der mir nicht gefallen hat.\n",
    "Strasse.md": "Der Wagen ist auf der Straße in der Nacht, und das ist nicht gut für die, die hier sind.\n",
}


@pytest.mark.parametrize("typed", ["wann ist die prüfung", "warum prüfung", "macht prüfung", "wessen prüfung"])
def test_a_word_that_asks_is_not_taken_for_one_that_rhymes_with_it(read_vault: ReadVault, typed: str) -> None:
    result = read_vault(QUESTIONS).search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert ([hit.path for hit in result.hits], result.warnings) == (["Prüfung.md"], ())


@pytest.mark.parametrize(
    ("typed", "text", "minor"),
    [
        ("ποιος έγραψε το βιβλίο", "Το βιβλίο έγραψε ένας φίλος.", ["ποιοσ", "το"]),
        ("متى ولد الشاعر", "ولد الشاعر في المدينة.", ["متى"]),
    ],
)
def test_function_words_are_known_in_languages_that_their_script_tells(
    read_vault: ReadVault, typed: str, text: str, minor: list[str]
) -> None:
    with read_vault({"a.md": f"{text}\n"})._views.view() as view:
        terms = Vocabulary(view.inverted.lexicon, view.snapshot.languages).terms(typed.split())
    assert [term.word for term in terms if term.minor] == minor


@pytest.mark.parametrize(("typed", "meant"), [("acht", "nacht"), ("pnacht", "nacht"), ("krüfung", "prüfung")])
def test_a_first_letter_that_is_missing_too_many_or_another_in_a_long_word_is_forgiven(
    read_vault: ReadVault, typed: str, meant: str
) -> None:
    result = read_vault(QUESTIONS).search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert result.warnings == (f"“{typed}” occurs nowhere; searched for “{meant}” instead.",)


UMLAUTS = {
    "a.md": "Die Möhren sind für das Auto und für den TÜV in der Nacht nicht zu gebrauchen, und das ist auch gut so.\n",
    "b.md": "Der Mueller war in der Straße, und er ist nicht mehr da gewesen, wie es auch war, in dem Pot.\n",
}


@pytest.mark.parametrize(
    ("typed", "found", "marks"),
    [
        ("fuer", ["a.md"], ["für", "für"]),
        ("tuev", ["a.md"], ["TÜV"]),
        ("moehre", ["a.md"], ["Möhren"]),
        ("moehren", ["a.md"], ["Möhren"]),
        ("müller", ["b.md"], ["Mueller"]),
        ("poet", ["b.md"], ["Pot"]),  # as what is misspelt
    ],
)
def test_umlauts_may_be_written_as_two_letters(
    read_vault: ReadVault, typed: str, found: list[str], marks: list[str]
) -> None:
    result = read_vault(UMLAUTS).search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert [hit.path for hit in result.hits] == found
    assert marked(result.hits[0]) == marks
    assert bool(result.warnings) == (typed == "poet")


@pytest.mark.parametrize("typed", ["reciept", "receit", "reciepts"])
def test_a_misspelt_word_is_corrected_though_only_its_plural_occurs(read_vault: ReadVault, typed: str) -> None:
    engine = read_vault({"a.md": "All the receipts of the year.\n", "b.md": "The recital and the recess.\n"})
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    told = f"“{typed}” occurs nowhere; searched for “receipts” instead."
    assert ([hit.path for hit in result.hits], result.warnings) == (["a.md"], (told,))


@pytest.mark.parametrize(
    ("typed", "found", "warnings"),
    [
        ("thme", {"themes.md"}, ("“thme” occurs nowhere; searched for “theme” instead.",)),
        ("chat theme", {"themes.md"}, ()),  # no “that”
        ("hash", {"has.md"}, ("“hash” occurs nowhere; searched for “has” instead.",)),  # nothing else was asked for
    ],
)
def test_a_word_is_rather_another_content_word_misspelt_than_a_function_word(
    read_vault: ReadVault, typed: str, found: set[str], warnings: tuple[str, ...]
) -> None:
    notes = {f"{number}.md": "The man of the house and the others; that is them.\n" for number in range(5)}
    engine = read_vault({**notes, "themes.md": "A theme.\n", "has.md": "It has one.\n"})
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    assert ({hit.path for hit in result.hits}, result.warnings) == (found, warnings)


def test_a_content_word_that_no_note_has_any_more_is_no_function_word_either(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "A theme and that.\n", "b.md": "A chat.\n", "c.md": "Is that so, or that?\n"})
    engine = open_vault(root)
    (root / "b.md").unlink()
    engine.refresh(embed=False)
    result = engine.search(parse_query("chat theme", defaults=Query(mode=Mode.KEYWORD)))
    assert ([hit.path for hit in result.hits], result.warnings) == (["a.md"], ())


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("vandaium23", "vanadium23"),
        ("vanadum23", "vanadium23"),
        ("vanadium24", None),
        ("vanadium2", None),
        ("xq91", None),
    ],
)
def test_of_a_name_with_digits_the_letters_are_corrected_and_the_digits_are_not(
    read_vault: ReadVault, typed: str, found: str | None
) -> None:
    engine = read_vault({"a.md": "The crew: vanadium23 and xq90."})
    result = engine.search(parse_query(typed, defaults=Query(mode=Mode.KEYWORD)))
    told = (f"“{typed}” occurs nowhere; searched for “{found}” instead.",) if found else ()
    assert (len(result.hits), result.warnings) == (bool(found), told)


@pytest.mark.parametrize("others", [{}, {"known.md": "plans for 2025-07, without gpt-4\n"}])
@pytest.mark.parametrize(("word", "longer"), [("2025-07", "2025-07-14"), ("gpt-4", "gpt-4-mini")])
def test_an_identifier_stands_for_longer_ones_that_go_on_behind_a_joint(
    make_vault: MakeVault, open_vault: OpenVault, word: str, longer: str, others: dict[str, str]
) -> None:
    notes = {
        "apart.md": "meeting of 2025-11-07, about gpt-3 and 4 more\n",
        "grown.md": "meeting of 2025-071, about gpt-41\n",
        "held.md": "meeting of 2025-07-14, about gpt-4-mini\n",
    }
    engine = open_vault(make_vault({**notes, **others}))
    for _ in range(2):  # from the database, and from memory
        best, *rest = engine.search(parse_query(f"{word} meeting", defaults=Query(mode=Mode.KEYWORD))).hits
        shown = {best.snippet.text[match.start : match.end] for match in best.snippet.matches}
        assert (best.path, shown) == ("held.md", {"meeting", longer})
        assert all(hit.score < best.score for hit in rest)
        found = engine.search(parse_query(f"{word} -nothing", defaults=Query(mode=Mode.KEYWORD))).hits
        assert {hit.path for hit in found} == {"held.md", *others}


@pytest.mark.parametrize(
    ("word", "longer"),
    [
        ("2025-07-14", "standup-2025-07-14 Shot_2025-07-14_at.png"),
        ("gpt-4", "not_gpt-4.md"),
        ("1.2.3", "report-v1.2.3.pdf"),
        ("snake_case", "my_snake_case_word"),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_an_identifier_stands_for_those_that_it_is_a_part_of(
    read_vault: ReadVault, word: str, longer: str, known: bool
) -> None:
    notes = {f"{number}.md": text for number, text in enumerate(longer.split())}
    if known:
        notes["itself.md"] = word
    others = "12025-07-14 2025-07-141 xgpt-4 gpt-41 4.1.2.3 1.2.34 my_snake_cases"
    found = read_vault({**notes, "not.md": others}).search(parse_query(word, defaults=Query(mode=Mode.KEYWORD))).hits
    assert {hit.path for hit in found} == set(notes)
    assert (found[0].path == "itself.md") is known


@pytest.mark.parametrize("word", ["2025-07", "192.168", "release-1.4"])
def test_an_identifier_stands_for_all_that_go_on_behind_a_joint_however_many(read_vault: ReadVault, word: str) -> None:
    notes = {
        f"{number}.md": f"2025-07-{number % 28 + 1:02}T{number // 28:02}:00 192.168.{number}.7 release-1.4.{number}\n"
        for number in range(300)
    }
    result = read_vault(notes).search(parse_query(word, defaults=Query(mode=Mode.KEYWORD, limit=1000)))
    assert {hit.path for hit in result.hits} == set(notes)


def test_a_day_stands_for_its_hours(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {"property.md": "---\ndue: 2025-07-14T12:30:00\n---\nText.\n", "text.md": "Met at 2025-07-14T09:05.\n"}
    engine = open_vault(make_vault({**notes, "other.md": "2025-07-144 and 2025-07-15T14:07\n"}))
    found = engine.search(parse_query("2025-07-14 -nothing", defaults=Query(mode=Mode.KEYWORD))).hits
    assert {hit.path for hit in found} == set(notes)


def test_searches_say_the_same_before_and_after_the_index_is_in_memory(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(
        {f"{number}.md": f"# {word}\n\nThe {word} of the {WORDS[0]}.\n" for number, word in enumerate(WORDS)}
    )
    engine = open_vault(root)
    queries = [
        parse_query(text, defaults=Query(mode=Mode.KEYWORD)) for text in ("deadlock", "locks", "dejá", "deadlokc")
    ]
    stored = [engine.search(query).hits for query in queries[:1]]
    engine._views._shared.resident.read()
    assert [engine.search(query).hits for query in queries[:1]] == stored
    (root / "new.md").write_text("A new deadlock.\n")
    engine.index_note("new.md")
    assert "new.md" in [hit.path for hit in engine.search(queries[0]).hits]
    (root / "new.md").unlink()
    engine.refresh()
    assert engine.search(queries[0]).hits == stored[0]
    engine.clear()
    assert engine.search(queries[0]).hits == ()
    engine.refresh()
    assert [hit.path for hit in engine.search(queries[0]).hits] == [hit.path for hit in stored[0]]


def test_no_search_waits_for_what_is_made_of_all_words(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind reading ahead, typing errors and words written with joints are found with what is there already."""
    engine = open_vault(make_vault({"a.md": "A deadlock, and an e-mail.\n"}))
    made: list[Sequence[str]] = []

    class _Counted(LetterIndex):
        def __init__(self, words: Sequence[str]) -> None:
            made.append(words)
            super().__init__(words)

    def closed(form: str) -> str:
        made.append([form])
        return closed_form(form)

    monkeypatch.setattr(resident_lexicon, "LetterIndex", _Counted)
    monkeypatch.setattr(resident_lexicon, "closed_form", closed)
    engine._views._shared.resident.read()
    assert len(made) == 2
    for text in ("deadlokc", "email"):
        assert engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).total == 1
    assert len(made) == 2


def test_texts_of_what_is_gone_are_not_kept(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "# A\n\nstorm\n", "b.md": "# B\n\nstorm\n"})
    engine = open_vault(root)
    engine._views._shared.resident.read()
    texts = engine._views._shared.texts
    assert len(texts._chunks._values) == 2
    (root / "a.md").unlink()
    engine.refresh()
    with engine._views.view() as view:
        texts.drop_gone(view.snapshot)
        assert [text.text for text in texts._chunks._values.values()] == ["# B\n\nstorm"]
        assert texts._chunks._total == 100 + len("# B\n\nstorm")


def test_an_index_that_was_begun_anew_has_nothing_to_do_with_what_was_in_memory(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({f"{number}.md": f"# Old {number}\n\nstorm of old\n\n#old\n" for number in range(5)})
    engine = open_vault(root)
    query = parse_query("storm", defaults=Query(mode=Mode.KEYWORD))
    engine.search(query)
    engine._views._shared.resident.read()
    for number in range(5):
        (root / f"{number}.md").write_text(f"# New {number}\n\nstorm of new\n\n#new\n")
    engine._database._file._trouble = "damaged"
    engine.refresh()
    assert engine._database.replacements == 1
    hits = engine.search(query).hits
    assert sorted(hit.title for hit in hits) == [f"New {number}" for number in range(5)]
    assert all("of new" in hit.content for hit in hits)
    assert [value.value for value in engine.facets(query).tags] == ["new"]
