"""Where lines of a note stand after it was written again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.tui.reading.moved_lines import moved_lines

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "- x", "- y"]), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ("a|b|c", "a|b|c", {1: 1, 3: 3}),
        ("a|b|c", "new|a|b|c", {1: 2, 3: 4}),
        ("a|b|c", "a|c", {1: 1, 2: 2, 3: 2}),
        ("a|b|c", "a|b|c|d|e", {1: 1, 3: 3}),
        ("a|b|c|d", "0|a|b|new|c|d|9", {1: 2, 2: 3, 3: 5, 4: 6}),
        ("a|b||c", "A|B||C", {1: 1, 2: 2, 3: 3, 4: 4}),
        ("a|b|c", "", {1: 1, 2: 1, 3: 1}),
        ("", "a|b", {1: 1}),
    ],
)
def test_a_line_stands_where_its_text_is(before: str, after: str, moves: dict[int, int]) -> None:
    moved = moved_lines(before.replace("|", "\n"), after.replace("|", "\n"))
    assert {line: moved(line) for line in moves} == moves


@given(LINES, LINES, LINES, LINES)
def test_of_a_part_that_is_exchanged_what_is_around_it_is_found(
    above: list[str], below: list[str], old: list[str], new: list[str]
) -> None:
    before, after = [*above, *old, *below], [*above, *new, *below]
    moved = moved_lines("\n".join(before), "\n".join(after))
    for line in (*range(1, len(above) + 1), *range(len(before) - len(below) + 1, len(before) + 1)):
        assert after[moved(line) - 1] == before[line - 1] or not before[line - 1]
    assert all(1 <= moved(line) <= len(after) for line in range(1, len(before) + 1))
