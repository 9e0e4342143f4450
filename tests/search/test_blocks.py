"""Blocks of a text: what block: asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.storage import duckdb
from vaulttui.search.conditions.blocks import BLOCKS, blocks_of


def _blocks(text: str) -> list[str]:
    lines = text.split("\n")
    return ["\n".join(lines[block.start : block.stop]) for block in blocks_of(lines)]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n\nthree\n", ["one\ntwo", "three"]),
        ("\n \t\none\n  \n\ntwo", ["one", "two"]),
        ("# Title\none\n## Below\n\ntwo", ["# Title", "one", "## Below", "two"]),
        ("before\n- one\n  goes on\n- two\n    1. inner\n", ["before", "- one\n  goes on", "- two", "    1. inner"]),
        ("| a | b |\n| - | - |\n| 1 | 2 |", ["| a | b |\n| - | - |\n| 1 | 2 |"]),
        ("> [!note]\n> one\n>\n> two", ["> [!note]\n> one\n>\n> two"]),
        ("-1\n#tag\n*bold*", ["-1\n#tag\n*bold*"]),
        ("one\n```py\n# two\n\n- three\n```\n\nfour", ["one\n```py\n# two\n\n- three\n```", "four"]),
        ("# Title\n```\none\n\ntwo", ["# Title", "```\none\n\ntwo"]),
        ("~~~py\none\n\n`two`\n~~~\n\nthree", ["~~~py\none\n\n`two`\n~~~", "three"]),
        ("- one\n  ```py\n  two\n\n  three\n  ```\n- four", ["- one\n  ```py\n  two\n\n  three\n  ```", "- four"]),
        ("1. ```\n   one\n\n   two\n   ```\n\nthree", ["1. ```\n   one\n\n   two\n   ```", "three"]),
        ("```one``` two\n\nthree\n\nfour", ["```one``` two", "three", "four"]),
        ("", []),
    ],
)
def test_headings_items_and_lines_without_a_blank_one_between_them_are_blocks(text: str, blocks: list[str]) -> None:
    assert _blocks(text) == blocks


@given(
    st.lists(
        st.sampled_from(
            [
                "\n",
                "\n",
                "\n\n",
                " ",
                "\t",
                "- ",
                "1. ",
                "# ",
                "## ",
                "#",
                "a",
                "é",
                "\u00a0",
                "```",
                "~~~",
                "`",
                "\n```\n",
                "\n",
            ]
        )
    )
)
def test_the_database_finds_the_same_blocks(pieces: list[str]) -> None:
    text = "".join(pieces)
    with duckdb.connect() as database:
        (found,) = database.execute(f"SELECT {BLOCKS} FROM (SELECT ?::VARCHAR AS text)", [text]).fetchone() or ([],)
    assert [block.strip() for block in found] == [block.strip() for block in _blocks(text)]
