"""The table of operators, the reference that is made from it, and the spelling that leads to it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from importlib.resources import files

import duckdb
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from vaulttui.search.language.regex import cased_literals, cased_words, find_regex_fault
from vaulttui.search.language.spelling import edit_distance, nearest_operator
from vaulttui.search.syntax import OPERATORS, OperatorInfo, parse_query

REFERENCE = (files("vaulttui.search") / "query-language.md").read_text(encoding="utf-8")


def row(info: OperatorInfo) -> str:
    names = ", ".join(f"`{name}:`" for name in (info.name, *info.aliases))
    return f"| {names} | {info.help} | `{info.example}` |"


def test_no_two_operators_share_a_name() -> None:
    names = [name for info in OPERATORS for name in (info.name, *info.aliases)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-z-]+", name) for name in names)


@pytest.mark.parametrize("info", OPERATORS, ids=lambda info: info.name)
def test_the_reference_has_a_row_for_every_operator(info: OperatorInfo) -> None:
    assert row(info) in REFERENCE.splitlines()


def test_the_reference_has_rows_for_nothing_else() -> None:
    rows = {line for line in REFERENCE.splitlines() if re.match(r"\| `[a-z-]+:`", line)}
    assert rows == {row(info) for info in OPERATORS}


def test_the_reference_names_all_that_an_operator_takes() -> None:
    before_the_grammar = REFERENCE.partition("## Grammar")[0]
    values = [value for info in OPERATORS if info.argument == "choice" for value in info.choices]
    assert [value for value in values if f"`{value}`" not in before_the_grammar] == []


def test_every_query_in_the_reference_is_valid() -> None:
    blocks = re.findall(r"```query\n(.*?)```", REFERENCE, re.DOTALL)
    lines = [line.partition("   ")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]
    assert len(lines) > 20
    for line in lines:
        parse_query(line)


@pytest.mark.parametrize("info", OPERATORS, ids=lambda info: info.name)
def test_a_name_with_one_letter_too_few_or_swapped_is_recognised(info: OperatorInfo) -> None:
    name = info.name
    if len(name) < 3:
        return
    swapped = name[0] + name[2] + name[1] + name[3:]
    for misspelt in (name[:-1], name + "x", swapped):
        assert edit_distance(misspelt, nearest_operator(misspelt)) <= 1


@pytest.mark.parametrize(
    "word",
    [
        "fire",
        "lime",
        "node",
        "note",
        "http",
        "https",
        "mailto",
        "std",
        "time",
        "author",
        "due",
        "lock",
        "clock",
        "black",
    ],
)
def test_plain_words_are_near_to_no_operator(word: str) -> None:
    assert nearest_operator(word) == ""


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("", "", 0),
        ("tag", "tag", 0),
        ("tga", "tag", 1),
        ("tg", "tag", 1),
        ("path", "math", 1),
        ("kitten", "sitting", 3),
    ],
)
def test_the_edit_distance_counts_typing_errors(first: str, second: str, distance: int) -> None:
    assert edit_distance(first, second) == edit_distance(second, first) == distance


_PATTERN_PARTS = (*tuple("ab()[]*+?|^$.-1\\"), "\\d", "\\1", "\\Q", "\\E", "\\]", "{2}", "[^", "[:alpha:]")
_GROUP_STARTS = ("(?:", "(?i)", "(?=", "(?<!", "(?P<n>")


@pytest.fixture(scope="module")
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


@given(pattern=st.lists(st.sampled_from(_PATTERN_PARTS + _GROUP_STARTS), min_size=1, max_size=7).map("".join))
@example(pattern="(\\11")
@example(pattern="\\8")
@example(pattern="[^(-[:alpha:]")
@example(pattern="[a-b-[:alpha:]")
@example(pattern="[\\(-[:alpha:]")
@example(pattern="[]-[:alpha:]")
def test_a_regular_expression_that_is_refused_is_malformed_for_the_engine_too(
    database: duckdb.DuckDBPyConnection, pattern: str
) -> None:
    assume(find_regex_fault(pattern) is not None)
    with pytest.raises(duckdb.Error):
        database.execute("SELECT regexp_matches('abc', ?)", [pattern]).fetchall()


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("a(b", 'a "(" is not closed'),
        ("(((", 'a "(" is not closed'),
        ("a)b", 'a ")" closes nothing'),
        ("[a", 'a "[" is not closed'),
        ("*a", '"*" has nothing to repeat'),
        ("a|*", '"*" has nothing to repeat'),
        ("a\\", "a backslash stands at the end"),
        ("(a)\\1", "references to earlier groups are not supported"),
        ("x(?=a)", "looking ahead or behind is not supported"),
    ],
)
def test_faults_of_regular_expressions_are_found(pattern: str, fault: str) -> None:
    assert find_regex_fault(pattern) == fault


def test_a_character_by_its_octal_number_is_no_reference() -> None:
    assert find_regex_fault("\\11|\\141") is None


@pytest.mark.parametrize(
    "pattern", ["a", "[]a]", "[^]]", "[[:alpha:]]", "(?i)a", "(?P<n>a)", "\\Q(\\E", "\\(", "a{2}?", "^*", "é"]
)
def test_sound_regular_expressions_pass(pattern: str) -> None:
    assert find_regex_fault(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        (cased_words("The"), ["The"]),
        (cased_words("IT dep", unfinished=True), ["IT", "dep"]),
        (cased_words("R&D in C++"), ["R&D", "in", "C++"]),
        (cased_words("café au lait"), ["au", "lait"]),
        (cased_words("Yes, we: 100%"), ["Yes,", "we:", "100%"]),
        (r"(?-i)\bThe\b", ["The"]),
        (r"(?-i)a\.b", ["a.b"]),
        (r"\bThe\b", []),
        (r"(?-i)The+", []),
        (r"(?-i)The|An", []),
        (r"(?-i)(?:The|An)", []),
        (r"(?-i)x|The[^\p{L}\p{N}]+end", []),
        (r"(?-i)T.e", []),
        (r"(?-i)The\\b", []),
        (r"(?-i)[T]he", []),
    ],
)
def test_what_stands_in_every_match_of_words_in_just_this_case_is_known(pattern: str, literals: list[str]) -> None:
    assert cased_literals(pattern) == literals


@pytest.mark.parametrize("end", [".*", "[x]", " x"])
def test_it_is_known_of_a_long_word_at_once(end: str) -> None:
    started = time.process_time()
    assert cased_literals(f"(?-i){'日' * 24}{end}") == []
    assert time.process_time() - started < 0.5, "it takes microseconds, or twice as long for each letter"
