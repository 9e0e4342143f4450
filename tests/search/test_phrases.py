"""Words and phrases in quotes: found where they stand in a row, whatever is beside them."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault, indexed_vault
from vaulttui.index.reading.inverting import Inverter, Terms
from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.tokenizer import MAX_FORM, words_of
from vaulttui.search.conditions import phrases
from vaulttui.search.conditions.holders import parts_of
from vaulttui.search.conditions.row_spans import holding_in_a_row
from vaulttui.search.conditions.text_conditions import text_is
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory.texts import TextCache
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

NOTES: dict[str, str | bytes] = {
    "a.md": "机器学习和深度学习。",
    "b.md": "Of gpt-4-turbo and foo_bar_baz, don’t say C++ aloud.",
    "c.md": "---\naliases: [The Blue Door]\ntags: [red/tape]\nsubject: a long sentence\n---\nNothing else here.",
    "Folder/d e.md": "turbo gpt-4",
    "f.md": "- [x] come later",
    "e.markdown": "The name has another ending.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("phrases"), NOTES) as engine:
        yield engine


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("机器", {"a.md"}),
        ("器学", {"a.md"}),
        ("学", {"a.md"}),
        ("机器学习", {"a.md"}),
        ("机学", set()),
        ("gpt-4 turbo", {"b.md"}),
        ("gpt 4", {"b.md", "Folder/d e.md"}),
        ("turbo gpt", {"Folder/d e.md"}),
        ("foo bar baz", {"b.md"}),
        ("don't say", {"b.md"}),
        ("say c++", {"b.md"}),
        ("blue door", {"c.md"}),
        ("door blue", set()),
        ("red tape", {"c.md"}),
        ("long sentence", {"c.md"}),
        ("nothing ELSE", {"c.md"}),
        ("else nothing", set()),
        ("d e.md", {"Folder/d e.md"}),
        ("e.markdown", {"e.markdown"}),
        ("nowhere at all", set()),
    ],
)
def test_a_phrase_finds_what_holds_its_words_in_a_row(engine: LocalEngine, phrase: str, found: set[str]) -> None:
    result = engine.search(parse_query(f'"{phrase}"', defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == found


def test_a_phrase_is_found_behind_a_word_that_ends_as_it_begins() -> None:
    assert list(holding_in_a_row("a a")(["xa a\na", "xa a", "A, a.", "aa a a a"])) == [0, 2, 3]


WORDS = (
    *("the", "gpt-4", "v2.1", "foo_bar", "c++", "don’t", "Straße", "bloqué", "NOTE", "x" * 80, "日本語", "7", "a"),
    *("ﬁne", "½", "письмо", "Ναός", "™"),
)
SEPARATORS = (" ", ", ", " — ", "\n\n", "🙂", "|", "-", "_", ".", "'", "  ", "/", " _", "́ ")

texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SEPARATORS)), min_size=1, max_size=12).map(
    lambda parts: "".join(word + separator for word, separator in parts)
)


def has_in_a_row(text: str, phrase: str) -> bool:
    """What the words of a text that are stored say of a phrase."""
    terms = Terms()
    words = Inverter(terms, {"body": 65_535})
    words.add("body", 0, text)
    stored = words.words("body", 1).encoded()[0]
    known = {
        fold(part): [number for number, form in enumerate(terms.forms) if fold(form) == fold(part)]
        for word in words_of(phrase)
        for part in parts_of(word)
    }
    if not all(known.values()):
        return False
    condition, parameters = phrases._in_a_row(words_of(phrase), known)
    found = duckdb.execute(f"SELECT {condition} FROM (SELECT ? AS words)", [*parameters, stored]).fetchone()
    return found == (True,)


@given(texts, st.integers(0, 60), st.integers(1, 40))
@example("Read GPT-4-turbo's notes", 5, 14)
@example("Trade ™ ㏒ of", 6, 3)
@example("foo_bar", 3, 1)
@example("_foo bar_", 1, 7)
@example("café ́ bar", 0, 20)
@example("日本foo bar語", 2, 7)
@example("gpt-4 don’t. gpt 4", 13, 20)
@example("c++ lang, c lang", 10, 6)
@example("c lang, c++ lang", 8, 8)
def test_words_that_are_stored_say_of_a_phrase_what_the_text_says(text: str, start: int, length: int) -> None:
    phrase = text[start : start + length]
    if not words_of(phrase) or is_unspaced(phrase):
        return
    other = f"{text[start + length :]} {text}"
    for held_in in (text, other, text.upper(), text.replace("-", " "), text[: start + 3]):
        in_text = list(holding_in_a_row(phrase)([held_in])) == [0]
        if max(map(len, words_of(phrase))) < MAX_FORM:
            assert has_in_a_row(held_in, phrase) == in_text
        else:
            assert has_in_a_row(held_in, phrase) >= in_text


@given(st.sampled_from(["ab", "a b", "b-a b", "a_b a", "a's b", "c++ a"]), st.text("aAbBcé_-+'. 本\n", max_size=14))
@example("a b", "xa a_b")
@example("a b", "A\n- *B*")
@example("a b", "_a b_")
@example("a b", "本a b本")
def test_the_database_finds_a_phrase_in_a_text_as_it_is_found_elsewhere(phrase: str, text: str) -> None:
    (finished, parameters), (unfinished, more) = (text_is(phrase, "text", unfinished=end) for end in (False, True))
    sql = f"SELECT {finished}, {unfinished} FROM (SELECT ? AS text)"
    found = duckdb.execute(sql, [*parameters, *more, text]).fetchone()
    assert found == tuple(list(holding_in_a_row(phrase, unfinished=end)([text])) == [0] for end in (False, True))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("content:tur", {"b.md", "Folder/d e.md"}),
        ('content:"gpt-4 tur', {"b.md"}),
        ('content:"gpt', {"b.md", "Folder/d e.md"}),
        ("content:gp", {"b.md", "Folder/d e.md"}),
        ("content:g", set()),
        ("content:gpt-", {"b.md", "Folder/d e.md"}),
        ("content:foo_ba", {"b.md"}),
        ("content:C++", {"b.md"}),
        ("content:器", {"a.md"}),
        ("content:els", {"c.md"}),
        ("content:els ", set()),
        ('content:"els"', set()),
        ("content:lse", set()),
        ('content:"else el', set()),
        ("nowhere OR blu", {"c.md"}),
        ('nowhere OR "a long sen', {"c.md"}),
        ("line:(gpt tur", {"b.md", "Folder/d e.md"}),
        ("line:(gpt a", set()),
        ("section:\"don't sa", {"b.md"}),
        ("task:lat", {"f.md"}),
        ("task-todo:lat", set()),
    ],
)
def test_the_last_word_of_a_condition_is_a_beginning_while_it_is_typed(
    engine: LocalEngine, typed: str, found: set[str]
) -> None:
    query = parse_query(typed, typing=True, defaults=Query(mode=Mode.KEYWORD))
    result = engine.search(query)
    assert {hit.path for hit in result.hits} == found
    assert engine.facets(query).total == len(found)


@pytest.mark.parametrize(
    "way", [{}, {"_FEW": 0}, {"MOST_CODES": 0}], ids=["among few", "among many", "codes that terms share"]
)
def test_phrases_are_found_in_every_way(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, way: dict[str, int]
) -> None:
    for name, value in way.items():
        monkeypatch.setattr(phrases, name, value)
    engine = open_vault(
        make_vault(
            {
                "apart.md": "The blue. The old boat is blue, and the harbour is old.",
                "row.md": "It is the old, *blue* harbour.",
                "emphasis.md": "It is _the deep_ blue sea.",
                "accents.md": "Le vieux port est bloqué ici. Ou est bloque là ?",
                "capitals.md": "EST BLOQUÉ ICI",
                "joined.md": "A new gpt-4-turbo model.",
                "signs.md": "A mark ™ ㏒ of signs.",
                "ligature.md": "The ﬁne old-blue harbour…",
                "letters.md": "Старый порт. Старый синий порт.",
            }
        )
    )

    def found(text: str) -> set[str]:
        return {hit.path for hit in engine.search(parse_query(text, defaults=Query())).hits}

    assert found('"old blue harbour"') == {"row.md", "ligature.md"}
    assert found('"the old"') == {"apart.md", "row.md"}
    assert found('"the deep"') == found('"deep blue sea"') == {"emphasis.md"}
    assert found('"est bloque ici"') == {"accents.md", "capitals.md"}
    assert found('"fine old blue"') == {"ligature.md"}
    assert found('"gpt-4 turbo"') == {"joined.md"}
    assert found('"gpt 4"') == {"joined.md"}
    assert found('"harbour old"') == set()
    assert found('"™ ㏒"') == {"signs.md"}
    assert found('"старый синий"') == {"letters.md"}
    assert found('"порт синий"') == set()


@pytest.mark.parametrize("query", ['"{}"', 'content:"{}"', "line:({})"])
def test_a_word_as_long_as_a_form_may_be_finds_no_longer_one(read_vault: ReadVault, query: str) -> None:
    word = "0123456789abcdef" * (MAX_FORM // 16)
    notes = {"word.md": f"sum {word} end", "longer.md": f"sum {word}00 end", f"{word}00.md": "nothing"}
    engine = read_vault(notes)
    assert {hit.path for hit in engine.search(parse_query(query.format(word), defaults=Query())).hits} == {"word.md"}


def test_a_phrase_is_told_without_texts(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "x" * MAX_FORM
    engine = open_vault(
        make_vault({"a.md": f"one two three {long}a", "b.md": f"three two one {long}b", "c.md": "one two-three"})
    )
    monkeypatch.setattr(TextCache, "bare", lambda *_: pytest.fail("texts are read"))

    def found(text: str) -> set[str]:
        return {hit.path for hit in engine.search(parse_query(text, defaults=Query())).hits}

    assert found('"two three"') == {"a.md", "c.md"}
    assert found('"one two-three"') == {"c.md"}
    with pytest.raises(pytest.fail.Exception, match="texts are read"):
        found(f'"three {long}a"')
    monkeypatch.undo()
    assert found(f'"three {long}a"') == {"a.md"}


@pytest.mark.parametrize(
    ("word", "marked"),
    [
        ("C++11", ["C++11", "C++11"]),
        ("c++ 11 Draft", ["C++11 draft"]),
        ("R&D", ["R&D"]),
        ("AT&T", ["AT&T"]),
        ("24/7", ["24/7"]),
        ("std::string", ["std::string", "string"]),
        ("https://example.org/a-b", ["https://example.org/a-b"]),
        ("Größe/Länge", ["Größe/Länge"]),
    ],
)
def test_signs_within_a_word_part_it_for_a_line_as_for_a_note(
    read_vault: ReadVault, word: str, marked: list[str]
) -> None:
    text = "C++11 draft, C++11. R&D at AT&T, 24/7: std::string, a string. https://example.org/a-b Größe/Länge"
    engine = read_vault({"a.md": f"# Note\n\n{text}\n", "b.md": "c 11 r d at t std string 247\n"})
    for operator in ("", "content:", "line:", "block:", "section:"):
        query = parse_query(f'{operator}"{word}" file:a', defaults=Query(mode=Mode.KEYWORD))
        (hit,) = engine.search(query).hits
        shown = [hit.snippet.text[match.start : match.end] for match in hit.snippet.matches]
        assert [piece for piece in shown if len(piece) > 2] == marked, operator


@pytest.mark.parametrize("word", ["ｶﾀｶﾅ", "カタカナ", "ﾊﾟｰﾃｨ"])
def test_narrow_kana_are_looked_for_as_wide_ones(read_vault: ReadVault, word: str) -> None:
    engine = read_vault({"a.md": "ｶﾀｶﾅ\n", "b.md": "カタカナ パーティ\n", "c.md": "ひらがな\n"})
    for operator in ("", "content:"):
        found = engine.search(parse_query(f'{operator}"{word}"', defaults=Query(mode=Mode.KEYWORD))).hits
        assert {hit.path for hit in found} == ({"a.md", "b.md"} if len(word) == 4 else {"b.md"}), operator
