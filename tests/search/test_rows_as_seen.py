"""Words that the reader of a note sees in a row are in a row, whatever the source has between them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault, indexed_vault
from tests.search.asking import marked, search
from vaulttui.search.conditions.text_conditions import holding_in_a_row, text_is
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


@pytest.mark.parametrize("row", ["Blue door", "our blue door opens slowly", "blue door opens"])
def test_many_words_are_in_a_row_where_few_are(monkeypatch: pytest.MonkeyPatch, row: str) -> None:
    monkeypatch.setattr("vaulttui.search.conditions.text_conditions._LONG_ROW", 1)
    for name, text in (SOURCES | OTHERS).items():
        sql, parameters = text_is(row, "text")
        for told in (text, f"本{text}", text.replace("Our", "Öur").replace("our", "öur")):
            holds = duckdb.execute(f"SELECT {sql} FROM (SELECT ? AS text)", [*parameters, told]).fetchone()
            assert holds == (name in SOURCES,), told
            assert list(holding_in_a_row(row)([told])) == ([0] if name in SOURCES else [])


@pytest.mark.parametrize("name", SOURCES)
def test_words_are_as_near_to_each_other_as_a_reader_sees_them(name: str) -> None:
    words = ("our", "blue", "door", "opens", "slowly")
    matcher = Matcher(dict.fromkeys(words, 1.0))
    for pair in pairwise(words):
        assert proximity(pair, SOURCES[name], matcher) > 0.6


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


@pytest.mark.parametrize(
    "piece", ["fox](", "fox](a)", "fox <b ", "fox<b>", "[[fox", "fox%%", "fox <!-- ", "fox&a", "fox[^", 'fox]( "']
)
def test_rows_are_looked_for_in_linear_time(piece: str) -> None:
    text = piece * 30_000
    holding = holding_in_a_row("fox hen")
    started = time.process_time()
    assert list(holding([text])) == []
    INTERRUPTIONS.sub(" ", text)
    assert time.process_time() - started < 2
