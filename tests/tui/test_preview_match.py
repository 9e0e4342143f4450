"""What the preview highlights is what a person would say the query means."""

from __future__ import annotations

import unicodedata
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import MAX_FORM
from vaulttui.search.expression import AllOf, AnyOf, Not, PropertyIs, TagIs, TextIs, Within
from vaulttui.search.query import Hit, Query, RankedText, ScoreParts, Snippet
from vaulttui.search.syntax import parse_query
from vaulttui.tui.preview import MatchTerms, NoteMatches
from vaulttui.tui.preview.match import Finder


def found(text: str, *words: str, phrase: str = "") -> list[str]:
    """What is found of some words and a phrase."""
    terms = MatchTerms(words, (tuple(phrase.split()),) if phrase else ())
    return [text[start:end] for start, end in Finder(terms).find(text)]


def hit(path: str, *literals: str, task_lines: tuple[int, ...] = ()) -> Hit:
    """A hit of a note in which a regular expression matched these, and tasks are meant."""
    nothing: tuple[str, ...] = ()
    now = datetime(2025, 7, 14)
    return Hit(
        path,
        "A",
        nothing,
        1,
        1,
        "",
        Snippet(""),
        1.0,
        ScoreParts(),
        {},
        nothing,
        0,
        now,
        now,
        literals=literals,
        task_lines=task_lines,
    )


@pytest.mark.parametrize(
    ("word", "text", "matches"),
    [
        ("index", "Index indexes INDEXING reindex in", ["Index", "indexes", "INDEXING"]),
        ("indexing", "index indexed indexation industry", ["index", "indexed"]),
        ("naive", "naïve Naïveté nai\u0308ve", ["naïve", "Naïveté", "nai\u0308ve"]),
        ("naïve", "naive", ["naive"]),
        ("strasse", "Straße", ["Straße"]),
        ("lodz", "Łódź", ["Łódź"]),
        ("hyphen", "hy\u00adphen soft\u00adhyphen", ["hy\u00adphen"]),
        ("aesir", "Æsir", ["Æsir"]),
        ("go", "go goes GO", ["go", "GO"]),
        ("gpt-4", "GPT-4 gpt 4 gpt-40 gpt", ["GPT-4", "gpt 4"]),
        ("C++", "C++ c C++11", ["C++", "C++"]),
        (".NET", "ASP.NET .net netting", [".NET", ".net"]),
        ("#work", "#work #workshop work", ["#work"]),
        ("foo_bar", "foo_bar foo bar", ["foo_bar"]),
        ("пам'ять", "Памʼять пам’ять", ["Памʼять", "пам’ять"]),
        ("пам'ять", "Памʼять пам’ять 日本", ["Памʼять", "пам’ять"]),
        ("привет", "Привет приветы", ["Привет", "приветы"]),
        ("机器学习", "机器学习算法和机器", ["机器学习", "机器"]),
        ("학습", "기계학습은", ["학습"]),
        ("ไทย", "ประเทศไทยสวย ทย", ["ไทย"]),
        ("ລາວ", "ພາສາລາວ", ["ລາວ"]),
        ("docker", "Docker容器在Linux上运行", ["Docker"]),
        ("linux", "Docker容器在Linux上运行", ["Linux"]),
        ("lock", "dead_lock _lock_ dead_locks clock", ["lock", "lock", "locks"]),
        ("mc", "E=mc² mcx_mc₁", ["mc", "mc"]),
        ("2024", "2024-05-01 20245 024", ["2024", "20245"]),
        ("[x](", "x [x](y)", ["[x]("]),
    ],
)
def test_a_word_finds_its_forms(word: str, text: str, matches: list[str]) -> None:
    assert found(text, word) == matches


def test_words_of_an_answer_are_found_within_others_as_the_index_knows_them() -> None:
    def of(text: str, query: str, *highlights: str) -> list[str]:
        terms = MatchTerms.from_query(parse_query(query), highlights)
        return [text[start:end] for start, end in Finder(terms).find(text)]

    assert of("detect_deadlock deadlock_x deadlocks", "deadlock", "deadlock") == ["deadlock", "deadlock"]
    assert of("E=mc² x²y", "mc", "mc") == ["mc"]
    assert of("E-Mail, email, mail, e", "email", "e-mail", "email") == ["E-Mail", "email"]
    assert of("ประเทศไทยสวย", "ไทย", "ไท", "ทย") == ["ไทย"]


@pytest.mark.parametrize("word", ["대한민국", "がっこう", "データ", "বাংলো", "சொல்", "ကြီး", "tiếng"])
def test_a_word_is_found_however_letters_and_marks_are_written(word: str) -> None:
    ways = unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)
    for text in ways:
        for wanted in ways:
            assert found(f"x {text}, y", wanted) == found(f"x {text}, y", phrase=wanted) == [text]
            terms = MatchTerms.from_query(parse_query(wanted), [fold(word)])
            assert [f"x {text}, y"[start:end] for start, end in Finder(terms).find(f"x {text}, y")] == [text]


@pytest.mark.parametrize(
    ("phrase", "text", "matches"),
    [
        ("what is it?", "So what is it, then? What is it?", ["what is it", "What is it"]),
        ("¿que?", "qué, ¿qué? quero", ["qué", "qué"]),
        ("it, then.", "What is it? Then go. It – then!", ["it? Then", "It – then"]),
        ("C++", "C++ or C", ["C++"]),
    ],
)
def test_signs_beside_the_words_of_a_phrase_do_not_count(phrase: str, text: str, matches: list[str]) -> None:
    assert found(text, phrase=phrase) == matches


def test_a_word_is_found_that_is_longer_than_what_the_index_keeps_of_it() -> None:
    checksum = "0123456789abcdef" * 8
    terms = MatchTerms.from_query(parse_query(checksum), [checksum[:MAX_FORM]])
    assert Finder(terms).find(f"sha512 {checksum} ok") == [(7, 7 + len(checksum))]


def test_half_width_letters_are_found_as_others() -> None:
    assert found("ﾃﾞｰﾀ", "データ") == found("ﾃﾞｰﾀ", "ﾃﾞｰﾀ") == ["ﾃﾞｰﾀ"]
    assert found("データ", "ﾃﾞｰﾀ") == ["データ"]


def test_a_phrase_finds_its_words_in_a_row_and_alone_in_themselves() -> None:
    assert found("Dead  lock, dead-lock dead locks lock dead", phrase="dead lock") == ["Dead  lock", "dead-lock"]


def test_a_phrase_of_a_script_without_blanks_is_found_whole_alone() -> None:
    assert found("我们去北京大学。北京的大学，大学生。", phrase="北京大学") == ["北京大学"]
    assert found("北京大学，北京、大学", phrase="北京 大学") == ["北京、大学"]
    terms = MatchTerms.from_query(parse_query('"北京大学"'), [])
    text = "在北京大学，北京，大学"
    assert [text[start:end] for start, end in Finder(terms).find(text)] == ["北京大学"]


def test_a_phrase_ends_where_a_script_without_blanks_begins() -> None:
    assert found("Ｗｉｎｄｏｗｓ １１を使う, windows 東京 11", phrase="windows 11") == ["Ｗｉｎｄｏｗｓ １１"]


def test_matches_that_overlap_become_one() -> None:
    assert found("dead lock", "lock", phrase="dead lock") == ["dead lock"]


def test_what_an_expression_matched_is_found_in_its_note_alone() -> None:
    literals = NoteMatches()
    terms = MatchTerms(in_notes=literals)
    assert not terms
    literals.add([hit("A.md", "a.b", "a.b+c"), hit("B.md", "x"), hit("C.md")])
    assert terms
    text = "x X a.b+c aXb A.B a.b"
    assert [text[start:end] for start, end in Finder(terms, "A.md").find(text)] == ["a.b+c", "a.b"]
    assert [text[start:end] for start, end in Finder(terms, "B.md").find(text)] == ["x"]
    assert not Finder(terms, "C.md")
    assert not Finder(terms)


def test_a_task_that_is_meant_is_found_as_a_whole_unless_something_in_it_is() -> None:
    terms = MatchTerms(("bread",), in_notes=NoteMatches([hit("A.md", task_lines=(7,))]))
    finder = Finder(terms, "A.md")
    for text, found in (("buy milk ", "buy milk"), ("buy\nmilk", "buy\nmilk"), ("go and\nfetch bread", "bread")):
        assert [text[start:end] for start, end in finder.find(text, [(0, 7), (text.find("\n") + 1, 8)])] == [found]
    assert finder.find("buy milk", [(0, 9)]) == []
    assert finder.without_tasks().find("buy milk", [(0, 7)]) == []
    assert Finder(terms, "B.md").find("buy milk", [(0, 7)]) == []


def test_terms_are_equal_if_the_same_was_matched() -> None:
    first, second = NoteMatches(), NoteMatches()
    assert MatchTerms(in_notes=first) == MatchTerms(in_notes=second)
    first.add([hit("A.md", "x")])
    assert MatchTerms(in_notes=first) != MatchTerms(in_notes=second)
    second.add([hit("A.md", "x")])
    assert MatchTerms(in_notes=first) == MatchTerms(in_notes=second)
    second.add([hit("A.md", task_lines=(3,))])
    assert MatchTerms(in_notes=first) != MatchTerms(in_notes=second)


def test_punctuation_alone_finds_nothing() -> None:
    assert not Finder(MatchTerms(("--", "…"), ((),)))


def test_the_terms_of_a_query_are_what_it_ranks_by_and_what_must_be_there() -> None:
    query = Query(
        texts=(RankedText("tokio runtime", ("tokio", "runtime"), (("dead", "lock"),)),),
        where=AllOf(
            (
                TextIs("exact words"),
                AnyOf((TextIs("either", "content"), Within("line", TextIs("line")))),
                Not(TextIs("never")),
                TextIs("folder", "path"),
                TagIs("tag"),
                PropertyIs("key", "equals", "value"),
            )
        ),
    )
    assert MatchTerms.from_query(query, ("tokio", "runtime")) == MatchTerms(
        (), (("dead", "lock"), ("exact", "words"), ("either",), ("line",)), frozenset({"tokio", "runtime"})
    )


@given(st.text(max_size=40), st.lists(st.text(max_size=6), max_size=3), st.lists(st.text(max_size=6), max_size=3))
def test_matches_lie_in_the_text_in_order_and_apart(text: str, words: list[str], phrase: list[str]) -> None:
    spans = Finder(MatchTerms(tuple(words), (tuple(phrase),))).find(text)
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= len(text) for start, end in spans)


def test_what_really_matched_is_highlighted_and_nothing_else() -> None:
    terms = MatchTerms.from_query(parse_query("how to harvest C++"), ("harvest", "harvested"))
    finder = Finder(terms)
    text = "How they harvested a harvest of C++, to harvesters"
    assert [text[start:end] for start, end in finder.find(text)] == ["harvested", "harvest", "C++"]
