"""What must hold for every query text and every query, checked on generated ones."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import assume, example, given, settings

from tests.search.query_texts import queries, texts
from tests.search.query_writer import format_query
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.language.lexer import tokenize
from vaulttui.search.query import Query
from vaulttui.search.syntax import describe_query, filter_chips, highlight_spans, parse_query, remove_span

NOW = datetime(2025, 7, 14, 12)


def parsed(text: str, *, typing: bool = False) -> Query | None:
    """The query, ``None`` for a text that is refused."""
    try:
        return parse_query(text, now=NOW, typing=typing)
    except QuerySyntaxError:
        return None


@given(texts)
@example("\ud800")
@example("((" * 5000)
@example("-(" * 200 + ")" * 200)
@example('a:"\\')
def test_any_text_parses_or_is_refused_with_a_place_in_the_text(text: str) -> None:
    for typing in (False, True):
        refusal: QuerySyntaxError | None = None
        try:
            parse_query(text, now=NOW, typing=typing)
        except QuerySyntaxError as error:
            refusal = error
        assert refusal is None or (refusal.message and 0 <= refusal.start <= refusal.end <= len(text))


@settings(max_examples=200)
@given(texts)
@example("hash:abc")
@example("/a(/b tag://x has:://")
@example("has://a sort://b limit://c created://d -like://e -sort://f section:(tag://g tag::h)")
@example("folder:/")
@example('abc(def:"q") has:tasks(b c)')
@example("tag: ORM limit:12 sort:name:desc created:2025-07-14..2025-07-31")
@example('["a b":"c" OR (d OR e)] [[a|b]] #tag')
def test_no_prefix_of_a_valid_text_is_refused_while_typing(text: str) -> None:
    assume(parsed(text) is not None)
    for end in range(len(text) + 1):
        parse_query(text[:end], now=NOW, typing=True)


@settings(max_examples=50)
@given(queries())
def test_no_prefix_of_a_written_query_is_refused_while_typing(query: Query) -> None:
    text = format_query(query)
    for end in range(len(text) + 1):
        parse_query(text[:end], now=NOW, typing=True)


@settings(max_examples=150)
@given(queries())
def test_a_query_survives_being_written_and_read(query: Query) -> None:
    text = format_query(query)
    assert parse_query(text, now=NOW) == replace(query, source=text)


@settings(max_examples=200)
@given(texts)
def test_whatever_is_read_can_be_written_in_a_form_that_stays_the_same(text: str) -> None:
    query = parsed(text)
    assume(query is not None)
    assert query is not None
    written = format_query(query)
    assert replace(parse_query(written, now=NOW), source="") == replace(query, source="")
    assert format_query(parse_query(written, now=NOW)) == written


@given(queries())
def test_every_query_can_be_described(query: Query) -> None:
    described = describe_query(query)
    assert described.splitlines()[-1].endswith(f"at most {query.limit}.")


@given(texts)
def test_spans_are_ordered_and_cover_everything_but_blanks(text: str) -> None:
    position = 0
    for span in highlight_spans(text):
        assert position <= span.start < span.end <= len(text)
        assert not text[position : span.start].strip()
        position = span.end
    assert not text[position:].strip()


@given(texts)
def test_chips_lie_in_the_text_in_order_and_are_complete_filters(text: str) -> None:
    position = 0
    for chip in filter_chips(text):
        assert position <= chip.start < chip.end <= len(text)
        assert text.startswith("-", chip.start) or not chip.negated
        assert chip.label.strip()
        position = chip.end


@settings(max_examples=150)
@given(texts)
def test_a_valid_text_stays_valid_when_a_filter_is_taken_out(text: str) -> None:
    assume(parsed(text) is not None)
    for chip in filter_chips(text):
        rest = remove_span(text, chip.start, chip.end)
        assert len(rest) < len(text)
        assert parsed(rest) is not None, rest


@pytest.mark.parametrize(
    "unit", ['tag:work path:x [s:d] "a b" ', "deadlock rust tokio ", "(a OR b) -c ", "x(", "((", "/a "]
)
def test_reading_time_grows_no_faster_than_the_text(unit: str) -> None:
    def seconds(length: int) -> float:
        text = (unit * length)[:length]
        begin = time.process_time()
        parsed(text)
        return time.process_time() - begin

    # In turn: a machine that is slow for a while is so for both.
    short, long = zip(*((seconds(5_000), seconds(20_000)) for _ in range(5)), strict=True)
    assert min(long) < 10 * max(min(short), 0.002)


@pytest.mark.parametrize("unit", ["#a ", "＃a ", "［a：b］ ", "« ", "»a ", "「a ", "『a "])
def test_the_rest_of_a_text_is_not_looked_through_at_every_sign(unit: str) -> None:
    text = unit * 10_000 + "ж" * 2_000_000
    begin = time.process_time()
    assert len(tokenize(text)) > 10_000
    assert time.process_time() - begin < 5, (
        "it is a matter of 0.1 s, 0.3 s where brackets are wide, or of half a minute"
    )
