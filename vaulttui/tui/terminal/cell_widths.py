"""Text whose width terminals count differently, drawn so that nothing behind it is shifted.

Terminals do not agree on emoji of several characters (skin tones, flags, families), on emoji that are newer than they
are, and on the vowel signs of Indic scripts. Asking them takes an answer that not all give; so each such letter is
drawn on blanks of the width that was counted for it, and the cursor is set anew behind it. A terminal that gives it
less leaves blanks, one that gives it more has the rest painted over.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final

import rich.cells
from rich._unicode_data import load as load_cell_table
from rich.cells import CellTable, cell_len

from vaulttui.patterns import late_pattern

_WIDE_ALONE: Final = frozenset(map(chr, (*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400))))
"""Halves of flags, and skin tones: counted as parts of a letter, some terminals give them the cells of one."""
_JOINING_TERMINALS: Final = ("xterm-ghostty", "xterm-kitty")
"""They draw a vowel sign in the cell of its letter."""
_UNSEEN: Final = ("\x1b", "\n")
"""What tokens begin with that take no cells."""
_CURSOR_SET: Final = re.compile(r"(\x1b\[\d+;\d+H)")
_TOKEN: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\].*?(?:\x1b\\|\x07)|\x1b.|\n|[^\x1b\n]+", re.DOTALL)


@cache
def _spacing_marks() -> tuple[tuple[int, int], ...]:
    """Ranges (with both ends) of the marks that take a place beside their letter."""
    ranges: list[tuple[int, int]] = []
    for code in (*range(0x900, 0x3000), *range(0xA000, 0xAC00), *range(0x11000, 0x12000), *range(0x16A00, 0x16FF0)):
        if unicodedata.category(chr(code)) == "Mc":
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return tuple(ranges)


_UNSURE: Final = late_pattern(
    lambda: (
        "[\u0900-\u1cff\u200d\ua800-\uabff\ufe0f\U00010000-\U000e007f](?<="
        "[\u200d\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f"
        + "".join(f"{chr(first)}-{chr(last)}" for first, last in _spacing_marks())
        + "])"
    )
)
"""A character for which terminals give a letter different widths.

The first class is a coarse one of few ranges, for which all that is drawn can be searched in a tenth of the time.
"""


def gives_marks_cells(environ: Mapping[str, str]) -> bool:
    """Whether the terminal, as most do, gives a cell of its own to a spacing mark, such as the Devanagari sign I."""
    if environ.get("TMUX") or environ.get("STY"):
        return True
    return not environ.get("TERM", "").startswith(_JOINING_TERMINALS)


@contextmanager
def marks_with_cells() -> Iterator[None]:
    """Have all text be measured with a cell for each spacing mark, while this holds: drawn into the one before, the
    next letter would take its place where the terminal gives it a cell, and half of the vowels would be gone."""

    @cache
    def load(unicode_version: str = "auto") -> CellTable:
        table = load_cell_table(unicode_version)
        return table._replace(widths=tuple(_without(table.widths)))

    _measure_by(load)
    try:
        yield
    finally:
        _measure_by(load_cell_table)


def _measure_by(load: Callable[[str], CellTable]) -> None:
    setattr(rich.cells, "load_cell_table", load)  # noqa: B010 - Rich has no setting for it, and does not export it
    rich.cells.get_character_cell_size.cache_clear()
    rich.cells.cached_cell_len.cache_clear()


def _without(widths: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Widths of ranges of characters without the marks, which have one cell then as all that is not among them."""
    marks = [code for first, last in _spacing_marks() for code in range(first, last + 1)]
    for first, last, width in widths:
        begin = first
        for mark in marks[bisect_left(marks, first) : bisect_right(marks, last)]:
            if begin < mark:
                yield begin, mark - 1, width
            begin = mark + 1
        if begin <= last:
            yield begin, last, width


def steadied(output: str) -> str:
    """What is written to the terminal, with the cursor set anew behind each letter of unsure width.

    Args:
        output: Rows that begin by setting the cursor, as Textual draws them; what stands before any is left as it is.
            The terminal does not wrap lines.
    """
    if output.isascii() or not _UNSURE.search(output):
        return output
    before, *parts = _CURSOR_SET.split(output)
    drawn = [before]
    for cursor, row in zip(parts[::2], parts[1::2], strict=True):
        drawn += [cursor, _steady_row(row, int(cursor[:-1].rpartition(";")[2])) if _UNSURE.search(row) else row]
    return "".join(drawn)


def _steady_row(row: str, column: int) -> str:
    """Draw from a column on (counted from 1)."""
    tokens = _TOKEN.findall(row)
    left = sum(cell_len(token) for token in tokens if token[0] not in _UNSEEN)
    drawn: list[str] = []
    for token in tokens:
        if token[0] in _UNSEEN:
            drawn.append(token)
            continue
        width = cell_len(token)
        if _UNSURE.search(token):
            drawn.extend(_steady(token, column, left))
        else:
            drawn.append(token)
        column += width
        left -= width
    return "".join(drawn)


def _steady(text: str, column: int, left: int) -> Iterator[str]:
    """Draw a text from a column on (counted from 1) of which, with what is drawn behind it, some cells are left."""
    from vaulttui.tui.preview.cells import clusters  # late: not needed for the first paint

    for start, end, width in clusters(text):
        letter = text[start:end]
        if _UNSURE.search(letter):
            yield f"{' ' * width}\x1b[{column}G{_fitting(letter, left)}\x1b[{column + width}G"
        else:
            yield letter
        column += width
        left -= width


def _fitting(letter: str, cells: int) -> str:
    """As much of a letter as stays within some cells in any terminal: what flows over is painted over, but only there.

    Most that a terminal gives it is the sum of what its characters are given alone.
    """
    taken = 0
    for place, character in enumerate(letter):
        taken += _most_cells(character)
        if taken > cells:
            return letter[:place].rstrip("\u200d")
    return letter


def _most_cells(character: str) -> int:
    if character == "\ufe0f":
        return 1
    return 2 if character in _WIDE_ALONE else cell_len(character)
