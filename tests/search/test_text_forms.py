"""Two ways to write the same text find each other: composed or not, in any case, in any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Literal

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault, write_notes
from vaulttui.index.reading.letters import fold
from vaulttui.search.folding import fold_as_column, fold_in_place, folded
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")

WORDS = {
    "french": "déjà",
    "german": "Größe",
    "sharp s": "straße",
    "ligatures": "ﬁneﬄe",
    "polish": "Łódź",
    "danish": "smørrebrød",
    "turkish": "İstanbul",
    "vietnamese": "Việt",
    "greek": "ΟΔΥΣΣΕΎΣ",
    "russian": "Йогурт",
    "hebrew": "שָׁלוֹם",
    "arabic": "كَلِمَة",
    "hindi": "हिन्दी",
    "thai": "น้ำใจ",
    "japanese": "ガイドブック",
    "korean": "한국어",
    "chinese": "数据库",
    "rare chinese": "𠮷野家",
    "identifier": "naïve_coöp-2",
}


ASKED = [pytest.param(number, form, id=f"{name}-{form}") for number, name in enumerate(WORDS) for form in FORMS]


def found(engine: LocalEngine, text: str) -> list[str]:
    return sorted(
        hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD, limit=1_000))).hits
    )


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """A vault that has every word in both forms, in every place where a word may stand, a folder for each."""
    folder = tmp_path_factory.mktemp("forms")
    for number, word in enumerate(WORDS.values()):
        for form in FORMS:
            there = unicodedata.normalize(form, word)
            write_notes(
                folder / "vault",
                {
                    f"{number} {form}/{there} name.md": "nothing",
                    f"{number} {form}/word.md": f"some {there} here",
                    f"{number} {form}/title.md": f"---\ntitle: some {there} here\n---\n",
                    f"{number} {form}/tag.md": f"#{there}",
                    f"{number} {form}/value.md": f"---\nstate: {there}\n---\n",
                    f"{number} {form}/link.md": f"to [[{there} name]]",
                    f"{number} {form}/folder {there}/note.md": "inside",
                },
            )
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.mark.parametrize(("number", "form"), ASKED)
def test_names_words_titles_tags_and_values_are_found_in_either_form(
    engine: LocalEngine, number: int, form: Form
) -> None:
    def both(name: str) -> set[str]:
        return {f"{number} {there}/{name}" for there in FORMS}

    word = unicodedata.normalize(form, list(WORDS.values())[number])
    names = {f"{number} {there}/{unicodedata.normalize(there, word)} name.md" for there in FORMS}
    cases = (word, word.lower(), word.upper()) if form == "NFC" else (word,)
    for variant in dict.fromkeys(unicodedata.normalize(form, case) for case in cases):
        assert names <= set(found(engine, f"file:{variant}"))
        assert names <= set(found(engine, f'path:"{variant} name"'))
        assert both("word.md") <= set(found(engine, variant))
        assert both("word.md") <= set(found(engine, f"content:{variant}"))
        assert both("word.md") == set(found(engine, f'content:"some {variant} here"'))
        assert both("word.md") == set(found(engine, f"line:(some {variant})"))
        assert both("title.md") <= set(found(engine, f"title:{variant}"))
        assert both("tag.md") == set(found(engine, f"tag:#{variant}"))
        assert both("value.md") == set(found(engine, f'[state:"{variant}"]'))
        assert len(found(engine, f'folder:"folder {variant}"')) == 2


@pytest.mark.parametrize(("number", "form"), ASKED)
def test_links_and_completions_lead_to_a_name_in_either_form(engine: LocalEngine, number: int, form: Form) -> None:
    word = unicodedata.normalize(form, list(WORDS.values())[number])
    for there in FORMS:
        name = f"{number} {there}/{unicodedata.normalize(there, word)} name.md"
        source = f"{number} {there}/link.md"
        assert [link.path for link in engine.note(source).links] == [name]
        assert [backlink.path for backlink in engine.backlinks(name)] == [source]
        assert source in found(engine, f'links-to:"{number} {there}/{word} name"')
        assert name in [item.text for item in engine.suggest("note", word)]


def test_names_that_differ_in_case_or_composition_alone_are_notes_of_their_own(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    names = ["Plan.md", "plan.md", "caf\u00e9.md", "cafe\u0301.md"]
    root = make_vault({name: f"[[{name}]]" for name in names})
    if len(list(root.iterdir())) < len(names):
        pytest.skip("this file system does not tell them apart")
    engine = open_vault(root)
    assert found(engine, "file:plan") == ["Plan.md", "plan.md"]
    assert found(engine, "file:café") == ["cafe\u0301.md", "caf\u00e9.md"]
    for name in names:
        assert [link.path for link in engine.note(name).links] == [name]


@pytest.mark.parametrize("emoji", ["🎉", "👩‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "1️⃣"])
def test_emoji_are_found_in_names_tags_and_text(make_vault: MakeVault, open_vault: OpenVault, emoji: str) -> None:
    engine = open_vault(
        make_vault({f"{emoji}.md": "x", "tag.md": f"#{emoji}", "text.md": f"so {emoji} there", "other.md": "y"})
    )
    assert found(engine, f"file:{emoji}") == [f"{emoji}.md"]
    assert "text.md" in found(engine, f'content:"{emoji}"')
    assert {"text.md", f"{emoji}.md"} <= set(found(engine, emoji))
    if "\u200d" not in emoji:  # where a joiner ends the tag, as in Obsidian
        assert found(engine, f"tag:#{emoji}") == ["tag.md"]


@pytest.mark.parametrize("query", ["{}", "content:{}", "line:{}", "section:{}", "task:{}", "title:{}", '"so {} there"'])
@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("ｆｕｌｌ２", "full2"),
        ("full2", "ＦＵＬＬ２"),
        ("soft\u00adhyphen", "softhyphen"),
        ("softhyphen", "soft\u00adhyphen"),
        ("zero\u200bwidth", "zerowidth"),
        ("wɘ\u2060ird", "wɘird"),
        ("क्\u200dष", "क्ष"),
    ],
)
def test_wide_letters_and_what_nobody_sees_in_a_word_make_no_difference(
    read_vault: ReadVault, query: str, written: str, asked: str
) -> None:
    engine = read_vault({"note.md": f"# so {written} there\n\n- [ ] {written}\n", "other.md": "y"})
    (hit,) = engine.search(parse_query(query.format(asked), defaults=Query(mode=Mode.KEYWORD))).hits
    assert hit.path == "note.md"
    assert any(written in hit.snippet.text[match.start : match.end] for match in hit.snippet.matches)


@cache
def _assigned() -> list[str]:
    """All characters that are assigned: of later ones the database knows more than Python, or the other way round."""
    return [chr(code) for code in range(1, 0x110000) if unicodedata.category(chr(code)) not in ("Cs", "Cn")]


def _folded_by_the_database(texts: list[str], *, in_place: bool = False) -> list[str]:
    column = folded("value", in_place=in_place)
    rows = duckdb.execute(f"SELECT {column} FROM (SELECT unnest(?::VARCHAR[]) AS value)", [texts]).fetchall()
    return [text for (text,) in rows]


@given(
    st.text(st.characters(exclude_categories=("Cs", "Cn")))
    | st.text("aｂＡ０\u00ad\u200b\u200c\u200d\ufeffе́ かﾊﾞガ\u3099कँ़िनऩำ่ﻻ")
)
def test_a_text_is_folded_as_the_database_folds_a_column(text: str) -> None:
    text = text.replace("\0", "")
    assert _folded_by_the_database([text]) == [fold_as_column(text)]
    assert _folded_by_the_database([text], in_place=True) == [fold_in_place(text)]


@pytest.mark.parametrize("around", ["{}", "か{}\u3099é"])
def test_every_character_is_folded_as_the_database_folds_it(around: str) -> None:
    texts = [around.format(letter) for letter in _assigned()]
    assert _folded_by_the_database(texts) == list(map(fold_as_column, texts))


def test_what_is_one_letter_to_words_is_the_same_letter_to_conditions() -> None:
    alike = [(letter, fold(letter)) for letter in _assigned() if unicodedata.category(letter)[0] in "LN"]
    alike = [(letter, plain) for letter, plain in alike if len(plain) == 1 and plain.isalnum()]
    assert len(alike) > 100_000
    assert [letter for letter, plain in alike if fold_as_column(letter) != fold_as_column(plain)] == []
    assert [letter for letter in _assigned() if fold_as_column(fold_as_column(letter)) != fold_as_column(letter)] == []


SAME = {
    "narrow kana": ("テスト", "ﾃｽﾄ"),
    "narrow voiced kana": ("ガイド", "ｶﾞｲﾄﾞ"),
    "shapes of Arabic letters": ("كتاب", "ﻛﺘﺎﺏ"),
    "Arabic ligature": ("سلام", "ﺳﻼﻡ"),
    "micro sign": ("3μ", "3µ"),
    "small digits": ("h2o", "H₂O"),
    "Roman number": ("viii", "Ⅷ"),
    "letters of formulas": ("work", "𝐖𝐨𝐫𝐤"),
    "long s": ("strasse", "ſtraße"),
    "nasal sign": ("हिंदी", "हिँदी"),
    "nukta": ("बाज़ार", "बाजार"),
}
OTHER = {
    "voicing": ("パス", "バス"),
    "no voicing": ("がき", "かき"),
    "vowel sign": ("कल", "काला"),
    "tone": ("เขา", "เข่า"),
    "Thai vowel": ("กา", "กี"),
}
SEAMS = [
    *("title:{}", "file:{}", "path:{}", "folder:{}", 'path:"in/{}/*"', "task:{}", "task-todo:{}"),
    *("line:{}", "line:({} alpha)", 'line:"alpha {}"', "block:({} alpha)", "section:{}"),
]


def _some_at_each_seam(pairs: Iterable[tuple[str, str]], apart: int) -> list[tuple[str, str, str]]:
    """Each place with some words, and each word in some places, of names and of texts: all fold by the same tables."""
    return [(seam, *pair) for place, seam in enumerate(SEAMS) for pair in islice(pairs, place % apart, None, apart)]


def _note(word: str) -> str:
    return f"in/{word}/{word}.md"


@pytest.fixture(scope="module")
def seams(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """A vault with a note for each word, which has it in all places."""
    folder = tmp_path_factory.mktemp("seams")
    words = [word for pair in (*SAME.values(), *OTHER.values()) for word in pair]
    texts = {_note(word): f"# {word}\n\n- [ ] {word}\n\nalpha {word} end\n" for word in words}
    write_notes(folder / "vault", {**texts, "x.md": "y"})
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.mark.parametrize(("seam", "one", "other"), _some_at_each_seam(SAME.values(), 3))
def test_conditions_know_the_letters_that_words_know(seams: LocalEngine, seam: str, one: str, other: str) -> None:
    for asked in (one, unicodedata.normalize("NFD", other)):
        assert found(seams, seam.format(asked)) == sorted([_note(one), _note(other)])
    assert {_note(one), _note(other)}.isdisjoint(found(seams, f"-{seam.format(one)}"))


@pytest.mark.parametrize(("seam", "one", "other"), _some_at_each_seam(OTHER.values(), 2))
def test_conditions_take_no_letter_for_another_with_other_marks(
    seams: LocalEngine, seam: str, one: str, other: str
) -> None:
    for asked in (one, other):
        assert found(seams, seam.format(unicodedata.normalize("NFD", asked))) == [_note(asked)]
    assert {_note(one), _note(other)} - set(found(seams, f"-{seam.format(one)}")) == {_note(one)}


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_a_line_is_found_with_the_very_word(read_vault: ReadVault, one: str, other: str) -> None:
    engine = read_vault({"note.md": f"{one} x\n\n{other} alpha\n"})
    assert found(engine, f"line:({one} alpha)") == []
    assert found(engine, f"line:({other} alpha)") == ["note.md"]
    assert found(engine, f'"{one} alpha"') == []


def test_a_file_is_found_by_any_part_of_its_name(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"project [x].md": "nothing", "].md": "other"}))
    assert found(engine, "file:ject") == ["project [x].md"]
    assert found(engine, 'file:"].md"') == ["].md", "project [x].md"]
    assert found(engine, 'file:"[x" nothing') == ["project [x].md"]
