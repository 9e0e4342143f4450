"""Late patterns are patterns, compiled once and not before they are used."""

from __future__ import annotations

import re

import pytest

from vaulttui.patterns import late_pattern


def test_a_late_pattern_finds_what_the_pattern_finds() -> None:
    late, usual = late_pattern(r"(a+)b?", re.IGNORECASE), re.compile(r"(a+)b?", re.IGNORECASE)
    text = "xAAb aB c"
    assert late.findall(text) == usual.findall(text)
    assert [found.span() for found in late.finditer(text)] == [found.span() for found in usual.finditer(text)]
    assert late.sub("-", text) == usual.sub("-", text)
    assert late.fullmatch("aab")
    assert (late.pattern, late.flags) == (usual.pattern, usual.flags)


def test_it_is_compiled_once_and_not_before_it_is_used() -> None:
    asked: list[str] = []

    def source() -> str:
        asked.append("source")
        return "a"

    late = late_pattern(source)
    assert asked == []
    assert (late.findall("aba"), late.findall("b"), late.sub("-", "a")) == (["a", "a"], [], "-")
    assert asked == ["source"]


def test_a_pattern_that_is_wrong_says_so_when_it_is_used() -> None:
    late = late_pattern("(")
    with pytest.raises(re.error):
        late.search("a")
