"""What Logseq calls the page in a file: names of files cannot have ``/`` or ``:`` in them, and days have their own.

See https://docs.logseq.com/#/page/filename%20format for how names are written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime, time
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from vaulttui.spellings import as_spelled
from vaulttui.vault.dates.moment import format_moment
from vaulttui.vault.dates.moment_days import read_day
from vaulttui.vault.folding import composed
from vaulttui.vault.note_names import note_name
from vaulttui.vault.other_programs.logseq import LogseqSettings, logseq_settings
from vaulttui.vault.untrusted import is_folder


def page_namer(root: str | Path) -> Callable[[str], str] | None:
    """Gives what the note in a file of a vault is called; ``None`` where that is the file's name."""
    settings = logseq_settings(root)
    return None if settings is None else partial(page_name, settings=settings)


def place_of_note(root: str | Path, path: str) -> str:
    """Where a new note is kept: where its name says, or in Logseq among the pages, which lie in no folders of their own
    however many ``/`` there are in their names.

    Args:
        root: The vault's folder.
        path: The name like a path from the root, with its ``.md``. One in a folder that there is is left alone.
    """
    settings = logseq_settings(root)
    folder, slash, _ = path.partition("/")
    if settings is None or (slash and is_folder(f"{root}/{as_spelled(Path(root), folder)}")):
        return path
    return f"{settings.pages}/{path.replace('/', '___')}"


def page_name(path: str, settings: LogseqSettings) -> str:
    """What Logseq calls the note in a file, which is what links name.

    Args:
        path: Of the file, relative to the vault.
        settings: Of the vault.
    """
    name = note_name(path)
    folder, _, _ = path.rpartition("/")
    if composed(folder) == composed(settings.journals):
        day = read_day(name, settings.day_file)
        if day is not None:
            return format_moment(datetime.combine(day, time()), settings.day_title)
    if "___" not in name and "%" not in name:
        return name
    page = unquote(name.replace("___", "/")).strip()
    return name if not page or any(unicodedata.category(sign) == "Cc" for sign in page) else page
