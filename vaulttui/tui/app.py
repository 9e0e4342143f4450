"""The application: what the screens share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import BindingType

from vaulttui import paths
from vaulttui.clock import local_now
from vaulttui.settings import Settings
from vaulttui.terminal_text import plain
from vaulttui.tui.colors.contrast import readable_variables
from vaulttui.tui.colors.theme import THEMES
from vaulttui.tui.colors.theme_choice import choose_theme
from vaulttui.tui.keymap import bindings, resolve_keymap
from vaulttui.tui.panes.arrangement import too_small
from vaulttui.tui.screens.closing_screens import close_all_but_first
from vaulttui.tui.screens.start import StartScreen
from vaulttui.tui.state.store import StateStore
from vaulttui.tui.terminal.app import TerminalApp
from vaulttui.tui.vaults.left_vaults import LeftVaults

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.filter import LineFilter
    from textual.theme import Theme

    from vaulttui.search.engine import SearchEngine
    from vaulttui.tui.opening.editor import EditorLauncher
    from vaulttui.tui.opening.opener import Opener
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.vaults.vault_finder import SampleVault


def _palette_provider() -> type[Provider]:
    """Import the palette when it is first opened."""
    from vaulttui.tui.palette import CommandProvider

    return CommandProvider


class VaultApp(TerminalApp):
    """The interface of one vault, and of another one after it.

    Args:
        open_engine: Makes the engine of a vault; called on a thread after the first paint.
        vault: Folder of the vault; ``None`` to let the person choose one.
        settings: All settings.
        settings_path: Their file, for messages.
        stores: Gives what keeps the things that are remembered of a vault; by default nothing is.
        launcher: Opens the editor; by default the one of the settings.
        opener: Opens web pages and folders; by default with the desktop's programs.
        recent: Gives the vaults that were opened before, the last one first; called on a thread.
        remember: Told of a vault that was opened by choice; called on a thread.
        sample: A vault that is offered beside the person's own.
        themes: Themes of the person's own.
        now: The clock, in local time.
        settle: Called for each vault, a while after its first results are shown; told whether another one was left for
            it.
        notice: Told at the start.
        filters: What the terminal needs done to every line.

    Raises:
        SettingsError: The keys of the settings cannot be used.
    """

    TITLE = "vaulttui"
    CSS_PATH = "vaulttui.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]
    COMMANDS: ClassVar[set[Any]] = {_palette_provider}

    def __init__(
        self,
        open_engine: Callable[[Path], SearchEngine],
        vault: Path | None,
        settings: Settings | None = None,
        *,
        settings_path: Path | None = None,
        stores: Callable[[Path], StateStore] = lambda vault: StateStore(None),
        launcher: EditorLauncher | None = None,
        opener: Opener | None = None,
        recent: Callable[[], Sequence[Path]] = tuple,
        remember: Callable[[Path], None] = lambda vault: None,
        sample: SampleVault | None = None,
        themes: Sequence[Theme] = (),
        now: Callable[[], datetime] = local_now,
        settle: Callable[[bool], None] = lambda left: None,
        notice: str = "",
        filters: Sequence[LineFilter] = (),
    ) -> None:
        self.settings = settings or Settings()
        interface = self.settings.interface
        self.keymap = resolve_keymap(interface.keymap, self.settings.keys)
        self.now = now
        self.settle = settle
        self._settings_path = settings_path
        self._vault = vault
        self._stores = stores
        self.store = stores(vault) if vault is not None else StateStore(None)
        self.state, self._notice = self.store.load()
        self._open_engine = open_engine
        self._launcher = launcher
        self._opener = opener
        self._recent = recent
        self._remember = remember
        self._sample = sample
        self._session: SearchSession | None = None
        self._left = LeftVaults(lambda told: self.notify(told, markup=False))
        self._unkept = False
        """Whether it was told that the state cannot be written."""
        super().__init__(filters)
        for theme in (*THEMES, *themes):
            self.register_theme(theme)
        self.set_keymap(self.keymap.textual_keymap())
        if interface.reduced_motion:
            self.animation_level = "none"
        self._notice = self._choose_theme() or self._notice or notice

    @property
    def vault(self) -> Path:
        """Folder of the vault that is open."""
        if self._vault is None:
            raise RuntimeError("no vault is open")
        return self._vault

    @property
    def has_left_vaults(self) -> bool:
        """Whether another vault was open before this one."""
        return bool(self._left)

    @property
    def is_seen(self) -> bool:
        """Whether anything is shown but that the terminal is too small for it."""
        return not too_small(*self.size)

    def while_stopped(self) -> AbstractContextManager[None]:
        """Leave the index to other processes meanwhile."""
        return self._session.released() if self._session is not None else nullcontext()

    # What is imported when it is needed

    @property
    def session(self) -> SearchSession:
        """Everything that is asked of the engine."""
        if self._session is None:
            from vaulttui.tui.session.session import SearchSession

            vault = self.vault
            self._session = SearchSession(lambda: self._open_engine(vault))
        return self._session

    @property
    def launcher(self) -> EditorLauncher:
        """Opens the editor."""
        if self._launcher is None:
            from vaulttui.tui.opening.editor import EditorLauncher

            self._launcher = EditorLauncher(self.settings.interface.editor)
        return self._launcher

    @property
    def opener(self) -> Opener:
        """Opens web pages and folders."""
        if self._opener is None:
            from vaulttui.tui.opening.opener import Opener

            self._opener = Opener(lambda reason: self.notify(reason, severity="warning", markup=False))
        return self._opener

    # Screens

    def get_default_screen(self) -> StartScreen:
        """What is painted first."""

        def load() -> None:
            if self._vault is not None:
                # The index takes about as long to open as the main screen takes to be imported and laid out.
                self.session.start()
            import vaulttui.tui.screens.main

            del vaulttui

        name = self._vault.name if self._vault is not None else self.TITLE
        self._start = StartScreen(plain(name), self.state, load)
        return self._start

    @on(StartScreen.Loaded)
    async def _loaded(self) -> None:
        if self._vault is None:
            self.choose_vault()
            return
        from vaulttui.tui.screens.main import MainScreen

        # On top of it, not in its place: Textual cannot switch away from its default screen.
        await close_all_but_first(self)
        main = MainScreen(self, typed=self._start.take_typed())
        await self.push_screen(main)
        # What had been sent to the first screen by then; whatever comes later waits here until this is done.
        for late in self._start.take_late():
            await self.on_event(late)

    # Vaults

    def choose_vault(self) -> None:
        """Let the person choose a vault to open; without one at the start, the program ends."""
        from vaulttui.tui.screens.vaults import VaultsScreen

        screen = VaultsScreen(self._recent, present=self._vault, here=paths.working_directory(), sample=self._sample)
        self.push_screen(screen, self._vault_chosen)

    def _vault_chosen(self, vault: Path | None) -> None:
        if vault is not None and vault != self._vault:
            # Not within the present screen, which is about to go.
            self.run_worker(self._open_vault(vault), group="vault", exclusive=True)
        elif self._vault is None:
            self.exit()

    async def _open_vault(self, vault: Path) -> None:
        """Leave the present vault and open another one."""
        if self._session is not None:
            await close_all_but_first(self)
            self._left.leave(self._session, self.store, self.state)
            self._session = None
        store = self._stores(vault)
        state, notice = await asyncio.to_thread(store.load)
        # Together: whatever ends the program meanwhile writes the state that there is where that belongs.
        self._vault, self.store, self.state = vault, store, state
        for told in filter(None, (notice, self._choose_theme())):
            self.notify(told, severity="warning", markup=False)
        try:
            await asyncio.to_thread(self._remember, vault)
        except OSError as error:
            self.notify(paths.not_kept("Which vault is open", error), severity="warning", markup=False)
        # Not from here: what is typed waits until that is done.
        self.post_message(StartScreen.Loaded())

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
        self._left.wait()
        self.store.save(self.state)

    async def keep_state(self) -> None:
        """Write down what is to be remembered, however the program may end; take in what other windows remember.

        Raises:
            OSError: The state cannot be written.
        """
        await self.store.keep(self.state)
        self._unkept = False

    def begin_to_keep_state(self) -> None:
        """Write down what is to be remembered, without waiting for it. If it cannot be written, that is told once."""

        async def keep() -> None:
            try:
                await self.keep_state()
            except OSError as error:
                if not self._unkept:
                    told = paths.not_kept("What was searched for and read", error)
                    self.notify(told, severity="warning", markup=False)
                self._unkept = True

        self.run_worker(keep(), group="state")

    async def renew_state(self) -> None:
        """Take in what other windows on the vault remember by now."""
        await self.store.renew(self.state)

    def hang_up(self) -> None:
        """Write down what is to be remembered, now that the terminal may be gone: nothing can be painted or waited for.

        Raises:
            OSError: The state cannot be written.
        """
        from vaulttui.tui.screens.main import MainScreen

        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.remember()
        self.store.save(self.state)

    def _choose_theme(self) -> str:
        """Use a theme.

        Returns:
            What to tell if it is another one than the person chose, else ``""``.
        """
        wanted = self.settings.interface.theme
        self.state.follow_settings(wanted, self.settings.starting_mode)
        self.theme, told = choose_theme(self.available_themes, self.state.theme, wanted, self._settings_path)
        return told

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme, and those that are faint but can be read whatever the theme is."""
        variables = super().get_css_variables()
        variables.update(readable_variables(variables))
        return variables

    def _remember_theme(self, theme: object) -> None:
        del theme
        if self.theme != self.settings.interface.theme or self.state.theme:
            self.state.theme = self.theme

    def action_change_theme(self) -> None:
        """Let the person try the themes; all stays as it was if none is chosen."""
        from vaulttui.tui.screens.themes import ThemesScreen

        before, kept = self.theme, self.state.theme

        def end(chosen: str | None) -> None:
            if chosen is None:
                self.state.theme, self.theme = kept, before

        self.push_screen(ThemesScreen(before), end)

    def action_command_palette(self) -> None:
        """Show everything that can be done."""
        from vaulttui.tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def action_show_help(self) -> None:
        """Show all keys."""
        from vaulttui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())
