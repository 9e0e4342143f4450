"""Facets and the query text are the same thing."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.search.query_texts import fragment_texts, names, values
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.expression import AllOf, AnyOf, Comparison, Not, PropertyIs, TagIs, TextIs
from vaulttui.search.syntax import (
    ActiveFilter,
    FacetOperator,
    FilterState,
    active_filters,
    filter_chips,
    parse_query,
    remove_span,
    set_filter,
)

NOW = datetime(2025, 7, 14, 12)


def chosen(text: str) -> list[tuple[str, str, str, bool]]:
    return [(found.operator, found.key, found.value, found.negated) for found in active_filters(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("rust -async", []),
        ("tag:work", [("tag", "", "work", False)]),
        ("tag:#Work/x", [("tag", "", "Work/x", False)]),
        ("#work -#home", [("tag", "", "work", False), ("tag", "", "home", True)]),
        ('folder:"00 Inbox/"', [("folder", "", "00 Inbox", False)]),
        ("dir: Projects", [("folder", "", "Projects", False)]),
        ("modified:7d created:>=2024", [("modified", "", "7d", False), ("created", "", ">=2024", False)]),
        ("[status:draft OR done]", [("property", "status", "draft", False), ("property", "status", "done", False)]),
        ('-["due date":"a b"]', [("property", "due date", "a b", True)]),
        ("(tag:a rust) tag:b", [("tag", "", "a", False), ("tag", "", "b", False)]),
        ("tag:a OR tag:b", []),
        ("(tag:a OR tag:b) tag:c", [("tag", "", "c", False)]),
        ("tag: [status:", []),
        ('tag:"a', []),
        ("tag:(a b)", []),
    ],
)
def test_active_filters_are_what_must_hold_for_every_result(text: str, expected: list[object]) -> None:
    assert chosen(text) == expected


def test_an_active_filter_tells_where_the_whole_filter_stands() -> None:
    text = "rust -[status:a OR b] x"
    first, second = active_filters(text)
    assert text[first.start : first.end] == text[second.start : second.end] == "-[status:a OR b]"


@pytest.mark.parametrize(
    ("text", "comparison", "value"),
    [
        ("[k]", "exists", ""),
        ("[k:null]", "empty", ""),
        ('[k:"null"]', "equals", "null"),
        ("[k:>5]", ">", "5"),
        ("[k:~x]", "contains", "x"),
        ("[k:1..5]", "range", "1..5"),
    ],
)
def test_an_active_property_tells_how_it_is_compared(text: str, comparison: str, value: str) -> None:
    (found,) = active_filters(text)
    assert (found.comparison, found.value) == (comparison, value)


INCLUDE: FilterState = "include"
EXCLUDE: FilterState = "exclude"
OFF: FilterState = "off"


@pytest.mark.parametrize(
    ("text", "operator", "value", "state", "expected"),
    [
        ("", "tag", "work", INCLUDE, "tag:work"),
        ("rust", "tag", "work", INCLUDE, "rust tag:work"),
        ("rust ", "tag", "#work", INCLUDE, "rust tag:work"),
        ("tag:a", "tag", "b", INCLUDE, "tag:a tag:b"),
        ("tag:A x", "tag", "a", INCLUDE, "tag:A x"),
        ("-tag:a x", "tag", "a", INCLUDE, "x tag:a"),
        ("tag:a x", "tag", "a", EXCLUDE, "x -tag:a"),
        ("tag:a x", "tag", "a", OFF, "x"),
        ("-#a x #b", "tag", "a", OFF, "x #b"),
        ("x", "tag", "a b", INCLUDE, 'x tag:"a b"'),
        ("a OR b", "tag", "t", INCLUDE, "(a OR b) tag:t"),
        ("a OR", "tag", "t", INCLUDE, "a tag:t"),
        ("(a OR b) c", "tag", "t", INCLUDE, "(a OR b) c tag:t"),
        ('"not clos', "tag", "t", INCLUDE, 'tag:t "not clos'),
        ("rust tag:", "tag", "t", INCLUDE, "tag:t rust tag:"),
        ('a OR "b', "tag", "t", INCLUDE, '(a OR "b") tag:t'),
        ("a OR (b", "tag", "t", EXCLUDE, "(a OR (b)) -tag:t"),
        ("", "folder", "00 Inbox", INCLUDE, 'folder:"00 Inbox"'),
        ("folder:a x", "folder", "b", INCLUDE, "x folder:b"),
        ("folder:a x", "folder", "b", EXCLUDE, "folder:a x -folder:b"),
        ("folder:a x", "folder", "", INCLUDE, "x"),
        ("folder:a/ x", "folder", "a", OFF, "x"),
        ("tag:cafe x", "tag", "Café", OFF, "x"),
        ("tag:cafe x", "tag", "Café", INCLUDE, "tag:cafe x"),
        ("[priorite:elevee]", "property", ("Priorité", "élevée"), EXCLUDE, "-[Priorité:élevée]"),
        ("[priorite:a]", "property", ("Priorité", "b"), INCLUDE, "[priorite:a OR b]"),
        ("folder:(a OR b) x", "folder", "c", INCLUDE, "x folder:c"),
        ("folder:(a OR b)", "folder", "a", INCLUDE, "folder:a"),
        ("x (folder:a OR dir:(b OR c))", "folder", "", INCLUDE, "x"),
        ("folder:a OR folder:b", "folder", "c", INCLUDE, "folder:c"),
        ("x([s:a] OR [s:b])y", "property", ("s", "c"), INCLUDE, "x [s:a OR b OR c] y"),
        ("([s:a] OR [s:b] limit:3)y", "property", ("s", "c"), INCLUDE, "[s:a OR b OR c] limit:3 y"),
        ("created:2025(([s:a] OR [s:b]))", "property", ("s", "c"), INCLUDE, "created:2025([s:a OR b OR c])"),
        ("folder:a OR tag:b", "folder", "c", INCLUDE, "(folder:a OR tag:b) folder:c"),
        ("folder:a OR b", "folder", "c", INCLUDE, "(folder:a OR b) folder:c"),
        ("-folder:(a OR b)", "folder", "c", INCLUDE, "-folder:(a OR b) folder:c"),
        ("folder:(a OR b)", "folder", "c", EXCLUDE, "folder:(a OR b) -folder:c"),
        ("created:2024 OR created:2025", "created", "2023", INCLUDE, "created:2023"),
        ("", "modified", "2025-07", INCLUDE, "modified:2025-07"),
        ("modified:7d x", "modified", "last week", INCLUDE, 'x modified:"last week"'),
        ("created:2025", "modified", "2025", INCLUDE, "created:2025 modified:2025"),
        ("", "property", ("status", "draft"), INCLUDE, "[status:draft]"),
        ("[status:a] x", "property", ("status", "b"), INCLUDE, "[status:a OR b] x"),
        ("[Status:(a OR b)]", "property", ("status", "c"), INCLUDE, "[Status:(a OR b OR c)]"),
        ("[status:a OR b OR c]", "property", ("status", "b"), OFF, "[status:a OR c]"),
        ("[status:a OR b]", "property", ("status", "a"), OFF, "[status:b]"),
        ("x [status:a]", "property", ("status", "a"), OFF, "x"),
        ("[status:a OR b]", "property", ("status", "a"), EXCLUDE, "[status:b] -[status:a]"),
        ("-[status:a]", "property", ("status", "b"), EXCLUDE, "-[status:a OR b]"),
        ("[prio:>5]", "property", ("prio", "7"), INCLUDE, "[prio:>5] [prio:7]"),
        ("x ([k:a] OR [K:null OR 1..2])", "property", ("k", "b"), INCLUDE, "x [k:a OR null OR 1..2 OR b]"),
        ('[k:"a"] OR [k:b]', "property", ("k", "a"), INCLUDE, '[k:"a" OR b]'),
        ("[k:a] OR [k:>5]", "property", ("k", "b"), INCLUDE, "([k:a] OR [k:>5]) [k:b]"),
        ("[k:a] OR [l:b]", "property", ("k", "b"), INCLUDE, "([k:a] OR [l:b]) [k:b]"),
        ("", "property", ("due date", "today"), INCLUDE, '[due date:"today"]'),
        ("", "property", ("a:b", "x]y"), INCLUDE, '["a:b":"x]y"]'),
        ("", "property", ("book", "«Война и мир»"), INCLUDE, "[book:«Война и мир»]"),
        ("", "property", ("「状態", "読む」 x"), INCLUDE, "[「状態:読む」 x]"),
        ("", "property", ("k", ""), INCLUDE, "[k:null]"),
        ("[k:null OR a]", "property", ("k", ""), OFF, "[k:a]"),
        ("", "property", ("up", "[[Some Note]]"), INCLUDE, "[up:[[Some Note]]]"),
    ],
)
def test_choosing_a_facet_writes_its_operator(
    text: str, operator: FacetOperator, value: str | tuple[str, str], state: FilterState, expected: str
) -> None:
    assert set_filter(text, operator, value, state=state) == expected


@pytest.mark.parametrize(
    ("text", "value", "comparison", "state", "expected"),
    [
        ("", ("rating", "1..3"), "range", INCLUDE, "[rating:1..3]"),
        ("[rating:1..3]", ("rating", "5..7"), "range", INCLUDE, "[rating:1..3 OR 5..7]"),
        ("[rating:1..3 OR 9]", ("rating", "1..3"), "range", OFF, "[rating:9]"),
        ("[rating:1..3] x", ("rating", "1..3"), "range", EXCLUDE, "x -[rating:1..3]"),
        ("", ("due", "2025-01-01..2025-12-31"), "range", EXCLUDE, "-[due:2025-01-01..2025-12-31]"),
        ("[rating:1..3]", ("rating", "1..3"), "equals", OFF, "[rating:1..3]"),
        ("[prio:>5] x", ("prio", "5"), ">", OFF, "x"),
        ("[prio] x", ("prio", ""), "exists", OFF, "x"),
        ("x", ("prio", ""), "exists", EXCLUDE, "x -[prio]"),
    ],
)
def test_ranges_and_other_comparisons_are_written_and_released_as_such(
    text: str, value: tuple[str, str], comparison: Comparison, state: FilterState, expected: str
) -> None:
    assert set_filter(text, "property", value, state=state, comparison=comparison) == expected


@pytest.mark.parametrize(
    ("text", "operator", "value", "expected"),
    [
        ("folder:a OR folder:b word", "folder", "c", "(folder:a OR folder:b word) folder:c"),
        ("modified:7d -x OR modified:2025", "modified", "today", "(modified:7d -x OR modified:2025) modified:today"),
        (
            "[status:a] OR [status:b] /re/ -(tag:x OR y)",
            "property",
            ("status", "c"),
            "([status:a] OR [status:b] /re/ -(tag:x OR y)) [status:c]",
        ),
        ("[s:a] [s:b] OR [s:c]", "property", ("s", "d"), "([s:a] [s:b] OR [s:c]) [s:d]"),
        ("folder:a OR folder:b sort:name", "folder", "c", "sort:name folder:c"),
        ("[s:a] OR [s:b] sort:name", "property", ("s", "c"), "[s:a OR b OR c] sort:name"),
        ("x ([s:a] OR ([s:b] limit:3))", "property", ("s", "c"), "x [s:a OR b OR c] limit:3"),
    ],
)
def test_what_stands_beside_a_value_in_a_choice_is_not_lost(
    text: str, operator: FacetOperator, value: str | tuple[str, str], expected: str
) -> None:
    assert set_filter(text, operator, value, state=INCLUDE) == expected


def test_a_filter_that_is_added_restricts_all_branches_of_a_choice() -> None:
    query = parse_query(set_filter("rust OR go", "tag", "work", state="include"), now=NOW)
    assert query.where == AllOf((AnyOf((TextIs("rust"), TextIs("go"))), TagIs("work")))


def test_an_excluded_property_value_is_negated() -> None:
    query = parse_query(set_filter("", "property", ("status", "done"), state="exclude"), now=NOW)
    assert query.where == Not(PropertyIs("status", "equals", "done"))


_facet_values: st.SearchStrategy[tuple[FacetOperator, str | tuple[str, str]]] = st.one_of(
    st.tuples(st.just("tag"), names.map(lambda name: name.strip("#/ ")).filter(bool)),
    st.tuples(st.just("folder"), names.map(lambda name: name.strip("/ ")).filter(bool)),
    st.tuples(st.sampled_from(["modified", "created"]), st.sampled_from(["2025-07", ">=2024", "7d", "last week"])),
    st.tuples(st.just("property"), st.tuples(names, values)),
)


def states_of(text: str, operator: FacetOperator, value: str | tuple[str, str]) -> set[bool]:
    """The negations under which a value is active."""
    key, wanted = value if isinstance(value, tuple) else ("", value)

    def same(found: ActiveFilter) -> bool:
        return (found.operator, found.key.casefold(), found.value.casefold()) == (
            operator,
            key.casefold(),
            wanted.casefold(),
        ) and found.comparison in ("equals", "empty")

    return {found.negated for found in active_filters(text) if same(found)}


@given(fragment_texts, _facet_values, st.booleans())
@example("(a(", ("tag", "x"), False)
@example("/re", ("property", ("url", "a/ b")), False)
@example('"C:\\', ("tag", "x"), True)
@example("", ("property", ("「「", "»#Ｎ 」")), False)
def test_what_is_chosen_is_active_and_what_is_released_is_not(
    text: str, facet: tuple[FacetOperator, str | tuple[str, str]], negated: bool
) -> None:
    operator, value = facet
    with_it = set_filter(text, operator, value, state="exclude" if negated else "include")
    assert states_of(with_it, operator, value) == {negated}
    assert set_filter(with_it, operator, value, state="exclude" if negated else "include") == with_it
    without = set_filter(with_it, operator, value, state="off")
    assert states_of(without, operator, value) == set()


@given(fragment_texts, _facet_values, st.sampled_from([INCLUDE, EXCLUDE, OFF]))
def test_a_valid_text_stays_valid_when_a_facet_is_chosen(
    text: str, facet: tuple[FacetOperator, str | tuple[str, str]], state: FilterState
) -> None:
    try:
        parse_query(text, now=NOW)
    except QuerySyntaxError:
        return
    parse_query(set_filter(text, *facet, state=state), now=NOW)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("", []),
        ("rust 'x' -go /re/ \"a b\" sort:name mode:deep limit:3", []),
        ("tag:#work #home -tag:x", ["tag work", "tag home", "-tag x"]),
        ('tag:＃work title:#5 path:"#5 x"', ["tag work", "title #5", "path #5 x"]),
        ("[status:draft OR done] [k] [k:null] [n:>5] [n:~x] [n:1..2]", None),
        (
            "modified:>=2024-01 created:<2025 updated:7d",
            ["modified since 2024-01", "created before 2025", "updated 7d"],
        ),
        ('folder:"00 Inbox" path:/re/', ["folder 00 Inbox", "path /re/"]),
        ("links-to:[[A|b]] like:[[B]] [[C]]", ["links-to A", "like B", "links-to C"]),
        ("section:(a OR b) has:tasks -is:orphan", ["section (a OR b)", "has tasks", "-is orphan"]),
        ("(tag:a OR tag:b) x", ["tag a or tag b"]),
        ("(tag:a OR rust) x", []),
        ("-(tag:a tag:b)", ["-tag a and tag b"]),
        ("-((tag:a tag:b))", ["-tag a and tag b"]),
        ("-(tag:a tag:b) OR tag:c", ["not (tag a and tag b) or tag c"]),
        ("tag:a OR (tag:b (tag:c OR (tag:d)))", ["tag a or tag b and (tag c or tag d)"]),
        ("tag: [x", []),
    ],
)
def test_chips_are_the_filters_of_the_text(text: str, labels: list[str] | None) -> None:
    if labels is None:
        labels = ["status draft or done", "k", "k empty", "n > 5", "n ~ x", "n 1..2"]
    assert [("-" if chip.negated else "") + chip.label for chip in filter_chips(text)] == labels


@pytest.mark.parametrize(
    ("text", "cut", "expected"),
    [
        ("a tag:x b", "tag:x", "a b"),
        ("tag:x OR b", "tag:x", "b"),
        ("a OR tag:x", "tag:x", "a"),
        ("a OR tag:x OR b", "tag:x", "a OR b"),
        ("a OR tag:x b", "tag:x", "a OR b"),
        ("(tag:x) b", "tag:x", "b"),
        ("a -(tag:x) b", "tag:x", "a b"),
        ("a section:(x) b", "x", "a b"),
        ("a OR -task: (x)", "x", "a"),
        ("(a (tag:x)) b", "tag:x", "(a) b"),
        ('"OR" tag:x OR b', "tag:x", '"OR" OR b'),
        ("Weekly - tag:x review", "tag:x", "Weekly - review"),
        ("gpt- tag:x 4", "tag:x", "gpt- 4"),
        (r"\( tag:x b", "tag:x", r"\( b"),
        ("(tag:x b)", "tag:x", "(b)"),
        ("(b tag:x)", "tag:x", "(b)"),
        ("tag:x", "tag:x", ""),
    ],
)
def test_taking_a_part_out_takes_out_what_depends_on_it(text: str, cut: str, expected: str) -> None:
    start = text.index(cut)
    assert remove_span(text, start, start + len(cut)) == expected


def test_a_span_outside_of_the_text_takes_nothing_out() -> None:
    assert remove_span("rust", 10, 20) == "rust"
