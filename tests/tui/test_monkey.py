"""Some random keys, clicks and sizes; the long version is ``tests/benchmarks/monkey.py``."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scripts.screenshots import until
from tests.benchmarks.monkey import Monkey, caged_app, play
from tests.tui.painting import each_time
from vaulttui.settings import EmbeddingSettings
from vaulttui.tui.screens.main import MainScreen


async def test_whatever_is_pressed_one_can_go_back_and_search() -> None:
    with each_time():
        report = await play(1, steps=50, every=25, embedding=EmbeddingSettings(enabled=False))
    assert report.steps >= 50
    assert report.returns >= 2


async def test_a_person_keeps_clipboard_and_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[str] = []

    def clipboard() -> tuple[tuple[str, ...], ...]:
        started.append("clipboard")
        return ()

    monkeypatch.setattr("vaulttui.tui.terminal.clipboard.clipboard_commands", clipboard)
    monkeypatch.setattr("vaulttui.tui.opening.opener.Opener._command", lambda self: ("open",))
    monkeypatch.setattr("vaulttui.tui.opening.opener.start_detached", lambda argv, failed: started.extend(argv))
    chance = random.Random(1)
    app = caged_app(tmp_path, chance, EmbeddingSettings(enabled=False))
    try:
        async with app.run_test(size=(120, 30)) as pilot:
            await Monkey(app, pilot, chance).come_back()
            main = app.screen
            assert isinstance(main, MainScreen)
            await until(pilot, lambda: main.results.selected)
            await pilot.press("escape", "O", "y")
            main.action_open_folder()
            await until(pilot, lambda: app.clipboard)
            assert started == []
    finally:
        app.close()
