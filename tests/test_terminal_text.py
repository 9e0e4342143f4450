"""Text of notes is data: nothing in it reaches the terminal as an instruction."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.terminal_text import plain


def test_letters_of_every_script_stay_as_they_are() -> None:
    text = "naïve Straße Ωμέγα Привет 機械学習 한국어 עברית عربي हिन्दी ไทย 🗂️ [bold]x[/bold]"
    assert plain(text) == text


def test_an_escape_sequence_is_shown_instead_of_obeyed() -> None:
    assert plain("\x1b[31mred\x00\x7f\x9b2J") == "␛[31mred␀␡�2J"


def test_tabs_become_blanks_and_one_line_stays_one_line() -> None:
    assert plain("a\tb\nc\r\nd\u2028e") == "a    b c  d e"
    assert plain("a\tb\nc", keep_newlines=True) == "a    b\nc"


@pytest.mark.parametrize("control", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_characters_that_turn_the_direction_of_writing_are_dropped(control: str) -> None:
    assert plain(f"gpj{control}exe") == "gpjexe"


def test_invisible_characters_are_dropped() -> None:
    assert plain("pass\u200bword\ufeff\u2060\xad") == "password"


def test_joiners_stay_where_they_spell_something() -> None:
    assert plain("👩\u200d💻") == "👩\u200d💻"
    assert plain("❤\ufe0f\u200d🔥") == "❤\ufe0f\u200d🔥"
    assert plain("می\u200cخواهم") == "می\u200cخواهم"
    assert plain("a\u200db\u200cc") == "abc"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("👨\u200d\u2066\u0627", "👨\u0627"),
        ("👩\u200d\u2066💻", "👩\u200d💻"),
        ("می\u200c\u061cx", "میx"),
        ("a\u0301\u0301\u0301\u0301\u20d0\u200d💻", "a\u0301\u0301\u0301\u0301💻"),
        ("a\u0301\u0301\u0301\u200d\u0301\u0301", "a\u0301\u0301\u0301\u0301"),
        ("👩\u200d\u200c\u200d💻", "👩💻"),
    ],
)
def test_joiners_are_judged_by_what_they_stand_between_in_the_end(text: str, shown: str) -> None:
    assert plain(text) == shown
    assert plain(shown) == shown


def test_a_lone_surrogate_of_a_file_name_can_be_printed() -> None:
    plain("caf\udce9.md").encode("utf-8")


def test_a_tower_of_accents_is_cut() -> None:
    assert plain("z" + "\u0301" * 500) == "z" + "\u0301" * 4


@given(
    st.text(alphabet=st.characters(codec=None), max_size=60)
    | st.text(alphabet="a\u0301\u20d0\u0627\u061c\u200c\u200d\u2066\u2060\ufe0f\u20e3👩\x1b\ufeff", max_size=12)
)
def test_any_text_becomes_printable_and_stays_so(text: str) -> None:
    shown = plain(text)
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert plain(shown) == shown
