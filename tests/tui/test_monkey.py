"""Some random keys, clicks and sizes; the long version is ``tests/benchmarks/monkey.py``."""

from __future__ import annotations

from tests.benchmarks.monkey import play
from vaulttui.settings import EmbeddingSettings


async def test_whatever_is_pressed_one_can_go_back_and_search() -> None:
    report = await play(1, steps=75, every=25, embedding=EmbeddingSettings(enabled=False))
    assert report.steps >= 75
    assert report.returns >= 3
