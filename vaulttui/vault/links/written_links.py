"""Links as they are written into a note, so that they lead back to the note that they were made for."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from vaulttui.errors import VaultNotFoundError
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.folding import fold_name
from vaulttui.vault.markdown.destinations import Destination, wikilink_destination
from vaulttui.vault.note_names import NOTE_SUFFIXES, note_name
from vaulttui.vault.other_programs.logseq_pages import page_namer
from vaulttui.vault.other_programs.obsidian import read_obsidian_settings
from vaulttui.vault.untrusted import is_folder

_NOT_IN_WIKILINKS: Final = re.compile(r"[\[\]^\\`$<]|%%")
"""What ends a wikilink, or may begin something that takes its brackets in: code, math, HTML, a comment."""
_NOT_IN_DESTINATIONS: Final = re.compile(r"[\s%#?:()<>\[\]|^\\&`$]")
_NOT_IN_TEXTS: Final = re.compile(r"[\[\]\\`$<%]")


def written_links(root: Path, paths: Sequence[str], settings: VaultSettings, heading: str = "") -> list[str]:
    """Links to notes that lead to them from any note: ``[[note]]``, or ``[[folder/note]]`` where another file would be
    meant as well or Obsidian is set to write paths. In Logseq they go by the names of pages, and they are
    ``[note](folder/note.md)`` where a wikilink would take signs of the path for something else, as of ``C# notes.md``.

    Args:
        root: The vault's folder.
        paths: Relative to the vault.
        settings: Whether Obsidian's settings are followed.
        heading: One that all of them have, without signs that would end a link; ``""`` for the notes themselves.
    """
    called, place = page_namer(root), heading and f"#{heading}"
    if called is not None:
        return [f"[[{called(path)}{place}]]" for path in paths]
    names = [_without_ending(root, path) for path in paths]
    short = not settings.use_obsidian_settings or read_obsidian_settings(root).short_links
    if short and any("/" in name for name in names):
        named = _files_by_name(root)
        names = [
            name if named is None else _shortest(name, path, named) for name, path in zip(names, paths, strict=True)
        ]
    return [_to_file(name, path, place) for name, path in zip(names, paths, strict=True)]


def _files_by_name(root: Path) -> Mapping[str, list[str]] | None:
    """The paths of all files, by their folded names: links lead to what is excluded, too, in other programs. ``None``
    if they are not all known."""
    try:
        scan = scan_vault(root, VaultSettings(use_gitignore=False, use_obsidian_settings=False))
    except VaultNotFoundError:
        return None
    if scan.unreadable_folders:
        return None
    named = defaultdict[str, list[str]](list)
    for path in (*(note.path for note in scan.notes), *scan.attachments):
        named[fold_name(path.rpartition("/")[2])].append(path)
    return named


def _shortest(name: str, path: str, named: Mapping[str, list[str]]) -> str:
    """What a link calls a note: its name alone, unless other files could be meant by that.

    Args:
        name: The path as a link has it.
        path: The path.
        named: All files of the vault by their folded names.
    """
    short = name.rpartition("/")[2]
    could_be_meant = (named.get(fold_name(short + ending), ()) for ending in ("", *NOTE_SUFFIXES))
    return short if all(other == path for others in could_be_meant for other in others) else name


def _to_file(name: str, path: str, place: str) -> str:
    if wikilink_destination(name) == (Destination(name, "", ""), "") and not _NOT_IN_WIKILINKS.search(name):
        return f"[[{name}{place}]]"
    text = _NOT_IN_TEXTS.sub(r"\\\g<0>", note_name(path) + place)
    destination = _encoded(path) + (place and f"#{_encoded(place[1:])}")
    return f"[{text}]({destination})"


def _encoded(text: str) -> str:
    return _NOT_IN_DESTINATIONS.sub(lambda sign: quote(sign[0]), text)


def _without_ending(root: Path, path: str) -> str:
    """A path without ``.md``, unless another file beside it would be meant then; a folder never is."""
    name, ending = os.path.splitext(path)  # noqa: PTH122 - a path of the vault, not of the disk
    others = {f"{name}{other}" for other in ("", *NOTE_SUFFIXES)} - {path}
    if ending.lower() not in NOTE_SUFFIXES or name.lower().endswith(NOTE_SUFFIXES):
        return path
    return path if any(_is_no_folder(f"{root}/{other}") for other in others) else name


def _is_no_folder(path: str) -> bool:
    return os.path.lexists(path) and not is_folder(path)
