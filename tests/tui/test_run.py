"""What the program tells at its start."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from rich.cells import cell_len

from vaulttui import paths
from vaulttui.settings import Settings
from vaulttui.tui import collector, run
from vaulttui.tui.app import VaultApp
from vaulttui.tui.screens.vaults import VaultsScreen

from .interface import running_app


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[VaultApp]:
    """The applications that would be run."""
    made: list[VaultApp] = []
    monkeypatch.setattr(VaultApp, "run", lambda self: made.append(self))
    # What a whole process sets, tests share.
    monkeypatch.setattr(run, "_obey_signals", lambda app: None)
    monkeypatch.setattr("vaulttui.tui.collector.begin", lambda: None)
    monkeypatch.setattr("sys.setswitchinterval", lambda seconds: None)
    return made


async def test_who_has_to_choose_a_vault_is_told_what_became_of_the_last(
    made: list[VaultApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    vault = tmp_path / "notes"
    vault.mkdir()
    paths.remember_vault(vault)
    vault.rmdir()
    run.run_app(None, Settings())
    app = made[0]
    async with running_app(app) as ui:
        await ui.until(lambda: isinstance(app.screen, VaultsScreen), "a vault is asked for")
        assert ui.notices == [f"{vault} is not there: moved or deleted, or its disk is not mounted."]


def test_the_collector_leaves_alone_what_is_there_until_a_vault_is_left() -> None:
    class Screen:
        """Holds itself, so that only the collector can take it."""

        def __init__(self) -> None:
            self.screen = self

    screen = Screen()
    there = weakref.ref(screen)
    try:
        collector.settle(left=False)
        del screen
        gc.collect()
        assert there() is not None
        collector.settle(left=True)
        assert there() is None
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("beside", [True, False])
def test_themes_are_found_beside_the_settings_in_use_and_beside_the_persons_own(
    beside: bool, made: list[VaultApp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    own, other = tmp_path / "config/vaulttui/themes", tmp_path / "elsewhere/themes"
    for folder, color in ((own, "teal"), (other, "red")):
        folder.mkdir(parents=True)
        (folder / f"{color}.toml").write_text(f"primary = '{color}'\n")
        (folder / "ink.toml").write_text(f"primary = '{color}'\n")
    run.run_app(None, Settings(), settings_path=tmp_path / "elsewhere/my.toml" if beside else None)
    themes = made[0].available_themes
    assert "teal" in themes
    assert ("red" in themes) == beside
    assert themes["ink"].primary == ("red" if beside else "teal")
    made[0].close()


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(("terminal", "cells"), [("xterm-256color", 5), ("xterm-kitty", 3)])
def test_text_is_measured_as_the_terminal_draws_it(terminal: str, cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", terminal)
    measured: list[int] = []
    monkeypatch.setattr(VaultApp, "run", lambda _: measured.append(cell_len("हिन्दी")))
    monkeypatch.setattr(VaultApp, "close", lambda _: None)
    run.run_app(None, Settings())
    assert measured == [cells]
