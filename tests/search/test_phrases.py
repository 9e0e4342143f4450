"""Words and phrases in quotes: found where they stand in a row, whatever is beside them."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import WORDS_ONLY, write_notes
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.text_conditions import ascii_row_pattern, holding_in_a_row

NOTES: dict[str, str | bytes] = {
    "a.md": "机器学习和深度学习。",
    "b.md": "Of gpt-4-turbo and foo_bar_baz, don’t say C++ aloud.",
    "c.md": "---\naliases: [The Blue Door]\ntags: [red/tape]\nsubject: a long sentence\n---\nNothing else here.",
    "Folder/d e.md": "turbo gpt-4",
    "e.markdown": "The name has another ending.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    folder = tmp_path_factory.mktemp("phrases")
    write_notes(folder / "vault", NOTES)
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


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


@given(st.sampled_from(["ab", "a b", "b-a b", "a_b a", "a's b", "c++ a"]), st.text("aAbBc_-+'. \n", max_size=14))
@example("a b", "xa a_b")
@example("a b", "A\n- *B*")
@example("a b", "a b_")
def test_the_database_finds_a_phrase_in_ascii_as_it_is_found_elsewhere(phrase: str, text: str) -> None:
    found = duckdb.execute("SELECT regexp_matches(?, ?, 'i')", [text, ascii_row_pattern(phrase)]).fetchone()
    assert found == (list(holding_in_a_row(phrase)([text])) == [0],)
