"""A paragraph on one line that is too long for a chunk is cut between its sentences, and is one line all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

FILLING = " ".join(f"Sentence {number} says nothing of note." for number in range(60))
NOTES = {
    "long.md": (
        f"# Long\n\nThe aardvark begins. {FILLING} The beaver is amid it. {FILLING} The caracal ends. #desert\n\n"
        "A dingo below.\n"
    ),
    "short.md": "# Short\n\nThe aardvark and the caracal.\n\nThe beaver apart.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("long"), NOTES) as engine:
        yield engine


def query(text: str) -> Query:
    return parse_query(text, defaults=Query(mode=Mode.KEYWORD))


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("line:(aardvark caracal)", ["long.md", "short.md"]),
        ("line:(aardvark beaver)", ["long.md"]),
        ("line:(caracal dingo)", []),
        ("line:(aardvark dingo)", []),
        ("-line:(aardvark beaver)", ["short.md"]),
        ("/aardvark.*beaver.*caracal/", ["long.md"]),
        ("content:/^the aardvark.*ends\\. #desert$/", ["long.md"]),
        ("/beaver.*dingo/", []),
        ("aardvark beaver -dingo", ["short.md"]),
    ],
)
def test_conditions_on_lines_and_expressions_see_the_whole_line(
    engine: LocalEngine, text: str, paths: list[str]
) -> None:
    result = engine.search(query(text))
    assert sorted(hit.path for hit in result.hits) == paths
    assert result.total == len(paths)


def test_a_tag_at_the_end_of_a_long_line_is_shown_where_it_stands(engine: LocalEngine) -> None:
    hit = engine.search(query("tag:desert")).hits[0]
    assert (hit.path, hit.line) == ("long.md", 3)
    assert "The caracal ends. #desert" in hit.snippet.text
    assert [hit.snippet.text[match.start : match.end] for match in hit.snippet.matches] == ["#desert"]


def test_a_hit_is_the_part_that_says_it(engine: LocalEngine) -> None:
    hit = engine.search(query("beaver file:long")).hits[0]
    assert "beaver is amid it" in hit.snippet.text
    assert (hit.line, hit.first_line, hit.last_line, hit.heading_path) == (3, 3, 3, ("Long",))
    assert len(hit.content) < 1_300
