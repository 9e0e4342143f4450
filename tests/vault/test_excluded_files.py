"""Obsidian's excluded files: what they leave out, and that no expression is let run for ever."""

from __future__ import annotations

import re
import time
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.vault.files.excluded_files import ExcludedFiles, TooCostlyError, longest_path


def told(*items: str, paths: tuple[str, ...] = ()) -> list[str]:
    warnings: list[str] = []
    excluded = ExcludedFiles(items, warnings.append)
    for path in paths:
        excluded.leave_out(path)
    return warnings


@pytest.mark.parametrize(
    ("item", "hidden", "shown"),
    [
        ("Archive/", "Archive/a.md", "An/Archive/a.md"),
        ("/^Priv.*secret/", "Private/secret.md", "secret.md"),
        (r"/^(?!Notes\/).*/", "Other/a.md", "Notes/a.md"),
        (r"/^(Old|Archive)\/.*\.md$/", "Old/x/a.md", "Older/a.md"),
        (r"/^(?:[^\/]+\/){3}/", "a/b/c/d.md", "a/b/c.md"),
        (r"/^([^/]+/)+draft-[0-9]{4}\.md$/", "a/b/draft-2024.md", "draft-2024.md"),
        (r"/.*foo.*bar.*/", "a foo and a bar.md", "a bar and a foo.md"),
        (r"/(?i)templates?/", "My TEMPLATE.md", "other.md"),
        ("/^(" + "|".join(f"Folder {number}" for number in range(30)) + ")/.*md$/", "Folder 7/a.md", "Folder/a.md"),
        (r"/\d{4}-\d{2}-\d{2}.*(draft|raw)?.*\.md$/", "Daily/2025-07-14 draft.md", "Daily/2025-7-14.md"),
        (r"/[^\/]*\/[^\/]*\/[^\/]*\/[^\/]*\.(png|jpe?g)\.md$/", "a/b/c/d.jpeg.md", "a/b/c.png.md"),
    ],
)
def test_what_people_exclude_is_left_out(item: str, hidden: str, shown: str) -> None:
    warnings: list[str] = []
    excluded = ExcludedFiles([item], warnings.append)
    assert excluded.leave_out(hidden)
    assert not excluded.leave_out(shown)
    assert warnings == []


@pytest.mark.parametrize(
    "source",
    [
        "^(a+)+$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "(a?){60}a{60}$",
        "a?" * 60 + "a" * 60 + "$",
        "(?:a|a)" * 60 + "$",
        "^(?=(a+)+$)",
        "((?:){9999}){9999}",
        "(?:){4000000000}",
        ".*.*(?:){9999}b",
        "(.*)" + r"\1" * 9 + "b",
        "^([^.]+.)+$",
        r"^([^d]+\d)+$",
        "^([^/]+/?)+$",
        r"^(a*[^/]+/)+$",
        "(?x)(a+#)\n)+",
        "(a+)(?#x)+$",
        "(?#[)(a+)+$(?#])",
        r"^(\[^/]+/)+$",
        "^([^/]+/*)+$",
        r"^([^/]+\/?)+$",
        "(a+){,}$",
        "((a|b|ab)c?)*$",
        ".*a" * 20,
        "(" * 50 + "a*" + ")*" * 50,
        "a" * 20_000,
    ],
)
def test_an_expression_that_could_run_for_ever_is_passed_over_with_a_warning(source: str) -> None:
    with pytest.raises(TooCostlyError):
        longest_path(source)
    (warning,) = told(f"/{source}/", paths=("a" * 5_000,))
    assert "are passed over" in warning


def test_what_is_no_expression_is_passed_over_with_a_warning() -> None:
    assert len(told("/(/", "/a{" + "9" * 5_000 + "}/", "/" + "(" * 5_000 + ")" * 5_000 + "/")) == 3


def test_for_paths_that_are_too_long_for_it_an_expression_is_passed_over_and_that_is_told_once() -> None:
    warnings = told("/a.*a.*a.*b/", paths=("a" * 100, "a" * 4_000, "a" * 4_001))
    where = "on paths of more than 183 characters"
    assert warnings == [f"The excluded files '/a.*a.*a.*b/' are passed over {where}: it could take too long."]


def test_expressions_that_are_slow_again_and_again_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    for clock in ("perf_counter", "thread_time"):
        monkeypatch.setattr(f"vaulttui.vault.files.excluded_files.{clock}", count().__next__)
    warnings: list[str] = []
    excluded = ExcludedFiles(["/b/"], warnings.append)
    assert [excluded.leave_out("b") for _ in range(30)] == [True] * 10 + [False] * 20
    assert warnings == ["The excluded files '/b/' are passed over: looking for them takes too long."]


def test_expressions_are_not_slow_because_the_machine_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.vault.files.excluded_files.perf_counter", count().__next__)
    excluded = ExcludedFiles(["/b/"])
    assert all(excluded.leave_out("b") for _ in range(100))


_PIECES = st.recursive(
    st.sampled_from(["a", "b", "/", ".", "[ab]", "[^a]", "[^/]*/", r"[^/]+\/", r"\[^/]+/", r"\w", r"\b", "^", "$"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        inner.map("({})".format),
        inner.map("(?:{})".format),
        inner.map("(?={})".format),
        st.tuples(inner, inner).map("(?:{0[0]}|{0[1]})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "*?", "{2}", "{1,3}", "{2,}"])).map("(?:{0[0]}){0[1]}".format),
    ),
    max_leaves=12,
)


@given(source=_PIECES, letter=st.sampled_from(["a", "b", "/", "a/", "ab"]), end=st.sampled_from(["", "c"]))
def test_whatever_is_let_through_ends_soon(source: str, letter: str, end: str) -> None:
    try:
        pattern = re.compile(source + "$")
        longest = longest_path(source + "$")
    except (re.error, TooCostlyError):
        return
    path = (letter * 300)[: min(longest, 300) - 1] + end
    begun = time.thread_time()
    pattern.search(path)
    assert time.thread_time() - begun < 5
