"""Choosing a vault: at the start if none is known, and to change to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from vaulttui.errors import VaultTuiError
from vaulttui.paths import expanded
from vaulttui.tui.panes.edges import Button
from vaulttui.tui.screens.choosing import Choice, Chooser, fitting
from vaulttui.tui.vaults.vault_finder import FoundVault, SampleVault, find_vaults, folders_like, is_path

OPEN_MARK, KNOWN_MARK, FOLDER_MARK = "●", "·", "▪"
_ABOUT_SAMPLE = "two years of notes about one small boat"


class VaultsScreen(Chooser[Path, Path]):
    """The vaults that are known or were found, and any folder whose path is typed; the answer is the folder.

    Args:
        recent: Gives the vaults that were opened before; called on a thread.
        present: The vault that is open.
        here: The working directory.
        sample: Offered last.
    """

    HEADING = "Open vault"
    HINT = "Name, or path of a folder of notes …"
    VERB = "open"
    MORE = (("complete", "switcher.complete", "complete"),)

    class Found(Message):
        """What was found on the disk."""

        def __init__(self, typed: str, choices: Sequence[Choice[Path]], known: bool) -> None:
            super().__init__()
            self.typed = typed
            """What was typed when it was asked."""
            self.choices = choices
            self.known = known
            """Whether these are the vaults that are known, not the folders of a path."""

    def __init__(
        self,
        recent: Callable[[], Sequence[Path]],
        *,
        present: Path | None = None,
        here: Path | None = None,
        sample: SampleVault | None = None,
    ) -> None:
        super().__init__()
        self._recent = recent
        self._present = present
        self._here = here
        self._sample = sample
        self._known: Sequence[Choice[Path]] | None = None

    def on_mount(self) -> None:
        """Look for vaults."""
        # Textual calls the handler of the base class as well.
        self._look_for_vaults()

    def close_button(self) -> Button:
        """What closes the box: where no vault is open, the program ends with it."""
        return self.button("quit" if self._present is None else "close", "dialog.close", "close")

    def look_up(self, text: str) -> None:
        """List the vaults that fit, or the folders of a path."""
        typed = text.strip()
        if is_path(typed):
            self.waiting = True
            self._look_for_folders(typed)
        elif self._known is None:
            self.waiting = True
            self.choices.show([], "Looking for vaults …")
        else:
            nothing = "No vault of that name. A path begins with / or ~"
            known = map(self._by_name, self._known) if typed else self._known
            self.offer(fitting([*known], typed), nothing if typed else "No vault yet: type the path of a folder")

    def _by_name(self, choice: Choice[Path]) -> Choice[Path]:
        """A choice as it is found by its name: what is said about the sample vault is no name, but holds many."""
        return choice._replace(detail="") if self._sample and choice.value == self._sample.folder else choice

    @work(thread=True, exclusive=True, group="vaults")
    def _look_for_vaults(self) -> None:
        found = find_vaults(self._recent(), expanded("~"), self._here)
        choices = [self._choice(vault) for vault in found]
        sample = self._sample
        if sample is not None and all(vault.path != sample.folder for vault in found):
            choices.append(Choice(sample.folder, "Sample vault", _ABOUT_SAMPLE, FOLDER_MARK))
        self.post_message(self.Found("", choices, known=True))

    @work(thread=True, exclusive=True, group="folders")
    def _look_for_folders(self, typed: str) -> None:
        folders = [Choice(path, path.name or "/", _shown(path.parent), FOLDER_MARK) for path in folders_like(typed)]
        if not get_current_worker().is_cancelled:
            self.post_message(self.Found(typed, folders, known=False))

    def _choice(self, vault: FoundVault) -> Choice[Path]:
        mark = OPEN_MARK if vault.path == self._present else KNOWN_MARK if vault.recent else FOLDER_MARK
        return Choice(vault.path, vault.path.name, _shown(vault.path.parent), mark)

    def on_vaults_screen_found(self, event: Found) -> None:
        """List what was found, if it is still wanted."""
        if event.known:
            self._known = event.choices
            self.look_up(self.input.value)
        elif event.typed == self.input.value.strip():
            self.offer(event.choices, "There is no such folder")

    def action_complete(self) -> None:
        """Go on below the folder that the cursor is on."""
        chosen = self.choices.chosen
        if chosen is not None:
            self.input.value = f"{str(chosen.value).rstrip('/')}/"
            self.input.cursor_position = len(self.input.value)

    def choose(self, choice: Choice[Path]) -> None:
        """Answer with the folder."""
        if self._sample is not None and choice.value == self._sample.folder:
            self._make_sample(self._sample)
        else:
            self.dismiss(choice.value)

    @work(thread=True, exclusive=True, group="sample")
    def _make_sample(self, sample: SampleVault) -> None:
        try:
            sample.make()
        except VaultTuiError as error:
            self.app.call_from_thread(self.notify, error.message, severity="error", markup=False)
        else:
            self.app.call_from_thread(self._answer, sample.folder)

    def _answer(self, folder: Path) -> None:
        self.dismiss(folder)


def _shown(folder: Path) -> str:
    """A folder as a person writes it."""
    home = expanded("~")
    return f"~/{folder.relative_to(home)}".removesuffix("/.") if folder.is_relative_to(home) else str(folder)
