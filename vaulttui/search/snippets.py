"""Snippets: the piece of a chunk around its best match, on one line, with the ranges that match."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import methodcaller
from typing import TYPE_CHECKING

from vaulttui.index.tokenizer import fold
from vaulttui.search.markup import INLINE_MARKUP
from vaulttui.search.matching import Matcher
from vaulttui.search.query import MatchRange, Snippet

if TYPE_CHECKING:
    from vaulttui.search.condition_places import Places

SNIPPET_CHARACTERS = 160
"""Length that snippets aim at."""
_LEAD = 48
"""Characters shown before the first match."""
_LONG_WORD = 24
"""Characters within which a window may begin and end at a word."""
_SPAN_WEIGHT = 4.0
"""What regular expressions match weighs as much as a phrase."""
_FAR = 1 << 62
_SPAN = methodcaller("span")
_SPAN_OF_MARK = methodcaller("span", "mark")
_SPACE = re.compile(r"\s+")
_LINE_MARK = r"(?:[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|(?:>[ \t]?)+|(?:`{3,}|~{3,}).*$)|#{1,6}[ \t]+)"
"""List marks, task boxes, quote marks, heading marks, and the lines around a code block."""
_FIRST_LINE_MARK = re.compile(_LINE_MARK, re.MULTILINE)
_NEXT_LINE_MARK = re.compile(rf"\n(?P<mark>{_LINE_MARK})", re.MULTILINE)  # found in half the time that ``^`` takes
_MARKUP = re.compile(
    INLINE_MARKUP + r"|\[![\w-]+\][-+]?"  # callouts
    r"|\||-(?<![\w-]-)-{2,}(?![\w-])|:-{2,}:?|-{2,}:",  # tables
    re.DOTALL,
)
"""What a reader of the rendered note does not see."""
_Match = tuple[int, int, float, str]
"""Begin, end, weight, and what stands there, folded."""
_Ranges = list[tuple[int, int]]


def make_snippet(
    text: str, first_line: int, matcher: Matcher, places: Places | None = None, *, length: int = SNIPPET_CHARACTERS
) -> Snippet:
    """Cut the best window out of a chunk.

    The window that holds the most weight of different matching words wins, the earliest of equal ones. Where conditions
    hold in single lines, it begins in one of these.

    Args:
        text: The chunk.
        first_line: Its absolute first line.
        matcher: What matches.
        places: Where conditions hold.
        length: Characters to aim at.
    """
    matches = matcher.find(text)
    if places is not None and places.matches:
        matches = _with_spans(matches, list(places.matches), length - _LEAD)
    found = [(start, end, weight, fold(text[start:end])) for start, end, weight in matches]
    even = len(found) < 2 or len({match[2:] for match in found}) == len({match[3] for match in found})
    lines = line_ranges(text, places.lines) if places is not None else []
    wanted = [match for match in found if _lies_in(match[0], lines)] if lines else found
    markup = _Markup(text)
    while wanted:
        best = _best_window(wanted, length - _LEAD, even=even)
        start, end = _window(text, best, length, lines)
        hidden = markup.near(start, end)
        inside = [match for match in found if start <= match[0] < end]
        if not (hidden and any(_lies_in(match[0], hidden) for match in inside)):
            ranges = [(first, min(last, end)) for first, last, *_ in inside]
            shown, ranges_shown = _one_line(text, hidden, start, end, ranges)
            return Snippet(shown, ranges_shown, first_line + text.count("\n", 0, best))
        # Some are in what a reader does not see (an address, a comment): the best of the others counts.
        hidden = markup.everywhere()
        found = [match for match in found if not _lies_in(match[0], hidden)]
        wanted = [match for match in wanted if not _lies_in(match[0], hidden)]
    start = lines[0][0] if lines else _first_prose(text)
    end = min(len(text), start + length, lines[0][1] if lines else len(text))
    shown, _ = _one_line(text, markup.near(start, end), start, end, ())
    return Snippet(shown, (), first_line + text.count("\n", 0, start))


def _best_window(matches: Sequence[_Match], reach: int, *, even: bool) -> int:
    """Where the match stands that the best window begins at.

    Args:
        matches: At least one.
        reach: Characters from the begin of the first match to the end of the last that counts.
        even: Equal words weigh the same, so that a window weighs no more than one that it is part of.
    """
    best, best_weight, behind = matches[0][0], -1.0, 0
    count = len(matches)
    for place, (start, *_) in enumerate(matches):
        before, behind = behind, max(behind, place)
        while behind < count and matches[behind][1] - start <= reach:
            behind += 1
        if behind == before and even and place:
            continue
        seen: set[str] = set()
        weight = 0.0
        for _, _, other_weight, word in matches[place:behind]:
            weight += other_weight if word not in seen else other_weight * 0.1
            seen.add(word)
        if weight > best_weight + 1e-9:
            best, best_weight = start, weight
        if behind == count and even:
            break
    return best


def _with_spans(
    matches: Sequence[tuple[int, int, float]], spans: _Ranges, longest: int
) -> list[tuple[int, int, float]]:
    """Matches by words and others, which take the place of those that they overlap; of long ones the beginning."""
    apart = [match for match in matches if not (_lies_in(match[0], spans) or _lies_in(match[1] - 1, spans))]
    return sorted([*apart, *((start, min(end, start + longest), _SPAN_WEIGHT) for start, end in spans)])


def line_ranges(text: str, lines: Sequence[int]) -> _Ranges:
    """Where some lines of a text begin and end; those behind its last are left out.

    Args:
        text: A chunk.
        lines: Their numbers, from 0.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    return [(starts[line], starts[line + 1] - 1) for line in lines if line < len(starts) - 1]


def _window(text: str, anchor: int, length: int, lines: _Ranges) -> tuple[int, int]:
    """A piece around a place, within its line if it is in one of some lines."""
    start = _word_start(text, max(0, anchor - _LEAD))
    end = min(len(text), start + length)
    if lines:
        first, last = lines[bisect_right(lines, (anchor, _FAR)) - 1]
        start = max(start, first)
        end = min(len(text), start + length, last)
    return start, _word_end(text, end)


def _first_prose(text: str) -> int:
    """Where the text begins behind a heading line."""
    position = 0
    while text.startswith("#", position) or text.startswith("\n", position):
        line_end = text.find("\n", position)
        if line_end < 0:
            return 0
        position = line_end + 1
    return position if position < len(text) else 0


def _word_start(text: str, position: int) -> int:
    if position <= 0:
        return 0
    space = _SPACE.search(text, position, position + _LONG_WORD)
    return space.start() + 1 if space else position


def _word_end(text: str, position: int) -> int:
    if position >= len(text):
        return len(text)
    piece = text[max(position - _LONG_WORD, 0) + 1 : position + 1]
    if not piece or piece[-1].isspace():
        return position
    word = piece.rsplit(None, 1)[-1]
    return position - len(word) if len(word) < len(piece) else position


class _Markup:
    """Markup that a reader of a rendered note does not see: around the first window of a text, or in all of it.

    Args:
        text: A chunk.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        # What hides a character may lie lines before it: a comment.
        self._whole = _Scan(text, 0, len(text)) if "%%" in text or "<!--" in text else None

    def near(self, start: int, end: int) -> _Ranges:
        """All that lies between two places, in order, not overlapping; maybe more."""
        scan = self._whole or _Scan(self._text, *_lines_at(self._text, start, end))
        return scan.until(end)

    def everywhere(self) -> _Ranges:
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
        self._inline: _Ranges = []
        self._next_inline = map(_SPAN, _MARKUP.finditer(text, first, last))

    def until(self, end: int) -> _Ranges:
        """All that begins before a place, in order, not overlapping; maybe more."""
        _extend(self._marks, self._next_marks, end)
        _extend(self._inline, self._next_inline, end)
        return _merged(self._inline, self._marks) if self._marks else self._inline


def _extend(ranges: _Ranges, following: Iterator[tuple[int, int]], end: int) -> None:
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


def _merged(first: _Ranges, second: _Ranges) -> _Ranges:
    merged: _Ranges = []
    behind = -1
    for begin, stop in sorted(first + second):
        if begin > behind:
            merged.append((begin, stop))
            behind = stop
        elif stop > behind:
            merged[-1] = (merged[-1][0], stop)
            behind = stop
    return merged


def _lies_in(place: int, ranges: _Ranges) -> bool:
    number = bisect_right(ranges, (place, _FAR)) - 1
    return number >= 0 and place < ranges[number][1]


def _one_line(
    text: str, hidden: _Ranges, start: int, end: int, matches: Sequence[tuple[int, int]]
) -> tuple[str, tuple[MatchRange, ...]]:
    """Fold a window's white space and leave out its markup, carrying the ranges along."""
    visible, places = _visible(text, hidden, start, end, [place for match in matches for place in match])
    folded = _SPACE.sub(" ", visible)
    if len(folded) != len(visible):
        places = [len(_SPACE.sub(" ", visible[:place])) for place in places]
    shown = folded.strip()
    if not shown:
        return "", ()
    lead = "…" if start > 0 and not text[:start].isspace() else ""
    tail = "…" if end < len(text) and not text[end:].isspace() else ""
    blank = folded.startswith(" ")
    places = [max(0, place - blank) for place in places]
    return lead + shown + tail, tuple(
        MatchRange(first + len(lead), min(last, len(shown)) + len(lead))
        for first, last in zip(places[::2], places[1::2], strict=True)
        if first < last
    )


def _visible(text: str, hidden: _Ranges, start: int, end: int, places: Sequence[int]) -> tuple[str, list[int]]:
    """A piece without its markup; of markup that holds white space a blank stays.

    Args:
        text: The chunk.
        hidden: Its markup.
        start: Where the piece begins.
        end: Where it ends.
        places: Some within it, in order.

    Returns:
        What is left, and where the places are in it.
    """
    parts: list[str] = []
    moved: list[int] = []
    length = 0
    following = iter(places)
    place = next(following, _FAR)
    for first, last in hidden[max(0, bisect_right(hidden, (start, _FAR)) - 1) :]:
        if first >= end:
            break
        if last <= start:
            continue
        first, last = max(first, start), min(last, end)
        parts.append(text[start:first])
        while place <= first:
            moved.append(place - start + length)
            place = next(following, _FAR)
        length += first - start
        while place <= last:
            moved.append(length + bool(_SPACE.search(text, first, place)))
            place = next(following, _FAR)
        if _SPACE.search(text, first, last):
            parts.append(" ")
            length += 1
        start = last
    parts.append(text[start:end])
    moved.extend(place - start + length for place in places[len(moved) :])
    return "".join(parts), moved
