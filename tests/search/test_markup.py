"""Headings are shown as the rendered note shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.markup import shown_text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("An Introduction to [[dataview|Dataview]]", "An Introduction to Dataview"),
        ('[Guide](https://example.org/a_b "T") and `code`', "Guide and code"),
        ("**Bold**, *slanted*, ~~gone~~, ==marked==", "Bold, slanted, gone, marked"),
        ("1. First | Second [x] - 3 * 4", "1. First | Second [x] - 3 * 4"),
        ("Set up %%later%%", "Set up"),
        ("snake_case [[Note#Part]]", "snake_case Note#Part"),
        (r"snake\_case, R&amp;D &lt; 5\. A & B;", "snake_case, R&D < 5. A & B;"),
        (r"\*not slanted\*, *slanted*", "*not slanted*, slanted"),
        (r"`C:\_x &amp;`", r"C:\_x &amp;"),
        ("[[]]", "[[]]"),
        ("", ""),
    ],
)
def test_markup_of_a_line_is_left_out(written: str, shown: str) -> None:
    assert shown_text(written) == shown


@given(st.text(alphabet="ab [](){}|*`~=%<>!-/#", max_size=40))
def test_something_is_left_of_every_text_and_nothing_is_added(text: str) -> None:
    shown = shown_text(text)
    assert bool(shown) == bool(text)
    rest = iter(text)
    assert all(character in rest for character in shown)
