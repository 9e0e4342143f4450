"""What of a piece of Markdown a reader of the rendered note does not see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from operator import methodcaller

from vaulttui.search.results.places import Ranges, merged
from vaulttui.vault.markdown.plain_text import DEFINITION_END, HTML_ELEMENTS, character_of
from vaulttui.vault.other_programs.logseq import BLOCK_NAME, OWN_LINE

_SPAN = methodcaller("span")
_SPAN_OF_MARK = methodcaller("span", "mark")
_FENCE_LINE = r"(?:`{3,}|~{3,}).*$"
_LINE_MARK = (
    r"(?:[ \t]*+(?:(?:(?:>[ \t]*+)*+(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|(?:>[ \t]?)+)"
    rf"(?:#{{1,6}}[ \t]+|{_FENCE_LINE})?"
    rf"|{_FENCE_LINE}"
    rf"|{OWN_LINE}[ \t]*$)"
    rf"|#{{1,6}}[ \t]+|=+[ \t]*$|\[(?!\^)[^\[\]\n]+\]:[ \t]+(?:<[^<>\n]*>|\S+){DEFINITION_END})"
)
"""List marks, task boxes, quote marks, heading marks, the lines around a code block, that below a heading, those that
say where references lead, and Logseq's own."""
_FIRST_LINE_MARK = re.compile(_LINE_MARK, re.MULTILINE)
_NEXT_LINE_MARK = re.compile(rf"\n(?P<mark>{_LINE_MARK})", re.MULTILINE)  # found in half the time that ``^`` takes

_HEADING_END = re.compile(r".*\S[ \t]*(?P<mark>\n\s*)")
"""A heading that is not empty, from behind its mark to what follows it."""
_COMMENT = r"%%.*?%%|<!--(?:(?!<!--).)*?-->"
"""Of many that are never closed, none is followed beyond the next."""
_COMMON = (
    rf"{_COMMENT}"
    r"|!\[\[(?:[^\[\]|\n]*\|)?|\[\[(?:[^\[\]|\n]*\|)?|\]\]"  # wikilinks: what is shown of them stays
    rf"|\((?:\({BLOCK_NAME}\)\)|(?<=\]\()[^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\))"  # blocks, links
    r"|!\[(?=[^\[\]\n]*\]\()|\](?=\()"  # the text of these stays
    r"|\[(?=(?:!\[[^\[\]\n]*\]\([^()\s]*\))?[^\[\]\n]*\]\()"  # and so do pictures that are links
    r"|\*(?:\*{0,2}(?=\S)|(?<=\S\*)\*{0,2})|~~|=="  # emphasis, marks
    r"|`(?:(?<!``)(?P<ticks>`*+)[^`\n](?:[^\n]*?[^`\n])??`(?P=ticks)(?!`))?"  # code on one line, or one mark of other
    r"|\[![\w-]+\][-+]?"  # callouts
    r"|\||-(?<![\w-]-)-{2,}:?(?![\w-])|:-(?:-+:?|:)|-{2,}:"  # tables
)
"""A pattern for markup within a line. Every alternative begins with characters of its own, so that the engine tries
none elsewhere: that takes half the time."""

_RARE = (
    r"</?[A-Za-z][^<>\n]{0,200}>"  # elements, and addresses as links
    r"|\\[!-/:-@\[-`{-~]|&(?:#\w{1,8}|[A-Za-z]\w{1,31});"  # characters that are written otherwise
    r"|\^(?<=\s\^)[A-Za-z0-9-]+(?=[ \t]*(?:\n|\Z))"  # names of blocks
    r"|_(?<![\w/]_)_{0,2}+(?=\S)|_(?<=\S_)_{0,2}(?!\w)"  # where emphasis begins, and where it ends
    r"|\$\$.+?\$\$|\$(?=[^\s$])[^$\n]*?(?<=[^\s\\])\$(?!\d)"  # formulas
)
"""A pattern for more of it. Where there is any, what is in code on one line is passed over: it matches as a whole. So
do formulas: what stands in them is none."""
_COMMON_MARKUP = re.compile(_COMMON, re.DOTALL)
_ALL_MARKUP = re.compile(f"{_RARE}|{_COMMON}", re.DOTALL)
_SIGNS_OF_RARE = "\\&<^_`$"
_SIGN_OF_RARE = re.compile(r"[\\&<^`$]|_(?<![\w/]_)(?=\S)")
_EMPHASIS_ENDS = tuple(re.compile(rf"(?<=[^\s_])_{{{length}}}(?![\w_])") for length in (1, 2, 3))
_LONGEST_EMPHASIS = 500
"""Characters; its end is looked for behind each beginning."""
_EMPHASIS_END = re.compile(r"_(?<=[^\s_]_)(?!\w)")
_PARAGRAPH_END = re.compile(r"\n(?=[ \t]*(?:$|[-*+>#|~=]|`{3}|\d{1,9}[.)][ \t]))", re.MULTILINE)
_QUOTE_MARK = re.compile(r"\n[ \t]*>[ \t]?")
_ROW_BEGIN = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\|")
_DELIMITER_ROW = re.compile(r"^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*$", re.MULTILINE)
_AHEAD = 300
"""Characters behind a window that are soon asked for, where little of it is shown: to look through them later is to
begin anew."""
_TICKS = re.compile("`+")
_FENCE = re.compile(
    r"(?:\A|\n)([ \t>]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)", re.MULTILINE
)
_FENCE_OR_COMMENT = re.compile(f"{_FENCE.pattern}|{_COMMENT}", re.MULTILINE | re.DOTALL)
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_ELEMENT = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])")


class Markup:
    """Markup that a reader of a rendered note does not see: around the first window of a text, or in all of it.

    Args:
        text: A chunk.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        # What hides a character may lie lines before it: a comment. So may the beginning of a formula.
        self._whole = _Scan(text, 0, len(text)) if any(sign in text for sign in ("%%", "<!--", "$$")) else None
        self._part: tuple[int, int, _Scan] | None = None
        """Lines that were looked through last: where they begin and end."""

    def near(self, start: int, end: int) -> Ranges:
        """All that lies between two places, in order, not overlapping; maybe more."""
        if self._whole is not None:
            return self._whole.until(end)
        if self._part is None or not self._part[0] <= start <= end <= self._part[1]:
            first, last = _lines_at(self._text, start, end + _AHEAD)
            if first and _EMPHASIS_END.search(self._text, first, last):
                first = _paragraph_start(self._text, first)
            self._part = first, last, _Scan(self._text, first, last)
        return self._part[2].until(end)

    def everywhere(self) -> Ranges:
        """All there is, in order, not overlapping."""
        if self._whole is None:
            self._whole = _Scan(self._text, 0, len(self._text))
        return self._whole.until(len(self._text))


class _Scan:
    """Looks for the markup of some lines, as far as it is asked for. There is none within fenced code.

    Args:
        text: A chunk.
        first: Where the first line begins.
        last: Where the last one ends.
    """

    def __init__(self, text: str, first: int, last: int) -> None:
        pieces = [(first, last)]
        if "```" in text or "~~~" in text:
            pieces = list(_outside(_fenced(text), first, last))
        mark = _FIRST_LINE_MARK.match(text, first, last) if pieces and pieces[0][0] == first else None
        first_mark = iter([mark.span()] if mark else [])
        self._marks: Ranges = []
        self._inline: Ranges = []
        self._found: Ranges = []
        self._until = -1
        next_marks = _each(pieces, lambda start, end: map(_SPAN_OF_MARK, _NEXT_LINE_MARK.finditer(text, start, end)))
        self._next_marks = _with_heading_ends(text, chain(first_mark, next_marks))
        self._next_inline = _each(pieces, lambda start, end: _inline_markup(text, start, end))

    def until(self, end: int) -> Ranges:
        """All that begins before a place, in order, not overlapping; maybe more."""
        if end > self._until:
            _extend(self._marks, self._next_marks, end)
            _extend(self._inline, self._next_inline, end)
            self._found = merged([*self._inline, *self._marks]) if self._marks else self._inline
            self._until = end
        return self._found


def _each(pieces: Ranges, look: Callable[[int, int], Iterator[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    if len(pieces) == 1:
        return look(*pieces[0])
    return chain.from_iterable(look(start, end) for start, end in pieces)


def _with_heading_ends(text: str, marks: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Marks of lines, and behind that of a heading the space from the end of its line to what follows."""
    for start, end in marks:
        yield start, end
        if text[start] == "#" and (heading := _HEADING_END.match(text, end)):
            yield _SPAN_OF_MARK(heading)


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Where what is within fences begins and ends; in quotes line by line, without the marks of these. A fence within
    a comment is a part of it."""
    opened, begin, quoted, place = "", 0, False, 0
    while fence := (_FENCE if opened else _FENCE_OR_COMMENT).search(text, place):
        place = fence.end()
        if fence[2] is None:
            continue
        if not opened:
            opened, begin, quoted = fence[2], fence.end(), ">" in fence[1]
        elif fence[2].startswith(opened) and not fence[3].strip():
            yield from _lines_within(text, begin, fence.start()) if quoted else ((begin, fence.start()),)
            opened = ""
    if opened:
        yield from _lines_within(text, begin, len(text)) if quoted else ((begin, len(text)),)


def _lines_within(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    for mark in _QUOTE_MARK.finditer(text, begin, end):
        line_end = text.find("\n", mark.end(), end)
        yield mark.end(), line_end if line_end >= 0 else end


def _outside(fenced: Iterator[tuple[int, int]], first: int, last: int) -> Iterator[tuple[int, int]]:
    """What of a piece of a text is not within fences."""
    for begin, end in fenced:
        if begin >= last:
            break
        if end > first:
            if first < begin:
                yield first, begin
            first = end
    if first < last:
        yield first, last


def _inline_markup(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The markup within some lines, in order, but not what only looks like it."""
    rare = _SIGN_OF_RARE.search(text, first, last)
    spans = _all_markup(text, first, last) if rare else map(_SPAN, _COMMON_MARKUP.finditer(text, first, last))
    return spans if text.find("|", first, last) < 0 else _without_other_bars(text, spans)


def _without_other_bars(text: str, spans: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Some markup of a text, but no bars outside of tables. A line that begins with a bar is a row: its table may have
    begun in another chunk."""
    line_end = block_end = table = 0
    is_row = False
    for span in spans:
        if text[span[0]] == "|":
            if span[0] >= line_end:
                line, line_end = _lines_at(text, *span)
                if line >= block_end:
                    block_end, table = _table_at(text, line)
                is_row = line >= table or _ROW_BEGIN.match(text, line) is not None
            if not is_row:
                continue
        yield span


def _table_at(text: str, line: int) -> tuple[int, int]:
    """Where the block ends that a line is in, and where the first row of its table begins: there if it has none."""
    end = text.find("\n\n", line)
    end = end if end >= 0 else len(text)
    delimiters = _DELIMITER_ROW.search(text, text.rfind("\n\n", 0, line) + 1, end)
    return end, text.rfind("\n", 0, max(0, delimiters.start() - 1)) + 1 if delimiters else end


def _all_markup(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    ends: set[tuple[int, int]] = set()  # of emphasis that has begun
    for span in map(_SPAN, _ALL_MARKUP.finditer(text, first, last)):
        sign = text[span[0]]
        if sign not in _SIGNS_OF_RARE:
            yield span
            continue
        start, end = span
        if sign == "`":
            opening = _TICKS.match(text, start, end)
            behind = opening.end() if opening else end
            yield start, behind
            if behind < end:
                yield end + start - behind, end
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
    """Where emphasis ends that begins with some underscores, in the same paragraph."""
    limit = end + _LONGEST_EMPHASIS
    if paragraph := _PARAGRAPH_END.search(text, end, limit):
        limit = paragraph.start()
    found = _EMPHASIS_ENDS[end - start - 1].search(text, end, limit)
    return found.span() if found else None


def _extend(ranges: Ranges, following: Iterator[tuple[int, int]], end: int) -> None:
    """Add ranges up to the first that begins at some place or behind it."""
    for span in following:
        ranges.append(span)
        if span[0] >= end:
            return


def _paragraph_start(text: str, line: int) -> int:
    """Where the paragraph of a line begins, or a later line of it if that is far away."""
    furthest = max(0, line - _LONGEST_EMPHASIS)
    ends = [match.end() for match in _PARAGRAPH_END.finditer(text, furthest, line)]
    start = ends[-1] if ends else furthest
    return start if not start or text[start - 1] == "\n" else text.find("\n", start, line) + 1


def _lines_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the line of one place begins, and the line of another ends."""
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, last if last >= 0 else len(text)
