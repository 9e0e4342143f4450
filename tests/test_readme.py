"""What the README promises is there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

import vaulttui
from vaulttui.cli.dispatch import COMMANDS, command_parser, main_parser
from vaulttui.demo import demo_vault
from vaulttui.search.syntax import parse_query
from vaulttui.settings_file import load_settings
from vaulttui.tools.answers import Reply, find_notes_answer, search_answer
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


def test_the_conversation_with_the_sample_vault_is_what_the_tools_say(tmp_path: Path) -> None:
    written = [line for line in README.splitlines() if line.startswith(("→ ", "← "))]
    vault = tmp_path / "vault"
    shutil.copytree(demo_vault(), vault)
    with vaulttui.open_vault(vault, index=tmp_path / "index" / "index.duckdb") as opened:
        opened.refresh()

        def answer(tool: str, arguments: dict[str, Any]) -> Reply:
            if tool == "find_notes":
                return find_notes_answer(opened.engine, arguments)
            return search_answer(opened.engine, arguments, ())

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
