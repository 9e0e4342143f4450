"""A query whose words all stand in conditions finds what fulfils these, whether or not its words say so too."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from tests.conftest import indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import GroupBy, Mode, Query, Result
from vaulttui.search.syntax import parse_query

NOTES = {
    "Gardening.md": "# Gardening\n\nIntroduction.\n",
    "Hedges.md": "---\ntags: [hobby]\n---\n# Hedges\n\nBox, yew.\n\n## Tools\n\nA pair of shears, sharp.\n",
    "Soil.md": "---\ntags: [garden]\n---\nLoam and clay.\n",
    "Walks.md": "---\ntags: [hobby]\n---\n# Walks\n\nThrough a park.\n\n## Seen\n\nA garden, and another garden.\n",
    "Letter.md": "# Letter\n\nThe garden of the neighbours is full of weeds.\n",
    "Taxes.md": "# Taxes\n\nDue in May.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("deciding"), NOTES) as engine:
        yield engine


def query(text: str, *, mode: Mode = Mode.KEYWORD, group_by: GroupBy = "note", min_score: float = 0.0) -> Query:
    defaults = Query(mode=mode, group_by=group_by, min_score=min_score, max_per_note=1 if group_by == "note" else 0)
    return parse_query(text, now=datetime(2025, 7, 20), defaults=defaults)


def search(engine: LocalEngine, text: str, **options: object) -> Result:
    return engine.search(query(text, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
def test_a_part_of_a_word_in_a_title_is_enough_for_title(engine: LocalEngine, mode: Mode) -> None:
    result = search(engine, "title:ardeni", mode=mode)
    assert [hit.path for hit in result.hits] == ["Gardening.md"]
    assert result.warnings == ()


def test_what_fulfils_the_side_of_or_that_is_no_word_is_found_too(engine: LocalEngine) -> None:
    result = search(engine, "tag:hobby OR garden")
    found = [hit.path for hit in result.hits]
    assert sorted(found) == ["Hedges.md", "Letter.md", "Soil.md", "Walks.md"]
    assert result.total == 4
    assert found[-1] == "Hedges.md", "what the words tell of comes first"


def test_facets_count_what_is_found(engine: LocalEngine) -> None:
    facets = engine.facets(query("tag:hobby OR garden"))
    assert {value.value: value.count for value in facets.tags} == {"hobby": 2, "garden": 1}


def test_scores_say_that_all_of_it_is_of_use(engine: LocalEngine) -> None:
    scores = [hit.score for hit in search(engine, "tag:hobby OR garden", min_score=0.3).hits]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == pytest.approx(0.3)


def test_a_note_that_its_tag_alone_was_found_by_is_shown_from_its_top(engine: LocalEngine) -> None:
    hits = {hit.path: hit for hit in search(engine, "tag:hobby OR weeds").hits}
    assert (hits["Hedges.md"].first_line, hits["Hedges.md"].passage) == (4, False)
    assert [hits["Letter.md"].snippet.text[match.start : match.end] for match in hits["Letter.md"].snippet.matches] == [
        "weeds"
    ]


def test_passages_are_those_with_the_words_and_all_of_notes_without(engine: LocalEngine) -> None:
    hits = search(engine, "tag:hobby OR garden", group_by="chunk").hits
    by_note = {path: [hit.snippet.text for hit in hits if hit.path == path] for path in NOTES}
    assert len(by_note["Walks.md"]) == 1
    assert "garden" in by_note["Walks.md"][0]
    assert by_note["Hedges.md"]
    assert by_note["Taxes.md"] == []


def test_a_word_of_its_own_has_to_be_there(engine: LocalEngine) -> None:
    found = {hit.path for hit in search(engine, "(tag:hobby OR garden) park").hits}
    assert found == {"Letter.md", "Soil.md", "Walks.md"}


def test_a_phrase_that_is_required_takes_no_other_word_for_one_that_occurs_nowhere(engine: LocalEngine) -> None:
    result = search(engine, '"gardan"')
    assert (result.hits, result.warnings) == ((), ())
