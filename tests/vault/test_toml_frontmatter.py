"""TOML between lines of ``+++``, as Hugo writes it, is read as YAML would be."""

from __future__ import annotations

from datetime import date

import pytest

from vaulttui.settings import VaultSettings
from vaulttui.vault.note import FileStat, Note
from vaulttui.vault.properties.frontmatter import MAX_FRONTMATTER, Frontmatter, read_frontmatter
from vaulttui.vault.reader import parse_note

POST = """\
+++
title = "TOML post"
date = 2026-11-20T10:00:00+01:00
lastmod = 2026-11-21
draft = true
tags = ["go", "web dev"]
weight = 10
"quoted key" = 1.10
[params]
author = "Ana \\u0000"
at = 07:32:00
[params.more]
weight = [1, 2.5, {x = 2026-11-20 10:00:00}]
[[resources]]
src = "[[a.png]]"
+++
# Not the title
Text.
"""


def parse(text: str) -> Note:
    return parse_note(text.encode(), "post.md", FileStat(len(text), 10**18, 10**18, 1), VaultSettings())


def read(toml: str) -> Frontmatter:
    return read_frontmatter(["+++", *toml.split("\n"), "+++", "text"])


def test_toml_says_what_yaml_would() -> None:
    note = parse(POST)
    assert (note.title, note.title_source, note.body_line) == ("TOML post", "property", 17)
    assert note.created_source == "property:date"
    assert [tag.name for tag in note.tags] == ["go", "web dev"]
    assert [(link.target, link.line) for link in note.links] == [("a.png", 15)]
    assert [(heading.text, heading.line) for heading in note.headings] == [("Not the title", 17)]
    assert [(prop.key, prop.type, prop.value, prop.line) for prop in note.properties] == [
        ("title", "text", "TOML post", 2),
        ("date", "datetime", "2026-11-20T10:00:00+01:00", 3),
        ("lastmod", "date", date(2026, 11, 21), 4),
        ("draft", "checkbox", True, 5),
        ("tags", "list", ["go", "web dev"], 6),
        ("weight", "number", 10, 7),
        ("quoted key", "number", "1.10", 8),
        (
            "params",
            "map",
            {
                "author": "Ana \ufffd",
                "at": "07:32:00",
                "more": {"weight": [1, 2.5, {"x": "2026-11-20T10:00:00"}]},
            },
            9,
        ),
        ("resources", "list", [{"src": "[[a.png]]"}], 14),
    ]
    assert note.warnings == ()


@pytest.mark.parametrize(
    ("toml", "message", "line"),
    [
        ('a = 1\nb = "x', "Illegal character", 3),
        ("a = 1\n\nb c = 2", "Expected '=' after a key in a key/value pair in line 4, 'b c = 2'", 4),
        ("a = 1\na = 2", "Cannot overwrite a value in line 3, 'a = 2'", 3),
        ("\nx = [", "Invalid value in line 3, 'x = ['", 3),
        ("b" + ".b" * 64 + " = 1", "it nests deeper than 64 levels in line 2", 2),
        ("b = " + "[" * 64 + "]" * 64, "it nests deeper than 64 levels", None),
        ("b = " + "[" * 5000 + "]" * 5000, "it nests deeper than 64 levels", None),
        ("b = " + "9" * 5000, "Exceeds the limit", None),
    ],
)
def test_what_is_no_toml_gives_a_warning_with_its_line(toml: str, message: str, line: int | None) -> None:
    found = read(toml)
    assert found.properties == ()
    assert (found.body_line, found.unread) == (toml.count("\n") + 4, f"{toml}\n")
    (warning,) = found.warnings
    assert (warning.code, warning.line) == ("frontmatter_invalid", line)
    assert warning.message.startswith(f"The frontmatter is not valid TOML: {message}")
    assert warning.message.endswith("The note has no properties.")


@pytest.mark.parametrize("text", ["+++\ntitle = 'x'\n", "+++\n[params]\n---\n"])
def test_toml_that_is_not_closed_is_text(text: str) -> None:
    note = parse(text)
    assert (note.properties, note.body_line) == ((), 1)
    assert [(warning.code, warning.line) for warning in note.warnings] == [("frontmatter_unclosed", 1)]


@pytest.mark.parametrize("text", ["+++\nA line of pluses.\n", "text\n+++\na = 1\n+++\n", "++++\na = 1\n++++\n", "+++"])
def test_other_pluses_are_text(text: str) -> None:
    note = parse(text)
    assert (note.properties, note.body_line, note.warnings) == ((), 1, ())


def test_what_is_too_long_is_text() -> None:
    found = read(f"a = '{'x' * MAX_FRONTMATTER}'")
    assert (found.properties, found.body_line) == ((), 1)
    assert [warning.code for warning in found.warnings] == ["frontmatter_too_large"]


def test_nothing_but_comments_is_no_property() -> None:
    found = read("# a = 1")
    assert (found.properties, found.body_line, found.warnings) == ((), 4, ())
