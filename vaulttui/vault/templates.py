"""Templates that new notes begin with: notes of the vault, with places for a title, a date and a time."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path
from typing import Final

from vaulttui.errors import PathOutsideVaultError
from vaulttui.spellings import as_there_is
from vaulttui.vault.dates.moment import format_moment
from vaulttui.vault.new_note import NoteNotMadeError
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.obsidian import USUAL_DAY, USUAL_TIME
from vaulttui.vault.text import decode
from vaulttui.vault.untrusted import read_regular_file, resolve_inside

_PLACEHOLDER: Final = re.compile(r"\{\{\s*(title|date|time)\s*(?::([^{}\n]*))?\}\}", re.IGNORECASE)
_LARGEST_TEMPLATE: Final = 1_000_000
"""Bytes that are read."""
_MOST_TEMPLATES: Final = 500


def list_templates(root: Path, folder: str) -> tuple[str, ...]:
    """Paths of the notes in a folder of templates and below it, relative to the vault, sorted.

    The folder is found as by :func:`~vaulttui.spellings.as_there_is`. One that has no name, does not exist, leaves
    the vault or cannot be read has none; one that has very many gives only some.
    """
    if not folder:
        return ()
    try:
        start = resolve_inside(root, as_there_is(root, folder))
    except PathOutsideVaultError:
        return ()
    found: list[str] = []
    for above, folders, names in os.walk(start):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        relative = Path(above).relative_to(root).as_posix()
        found += [f"{relative}/{name}" for name in names if is_note_name(name) and not name.startswith(".")]
        if len(found) >= _MOST_TEMPLATES:
            break
    return tuple(sorted(found)[:_MOST_TEMPLATES])


def read_template(root: Path, path: str) -> str:
    """The text of a template.

    Args:
        root: The vault's folder.
        path: Relative to the vault; may lack ``.md``. It is found as by :func:`~vaulttui.spellings.as_there_is`.

    Raises:
        NoteNotMadeError: There is no such template, or it cannot be read.
        PathOutsideVaultError: The path leaves the vault.
    """
    file = resolve_inside(root, as_there_is(root, path if is_note_name(path) else f"{path}.md"))
    try:
        return decode(read_regular_file(os.path.realpath(file), _LARGEST_TEMPLATE)).text
    except OSError as error:
        raise NoteNotMadeError(f"The template {path!r} cannot be read: {error.strerror or error}.") from error


def fill_template(
    text: str, title: str, now: datetime, *, date_format: str = USUAL_DAY, time_format: str = USUAL_TIME
) -> str:
    """Put title, date and time into a template, as Obsidian does.

    ``{{title}}``, ``{{date}}`` and ``{{time}}`` are known; ``{{date:YYYY}}`` and ``{{time:HH}}`` say how. Anything else
    stays as it is, and nothing that is put in is looked at again.

    Args:
        text: Of the template.
        title: Of the note.
        now: Local time.
        date_format: How ``{{date}}`` is written, in the notation of Moment.js.
        time_format: How ``{{time}}`` is written.
    """
    usual = {"date": date_format, "time": time_format}

    def value(found: re.Match[str]) -> str:
        what, pattern = found[1].casefold(), found[2]
        if what == "title":
            return title
        return format_moment(now, pattern or usual[what])

    return _PLACEHOLDER.sub(value, text)
