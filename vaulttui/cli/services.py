"""What commands use of the rest of the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.logs import start_logging
from vaulttui.values import dataclass

if TYPE_CHECKING:
    from vaulttui.search.engine import SearchEngine
    from vaulttui.settings import Settings


def _make_engine(vault: Path, settings: Settings) -> SearchEngine:
    from vaulttui.search.sharing import SharedEngine

    start_logging()
    return SharedEngine(vault, settings)


def _open_engine(vault: Path, settings: Settings, ahead: bool) -> SearchEngine:
    from vaulttui.search.sharing import open_engine

    start_logging()
    return open_engine(vault, settings, ahead=ahead)


def _has_terminal() -> bool:
    # A dumb one, as a shell in Emacs is, would show what places text as text.
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _run_app(vault: Path | None, settings: Settings, settings_path: Path) -> int:
    from vaulttui.tui.run import run_app

    start_logging()
    state_path = paths.ui_state_path(vault) if vault is not None else None
    return run_app(vault, settings, settings_path=settings_path, state_path=state_path)


@dataclass(frozen=True, slots=True)
class Services:
    """Makes engines and runs the interface; tests put other things here."""

    open_engine: Callable[[Path, Settings, bool], SearchEngine] = _open_engine
    run_app: Callable[[Path | None, Settings, Path], int] = _run_app
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    make_engine: Callable[[Path, Settings], SearchEngine] = _make_engine
    has_terminal: Callable[[], bool] = _has_terminal
