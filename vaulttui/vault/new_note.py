"""Making a new note: the one thing that is ever written into a vault.

A note is made where nothing is, never over anything, and never outside the vault: the folders on the way are opened one
below the other without following symbolic links, so that none can be put in between.
"""

from __future__ import annotations

import errno
import os
import unicodedata
from contextlib import ExitStack, suppress
from datetime import date, datetime, time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from vaulttui.errors import PathOutsideVaultError, VaultTuiError
from vaulttui.settings import NotesSettings
from vaulttui.values import dataclass
from vaulttui.vault.dates.moment import format_moment
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.obsidian import USUAL_DAY, ObsidianSettings

if TYPE_CHECKING:
    from vaulttui.vault.other_programs.logseq import LogseqSettings

_REFUSED: Final = '\\:*?"<>|#^[]'
"""Characters that break links, or that file systems and Obsidian do not take."""
_BIDI: Final = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class NoteNotMadeError(VaultTuiError):
    """A new note cannot be made; nothing was written."""

    code = "note_not_made"


class NoteExistsError(NoteNotMadeError):
    """There is something of that name already; it was left as it is."""

    code = "note_exists"


@dataclass(frozen=True, slots=True)
class DailyNotes:
    """Where the notes of days are, and what they begin with."""

    folder: str = ""
    """Relative to the vault, ``""`` for its root."""
    format: str = USUAL_DAY
    """Name in the notation of Moment.js; may hold ``/``."""
    template: str = ""
    """Path of the note that they start from, ``""`` for none; may lack ``.md``."""

    @classmethod
    def of(
        cls, settings: NotesSettings, obsidian: ObsidianSettings, logseq: LogseqSettings | None = None
    ) -> DailyNotes:
        """What the settings say; what they leave open, as Obsidian has it, or else Logseq.

        Args:
            settings: The user's.
            obsidian: Of the vault.
            logseq: Of the vault, if it is one of Logseq's.
        """
        folder, pattern = obsidian.daily_folder, obsidian.daily_format
        if logseq is not None and obsidian.has_usual_days:
            folder, pattern = logseq.journals, logseq.day_file
        return cls(
            settings.daily_folder.strip("/") or folder,
            settings.daily_format or pattern,
            settings.daily_template.strip("/") or obsidian.daily_template,
        )

    def path(self, day: date) -> str:
        """Path of the note of a day, relative to the vault.

        Raises:
            NoteNotMadeError: The format makes no name that a note can have.
            PathOutsideVaultError: It leaves the vault.
        """
        name = format_moment(datetime.combine(day, time()), self.format)
        return note_path(f"{self.folder}/{name}" if self.folder else name)


def note_path(written: str) -> str:
    """The path that a person means who writes the name of a new note, perhaps with folders before it.

    Args:
        written: Relative to the vault, with ``/``; ``.md`` is added where it is missing.

    Raises:
        NoteNotMadeError: No note can have that name; the message says why.
        PathOutsideVaultError: It is absolute or contains ``..``.
    """
    parts = [part.strip() for part in written.strip().split("/")]
    if (not parts[0] and len(parts) > 1) or ".." in parts:
        raise PathOutsideVaultError(f"Path must be within vault: {written!r}")
    if not parts[-1] or (is_note_name(parts[-1]) and not PurePosixPath(parts[-1]).stem.strip(".")):
        raise NoteNotMadeError("A note needs a name.")
    for part in parts:
        if not part:
            raise NoteNotMadeError(f"A folder of {written!r} has no name.")
        if part.startswith("."):
            raise NoteNotMadeError(f"{part!r} begins with a dot: such files and folders are not read.")
        odd = next((sign for sign in part if sign in _REFUSED), None)
        if odd is not None:
            raise NoteNotMadeError(f"A name cannot have {odd} in it.")
        if any(unicodedata.category(sign) in ("Cc", "Cs") or sign in _BIDI for sign in part):
            raise NoteNotMadeError("A name cannot have control characters in it.")
    path = "/".join(parts)
    return path if is_note_name(path) else f"{path}.md"


def usual_place(name: str, beside: str, obsidian: ObsidianSettings) -> str:
    """Where Obsidian keeps a new note whose name says no folder.

    Args:
        name: As :func:`note_path` gives it.
        beside: Path of the note that one looks at, ``""`` for none.
        obsidian: Settings of the vault.
    """
    if "/" in name:
        return name
    folder = beside.rpartition("/")[0] if obsidian.new_notes_beside else obsidian.new_note_folder
    return f"{folder}/{name}" if folder else name


def create_note(root: Path, path: str, text: str = "") -> None:
    """Make a note, and the folders that it lies in.

    Args:
        root: The vault's folder.
        path: As :func:`note_path` gives it.
        text: What it begins with.

    Raises:
        NoteExistsError: There is something of that name.
        NoteNotMadeError: A folder on the way is a symbolic link or a file, or the file cannot be written.
        PathOutsideVaultError: The path leaves the vault.
    """
    *folders, name = note_path(path).split("/")
    with ExitStack() as opened:
        try:
            place = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            opened.callback(os.close, place)
            for folder in folders:
                place = _enter(place, folder)
                opened.callback(os.close, place)
            # Only if there is nothing: neither a file nor a link, not even one that leads nowhere.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(name, flags, 0o666, dir_fd=place)
        except FileExistsError as error:
            raise NoteExistsError(f"There is a file {path!r} already; it was left as it is.") from error
        except OSError as error:
            raise NoteNotMadeError(f"{path!r} cannot be made: {_why(error)}.") from error
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        except OSError as error:
            # Half a note is worse than none, and it is this function's own.
            os.unlink(name, dir_fd=place)
            raise NoteNotMadeError(f"{path!r} cannot be written: {_why(error)}.") from error


def _enter(place: int, folder: str) -> int:
    """Open a folder within an open one, making it if it is not there."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(folder, flags, dir_fd=place)
    except FileNotFoundError:
        # Somebody may be quicker; or it is a link that leads nowhere, which opening it will tell.
        with suppress(FileExistsError):
            os.mkdir(folder, dir_fd=place)
        return os.open(folder, flags, dir_fd=place)


def _why(error: OSError) -> str:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return "a folder on the way is a symbolic link or a file"
    return error.strerror or str(error)
