"""Whatever an agent sends, a tool answers or refuses: it never fails in another way."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaulttui.errors import VaultTuiError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.tools import compact, find, find_notes, search, search_notes

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3000),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(
        (
            *("", " ", "*", "TVA", "[", "[décision]", "[a:", "..", "/", ".", "Projets", "2025-07-14", "7 days ago"),
            *("name", "(", '"', "fast", "keyword", "\0", "a\nb", "\ud800", "[^]", "[!]", "**", "#", "-", "tag:"),
            *("changelog.md#2025", "vault/", "x/../y"),
        )
    ),
    st.lists(st.sampled_from(["", "*", "TVA", "[", "a.md#b#", "status", "\0"]), max_size=3),
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "field": st.sampled_from(["status", "prio", "", 5, "\0"]),
                "value": st.sampled_from(["x", "", None, 3, True, ["y"], "2025-01-01", "nan", "1e999"]),
                "match_type": st.sampled_from(["equals", "contains", "exists", "like", None, []]),
            },
        ),
        max_size=2,
    ),
    st.just({"key": "status", "value": "x"}),
)
SLOWLY = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def some(*names: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, ODD))


@SLOWLY
@given(
    arguments=some(
        *("query", "mode", "folder", "recursive", "frontmatter", "date_start", "date_end", "date_type", "sort"),
        *("include_fields", "n_results", "offset"),
    )
)
def test_find_notes(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    text = find_notes(engine, **({"mode": "keyword"} | arguments))
    text.encode()
    told = json.loads(text)
    assert told["success"] is True or told["error"]
    json.loads(compact(text, "find_notes"))


@SLOWLY
@given(
    arguments=some(
        *("query", "queries", "mode", "path", "tag", "scopes", "limit", "min_score", "date_from", "date_to"),
        *("explain", "format", "context_lines"),
    )
)
def test_search(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    with suppress(VaultTuiError):
        assert all("path" in result for result in search(engine, **({"mode": "fast"} | arguments)))


@SLOWLY
@given(arguments=some("pattern", "path", "tag", "property", "limit", "sort"))
def test_find(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    with suppress(VaultTuiError):
        assert all(set(item) == {"path", "size", "mtime", "tags"} for item in find(engine, **arguments))


@SLOWLY
@given(query=ODD, read_content=st.booleans())
def test_search_notes(engine: LocalEngine, query: Any, read_content: bool) -> None:
    with suppress(VaultTuiError):
        assert search_notes(engine, query, read_content)


def test_an_argument_that_is_not_there_is_pythons_own_error(engine: LocalEngine) -> None:
    with pytest.raises(TypeError):
        find_notes(engine, filter="x")  # type: ignore[call-arg]
