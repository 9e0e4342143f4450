"""Whatever a note holds, it is laid out, within the width, and nothing of it is obeyed."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from vaulttui.tui.preview import MatchTerms

from .preview_notes import THEME, note, render_note

MARKS = [
    "# H\n", "## ", "- ", "* [x] ", "1. ", "> ", "> [!note]- t\n", "```py\n", "```", "~~~\n", "\n", "\n\n", "    ",
    "| a | b |\n|--|:-:|\n| x | yyyyyyyyyyyyyyy |\n", "|", "\t", "**", "*", "_", "==", "~~", "`", "[[", "]]", "![[",
    "#tag", "[^1]", "[^1]: ", "^[x]", "$", "$$", "%%", "<!--", "-->", "<b>", "</b>", "<br>", "<a href='x'>", "<T>",
    "<script>", "</details>", "[x](y)", "![a|10](b.png)", "https://a.b/c", "k:: v", "[k:: v]", "^id", "---\n", "===\n",
    "\\", "漢字", "👩\u200d💻", "e\u0301", "\u202e", "\x1b[31m", "\u200d", "\ufe0f", "☁", "\x00", "\udc80", "  \n",
    "word ", "[a]: http://b\n", "[a]", "&#27;", "&rlm;", "\r", "\x0b", "\u2028", "ไทย", "[bold]", "[/]",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(MARKS) | st.text(max_size=5), max_size=40).map("".join)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, embedded=TEXTS, width=st.integers(8, 200), source_view=st.booleans())
def test_any_text_fits_any_width(text: str, embedded: str, width: int, source_view: bool) -> None:
    detail = note(text if not text.startswith("---\n") else f" {text}", links={"a": "a.md"}, embeds={"a": embedded})
    match = MatchTerms(("word", "a", "漢字"), (("word", "a"),))
    rendered = render_note(detail, width=width, match=match, source_view=source_view)
    last = text.count("\n") + 2
    for y, line in enumerate(rendered.lines):
        assert cell_len(line.text) <= width
        assert not set(line.text) & set("\x00\x07\x1b\r\n\x0b\x9b\u202e\u2028\udc80")
        assert 1 <= line.source <= last
        assert rendered.strip(y, THEME).text == line.text
    for hit in rendered.hits:
        assert 0 <= hit.y < rendered.height
        assert 0 <= hit.x_start <= hit.x_end <= width
    for link in rendered.links:
        assert 0 <= link.y < rendered.height
        assert 0 <= link.x_start <= link.x_end <= width
    if "[^" not in text and "^[" not in text:
        sources = [line.source for line in rendered.lines]
        assert sources == sorted(sources)


@settings(max_examples=60)
@given(
    values=st.dictionaries(
        st.text(max_size=12),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats()
            | st.text(max_size=30)
            | st.dates()
            | st.datetimes(),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=8,
        ),
        max_size=6,
    ),
    width=st.integers(8, 80),
)
def test_any_property_fits_any_width(values: dict[str, object], width: int) -> None:
    detail = note("---\na: 1\n---\ntext", properties=values)  # type: ignore[arg-type]
    for line in render_note(detail, width=width).lines:
        assert cell_len(line.text) <= width
        assert "\x1b" not in line.text


@pytest.mark.parametrize(("levels", "indent", "mark"), [(75, "  ", "- "), (150, "> ", "")], ids=["list", "quote"])
def test_nothing_is_left_out_however_deep_it_lies(levels: int, indent: str, mark: str) -> None:
    text = "\n".join(f"{indent * level}{mark}n{level}.\n{indent * level}" for level in range(1, levels))
    shown = render_note(note(text), width=1000).text()
    assert [level for level in range(1, levels) if f"n{level}." not in shown] == []


@pytest.mark.parametrize(
    "text",
    [
        "[" * 19_000,
        "![" * 9_000,
        "[[" * 9_000,
        "*a **b _c " * 1_900,
        "`" * 19_001 + "a",
        "<" * 19_000,
        "==a" * 6_000,
        "$a" * 9_000,
        "".join("> " * level + "[!note]- t\n" for level in range(1, 40)) + "> " * 40 + "a",
        "%%" * 9_001,
        "a %%\n%% b\n%%\n" * 5_000,
        "> " * 10_000 + "a",
        "- " * 2_000 + "a",
        "a" * 200_000,
        "漢" * 60_000,
        "#a " * 6_000,
        "[^a]" * 4_500 + "\n\n[^a]: x",
        "^[" * 9_000,
        "http://" * 2_800,
        "key:: (" * 2_500,
        "|" * 10_000 + "\n" + "|-" * 5_000,
        "<b " * 6_000,
        "<div>\n" + "<b>x</i> " * 16_000,
        "[x](" * 4_900,
        "e" + "\u0301" * 100_000,
        "&amp" * 4_900,
        "~~~\n" * 10_000,
    ],
    ids=lambda text: text[:8],
)
def test_no_text_takes_for_ever(text: str) -> None:
    started = time.process_time()
    rendered = render_note(note(text), width=80, match=MatchTerms(("a",)))
    assert time.process_time() - started < 5
    assert all(cell_len(line.text) <= 80 for line in rendered.lines)
