"""The sample vault, searched with the real engine and the real bundled model."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.test_demo_vault import QUERIES
from vaulttui.demo import demo_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings
from vaulttui.tools.answers import Reply, find_notes_answer, search_answer


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The sample vault with all its vectors."""
    folder = tmp_path_factory.mktemp("demo")
    vault = folder / "vault"
    shutil.copytree(demo_vault(), vault)
    engine = LocalEngine(vault, Settings(), folder / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.mark.parametrize(("text", "mode", "path"), QUERIES)
def test_the_query_finds_its_note_among_the_first_three(engine: LocalEngine, text: str, mode: str, path: str) -> None:
    result = engine.search(parse_query(text, defaults=Query(mode=Mode.parse(mode))))
    assert path in [hit.path for hit in result.hits[:3]]
    assert result.degraded == ""


def test_every_chunk_worth_it_has_a_vector(engine: LocalEngine) -> None:
    status = engine.status()
    assert status.embedded == status.embeddable > 100


def test_the_order_by_meaning_is_that_of_the_cosine(engine: LocalEngine) -> None:
    result = engine.search(parse_query("staying dry in a storm", defaults=Query(mode=Mode.SEMANTIC, limit=50)))
    similarities = [hit.parts.semantic for hit in result.hits]
    assert all(similarity is not None for similarity in similarities)
    assert similarities == sorted(similarities, key=lambda similarity: -(similarity or 0))


def test_a_filter_holds_for_meaning_too(engine: LocalEngine) -> None:
    text = "how do I keep water out of the engine room folder:Journal"
    result = engine.search(parse_query(text, defaults=Query(mode=Mode.SEMANTIC)))
    assert result.hits
    assert all(hit.path.startswith("Journal/") for hit in result.hits)


def test_hybrid_finds_both_what_has_the_words_and_what_is_meant(engine: LocalEngine) -> None:
    result = engine.search(parse_query("impeller"))
    assert result.mode is Mode.HYBRID
    assert any(hit.parts.lexical for hit in result.hits)
    assert any(hit.parts.semantic for hit in result.hits)


def test_notes_like_another_leave_it_out(engine: LocalEngine) -> None:
    result = engine.search(parse_query("like:[[Cooling circuit]]"))
    names = [Path(hit.path).stem for hit in result.hits]
    assert "Cooling circuit" not in names
    assert result.hits[0].score > result.hits[-1].score


def test_the_vault_has_what_it_needs_to_show(engine: LocalEngine) -> None:
    facets = engine.facets(Query())
    assert len(facets.folders) >= 6
    assert {facet.type for facet in facets.properties} >= {"text", "list", "number", "checkbox", "date"}
    assert engine.warnings()


def test_facets_of_a_question_without_a_known_word_count_what_meaning_finds(engine: LocalEngine) -> None:
    found = engine.search(parse_query("zzyzx quux"))
    assert engine.facets(parse_query("zzyzx quux")).total == found.total > 0
    assert engine.facets(parse_query("zzyzx quux mode:keyword")).total == 0


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        *product(["impeller", "impeller sort:name", "folder:Journal storm"], [Mode.KEYWORD, Mode.SEMANTIC]),
        *product(["impeller sort:name"], [Mode.HYBRID, Mode.DEEP]),
        *product(["like:[[Cooling circuit]]", "like:[[Nowhere]]", "tag:boat"], Mode),
    ],
)
def test_a_facet_counts_the_notes_that_choosing_it_finds(engine: LocalEngine, text: str, mode: Mode) -> None:
    def found(text: str) -> int:
        return engine.search(parse_query(text, defaults=Query(mode=mode))).total

    facets = engine.facets(parse_query(text, defaults=Query(mode=mode)))
    assert facets.total == found(text)
    assert {tag.value: tag.count for tag in facets.tags} == {
        tag.value: found(f"{text} tag:{tag.value}") for tag in facets.tags
    }
    months = {month.value: month.count for month in facets.months}
    assert months == {month: found(f"{text} modified:{month}") for month in months}


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
def test_beside_words_a_facet_counts_the_notes_that_hold_them(engine: LocalEngine, mode: Mode) -> None:
    words = engine.facets(parse_query("engine alarm", defaults=Query(mode=Mode.KEYWORD)))
    assert engine.facets(parse_query("engine alarm", defaults=Query(mode=mode))) == words


def test_a_deep_search_learns_from_the_best_first_results(engine: LocalEngine) -> None:
    text = "what the crew eats during a night watch"
    hybrid = engine.search(parse_query(text, defaults=Query(mode=Mode.HYBRID, limit=50)))
    deep = engine.search(parse_query(text, defaults=Query(mode=Mode.DEEP, limit=50)))
    assert deep.mode is Mode.DEEP
    best = hybrid.hits[0].path
    before, after = (next(hit for hit in found.hits if hit.path == best).parts for found in (hybrid, deep))
    assert after.semantic == before.semantic, "it is told how near it is to what was asked"
    assert after.lexical != before.lexical, "and found by more words"
    assert [hit.path for hit in deep.hits] != [hit.path for hit in hybrid.hits], "the query has moved"


def test_the_conversation_in_the_readme_is_what_the_tools_say(engine: LocalEngine) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    written = [line for line in readme.splitlines() if line.startswith(("→ ", "← "))]

    def answer(tool: str, arguments: dict[str, Any]) -> Reply:
        if tool == "find_notes":
            return find_notes_answer(engine, arguments)
        return search_answer(engine, arguments, ())

    said: list[str] = []
    for line in written:
        if line.startswith("→ "):
            tool, _, arguments = line.removeprefix("→ ").partition(" ")
            reply = answer(tool, json.loads(arguments))
            said += [line, *(f"← {text}" for text in (reply.text, *filter(None, reply.remarks)))]
    assert len(said) == len(written) > 6
    assert [_without_scores(line) for line in said] == [_without_scores(line) for line in written]
    # The model counts not quite alike everywhere, and what is hardly good enough may be so only here.
    assert _numbers(_SCORE, said) == pytest.approx(_numbers(_SCORE, written), abs=0.02)
    assert _numbers(_TOTAL, said) == pytest.approx(_numbers(_TOTAL, written), abs=2)


_SCORE = re.compile(r'"score": ([0-9.]+)')
_TOTAL = re.compile(r"of (\d+) matching notes")


def _without_scores(line: str) -> str:
    return _TOTAL.sub("of matching notes", _SCORE.sub('"score"', line))


def _numbers(pattern: re.Pattern[str], lines: list[str]) -> list[float]:
    return [float(number) for line in lines for number in pattern.findall(line)]
