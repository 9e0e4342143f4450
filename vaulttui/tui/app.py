"""The application: what the screens share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import BindingType

from vaulttui.settings import Settings
from vaulttui.tui.editor import EditorLauncher
from vaulttui.tui.keymap import bindings, resolve_keymap
from vaulttui.tui.opener import Opener
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.session import SearchSession
from vaulttui.tui.state import StateStore
from vaulttui.tui.theme import DARK, THEMES

if TYPE_CHECKING:
    from textual.command import Provider

    from vaulttui.search.engine import SearchEngine


def _palette_provider() -> type[Provider]:
    """Import the palette when it is first opened."""
    from vaulttui.tui.palette import CommandProvider

    return CommandProvider


class VaultApp(App[None]):
    """The interface of one vault.

    Args:
        open_engine: Makes the engine; called on a thread after the first paint.
        vault: Folder of the vault.
        settings: All settings.
        store: Keeps what is remembered from one start to the next; ``None`` to remember nothing.
        launcher: Opens the editor; by default the one of the settings.
        opener: Opens web pages and folders; by default with the desktop's programs.
        now: The clock, in local time.

    Raises:
        SettingsError: The keys of the settings cannot be used.
    """

    TITLE = "vaulttui"
    CSS_PATH = "vaulttui.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]
    COMMANDS: ClassVar[set[Any]] = {_palette_provider}

    def __init__(
        self,
        open_engine: Callable[[], SearchEngine],
        vault: Path,
        settings: Settings | None = None,
        *,
        store: StateStore | None = None,
        launcher: EditorLauncher | None = None,
        opener: Opener | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.settings = settings or Settings()
        interface = self.settings.interface
        self.keymap = resolve_keymap(interface.keymap, self.settings.keys)
        self.store = store or StateStore(None)
        self.state, self._notice = self.store.load()
        self.vault = vault
        self.session = SearchSession(open_engine)
        self.launcher = launcher or EditorLauncher(interface.editor)
        self.opener = opener or Opener(lambda reason: self.notify(reason, severity="warning", markup=False))
        self.now = now
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.set_keymap(self.keymap.textual_keymap())
        if interface.reduced_motion:
            self.animation_level = "none"
        self._choose_theme(self.state.theme or interface.theme)

    @property
    def cursor_blinks(self) -> bool:
        """Whether the cursor of an input may blink."""
        return self.animation_level != "none"

    def get_default_screen(self) -> MainScreen:
        """The main screen."""
        return MainScreen(self)

    def on_mount(self) -> None:
        """Tell what went wrong before there was anything to tell it on."""
        if self._notice:
            self.notify(self._notice, severity="warning", markup=False)
        self.theme_changed_signal.subscribe(self, self._remember_theme)

    def _choose_theme(self, name: str) -> None:
        if name in self.available_themes:
            self.theme = name
        else:
            self.theme = DARK.name
            self._notice = self._notice or f"There is no theme {name!r}; {DARK.name} is used."

    def _remember_theme(self, theme: object) -> None:
        del theme
        if self.theme != self.settings.interface.theme or self.state.theme:
            self.state.theme = self.theme

    def action_show_help(self) -> None:
        """Show all keys."""
        from vaulttui.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(self.keymap))


def run_app(vault: Path, settings: Settings, *, index_path: Path | None = None, state_path: Path | None = None) -> int:
    """Run the interface until the person leaves it.

    Args:
        vault: Folder of the vault.
        settings: All settings.
        index_path: File of the index; ``None`` for its usual place.
        state_path: File for what is remembered from one start to the next; ``None`` to remember nothing.

    Returns:
        The exit status: 0, or 1 if the interface broke down.

    Raises:
        SettingsError: The keys of the settings cannot be used.
    """

    def open_engine() -> SearchEngine:
        # Imports the database: after the first paint, on a thread.
        from vaulttui.search.local_engine import LocalEngine

        return LocalEngine(vault, settings, index_path)

    app = VaultApp(open_engine, vault, settings, store=StateStore(state_path))
    try:
        app.run()
    finally:
        app.session.close()
        app.store.save(app.state)
    return app.return_code or 0
