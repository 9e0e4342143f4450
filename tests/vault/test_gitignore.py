"""Patterns mean what they mean to Git. Every case here was compared with ``git check-ignore``."""

from __future__ import annotations

import time

import pytest

from vaulttui.vault.files.gitignore import IgnoreRules


@pytest.mark.parametrize(
    ("pattern", "ignored", "not_ignored"),
    [
        ("foo", ["foo", "foo/", "a/foo", "a/b/foo/"], ["foo.md", "afoo", "foo2/"]),
        ("foo/", ["foo/", "a/foo/"], ["foo", "a/foo"]),
        ("/foo", ["foo", "foo/"], ["a/foo"]),
        ("a/foo", ["a/foo", "a/foo/"], ["foo", "b/a/foo"]),
        ("*.md", ["x.md", "a/x.md", ".md"], ["x.txt", "x.md.txt"]),
        ("a/*.md", ["a/x.md"], ["a/b/x.md", "x.md"]),
        ("a/*", ["a/b", "a/b/"], ["a/", "a/b/c"]),
        ("**/foo", ["foo", "a/foo", "a/b/foo"], ["a/foo2"]),
        ("a/**", ["a/b", "a/b/c/"], ["a", "a/", "b/a"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "b", "x/a/b"]),
        ("**/a/**/b", ["a/b", "x/a/y/b"], ["a/c"]),
        ("*", ["x", "a/", "a/x"], []),
        ("*/", ["a/", "a/b/"], ["x"]),
        ("?.md", ["a.md", "b.md"], ["ab.md", ".md"]),
        ("[ab].md", ["a.md", "b.md"], ["c.md"]),
        ("[!ab].md", ["c.md"], ["a.md"]),
        ("[^a-c].md", ["d.md"], ["b.md"]),
        ("[]x].md", ["].md", "x.md"], ["y.md"]),
        ("[[:digit:]]*", ["1", "2x"], ["x2"]),
        ("[a-].md", ["a.md", "-.md"], ["b.md"]),
        ("a*b*c", ["abc", "axbxc", "aabbcc"], ["ab", "acb"]),
        (r"\#x", ["#x"], ["x"]),
        (r"\!x", ["!x"], ["x"]),
        (r"a\*", ["a*"], ["ab"]),
        ("x  ", ["x"], ["x  "]),
        ("x\t", ["x\t"], ["x"]),
        ("x\\ ", ["x "], ["x"]),
        ("x\\   ", ["x "], ["x", "x   "]),
        ("x\\\\  ", ["x\\"], ["x\\ ", "x "]),
        ("x  y ", ["x  y"], ["x y"]),
        ("a.b", ["a.b"], ["axb"]),
        ("a**b", ["axxb", "ab"], ["a/b"]),
        ("a/**b", ["a/xb"], ["a/x/b"]),
    ],
)
def test_a_pattern_matches_what_git_matches(pattern: str, ignored: list[str], not_ignored: list[str]) -> None:
    rules = IgnoreRules([pattern])
    assert not rules.invalid
    for path in ignored:
        assert rules.verdict(path.rstrip("/"), folder=path.endswith("/")) is True, path
    for path in not_ignored:
        assert rules.verdict(path.rstrip("/"), folder=path.endswith("/")) is None, path


def test_the_last_pattern_that_matches_decides() -> None:
    rules = IgnoreRules(["*.md", "!keep.md", "/keep.md"])
    assert rules.verdict("x.md", folder=False) is True
    assert rules.verdict("a/keep.md", folder=False) is False
    assert rules.verdict("keep.md", folder=False) is True


def test_taking_in_a_folder_again_does_not_take_in_what_is_below() -> None:
    rules = IgnoreRules(["*.log", "!logs/"])
    assert rules.verdict("logs", folder=True) is False
    assert rules.verdict("logs/x.log", folder=False) is True


def test_comments_and_blank_lines_do_nothing() -> None:
    rules = IgnoreRules(["", "  ", "# *", "/", "!", f"#{'x' * 5000}"])
    assert rules.verdict("x", folder=False) is None
    assert not rules.invalid
    assert IgnoreRules([]).verdict("x", folder=False) is None


def test_the_longest_path_has_a_pattern() -> None:
    path = "/".join(["x" * 255] * 16)
    assert IgnoreRules([path]).verdict(path, folder=False) is True


def test_names_with_line_feeds_are_matched() -> None:
    assert IgnoreRules(["*.log"]).verdict("a\nb/c\nd.log", folder=False) is True


@pytest.mark.parametrize(
    "pattern", ["[", "a[b", "[!]", "[]", "a\\", "[[:nonsense:]]", pytest.param("a" * 4097, id="too long")]
)
def test_malformed_patterns_are_passed_over_and_reported(pattern: str) -> None:
    rules = IgnoreRules(["ok", pattern])
    assert rules.invalid == [(2, pattern)]
    assert rules.verdict("ok", folder=False) is True


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("*a" * 40 + "b", "a" * 250), ("**/a/" * 20 + "b", "a/" * 120 + "c"), ("**/" * 50 + "b", "a/" * 120 + "c")],
)
def test_no_pattern_is_slow(pattern: str, path: str) -> None:
    # Tried out naively, each of these takes longer than the universe is old.
    assert IgnoreRules([pattern]).verdict(path, folder=False) is None


def test_blanks_within_a_line_are_passed_in_linear_time() -> None:
    lines = [f"[{' ' * 4_094}a"] * 50
    begun = time.thread_time()
    assert len(IgnoreRules(lines).invalid) == 50
    assert time.thread_time() - begun < 1
