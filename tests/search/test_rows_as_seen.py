"""Words that the reader of a note sees in a row are in a row, whatever the source has between them."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault, indexed_vault
from tests.search.asking import marked, search
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.conditions.row_spans import holding_in_a_row, row_spans
from vaulttui.search.conditions.text_conditions import text_is
from vaulttui.search.folding import fold_as_column
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.ranking.proximity import proximity
from vaulttui.search.syntax import parse_query
from vaulttui.search.words.matching import Matcher
from vaulttui.vault.markdown.interruptions import INTERRUPTIONS

SEEN = "Our blue door, opens slowly!"
"""What the reader of each of the following sees, if it is not code."""
SOURCES = {
    "link": "Our [blue door](https://example.org/some/page?a=b), opens slowly!",
    "parentheses": "Our [blue door](https://example.org/page_(old)), opens slowly!",
    "titled": 'Our [blue](<some page.md> "Its title") door, opens slowly!',
    "reference": "Our [blue][1] [door][the door], opens slowly!",
    "wikilink": "Our [[Colours/Some page#Heading|blue]] door, opens slowly!",
    "element": 'Our <span class="mark">blue</span> door,<br/>opens slowly!',
    "comment": "Our blue %%not that 100% sure%% door, <!-- so-called --> opens slowly!",
    "entity": "Our blue&nbsp;door&#44; opens slowly!",
    "footnote": "Our blue[^1] door,[^note-2] opens slowly!",
    "picture": "Our [![blue](https://example.org/blue.png)](https://example.org) door, opens slowly!",
    "emphasis": "Our **blue** ==door==, `opens` _slowly_!",
}
OTHERS = {
    "prose": "Our blue (not green) door, opens slowly!",
    "brackets": "Our [blue](and green) door, opens slowly!",
    "value": "Our blue <your colour> door, opens slowly!",
    "lines": "Our [blue](https://\nexample.org) door, opens slowly!",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    notes: dict[str, str | bytes] = {f"{name}.md": f"- [ ] {text}\n" for name, text in (SOURCES | OTHERS).items()}
    with indexed_vault(tmp_path_factory.mktemp("seen"), notes) as engine:
        yield engine


def found(result: Result) -> set[str]:
    return {hit.path.removesuffix(".md") for hit in result.hits}


@pytest.mark.parametrize(
    "asked",
    [
        '"blue door"',
        '"our blue door opens slowly"',
        'content:"blue door opens"',
        'line:("blue door" our)',
        'block:("blue door" slowly)',
        'section:("blue door opens" our)',
        'task:"blue door"',
    ],
)
def test_what_is_in_quotes_is_found_as_a_reader_sees_it(engine: LocalEngine, asked: str) -> None:
    assert found(search(engine, asked)) == SOURCES.keys()
    assert found(search(engine, f"-{asked}")) == OTHERS.keys()


IN_RUNS = {
    "这是粗体文字": ["这是**粗体**文字", "这**是粗**体文字", "`这`是<b class='x'>粗</b>体==文字==", "这是粗~~体~~文字"],
    "参见线性代数笔记": [
        "参见[[线性代数]]笔记",
        "参见[[Algebra#Of lines|线性代数]]笔记",
        "参[见线](https://x.org/见_(线))性代数笔记",
    ],
    "今天天气很好": ["今天%%note%%天气很好", "今天天气<!-- 云 -->很[^1]好"],
    "使用Docker容器部署": ["使用[Docker](http://d.org)容器部署", "使用**docker**容器**部署**"],
    "東京タワーに行く": ["東京[タワー](http://x.org)に行く", "東京[ﾀﾜｰ](http://x.org)に**行**く"],
    "ฉันรักประเทศไทยมาก": ["ฉันรัก[ประเทศไทย](http://x.org)มาก"],
    "나는 서울에 갔다": ["나는 [서울](http://x.org)에 갔다", "나는 [[Seoul|서울]]에&nbsp;**갔**다"],
}
"""What a reader sees, in scripts without blanks, and sources of it."""
NOT_IN_RUNS = {
    "这是粗体文字": [
        "这是（粗体）文字",
        "这是&nbsp;粗体文字",
        "这是<br>粗体文字",
        "这是\n\n**粗体**文字",
        "这是**文字**粗体",
    ],
    "나는 서울에 갔다": ["나는 [서울](http://x.org) 에 갔다"],
}


@pytest.mark.parametrize("asked", ['"{}"', 'content:"{}"', 'line:"{}"', 'block:"{}"', 'section:"{}"', 'task:"{}"'])
@pytest.mark.parametrize("seen", IN_RUNS)
def test_letters_of_scripts_without_blanks_are_beside_each_other_as_a_reader_sees_them(
    read_vault: ReadVault, seen: str, asked: str
) -> None:
    others = [*NOT_IN_RUNS.get(seen, ()), "Nothing of this."]
    notes = {f"{number}.md": f"- [ ] {text}\n" for number, text in enumerate(IN_RUNS[seen])}
    engine = read_vault({**notes, **{f"not {number}.md": f"- [ ] {text}\n" for number, text in enumerate(others)}})
    assert {hit.path for hit in search(engine, asked.format(seen)).hits} == notes.keys()
    assert len(search(engine, f"-{asked.format(seen)}").hits) == len(others)


def test_what_an_excerpt_shows_of_such_a_script_is_found_and_marked_in_quotes(read_vault: ReadVault) -> None:
    engine = read_vault({"a.md": "他说，这是**粗体**和[[代数|线性代数]]文字。\n"})
    (hit,) = search(engine, '"是粗体和线性代数文"').hits
    assert (hit.snippet.text, marked(hit)) == ("他说，这是粗体和线性代数文字。", ["是粗体和线性代数文"])


@pytest.mark.parametrize("seen", IN_RUNS)
def test_many_words_of_scripts_without_blanks_are_in_a_row_where_few_are(
    monkeypatch: pytest.MonkeyPatch, seen: str
) -> None:
    with_few_words_in_patterns(monkeypatch)
    texts = [*IN_RUNS[seen], *NOT_IN_RUNS.get(seen, ())]
    assert holding(seen, texts) == IN_RUNS[seen]
    assert [texts[number] for number in holding_in_a_row(seen)(texts)] == IN_RUNS[seen]


def test_it_is_found_while_it_is_typed(engine: LocalEngine) -> None:
    query = parse_query('content:"our blue do', typing=True, defaults=Query(mode=Mode.KEYWORD))
    assert found(engine.search(query)) == SOURCES.keys()


def test_what_the_source_has_in_a_row_is_found_as_well(engine: LocalEngine) -> None:
    assert found(search(engine, '"blue door https example"')) == {"link", "parentheses"}
    assert found(search(engine, '"example.org some page"')) == {"link"}
    assert found(search(engine, '"note 2 opens"')) == {"footnote"}


def test_it_is_marked_from_its_first_word_to_its_last(engine: LocalEngine) -> None:
    for hit in search(engine, '"blue door opens"').hits:
        (match,) = marked(hit)
        assert (match[:4], match[-5:]) == ("blue", "opens"), hit.path
        if hit.path in ("link.md", "titled.md", "wikilink.md"):
            assert (hit.snippet.text, match) == (SEEN, "blue door, opens")


def test_what_a_reader_sees_in_a_row_ranks_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    others = {f"{number}.md": f"The blue, old door {number} opens slowly.\n" for number in range(5)}
    link = (
        "The [blue](https://example.org/a-page-of-many-words/about/all/that/there/is) door opens slowly, and so on.\n"
    )
    result = search(open_vault(make_vault({**others, "seen.md": link})), "blue door opens slowly")
    assert result.hits[0].path == "seen.md"


@pytest.mark.parametrize("quotes", ["", '"'])
def test_a_whole_page_can_be_asked_for(read_vault: ReadVault, quotes: str) -> None:
    words = [f"w{number}x" for number in range(600)]
    page = " ".join(words)
    engine = read_vault(
        {
            "page.md": f"Said: {page}.\n",
            "linked.md": f"Said: [{words[0]}](https://example.org) {' '.join(words[1:])}.\n",
            "other.md": f"Said: {words[0]} and {words[1]}.\n",
        }
    )
    result = search(engine, f"{quotes}{page}{quotes}")
    assert {hit.path for hit in result.hits[:2]} == {"page.md", "linked.md"}
    assert len(result.hits) == (2 if quotes else 3)


@pytest.mark.parametrize("asked", ["task", "line", "block", "section", "content"])
def test_a_long_quotation_is_found_in_one_place(read_vault: ReadVault, asked: str) -> None:
    words = [f"w{number}x" for number in range(600)]
    rest = " ".join(words[1:])
    engine = read_vault(
        {
            "whole.md": f"- [ ] Said: W0x, {rest}.\n",
            "linked.md": f"- [ ] Said: [{words[0]}](https://example.org) {rest}.\n",
            "other.md": f"- [ ] Said: {words[0]} and {rest}.\n",
            "part.md": f"- [ ] Said: {words[0]} {rest}y.\n",
        }
    )
    assert found(search(engine, f'{asked}:"{words[0]} {rest}"')) == {"whole", "linked"}


def holding(asked: str, texts: list[str]) -> list[str]:
    """Those of some texts that hold words in a row as the database finds them."""
    sql, parameters = text_is(asked, "text")
    found = duckdb.execute(f"SELECT text FROM (SELECT unnest(?) AS text) WHERE {sql}", [texts, *parameters])
    return [text for (text,) in found.fetchall()]


def with_few_words_in_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("text_conditions", "row_spans"):
        monkeypatch.setattr(f"vaulttui.search.conditions.{module}.LONG_ROW", 1)


@pytest.mark.parametrize("row", ["Blue door", "our blue door opens slowly", "blue door opens"])
def test_many_words_are_in_a_row_where_few_are(monkeypatch: pytest.MonkeyPatch, row: str) -> None:
    with_few_words_in_patterns(monkeypatch)

    def told(sources: Iterable[str]) -> list[str]:
        return [
            told for text in sources for told in (text, f"本{text}", text.replace("Our", "Öur").replace("our", "öur"))
        ]

    texts, expected = told((SOURCES | OTHERS).values()), told(SOURCES.values())
    assert holding(row, texts) == expected
    assert [texts[number] for number in holding_in_a_row(row)(texts)] == expected


@pytest.mark.parametrize("name", SOURCES)
def test_words_are_as_near_to_each_other_as_a_reader_sees_them(name: str) -> None:
    words = ("our", "blue", "door", "opens", "slowly")
    matcher = Matcher(dict.fromkeys(words, 1.0))
    for pair in pairwise(words):
        assert proximity(pair, SOURCES[name], matcher) > 0.6


@pytest.mark.parametrize(
    "address",
    [
        "Some [more of it](https://example.org/blue-door.html), then.",
        "[[Blue/Door/Others|Others]]",
        "See <!-- blue door --> others.",
    ],
)
def test_words_in_an_address_are_less_near_to_each_other(address: str) -> None:
    matcher = Matcher({"blue": 1.0, "door": 1.0})
    assert 0 < proximity(("blue", "door"), address, matcher) < proximity(("blue", "door"), "blue, the door", matcher)


@pytest.mark.parametrize(
    ("typed", "whole", "parts"),
    [
        ("e-mail address", "The e-mail address of Ann.", "Mail and more mails: R&D."),
        ("long-term memory", "A long-term memory.", "Long is the [term](https://example.org)."),
    ],
)
def test_a_text_in_links_that_has_only_parts_of_the_words_is_found(
    read_vault: ReadVault, typed: str, whole: str, parts: str
) -> None:
    engine = read_vault({"whole.md": whole, "parts.md": parts})
    assert [hit.path for hit in search(engine, typed).hits] == ["whole.md", "parts.md"]


PIECES = [
    "fox",
    "hen",
    "ab",
    " ",
    " ",
    "\n",
    "- ",
    "[",
    "](",
    "](ab)",
    "](fox hen)",
    "](x_(y))",
    "][ab]",
    "][",
    "](<fox ab>)",
    ")",
    "(",
    "<",
    ">",
]
PIECES += [
    "[[",
    "[[ab|",
    "]]",
    "<b>",
    "</b>",
    '<i fox="a">',
    "<ab>",
    "%%",
    "%",
    "%%hen%%",
    "<!--",
    "-->",
    "&amp;",
    "&",
    ";",
    "[^1]",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(["fox hen", "fox ab hen", "ab ab"]))
@example("fox](ab) hen", "fox hen")
@example("[fox](fox hen)", "fox hen")
@example("ab](x)[ab](x) ab", "ab ab")
def test_the_database_finds_such_a_row_wherever_it_is_found_elsewhere(text: str, row: str) -> None:
    sql, parameters = text_is(row, "text")
    told = duckdb.execute(f"SELECT {sql} FROM (SELECT ? AS text)", [*parameters, text]).fetchone()
    in_a_row = list(holding_in_a_row(row)([text])) == [0]
    assert told is not None
    assert told[0] >= in_a_row
    without = INTERRUPTIONS.sub(" ", text)
    assert in_a_row >= (list(holding_in_a_row(row)([without])) == [0])


@given(
    st.lists(
        st.sampled_from([*PIECES, *"北京北京大学", "**", "==", "`", "=", "か", "\u3099", "\u200b"]), max_size=14
    ).map("".join),
    st.sampled_from(["北京", "北京大学", "北京 大学", "北fox京", "fox京 hen", "が北"]),
)
@example("%%北%%京%%大%%学", "北京大学")
@example("か**\u3099**北", "が北")
def test_the_database_finds_what_a_reader_sees_of_such_a_script_wherever_it_is_found_elsewhere(
    text: str, row: str
) -> None:
    sql, parameters = text_is(row, "text")
    told = duckdb.execute(f"SELECT {sql} FROM (SELECT ? AS text)", [*parameters, text]).fetchone()
    in_a_row = list(holding_in_a_row(row)([text])) == [0]
    assert told is not None
    assert told[0] >= in_a_row
    assert not in_a_row or marks_all_of(row, text)


def marks_all_of(row: str, text: str) -> bool:
    """Whether a place where a text has words in a row begins and ends with their first and their last letter."""
    words = words_of(row)
    folded = fold_as_column(unicodedata.normalize("NFKC", text))
    spans = list(row_spans(words, whole_words=False)(folded))
    return all(folded[start] == words[0][0] and folded[end - 1] == words[-1][-1] for start, end in spans)


@pytest.mark.parametrize(
    "piece",
    [
        "fox](",
        "fox](a)",
        "fox][",
        "fox][a]",
        "fox <b ",
        "fox<b>",
        "[[fox",
        "fox%%",
        "fox <!-- ",
        "fox&a",
        "fox[^",
        'fox]( "',
    ],
)
def test_rows_are_looked_for_in_linear_time(piece: str) -> None:
    text = piece * 30_000
    started = time.process_time()
    assert list(holding_in_a_row("fox hen")([text])) == []
    assert list(holding_in_a_row("雨 fox狐")([f"狐{text}"])) == []
    INTERRUPTIONS.sub(" ", text)
    assert time.process_time() - started < 2
