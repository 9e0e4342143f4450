"""Breaking text into lines by the cells that it takes on the screen."""

from __future__ import annotations

import re

from rich.cells import cell_len, get_character_cell_size

_NARROW = re.compile(
    "[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u203b\u2500-\u25fc]*"
)
"""Text in which every character takes one cell, as Rich counts them."""
_JOINER = "\u200d"
_WIDENER = "\ufe0f"
_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them are a flag. Rich counts each as a cell, and the terminal the flag as two."""
_SOFT_ENDS = "/-_.,?&=:;|"
"""Characters behind which a word that is longer than a line is best broken."""
_NOT_FIRST = frozenset("、。，．！？：；）」』】〕〉》”’…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""What does not begin a line in Chinese and Japanese typesetting."""
_NOT_LAST = frozenset("（「『【〔〈《“‘")


def is_narrow(text: str) -> bool:
    """Whether every character surely takes one cell."""
    return text.isascii() or _NARROW.fullmatch(text) is not None


def clusters(text: str) -> list[tuple[int, int, int]]:
    """Cut text into what may not be torn apart: ``(start, end, cells)`` of each, in order, without gaps.

    A character keeps its combining marks and variation selector, an emoji sequence its joined parts, a flag both its
    letters.
    """
    found: list[tuple[int, int, int]] = []
    joined = half_flag = False
    for at, character in enumerate(text):
        width = get_character_cell_size(character)
        if half_flag and character in _FLAG_LETTERS:
            start, _, cells = found[-1]
            found[-1] = (start, at + 1, cells + width)
            half_flag = False
            continue
        half_flag = character in _FLAG_LETTERS
        if found and (width == 0 or joined):
            start, _, cells = found[-1]
            if character == _WIDENER:
                cells = max(cells, min(2, cell_len(text[start : at + 1])))
            found[-1] = (start, at + 1, cells)
        else:
            found.append((at, at + 1, width))
        joined = character == _JOINER and not joined
    return found


def character_cells(line: str, start: int, end: int) -> tuple[int, int]:
    """Turn characters of a line, which may lie beyond its ends, into cells."""
    return cell_len(line[: max(start, 0)]), cell_len(line[:end])


def cells_to_characters(line: str, start: int, end: int) -> tuple[int, int]:
    """Turn cells of a line, which may lie beyond its ends, into characters: all that have any of them, whole."""
    if is_narrow(line):
        start = min(max(start, 0), len(line))
        return start, min(max(end, start), len(line))
    first = last = at = 0
    for _, behind, width in clusters(line):
        if at + width <= start:
            first = behind
        if at < end:
            last = behind
        at += width
    return first, max(first, last)


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Break text into lines at blanks, at newlines, between wide characters, and inside words that are too long.

    Args:
        text: Without control characters other than ``\\n``.
        width: Cells of a line, at least 2.

    Returns:
        Start and end of every line, blanks at the break left out. Never empty.
    """
    if len(text) <= width and "\n" not in text and is_narrow(text):
        return [(0, len(text))]
    lines: list[tuple[int, int]] = []
    start = 0
    for piece in text.split("\n"):
        end = start + len(piece)
        if is_narrow(piece):
            _wrap_narrow(text, start, end, width, lines)
        else:
            _wrap_clusters(text, start, end, width, lines)
        start = end + 1
    return lines


def _wrap_narrow(text: str, start: int, end: int, width: int, lines: list[tuple[int, int]]) -> None:
    while end - start > width:
        limit = start + width
        at = text.rfind(" ", start, limit + 1)
        if at <= start or _without_blanks(text, start, at) == start:
            soft = max(text.rfind(mark, start + width // 2, limit) for mark in _SOFT_ENDS)
            at = soft + 1 if soft > start else limit
            lines.append((start, at))
        else:
            lines.append((start, _without_blanks(text, start, at)))
        start = at
        while start < end and text[start] == " ":
            start += 1
        if start >= end:
            return
    lines.append((start, end))


def _wrap_clusters(text: str, start: int, end: int, width: int, lines: list[tuple[int, int]]) -> None:
    """Break a text that has wide or combining characters."""
    line = start  # where the line begins
    cells = 0
    chance = start  # where the line may end, its own beginning for nowhere
    cells_behind = 0  # cells from there on
    previous, previous_size = "", 0
    hanging = False
    for first, last, size in clusters(text[start:end]):
        at = start + first
        character = text[at : start + last]
        if at > line and character != " ":
            beside_wide = size == 2 or previous_size == 2
            if previous == " " or (beside_wide and character not in _NOT_FIRST and previous not in _NOT_LAST):
                chance, cells_behind = at, 0
        if cells + size > width and at > line and character == " ":
            hanging = True  # over the edge: the break takes it away
            previous, previous_size = character, size
            continue
        while cells + size > width and at > line:
            if chance > line:
                lines.append((line, _without_blanks(text, line, chance)))
                line, cells = chance, cells_behind
            else:
                lines.append((line, at))
                line, cells = at, 0
            chance, cells_behind = line, cells
        hanging = False
        cells += size
        cells_behind += size
        previous, previous_size = character, size
    lines.append((line, _without_blanks(text, line, end) if hanging else end))


def _without_blanks(text: str, start: int, end: int) -> int:
    """Return where ``text[start:end]`` ends without the blanks at its end."""
    while end > start and text[end - 1] == " ":
        end -= 1
    return end


def break_anywhere(text: str, width: int) -> list[tuple[int, int]]:
    """Break text that has no newlines anywhere, if need be, with no character left out: for code."""
    lines: list[tuple[int, int]] = []
    if is_narrow(text):
        start = 0
        while len(text) - start > width:
            blank = text.rfind(" ", start + width * 2 // 3, start + width)
            end = blank + 1 if blank > start else start + width
            lines.append((start, end))
            start = end
        return [*lines, (start, len(text))]
    line = cells = 0
    for start, _, size in clusters(text):
        if cells + size > width and start > line:
            lines.append((line, start))
            line, cells = start, 0
        cells += size
    lines.append((line, len(text)))
    return lines


def cut(text: str, width: int) -> str:
    """Shorten text to a width, with ``…`` at its end where something is missing."""
    if len(text) <= width and (is_narrow(text) or cell_len(text) <= width):
        return text
    kept = cells = 0
    for _, end, size in clusters(text[: width * 8]):
        if cells + size > width - 1:
            break
        kept, cells = end, cells + size
    return text[:kept] + "…"
