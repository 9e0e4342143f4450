"""What section:, line: and task: ask for, together and negated: notes that have such places, wherever these are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault, indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

FILLING = "\n".join(["Nothing of any interest is told here, at some length, so that sections do not join."] * 12)
NOTES = {
    "both.md": f"## Calls\n\n{FILLING}\n\n- [ ] call Bob\n\n## Letters\n\n{FILLING}\n\n- [x] email Ann\n",
    "done.md": f"## Calls\n\n{FILLING}\n\n- [x] call Cleo\n\n## Rest\n\n{FILLING}\n",
    "dated.md": f"## 2025-07-14\n\n{FILLING}\n\n- [ ] call Dan\n\n## 2025-08-01\n\n{FILLING}\n\n- [x] email Eve\n",
    "none.md": f"## One\n\n{FILLING}\n\n## Two\n\n{FILLING}\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("passages"), NOTES) as engine:
        yield engine


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("task-todo:call task-done:email", "both dated"),
        ("line:Bob line:Ann", "both"),
        ("section:Bob section:Ann", "both"),
        ("line:(Bob Ann)", ""),
        ("(line:Bob OR line:Cleo) (task-done:Ann OR task-done:Cleo)", "both done"),
        ("-task-todo:*", "done none"),
        ("task:* -task-todo:*", "done"),
        ("-line:call", "none"),
        ("-section:(Bob OR Cleo)", "dated none"),
        ("-(task-todo:call task-done:email)", "done none"),
        ("-(-line:call)", "both done dated"),
        ("call -line:Ann", "done dated"),
        ("content-date:2025-07 task-todo:*", "dated"),
        ("content-date:2025-07 task-todo:* task-done:*", ""),
        ("content-date:2025-07..2025-08 task-todo:* task-done:*", "dated"),
        ('content-date:2025-07 "call Dan"', "dated"),
        ('content-date:2025-07 "email Eve"', ""),
        ("content-date:2025-07 content:email", ""),
        ("content-date:2025-07 /em.il/", ""),
        ("content-date:2025-08 /em.il/", "dated"),
        ('content-date:2025-07 "dated"', "dated"),
        ('content-date:2025-07..2025-08 "call" "email"', "dated"),
        ('content-date:2025-07 ("email" OR "call")', "dated"),
        ('content-date:2025-07 ("email" OR task:Eve)', ""),
        ('content-date:2025-07 (("email" "interest") OR has:backlinks)', ""),
        ('-content-date:2025-08 "email"', "both"),
        ('content-date:2025-07 -"email"', "dated"),
        ('content-date:2025-07 -"call"', ""),
        ('content-date:2025-07 -"dated"', ""),
        ("content-date:2025-07 -/em.il/", "dated"),
        ("content-date:2025-08 -/em.il/", ""),
        ("content-date:2025-07 -task-done:*", "dated"),
        ("content-date:2025-07 -task-todo:*", ""),
        ("content-date:2025-07 -(line:email OR has:backlinks)", "dated"),
        ('content-date:2025-07 (-"call" OR tag:x)', ""),
        ('content-date:2025-07 "call" -"email"', "dated"),
    ],
)
def test_a_note_has_such_places_or_has_none(engine: LocalEngine, text: str, names: str) -> None:
    query = parse_query(text, defaults=Query(mode=Mode.KEYWORD))
    result = engine.search(query)
    assert {hit.path for hit in result.hits} == {f"{name}.md" for name in names.split()}
    assert result.total == len(result.hits) == engine.facets(query).total


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("email", {"both": 0, "dated": 0}),
        ("nothing interest", {"both": 1, "done": 1, "dated": 1, "none": 1}),
        ("call nothing", {"both": 0, "done": 0, "dated": 0, "none": 1}),
        ("call OR email", {"both": 1, "done": 0, "dated": 1}),
        ("task:*", {"both": 1, "done": 0, "dated": 1}),
        ("has:tasks", {"both": 1, "done": 0, "dated": 1}),
        ("/email|call/", {"both": 1, "done": 0, "dated": 1}),
        ("content-date:2025", {"dated": 1}),
        ("content-date:2025-07 nothing", {"dated": 0}),
        ("file:none", {"none": 0}),
    ],
)
def test_a_note_tells_how_many_of_its_passages_match_besides(
    engine: LocalEngine, text: str, more: dict[str, int]
) -> None:
    hits = engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits
    assert {hit.path.removesuffix(".md"): hit.more_in_note for hit in hits} == more


def test_passages_and_several_hits_of_a_note_tell_of_no_more(engine: LocalEngine) -> None:
    query = parse_query("nothing", defaults=Query(mode=Mode.KEYWORD))
    for other in (replace(query, group_by="chunk"), replace(query, max_per_note=2)):
        assert not any(hit.more_in_note for hit in engine.search(other).hits)


def test_the_passages_are_those_that_hold_one_of_them(engine: LocalEngine) -> None:
    query = parse_query("task-todo:* task-done:* content-date:2025")
    hits = engine.search(replace(query, group_by="chunk", max_per_note=0)).hits
    assert [(hit.path, hit.heading_path) for hit in hits] == [
        ("dated.md", ("2025-07-14",)),
        ("dated.md", ("2025-08-01",)),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('"dead lock" tokio runtime', 31),
        ('("dead lock" OR "nowhere else") tokio runtime', 31),
        ('content:"dead lock" tokio runtime', 31),
        ("dead lock tokio runtime", 3),
        ('"tokio runtime" dead lock', 3),
    ],
)
def test_the_passage_that_holds_what_is_in_quotes_stands_for_its_note(
    read_vault: ReadVault, text: str, line: int
) -> None:
    apart = f"tokio runtime: dead is what a lock is, tokio runtime {FILLING}"
    notes = {"rust.md": f"# Rust\n\n{apart}\n\n## More\n\n{FILLING}\n\na dead lock {FILLING}\n"}
    (hit,) = read_vault(notes).search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits
    assert (hit.path, hit.line) == ("rust.md", line)


ODD = {
    "accent.md": "# One\n\nA fóx met\na Hën.\n",
    "wide.md": "Ａ ｆｏｘ and a hen in one line — with a dash 😀\ufe0f.\n",
    "trade.md": "fox™ hen, and ℡ between fox ℡ hen\n",
    "soft.md": "fo\u00adx “hen”\n",
    "code.md": "```\nfox\n\nhen\n```\n\nthe fox\n\nthe hen\n",
    "items.md": "- fox\n- hen\n\n# fox\nhen\n1. fox\n2. hen\n",
    "lazy.md": "- a fox\nand a (hen)\n",
    "foxes.md": "foxes and hen-like, fox_hen\n",
    "quote.md": "It’s a cat\n",
    "apart.md": "fox\n\nhen\n",
    "long.md": f"{'fox' * 22} hen {'x' * 70}\n",
}


PATTERNS = "vaulttui.search.conditions.passages._PATTERN_PAYS"


@pytest.fixture(scope="module", params=[2_000, 0], ids=["taken apart", "by patterns"])
def odd_and_patterns(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[LocalEngine, int]]:
    with indexed_vault(tmp_path_factory.mktemp("odd"), ODD) as engine:
        yield engine, request.param


@pytest.fixture
def odd(odd_and_patterns: tuple[LocalEngine, int], monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    engine, pays = odd_and_patterns
    monkeypatch.setattr(PATTERNS, pays)
    return engine


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("line:fox", "accent apart code foxes items lazy soft trade wide"),
        ("line:(fox hen)", "foxes soft trade wide"),
        ('line:"fox hen"', "foxes soft trade"),
        ("block:(fox hen)", "accent code foxes lazy soft trade wide"),
        ('block:"fox hen"', "code foxes soft trade"),
        ("block:(fox -hen)", "apart code items"),
        ("block:(fox OR hen)", "accent apart code foxes items lazy long soft trade wide"),
        ("section:(fox hen)", "accent apart code foxes items lazy soft trade wide"),
        ('section:"fox hen"', "apart code foxes items soft trade"),
        ("line:(fox hen dash)", "wide"),
        ("line:(fox hen and a)", "wide"),
        ("block:(a fox and hen)", "lazy wide"),
        ("line:(fox fox)", "accent apart code foxes items lazy soft trade wide"),
        ('line:("a fox" "fox and")', "wide"),
        (f"line:{'fox' * 22}", "long"),
        (f"line:{'x' * 64}", ""),
        ("line:(fox /h.n/)", "foxes soft trade wide"),
        ("line:(it's cat)", "quote"),
        ("block:(it's cat)", "quote"),
        ("line:it's", "quote"),
        ("match-case:Hën", "accent"),
        ("match-case:fox", "apart code items lazy trade"),
        ("match-case:Fox", ""),
        ('match-case:"fox and"', "lazy"),
    ],
)
def test_what_stands_together_is_found_however_it_is_written(odd: LocalEngine, text: str, names: str) -> None:
    result = odd.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path.removesuffix(".md") for hit in result.hits} == set(names.split())


@pytest.mark.parametrize("text", ["line:hen", "line:(fox hen)", 'line:("a hen" fox)', "line:(fox OR hen)", "block:fox"])
def test_texts_are_not_taken_apart_where_a_pattern_tells(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(PATTERNS, 0)
    monkeypatch.setattr("vaulttui.search.conditions.passages.LINES", "error('lines')")
    monkeypatch.setattr("vaulttui.search.conditions.passages.BLOCKS", "error('blocks')")
    engine = open_vault(make_vault({"one.md": "the fox and a hen\n"}))
    assert [hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits] == ["one.md"]


@pytest.mark.parametrize("text", ["line:(fox hen)", "block:(fox hen)", 'block:(the "a hen" fox)'])
def test_no_pattern_is_compiled_for_few_texts(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """It takes as long to compile as thousands of texts take to be taken apart."""
    monkeypatch.delattr("vaulttui.search.conditions.passages.line_pattern")
    engine = open_vault(make_vault({"one.md": "the fox and a hen\n"}))
    assert [hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits] == ["one.md"]


@pytest.mark.parametrize("unit", ["line", "block", "section"])
def test_long_quotations_in_one_place_are_found(read_vault: ReadVault, unit: str) -> None:
    quotations = [" ".join(f"{letter}word{number}" for number in range(60)) for letter in "abc"]
    engine = read_vault({"one.md": f"{'. '.join(quotations)}.\n"})
    text = " ".join(f'"{quotation}"' for quotation in reversed(quotations))
    assert len(engine.search(parse_query(f"{unit}:({text})", defaults=Query(mode=Mode.KEYWORD))).hits) == 1


def test_a_heading_that_has_no_text_before_a_deeper_one_is_one_section_with_what_follows(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    below = "## One\n\njuniper\n\n## Two\n\ncherry\n"
    engine = open_vault(make_vault({"bare.md": f"# Apple\n\n{below}", "text.md": f"# Apple\n\nquince\n\n{below}"}))
    for text, found in (("apple juniper", ["bare.md"]), ("apple cherry", []), ("apple quince", ["text.md"])):
        result = engine.search(parse_query(f"section:({text})", defaults=Query(mode=Mode.KEYWORD)))
        assert [hit.path for hit in result.hits] == found


def test_each_heading_begins_a_section_though_others_are_called_the_same(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    twice = "# Log\n\n## Meeting\n\njuniper\n\n## Meeting\n\ncherry\n"
    head = " ".join(f"Sentence {number} says something of no weight." for number in range(60))
    notes = {
        "twice.md": f"---\nk: v\n---\n{twice}",
        "underlined.md": "Meeting\n---\njuniper\n\nMeeting\n---\ncherry\n",
        "once.md": "# Log\n\n## Meeting\n\njuniper\n\ncherry\n",
        "ruled.md": f"Juniper. {head} Cherry.\n---\n",  # all of it is a heading, that is cut
        "long.md": f"# Log\n\njuniper\n\n{head}\n\ncherry\n",
    }
    engine = open_vault(make_vault(notes))
    result = engine.search(parse_query("section:(juniper cherry)", defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == {"once.md", "ruled.md", "long.md"}
    result = engine.search(parse_query("section:(juniper -cherry)", defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == {"twice.md", "underlined.md"}


@pytest.mark.parametrize("pays", [2_000, 0], ids=["taken apart", "by patterns"])
def test_code_is_one_block_however_it_is_fenced(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, pays: int
) -> None:
    monkeypatch.setattr(PATTERNS, pays)
    notes = {
        "ticks.md": "# T\n\n```\njuniper\n\ncherry\n```\n",
        "tildes.md": "# T\n\n~~~python\njuniper\n\ncherry\n~~~\n",
        "item.md": "# T\n\n- item\n\n  ```python\n  juniper\n\n  cherry\n  ```\n",
        "inline.md": "# T\n\n```code``` and juniper\n\ncherry\n",
        "behind.md": "# T\n\n~~~\ncode\n~~~\n\njuniper\n\ncherry\n",
    }
    engine = open_vault(make_vault(notes))
    result = engine.search(parse_query("block:(juniper cherry)", defaults=Query(mode=Mode.KEYWORD)))
    assert {hit.path for hit in result.hits} == {"ticks.md", "tildes.md", "item.md"}
