"""A note that was found by its metadata is shown where that stands in its text, if it stands there."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterator

import pytest

from tests.conftest import MakeVault, OpenVault, indexed_vault, write_notes
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine

NOTES: dict[str, str | bytes] = {
    "Log.md": """---
tags: [journal]
status: open
---
# Log

Nothing of interest.

## Monday

Ask about the rudder #later
It was #later/maybe a bearing. [cost:: 12]

## Tuesday

See [[Rudder]], and [[Nobody]] knows more.

- [ ] call the yard

## Wednesday

paid:: twelve

paid:: thirty
""",
    "Rudder.md": "#boat #later\n\n# Rudder\n\nIt is made of oak.\n",
    "Both.md": "---\ntags: later\n---\nFirst words.\n\nMuch #later than that. ![[chart.png]]\n",
    "chart.png": b"\x89PNG",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once: nothing here that asks for it changes anything."""
    with indexed_vault(tmp_path_factory.mktemp("facts"), NOTES) as engine:
        yield engine


@pytest.mark.parametrize(
    ("query", "path", "line", "text"),
    [
        ("tag:later", "Log.md", 11, "Ask about the rudder #later…"),
        ("tag:later/maybe", "Log.md", 12, "…It was #later/maybe a bearing. [cost:: 12]"),
        ("[cost]", "Log.md", 12, "…It was #later/maybe a bearing. [cost:: 12]"),
        ("[cost:>5] tag:journal", "Log.md", 12, "…It was #later/maybe a bearing. [cost:: 12]"),
        ("[paid]", "Log.md", 22, "paid:: twelve…"),
        ("[paid:twelve]", "Log.md", 22, "paid:: twelve…"),
        ("[paid:thirty]", "Log.md", 24, "…paid:: thirty"),
        ("[status:x] OR links-to:[[Rudder]]", "Log.md", 16, "See Rudder, and Nobody knows more.…"),
        ("links-to:[[Nobody]]", "Log.md", 16, "See Rudder, and Nobody knows more.…"),
        ("is:unresolved", "Log.md", 16, "See Rudder, and Nobody knows more.…"),
        ("has:tasks", "Log.md", 18, "…call the yard"),
        ("has:attachment", "Both.md", 6, "…Much #later than that. chart.png"),
    ],
)
def test_it_is_shown_where_the_metadata_stands(
    engine: LocalEngine, query: str, path: str, line: int, text: str
) -> None:
    found = next(hit for hit in search(engine, query).hits if hit.path == path)
    assert (found.line, found.snippet.text) == (line, text)
    assert found.passage


@pytest.mark.parametrize(
    ("query", "matches"),
    [
        ("tag:later", ["#later"]),
        ("tag:LATER/maybe", ["#later/maybe"]),
        ("tag:late", []),
        ("tag:later OR tag:journal", ["#later"]),
        ("[cost] tag:later", ["#later", "#later/maybe"]),
        ("has:tasks", []),
    ],
)
def test_tags_are_marked(engine: LocalEngine, query: str, matches: list[str]) -> None:
    marked: list[str] = []
    for found in search(engine, query).hits:
        if found.path == "Log.md":
            marked = [found.snippet.text[match.start : match.end] for match in found.snippet.matches]
            assert set(marked) <= set(found.literals)
    assert marked == matches[: len(marked)]
    assert bool(marked) == bool(matches)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("tag:journal", "Log.md"),
        ("[status:open]", "Log.md"),
        ("-[cost] tag:boat", "Rudder.md"),
        ("tag:later", "Rudder.md"),
        ("has:backlinks", "Rudder.md"),
        ("", "Log.md"),
    ],
)
def test_what_stands_in_the_frontmatter_or_among_tags_alone_is_of_the_whole_note(
    engine: LocalEngine, query: str, path: str
) -> None:
    found = next(hit for hit in search(engine, query).hits if hit.path == path)
    assert not found.passage
    assert found.first_line <= 5


def test_words_decide_where_there_are_any(engine: LocalEngine) -> None:
    found = next(hit for hit in search(engine, "tag:later interest").hits if hit.path == "Log.md")
    assert found.heading_path == ("Log",)
    assert "#later" not in found.snippet.text


def test_what_an_expression_matches_decides_where_it_is_asked_for(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes: dict[str, str | bytes] = {
        "a.md": "# Plans\n\nPlans #work for June.\n\n# Bills\n\nSee INV-77.\n",
        "b.md": "INV-12 for the garden.\n",
        "c.md": "---\ntitle: INV-3\n---\nAll #work\n",
    }
    engine = open_vault(make_vault(notes))
    hits = {hit.path: hit for hit in search(engine, r"(tag:work OR garden) /INV-\d+/").hits}
    assert hits["a.md"].heading_path == ("Bills",)
    assert {path: hit.literals for path, hit in hits.items()} == {
        "a.md": ("INV-77",),
        "b.md": ("INV-12",),
        "c.md": ("#work", "INV-3"),
    }
    marked = {path: [hit.snippet.text[m.start : m.end] for m in hit.snippet.matches] for path, hit in hits.items()}
    assert marked == {"a.md": ["INV-77"], "b.md": ["INV-12", "garden"], "c.md": ["#work"]}


def test_tasks_and_lines_decide_where_they_are_asked_for(engine: LocalEngine) -> None:
    found = next(hit for hit in search(engine, "tag:later task-todo:*").hits if hit.path == "Log.md")
    assert found.line == 18


def test_passages_are_all_listed(engine: LocalEngine) -> None:
    hits = search(engine, "tag:later", group_by="chunk", max_per_note=0).hits
    assert {hit.path for hit in hits} == {"Log.md", "Rudder.md", "Both.md"}


def test_a_note_that_comes_is_known_by_its_name(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"A.md": "see [[B]]"})
    engine = open_vault(root)
    for _ in range(2):
        assert search(engine, "linked-from:[[B]]").warnings == ("There is no note “B”, so linked-from: finds nothing.",)
    write_notes(root, {"B.md": "see [[A]]"})
    engine.refresh()
    result = search(engine, "linked-from:[[B]]")
    assert [hit.path for hit in result.hits] == ["A.md"]
    assert not result.warnings


def test_a_line_full_of_tags_takes_no_more_than_linear_time(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"A.md": "First.\n\n" + "#a,,;; " * 200 + "and more\n"}))
    started = time.process_time()
    (found,) = search(engine, "tag:a").hits
    assert found.line == 3
    assert time.process_time() - started < 5, "it is a matter of milliseconds, or of longer than anybody waits"


def test_a_clause_behind_a_tag_is_not_marked(open_vault: OpenVault, make_vault: MakeVault) -> None:
    engine = open_vault(make_vault({"a.md": "学 #语言/锈，很有趣。\n"}))
    snippet = search(engine, "tag:语言").hits[0].snippet
    assert [snippet.text[match.start : match.end] for match in snippet.matches] == ["#语言/锈"]


def test_a_tag_is_marked_however_it_is_written(open_vault: OpenVault, make_vault: MakeVault) -> None:
    decomposed = unicodedata.normalize("NFD", "#공부/é")
    engine = open_vault(make_vault({"a.md": f"학교 {decomposed} #CAFÉ\n"}))
    snippet = search(engine, "tag:공부 tag:cafe").hits[0].snippet
    assert [snippet.text[match.start : match.end] for match in snippet.matches] == [decomposed, "#CAFÉ"]


def test_a_long_note_full_of_links_takes_no_more_than_linear_time(make_vault: MakeVault, open_vault: OpenVault) -> None:
    links = "Fair weather. To [[Alpha]].\n" * 8
    engine = open_vault(make_vault({"A.md": "".join(f"## Day {day}\n\n{links}\n" for day in range(4_000))}))
    started = time.process_time()
    (found,) = search(engine, "links-to:Alpha").hits
    assert (found.path, found.line) == ("A.md", 3)
    assert time.process_time() - started < 3, "every passage looks through the lines of all"
