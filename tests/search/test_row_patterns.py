"""Patterns for rows of words in whole texts say what is true of their lines and blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaulttui.index.reading.tokenizer import words_of
from vaulttui.index.storage import duckdb
from vaulttui.search.conditions.blocks import blocks_of
from vaulttui.search.conditions.row_patterns import (
    Row,
    all_apart,
    block_pattern,
    line_pattern,
    paragraph_pattern,
    row_of,
)
from vaulttui.search.conditions.row_spans import row_spans
from vaulttui.search.conditions.text_conditions import matches_folded, text_is
from vaulttui.search.folding import SIGNS, fold_as_column, is_plain

_PIECES = [
    *("\n", "\n", "\n", "\n\n", "\n \n", " ", " ", " ", "\t", "_", "-", ".", "'", "’", "++", "#", "…", "😀"),
    *("\n- ", "\n* ", "\n1. ", "\n12) ", "\n# ", "\n## ", "\n  - ", "\n**", "\n-", "\n> ", "- ", "# ", "(", "1. "),
    *("fox", "fox", "Fox", "fóx", "fo\u0301x", "foxes", "hen", "hen", "Hen", "c++", "12", "1", "ab", "ab", "œ", "ſ"),
    *("it's", "it’s", "it", "s"),
    *("日", "\u00ad", "\u0301", "²", "ｆｏｘ", "ı", "™", "😀\ufe0f", "\ufe0f"),
]
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)
_WANTED = st.sampled_from(["fox", "hen", "fox hen", "12", "1", "c++", "ab", "œ", "hen ab", "s", "it's"])
_QUERIES = st.lists(_WANTED, min_size=1, max_size=3, unique=True)


@pytest.fixture(scope="module")
def cursor() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as database:
        yield database


def _told(cursor: duckdb.DuckDBPyConnection, text: str, sql: str, parameters: Sequence[object] = ()) -> bool:
    row = cursor.execute(f"SELECT {sql} FROM (SELECT ?::VARCHAR AS text)", [*parameters, text]).fetchone()
    assert row is not None
    return bool(row[0])


def _rows(queries: Sequence[str], unfinished: bool) -> list[Row]:
    rows = [row_of(query, unfinished=unfinished and not number) for number, query in enumerate(queries)]
    return [row for row in rows if row is not None]


def _has_all(piece: str, rows: Sequence[Row]) -> bool:
    folded = fold_as_column(piece)
    return all(any(True for _ in row_spans(row.words, unfinished=row.unfinished)(folded)) for row in rows)


@given(_TEXTS, _QUERIES, st.booleans())
def test_a_line_has_all_rows_where_the_pattern_for_the_text_matches(
    cursor: duckdb.DuckDBPyConnection, text: str, queries: list[str], unfinished: bool
) -> None:
    rows = _rows(queries, unfinished)
    if all_apart(rows):
        condition = matches_folded("text", rows, lambda alphabet: line_pattern(rows, alphabet))
        expected = any(_has_all(line, rows) for line in text.split("\n"))
        assert _told(cursor, text, *condition) == expected


@given(_TEXTS, st.sampled_from(["fox", "hen", "fox hen", "c++", "12", "œ", "it's"]), st.booleans())
def test_a_text_has_a_row_where_its_pattern_matches(
    cursor: duckdb.DuckDBPyConnection, text: str, query: str, unfinished: bool
) -> None:
    rows = _rows([query], unfinished)
    assert _told(cursor, text, *text_is(query, "text", unfinished=unfinished)) == _has_all(text, rows)


@given(_TEXTS, _QUERIES, st.booleans())
@example("# fox\nhen", ["fox", "hen"], False)
@example("fox\n**hen**", ["fox", "hen"], False)
@example("fox\n1. hen", ["fox", "hen"], False)
@example("fox\n\nhen", ["fox", "hen"], False)
@example("- fox\n  (hen", ["fox", "hen"], False)
def test_a_block_has_all_rows_wherever_the_strict_pattern_matches_and_only_where_the_other_does(
    cursor: duckdb.DuckDBPyConnection, text: str, queries: list[str], unfinished: bool
) -> None:
    rows = _rows(queries, unfinished)
    if not (all_apart(rows) and all(row.plain for row in rows)):
        return
    if not _told(cursor, text, is_plain("text")):
        return
    lines = text.split("\n")
    blocks = ["\n".join(lines[block.start : block.stop]) for block in blocks_of(lines)]
    in_block = any(_has_all(block, rows) for block in blocks)
    assert _told(cursor, text, "regexp_matches(text, ?, 'i')", [paragraph_pattern(rows)]) <= in_block
    assert in_block <= _told(cursor, text, "regexp_matches(text, ?, 'i')", [block_pattern(rows)])


def test_most_paragraphs_are_told_by_the_strict_pattern_alone(cursor: duckdb.DuckDBPyConnection) -> None:
    rows = _rows(["fox", "hen"], False)
    for text in ("The fox\nand the hen.", "x\n\n- a fox,\n  then\n  (hen)", "A hen_fox", "Fox\nhen", "1. fox\nhen"):
        assert _told(cursor, text, "regexp_matches(text, ?, 'i')", [paragraph_pattern(rows)])
    for text in ("fox\n\nhen", "fox\n- hen", "foxhen", "fox, \n \t\nhen", "- [ ] fox\n* hen"):
        assert not _told(cursor, text, "regexp_matches(text, ?, 'i')", [block_pattern(rows)])


def test_signs_of_plain_texts_part_words_as_blanks_do(cursor: duckdb.DuckDBPyConnection) -> None:
    ((numbers,),) = cursor.execute(
        "SELECT list(code) FROM (SELECT unnest(range(128, 1114111)) AS code) "
        f"WHERE code NOT BETWEEN 55296 AND 57343 AND regexp_matches(chr(code::INTEGER), '[{SIGNS}]')"
    ).fetchall()
    assert len(numbers) > 1_000
    for sign in map(chr, numbers):
        assert words_of(f"one{sign}two {sign}three{sign}\ufe0f") == words_of(
            "one'two three" if sign == "’" else "one two three"
        )
        assert not any(letter.isalnum() for letter in fold_as_column(sign))
    parted = cursor.execute(
        "SELECT count(*) FROM (SELECT unnest(?) AS code) "
        "WHERE regexp_matches(chr(code::INTEGER), '[\\p{L}\\p{N}\\p{M}]')",
        [numbers],
    ).fetchall()
    assert parted == [(0,)]


def test_rows_are_apart_unless_a_word_may_be_part_of_both() -> None:
    apart = [("fox", "hen"), ("gpt-4", "fox"), ("fox hen", "ab")]
    for pair in apart:
        assert all_apart(_rows(pair, False))
    assert not all_apart(_rows(["gpt-4", "4"], False))
    assert not all_apart(_rows(["fox hen", "hen ab"], False))
    assert not all_apart(_rows(["fo", "fox"], True))
    assert all(all_apart(pair) for pair in pairwise(_rows(["fo", "fox", "hen"], False)))
