"""The top level of an EDN map, in which Logseq keeps its settings: https://github.com/edn-format/edn"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Value: TypeAlias = str | tuple[str, ...]
"""A text or an atom as written; of a vector or a list the texts and atoms in it."""

_TOKEN: Final = re.compile(r';[^\n]*|\\.\w*|"(?:\\.|[^"\\])*+(?:"|\Z)|#[_{]|[\[\]{}()]|[^\s,;"\[\]{}()]+', re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_OPENING, _CLOSING = ("[", "(", "{", "#{"), ("]", ")", "}")
_DISCARD: Final = "#_"


def read_edn_map(text: str) -> dict[str, Value]:
    """The entries of a map by their keywords, ``:name``. Of maps and whatever else is nested the value is ``()``.

    Any text gives a result: what is not as it should be is passed over.
    """
    found: dict[str, Value] = {}
    key = ""
    items: list[str] = []
    depth = discarded = discarded_items = 0
    for token in _TOKEN.findall(text):
        if token.startswith(";"):
            continue
        if token == _DISCARD:
            discarded += depth == 1
            discarded_items += depth == 2
        elif token in _OPENING:
            depth += 1
            if depth == 2:
                items, discarded_items = [], 0
        elif token in _CLOSING:
            depth -= 1
            if depth == 1:
                key, discarded = _store(found, key, tuple(items), discarded)
            elif depth == 2:
                discarded_items = max(0, discarded_items - 1)
        elif depth == 1:
            key, discarded = _store(found, key, _plain(token), discarded)
        elif depth == 2 and discarded_items:
            discarded_items -= 1
        elif depth == 2:
            items.append(_plain(token))
    return found


def _store(found: dict[str, Value], key: str, value: Value, discarded: int) -> tuple[str, int]:
    """Take a form of the top level: as a key, or as the value of the one before.

    Returns:
        The key that a value is awaited for, and how many forms are still to be discarded.
    """
    if discarded:
        return key, discarded - 1
    if key:
        found[key] = value
        return "", 0
    return (value if isinstance(value, str) else "()"), 0  # that nobody asks for


def _plain(token: str) -> str:
    if not token.startswith('"'):
        return token
    return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), token[1:].removesuffix('"'))
