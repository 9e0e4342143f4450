"""Snippets: the piece of a chunk around its best match, on one line, with the ranges that match."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from vaulttui.index.tokenizer import fold
from vaulttui.search.markup import INLINE_MARKUP
from vaulttui.search.matching import Matcher
from vaulttui.search.query import MatchRange, Snippet

SNIPPET_CHARACTERS = 160
"""Length that snippets aim at."""
_LEAD = 48
"""Characters shown before the first match."""
_WINDOWS = 4
"""So many windows are looked at for what a reader does not see before the whole text is."""
_FAR = 1 << 62
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


def make_snippet(text: str, first_line: int, matcher: Matcher, *, length: int = SNIPPET_CHARACTERS) -> Snippet:
    """Cut the best window out of a chunk.

    The window that holds the most weight of different matching words wins, the earliest of equal ones.

    Args:
        text: The chunk.
        first_line: Its absolute first line.
        matcher: What matches.
        length: Characters to aim at.
    """
    found = matcher.find(text)
    best, start, end = _best_window(found, text, length)
    tries = 0 if _is_remote(text) else _WINDOWS
    hidden: _Ranges = []
    if found:
        hidden = _hidden(text, start, end) if tries else _hidden(text)
    while unseen := [match for match in found if start <= match[0] < end and _lies_in(match[0], hidden)]:
        # Some are in what a reader does not see (an address, a comment): the best of the others counts.
        gone = set(unseen)
        found = [match for match in found if match not in gone]
        best, start, end = _best_window(found, text, length)
        tries -= 1
        hidden = _hidden(text, start, end) if tries > 0 else _hidden(text)
    if not found:
        start = _first_prose(text)
        end = min(len(text), start + length)
        hidden = _hidden(text) if _is_remote(text) else _hidden(text, start, end)
        shown, _ = _one_line(text, hidden, start, end, ())
        return Snippet(shown, (), first_line + text.count("\n", 0, start))
    inside = [(first, last) for first, last, _ in found if first >= start and last <= end]
    shown, ranges = _one_line(text, hidden, start, end, inside)
    return Snippet(shown, ranges, first_line + text.count("\n", 0, found[best][0]))


def _best_window(matches: Sequence[tuple[int, int, float]], text: str, length: int) -> tuple[int, int, int]:
    """Place of the match that the best window begins at, and where the window begins and ends."""
    if not matches:
        return 0, 0, 0
    words = [fold(text[start:end]) for start, end, _ in matches]
    best, best_weight = 0, -1.0
    for place, (start, _, _) in enumerate(matches):
        seen: set[str] = set()
        weight = 0.0
        for number in range(place, len(matches)):
            _, other_end, other_weight = matches[number]
            if other_end - start > length - _LEAD:
                break
            word = words[number]
            weight += other_weight if word not in seen else other_weight * 0.1
            seen.add(word)
        if weight > best_weight + 1e-9:
            best, best_weight = place, weight
    return best, *_window(text, matches[best][0], length)


def _window(text: str, anchor: int, length: int) -> tuple[int, int]:
    start = _word_start(text, max(0, anchor - _LEAD))
    return start, _word_end(text, min(len(text), start + length))


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
    for place in range(position, min(position + 24, len(text))):
        if text[place].isspace():
            return place + 1
    return position


def _word_end(text: str, position: int) -> int:
    if position >= len(text):
        return len(text)
    for place in range(position, max(position - 24, 0), -1):
        if text[place].isspace():
            return place
    return position


_Ranges = list[tuple[int, int]]


def _is_remote(text: str) -> bool:
    """Whether what hides a character may lie lines before it: a comment."""
    return "%%" in text or "<!--" in text


def _hidden(text: str, start: int = 0, end: int | None = None) -> _Ranges:
    """Markup that a reader of the rendered note does not see, in order, not overlapping.

    Args:
        text: The chunk.
        start: Where to begin, at the line of this place.
        end: Where to stop, behind the line of this place; ``None`` for the end of the text.
    """
    first = text.rfind("\n", 0, start) + 1
    last = len(text) if end is None or (found := text.find("\n", end)) < 0 else found
    ranges = [match.span("mark") for match in _NEXT_LINE_MARK.finditer(text, first, last)]
    if mark := _FIRST_LINE_MARK.match(text, first, last):
        ranges.append(mark.span())
    ranges += [match.span() for match in _MARKUP.finditer(text, first, last)]
    ranges.sort()
    merged: _Ranges = []
    for begin, stop in ranges:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((begin, stop))
    return merged


def _lies_in(place: int, ranges: _Ranges) -> bool:
    number = bisect_right(ranges, (place, _FAR)) - 1
    return number >= 0 and place < ranges[number][1]


def _one_line(
    text: str, hidden: _Ranges, start: int, end: int, matches: Sequence[tuple[int, int]]
) -> tuple[str, tuple[MatchRange, ...]]:
    """Fold a window's white space and leave out its markup, carrying the ranges along."""
    shown = ""
    ranges: list[tuple[int, int]] = []
    place = start
    for first, last in matches:
        shown = _append(shown, _visible(text, hidden, place, first))
        begin = len(shown)
        shown = _append(shown, _visible(text, hidden, first, last))
        ranges.append((begin, len(shown)))
        place = last
    shown = _append(shown, _visible(text, hidden, place, end)).rstrip()
    if not shown:
        return "", ()
    lead = "…" if text[:start].strip() else ""
    tail = "…" if text[end:].strip() else ""
    return lead + shown + tail, tuple(
        MatchRange(first + len(lead), min(last, len(shown)) + len(lead)) for first, last in ranges if first < last
    )


def _visible(text: str, hidden: _Ranges, start: int, end: int) -> str:
    """A piece without its markup; of markup that holds white space a blank stays."""
    parts: list[str] = []
    number = max(0, bisect_right(hidden, (start, _FAR)) - 1)
    for first, last in hidden[number:]:
        if first >= end:
            break
        if last > start:
            parts.append(text[start : max(start, first)])
            inside = text[max(start, first) : min(last, end)]
            parts.append(" " if any(map(str.isspace, inside)) else "")
            start = min(last, end)
    parts.append(text[start:end])
    return _SPACE.sub(" ", "".join(parts))


def _append(shown: str, piece: str) -> str:
    if piece.startswith(" ") and (not shown or shown.endswith(" ")):
        piece = piece[1:]
    return shown + piece
