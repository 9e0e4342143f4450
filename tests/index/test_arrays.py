"""Arrays: what is chosen out of many is what ordering all of them would begin with."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.storage.arrays import best_first, bits, execute_among, union

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.5, 1.0]) | st.floats(0, 1, width=32), max_size=40)


@given(SCORES, st.integers(0, 45))
def test_the_best_are_those_that_a_whole_order_begins_with(values: list[float], most: int) -> None:
    scores = np.array(values, dtype=np.float32)
    numbers = np.flatnonzero(scores > 0.1)
    expected = sorted(numbers.tolist(), key=lambda number: (-scores[number], number))
    assert best_first(numbers, scores).tolist() == expected
    assert best_first(numbers, scores, most).tolist() == expected[:most]


@given(st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30)))
def test_a_union_is_sorted_and_without_repeats(first: list[int], second: list[int]) -> None:
    both = union(np.array(first, dtype=np.int64), np.array(second, dtype=np.int64))
    assert both.tolist() == sorted({*first, *second})


@given(st.sets(st.integers(0, 40)), st.integers(41, 60))
def test_the_database_finds_the_bits_that_are_set(numbers: set[int], size: int) -> None:
    wanted = bits(np.array(sorted(numbers), dtype=np.int64), size)
    sql = "SELECT range FROM range(?) WHERE get_bit(?::BLOB::BIT, range::INTEGER) = 1"
    assert [number for (number,) in duckdb.execute(sql, [size, wanted]).fetchall()] == sorted(numbers)


@given(st.sets(st.integers(0, 99), min_size=1) | st.sets(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1))
def test_a_statement_holds_for_few_values_as_it_does_for_many(values: set[Any]) -> None:
    numbers = "SELECT range AS value FROM range(100)"
    letters = "SELECT chr(range::INTEGER) AS value FROM range(97, 123)"
    table = numbers if isinstance(min(values), int) else letters
    sql = f"SELECT value FROM ({table}) WHERE value <> ? AND value IN {{values}}"
    with duckdb.connect() as connection:
        found = execute_among(connection, sql, list(values), [min(values)]).fetchall()
    assert {value for (value,) in found} == values - {min(values)}
