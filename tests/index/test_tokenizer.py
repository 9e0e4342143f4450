"""Which words a text holds, as they are looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.forms import count_forms
from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.stemming import LANGUAGES, stem
from vaulttui.index.reading.tokenizer import MAX_FORM, closed_form, folded_words, forms_of, query_forms, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Plain words, here.", ["plain", "words", "here"]),
        ("gpt-4 and foo_bar", ["gpt-4", "and", "foo_bar"]),
        ("v2.1 of C++ or C#", ["v2.1", "of", "c++", "or", "c#"]),
        ("2025-07-14T10", ["2025-07-14t10"]),
        ("l’api d'été", ["l'api", "d'été"]),
        ("Памʼять ʼслова donʼt", ["пам'ять", "слова", "don't"]),
        ("#tag/nested", ["tag", "nested"]),
        ("end. Start", ["end", "start"]),
        ("-flag --other", ["flag", "other"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
        ("ΣΊΣΥΦΟΣ", ["σίσυφοσ"]),
        ("soft\u00adhy\u00adphen", ["softhyphen"]),
        ("\ufeffzero\u200bwidth\u200b join\u2060er", ["zerowidth", "joiner"]),
        ("क्\u200dष", ["क्ष"]),
        ("می\u200cخواهم\u200c", ["می\u200cخواهم"]),
        ("كتـــاب ـ", ["كتاب"]),
        ("", []),
    ],
)
def test_words_keep_their_inner_joints(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("word", ("word",)),
        ("gpt-4", ("gpt", "4", "gpt-4")),
        ("foo_bar", ("foo", "bar", "foo_bar")),
        ("می\u200cخواهم", ("می", "خواهم", "می\u200cخواهم")),
        ("l'api", ("l", "api", "l'api")),
        ("c++", ("c", "c++")),
        ("猫", ("猫",)),
        ("東京都", ("東京", "京都", "都")),
        ("abc日本", ("abc", "日本", "本")),
        ("版本2.0", ("版本", "本", "2", "0", "2.0")),
        ("gpt-4를", ("gpt", "4", "gpt-4", "를")),
        ("東京-京", ("東京", "京", "京")),
        ("한국어", ("한국", "국어", "어")),
        ("佐々木", ("佐々", "々木", "木")),
        ("二〇二五年", ("二〇", "〇二", "二五", "五年", "年")),
        ("ㄅㄆ", ("ㄅㄆ", "ㄆ")),
    ],
)
def test_a_word_gives_its_parts_and_itself(word: str, forms: tuple[str, ...]) -> None:
    assert forms_of(word) == forms


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("gpt-4", ("gpt", "4", "gpt-4")),
        ("猫", ("猫",)),
        ("東京都", ("東京", "京都")),
        ("3月", ("3", "月")),
        ("第3章", ("第", "3", "章")),
        ("7月14日に", ("7", "月", "14", "日に")),
        ("東京-京", ("東京", "京")),
        ("ab本", ("ab", "本")),
    ],
)
def test_what_is_looked_for_of_a_row_is_its_pairs_and_of_one_letter_itself(word: str, forms: tuple[str, ...]) -> None:
    assert query_forms(word) == forms


@pytest.mark.parametrize(
    ("form", "closed"),
    [
        ("word", "word"),
        ("e-mail", "email"),
        ("foo_bar", "foobar"),
        ("a.i", "ai"),
        ("می\u200cخواهم", "میخواهم"),
        ("हिन्दी-भाषा", "हिन्दीभाषा"),
        ("gpt-4", "gpt4"),
        ("4-h-club", "4hclub"),
        ("café-bar", "cafébar"),
        ("v2.1", ""),
        ("2025-07-14", ""),
        ("we'll", ""),
        ("c++", ""),
        ("", ""),
    ],
)
def test_a_word_may_be_written_without_its_joints_unless_they_part_digits(form: str, closed: str) -> None:
    assert closed_form(form) == closed


def test_length_counts_a_jointed_word_as_its_parts() -> None:
    counts, length = count_forms("gpt-4 rocks")
    assert counts == {"gpt": 1, "4": 1, "gpt-4": 1, "rocks": 1}
    assert length == 3


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Bloqué", "bloque"),
        ("Straße", "strasse"),
        ("ＡＢＣ１", "abc1"),
        ("Łódź", "lodz"),
        ("ВОЁТ", "воет"),
        ("が", "が"),
        ("کتابی", "كتابي"),
        ("مدرسة أحمد", "مدرسه احمد"),
        ("ज़िंदगी", "जिंदगी"),
        ("हँस", "हंस"),
        ("soft\u00adhyphen", "softhyphen"),
        ("👨\u200d👩", "👨👩"),
    ],
)
def test_folding_drops_case_and_accents(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_composed_and_decomposed_spellings_are_one_word() -> None:
    assert words_of("cafe\u0301") == words_of("caf\u00e9")
    assert fold("cafe\u0301") == fold("caf\u00e9")


def test_long_words_are_cut() -> None:
    assert all(len(form) <= MAX_FORM for form in count_forms("x" * 10_000)[0])


@given(st.text(max_size=400))
def test_any_text_gives_forms_that_are_found_again(text: str) -> None:
    counts, length = count_forms(text)
    assert length >= len(words_of(text))
    for word in words_of(text):
        for form in forms_of(word):
            assert form in counts


@given(st.text(max_size=200))
def test_folding_is_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("english", ("connected", "connecting", "connection")),
        ("french", ("bloqué", "bloquée", "bloquer")),
        ("german", ("Häuser", "Hauses")),
        ("spanish", ("gato", "gatos")),
        ("russian", ("книга", "книги")),
        ("tamil", ("மொழி", "மொழிகள்")),
    ],
)
def test_inflections_share_a_stem(language: str, words: tuple[str, ...]) -> None:
    assert len({stem(word.lower(), language) for word in words}) == 1


def test_a_stem_has_no_accents_so_that_words_typed_without_them_meet_it() -> None:
    assert stem("bloqué", "french") == stem("bloque", "french")


@pytest.mark.parametrize("form", ["gpt-4", "2025", "東京", "c++"])
def test_identifiers_are_not_stemmed(form: str) -> None:
    assert all(stem(form, language) == form for language in LANGUAGES)


def test_an_unknown_language_only_folds() -> None:
    assert stem("Running".lower(), "none") == "running"


def test_of_a_long_name_the_beginning_is_looked_at() -> None:
    assert folded_words("Größe, e-mail") == "grosse e-mail"
    assert folded_words("word " * 100_000) == " ".join(["word"] * 60)
