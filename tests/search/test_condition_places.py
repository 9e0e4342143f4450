"""What conditions on texts found is what is shown: the passage, its line, and what matched in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault, indexed_vault
from tests.search.asking import marked, search
from vaulttui.search.expression import RegexIs
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Hit
from vaulttui.search.results.condition_places import find_places, matched_spans

FILLING = "\n\n".join(f"Paragraph {number} says nothing of what is looked for." for number in range(30))
LONG = f"""# Long note

{FILLING}

## Numbers

{FILLING}

The invoice INV-2025-0714 was paid. So was inv-2025-0801.

## Later

{FILLING}

Once more: INV-2026-0001. 🚀 And lift-off.
"""
TASKS = """# Chores

Call the yard about chores.

- [x] call the painter
- [ ] call the rigger about **stays**
- [ ] order paint

| seed | count |
| --- | --- |
| bean | 3 |
| pea | 12 |

Beans: 12 of them.
"""
NOTES = {
    "Long.md": LONG,
    "Tasks.md": TASKS,
    "Invoice 77.md": "Nothing in here has a number of the kind.\n",
    "Party.md": "# Party\n\nBring 🎈 along.\n\n- [ ] 🎂 to be baked\n",
    "Accents.md": "Ein schöner Größenwahn: äöü-99 und ÄÖÜ-98.\r\n\r\nZweite Zeile.\n",
    "Forms.md": "Étude E\u0301tude, étude. CAFE\u0301 — a\u0300 O\u0308; I ❤️ Öl.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once: nothing here that asks for it changes anything."""
    with indexed_vault(tmp_path_factory.mktemp("places"), NOTES) as engine:
        yield engine


def hit(engine: LocalEngine, text: str, path: str) -> Hit:
    return next(hit for hit in search(engine, text).hits if hit.path == path)


def line_of(path: str, text: str) -> int:
    return next(number for number, line in enumerate(NOTES[path].splitlines(), start=1) if text in line)


@pytest.mark.parametrize(
    ("query", "path", "line", "matches"),
    [
        (r"/INV-\d{4}-\d+/", "Long.md", "The invoice", ["INV-2025-0714", "inv-2025-0801"]),
        (r"/(?-i)inv-\d+/", "Long.md", "The invoice", ["inv-2025"]),
        (r"content:/^once more/", "Long.md", "Once more", ["Once more"]),
        (r"/(n)(v)-2026/", "Long.md", "Once more", ["NV-2026"]),
        (r"🚀", "Long.md", "Once more", ["🚀"]),
        (r"section:(/INV-\d+/ paid)", "Long.md", "The invoice", ["INV-2025", "paid", "inv-2025"]),
        (r"/ä\S+-\d\d/", "Accents.md", "Ein", ["äöü-99", "ÄÖÜ-98"]),
        ("task-todo:call", "Tasks.md", "the rigger", ["call"]),
        ("task-done:call", "Tasks.md", "the painter", ["call"]),
        ("task:(call rigger)", "Tasks.md", "the rigger", ["call", "rigger"]),
        ("task-todo:*", "Tasks.md", "the rigger", []),
        ("task-todo:/p.int/", "Tasks.md", "order paint", ["paint"]),
        ("line:(pea 12)", "Tasks.md", "| pea", ["pea", "12"]),
        ("line:(12 beans)", "Tasks.md", "Beans: 12", ["Beans", "12"]),
        (r"line:(/\bp\w+/ 12)", "Tasks.md", "| pea", ["pea", "12"]),
        ("block:(seed pea)", "Tasks.md", "| seed", ["seed", "pea"]),
        ("block:(yard chores)", "Tasks.md", "Call the yard", ["yard", "chores"]),
        ("block:chores", "Tasks.md", "# Chores", ["Chores"]),
        ("block:(call -painter -yard)", "Tasks.md", "the rigger", ["call"]),
        (r"block:(/p.a/ seed)", "Tasks.md", "| seed", ["seed", "pea"]),
        ("match-case:Beans", "Tasks.md", "Beans: 12", ["Beans"]),
        ("match-case:ÄÖÜ", "Accents.md", "Ein", ["ÄÖÜ"]),
        ("match-case:Étude", "Forms.md", "Étude", ["Étude", "E\u0301tude"]),
        ("match-case:E\u0301tude", "Forms.md", "Étude", ["Étude", "E\u0301tude"]),
        ('match-case:"CAFÉ à Ö"', "Forms.md", "CAF", ["CAFE\u0301 — a\u0300 O\u0308"]),
        ('match-case:"I Öl"', "Forms.md", "Öl", ["I ❤️ Öl"]),
        ("match-case:INV", "Long.md", "The invoice", ["INV"]),
        ("line:🎈", "Party.md", "Bring", ["🎈"]),
        ("task:(🎂 baked)", "Party.md", "- [ ]", ["🎂", "baked"]),
    ],
)
def test_a_hit_is_where_the_condition_holds(
    engine: LocalEngine, query: str, path: str, line: str, matches: list[str]
) -> None:
    found = hit(engine, query, path)
    assert found.line == line_of(path, line)
    assert found.first_line <= found.line <= found.last_line
    assert marked(found) == matches


def test_the_passage_with_the_words_and_the_expression_stands_for_the_note(engine: LocalEngine) -> None:
    found = hit(engine, r"paragraph /INV-2026/", "Long.md")
    assert found.heading_path[-1] == "Later"
    assert "INV-2026" in marked(found)


def test_a_line_is_shown_alone(engine: LocalEngine) -> None:
    assert hit(engine, "task-todo:*", "Tasks.md").snippet.text == "…call the rigger about stays…"


def test_a_block_is_shown_alone(engine: LocalEngine) -> None:
    assert hit(engine, "block:(seed pea)", "Tasks.md").snippet.text == "…seed count bean 3 pea 12…"
    assert [found.path for found in search(engine, "block:(painter rigger)").hits] == []
    assert [found.path for found in search(engine, "section:(painter rigger)").hits] == ["Tasks.md"]


def test_a_word_in_another_case_is_not_found(engine: LocalEngine) -> None:
    for text in ("match-case:bEANS", "match-case:Inv", "match-case:äöÜ", "match-case:Invoi"):
        assert [found.path for found in search(engine, f"{text} ").hits] == [], text
    assert [found.path for found in search(engine, "match-case:Invoice").hits] == ["Invoice 77.md"]


@pytest.mark.parametrize(
    ("query", "matches"),
    [
        ("match-case:Mar", ["Mar", "Mar", "Mar"]),
        ("match-case:tre", ["tre"]),
        ("match-case:Art", ["Art"]),
        ('match-case:"Art tre"', ["Art tre"]),
        ("match-case:IT", ["IT", "IT", "IT", "IT"]),
        ("match-case:Öl", ["Öl", "Öl"]),
    ],
)
def test_a_word_in_just_this_case_is_no_part_of_one_with_accents(
    read_vault: ReadVault, query: str, matches: list[str]
) -> None:
    notes = {
        "whole.md": "Mar Mar_ Mar/Mar. Art tre; IT IT,IT 部IT門. Öl ❤️Öl\n",
        "part.md": "María Mari\u0301a Mare\u0301 être e\u0302tre Artículo ÀArt ÉIT e\u0301Öl Öle\n",
    }
    result = search(read_vault(notes), f"{query} ")
    assert [(found.path, marked(found)) for found in result.hits] == [("whole.md", matches)]


def test_passages_are_those_that_hold_the_expression(engine: LocalEngine) -> None:
    result = search(engine, r"/INV.\d+/", group_by="chunk", max_per_note=0)
    assert result.total == 2
    assert [hit.heading_path[-1] for hit in result.hits] == ["Numbers", "Later"]


def test_of_a_note_that_was_found_by_its_title_the_first_passage_is_one(engine: LocalEngine) -> None:
    result = search(engine, r"/invoice \d+/", group_by="chunk", max_per_note=0)
    assert [hit.path for hit in result.hits] == ["Invoice 77.md"]


def test_titles_are_marked(engine: LocalEngine) -> None:
    for query in (r"/invoice \d/", r"title:/invoice \d/"):
        found = hit(engine, query, "Invoice 77.md")
        assert [found.title[match.start : match.end] for match in found.title_matches] == ["Invoice 7"]
        assert not found.snippet.matches


def test_what_is_excluded_is_not_marked(engine: LocalEngine) -> None:
    result = search(engine, r"nothing -/INV-\d/")
    assert result.hits
    assert not any(found.literals for found in result.hits)
    assert {text.casefold() for found in result.hits for text in marked(found)} == {"nothing"}


def test_all_matches_in_the_note_of_a_hit_are_told(engine: LocalEngine) -> None:
    literals = hit(engine, r"/INV-\d+-\d+/", "Long.md").literals
    assert set(literals) == {"INV-2025-0714", "inv-2025-0801", "INV-2026-0001"}
    assert hit(engine, "task-todo:/p.int/", "Tasks.md").literals == ("paint",)
    assert hit(engine, "invoice", "Long.md").literals == ()


def test_of_an_expression_that_matches_everywhere_the_first_places_are_told(engine: LocalEngine) -> None:
    assert _spans(engine, ".", "ab" * 500) == [(place, place + 1) for place in range(200)]


def test_signs_that_are_put_around_matches_may_be_in_a_text(engine: LocalEngine) -> None:
    found = _spans(engine, "x.", "\ufdd0xa\ufdd1xb")
    assert found == []


PIECES = st.sampled_from(["a", "b", "ä", ".", "^", "$", "a+", "a*", "[ab]", "[^a]", "b{2}", "(a|bc)", r"\b", r"\B"])


@example(pattern=r"\B", text="ää")
@example(pattern=r"a*\B", text="bää aä aab")
@given(pattern=st.lists(PIECES, min_size=1, max_size=4).map("".join), text=st.text("abcä\n"))
def test_spans_are_those_of_the_expression(engine: LocalEngine, pattern: str, text: str) -> None:
    matches = re.finditer(f"(?m){pattern}", text, re.IGNORECASE | re.ASCII)
    expected = [match.span() for match in matches if match[0]]
    assert _spans(engine, pattern, text) == expected


def _spans(engine: LocalEngine, pattern: str, text: str) -> list[tuple[int, int]]:

    return engine._views.ask(
        lambda view: [span for _, spans in matched_spans(view, {7: text}, f"(?m){pattern}") for span in spans]
    )


def test_without_such_conditions_nothing_is_asked(engine: LocalEngine) -> None:
    assert engine._views.ask(lambda view: find_places(view, RegexIs("x", "title"), [0, 1])) == {}
    assert engine._views.ask(lambda view: find_places(view, None, [0, 1])) == {}


def test_every_task_line_and_block_that_is_meant_is_told_of_a_passage(engine: LocalEngine) -> None:
    def told(text: str) -> list[tuple[int, str]]:
        (found,) = search(engine, text, group_by="chunk", max_per_note=0).hits
        return [(place.line, place.text) for place in found.places]

    painter, rigger = "call the painter", "call the rigger about stays"
    assert told("task:* file:Tasks") == [(5, painter), (6, rigger), (7, "order paint")]
    assert told("task-todo:* file:Tasks") == [(6, rigger), (7, "order paint")]
    assert told("line:call file:Tasks") == [(3, "Call the yard about chores."), (5, painter), (6, rigger)]
    assert told("block:bean file:Tasks") == [(11, "seed count bean 3 pea 12")]
    assert told("call file:Tasks") == []


def test_a_task_is_found_and_shown_with_the_lines_that_it_goes_on_in(read_vault: ReadVault) -> None:
    engine = read_vault({"a.md": "Other.\n\n- [ ] call\n  the yard\n    - nested\n- [ ] next\n"})
    (found,) = search(engine, "task:(call yard)", group_by="chunk").hits
    assert (found.line, found.snippet.text, marked(found)) == (3, "…call the yard…", ["call", "yard"])
    assert [(place.line, place.text) for place in found.places] == [(3, "call the yard")]
    assert hit(engine, "task:yard", "a.md").line == 4
    assert not search(engine, "task:nested").hits


def test_what_matches_is_marked_in_each_task(engine: LocalEngine) -> None:
    (found,) = search(engine, "task:/ca.l/", group_by="chunk", max_per_note=0).hits
    assert [[place.text[match.start : match.end] for match in place.matches] for place in found.places] == [
        ["call"],
        ["call"],
    ]


def test_the_lines_of_all_tasks_that_are_meant_are_told_of_a_note(engine: LocalEngine) -> None:
    assert hit(engine, "task-todo:*", "Tasks.md").task_lines == (6, 7)
    assert hit(engine, "task-todo:paint OR task-done:call", "Tasks.md").task_lines == (5, 7)
    assert hit(engine, "-task-todo:bread", "Tasks.md").task_lines == ()
    assert hit(engine, "rigger", "Tasks.md").task_lines == ()


def test_tasks_of_all_sections_are_told_of_a_note(make_vault: MakeVault, open_vault: OpenVault) -> None:
    sections = "\n".join(f"## Day {number}\n\n{FILLING}\n\n- [ ] water the plants" for number in range(4))
    engine = open_vault(make_vault({"a.md": sections}))
    (found,) = search(engine, "task-todo:*").hits
    lines = sections.split("\n")
    assert [lines[line - 1] for line in found.task_lines] == ["- [ ] water the plants"] * 4
