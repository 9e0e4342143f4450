"""Every example that agents and readers are given is one that its tool takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ReadVault
from vaulttui.search.language.reader import parse_query
from vaulttui.tools import Toolbox
from vaulttui.tools.mcp import guide

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
NOTES = {
    "Projects/Boat.md": "---\nstatus: done\nowner: Zoé\n---\n# Boat\n\nINV-2025-0714\n\n## Engine\n\nan invoice\n",
    "projects/x/state.md": "login fails\n",
    "changelog.md": "# 2025-07-14\n\na decision\n",
    "Attachments/about.md": "the meeting\n",
}


def _examples(text: str) -> Iterator[dict[str, Any]]:
    """All JSON objects in a text that stand in no other."""
    place = text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except ValueError:  # the form of a result: {path, title}
            end = place + 1
        else:
            yield value
        place = text.find("{", end)


def _tools() -> Iterator[tuple[str, dict[str, Any]]]:
    described = {
        "find_notes": guide.FIND_NOTES,
        "search": guide.SEARCH,
        "find": guide.FIND,
        "search_notes": guide.SEARCH_NOTES,
    }
    for tool, text in described.items():
        row = re.search(rf"^\| `{tool}` \|.*$", README, re.MULTILINE)
        assert row is not None
        for example in (*_examples(text), *_examples(row[0])):
            yield tool, example


@pytest.mark.parametrize(("tool", "arguments"), _tools(), ids=str)
def test_an_example_is_taken(read_vault: ReadVault, tool: str, arguments: dict[str, Any]) -> None:
    tools = Toolbox(read_vault(NOTES))
    answer = getattr(tools, tool)(**arguments)
    if tool == "find_notes":
        assert json.loads(answer)["success"]


def test_there_are_examples_of_every_tool() -> None:
    told = [tool for tool, _ in _tools()]
    assert min(map(told.count, ("find_notes", "search", "find", "search_notes"))) >= 4


@pytest.mark.parametrize("text", [guide.INSTRUCTIONS, guide.FIND_NOTES, guide.SEARCH, guide.FIND, guide.SEARCH_NOTES])
def test_no_client_cuts_what_a_model_reads_of_a_tool(text: str) -> None:
    assert len(text.encode()) <= 2_048


@pytest.mark.parametrize("written", guide.OPERATORS.split(", "))
def test_an_operator_that_agents_are_told_of_does_something(written: str) -> None:
    read = parse_query(written)
    assert read.where is not None or read.sort is not None


def test_agents_are_told_of_links_tasks_and_where_all_operators_are() -> None:
    for told in ("links-to:", "linked-from:", "like:", "task-todo:", "has:", "is:orphan", "created:", "sort:"):
        assert told in guide.SEARCH
    assert "links-to:" in guide.FIND_NOTES
    assert "vault://query-language" in guide.SEARCH
    assert "vault://query-language" in guide.INSTRUCTIONS
