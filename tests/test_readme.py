"""What the README promises is there."""

from __future__ import annotations

import re
from pathlib import Path

from vaulttui.search.syntax import parse_query
from vaulttui.tui.keymap import keymap_table

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_key_table_is_that_of_the_keymap() -> None:
    table = README.partition("<!-- keys:begin -->")[2].partition("<!-- keys:end -->")[0]
    assert table.strip() == keymap_table().strip(), "run scripts/readme.py"


def test_every_file_that_it_names_exists() -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert linked
    assert [name for name in linked if not (ROOT / name).exists()] == []


def test_every_query_of_its_table_is_one() -> None:
    table = README.partition("## Queries")[2].partition("\n## ")[0]
    queries = [
        query
        for row in table.splitlines()
        if row.startswith("| `")
        for query in re.findall(r"`([^`]+)`", row.split("|")[1])
    ]
    assert len(queries) > 15
    for query in queries:
        if query != "( )":
            parse_query(query)


def test_the_two_commands_do_all_the_set_up() -> None:
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert commands[0].endswith("vaulttui demo")
    assert commands[1].endswith("python -m pytest")
