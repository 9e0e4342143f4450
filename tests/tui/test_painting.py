"""What a test of the interface comes to is painted, though not every step on the way there."""

from __future__ import annotations

import pytest

from vaulttui.tui.widgets.status_line import StatusLine

from .interface import running


async def test_what_cannot_be_painted_fails_the_test_that_comes_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: StatusLine) -> str:
        raise ValueError("this cannot be painted")

    async with running() as ui:
        with monkeypatch.context() as patch:
            patch.setattr(StatusLine, "render", broken)
            ui.app.screen.query_one(StatusLine).refresh()
            with pytest.raises(ValueError, match="cannot be painted"):
                await ui.pilot.pause()
