"""A text that is folded with the places of its characters is folded as any text is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.folded_text import fold_with_origins
from vaulttui.index.reading.letters import fold

COMPOSED = st.text("각한글ガデがé", max_size=12)
ANY = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.characters(categories=["Mn", "Mc", "Lm"]),
        st.sampled_from("aeiou가각힣각ㄱㅏﾀﾞｶﾟßﬁ…\u00ad\u200d\u0301\u0338\u3099\u0bbe\u0bc6\u09c7\u09be\u102e\u1025"),
    ),
    max_size=20,
)


@given(st.one_of(ANY, COMPOSED.map(lambda text: unicodedata.normalize("NFD", text))))
def test_it_is_folded_as_any_text_is(text: str) -> None:
    assert fold_with_origins(text).text == fold(text)


@given(ANY, st.data())
def test_a_place_lies_in_the_text_and_has_all_that_it_is_from(text: str, data: st.DataObject) -> None:
    folded = fold_with_origins(text)
    if folded.text:
        start = data.draw(st.integers(0, len(folded.text) - 1))
        end = data.draw(st.integers(start + 1, len(folded.text)))
        first, last = folded.span(start, end)
        assert 0 <= first < last <= len(text)
        assert folded.text[start:end] in fold(text[first:last])


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("a u\u0308ber", "u", "u\u0308"),
        ("Straße", "s", "S"),
        (unicodedata.normalize("NFD", "대한민국"), "한", unicodedata.normalize("NFD", "한")),
        ("ﾃﾞｰﾀ", "データ", "ﾃﾞｰﾀ"),
        ("soft\u00adly", "tl", "t\u00adl"),
    ],
)
def test_letters_with_their_marks_are_one_place(text: str, wanted: str, found: str) -> None:
    folded = fold_with_origins(text)
    at = folded.text.index(wanted)
    start, end = folded.span(at, at + len(wanted))
    assert text[start:end] == found
