"""What every command gets: its output, the settings, the vault, the engine."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.cli.output import Output
from vaulttui.cli.services import Services
from vaulttui.cli.vaults import find_vault
from vaulttui.errors import IndexFault, KeymapError, UsageError, VaultNotFoundError, VaultTuiError
from vaulttui.index.faults import READ_ONLY

if TYPE_CHECKING:
    from vaulttui.search.engine import Progress, SearchEngine
    from vaulttui.settings import Settings
    from vaulttui.vault.files.scan_ahead import ScanAhead

_PATIENCE = 0.5
"""Seconds before a person is told what takes so long."""
_STILL_READABLE = ("disk_full", READ_ONLY, "index_reopened")
"""Codes of faults that keep an index from being written, not from being read."""


class Context:
    """One call of a command.

    Args:
        out: Where it prints.
        services: The rest of the program.
        vault: What ``--vault`` says.
        config: What ``--config`` says.

    Attributes:
        remarks: What whoever reads the answers has to know of the index, for JSON; a person was told.
    """

    def __init__(self, out: Output, services: Services, *, vault: str | None, config: str | None) -> None:
        self.out = out
        self.services = services
        self.remarks: tuple[str, ...] = ()
        self._vault = vault
        self._config = config
        self._scan_ahead: ScanAhead | None = None

    @property
    def settings_path(self) -> Path:
        """The settings file, which may not exist.

        Raises:
            UsageError: Its path is empty.
        """
        if self._config == "":
            raise UsageError("The path of the settings is empty: name their file, or leave --config out.")
        return paths.expanded(self._config) if self._config is not None else paths.config_path()

    @cached_property
    def settings(self) -> Settings:
        """All settings.

        Raises:
            SettingsError: The settings file cannot be used.
        """
        from vaulttui.settings_file import load_settings

        return load_settings(self.settings_path if self._config is not None else None)

    def run_app(self, vault: Path | None, *, remember: bool) -> int:
        """Run the interface.

        Args:
            vault: Folder of the vault; ``None`` to let the person choose one.
            remember: Keep the vault in mind for the next time, once nothing is in the way of opening it.

        Returns:
            The exit status.

        Raises:
            SettingsError: The settings cannot be used; the message names their file.
            UsageError: The vault would be all that the person has, or there is no terminal.
        """
        settings = self.settings
        if vault is not None:
            paths.index_path(vault, settings)  # what is wrong with it is told before the screen is taken
            paths.check_not_everything(vault, settings)
        if not self.services.has_terminal():
            raise UsageError("The interface needs a terminal; in a pipe, or where $TERM is dumb, use vaulttui search.")
        if vault is not None and remember:
            self.remember(vault)
        try:
            return self.services.run_app(vault, settings, self.settings_path)
        except KeymapError as error:
            raise KeymapError(f"{self.settings_path}: {error.message}") from error

    @cached_property
    def vault(self) -> Path:
        """The vault's folder.

        Raises:
            VaultNotFoundError: There is none.
        """
        return self._find_vault()

    def _find_vault(self) -> Path:
        recent, vanished = paths.recent_vaults(), paths.vanished_vault()
        return find_vault(self._vault, self.services.environ, paths.working_directory(), recent, vanished=vanished)

    @property
    def vault_or_none(self) -> Path | None:
        """The vault's folder; ``None`` if none was named and none is known, or if the last one is not there now, so
        that the person must choose: opened in its place, another one would be taken for it.

        Raises:
            VaultNotFoundError: There is no such folder as was named.
        """
        try:
            return self._find_vault()
        except VaultNotFoundError:
            if self._vault is not None or self.services.environ.get("VAULTTUI_VAULT"):
                raise
            return None

    @contextmanager
    def engine(
        self,
        *,
        fresh: bool = True,
        deliberate: bool = False,
        ahead: Callable[[SearchEngine], object] | None = None,
    ) -> Iterator[SearchEngine]:
        """The open engine of the vault.

        Args:
            fresh: Bring texts and metadata up to date first; vectors are left for ``vaulttui index``.
            deliberate: The vault may be all that the person has.
            ahead: Asks what will be asked, while another processor still looks for changed files: where there are
                none, as mostly, the answers are there when it is asked in earnest.

        Raises:
            UsageError: The vault would be all that the person has.
        """
        if not deliberate:
            paths.check_not_everything(self.vault, self.settings)
        with self.looking_ahead() if fresh and self._scan_ahead is None else contextlib.nullcontext():
            scan_ahead = self._scan_ahead if fresh else None
            engine = self.services.open_engine(self.vault, self.settings, scan_ahead is not None)
            try:
                if ahead is not None and scan_ahead is not None and not self._is_owned():
                    with contextlib.suppress(VaultTuiError):  # told when it is asked in earnest
                        ahead(engine)
                if fresh:
                    self.refresh(engine, scan_ahead)
                yield engine
            finally:
                engine.close()

    @contextmanager
    def unopened_engine(self) -> Iterator[SearchEngine]:
        """The engine of the vault, for whoever can wait until its index can be opened.

        Raises:
            UsageError: The vault would be all that the person has.
        """
        paths.check_not_everything(self.vault, self.settings)
        with contextlib.closing(self.services.make_engine(self.vault, self.settings)) as engine:
            yield engine

    @contextmanager
    def looking_ahead(self) -> Iterator[None]:
        """Let another processor look at the vault's files for :meth:`engine`, from now to the end of the block."""
        self._scan_ahead = self._begin_scan()
        try:
            yield
        finally:
            scan_ahead, self._scan_ahead = self._scan_ahead, None
            if scan_ahead is not None:
                scan_ahead.close()

    def _begin_scan(self) -> ScanAhead | None:
        """Begin a scan, for this process or for the one that has the index; not where all has to be read anyway."""
        from vaulttui.vault.files.scan_ahead import ScanAhead

        if not paths.has_index(self.vault, self.settings):
            return None
        return ScanAhead.begin(self.vault, self.settings.vault)

    def _is_owned(self) -> bool:
        """Whether another process seems to have the index: whoever has it says so."""
        try:
            return bool(paths.index_path(self.vault, self.settings).with_suffix(".lock").read_bytes().strip())
        except OSError:
            return False

    def refresh(self, engine: SearchEngine, scan_ahead: ScanAhead | None = None) -> None:
        """Bring the index up to date, but for vectors; where it cannot be written now, it can still be asked.

        Args:
            engine: An open one.
            scan_ahead: What another processor found of the vault's files, as of the start; ``None`` to look now.

        Raises:
            IndexFault: The index cannot be brought up to date, and may not be read either.
        """
        try:
            with self._patience() as progress:
                engine.refresh(embed=False, progress=progress, ahead=scan_ahead)
        except IndexFault as fault:
            if fault.code not in _STILL_READABLE:
                raise
            remark = f"{fault.message} What follows is from the index as it is."
            self.remarks += (remark,)
            self.out.say(remark)

    @contextmanager
    def _patience(self) -> Iterator[Callable[[Progress], None]]:
        """Tell on one passing line what takes so long."""
        started = time.monotonic()
        told = False

        def tell(progress: Progress) -> None:
            nonlocal told
            if time.monotonic() - started > _PATIENCE and progress.phase == "reading":
                told = True
                self.out.pass_by(f"Reading {progress.done:,} of {progress.total:,} notes …")

        try:
            yield tell
        finally:
            if told:
                self.out.pass_by()

    def vectors_hint(self, engine: SearchEngine, degraded: str) -> str:
        """What a person can do about an answer that lacks vectors.

        Args:
            engine: What answered.
            degraded: Why the answer is less than what was asked for; ``""`` if it is not.

        Returns:
            A sentence; ``""`` where no vector is missing or none can be made, or nobody sits in front of it.
        """
        if not degraded or not self.out.talkative:
            return ""
        return "vaulttui index makes the vectors that are missing." if engine.status().vectors_to_come else ""

    def remember(self, vault: Path) -> None:
        """Keep a vault in mind for the next time; not being able to is no reason to stop."""
        try:
            paths.remember_vault(vault)
        except OSError as error:
            self.out.say(paths.not_kept("Which vault was used last", error))
