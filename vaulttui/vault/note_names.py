"""Which files are notes, and what they are called, by their names alone."""

from __future__ import annotations

from typing import Final

NOTE_SUFFIXES: Final = (".md", ".markdown")
"""Endings of note files, compared without case."""


def is_note_name(name: str) -> bool:
    """Whether a file of that name or path is a note."""
    return name.endswith(NOTE_SUFFIXES) or name.lower().endswith(NOTE_SUFFIXES)


def note_name(path: str) -> str:
    """The name of a note's file without folder, and without ``.md`` or ``.markdown`` where there is more to be seen."""
    name = path.rpartition("/")[2]
    for suffix in NOTE_SUFFIXES:
        if name.lower().endswith(suffix) and (shorter := name[: -len(suffix)]).strip():
            return shorter
    return name
