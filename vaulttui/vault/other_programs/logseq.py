"""What a vault's ``logseq`` folder says that matters outside of Logseq."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from vaulttui.values import dataclass
from vaulttui.vault.note import NoteWarning
from vaulttui.vault.other_programs.edn import Value, read_edn_map
from vaulttui.vault.other_programs.settings_files import (
    FileSignature,
    file_signature,
    folder_within,
    read_settings_text,
)

CONFIG: Final = "logseq/config.edn"
VERSIONS: Final = frozenset({"logseq/bak", "logseq/version-files"})
"""Folders in which Logseq keeps what notes were before: each note would be found once more for each of its versions."""

BLOCK_NAME: Final = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
"""A pattern for the names that Logseq gives to blocks."""
OWN_LINE: Final = rf"(?:id:: {BLOCK_NAME}|collapsed:: (?:true|false))"
"""A pattern for the lines that Logseq writes into a block for itself, and does not show."""
BLOCK_REFERENCE: Final = re.compile(rf"\(\(({BLOCK_NAME})\)\)")
"""A block of any note, by the name that Logseq gave it."""
EMBED: Final = re.compile(r"\{\{embed[ \t]+(?:\[\[(?P<note>[^\[\]\n]+)\]\]|(?P<block>\(\([^()\n]+\)\)))[ \t]*\}\}")
"""A note or a block that is to be shown in the place of this."""

_PATTERN_PART: Final = re.compile(r"'([^']*)'|do|y+|M+|d+|E+|[A-Za-z]+|[^A-Za-z']+|'")


@dataclass(frozen=True, slots=True)
class LogseqSettings:
    """Settings of one vault, with Logseq's own defaults where nothing is set."""

    pages: str = "pages"
    """Folder of new notes (``:pages-directory``)."""
    journals: str = "journals"
    """Folder of the notes of days (``:journals-directory``)."""
    day_file: str = "YYYY_MM_DD"
    """Name of the file of a day, in the notation of Moment.js (``:journal/file-name-format``)."""
    day_title: str = "MMM Do, YYYY"
    """What the note of a day is called, in the notation of Moment.js (``:journal/page-title-format``)."""
    hidden: tuple[str, ...] = ()
    """Beginnings of the paths that are left out (``:hidden``)."""
    warnings: tuple[NoteWarning, ...] = ()
    """Why the settings could not be read; the defaults hold."""


_INTERNAL: Final = frozenset(
    (
        *("id", "custom-id", "collapsed", "heading", "background-color", "background_color", "ls-type"),
        *("created-at", "created_at", "updated-at", "last-modified-at", "last_modified_at"),  # in milliseconds
        *("todo", "doing", "now", "later", "done"),  # since when, in milliseconds
    )
)
_INTERNAL_BEGINNINGS: Final = ("hl-", "query-", "card-")


def is_internal(key: str) -> bool:
    """Whether a property of a block is one that Logseq writes for itself, and does not show."""
    return key in _INTERNAL or key.startswith(_INTERNAL_BEGINNINGS)


def naming_line(block: str) -> str:
    """What the line is that gives a block its name."""
    return f"id:: {block}"


def logseq_settings(root: str | Path) -> LogseqSettings | None:
    """The settings of a vault of Logseq's, read again only when their file has changed; ``None`` of any other vault."""
    signature = file_signature(f"{root}/{CONFIG}")
    if signature is None:
        return None
    try:
        return _read_settings(os.fspath(root), signature)
    except OSError as error:
        message = f"{CONFIG} cannot be read: {error.strerror or error}. Logseq's defaults are used instead."
        return LogseqSettings(warnings=(NoteWarning("logseq_settings_invalid", message),))


@lru_cache(maxsize=8)
def _read_settings(root: str, signature: FileSignature) -> LogseqSettings:
    found = read_edn_map(read_settings_text(f"{root}/{CONFIG}"))
    usual = LogseqSettings()
    return LogseqSettings(
        pages=folder_within(_text(found, ":pages-directory")) or usual.pages,
        journals=folder_within(_text(found, ":journals-directory")) or usual.journals,
        day_file=as_moment(_text(found, ":journal/file-name-format")) or usual.day_file,
        day_title=as_moment(_text(found, ":journal/page-title-format")) or usual.day_title,
        hidden=_beginnings(found.get(":hidden", ())),
    )


def as_moment(pattern: str) -> str:
    """A pattern of Logseq's for days, ``MMM do, yyyy``, in the notation of Moment.js."""
    return "".join(_moment_part(found) for found in _PATTERN_PART.finditer(pattern))


def _moment_part(found: re.Match[str]) -> str:
    part = found[0]
    if found[1] is not None:
        return f"[{found[1]}]" if found[1] else "'"
    if part == "do":
        return "Do"
    if part[0] in "yMd":
        return part.upper()
    if part[0] == "E":
        return "dddd" if len(part) > 3 else "ddd"
    return f"[{part}]" if part[0].isalpha() else part


def _text(values: dict[str, Value], key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) and not value.startswith(":") else ""


def _beginnings(paths: Value) -> tuple[str, ...]:
    """Paths without a slash before them. One behind them stays: ``/private/`` hides what is in that folder alone."""
    return tuple(path.lstrip("/") for path in paths if path.strip("/")) if isinstance(paths, tuple) else ()
