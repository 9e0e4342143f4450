"""Which words of a text match, against looking at every word and every pair of characters one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaulttui.index.reading.folded_text import fold_with_origins
from vaulttui.index.reading.letters import UNSPACED, fold, is_unspaced
from vaulttui.index.reading.tokenizer import PART, WORD
from vaulttui.search.query import RankedText
from vaulttui.search.words.matching import Matcher, matcher_for
from vaulttui.search.words.terms import Form, Term

_LETTERS = "한국어한かが\u3099ｶﾞカー中文字学ไทยกำ้İßﬁéÉe\u0301①ℌ㍿\U00020000"
_TEXTS = st.text(st.sampled_from(_LETTERS + "ab_-.'’ \u200d\n"), max_size=40)


def _one_by_one(text: str, forms: set[str]) -> Iterator[tuple[int, int, str]]:
    for match in WORD.finditer(text):
        word = fold_with_origins(match[0])
        if word.text in forms:
            yield (*match.span(), word.text)
        elif not word.text.isalnum() or is_unspaced(word.text):
            spans = []
            for part in PART.finditer(word.text):
                for run in re.finditer(f"[{UNSPACED}]+|[^{UNSPACED}]+", part[0]):
                    start, end = part.start() + run.start(), part.start() + run.end()
                    if is_unspaced(run[0]):
                        spans += [(at, at + size) for size in (1, 2) for at in range(start, end - size + 1)]
                    else:
                        spans.append((start, end))
            for start, end in spans:
                if (form := word.text[start:end]) in forms:
                    first, behind = word.span(start, end)
                    yield match.start() + first, match.start() + behind, form


@given(_TEXTS, st.lists(st.text(st.sampled_from(_LETTERS), min_size=1, max_size=2), min_size=1, max_size=8))
@example("か\u3099く が", ["が", "か"])
@example("한국어를", ["국어", "어"])
def test_forms_are_found_wherever_they_stand(text: str, words: list[str]) -> None:
    forms = {fold(word) for word in words if fold(word)} | {"é"}  # one that is not ASCII, as it mostly is in such texts
    found = Matcher(dict.fromkeys(forms, 1.0)).places(text)
    assert set(found) == set(_one_by_one(text, forms))


@pytest.mark.parametrize(
    ("text", "forms", "expected"),
    [
        ("Докер容器", ["докер"], ["Докер"]),
        ("Докер容器", ["容器"], ["容器"]),
        ("Docker容器在Linux上运行", ["docker", "容器"], ["Docker", "容器"]),
        ("Docker容器在Linux上运行", ["do", "er", "o", "容器"], ["容器"]),
        ("ABC株式会社", ["abc", "株式", "式会", "会社"], ["ABC", "株式会社"]),
        ("ｶﾞｿﾘﾝとﾊﾟｿｺﾝ", ["ガソ", "ソリ", "リン"], ["ｶﾞｿﾘﾝ"]),
        ("か\u3099くせい", ["がく", "くせ"], ["か\u3099くせ"]),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165", ["한국"], ["\u1112\u1161\u11ab\u1100\u116e\u11a8"]),
    ],
)
def test_parts_of_a_word_are_marked_as_they_are_written(text: str, forms: list[str], expected: list[str]) -> None:
    assert [text[start:end] for start, end, _ in Matcher(dict.fromkeys(forms, 1.0)).find(text)] == expected


@pytest.mark.parametrize(
    ("text", "forms", "expected"),
    [
        ("gpt-4 und gpt 4", ["gpt-4", "gpt", "4"], ["gpt-4", "gpt", "4"]),
        ("Straße, Straße", ["strasse"], ["Straße", "Straße"]),
        ("Ecole e\u0301cole école", ["ecole"], ["Ecole", "e\u0301cole", "école"]),
        ("कभी-कभी कभीकभी", ["कभी"], ["कभी", "कभी"]),
        ("कि क", ["क"], ["क"]),
        ("l'été, l’été", ["ete"], ["été", "été"]),
        ("Docker™ docker…", ["docker"], ["docker"]),
        ("приём-приемник", ["прием"], ["приём"]),
        ("กำลังทำ", ["ทํ", "ลั"], ["ลั", "ทำ"]),
    ],
)
def test_words_are_marked_between_the_letters_of_others(text: str, forms: list[str], expected: list[str]) -> None:
    assert [text[start:end] for start, end, _ in Matcher(dict.fromkeys(forms, 1.0)).find(text)] == expected


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("Ｗｉｎｄｏｗｓ １１を使う", ("windows", "11"), ["Ｗｉｎｄｏｗｓ １１"]),
        ("ｶﾞｿﾘﾝ ﾊﾟｿｺﾝ", ("ガソリン", "パソコン"), ["ｶﾞｿﾘﾝ ﾊﾟｿｺﾝ"]),
    ],
)
def test_phrases_are_marked_as_they_are_written(text: str, phrase: tuple[str, ...], expected: list[str]) -> None:
    assert [text[start:end] for start, end, _ in Matcher({}, (phrase,)).find(text)] == expected


@pytest.mark.parametrize(
    "forms", list(permutations([Form(1, "café", "exact"), Form(2, "cafe", "accent"), Form(3, "càfe", "stem")]))
)
def test_forms_that_differ_by_accents_alone_count_as_the_nearest_of_them(forms: tuple[Form, ...]) -> None:
    matcher = matcher_for([Term("café", forms)], RankedText("café", ("café",)))
    assert [(place, weight) for *place, weight in matcher.find("Cafe, café")] == [([0, 4], 1.0), ([6, 10], 1.0)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dark mode", ["Dark mode"]),
        ("the dark\nmode, dark (mode)", ["dark\nmode", "dark (mode"]),
        ("dark modes, a darker mode, mode dark", []),
        ("Ein dark mode für “dark mode”", ["dark mode", "dark mode"]),
        ("dark für mode, dark тот mode", []),
        ("a code block", ["code block"]),
    ],
)
@pytest.mark.parametrize("others", [{}, {"darkmode": 1.0, "code": 1.0}])
def test_compounds_are_found_as_forms_are(text: str, expected: list[str], others: dict[str, float]) -> None:
    matcher = Matcher(others, compounds={"dark mode": 0.95, "code block": 0.95})
    assert [text[start:end] for start, end, _ in matcher.find(text)] == expected
    compounds = [(start, end, form) for start, end, form in matcher.places(text) if " " in form]
    assert [text[start:end] for start, end, _ in compounds] == expected
