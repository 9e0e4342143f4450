"""A note that was found by the values of its properties shows these."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from tests.conftest import ReadVault, indexed_vault
from tests.search.asking import marked
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Hit, Mode, Query
from vaulttui.search.results.property_snippets import property_lines, property_snippet
from vaulttui.search.syntax import parse_query
from vaulttui.search.words.matching import Matcher
from vaulttui.vault.note import PropertyValue

FRONT = """---
genre: [Drama, "[[Crime fiction|Crime]]"]
network: HBO
status: stopped watching
rating: 4
tags: [series]
---
"""
NOTES = {
    "The Wire.md": f"{FRONT}Streets, corners and the harbour.\n\n## Season 2\n\nThe docks are a setting.\n",
    "Broken.md": '---\ntitle: "unfinished\nauthor: zebrafish\ntags: [fish]\n---\nFins.\n',
    "Doors.md": "---\na: lock of the dead\nb: [dead, x]\nc:\n  - one\n  - a dead lock\n---\n",
    "Fushimi Inari.md": '---\nkind:\n  - "[[Parks]]"\n  - "[[Shrines]]"\nplace: Kyoto, by the station\n---\n',
    "Empty.md": "",
    "Other.md": "---\nnetwork: FX\n---\nA drama of another kind.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once: nothing here that asks for it changes anything."""
    with indexed_vault(tmp_path_factory.mktemp("properties"), NOTES) as engine:
        yield engine


def test_several_links_in_one_text_are_shown_as_they_are_written() -> None:
    assert property_lines({"related": "[[A|a]], [[B]]", "one": "[[A|a]]"}) == "related: [[A|a]], [[B]]\none: A"


def hit(engine: LocalEngine, text: str, **changes: object) -> Hit:
    result = engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD, **changes)))  # type: ignore[arg-type]
    return next(hit for hit in result.hits if hit.path == "The Wire.md")


@pytest.mark.parametrize(
    ("query", "line", "text", "matches"),
    [
        ("hbo drama", 2, "genre: Drama, Crime fiction · network: HBO", ["Drama", "HBO"]),
        ('"stopped watching"', 4, "status: stopped watching", ["stopped watching"]),
        ("crime", 2, "genre: Drama, Crime fiction", ["Crime"]),
        ("network hbo", 3, "network: HBO", ["network", "HBO"]),
        ("/h.o/", 3, "network: HBO", ["HBO"]),
        ("/network: h/", 3, "network: HBO", ["network: H"]),
        (r"/^rating: \d/", 5, "rating: 4", ["rating: 4"]),
        (
            r"/watch\w+|dr.*ction/",
            2,
            "genre: Drama, Crime fiction · status: stopped watching",
            ["Drama, Crime fiction", "watching"],
        ),
    ],
)
def test_the_properties_that_match_are_shown(
    engine: LocalEngine, query: str, line: int, text: str, matches: list[str]
) -> None:
    found = hit(engine, query)
    assert found.snippet.text == text
    assert marked(found) == matches
    assert (found.line, found.passage) == (line, False)


def test_it_leads_to_the_property_that_has_the_phrase(engine: LocalEngine) -> None:
    lines = {
        query: engine.search(parse_query(query, defaults=Query(mode=Mode.KEYWORD))).hits[0].line
        for query in ('"dead lock"', "dead lock", "dead x", "dead")
    }
    assert lines == {'"dead lock"': 6, "dead lock": 2, "dead x": 3, "dead": 2}


@pytest.mark.parametrize("changes", [{}, {"group_by": "chunk"}, {"max_per_note": 0}], ids=str)
@pytest.mark.parametrize(
    ("query", "lines", "text"),
    [
        ("shrines", (4, 4), "kind: Parks, Shrines"),
        ("parks", (3, 3), "kind: Parks, Shrines"),
        ("/shr.*s/", (4, 4), "kind: Parks, Shrines"),
        ("inari kyoto", (5, 5), "place: Kyoto, by the station"),
        ("shrines garden path", (4, 4), "kind: Parks, Shrines"),
        ("[kind:shrines]", (4, 4), "kind: Parks, Shrines"),
        ('[kind:"[[Parks]]"] [place]', (3, 3), "kind: Parks, Shrines · place: Kyoto, by the station"),
        ("[place] shrines", (4, 4), "kind: Parks, Shrines · place: Kyoto, by the station"),
        ('[kind:gardens] OR [place:~"by the"]', (5, 5), "place: Kyoto, by the station"),
        ("fushimi inari -[place:x]", (6, 6), ""),
        ("fushimi inari", (6, 6), ""),
        ("path:fushimi", (6, 6), ""),
        ("path:empty", (1, 1), ""),
    ],
)
def test_the_properties_stand_for_a_note_that_has_no_text(
    engine: LocalEngine, query: str, lines: tuple[int, int], text: str, changes: dict[str, object]
) -> None:
    asked = Query(mode=Mode.KEYWORD, **changes)  # type: ignore[arg-type]
    found = engine.search(parse_query(query, defaults=asked)).hits[0]
    assert found.path == ("Empty.md" if "empty" in query else "Fushimi Inari.md")
    assert (found.first_line, found.last_line) == lines
    assert (found.line, found.content, found.snippet.text) == (lines[0], "", text)


@pytest.mark.parametrize(
    ("query", "line", "text", "matches"),
    [
        ("[list:a]", 4, "list: ab, a, b", ["a"]),
        ("[list:~a]", 3, "list: ab, a, b", ["ab", "a"]),
        ("[empty]", 6, "empty:", ["empty:"]),
        ("[rating:>3]", 7, "rating: 4", ["4"]),
        ("[map.two:2]", 8, "map: {one: 1, two: 2}", ["map: {one: 1, two: 2}"]),
        ("[map.two.three]", 11, "map.two.three: 3", ["3"]),
        ("[link:Other] [due:2025]", 12, "link: Other · due: 2025-07-14", ["Other", "2025-07-14"]),
        ("[rating] b", 5, "list: ab, a, b · rating: 4", ["b", "4"]),
        ("-[missing]", 14, "", []),
    ],
)
def test_of_a_note_that_has_no_text_the_values_that_are_asked_for_are_shown(
    read_vault: ReadVault, query: str, line: int, text: str, matches: list[str]
) -> None:
    front = "list:\n  - ab\n  - a\n  - b\nempty:\nrating: 4\nmap:\n  one: 1\n  two: 2\nmap.two.three: 3\n"
    engine = read_vault({"a.md": f"---\n{front}link: '[[Other|the other]]'\ndue: 2025-07-14\n---\n"})
    (found,) = engine.search(parse_query(query, defaults=Query(mode=Mode.KEYWORD))).hits
    assert (found.line, found.snippet.text, marked(found)) == (line, text, matches)


def test_what_an_expression_matches_in_properties_is_told(engine: LocalEngine) -> None:
    assert hit(engine, "/h.o|docks/").literals == ("docks", "HBO")
    assert hit(engine, "content:/h.o|docks/").literals == ("docks",)


@pytest.mark.parametrize("query", ["/h.o|docks/", "drama docks", "wire drama", "series", "docks", "title:wire"])
def test_where_the_text_the_title_or_a_tag_matches_the_text_is_shown(engine: LocalEngine, query: str) -> None:
    found = hit(engine, query)
    assert "genre:" not in found.snippet.text
    assert found.line > 7
    assert found.passage


def test_passages_show_themselves(engine: LocalEngine) -> None:
    for query in ("drama", "docks drama"):
        assert "genre:" not in hit(engine, query, group_by="chunk", max_per_note=0).snippet.text


def test_of_several_passages_of_a_note_those_that_match_show_themselves(engine: LocalEngine) -> None:
    result = engine.search(parse_query("drama docks", defaults=Query(mode=Mode.KEYWORD, max_per_note=0)))
    shown = [hit.snippet.text for hit in result.hits if hit.path == "The Wire.md"]
    assert any("docks" in text for text in shown)


def test_properties_that_were_not_asked_for_are_shown_as_well(engine: LocalEngine) -> None:
    found = hit(engine, "hbo", fields=("rating",))
    assert found.properties == {"rating": 4}
    assert found.snippet.text == "network: HBO"


def test_less_than_half_of_the_words_are_no_reason() -> None:
    families = {word: frozenset((word,)) for word in ("drama", "of", "harbours", "and", "ships")}
    properties: dict[str, PropertyValue] = {"genre": ["drama"], "seen": date(2025, 7, 14), "nothing": None}
    assert (
        property_snippet(property_lines(properties), Matcher(dict.fromkeys(families, 1.0), families=families)) is None
    )
    few = {word: families[word] for word in ("drama", "ships")}
    found = property_snippet(property_lines(properties), Matcher(dict.fromkeys(few, 1.0), families=few))
    assert found is not None
    assert found.text == "genre: drama"


WHOLE_WORDS = ("夏目漱石", "欧阳修", "ダイキン", "김소월")


@pytest.mark.parametrize("query", [*WHOLE_WORDS, '"夏目漱石"'])
def test_a_whole_word_of_a_script_without_blanks_is_shown_in_its_property(read_vault: ReadVault, query: str) -> None:
    front = "---\n著者: 夏目漱石\n作者: 欧阳修\n担当: ダイキン\n지은이: 김소월\n---\n"
    engine = read_vault({"a.md": f"{front}先生の遺書が物語の核心。\n"})
    found = engine.search(parse_query(query, defaults=Query(mode=Mode.KEYWORD))).hits[0]
    assert (marked(found), found.line) == ([query.strip('"')], 2 + WHOLE_WORDS.index(query.strip('"')))


def test_of_several_items_the_one_that_has_a_whole_word_without_blanks_is_opened(read_vault: ReadVault) -> None:
    engine = read_vault({"a.md": "---\n参加者:\n  - 佐藤次郎\n  - 佐藤花子\n---\n打ち合わせ。\n"})
    found = engine.search(parse_query("佐藤花子", defaults=Query(mode=Mode.KEYWORD))).hits[0]
    assert (marked(found)[-1], found.line) == ("佐藤花子", 4)


def test_a_long_property_is_cut_around_what_matches() -> None:
    matcher = Matcher({"needle": 1.0}, families={"needle": frozenset(("needle",))})
    found = property_snippet(property_lines({"about": "hay\n" * 100 + "needle " + "hay " * 100}), matcher)
    assert found is not None
    assert "needle" in found.text
    assert "\n" not in found.text
    assert len(found.text) < 200


def test_words_of_properties_that_cannot_be_read_are_found(engine: LocalEngine) -> None:
    result = engine.search(parse_query("zebrafish", defaults=Query(mode=Mode.KEYWORD)))
    assert [hit.path for hit in result.hits] == ["Broken.md"]
    assert (result.hits[0].properties, result.hits[0].tags) == ({}, ())
    assert result.hits[0].snippet.text == "Fins."


@pytest.mark.parametrize(
    ("query", "line", "text", "matches"),
    [
        ("tag:boat", 3, "tags: Boat/engine, other", ["Boat/engine"]),
        ("engine", 3, "tags: Boat/engine, other", ["engine"]),
        ("links-to:[[Map]]", 6, "see: Sea, Map", ["Map"]),
        ("is:unresolved", 5, "see: Sea, Map", ["Sea"]),
        ("tag:other links-to:[[Map]]", 6, "see: Sea, Map · tags: Boat/engine, other", ["Map", "other"]),
    ],
)
def test_of_a_note_without_text_the_tags_and_links_that_were_asked_for_are_shown(
    read_vault: ReadVault, query: str, line: int, text: str, matches: list[str]
) -> None:
    front = '---\ntags:\n  - Boat/engine\n  - other\nsee: ["[[Sea]]",\n  "[[Map]]"]\n---\n'
    engine = read_vault({"a.md": front, "rule.md": f"{front}\n---\n", "Map.md": "A map.\n"})
    found = engine.search(parse_query(query, defaults=Query(mode=Mode.KEYWORD))).hits
    shown = {hit.path: (hit.snippet.line, hit.snippet.text, marked(hit)) for hit in found}
    assert shown == dict.fromkeys(("a.md", "rule.md"), (line, text, matches))
