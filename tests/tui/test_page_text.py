"""A text is found as it is to be seen, however lines and cells are broken."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview import RenderedNote
from vaulttui.tui.preview.found import with_found
from vaulttui.tui.preview.lines import Line
from vaulttui.tui.preview.page_text import PageText

from .preview_notes import hits_of, note, render


def found(detail: NoteDetail | str, text: str, *, width: int = 40, source_view: bool = False) -> list[str]:
    """What is marked where a text is found; pieces of one place are joined by a stroke."""
    return hits_of(looked_through(detail, text, width=width, source_view=source_view))


def looked_through(detail: NoteDetail | str, text: str, *, width: int = 40, source_view: bool = False) -> RenderedNote:
    rendered = with_found(render(detail, "query", width=width, source_view=source_view), text)
    assert rendered is not None
    return rendered


def test_places_are_those_of_the_characters_whatever_their_case_and_accents() -> None:
    assert found("Über über UBER, überall, u\u0308ber", "uber") == ["Über", "über", "UBER", "über", "u\u0308ber"]
    assert found("a lock, un**lock**ed locks", "lock") == ["lock", "lock", "lock"]
    assert found("the lock is the lock", "the lock") == ["the lock", "the lock"]
    assert found("the  lock or lock the", "lock the") == ["lock the"]


def test_a_letter_that_is_folded_to_several_is_marked_as_a_whole() -> None:
    assert found("die Straße und Strasse", "strasse") == ["Straße", "Strasse"]
    assert found("Maß", "s") == ["ß"]
    assert found("ﬁne", "i") == ["ﬁ"]


@pytest.mark.parametrize("word", ["대한민국", "がっこう", "データ", "বাংলো", "சொல்", "ကြီး", "tiếng"])
def test_places_are_found_however_letters_and_marks_are_written(word: str) -> None:
    ways = unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)
    for written in ways:
        for wanted in ways:
            page = PageText([Line(((f"x {written} y {written}", ""),), 1)])
            begin, again = len("x "), len(f"x {written} y ")
            assert [*page.places(wanted)] == [[(0, at, at + len(written))] for at in (begin, again)]


def test_half_width_letters_are_found_as_others() -> None:
    assert found("ﾃﾞｰﾀ と データ", "データ") == found("ﾃﾞｰﾀ と データ", "ﾃﾞｰﾀ") == ["ﾃﾞｰﾀ", "データ"]


LINES = st.lists(
    st.tuples(
        st.text(st.one_of(st.sampled_from("ab ß́각ﾞ"), st.characters()), max_size=8), st.sampled_from(["\n", " ", ""])
    ),
    max_size=6,
)


@given(LINES, st.text(st.sampled_from("ab ß́각s"), max_size=3), st.data())
def test_whatever_is_looked_for_its_places_are_in_order(
    lines: list[tuple[str, str]], wanted: str, data: st.DataObject
) -> None:
    page = PageText([Line(((text, ""),), number, joint) for number, (text, joint) in enumerate(lines, 1)])
    start = data.draw(st.integers(0, len(page.folded)))
    for text in (wanted, " ", page.folded[start : start + data.draw(st.integers(1, 9))]):
        pieces = [piece for place in page.places(text) for piece in place]
        assert all(0 <= piece.start < piece.end <= len(lines[piece.y][0]) for piece in pieces)
        assert pieces == sorted(pieces)
        assert all(one.y < other.y or one.end <= other.start for one, other in pairwise(pieces))


def test_the_blank_that_a_line_was_broken_at_is_no_place() -> None:
    assert found("some words that are broken", " ", width=12) == [" "] * 2
    assert found("some words that are broken", " that", width=12) == ["that"]


def test_nothing_is_found_where_nothing_is_looked_for_or_there() -> None:
    assert found("some text", "") == []
    assert found("some text", "other") == []
    assert found("", "a") == []


def test_a_place_goes_on_behind_the_break_of_a_line() -> None:
    text = "A paragraph that is broken somewhere in here, and once more further down."
    for written in (text, f"- {text}", f"> {text}", f"> [!tip] Title\n> {text}"):
        (place,) = found(written, "broken somewhere in here", width=20)
        assert "|" in place
        assert place.replace("|", " ") == "broken somewhere in here"


def test_a_place_does_not_go_on_in_another_paragraph() -> None:
    assert found("one\n\ntwo", "onetwo") == found("one\n\ntwo", "one two") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("```python\nlong_name = call(argument, another_argument)\n```", "argument, another_argument"),
        ("---\nstatus: a value that is longer than one line can be\n---\n", "that is longer than one line can be"),
        ("| A | B |\n|---|---|\n| a cell of many words in a row | x |", "cell of many words in a row"),
        ("| A | B |\n|---|---|\n| a cell of many words in a row | more words than there is room for |", "is room for"),
        ("> [!note] A title\n> and text within it that is broken", "and text within it that is broken"),
        ("$$\na + b\n$$", "a + b"),
    ],
    ids=["code", "properties", "table", "records", "callout", "formula"],
)
def test_it_is_found_in_whatever_is_shown(text: str, wanted: str) -> None:
    detail = note(
        text, properties={"status": "a value that is longer than one line can be"} if "---\ns" in text else {}
    )
    for width in (16, 24, 90):
        (place,) = found(detail, wanted, width=width)
        assert place.replace("|", "").replace(" ", "") == wanted.replace(" ", "")


def test_it_is_found_in_what_is_embedded() -> None:
    detail = note("![[Other]]", links={"Other": "Other.md"}, embeds={"Other": "Words of another note."})
    assert found(detail, "another note") == ["another note"]


@pytest.mark.parametrize(
    ("embedded", "wanted"),
    [
        ("> [!tip] T\n> a paragraph that is broken somewhere in here", "broken somewhere in here"),
        ("```\nlong_name = call(argument, another)\n```", "argument, another"),
    ],
    ids=["callout", "code"],
)
def test_it_is_found_across_the_lines_of_an_embedded_block_with_a_ground(embedded: str, wanted: str) -> None:
    detail = note("![[O]]", links={"O": "O.md"}, embeds={"O": embedded})
    (place,) = found(detail, wanted, width=24)
    assert place.replace("|", "").replace(" ", "") == wanted.replace(" ", "")


def test_it_is_found_in_the_source_but_not_in_the_numbers_of_lines() -> None:
    text = "**bold** text\n" * 12
    assert len(found(text, "**bold**", source_view=True)) == 12
    assert found(text, "12", source_view=True) == []


def test_what_is_drawn_for_the_eye_alone_is_not_found() -> None:
    text = "# Title\n\n> quoted\n\n---\n\n```js\nx\n```\n\nA note[^1] here.\n\n[^1]: below\n"
    assert found(text, "─") == found(text, "━") == found(text, "▌") == found(text, "js") == []
    assert found(text, "1") == []


def test_places_are_in_the_order_of_the_screen_with_their_lines() -> None:
    rendered = looked_through("| A | B |\n|---|---|\n| x and more words | x |\n| y | x |\n\nx", "x", width=18)
    assert [spot.number for spot in rendered.hits] == [0, 1, 2, 3]
    assert [(spot.y, spot.x_start) for spot in rendered.hits] == sorted((s.y, s.x_start) for s in rendered.hits)
    assert [spot.line for spot in rendered.hits] == [3, 3, 4, 6]


def test_the_matches_of_the_query_can_be_had_back() -> None:
    rendered = looked_through("a query and a word", "word")
    assert hits_of(rendered) == ["word"]
    assert hits_of(rendered.plain) == ["query"]
    again = with_found(rendered, "and")
    assert again is not None
    assert again.plain is rendered.plain


def test_of_very_many_places_the_first_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.tui.preview.found.MOST_PLACES", 3)
    few, many = looked_through("a a a b", "a"), looked_through("a a a a b", "a")
    assert (len(few.first_hits), few.more_found) == (3, False)
    assert (len(many.first_hits), many.more_found) == (3, True)
    assert not looked_through("a a a a b", "b").more_found


def test_what_nobody_waits_for_is_given_up() -> None:
    assert with_found(render("word " * 2_000), "word", lambda: True) is None
