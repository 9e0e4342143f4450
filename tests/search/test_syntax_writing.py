"""Queries as canonical text, and in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.query_writer import format_query
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.expression import AllOf, AnyOf, DateIs, Not, PathGlob, PropertyIs, RegexIs, TagIs, TextIs
from vaulttui.search.query import Mode, Query, RankedText
from vaulttui.search.syntax import describe_query, escape_text, parse_query

NOW = datetime(2025, 7, 14, 12)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("rust   deadlock", "rust deadlock"),
        ("#work rust", "rust tag:work"),
        ("TAG:#work tags:x", "tag:work tag:x"),
        ("a OR b", "(a OR b)"),
        ("x a OR b", "((x a) OR b)"),
        ("-( a )", "-a"),
        ("a AND (b)", "a b"),
        ("“a b” “c”", '"a b" "c"'),
        ("[[Note|x]]", "links-to:[[Note]]"),
        ("links-to:Note like: Note", "links-to:[[Note]] like:[[Note]]"),
        ("[ status : a OR (b) ]", '[status:a OR "(b)"]'),
        ("[s:(a OR b)]", "[s:a OR b]"),
        ('["s":"a"]', "[s:a]"),
        ("modified:7d", "modified:>=2025-07-07"),
        ('created:"last month"', "created:2025-06"),
        ("dir:/a/ folder:b/.", "folder:a folder:b/."),
        ("has:link", "has:links"),
        ("limit:20 mode:hybrid", "limit:20"),
        ("sort:name:asc x mode:fast", "x mode:keyword sort:name:asc"),
        ("a (b OR c) d", "a (b OR c) d"),
        ('task:"" section:(x)', "task:* section:x"),
        ("path:/a\\/b/ /c/", "path:/a\\/b/ /c/"),
        ("/etc x", "\\/etc x"),
        ('[due:today OR "this week"]', '[due:"today" OR 2025-07-14 OR [[this week]] OR 2025-07-14..2025-07-20]'),
    ],
)
def test_a_query_has_one_canonical_text(text: str, canonical: str) -> None:
    assert format_query(parse_query(text, now=NOW)) == canonical


def test_nested_conditions_are_written_in_normal_form() -> None:
    query = Query(where=AllOf((AllOf((TagIs("a"), AllOf((TagIs("b"),)))), AnyOf((TagIs("c"),)), Not(AllOf(())))))
    assert format_query(query) == "tag:a tag:b tag:c"


def test_settings_that_the_reader_takes_for_granted_are_not_written() -> None:
    query = Query(mode=Mode.DEEP, limit=5, most=5, sort="name")
    assert format_query(query) == "mode:deep sort:name limit:5"
    assert format_query(query, defaults=query) == ""


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("a OR b", "(a OR b)"),
        ('x line:"a b', 'x line:"a b"'),
        ("task:(a -b", "task:(a -b)"),
        ("section:(a b", "section:(a b)"),
    ],
)
def test_what_is_being_typed_is_written_as_if_it_were_finished(typed: str, written: str) -> None:
    assert format_query(parse_query(typed, typing=True)) == written


@pytest.mark.parametrize(
    "query",
    [
        Query(texts=(RankedText("a", ("a",)), RankedText("b", ("b",)))),
        Query(texts=(RankedText("a", ("b",)),)),
        Query(texts=(RankedText("a", ("a",)),), where=TextIs("b")),
        Query(where=PathGlob("a.md", "Heading")),
        Query(where=PathGlob("a.md")),
        Query(where=TextIs("a*", "path")),
        Query(where=RegexIs("(")),
        Query(where=RegexIs(" a")),
        Query(where=DateIs("modified")),
        Query(where=AnyOf(())),
        Query(where=PropertyIs("due", "equals", "this week")),
        Query(descending=True),
        Query(limit=0),
    ],
)
def test_what_the_language_cannot_say_is_refused(query: Query) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        format_query(query)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["All notes.", "Sorted by date modified, newest first; at most 20."]),
        ("rust go", ["Ranked by rust, go (by words and meaning).", "Sorted by relevance, best first; at most 20."]),
        (
            'rust "dead lock" tag:work -tag:x [status:draft] limit:5 mode:keyword',
            [
                "Ranked by rust, “dead lock” (by words).",
                "Only notes:",
                "- with “dead lock”",
                "- tagged “#work” (or nested below it)",
                "- not tagged “#x” (or nested below it)",
                "- whose “status” is “draft”",
                "Sorted by relevance, best first; at most 5.",
            ],
        ),
        (
            "modified:7d sort:name:desc",
            [
                "Nothing to rank by: the notes are only filtered.",
                "Only notes last modified from 2025-07-07 on.",
                "Sorted by name, Z to A; at most 20.",
            ],
        ),
        (
            "like:[[Rust]] folder:a",
            [
                "Ranked by nearness to the note “Rust”.",
                "Only notes in the folder “a” (or below it).",
                "Sorted by relevance, best first; at most 20.",
            ],
        ),
    ],
)
def test_a_query_is_explained_in_words(text: str, lines: list[str]) -> None:
    assert describe_query(parse_query(text, now=NOW)).splitlines() == lines


def test_that_the_last_word_may_only_begin_one_is_told_with_how_is_looked_for() -> None:
    typed = parse_query("rust go", now=NOW, typing=True)
    first = "Ranked by rust, go (by words and meaning; the last word also as a beginning)."
    assert describe_query(typed).splitlines()[0] == first


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("-rust", "without “rust”"),
        ("-(a b)", "not (with “a” and with “b”)"),
        ("(tag:a title:b) OR /c/", "(tagged “#a” (or nested below it) and with “b” in the title) or matching /c/"),
        ("section:(a -b /c/)", "with (“a” and no “b” and a match of /c/) within one section"),
        ("line:a", "with “a” within one line"),
        ("has:links", "with links"),
        ('match-case:"Café C++"', "with “Café C++” in just this case"),
        ("match-case:/Ca.é/", "matching /(?-i)Ca.é/"),
        ("task-todo:call", "with a task to do that has “call”"),
        ("task:*", "with a task"),
        ("tag:*", "with any tag"),
        ("[k]", "with the property “k”"),
        ("-[k]", "without the property “k”"),
        ("[k:null OR >5]", "whose “k” is empty or whose “k” is more than “5”"),
        ("[k:~x]", "whose “k” contains “x”"),
        ("[k:1..5]", "whose “k” lies from 1 to 5"),
        ("[k:..5]", "whose “k” lies up to 5"),
        ("created:today", "created on 2025-07-14"),
        ("content-date:2025", "under a date heading, or updated, from 2025-01-01 to 2025-12-31"),
        ("path:a/*", "with a path like “a/*”"),
        ("folder:.", "in the vault's top folder itself"),
        ("links-to:[[A]]", "linking to “A”"),
        ("linked-from:[[A]]", "linked from “A”"),
        ("is:orphan", "without any link in or out"),
    ],
)
def test_each_condition_has_its_words(text: str, phrase: str) -> None:
    assert f"Only notes {phrase}." in describe_query(parse_query(text, now=NOW)).splitlines()


@pytest.mark.parametrize(
    "text",
    [
        'What does "quantum (early) theory" mean: -1 or +1?',
        "path: /usr/bin OR [x] AND #tag -v",
        "tag:a status:(b) [[c]] \\\\d /e/",
        "¿Cuántos puntos? 数据库（一）",
        "«мой дом» »Guten Tag« 「来週 の予定」 『本』",
        "tag：仕事 ＃仕事 ［状態：進行中］ 東京 ＯＲ 大阪",
    ],
)
def test_any_text_can_be_handed_over_as_plain_words(text: str) -> None:
    query = parse_query(escape_text(text))
    assert query.where is None
    assert query.texts[0].words == tuple(text.split())


@given(text=st.text(max_size=60))
def test_an_escaped_text_never_restricts_and_is_never_refused(text: str) -> None:
    query = parse_query(escape_text(text))
    assert replace(query, texts=(), source="") == Query()
    kept = tuple(word for word in text.split() if words_of(word))
    assert (query.texts[0].words if query.texts else ()) == kept
