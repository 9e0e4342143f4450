"""Whatever a note holds, it is read, its chunks are its text, and reading it takes no longer than its size allows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from vaulttui.vault.chunking import chunk_body
from vaulttui.vault.dates.heading_dates import heading_date
from vaulttui.vault.markdown.body import scan_body

PIECES = [
    *"#*_`~<>[](){}|!$%^:=+-\\/\"'& \t\n\n\n\0é😀\u00a0\u200d１a1",
    *("# ", "## A", "- ", "  - ", "1. ", "> ", "- [ ] ", "    ", "```", "~~~", "$$", "%%", "<!--", "-->", "[[", "]]"),
    *("![[", "](", "::", " ^id", "#tag", "---", "===", "|---|", "a | b", "<div>", "</div>", "<a b='", "://", "[^1]:"),
    *("[a]: b", "[k:: v]", "2025-07-14", "word. ", "\\|", "[[a|b]]", "[a](b)", "x" * 700),
]
markdown = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=60).map("".join)
paragraphs = st.lists(
    st.sampled_from(
        ["\n", "\n\n", "| ", "- ", "`", "[[", "]] ", "word. ", "这是一句话。", "x" * 200 + ". ", "a b c! " * 40]
    ),
    max_size=40,
).map("".join)
prose = st.lists(
    st.sampled_from(
        [
            *("x ^id\n", "- item ^a-1\n", "^alone\n", " #tag ", "#a/b\n", "# Head #c\n", "> q #d ^id\n", "`#no`\n"),
            *("- [ ] do #e\n", "[[a|b]] ", "[k:: v] ", "```\n#no ^no\n```\n", "\n", "word. ", "#1 ", "(#f) "),
        ]
    ),
    max_size=30,
).map("".join)
"""With whole lines that hold what pieces of lines hardly ever make: ids of blocks, and tags with blanks around them."""
first_lines = st.integers(1, 50)


@given(st.text() | markdown, first_lines)
def test_chunks_cover_the_lines_of_the_body_exactly_once_and_in_order(text: str, first_line: int) -> None:
    lines = text.split("\n")
    chunks = chunk_body(lines, scan_body(lines, first_line), first_line)
    if any(line.strip() for line in lines):
        covered = [number for chunk in chunks for number in range(chunk.first_line, chunk.last_line + 1)]
        shared = [one.last_line for one, other in pairwise(chunks) if one.last_line == other.first_line]
        assert sorted(covered) == sorted([*range(first_line, first_line + len(lines)), *shared])
        assert covered == sorted(covered)
    else:
        assert chunks == ()


@given(markdown | paragraphs, first_lines)
def test_the_text_of_a_chunk_is_its_lines_and_of_a_long_one_its_part(text: str, first_line: int) -> None:
    lines = text.split("\n")
    chunks = chunk_body(lines, scan_body(lines, first_line), first_line)
    whole = ""
    for number, (before, chunk) in enumerate(pairwise((None, *chunks))):
        assert chunk is not None
        assert chunk.ordinal == number
        assert chunk.text.strip()
        assert chunk.text.count("\n") == chunk.last_line - chunk.first_line
        whole += ("\n" if before is not None and before.last_line < chunk.first_line else "") + chunk.text
    assert whole == (text if text.strip() else "")


@pytest.mark.parametrize("thing", ["headings", "tags", "links", "tasks", "fields", "block_ids"])
def test_all_that_can_be_found_is_among_the_examples(thing: str) -> None:
    find(markdown | prose, lambda text: len(getattr(scan_body(text.split("\n")), thing)) >= 2)


@given(markdown | prose, first_lines)
def test_everything_found_stands_on_a_line_of_the_body(text: str, first_line: int) -> None:
    lines = text.split("\n")
    body = scan_body(lines, first_line)
    numbers = range(first_line, first_line + len(lines))
    found = [
        thing.line for things in (body.headings, body.tags, body.links, body.tasks, body.fields) for thing in things
    ]
    assert all(line in numbers for line in found)
    assert all(line in numbers for _, line in body.block_ids)
    assert all(f"^{name}" in lines[line - first_line] for name, line in body.block_ids)
    assert all(tag.name in lines[(tag.line or 0) - first_line] for tag in body.tags)
    assert all(link.context in lines[link.line - first_line] and len(link.context) <= 300 for link in body.links)
    assert list(body.block_starts) == sorted(set(body.block_starts))
    assert [link.line for link in body.links] == sorted(link.line for link in body.links)


@given(markdown | prose, first_lines)
def test_the_number_of_the_first_line_shifts_lines_and_changes_nothing_else(text: str, first_line: int) -> None:
    lines = text.split("\n")
    here, there = scan_body(lines), scan_body(lines, first_line)
    assert [heading.path for heading in here.headings] == [heading.path for heading in there.headings]
    assert [link.target for link in here.links] == [link.target for link in there.links]
    assert [tag.line and tag.line + first_line - 1 for tag in here.tags] == [tag.line for tag in there.tags]
    assert [(name, line + first_line - 1) for name, line in here.block_ids] == list(there.block_ids)


@given(markdown)
def test_a_heading_path_ends_with_the_heading_and_grows_with_its_level(text: str) -> None:
    for heading in scan_body(text.split("\n")).headings:
        assert heading.path[-1] == heading.text
        assert 1 <= len(heading.path) <= heading.level <= 6


@given(st.text() | markdown)
def test_a_heading_of_any_text_has_a_date_or_none(text: str) -> None:
    found = heading_date(text)
    assert found is None or 1 <= found.year <= 9999


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("# h\n" * 20_000, 20_000),
        ("x" * 300_000, 1),
        ("- " * 1000 + "x" + "\n" * 100_000, 1),
    ],
    ids=["headings", "one line", "nested lists"],
)
def test_large_notes_are_cut_into_chunks(text: str, count: int) -> None:
    lines = text.split("\n")
    assert len(chunk_body(lines, scan_body(lines))) == count


def test_many_links_in_one_line_are_all_found() -> None:
    body = scan_body(["[[a]] " * 20_000])
    assert len(body.links) == 20_000
