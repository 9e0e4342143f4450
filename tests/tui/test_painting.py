"""What a test of the interface comes to is painted, though not every step on the way there."""

from __future__ import annotations

import pytest
from textual.screen import Screen

from vaulttui.tui.widgets.status_line import StatusLine

from .interface import running


def broken(_: object) -> str:
    raise ValueError("this cannot be painted")


async def test_a_screen_that_cannot_be_painted_fails_the_test_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as ui:
        with monkeypatch.context() as patch:
            patch.setattr(Screen, "render", broken)
            ui.app.push_screen(Screen())
            with pytest.raises(ValueError, match="cannot be painted"):
                await ui.pilot.pause()


async def test_what_cannot_be_painted_fails_the_test_that_comes_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def come_to_it() -> None:
        async with running() as ui:
            patch.setattr(StatusLine, "render", broken)
            ui.app.screen.query_one(StatusLine).refresh()
            await ui.pilot.pause()

    with monkeypatch.context() as patch, pytest.raises(ValueError, match="cannot be painted"):
        await come_to_it()
