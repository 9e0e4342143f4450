"""Putting the application together with the engine, the settings and what is remembered, and running it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import nullcontext
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.demo.copying import make_own_copy, own_copy
from vaulttui.settings import Settings
from vaulttui.terminal_text import plain
from vaulttui.tui import collector
from vaulttui.tui.app import VaultApp
from vaulttui.tui.colors.user_themes import load_themes
from vaulttui.tui.state.store import StateStore
from vaulttui.tui.terminal.cell_widths import gives_marks_cells, marks_with_cells
from vaulttui.tui.terminal.emoji_width import NarrowEmoji, widens_emoji
from vaulttui.tui.vaults.vault_finder import SampleVault

if TYPE_CHECKING:
    from vaulttui.search.engine import SearchEngine

TURN_SECONDS = 0.001
"""So long a thread that computes goes on while another one waits. Python's own 5 ms are felt: a key takes the interface
some ten turns, and while notes are read into the index each of them has to be waited for."""


def run_app(
    vault: Path | None,
    settings: Settings,
    *,
    settings_path: Path | None = None,
    state_path: Path | None = None,
) -> int:
    """Run the interface until the person leaves it.

    Args:
        vault: Folder of the vault; ``None`` to let the person choose one.
        settings: All settings.
        settings_path: Their file; ``None`` for the user's own.
        state_path: File for what is remembered of the vault; ``None`` to remember nothing of it.

    Returns:
        The exit status: 0, or 1 if the interface broke down.

    Raises:
        SettingsError: The keys of the settings or a theme of the person's own cannot be used.
    """

    def open_engine(place: Path) -> SearchEngine:
        # May import the database: after the first paint, on a thread.
        from vaulttui.search.sharing import SharedEngine

        paths.check_not_everything(place, settings)
        return SharedEngine(place, settings)

    def store(place: Path) -> StateStore:
        return StateStore(state_path if place == vault else paths.ui_state_path(place))

    # Whoever has none to open is to know what became of theirs.
    gone = paths.vanished_vault() if vault is None else None

    # Those beside the settings in use count for more; a theme of the same name takes the place of one before.
    theme_folders = dict.fromkeys((paths.config_dir(), (settings_path or paths.config_path()).parent))
    app = VaultApp(
        open_engine,
        vault,
        settings,
        settings_path=settings_path or paths.config_path(),
        stores=store,
        recent=paths.recent_vaults,
        remember=paths.remember_vault,
        sample=SampleVault(own_copy(), make_own_copy),
        themes=[theme for folder in theme_folders for theme in load_themes(folder / "themes")],
        settle=collector.settle,
        notice=f"{plain(str(gone))} is not there: moved or deleted, or its disk is not mounted." if gone else "",
        filters=() if widens_emoji(os.environ) else (NarrowEmoji(),),
    )
    sys.setswitchinterval(TURN_SECONDS)
    collector.begin()
    _obey_signals(app)
    try:
        with marks_with_cells() if gives_marks_cells(os.environ) else nullcontext():
            app.run()
    finally:
        try:
            app.close()
        except OSError as error:
            print("vaulttui:", paths.not_kept("What was open", error), file=sys.stderr)
    return app.return_code or 0


def _obey_signals(app: VaultApp) -> None:
    """End in order when the system says so: the terminal is put right, and what was open is remembered."""

    def terminate(number: int, frame: FrameType | None) -> None:
        del frame
        status = 128 + number
        try:
            asyncio.get_running_loop().call_soon_threadsafe(lambda: app.exit(return_code=status))
        except RuntimeError:
            raise SystemExit(status) from None

    def hang_up(number: int, frame: FrameType | None) -> None:
        del frame
        try:
            app.hang_up()
        except OSError:
            pass  # there is nobody left to be told
        finally:
            app.leave_terminal_at_once()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    signal.signal(signal.SIGTERM, terminate)
    signal.signal(signal.SIGHUP, hang_up)
