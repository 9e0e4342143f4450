"""Dataview's inline fields: ``key:: value`` on a line of its own, ``[key:: value]`` and ``(key:: value)`` within text.

After Dataview 0.5.68, https://blacksmithgu.github.io/obsidian-dataview/annotation/add-metadata/, but stricter where
prose and code would become fields: keys hold no punctuation, and no field stands in code, math, comments, URLs or the
text of a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from vaulttui.vault.markdown.block_syntax import strip_block_id

_KEY = r"[^!-,.:-@\[-^`{-~\n\x00]"
"""Any character but ASCII punctuation; ``_``, ``-`` and ``/`` may be part of a key."""
_WRAPPED_KEY = re.compile(rf"[\[(](\*{{0,3}})({_KEY}++)\1::")
_LINE_KEY = re.compile(rf"[^\w\x00]*+({_KEY}*+)[_*~`]*+\s*+")
_BRACKET = re.compile(r"\\.|[\[\]()]")
_CLOSING = {"[": "]", "(": ")"}
_MAX_KEY = 60
"""Characters; what is longer is a sentence."""


def scan_fields(text: str, opaque: list[tuple[int, int]], *, first_in_brackets: bool) -> list[tuple[str, str, int]]:
    """Find the inline fields of one block.

    Args:
        text: The text of the block, lines joined by a line feed.
        opaque: Stretches of it that hold no separator: code, math, comments, URLs, texts of links.
        first_in_brackets: Whether a field needs brackets in the first line: a task or the cell of a table is no line of
            its own.

    Returns:
        Key, value and number of the line, from 0.
    """
    masked = _mask(text, opaque)
    fields: list[tuple[str, str, int]] = []
    offset = 0
    lines = masked.split("\n")
    for number, line in enumerate(lines):
        if "::" in line:
            source = text[offset : offset + len(line)]
            found = list(_wrapped_fields(line, source))
            if not found and (number or not first_in_brackets):
                # A block id at the block's end names the block and is no part of the value.
                found = list(_line_field(line, strip_block_id(source) if number == len(lines) - 1 else source))
            fields.extend((key, value, number) for key, value in found)
        offset += len(line) + 1
    return fields


def _mask(text: str, opaque: list[tuple[int, int]]) -> str:
    """Replace the opaque stretches by NUL characters, line ends kept."""
    pieces = []
    position = 0
    for start, end in sorted(opaque):
        if end <= position:  # within another one
            continue
        pieces.append(text[position:start])
        hidden = text[max(start, position) : end]
        pieces.append("\n".join("\0" * len(part) for part in hidden.split("\n")))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def _wrapped_fields(line: str, source: str) -> Iterator[tuple[str, str]]:
    """Fields in brackets, from left to right; a field within the value of another is part of that value."""
    closings: dict[int, int] | None = None
    behind = 0
    for match in _WRAPPED_KEY.finditer(line):
        start = match.start()
        key = match[2].strip()
        if start < behind or not (_is_key(key) or _is_picture(key)):
            continue
        if closings is None:
            closings = _matching_brackets(line)
        end = closings.get(start)
        if end is not None:
            yield key, source[match.end() : end].strip()
            behind = end


def _matching_brackets(line: str) -> dict[int, int]:
    """Offset of each opening bracket that is closed, with the offset of its closing one; each kind on its own."""
    pairs: dict[int, int] = {}
    open_brackets: dict[str, list[int]] = {"]": [], ")": []}
    for match in _BRACKET.finditer(line):
        char = match.group()
        if char in _CLOSING:
            open_brackets[_CLOSING[char]].append(match.start())
        elif open_brackets.get(char):
            pairs[open_brackets[char].pop()] = match.start()
    return pairs


def _line_field(line: str, source: str) -> Iterator[tuple[str, str]]:
    """The field that is the whole line, if it is one."""
    separator = line.index("::")
    match = _LINE_KEY.fullmatch(line, 0, separator)
    if match is None or line.startswith(":", separator + 2):
        return
    key = match[1].strip(" \t_")
    value = source[separator + 2 :]
    # ``std::move`` within a sentence is no field; as the first word of a line it is one to Dataview, too.
    if _is_key(key) and (" " not in key or not value or value[0].isspace()):
        yield key, value.strip()


def _is_picture(key: str) -> bool:
    """Whether a key is an emoji, or a sign like one. Before a line's key they are mere decoration."""
    return len(key) <= _MAX_KEY and any(category(char) == "So" for char in key)


def _is_key(key: str) -> bool:
    return 0 < len(key) <= _MAX_KEY and any(char.isalnum() for char in key)
