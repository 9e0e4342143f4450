"""A paragraph or list item of many lines that is too long for a chunk is cut, and is one block all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import indexed_vault
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine


def _wrapped(prefix: str, count: int = 600, *, stops: bool = False, first: str = "", indent: str = "") -> str:
    words = [f"{prefix}{number:03}x" for number in range(count)]
    end = ".\n" if stops else "\n"
    lines = end.join(" ".join(words[start : start + 11]) for start in range(0, count, 11))
    return first + lines.replace("\n", f"\n{indent}") + "\n"


NOTES = {
    "plain.md": f"# Plain\n\n{_wrapped('p')}\nApart from p000x.\n",
    "sentences.md": f"# Sentences\n\n{_wrapped('s', stops=True)}",
    "item.md": f"# Item\n\n{_wrapped('i', first='- ', indent='  ')}- another item\n",
    "two.md": f"# Two\n\n{_wrapped('a', 300)}\n{_wrapped('b', 300)}",
    "short.md": "# Short\n\nNothing of this.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("long"), NOTES) as engine:
        yield engine


def _paths(engine: LocalEngine, text: str) -> list[str]:
    return sorted(hit.path for hit in search(engine, text).hits)


def _cuts(engine: LocalEngine, path: str) -> list[int]:
    """Numbers of the words behind which the paragraph of a note was cut."""
    with engine._database.read() as cursor:
        rows = cursor.execute(
            "SELECT last_line FROM chunks JOIN notes USING (note_id) WHERE path = ? ORDER BY last_line", [path]
        ).fetchall()
    cuts = [(last_line - 2) * 11 - 1 for (last_line,) in rows if (last_line - 2) * 11 < 600]
    assert len(cuts) == 3
    return cuts


@pytest.mark.parametrize("prefix", ["p", "s", "i"])
def test_words_in_a_row_are_found_wherever_their_paragraph_was_cut(engine: LocalEngine, prefix: str) -> None:
    path = {"p": "plain.md", "s": "sentences.md", "i": "item.md"}[prefix]
    for number in _cuts(engine, path):
        words = (f"{prefix}{number:03}x", f"{prefix}{number + 1:03}x")
        assert _paths(engine, '"{} {}"'.format(*words)) == [path], words


def test_expressions_and_blocks_see_what_stands_on_both_sides_of_a_cut(engine: LocalEngine) -> None:
    for number in _cuts(engine, "sentences.md"):
        words = (f"s{number:03}x", f"s{number + 1:03}x")
        for query in ("/{}\\W+{}/", "block:({} {})", 'block:"{} {}"', 'section:"{} {}"', 'content:"{} {}"'):
            assert _paths(engine, query.format(*words)) == ["sentences.md"], (query, words)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("block:(p000x p599x)", ["plain.md"]),
        ("block:(p100x p400x -s000x)", ["plain.md"]),
        ("block:(s000x s300x s599x)", ["sentences.md"]),
        ("block:(i000x i599x)", ["item.md"]),
        ("/i000x[^?]*i599x/", ["item.md"]),
        ("block:(i599x another)", []),
        ("block:(p599x apart)", []),
        ("block:(a000x a299x)", ["two.md"]),
        ("block:(a299x b000x)", []),
        ("line:(p000x p599x)", []),
        ("-block:(p000x p599x) p000x", []),
    ],
)
def test_a_block_that_was_cut_is_one(engine: LocalEngine, text: str, paths: list[str]) -> None:
    assert _paths(engine, text) == paths


def test_a_hit_is_a_part_that_the_words_stand_at_the_end_of(engine: LocalEngine) -> None:
    whole = search(engine, '"p000x p001x"').hits[0]
    assert whole.last_line < 57  # it was cut
    number = (whole.last_line - 2) * 11
    hit = search(engine, f'"p{number - 1:03}x p{number:03}x"').hits[0]
    assert whole.last_line in (hit.first_line - 1, hit.last_line)
