"""What the README promises is there."""

from __future__ import annotations

import re
import shlex
from itertools import takewhile
from pathlib import Path

import pytest

from vaulttui.cli.parsers import COMMANDS, command_parser, main_parser
from vaulttui.search.syntax import parse_query
from vaulttui.settings_file import load_settings
from vaulttui.tui.commands import COMMANDS as COMMANDS_OF_KEYS
from vaulttui.tui.keymap import keymap_table, resolve_keymap

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _command_lines() -> list[str]:
    """Calls of the program in the README and in the help of its commands."""
    written = "\n".join([README, *(command_parser(name).format_help() for name in COMMANDS)])
    return [line.strip() for line in written.splitlines() if re.match(r" *vaulttui (?![A-Z ])[^>]*$", line)]


def test_the_key_table_is_that_of_the_keymap() -> None:
    table = README.partition("<!-- keys:begin -->")[2].partition("<!-- keys:end -->")[0]
    assert table.strip() == keymap_table().strip(), "run scripts/readme.py"


def test_commands_without_a_key_are_named() -> None:
    assert [command.id for command in COMMANDS_OF_KEYS if not (command.keys or f"`{command.id}`" in README)] == []


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


def test_its_settings_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(README.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    settings = load_settings(tmp_path / "config.toml")
    assert settings.vault.exclude
    resolve_keymap(settings.interface.keymap, settings.keys)


def test_every_command_is_in_it() -> None:
    assert [name for name in COMMANDS if f"vaulttui {name}" not in README] == []


@pytest.mark.parametrize("line", _command_lines())
def test_every_command_line_is_one(line: str) -> None:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|")
    lexer.whitespace_split = True
    words = list(takewhile(lambda word: word != "|", lexer))[1:]
    command = words[0] if words[0] in COMMANDS else ""
    parser = command_parser(command) if command else main_parser()
    parser.parse_args(parser.with_words(words[1:] if command else words))


def test_the_two_commands_do_all_the_set_up() -> None:
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert commands[0].endswith("vaulttui demo")
    assert "python -m pytest" in commands[1]
