"""Ids that the names of notes begin with, by which links may name them: ``[[20250714]]`` for ``20250714 Memory.md``,
``[[20250714T0930]]`` for ``20250714T0930--memory.md``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from vaulttui.vault.note_names import NOTE_SUFFIXES
from vaulttui.vault.untrusted import is_folder

ZK: Final = ".zk"
"""Folder that makes a vault one of zk's, relative to the vault."""
_SHORTEST_NUMBER: Final = 8
"""Digits of an id: a day has so many. A year or the number of a chapter is none."""
_SHORTEST_WORD: Final = 4
"""Characters of an id of zk's."""
_ID: Final = re.compile(rf"[0-9]{{{_SHORTEST_NUMBER}}}(?:[0-9]*+|t[0-9]{{4,6}}+)(?![^ _-])")
"""A number, or a day and a time as ISO 8601 and Denote write it."""
_JOINT: Final = re.compile("[_-]")


def has_word_ids(root: str | Path) -> bool:
    """Whether a vault is one of zk's, whose ids are not only numbers."""
    return is_folder(f"{root}/{ZK}")


def is_id(target: str, *, words: bool) -> bool:
    """Whether a link may be meant to name a note by an id.

    Args:
        target: Of the link, without folders.
        words: Whether ids are not only numbers.
    """
    if _ID.fullmatch(target):
        return True
    return words and len(target) >= _SHORTEST_WORD and " " not in target


def ids_of(name: str, *, words: bool) -> list[str]:
    """The ids that a note may be named by: beginnings of its file's name that a blank, ``-`` or ``_`` follows.

    Args:
        name: Of a file, in lower case; one that is no note has none.
        words: Whether ids are not only numbers.
    """
    if not name.endswith(NOTE_SUFFIXES):
        return []
    if not words:
        found = _ID.match(name)
        return [found[0]] if found else []
    first = name.partition(" ")[0]
    ids = [first[: joint.start()] for joint in _JOINT.finditer(first)]
    if first != name:
        ids.append(first)
    return [each for each in ids if is_id(each, words=True)]
