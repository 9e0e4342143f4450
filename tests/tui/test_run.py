"""What the program tells at its start."""

from __future__ import annotations

from pathlib import Path

import pytest

from vaulttui import paths
from vaulttui.settings import Settings
from vaulttui.tui import run
from vaulttui.tui.app import VaultApp
from vaulttui.tui.screens.vaults import VaultsScreen

from .fake_engine import FakeEngine
from .interface import Interface


async def test_who_has_to_choose_a_vault_is_told_what_became_of_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    vault = tmp_path / "notes"
    vault.mkdir()
    paths.remember_vault(vault)
    vault.rmdir()
    made: list[VaultApp] = []
    monkeypatch.setattr(VaultApp, "run", lambda self: made.append(self))
    # What a whole process sets, tests share.
    monkeypatch.setattr(run, "_obey_signals", lambda app: None)
    monkeypatch.setattr("vaulttui.tui.collector.begin", lambda: None)
    monkeypatch.setattr("sys.setswitchinterval", lambda seconds: None)
    run.run_app(None, Settings())
    app = made[0]
    ui = Interface(app, FakeEngine(), None)  # type: ignore[arg-type]
    async with app.run_test(message_hook=ui.on_message) as pilot:
        ui.pilot = pilot
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        assert ui.notices == [f"{vault} is not there: moved or deleted, or its disk is not mounted."]
    app.close()
