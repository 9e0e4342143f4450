"""Where lines of a note stand after it was written again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.tui.preview.folds import fold_of
from vaulttui.tui.reading.moved_lines import moved_folds, moved_lines

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


@pytest.mark.parametrize(
    ("before", "after", "folds"),
    [
        ("a|> [!tip]|b", "new||a|> [!tip]|b", {4: True}),
        ("a|> [!tip]|b", "> [!tip]|b", {1: True}),
        ("a|> [!tip]|b|> [!note]", "a|b|> [!note]", {}),
        ("a|> [!tip]|b", "a|> [!tip] Flour|b", {2: True}),
        ("a|> [!tip]|b", "", {2: True}),
    ],
    ids=["below", "above", "gone", "changed", "empty"],
)
def test_what_is_folded_stands_where_its_line_is(before: str, after: str, folds: dict[int, bool]) -> None:
    assert moved_folds({2: True}, before.replace("|", "\n"), after.replace("|", "\n")) == folds


def test_what_is_folded_is_as_it_was_when_the_text_of_the_note_is_back() -> None:
    text, folds = "a\n> [!tip]\nb\n> [!note]", {2: True, 4: True}
    assert moved_folds(moved_folds(folds, text, ""), "", text) == folds


def test_what_is_folded_in_an_embedded_note_moves_with_the_embed() -> None:
    folds = {fold_of(7, 2): True, fold_of(7, 3): False}
    assert moved_folds(folds, "a\n![[b]]\n![[c]]", "a\n\n![[b]]") == {fold_of(7, 3): True}


@given(LINES, LINES, LINES, LINES)
def test_of_a_part_that_is_exchanged_what_is_around_it_is_found(
    above: list[str], below: list[str], old: list[str], new: list[str]
) -> None:
    before, after = [*above, *old, *below], [*above, *new, *below]
    moved = moved_lines("\n".join(before), "\n".join(after))
    for line in (*range(1, len(above) + 1), *range(len(before) - len(below) + 1, len(before) + 1)):
        assert after[moved(line) - 1] == before[line - 1] or not before[line - 1]
    assert all(1 <= moved(line) <= len(after) for line in range(1, len(before) + 1))
