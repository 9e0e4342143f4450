"""The application: what the screens share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import App
from textual.binding import BindingType

from vaulttui.settings import Settings
from vaulttui.tui.keymap import bindings, resolve_keymap
from vaulttui.tui.screens.start import StartScreen
from vaulttui.tui.state import StateStore
from vaulttui.tui.text import plain
from vaulttui.tui.theme import DARK, THEMES

if TYPE_CHECKING:
    from textual.command import Provider

    from vaulttui.search.engine import SearchEngine
    from vaulttui.tui.editor import EditorLauncher
    from vaulttui.tui.opener import Opener
    from vaulttui.tui.session import SearchSession


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
        self.now = now
        self._open_engine = open_engine
        self._launcher = launcher
        self._opener = opener
        self._session: SearchSession | None = None
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.set_keymap(self.keymap.textual_keymap())
        if interface.reduced_motion:
            self.animation_level = "none"
        self._choose_theme(self.state.theme or interface.theme)

    # What is imported when it is needed

    @property
    def session(self) -> SearchSession:
        """Everything that is asked of the engine."""
        if self._session is None:
            from vaulttui.tui.session import SearchSession

            self._session = SearchSession(self._open_engine)
        return self._session

    @property
    def launcher(self) -> EditorLauncher:
        """Opens the editor."""
        if self._launcher is None:
            from vaulttui.tui.editor import EditorLauncher

            self._launcher = EditorLauncher(self.settings.interface.editor)
        return self._launcher

    @property
    def opener(self) -> Opener:
        """Opens web pages and folders."""
        if self._opener is None:
            from vaulttui.tui.opener import Opener

            self._opener = Opener(lambda reason: self.notify(reason, severity="warning", markup=False))
        return self._opener

    # Screens

    def get_default_screen(self) -> StartScreen:
        """What is painted first."""

        def load() -> None:
            import vaulttui.tui.screens.main

            del vaulttui

        return StartScreen(plain(self.vault.name), self.state, load)

    @on(StartScreen.Loaded)
    async def _show_main_screen(self, event: StartScreen.Loaded) -> None:
        from vaulttui.tui.screens.main import MainScreen

        # On top of it, not in its place: Textual cannot switch away from its default screen.
        await self.push_screen(MainScreen(self, typed=event.typed))

    @property
    def cursor_blinks(self) -> bool:
        """Whether the cursor of an input may blink."""
        return self.animation_level != "none"

    def on_mount(self) -> None:
        """Tell what went wrong before there was anything to tell it on."""
        if self._notice:
            self.notify(self._notice, severity="warning", markup=False)
        self.theme_changed_signal.subscribe(self, self._remember_theme)

    def close(self) -> None:
        """Stop the session's threads and the engine, and write down what is to be remembered.

        Raises:
            OSError: The state cannot be written.
        """
        if self._session is not None:
            self._session.close()
        self.store.save(self.state)

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
        # May import the database: after the first paint, on a thread.
        from vaulttui.search.sharing import SharedEngine

        return SharedEngine(vault, settings, index_path)

    app = VaultApp(open_engine, vault, settings, store=StateStore(state_path))
    try:
        app.run()
    finally:
        try:
            app.close()
        except OSError as error:
            print(f"vaulttui: what was open could not be remembered: {error}", file=sys.stderr)
    return app.return_code or 0
