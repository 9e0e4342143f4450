"""Rows of bytes that are packed are found as they were."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.memory.packed_rows import PackedRows

rows = st.dictionaries(st.integers(0, 300), st.binary(max_size=12), max_size=120)


def _places(alive: set[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([1 if identity in alive else -1 for identity in range(700)], dtype=np.int32)


@given(first=rows, second=rows, gone=st.sets(st.integers(0, 300)), compressed=st.booleans(), later=st.booleans())
def test_what_was_packed_is_found_and_what_is_gone_is_not(
    first: dict[int, bytes], second: dict[int, bytes], gone: set[int], compressed: bool, later: bool
) -> None:
    newer = {identity + 301: row for identity, row in second.items()}
    packed = PackedRows(first.items(), compressed=compressed)
    wanted = np.arange(700, dtype=np.int32)[::-1]
    assert packed.find(wanted) == first
    assert packed.last == max(first, default=-1)
    kept = {identity: row for identity, row in first.items() if identity not in gone}
    grown = packed.read_on(_places(set(kept)), newer.items(), compressed=later)
    assert grown.find(wanted) == {**kept, **newer}
    assert packed.find(wanted) == first
