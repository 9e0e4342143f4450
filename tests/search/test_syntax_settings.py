"""What a query text says of how to search is read, and changed where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.query_texts import fragment_texts
from vaulttui.search.syntax import with_setting, written_setting


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("sort:name lock", "sort", "name"),
        ("lock SORT:Created:Asc", "sort", "created:asc"),
        ("sort:name (lock sort:size)", "sort", "size"),
        ('sort:"name" lock', "sort", "name"),
        ("sort: lock", "sort", "lock"),
        ("lock sort:", "sort", ""),
        ("-sort:name lock", "sort", ""),
        ('"sort:name" lock', "sort", ""),
        ("mode:keyword sort:name", "mode", "keyword"),
        ("mode:nope", "mode", "nope"),
        ("", "mode", ""),
    ],
)
def test_the_last_value_counts(text: str, name: str, value: str) -> None:
    assert written_setting(text, name) == value


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("sort:name lock", "sort:size lock"),
        ("lock sort:created:asc", "lock sort:size"),
        ("sort:name (lock sort:title)", "sort:name (lock sort:size)"),
        ('sort:"name"lock', "sort:size lock"),
        ("lock tag:sort", "lock tag:sort"),
    ],
)
def test_only_the_value_changes(text: str, changed: str) -> None:
    assert with_setting(text, "sort", "size") == changed


@given(fragment_texts, st.sampled_from(["sort", "mode"]), st.sampled_from(["name", "hybrid", "size:desc"]))
def test_what_is_written_is_what_is_read(text: str, name: str, value: str) -> None:
    changed = with_setting(text, name, value)
    if written_setting(text, name):
        assert written_setting(changed, name) == value
    else:
        assert changed == text
