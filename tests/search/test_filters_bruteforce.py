"""Filters, totals and pages on a vault made by chance, against a count of its notes one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tests.conftest import WORDS_ONLY
from tests.search.filter_reference import RandomConditions, Reference, WordVectors, text_holds, write_vault
from vaulttui.search.expression import PathGlob, TextIs
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import GroupBy, Mode, Query, RankedText, SortKey

NOTES = 60
EVERYTHING = 10_000
PAGES = 4
"""How many the whole is cut into."""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("bruteforce") / "vault"
    write_vault(root, NOTES, random.Random(21))
    return root


@pytest.fixture(scope="module")
def reference(vault: Path) -> Reference:
    return Reference.read(vault)


@pytest.fixture(scope="module")
def engine(vault: Path) -> Iterator[LocalEngine]:
    engine = LocalEngine(vault, WORDS_ONLY, vault.parent / "index.duckdb", embedder=WordVectors())
    engine.initialize()
    engine.refresh()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vaulttui.search.conditions.passages._PATTERN_PAYS", 0)  # as where there are many
        yield engine
    engine.close()


def ranked(*words: str) -> tuple[RankedText, ...]:
    return (RankedText(" ".join(words), words),)


def test_a_filter_lets_through_exactly_the_notes_that_satisfy_it(engine: LocalEngine, reference: Reference) -> None:
    conditions = RandomConditions(22, list(reference.by_name))
    sizes = []
    for _ in range(70):
        condition = conditions.condition()
        wanted = reference.matching(condition)
        result = engine.search(Query(where=condition, limit=EVERYTHING))
        assert {hit.path for hit in result.hits} == wanted, condition
        assert result.total == len(wanted), condition
        assert engine.facets(Query(where=condition)).total == len(wanted), condition
        sizes.append(len(wanted))
    assert sum(0 < size < NOTES for size in sizes) > 30


def test_totals_with_words_count_the_notes_that_satisfy_the_filter_and_hold_a_word(
    engine: LocalEngine, reference: Reference
) -> None:
    conditions = RandomConditions(23, list(reference.by_name), whole_notes=True)
    for _ in range(40):
        condition, words = conditions.condition(), conditions.words()
        holding = {note.path for note in reference.notes if any(text_holds(word, "any", note) for word in words)}
        wanted = reference.matching(condition) & holding
        query = Query(ranked(*words), Mode.KEYWORD, condition, limit=EVERYTHING)
        result = engine.search(query)
        assert {hit.path for hit in result.hits} == wanted, (condition, words)
        assert result.total == len(wanted)
        assert engine.search(replace(query, limit=1)).total == len(wanted)
        assert engine.facets(query).total == len(wanted)


def test_a_semantic_total_counts_the_notes_with_vectors_that_satisfy_the_filter(
    engine: LocalEngine, reference: Reference
) -> None:
    conditions = RandomConditions(24, list(reference.by_name))
    with_vectors = {hit.path for hit in engine.search(Query(ranked("tulip"), Mode.SEMANTIC, limit=EVERYTHING)).hits}
    assert len(with_vectors) > NOTES / 2
    whole = RandomConditions(25, list(reference.by_name), whole_notes=True)
    for _ in range(30):
        condition = whole.condition()
        result = engine.search(Query(ranked(*conditions.words()), Mode.SEMANTIC, condition, limit=3))
        assert result.total == len(reference.matching(condition) & with_vectors), condition


@pytest.mark.parametrize("mode", list(Mode))
def test_a_filter_that_keeps_one_note_finds_it_for_any_query_that_matches_it(
    engine: LocalEngine, reference: Reference, mode: Mode
) -> None:
    chance = random.Random(26)
    for note in reference.notes[::4]:
        words = chance.sample([word for chunk in note.chunks for word in chunk.text.split() if word.isalpha()], 2)
        for condition in (PathGlob(note.path), TextIs(note.path.rpartition("/")[2], "file")):
            result = engine.search(Query(ranked(*words), mode, condition, limit=1))
            assert [hit.path for hit in result.hits] == [note.path]
            assert (result.total, result.has_more) == (1, False)


@pytest.mark.parametrize("group_by", get_args(GroupBy))
@pytest.mark.parametrize(
    ("mode", "sort"),
    [
        *((mode, "relevance") for mode in Mode),
        *((Mode.HYBRID, sort) for sort in get_args(SortKey) if sort != "relevance"),
    ],
)
def test_pages_never_overlap_and_are_the_whole_together(
    engine: LocalEngine, mode: Mode, sort: SortKey, group_by: GroupBy
) -> None:
    for query in (
        Query(ranked("amber", "fjord"), mode, sort=sort, group_by=group_by, max_per_note=0),
        Query(mode=mode, sort=sort, group_by=group_by, max_per_note=0, where=TextIs("amber")),
    ):
        whole = engine.search(replace(query, limit=EVERYTHING))
        places = [(hit.path, hit.first_line, hit.content) for hit in whole.hits]
        assert len(places) == len(set(places))
        notes = list(dict.fromkeys(place[0] for place in places))
        if group_by == "note":
            assert len(notes) == whole.total
        else:
            assert len(places) == whole.total
        most = whole.total // PAGES + 1
        collected: list[tuple[str, int, str]] = []
        offset = 0
        while True:
            page = engine.search(replace(query, limit=most, offset=offset))
            assert page.total == whole.total
            collected += [(hit.path, hit.first_line, hit.content) for hit in page.hits]
            offset += most
            assert page.has_more == (offset < whole.total)
            if not page.has_more:
                break
        assert collected == places
        assert offset == most * PAGES


@pytest.mark.parametrize("group_by", get_args(GroupBy))
@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
def test_in_another_order_than_relevance_what_has_the_words_is_found(
    engine: LocalEngine, mode: Mode, group_by: GroupBy
) -> None:
    query = Query(ranked("zephyr"), Mode.KEYWORD, sort="name", group_by=group_by, limit=EVERYTHING)
    told = [hit.path for hit in engine.search(query).hits]
    assert 0 < len(told) < NOTES
    found = engine.search(replace(query, mode=mode))
    assert [hit.path for hit in found.hits] == told
    assert found.total == len(told)


@pytest.mark.parametrize("mode", list(Mode))
def test_equal_scores_are_in_the_order_of_paths(engine: LocalEngine, mode: Mode) -> None:
    hits = engine.search(Query(ranked("amber", "heron", "tulip"), mode, limit=EVERYTHING)).hits
    order = [(-hit.score, hit.path) for hit in hits]
    assert order == sorted(order)
