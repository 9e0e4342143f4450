"""``compact``: what stays in an agent's history."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from tests.conftest import MakeVault, OpenVault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.tools import compact, find, find_notes, search, search_notes


def stub(result: Any, tool: str) -> dict[str, Any]:
    text = result if isinstance(result, str) else json.dumps(result)
    return cast(dict[str, Any], json.loads(compact(text, tool)))


def test_chunk_results_keep_source_heading_and_a_snippet(engine: LocalEngine) -> None:
    told = stub(find_notes(engine, "TVA", mode="keyword", n_results=2), "find_notes")
    assert {name: told[name] for name in ("status", "result_count", "total", "has_more")} == {
        "status": "success",
        "result_count": 2,
        "total": 5,
        "has_more": True,
    }
    assert all(list(result) == ["source", "heading", "snippet"] for result in told["results"])


@pytest.mark.parametrize(("length", "shown"), [(100, 100), (101, 100), (5000, 100)])
def test_a_snippet_has_at_most_a_hundred_characters(length: int, shown: int) -> None:
    result = {"success": True, "results": [{"source": "a.md", "content": "x" * length, "heading": ""}], "total": 1}
    assert len(stub(result, "find_notes")["results"][0]["snippet"]) == shown


def test_paths_are_kept_as_they_are(engine: LocalEngine) -> None:
    assert stub(find_notes(engine, folder="Projets"), "find_notes") == {
        "status": "success",
        "result_count": 2,
        "total": 2,
        "has_more": False,
        "results": ["Projets/Bateau.md", "Projets/TVA.md"],
    }


@pytest.mark.parametrize(
    "fields",
    [
        ["content"],
        ["content", "heading", "source"],
        ["status", "content"],
        ["title", "section", "score", "snippet"],
        ["lines", "chunk_with_context"],
    ],
)
def test_a_projection_with_fields_of_other_results_is_kept_as_it_is(engine: LocalEngine, fields: list[str]) -> None:
    text = find_notes(engine, folder="Projets", include_fields=fields)
    assert stub(text, "find_notes")["results"] == json.loads(text)["results"]


def test_errors_are_kept(engine: LocalEngine) -> None:
    text = find_notes(engine)
    assert stub(text, "find_notes") == {"status": "error", "error": json.loads(text)["error"]}


@pytest.mark.parametrize("tool", ["search", "find", "search_notes"])
def test_an_error_that_is_told_as_text_is_kept(tool: str) -> None:
    assert stub("Folder not found: Nowhere", tool) == {"status": "error", "error": "Folder not found: Nowhere"}


def test_notes_with_literal_words_are_counted_beyond_those_shown(make_vault: MakeVault, open_vault: OpenVault) -> None:
    opened = open_vault(make_vault({f"{number:02}.md": f"boat {number}" for number in range(14)}))
    told = stub(search_notes(opened, "boat"), "search_notes")
    assert (told["result_count"], told["total"], told["has_more"]) == (10, 14, True)
    told = stub(search_notes(opened, "car"), "search_notes")
    assert (told["status"], told["result_count"], told["total"], told["has_more"]) == ("success", 0, 0, False)


def test_nothing_found_is_a_success(engine: LocalEngine) -> None:
    assert stub(find_notes(engine, folder="vide"), "find_notes") == {
        "status": "success",
        "result_count": 0,
        "total": 0,
        "has_more": False,
        "results": [],
    }


def test_lists_of_the_other_tools_are_cut_too(engine: LocalEngine) -> None:
    chunks = stub(search(engine, queries=["TVA"], mode="fast"), "search")["results"]
    assert all(set(chunk) == {"path", "score", "lines", "snippet"} for chunk in chunks)
    assert all(len(chunk["snippet"]) <= 100 for chunk in chunks)
    notes = search(engine, "TVA", mode="fast")
    assert [note["path"] for note in stub(notes, "search")["results"]] == [note["path"] for note in notes]
    files = find(engine)
    assert stub(files, "find")["results"] == files
    assert stub(search_notes(engine, "factures"), "search_notes")["results"] == ["Projets/TVA.md"]


def test_the_snippet_of_a_chunk_begins_with_its_own_lines() -> None:
    context = " 8  | before 10  | x\n 9  | \n10  | own\n11  | text\n12  | after"
    chunk = {"path": "a.md", "score": 1.0, "lines": "10-11", "chunk_with_context": context}
    assert stub([chunk], "search")["results"][0]["snippet"] == "own text after"


def test_a_stub_is_smaller(engine: LocalEngine) -> None:
    text = search(engine, queries=["*"])
    assert len(compact(json.dumps(text), "search")) < len(json.dumps(text)) * 0.7


def test_what_is_nested_beyond_reading_is_kept_as_a_fault() -> None:
    nested = "[" * 100_000
    assert stub(nested, "find_notes") == {"status": "error", "error": nested}
