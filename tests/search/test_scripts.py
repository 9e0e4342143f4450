"""Words of scripts that are not Latin are found, told apart and marked as those of Latin ones are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import ReadVault, indexed_vault
from tests.search.asking import marked, search
from vaulttui.search.conditions.row_spans import row_spans
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

NOTES = {
    "天気.md": "# 時々の天気\n\n明日は時々雨が降ります。\n",
    "佐々木.md": "# 佐々木さん\n\n人々は彼を信頼している。\n",
    "公園.md": "# 代々木\n\n我々は散歩します。二〇二五年の目標。\n",
    "三.md": "# 予定\n\n旅行は3月に行く。\n",
    "契約.md": "# 契約\n\nA社と第3章。\n",
    "版本.md": "# 发布\n\n使用gpt-4开发的v1.2.3版本，共2,300個，于2025-07-14完成。\n",
    "numbers.md": "# Numbers\n\n3 3 3, à 3, a 3.\n",
    "किताब.md": "# किताबें\n\nहिंदी और विद्यार्थी।\n",
    "மொழி.md": "# மொழிகள்\n\nநான் ஒரு புத்தகத்தை படித்தேன். தமிழ் மொழிகள் அழகானவை. கோவில் மற்றும் கொடி.\n",
    "Памʼять.md": "# Памʼять\n\nПамʼять компʼютера.\n",
    "М'ята.md": "# М'ята\n\nПро комп’ютер.\n",
    "كتاب.md": "# كتـــاب\n\nهذا كتـــاب قديم في المدرسة عند محمـــد.\n",
    "کتاب.md": "# یادداشت\n\nمی\u200cخواهم بخوانم. علي آمد. خانه\u200cها بزرگ است.\n",
    "ज़िंदगी.md": "# ज़िंदगी\n\nज़िंदगी अच्छी है। चाँद निकला।\n",
    "Straße.md": "---\naliases: [Größenmaß]\n---\n# Weg\n\n[[ΟΔΌΣ]]\n",
    "Οδός.md": "# Δρόμος\n\n[[STRASSE]]\n",
    "月.md": "# 月\n\n月曜日と木曜日。\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once."""
    with indexed_vault(tmp_path_factory.mktemp("scripts"), NOTES) as engine:
        yield engine


def paths(engine: LocalEngine, text: str) -> list[str]:
    return [hit.path for hit in search(engine, text).hits]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("時々", ["天気.md"]),
        ("人々", ["佐々木.md"]),
        ("佐々木", ["佐々木.md", "公園.md"]),
        ('"佐々木"', ["佐々木.md"]),
        ("二〇二五年", ["公園.md"]),
    ],
)
def test_a_sign_that_repeats_a_letter_is_one(engine: LocalEngine, text: str, found: list[str]) -> None:
    assert paths(engine, text) == found


def test_what_is_marked_of_a_repeated_letter_is_the_word(engine: LocalEngine) -> None:
    assert marked(search(engine, "時々").hits[0]) == ["時々"]


@pytest.mark.parametrize("text", ["人", "月 人", '"人"', "content:人", "人 好", "人 OR nothing"])
@pytest.mark.parametrize("typing", [False, True])
def test_a_single_character_is_found_whatever_stands_behind_it(read_vault: ReadVault, text: str, typing: bool) -> None:
    notes = {f"{number}.md": f"月说人{chr(0x4E00 + 30 * number)}好\n" for number in range(300)}
    query = parse_query(text, defaults=Query(mode=Mode.KEYWORD, limit=1000), typing=typing)
    result = read_vault(notes).search(query)
    assert {hit.path for hit in result.hits} == set(notes)
    if text == "人":
        assert len({hit.score for hit in result.hits}) == 1  # all pairs are the character alike


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3月", "三.md"),
        ("A社", "契約.md"),
        ("第3章", "契約.md"),
        ('"A社"', "契約.md"),
        ('"3月"', "三.md"),
    ],
)
def test_one_letter_beside_another_script_is_looked_for(engine: LocalEngine, text: str, found: str) -> None:
    hit = search(engine, text).hits[0]
    assert hit.path == found
    assert text.strip('"') in "".join(marked(hit))


@pytest.mark.parametrize("text", ["1.2.3", "v1.2.3", '"v1.2.3"', "2300", "2,300", "2025-07"])
def test_a_number_or_name_beside_another_script_is_found_as_between_blanks(engine: LocalEngine, text: str) -> None:
    assert paths(engine, text)[:1] == ["版本.md"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("विद्यार्थ", "किताब.md"),  # a beginning
        ("हिंद", "किताब.md"),
        ("புத்தக", "மொழி.md"),
        ("कितबें", "किताब.md"),  # a typing error
        ("மொழி", "மொழி.md"),  # another form of the word
    ],
)
def test_words_with_vowel_signs_are_found_as_others_are(engine: LocalEngine, text: str, found: str) -> None:
    assert paths(engine, text) == [found]


def test_a_word_goes_on_with_a_vowel_sign(engine: LocalEngine) -> None:
    assert [text for text in ("किताब", "किताबें") if any(True for _ in row_spans([text])("किताबें"))] == ["किताबें"]


@pytest.mark.parametrize("apostrophe", ["'", "’", "ʼ"])
@pytest.mark.parametrize(
    "asked", ["{}", '"{}"', "line:({})", 'content:"{}"', "{} OR zzz", 'title:"{}"', '"{}" -"м\'ята"']
)
def test_the_apostrophe_of_ukrainian_words_is_one_however_it_is_written(
    engine: LocalEngine, asked: str, apostrophe: str
) -> None:
    assert paths(engine, asked.format(f"пам{apostrophe}ять")) == ["Памʼять.md"]


def test_what_stands_behind_an_apostrophe_is_marked_by_itself(engine: LocalEngine) -> None:
    assert [marked(hit) for hit in search(engine, "ять").hits] == [["ять"]]


def test_words_with_an_apostrophe_are_left_out(engine: LocalEngine) -> None:
    assert paths(engine, "-\"пам'ять\" комп'ютера") == ["М'ята.md"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"كتاب قديم"', "كتاب.md"),
        ("line:(كتاب قديم)", "كتاب.md"),
        ("محمد", "كتاب.md"),
        ("المدرسه", "كتاب.md"),
        ('"المدرسه عند"', "كتاب.md"),
        ("علی", "کتاب.md"),
        ('"علی آمد"', "کتاب.md"),
        ("line:(علی آمد)", "کتاب.md"),
        ("میخواهم", "کتاب.md"),
        ("می خواهم", "کتاب.md"),
        ("می\u200cخواهم", "کتاب.md"),
        ('"می\u200cخواهم بخوانم"', "کتاب.md"),
        ("خانه", "کتاب.md"),
        ("जिंदगी", "ज़िंदगी.md"),
        ('"जिंदगी अच्छी"', "ज़िंदगी.md"),
        ("चांद", "ज़िंदगी.md"),
    ],
)
def test_what_may_be_left_out_or_written_otherwise_makes_no_other_word(
    engine: LocalEngine, text: str, found: str
) -> None:
    assert paths(engine, text) == [found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("محمد", ["محمـــد"]),
        ('"كتاب قديم"', ["كتـــاب قديم"]),
        ("میخواهم", ["می\u200cخواهم"]),
        ("علی", ["علي"]),
        ("जिंदगी", ["ज़िंदगी"]),
    ],
)
def test_it_is_marked_as_it_is_written(engine: LocalEngine, text: str, expected: list[str]) -> None:
    assert marked(search(engine, text).hits[0]) == expected


@pytest.mark.parametrize("name", ["Straße", "STRASSE", "strasse.md", "STRAẞE", "GRÖSSENMASS"])
def test_a_note_is_named_in_operators_as_in_links(engine: LocalEngine, name: str) -> None:
    assert paths(engine, f"links-to:[[{name}]]") == ["Οδός.md"]
    assert paths(engine, f"linked-from:[[{name}]]") == ["Οδός.md"]


@pytest.mark.parametrize("name", ["Οδός", "ΟΔΌΣ", "οδόσ"])
def test_a_last_sigma_is_a_sigma_in_names(engine: LocalEngine, name: str) -> None:
    assert paths(engine, f"links-to:[[{name}]]") == ["Straße.md"]
