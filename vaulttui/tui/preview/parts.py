"""Cutting a long note into parts that can be laid out by themselves, without reading it as Markdown."""

from __future__ import annotations

import re
from typing import NamedTuple

PART = 8_000
"""Characters from which on a part ends at the next heading. At twice as many the end of a block will do, and so on."""
LONG = 30_000
"""Characters up to which a note is left whole."""

_FENCE = re.compile(r" {0,3}(?:> ?)*(`{3,}|~{3,})")
_LIST_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_HTML = re.compile(r" {0,3}<(pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
"""What begins HTML that goes on behind empty lines."""
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_NEVER = 1_000_000
"""Blanks of indentation that no line has."""
_OPENERS = frozenset("`~%<$>")


class TextPart(NamedTuple):
    """A run of whole lines."""

    text: str
    """Ends with a newline, unless the note's end is its own."""
    start: int
    """Its first character within the text that was cut."""
    line: int
    """The note's line that it begins on."""
    joined: bool = False
    """Whether it goes on with what the part before ends with, without an empty line."""
    opening: str = ""
    """The lines that opened what it begins within: those of a fence or the head of a table. Mostly ``""``."""


def cut_into_parts(text: str, line: int, size: int = PART, long: int = LONG) -> list[TextPart]:
    """Cut text into parts, best before headings, else between paragraphs, never inside a comment, formula or ``<pre>``.

    Args:
        text: A note's body.
        line: The note's line that it begins on.
        size: Characters of a part; parts may become several times as long where there is no place to cut.
        long: Text of up to so many characters is left whole.

    Returns:
        The parts, which together are the text. Empty for empty text.
    """
    if len(text) <= long:
        return [TextPart(text, 0, line)] if text else []
    cutter = _Cutter(text, line, size)
    cutter.cut()
    return cutter.parts


class _Cutter:
    """Goes through a text line by line."""

    def __init__(self, text: str, line: int, size: int) -> None:
        self.parts: list[TextPart] = []
        self._text = text
        self._size = size
        self._start = self._at = 0
        self._first = self._line = line
        self._joined = False
        self._part_opening = ""
        self._end_mark = ""
        """What ends the present fence, comment, formula or HTML, in lower case."""
        self._opening = ""
        """The lines that opened the present fence or table, if it is one that can be cut."""
        self._missing: set[str] = set()
        """What does not come again in the text, in lower case."""

    def cut(self) -> None:
        """Find all parts."""
        before = last = ""
        for row in self._text.split("\n"):
            stripped = row.strip()
            length = self._at - self._start
            if self._end_mark:
                closed = self._closes(stripped)
                if self._opening and length >= self._size * 2 and not closed:
                    self._end_part(joined=True)
                if closed:
                    self._end_mark = self._opening = ""
            else:
                if self._opening and "|" not in row:
                    self._opening = ""  # behind a table
                reluctance = _reluctance(row, stripped, not before) if not self._opening else 8
                if length >= self._size and length >= self._size * reluctance and not _HEADING.match(last):
                    self._end_part(joined=bool(before) and not _HEADING.match(row))
                if stripped[:1] in _OPENERS:
                    self._open(row, stripped)
                elif not self._opening and "|" in before and "-" in row and _TABLE_RULE.fullmatch(row):
                    self._opening = f"{before}\n{row}\n"
            before = row if stripped else ""
            last = before or last
            self._at += len(row) + 1
            self._line += 1
        self._at -= 1
        self._end_part(joined=False)

    def _end_part(self, *, joined: bool) -> None:
        text = self._text[self._start : self._at]
        self.parts.append(TextPart(text, self._start, self._first, self._joined, self._part_opening))
        self._start, self._first = self._at, self._line
        self._joined, self._part_opening = joined, self._opening

    def _open(self, row: str, stripped: str) -> None:
        """See whether a line opens a fence, comment, formula, or HTML that goes on behind empty lines."""
        begin = stripped.lstrip("> ")
        if begin.startswith(("```", "~~~")):
            fence = _FENCE.match(row)
            if fence and "`" not in row[fence.end() :]:
                self._end_mark = fence[1]
                self._opening = f"{row}\n" if row[0] in "`~" else ""
            return
        for mark, end in (("%%", "%%"), ("<!--", "-->"), ("$$", "$$")):
            if stripped.startswith(mark):
                self._open_until(end, row, stripped[len(mark) :])
                return
        if html := _HTML.match(row):
            self._open_until(f"</{html[1].lower()}>", row, row[html.end() :])

    def _open_until(self, end: str, row: str, rest: str) -> None:
        """Note what ends what a line opens. It opens nothing if the rest of the line closes it, or nothing does."""
        if end in rest.lower() or end in self._missing:
            return
        if re.compile(re.escape(end), re.IGNORECASE).search(self._text, self._at + len(row)):
            self._end_mark = end
        else:
            self._missing.add(end)

    def _closes(self, stripped: str) -> bool:
        """Whether a line closes what is open."""
        end = self._end_mark
        if end[0] in "`~":
            closing = stripped.lstrip("> ")
            return closing.startswith(end) and not closing.strip(end[0])
        return end in stripped.lower()


def _reluctance(row: str, stripped: str, blank_before: bool) -> int:
    """How many times longer than wished a part must be for a cut before this line."""
    first = row[:1]
    if _HEADING.match(row):
        return 1
    if not stripped or first in " \t":
        return 16
    if blank_before or _LIST_ITEM.match(row):
        return 2
    return _NEVER if first in "|>" else 8
