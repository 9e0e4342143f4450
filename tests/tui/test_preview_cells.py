"""Text is broken, and marked, by the cells that it takes on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vaulttui.tui.preview.cells import break_anywhere, clusters, cut, wrap
from vaulttui.tui.preview.draw import overlaid

PIECES = [*"ab  -/é漢字（）、ไท", "👩\u200d💻", "❤\ufe0f", "e\u0301", "\U0001f1eb", "🇩🇪", "word "]
TEXTS = st.lists(st.sampled_from(PIECES)).map("".join)
WIDTHS = st.integers(2, 20)


def lines(text: str, width: int) -> list[str]:
    return [text[start:end] for start, end in wrap(text, width)]


def test_words_stay_whole_where_they_can() -> None:
    assert lines("the quick brown fox", 10) == ["the quick", "brown fox"]


def test_a_word_that_is_too_long_is_broken_best_behind_a_stroke() -> None:
    assert lines("https://x.org/abc/def ok", 16) == ["https://x.org/", "abc/def ok"]
    assert lines("abcdefgh", 3) == ["abc", "def", "gh"]


def test_wide_characters_take_two_cells_and_may_be_broken_anywhere() -> None:
    assert lines("漢字漢字 ab 漢", 6) == ["漢字漢", "字 ab", "漢"]


def test_a_flag_is_not_torn_apart() -> None:
    assert clusters("🇩🇪🇫🇷🇯") == [(0, 2, 2), (2, 4, 2), (4, 5, 1)]
    assert lines("a🇩🇪🇫🇷b", 4) == ["a🇩🇪", "🇫🇷b"]


def test_brackets_are_not_left_behind() -> None:
    assert lines("漢字（漢字）漢", 6) == ["漢字", "（漢", "字）漢"]


def test_newlines_are_kept() -> None:
    assert lines("a\n\nb", 5) == ["a", "", "b"]


@given(TEXTS, WIDTHS)
def test_lines_fit_and_lose_only_blanks(text: str, width: int) -> None:
    at = 0
    for start, end in wrap(text, width):
        assert cell_len(text[start:end]) <= width
        assert not text[at:start].strip(" ")
        at = end
    assert not text[at:].strip(" ")


@given(TEXTS, WIDTHS)
def test_folded_code_fits_and_loses_nothing(text: str, width: int) -> None:
    pieces = [text[start:end] for start, end in break_anywhere(text, width)]
    assert "".join(pieces) == text
    assert all(cell_len(piece) <= width for piece in pieces)


@given(TEXTS)
def test_clusters_are_the_text(text: str) -> None:
    found = clusters(text)
    assert "".join(text[start:end] for start, end, _ in found) == text
    assert sum(cells for _, _, cells in found) == cell_len(text)


@given(TEXTS, WIDTHS)
def test_what_is_cut_fits_and_says_so(text: str, width: int) -> None:
    shown = cut(text, width)
    assert cell_len(shown) <= width
    assert shown == text or shown.endswith("…")


@pytest.mark.parametrize(
    ("line", "start", "end", "marked"),
    [
        ("👨\u200d👩\u200d👧family day", 2, 8, "family"),
        ("👨\u200d👩\u200d👧 family day", 0, 2, "👨\u200d👩\u200d👧"),
        ("Thanks👨\u200d👩\u200d👧! bye", 8, 9, "!"),
        ("1\ufe0f\u20e3 first", 0, 2, "1\ufe0f\u20e3"),
        ("a🇩🇪b", 2, 3, "🇩🇪"),
        ("a漢b", 2, 4, "漢b"),
        ("plain", 1, 3, "la"),
        ("plain", 7, 9, ""),
    ],
)
def test_what_lies_in_the_marked_cells_is_marked_as_a_whole(line: str, start: int, end: int, marked: str) -> None:
    strip = overlaid(Strip([Segment(line)]), start, end, Style(bold=True))
    assert strip.text == line
    assert "".join(text for text, style, _ in strip if style is not None and style.bold) == marked


@given(st.lists(TEXTS, max_size=3), WIDTHS, WIDTHS)
def test_marking_leaves_the_line_as_it_is_and_tears_nothing_apart(texts: list[str], start: int, cells: int) -> None:
    segments = [Segment(text, Style(italic=True)) for text in texts]
    whole = {piece for text in texts for piece in _apart(text)}
    strip = overlaid(Strip(segments), start - 2, start - 2 + cells, Style(bold=True))
    assert strip.text == "".join(texts)
    assert strip.cell_length == sum(map(cell_len, texts)) == sum(segment.cell_length for segment in strip)
    assert {piece for text, _, _ in strip for piece in _apart(text)} <= whole


def _apart(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in clusters(text)]
