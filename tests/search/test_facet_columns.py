"""Columns that are read on count what columns read from the beginning count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault
from tests.search.advancing import Step, begin_anew, few_examples, steps, take
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory import facet_columns
from vaulttui.search.memory.facet_columns import FacetColumns, FacetColumnsCache
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.memory.snapshots import generation_of, load_snapshot

Counted = dict[tuple[str, str, str], int]
"""By column, name of the key (of values) and name."""


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault({"attachment.txt": ""}))


def _counted(columns: FacetColumns, snapshot: Snapshot, mask: Mask) -> Counted:
    counted: Counted = {}
    for name in ("folders", "tags", "keys", "values"):
        column = getattr(columns, name)
        keys = columns.keys.values.names
        groups = column.groups.tolist() if name == "values" else []
        for value, count in enumerate(column.counts(snapshot, mask).tolist()):
            if count:
                counted[name, keys[groups[value]] if name == "values" else "", column.values.names[value]] = count
    return counted


def _masks(snapshot: Snapshot) -> list[Mask]:
    numbers = np.arange(snapshot.note_count)
    return [numbers >= 0, numbers % 2 == 0, numbers % 3 == 1]


@pytest.mark.parametrize("most_read", [1, 2])
@few_examples
@given(happenings=st.lists(st.tuples(steps, st.booleans()), min_size=1, max_size=12))
def test_columns_read_on_count_the_same_as_columns_read_from_the_beginning(
    engine: LocalEngine, most_read: int, happenings: list[tuple[Step, bool]]
) -> None:
    begin_anew(engine)
    cache = FacetColumnsCache()
    seen: list[tuple[FacetColumns, Snapshot, list[Counted]]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facet_columns, "_MOST_READ", most_read)
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
