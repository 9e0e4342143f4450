"""Which signs make one word of what they stand between, and which do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.letters import NON_JOINER
from vaulttui.index.reading.symbols import join_symbols
from vaulttui.index.reading.tokenizer import words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("$2,300 (12,345,678)", ["2|300", "12|345|678"]),
        ("2\u00a0300\u202f€ 299 792 458", ["2|300", "299|792|458"]),
        ("m^2, $x^{2}$ \\text{CO}_2 {a}_b", ["m|2", "x|2", "text", "co|2", "a|b"]),
        ("H<sub>2</sub>O Ca<sup>2+</sup> CO<sub>2</sub>-free", ["h|2|o", "ca|2", "co|2-free"]),
        ("V_{max}x V<sub>max</sub>x 1<sup>st</sup>", ["v|max", "x", "v|max", "x", "1|st"]),
        ("1, 200 2 300 0,300 2,300.50 3,14,159", ["1", "200", "2", "300", "0", "300", "2", "300.50", "3", "14", "159"]),
        ("共2,300個 1,000원", ["共2|300個", "1|000원"]),
        ("4,2025 a1,200 1,200,30", ["4", "2025", "a1", "200", "1", "200", "30"]),
        ("2024 100 200 3000", ["2024", "100", "200", "3000"]),
        ("10^6 x^{n+1} word[^1] ^id", ["10", "6", "x", "n", "1", "word", "1", "id"]),
    ],
)
def test_signs_within_numbers_and_symbols_are_joints(text: str, words: list[str]) -> None:
    assert [word.replace(NON_JOINER, "|") for word in words_of(join_symbols(text))] == words


@given(st.text("a1é ,.^_{}\u202f023", max_size=40))
def test_letters_and_digits_stay_where_they_are(text: str) -> None:
    joined = join_symbols(text)
    assert [(at, letter) for at, letter in enumerate(joined) if letter.isalnum()] == [
        (at, letter) for at, letter in enumerate(text) if letter.isalnum()
    ]
    assert len(joined) == len(text)
    assert join_symbols(joined) == joined
