"""Heading paths survive being one text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.heading_paths import decode_heading_path, encode_heading_path

HEADINGS = st.text(st.characters(codec="utf-8", exclude_characters="\n"))


@given(st.lists(HEADINGS, max_size=6).map(tuple))
def test_a_path_is_the_same_after_it_was_one_text(path: tuple[str, ...]) -> None:
    assert decode_heading_path(encode_heading_path(path)) == path
