"""Columns that are read on count what columns read from the beginning count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault
from tests.search.advancing import Step, begin_anew, few_examples, steps, take
from vaulttui.search import facet_columns
from vaulttui.search.facet_columns import FacetColumns, FacetColumnsCache
from vaulttui.search.growing import Growing
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.snapshot import Mask, Snapshot
from vaulttui.search.snapshots import generation_of, load_snapshot

Counted = dict[tuple[str, str, str], int]
"""By column, name of the key (of values) and name."""


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault({"attachment.txt": ""}))


def _counted(columns: FacetColumns, snapshot: Snapshot, mask: Mask) -> Counted:
    counted: Counted = {}
    for name in ("folders", "tags", "keys", "values"):
        column = getattr(columns, name)
        groups = column.values.groups().tolist()
        keys = columns.keys.values.names if name == "values" else [""] * len(groups)
        for value, count in enumerate(column.counts(snapshot, mask).tolist()):
            if count:
                counted[name, keys[groups[value]] if name == "values" else "", column.values.names[value]] = count
    return counted


def _masks(snapshot: Snapshot) -> list[Mask]:
    numbers = np.arange(snapshot.note_count)
    return [numbers >= 0, numbers % 2 == 0, numbers % 3 == 1]


@pytest.mark.parametrize("few", [0, 2, 1_000])
@few_examples
@given(happenings=st.lists(st.tuples(steps, st.booleans()), min_size=1, max_size=12))
def test_columns_read_on_count_the_same_as_columns_read_from_the_beginning(
    engine: LocalEngine, few: int, happenings: list[tuple[Step, bool]]
) -> None:
    begin_anew(engine)
    cache = FacetColumnsCache()
    seen: list[tuple[FacetColumns, Snapshot, list[Counted]]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facet_columns, "_FEW_NOTES", few)
        for step, looks in happenings:
            take(engine, step)
            if looks:
                with engine._database.read() as cursor:
                    snapshot = load_snapshot(cursor, generation_of(cursor))
                    columns = cache.current(lambda cursor=cursor: cursor, snapshot)  # type: ignore[misc]
                    fresh = FacetColumnsCache().current(lambda cursor=cursor: cursor, snapshot)  # type: ignore[misc]
                expected = [_counted(fresh, snapshot, mask) for mask in _masks(snapshot)]
                assert [_counted(columns, snapshot, mask) for mask in _masks(snapshot)] == expected
                seen.append((columns, snapshot, expected))
    for columns, snapshot, expected in seen:  # nobody wrote into what others may still read
        assert [_counted(columns, snapshot, mask) for mask in _masks(snapshot)] == expected


def test_what_grows_leaves_alone_what_was_handed_out() -> None:
    growing = Growing()
    first, _ = growing.with_rows(0, np.array([(number, -number) for number in range(16)], dtype=np.int32))
    longer, negative = growing.with_rows(16, np.array([(16, -16)], dtype=np.int32))
    assert np.shares_memory(first, longer)
    other, _ = growing.with_rows(16, np.array([(99, -99)], dtype=np.int32))
    assert first.tolist() == list(range(16))
    assert longer.tolist() == list(range(17))
    assert negative.tolist() == [-number for number in range(17)]
    assert other.tolist() == [*range(16), 99]
