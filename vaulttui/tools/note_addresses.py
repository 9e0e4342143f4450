"""Addresses of notes, ``vault://note/{path}?line={line}&column={column}``, however paths are written."""

from __future__ import annotations

import re

_NOTE = re.compile(r"(?P<begin>vault://note/)(?P<path>.*?)(?P<place>\?line=[0-9]*(?:&column=[0-9]*)?)?", re.DOTALL)
_ESCAPED = re.compile("[%#?\x00-\x20\x7f]")
_ENDS_PATH = str.maketrans({"#": "%23", "?": "%3F"})


def note_address(path: str, line: int = 1, column: int = 1) -> str:
    """The address of a note. Letters of any script stay as they are: a model has to write it again.

    Args:
        path: Of the note.
        line: Where to begin, from 1.
        column: With which of its characters, from 1.
    """
    whole = "vault://note/" + _ESCAPED.sub(lambda found: f"%{ord(found[0]):02X}", path)
    if column > 1:
        return f"{whole}?line={line}&column={column}"
    return whole if line == 1 else f"{whole}?line={line}"


def with_whole_path(uri: str) -> str:
    """An address of a resource in which the signs that would end a path are encoded in that of a note: a path that is
    not percent-encoded means itself, as it does with blanks in it."""
    note = _NOTE.fullmatch(uri)
    return f"{note['begin']}{note['path'].translate(_ENDS_PATH)}{note['place'] or ''}" if note else uri
