"""What of a piece of Markdown a reader of the rendered note does not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import methodcaller
from typing import TypeAlias

from vaulttui.vault.plain_text import HTML_ELEMENTS, character_of

Ranges: TypeAlias = list[tuple[int, int]]
"""Where pieces of a text begin and end, in order."""

_SPAN = methodcaller("span")
_SPAN_OF_MARK = methodcaller("span", "mark")
_LINE_MARK = (
    r"(?:[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|(?:>[ \t]?)+|(?:`{3,}|~{3,}).*$)|#{1,6}[ \t]+|=+[ \t]*$"
    r"|\[(?!\^)[^\[\]\n]+\]:[ \t]+\S.*$)"
)
"""List marks, task boxes, quote marks, heading marks, the lines around a code block, that below a heading, and those
that say where references lead."""
_FIRST_LINE_MARK = re.compile(_LINE_MARK, re.MULTILINE)
_NEXT_LINE_MARK = re.compile(rf"\n(?P<mark>{_LINE_MARK})", re.MULTILINE)  # found in half the time that ``^`` takes

_COMMON = (
    r"%%.*?%%|<!--(?:(?!<!--).)*?-->"  # comments; of many that are never closed, none is followed beyond the next
    r"|!\[\[(?:[^\[\]|\n]*\|)?|\[\[(?:[^\[\]|\n]*\|)?|\]\]"  # wikilinks: what is shown of them stays
    r"|\((?<=\]\()[^()\s]*(?:\s[^()]*)?\)|!\[(?=[^\[\]\n]*\]\()|\[(?=[^\[\]\n]*\]\()|\](?=\()"  # links stay as text
    r"|\*(?:\*{0,2}(?=\S)|(?<=\S\*)\*{0,2})|~~|==|`"  # emphasis, marks, code
    r"|\[![\w-]+\][-+]?"  # callouts
    r"|\||-(?<![\w-]-)-{2,}:?(?![\w-])|:-(?:-+:?|:)|-{2,}:"  # tables
)
"""A pattern for markup within a line. Every alternative begins with characters of its own, so that the engine tries
none elsewhere: that takes half the time."""

_RARE = (
    r"</?[A-Za-z][^<>\n]{0,200}>"  # elements, and addresses as links
    r"|\\[!-/:-@\[-`{-~]|&(?:#\w{1,8}|[A-Za-z]\w{1,31});"  # characters that are written otherwise
    r"|\^(?<=\s\^)[A-Za-z0-9-]+(?=[ \t]*(?:\n|\Z))"  # names of blocks
    r"|_(?<![\w/]_)_{0,2}(?=\S)|_(?<=\S_)_{0,2}(?!\w)"  # where emphasis begins, and where it ends
)
"""A pattern for more of it. It is what it looks like only outside of code."""
_COMMON_MARKUP = re.compile(_COMMON, re.DOTALL)
_ALL_MARKUP = re.compile(f"{_RARE}|{_COMMON}", re.DOTALL)
_SIGNS_OF_RARE = "\\&<^_"
_SIGN_OF_RARE = re.compile(r"[\\&<^]|_(?<![\w/]_)(?=\S)")
_EMPHASIS_ENDS = tuple(re.compile(rf"(?<=[^\s_])_{{{length}}}(?![\w_])") for length in (1, 2, 3))
_LONGEST_EMPHASIS = 500
"""Characters; its end is looked for behind each beginning."""
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_ELEMENT = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])")


class Markup:
    """Markup that a reader of a rendered note does not see: around the first window of a text, or in all of it.

    Args:
        text: A chunk.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        # What hides a character may lie lines before it: a comment.
        self._whole = _Scan(text, 0, len(text)) if "%%" in text or "<!--" in text else None

    def near(self, start: int, end: int) -> Ranges:
        """All that lies between two places, in order, not overlapping; maybe more."""
        scan = self._whole or _Scan(self._text, *_lines_at(self._text, start, end))
        return scan.until(end)

    def everywhere(self) -> Ranges:
        """All there is, in order, not overlapping."""
        if self._whole is None:
            self._whole = _Scan(self._text, 0, len(self._text))
        return self._whole.until(len(self._text))


class _Scan:
    """Looks for the markup of some lines, as far as it is asked for.

    Args:
        text: A chunk.
        first: Where the first line begins.
        last: Where the last one ends.
    """

    def __init__(self, text: str, first: int, last: int) -> None:
        mark = _FIRST_LINE_MARK.match(text, first, last)
        self._marks = [mark.span()] if mark else []
        self._next_marks = map(_SPAN_OF_MARK, _NEXT_LINE_MARK.finditer(text, first, last))
        self._inline: Ranges = []
        self._next_inline = (
            _all_markup(text, first, last)
            if _SIGN_OF_RARE.search(text, first, last)
            else map(_SPAN, _COMMON_MARKUP.finditer(text, first, last))
        )

    def until(self, end: int) -> Ranges:
        """All that begins before a place, in order, not overlapping; maybe more."""
        _extend(self._marks, self._next_marks, end)
        _extend(self._inline, self._next_inline, end)
        return _merged(self._inline, self._marks) if self._marks else self._inline


def _all_markup(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The markup within some lines, in order, but not what only looks like it."""
    may_have_code = "`" in text or "~~~" in text
    ends: set[tuple[int, int]] = set()  # of emphasis that has begun
    for span in map(_SPAN, _ALL_MARKUP.finditer(text, first, last)):
        sign = text[span[0]]
        if sign not in _SIGNS_OF_RARE:
            yield span
            continue
        start, end = span
        if may_have_code and _is_code(text, start):
            if text[end - 1] == "`":  # of a backslash at the end
                yield end - 1, end
        elif sign == "_":
            if span in ends:
                yield span
            elif emphasis := _emphasis_end(text, start, end):
                ends.add(emphasis)
                yield span
        elif sign == "\\":
            yield start, start + 1
        elif sign == "&":
            if character_of(text[start:end]) != text[start:end]:
                yield span
        elif sign == "^" or text.startswith("<!", start):
            yield span
        elif _AUTOLINK.match(text, start):
            yield start, start + 1
            yield end - 1, end
        elif (name := _ELEMENT.match(text, start)) and name[1].lower() in HTML_ELEMENTS:
            yield span


def _emphasis_end(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where emphasis ends that begins with some underscores, on the same line."""
    line = text.find("\n", end, end + _LONGEST_EMPHASIS)
    found = _EMPHASIS_ENDS[end - start - 1].search(text, end, line if line >= 0 else end + _LONGEST_EMPHASIS)
    return found.span() if found else None


def _is_code(text: str, place: int) -> bool:
    """Whether a place is in code, as far as one can tell from the backticks and fences before it."""
    line = text.rfind("\n", 0, place) + 1
    return any(text.count(mark, start, place) % 2 for mark, start in (("`", line), ("```", 0), ("~~~", 0)))


def _extend(ranges: Ranges, following: Iterator[tuple[int, int]], end: int) -> None:
    """Add ranges up to the first that begins at some place or behind it."""
    if ranges and ranges[-1][0] >= end:
        return
    for span in following:
        ranges.append(span)
        if span[0] >= end:
            return


def _lines_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the line of one place begins, and the line of another ends."""
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, last if last >= 0 else len(text)


def _merged(first: Ranges, second: Ranges) -> Ranges:
    merged: Ranges = []
    behind = -1
    for begin, stop in sorted(first + second):
        if begin >= behind:
            merged.append((begin, stop))
            behind = stop
        elif stop > behind:
            merged[-1] = (merged[-1][0], stop)
            behind = stop
    return merged
