"""Patterns for rows of words in whole texts say what is true of their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.tokenizer import words_of
from vaulttui.index.storage import duckdb
from vaulttui.search.conditions.row_patterns import (
    Row,
    has_pattern,
    line_pattern,
    row_of,
)
from vaulttui.search.conditions.row_spans import row_spans
from vaulttui.search.conditions.text_conditions import matches_folded, text_is
from vaulttui.search.folding import SIGNS, fold_as_column

_PIECES = [
    *("\n", "\n", "\n", "\n\n", "\n \n", " ", " ", " ", "\t", "_", "-", ".", "'", "’", "++", "#", "…", "😀"),
    *("\n- ", "\n* ", "\n1. ", "\n12) ", "\n# ", "\n## ", "\n  - ", "\n**", "\n-", "\n> ", "- ", "# ", "(", "1. "),
    *("fox", "fox", "Fox", "fóx", "fo\u0301x", "foxes", "hen", "hen", "Hen", "c++", "12", "1", "ab", "ab", "œ", "ſ"),
    *("it's", "it’s", "it", "s"),
    *("日", "\u00ad", "\u0301", "²", "ｆｏｘ", "ı", "™", "😀\ufe0f", "\ufe0f"),
]
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)
_WANTED = st.sampled_from(["fox", "hen", "fox hen", "12", "1", "c++", "ab", "œ", "hen ab", "s", "it's"])
_QUERIES = st.lists(_WANTED, min_size=1, max_size=2, unique=True)


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
    if has_pattern(rows):
        condition = matches_folded("text", rows, lambda alphabet: line_pattern(rows, alphabet))
        expected = any(_has_all(line, rows) for line in text.split("\n"))
        assert _told(cursor, text, *condition) == expected


@given(_TEXTS, st.sampled_from(["fox", "hen", "fox hen", "c++", "12", "œ", "it's"]), st.booleans())
def test_a_text_has_a_row_where_its_pattern_matches(
    cursor: duckdb.DuckDBPyConnection, text: str, query: str, unfinished: bool
) -> None:
    rows = _rows([query], unfinished)
    assert _told(cursor, text, *text_is(query, "text", unfinished=unfinished)) == _has_all(text, rows)


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


def test_there_is_a_pattern_for_two_rows_unless_a_word_may_be_part_of_both() -> None:
    for pair in (("fox", "hen"), ("gpt-4", "fox"), ("fox hen", "ab"), ("hen", "fox")):
        assert has_pattern(_rows(pair, False))
    assert not has_pattern(_rows(["gpt-4", "4"], False))
    assert not has_pattern(_rows(["fox hen", "hen ab"], False))
    assert not has_pattern(_rows(["fo", "fox"], True))
    assert has_pattern(_rows(["fo", "fox"], False))
    assert not has_pattern(_rows(["fo", "fox", "hen"], False))
