"""New notes and the notes of days, made on the session's threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from textual.message import Message

from vaulttui.errors import VaultTuiError
from vaulttui.settings import Settings
from vaulttui.spellings import as_there_is
from vaulttui.tui import messages
from vaulttui.vault.new_note import (
    DailyNotes,
    NoteExistsError,
    create_note,
    usual_place,
)
from vaulttui.vault.other_programs.obsidian import ObsidianSettings, read_obsidian_settings
from vaulttui.vault.templates import fill_template, list_templates, read_template

if TYPE_CHECKING:
    from vaulttui.tui.session.engine_access import Receiver
    from vaulttui.tui.session.session import SearchSession

_NO_SETTINGS: Final = ObsidianSettings()


def folder_as_named(wanted: str, paths: Iterable[str]) -> str:
    """The folder that a query's ``folder:`` means, as it is called in the vault.

    Args:
        wanted: What stands behind the operator: in any case, maybe without accents or the folders above it.
            ``/.`` at its end leaves out what lies below.
        paths: Of notes that were found in it.

    Returns:
        Its path, ``""`` for the root; what is wanted, if no note tells.
    """
    # Late: the screen that needs it comes up before the search does.
    from vaulttui.search.folding import fold_as_column

    wanted = (wanted[:-1] if wanted == "." or wanted.endswith("/.") else wanted).strip("/")
    parts = fold_as_column(wanted).split("/")
    found: dict[int, str] = {}
    for path in paths if wanted else ():
        folders = path.split("/")[:-1]
        folded = [fold_as_column(folder) for folder in folders]
        for start in range(len(folders) - len(parts) + 1):
            if folded[start : start + len(parts)] == parts:
                found.setdefault(start, "/".join(folders[: start + len(parts)]))
    return found[min(found)] if found else wanted


class NoteMaker:
    """Makes notes in one vault; :class:`~vaulttui.tui.messages.NoteReady` tells when one can be edited.

    Args:
        session: On whose threads it works.
        vault: Folder of the vault.
        settings: Where notes go, and what they start from.
        now: The clock, in local time.
    """

    def __init__(self, session: SearchSession, vault: Path, settings: Settings, now: Callable[[], datetime]) -> None:
        self._session = session
        self._vault = vault
        self._settings = settings
        self._now = now

    def make(self, path: str, template: str = "") -> None:
        """Make a note; :class:`~vaulttui.tui.messages.NoteNotMade` comes instead if it cannot be.

        Args:
            path: As :func:`~vaulttui.vault.new_note.note_path` gives it.
            template: Path of the note that it starts from, ``""`` for none.
        """

        def work() -> Message:
            try:
                return self._make(path, template, self._now(), self._obsidian() if template else _NO_SETTINGS)
            except VaultTuiError as error:
                return messages.NoteNotMade(path, error.message)

        self._session.look_up("make note", work, "The note was not made")

    def look_for(self, name: str, beside: str, receiver: Receiver) -> None:
        """Ask where a note of a name is kept, and whether there is one already;
        :class:`~vaulttui.tui.messages.NameLookedUp` goes to ``receiver``.

        Args:
            name: As :func:`~vaulttui.vault.new_note.note_path` gives it.
            beside: Path of the note that one looks at, ``""`` for none.
            receiver: Who asks.
        """

        def work() -> messages.NameLookedUp:
            from vaulttui.vault.other_programs.logseq_pages import place_of_note  # late: not needed for the first paint

            place = usual_place(place_of_note(self._vault, name), beside, self._obsidian())
            try:
                path = as_there_is(self._vault, place)
                there = (self._vault / path).is_file()
            except OSError:
                # A name that is too long, a folder that may not be looked into: making the note tells.
                path, there = place, False
            return messages.NameLookedUp(name, path, there)

        self._session.look_up("name of a note", work, "The name cannot be looked up", receiver)

    def open_daily(self, day: date) -> None:
        """Make the note of a day, unless there is one."""

        def work() -> messages.NoteReady:
            from vaulttui.vault.other_programs.logseq import logseq_settings

            daily = DailyNotes.of(self._settings.notes, self._obsidian(), logseq_settings(self._vault))
            path = as_there_is(self._vault, daily.path(day))
            if (self._vault / path).is_file():
                return messages.NoteReady(path, 1, made=False)
            moment = datetime.combine(day, self._now().time())
            try:
                # The formats of the plugin Templates hold for what that inserts; it does not make daily notes.
                return self._make(path, daily.template, moment, _NO_SETTINGS)
            except NoteExistsError:
                # Another program was quicker.
                return messages.NoteReady(path, 1, made=False)

        self._session.look_up("daily note", work, "The daily note was not made")

    def list_templates(self, receiver: Receiver) -> None:
        """Ask for the templates; :class:`~vaulttui.tui.messages.TemplatesListed` goes to ``receiver``."""

        def work() -> messages.TemplatesListed:
            own = self._settings.notes.templates.strip("/")
            folders = (own,) if own else self._obsidian().template_folders
            found = {path for folder in folders for path in list_templates(self._vault, folder)}
            return messages.TemplatesListed(tuple(sorted(found)))

        self._session.look_up("templates", work, "The templates cannot be listed", receiver)

    def _make(self, path: str, template: str, moment: datetime, obsidian: ObsidianSettings) -> messages.NoteReady:
        from vaulttui.vault.files.ignore import PathFilter  # late: not needed for the first paint

        left_out = PathFilter(self._vault, self._settings.vault).excluded(path)
        text = ""
        if template:
            from vaulttui.vault.other_programs.logseq_pages import page_namer

            called = page_namer(self._vault)
            title = PurePosixPath(path).stem if called is None else called(path)
            text = fill_template(
                read_template(self._vault, template),
                title,
                moment,
                date_format=obsidian.template_date,
                time_format=obsidian.template_time,
            )
        create_note(self._vault, path, text)
        return messages.NoteReady(path, len(text.rstrip("\n").split("\n")), made=True, left_out=left_out)

    def _obsidian(self) -> ObsidianSettings:
        use = self._settings.vault.use_obsidian_settings
        return read_obsidian_settings(self._vault) if use else _NO_SETTINGS
