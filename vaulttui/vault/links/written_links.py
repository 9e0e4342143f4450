"""Links as they are written into a note, so that they lead back to the note that they were made for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from vaulttui.vault.markdown.destinations import Destination, wikilink_destination
from vaulttui.vault.note_names import NOTE_SUFFIXES, note_name
from vaulttui.vault.other_programs.logseq_pages import page_namer
from vaulttui.vault.untrusted import is_folder

_NOT_IN_WIKILINKS: Final = re.compile(r"[\[\]^\\`$<]|%%")
"""What ends a wikilink, or may begin something that takes its brackets in: code, math, HTML, a comment."""
_NOT_IN_DESTINATIONS: Final = re.compile(r"[\s%#?:()<>\[\]|^\\&`$]")
_NOT_IN_TEXTS: Final = re.compile(r"[\[\]\\`$<%]")


def written_links(root: str | Path, paths: Iterable[str], heading: str = "") -> list[str]:
    """Links to notes: ``[[folder/note]]``, in Logseq by the names of pages, and ``[note](folder/note.md)`` where the
    path has signs in it that mean something else in a wikilink, like ``C# notes.md``.

    Args:
        root: The vault's folder.
        paths: Relative to the vault.
        heading: One that all of them have, without signs that would end a link; ``""`` for the notes themselves.
    """
    called, place = page_namer(root), heading and f"#{heading}"
    return [_to_file(root, path, place) if called is None else f"[[{called(path)}{place}]]" for path in paths]


def _to_file(root: str | Path, path: str, place: str) -> str:
    name = _without_ending(root, path)
    if wikilink_destination(name) == (Destination(name, "", ""), "") and not _NOT_IN_WIKILINKS.search(name):
        return f"[[{name}{place}]]"
    text = _NOT_IN_TEXTS.sub(r"\\\g<0>", note_name(path) + place)
    destination = _encoded(path) + (place and f"#{_encoded(place[1:])}")
    return f"[{text}]({destination})"


def _encoded(text: str) -> str:
    return _NOT_IN_DESTINATIONS.sub(lambda sign: quote(sign[0]), text)


def _without_ending(root: str | Path, path: str) -> str:
    """A path without ``.md``, unless another file beside it would be meant then; a folder never is."""
    name, ending = os.path.splitext(path)  # noqa: PTH122 - a path of the vault, not of the disk
    others = {f"{name}{other}" for other in ("", *NOTE_SUFFIXES)} - {path}
    if ending.lower() not in NOTE_SUFFIXES or name.lower().endswith(NOTE_SUFFIXES):
        return path
    return path if any(_is_no_folder(f"{root}/{other}") for other in others) else name


def _is_no_folder(path: str) -> bool:
    return os.path.lexists(path) and not is_folder(path)
