"""Hundreds of changes in seconds, while searches run: nothing fails, nothing grows, nothing is missed."""

from __future__ import annotations

from pathlib import Path

from tests.index.endurance import Day


def test_a_day_in_fast_motion_leaves_the_index_as_if_built_afresh(tmp_path: Path) -> None:
    day = Day(tmp_path, notes=60)
    day.live(changes=240, sample_every=60)
    assert day.faults == []
    assert day.differences() == {}
    first, last = day.samples[0], day.samples[-1]
    assert last.searches > first.searches > 0
    assert last.threads <= first.threads + 2
    assert last.descriptors <= first.descriptors + 4
