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

Counted = dict[tuple[str, str, str, str], int]
"""By column, name of the key (of values) and name, and how it is written."""


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault({"attachment.txt": ""}))


def _counted(columns: FacetColumns, snapshot: Snapshot, mask: Mask) -> Counted:
    counted: Counted = {}
    keys = columns.keys.values.names
    for name in ("folders", "tags", "keys", "values", "types"):
        column = getattr(columns, name)
        groups, written = column.groups.tolist(), column.written(snapshot)
        for value, count in enumerate(column.counts(snapshot, mask).tolist()):
            if count:
                key = keys[groups[value]] if name in ("values", "types") else ""
                label = column.values.spellings[written.spellings[value]] if written.listed[value] else ""
                counted[name, key, column.values.names[value], label] = count
    for key, (kind, mixed) in columns.key_types(snapshot).items():
        counted["type", keys[key], kind, ""] = mixed
    labels = columns.tag_labels(snapshot)
    for value, count in enumerate(columns.tags.counts(snapshot, mask).tolist()):
        if count:
            counted["label", "", columns.tags.values.names[value], labels[value]] = count
    return counted


def _masks(snapshot: Snapshot) -> list[Mask]:
    numbers = np.arange(snapshot.note_count)
    return [numbers >= 0, numbers % 2 == 0, numbers % 3 == 1]


@few_examples
@given(most_read=st.sampled_from([1, 2]), happenings=st.lists(st.tuples(steps, st.booleans()), min_size=1, max_size=12))
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
