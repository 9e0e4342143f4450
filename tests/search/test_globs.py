"""Globs of paths: what they match, and what is wrong with those that cannot be understood."""

from __future__ import annotations

import re
from collections.abc import Callable

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import ReadVault
from tests.search.asking import search
from vaulttui.errors import UsageError
from vaulttui.search.folding import fold_as_column
from vaulttui.search.globs import glob_pattern


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("a/*.md", "a/b.md", True),
        ("a/*.md", "a/b/c.md", False),
        ("a/*", "a/b/c.md", True),
        ("**/c.md", "c.md", True),
        ("**/c.md", "a/b/c.md", True),
        ("a/**/c.md", "a/c.md", True),
        ("a***.md", "a/b/c.md", True),
        ("a/***", "a/b/c.md", True),
        ("*" * 200 + "x", "a" * 200, False),
        ("**/" * 60 + "x", "a/" * 60 + "b", False),
        ("a/**/**/**/c.md", "a/b/c.md", True),
        ("?.md", "a.md", True),
        ("?.md", "/.md", False),
        ("[abc]*", "b.md", True),
        ("[!abc]*", "b.md", False),
        ("[^abc]*", "d.md", True),
        ("a[!b]c.md", "axc.md", True),
        ("a[!b]c.md", "a/c.md", False),
        ("a[^b-d]c.md", "a/c.md", False),
        ("a[!]]c.md", "a/c.md", False),
        ("[a-c]*", "b.md", True),
        ("[a-]*", "-.md", True),
        ("[]]*", "].md", True),
        ("[!]]*", "].md", False),
        ("[!]]*", "a.md", True),
        ("[[]*", "[.md", True),
        ("[\\d]*", "d.md", True),
        ("[\\d]*", "5.md", False),
        ("draft (1)*", "draft (1).md", True),
    ],
)
def test_a_glob_matches_whole_paths(glob: str, path: str, fits: bool) -> None:
    assert bool(re.fullmatch(glob_pattern(glob), path)) is fits


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("[Z-a]*", "Zebra.md", True),
        ("[Z-a]*", "apple.md", True),
        ("[Z-a]*", "Berta.md", False),
        ("[A-C]*", "berta.md", True),
        ("[!A-C]*", "berta.md", False),
        ("[À-É]*", "État.md", True),
        ("[É]*", "etat.md", True),
        ("ÉTÉ/*", "été/a.md", True),
        ("[ß]*", "sss.md", True),
    ],
)
def test_case_and_accents_matter_not_where_both_are_folded(glob: str, path: str, fits: bool) -> None:
    assert bool(re.fullmatch(glob_pattern(glob, fold_as_column), fold_as_column(path))) is fits


@pytest.mark.parametrize(
    ("glob", "message"),
    [
        ("[a", "The glob '[a' is malformed: '[' at character 1 is never closed."),
        ("*[!]", "The glob '*[!]' is malformed: '[' at character 2 is never closed."),
        ("*[x-za-Z]", "The glob '*[x-za-Z]' is malformed: the range 'a-Z' at character 6 ends before it begins."),
    ],
)
def test_a_malformed_glob_is_told_with_its_place(glob: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        glob_pattern(glob)
    assert refused.value.message == message


@given(st.text("ab-!^[]*?/\\.é&|~:zZ", max_size=12), st.sampled_from([None, fold_as_column]))
@example("[!]", None)
@example("[z-a]", None)
@example("[Z-a]", fold_as_column)
@example("[a&&b]", None)
@example("[\u0301]", fold_as_column)
def test_every_other_glob_is_an_expression_that_the_database_and_python_understand_alike(
    glob: str, fold: Callable[[str], str] | None
) -> None:
    try:
        pattern = glob_pattern(glob, fold)
    except UsageError:
        return
    for path in ("a", "a/b", "a/", "-", "^", "]", "!a", "é&"):
        row = duckdb.execute("SELECT regexp_full_match(?, ?)", [path, pattern]).fetchone()
        assert row == (re.fullmatch(pattern, path) is not None,)


@pytest.mark.parametrize(
    ("glob", "notes"),
    [
        ("Stra?e/*", {"Straße/x.md", "Strase/x.md"}),
        ("stra[ß]e/*", {"Straße/x.md", "Strase/x.md"}),
        ("STRASSE/*", {"Straße/x.md"}),
        ("stra??e/*", {"Straße/x.md"}),
        ("?uvre/*", {"Œuvre/n.md"}),
        ("stra[!s]e/*", {"Straße/x.md"}),
        ("[!e]tat/*", set()),
        ("?tat/*", {"État/n.md"}),
    ],
)
def test_a_letter_that_folds_to_two_is_one_character_of_a_path(
    read_vault: ReadVault, glob: str, notes: set[str]
) -> None:
    engine = read_vault(dict.fromkeys(["Straße/x.md", "Strase/x.md", "Œuvre/n.md", "État/n.md"], "x"))
    assert {hit.path for hit in search(engine, f'path:"{glob}"').hits} == notes
