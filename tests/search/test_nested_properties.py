"""What is nested in properties is asked for by names with a dot, wherever properties are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import VaultSettings
from vaulttui.tools import VaultFinder, find, find_notes

NOTES = {
    f"{mood}.md": f"""---
well.being:
  Mood: {mood}
  sleep: {{hours: {mood + 4}, good: [deep, long]}}
scenes:
  - {{title: Opening {mood}, done: true}}
  - title: [End, Credits]
---
"""
    for mood in (1, 2, 3)
} | {"flat.md": "---\nwell.being.mood: 9\nscenes: none\nstatus: open\n---\n"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nested")


@pytest.fixture(scope="module")
def engine(folder: Path) -> Iterator[LocalEngine]:
    with indexed_vault(folder, NOTES) as engine:
        yield engine


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[well.being.mood:>1]", "2 3 flat"),
        ("[well.being.MOOD:2]", "2"),
        ("[well.being.sleep.hours:5..6]", "1 2"),
        ("[well.being.sleep.good:long]", "1 2 3"),
        ("[well.being]", "1 2 3"),
        ('[scenes.title:"Opening 2"]', "2"),
        ("[scenes.title:credits]", "1 2 3"),
        ("[scenes.done:true]", "1 2 3"),
        ("[scenes]", "1 2 3 flat"),
        ("-[well.being.mood]", ""),
        ("-[well.being.sleep]", "flat"),
    ],
)
def test_conditions(engine: LocalEngine, query: str, expected: str) -> None:
    found = engine.search(parse_query(f"{query} sort:name")).hits
    assert [hit.path.removesuffix(".md") for hit in found] == expected.split()


def test_what_is_nested_is_counted_and_maps_have_no_values(engine: LocalEngine) -> None:
    facets = {facet.key.casefold(): facet for facet in engine.facets(Query()).properties}
    moods = facets["well.being.mood"]
    assert (moods.type, moods.count) == ("number", 4)
    assert {value.value: value.count for value in moods.values} == {"1": 1, "2": 1, "3": 1, "9": 1}
    assert {value.value for value in facets["scenes.title"].values} == {
        *("Opening 1", "Opening 2", "Opening 3", "End", "Credits")
    }
    assert [value.value for value in facets["scenes"].values] == ["none"]
    assert (facets["well.being"].type, facets["well.being"].count, facets["well.being"].values) == ("map", 3, ())
    one = parse_query("[well.being.mood:2]")
    (chosen,) = (facet for facet in engine.facets(one).properties if facet.key.casefold() == "well.being.mood")
    assert chosen.count == 4


def test_tools_take_the_names(engine: LocalEngine, folder: Path) -> None:
    answer = json.loads(
        find_notes(
            engine,
            frontmatter=[{"field": "scenes.title", "value": "opening 3"}],
            include_fields=["Well.Being.Mood", "scenes.title", "scenes.length"],
        )
    )
    assert answer["results"] == [
        {
            "path": "3.md",
            "Well.Being.Mood": 3,
            "scenes.title": ["Opening 3", "End", "Credits"],
            "scenes.length": None,
        }
    ]
    for finder in (engine, VaultFinder(folder / "vault", VaultSettings())):
        for wanted, paths in (
            ({"key": "well.being.mood", "value": "3"}, ["3.md"]),
            ({"key": "scenes.title", "value": "End"}, ["1.md", "2.md", "3.md"]),
            ({"key": "well.being.sleep"}, ["1.md", "2.md", "3.md"]),
        ):
            assert [item["path"] for item in find(finder, property=wanted)] == paths
