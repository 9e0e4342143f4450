"""Addresses of notes, ``vault://note/{path}``, however their paths are written in them."""

from __future__ import annotations

import re

_NOTE = re.compile(r"(?P<begin>vault://note/)(?P<path>.*)", re.DOTALL)
_ENDS_PATH = str.maketrans({"#": "%23", "?": "%3F"})


def with_whole_path(uri: str) -> str:
    """An address of a resource in which the signs that would end a path are encoded in that of a note: a path that is
    not percent-encoded means itself, as it does with blanks in it."""
    note = _NOTE.fullmatch(uri)
    return f"{note['begin']}{note['path'].translate(_ENDS_PATH)}" if note else uri
