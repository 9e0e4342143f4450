"""What Logseq calls the page in a file: names of files cannot have ``/`` or ``:`` in them, and days have their own.

See https://docs.logseq.com/#/page/filename%20format for how names are written.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime, time
from functools import lru_cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from vaulttui.vault.logseq import LogseqSettings, logseq_settings
from vaulttui.vault.moment import format_moment
from vaulttui.vault.note_names import note_name

_PARTS: Final = {"YYYY": r"(?P<year>\d{4})", "MM": r"(?P<month>\d\d)", "DD": r"(?P<day>\d\d)"}
_PART: Final = re.compile(r"\[([^\]]*)\]|YYYY|MM|DD|[A-Za-z]+|[^A-Za-z\[]+|\[")


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
    if settings is None or (slash and os.path.isdir(f"{root}/{folder}")):  # noqa: PTH112 - never raises
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
    if folder == settings.journals:
        day = _day_of(name, settings.day_file)
        if day is not None:
            return format_moment(datetime.combine(day, time()), settings.day_title)
    if "___" not in name and "%" not in name:
        return name
    page = unquote(name.replace("___", "/")).strip()
    return name if not page or any(unicodedata.category(sign) == "Cc" for sign in page) else page


def _day_of(name: str, pattern: str) -> date | None:
    compiled = _day_pattern(pattern)
    found = compiled.fullmatch(name) if compiled is not None else None
    if found is None:
        return None
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        return None


@lru_cache(maxsize=8)
def _day_pattern(pattern: str) -> re.Pattern[str] | None:
    """An expression for the days that a pattern of Moment.js gives; ``None`` if it is not of year, month and day in
    digits."""
    parts = [(found[0], found[1]) for found in _PART.finditer(pattern)]
    if any(part.isalpha() and part not in _PARTS for part, _ in parts):
        return None
    if sorted(part for part, _ in parts if part in _PARTS) != sorted(_PARTS):
        return None
    return re.compile("".join(_PARTS.get(part) or re.escape(part if text is None else text) for part, text in parts))
