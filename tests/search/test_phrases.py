"""Words and phrases in quotes: found where they stand in a row, whatever is beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import WORDS_ONLY, write_notes
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.text_conditions import holding_in_a_row

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
