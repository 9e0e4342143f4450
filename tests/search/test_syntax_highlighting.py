"""The colours of a query text while it is typed."""

from __future__ import annotations

import pytest

from vaulttui.search.syntax import highlight_spans


def coloured(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.kind) for span in highlight_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("rust  go", [("rust", "word"), ("go", "word")]),
        ('"a b" /r/', [('"a b"', "phrase"), ("/r/", "regex")]),
        ("a OR -b AND", [("a", "word"), ("OR", "boolean"), ("-", "negation"), ("b", "word"), ("AND", "boolean")]),
        ("(a)", [("(", "paren"), ("a", "word"), (")", "paren")]),
        ("tag:work #x", [("tag:", "operator"), ("work", "value"), ("#x", "tag")]),
        ("path: /r/", [("path:", "operator"), ("/r/", "regex")]),
        (
            'task:(a OR "b c") d',
            [
                ("task:", "operator"),
                ("(", "paren"),
                ("a", "value"),
                ("OR", "boolean"),
                ('"b c"', "value"),
                (")", "paren"),
                ("d", "word"),
            ],
        ),
        ("links-to:[[A b]]", [("links-to:", "operator"), ("[[A b]]", "value")]),
        (
            "[k:a OR >5]",
            [("[k:", "property"), ("a", "value"), ("OR", "boolean"), (">5", "value"), ("]", "property")],
        ),
        ("[k]", [("[k]", "property")]),
        ("tga:x y", [("tga", "error"), (":", "operator"), ("x", "value"), ("y", "word")]),
        ("created:foo x", [("created:", "operator"), ("foo", "error"), ("x", "word")]),
        ("a) b", [("a", "word"), (")", "error"), ("b", "word")]),
        ("[k:5..1] x", [("[k:", "property"), ("5..1", "error"), ("]", "property"), ("x", "word")]),
        ("created:last week x", [("created:", "operator"), ("last week", "error"), ("x", "word")]),
    ],
)
def test_each_part_has_its_kind(text: str, expected: list[tuple[str, str]]) -> None:
    assert coloured(text) == expected


@pytest.mark.parametrize(
    "text", ['"dead lo', "(a OR b", "tag:", "[sta", "[[No", "a OR", "has:ta", "created:2025-0", "-"]
)
def test_what_may_just_not_be_finished_is_no_error(text: str) -> None:
    assert "error" not in {kind for _, kind in coloured(text)}
