"""Snippets: the piece of a chunk around its best match, on one line, with the ranges that match."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import lru_cache

from vaulttui.index.reading.letters import fold
from vaulttui.search.query import MatchRange, Snippet
from vaulttui.search.results.best_window import Match, best_line, best_window
from vaulttui.search.results.markup import Markup
from vaulttui.search.results.places import Places, Ranges, line_ranges
from vaulttui.search.words.matching import Matcher
from vaulttui.vault.markdown.plain_text import character_of, parts_words

SNIPPET_CHARACTERS = 160
"""Length that snippets aim at."""
_LEAD = 48
"""Characters shown before the first match."""
_LONG_WORD = 24
"""Characters within which a window may begin and end at a word."""
_TOLD = 0.25
"""What a word weighs that is shown beside the snippet, against others."""
_SPAN_WEIGHT = 4.0
"""What regular expressions match weighs as much as a phrase."""
_FAR = 1 << 62
"""Behind any place in a text."""
_SPACE = re.compile(r"\s+")
_HEADING_OR_BLANK = re.compile(r"(?:#{1,6}(?:[ \t].*)?)?(?:\n|\Z)")
"""A whole line; one that begins with a tag is no heading."""
_PADDING = re.compile(r"[ ]{3,}|-{3,}")
"""What tables are padded and ruled with, and code is indented by."""
_BEHIND_HEADING = " · "
_ROUNDS = 4
"""So often a piece is made longer of which little is shown: there are texts of nothing but marks."""


def make_snippet(
    text: str, first_line: int, matcher: Matcher, places: Places | None = None, told: Collection[str] = ()
) -> Snippet:
    """Cut the best window out of a chunk.

    The window that holds the most weight of different matching words wins, the earliest of equal ones, and of its lines
    the one that does so. The headings that the chunk begins with are left out where what is below them shows as much.
    Where conditions hold in single lines, the window begins in one of these, and that is it.

    Args:
        text: The chunk.
        first_line: Its absolute first line.
        matcher: What matches.
        places: Where conditions hold.
        told: Matching words that are shown beside the snippet, folded: others say more.
    """
    matches = matcher.find(text)
    if places is not None and places.matches:
        matches = _with_spans(matches, list(places.matches), SNIPPET_CHARACTERS - _LEAD)
    found = [(start, end, weight, fold(text[start:end])) for start, end, weight in matches]
    if told:
        found = [(start, end, weight * _TOLD if word in told else weight, word) for start, end, weight, word in found]
    even = len(found) < 2 or len({match[2:] for match in found}) == len({match[3] for match in found})
    lines = line_ranges(text, places.lines) if places is not None else []
    wanted = [match for match in found if _lies_in(match[0], lines)] if lines else found
    unseen: int | None = None
    markup, prose = Markup(text), _first_prose(text)
    while wanted:
        best = best_window(wanted, SNIPPET_CHARACTERS - _LEAD, even=even)
        start, end = _window(text, best, lines)
        if not lines:
            start, end = _below_headings(text, prose, start, end, found)
        hidden = markup.near(start, end)
        inside = [match for match in found if start <= match[0] < end]
        if not (hidden and any(_lies_in(match[0], hidden) for match in inside)):
            limit = _line_at(lines, best)[1] if lines else len(text)
            end, hidden = _filled(text, markup, start, end, hidden, limit)
            inside = [match for match in found if start <= match[0] < end and not _lies_in(match[0], hidden)]
            ranges = [(first, min(last, end)) for first, last, *_ in inside]
            shown, ranges_shown = _one_line(text, prose, hidden, start, end, ranges)
            at = best if lines else best_line(text, [match for match in inside if match[0] >= best], best)
            return Snippet(shown, ranges_shown, first_line + text.count("\n", 0, at), at)
        # Some are in what a reader does not see (an address, a comment): the best of the others counts.
        unseen = best if unseen is None else unseen
        hidden = markup.everywhere()
        found = [match for match in found if not _lies_in(match[0], hidden)]
        wanted = [match for match in wanted if not _lies_in(match[0], hidden)]
    start, limit = lines[0] if lines else (prose, len(text))
    at = start if unseen is None else unseen
    shown = "" if unseen is None else _around_unseen(text, prose, markup, unseen, lines)
    shown = shown or _unmarked(text, prose, markup, start, min(limit, start + SNIPPET_CHARACTERS), limit)
    return Snippet(shown, (), first_line + text.count("\n", 0, at), at)


def _around_unseen(text: str, prose: int, markup: Markup, place: int, lines: Ranges) -> str:
    """What a reader sees around a place that is left out: of a link, the text that stands for its address."""
    hidden = markup.everywhere()
    anchor = hidden[bisect_right(hidden, (place, _FAR)) - 1][0]
    limit = len(text)
    if lines:
        first, limit = _line_at(lines, place)
        anchor = max(anchor, first)  # a comment may begin above
    return _unmarked(text, prose, markup, *_window(text, anchor, lines), limit)


def _unmarked(text: str, prose: int, markup: Markup, start: int, end: int, limit: int) -> str:
    """A piece in which nothing is marked, see :func:`_filled`."""
    end, hidden = _filled(text, markup, start, end, markup.near(start, end), limit)
    shown, _ = _one_line(text, prose, hidden, start, end, ())
    return shown


def _with_spans(matches: Sequence[tuple[int, int, float]], spans: Ranges, longest: int) -> list[tuple[int, int, float]]:
    """Matches by words and others, which take the place of those that they overlap; of long ones the beginning."""
    apart = [match for match in matches if not (_lies_in(match[0], spans) or _lies_in(match[1] - 1, spans))]
    return sorted([*apart, *((start, min(end, start + longest), _SPAN_WEIGHT) for start, end in spans)])


def _window(text: str, anchor: int, lines: Ranges) -> tuple[int, int]:
    """A piece around a place, within its line if it is in one of some lines."""
    start = _word_start(text, max(0, anchor - _LEAD))
    last = len(text)
    if lines:
        first, last = _line_at(lines, anchor)
        start = max(start, first)
    end = min(last, start + SNIPPET_CHARACTERS)
    return start, _word_end(text, end)


def _below_headings(text: str, below: int, start: int, end: int, matches: Sequence[Match]) -> tuple[int, int]:
    """A piece without the headings that a chunk begins with, which are shown beside it, if what is below has all words
    that match in them."""
    if not start < below < end:
        return start, end
    further = _word_end(text, min(len(text), below + SNIPPET_CHARACTERS))
    of_headings = {word for place, _, _, word in matches if start <= place < below}
    of_text = {word for place, _, _, word in matches if below <= place < further}
    return (below, further) if of_text and of_headings <= of_text else (start, end)


def _line_at(lines: Ranges, place: int) -> tuple[int, int]:
    """The line, of some, that a place is in."""
    return lines[bisect_right(lines, (place, _FAR)) - 1]


def _filled(text: str, markup: Markup, start: int, end: int, hidden: Ranges, limit: int) -> tuple[int, Ranges]:
    """Where a piece ends that shows about as much as it is to, though addresses and what pads a table are left out.

    Args:
        text: The chunk.
        markup: What a reader does not see of it.
        start: Where the piece begins.
        end: Where it would end if all of it were shown.
        hidden: The markup up to there.
        limit: Where it ends at the latest.

    Returns:
        The end, and the markup up to there.
    """
    for _ in range(_ROUNDS if end < limit else 0):
        lost = sum([min(last, end) - first for first, last in hidden if start <= first < end])
        if text.find("   ", start, end) >= 0 or text.find("---", start, end) >= 0:  # hardly ever, and told at once
            lost += sum(map(len, _PADDING.findall(text, start, end)))
        lacking = SNIPPET_CHARACTERS - (end - start - lost)
        if lacking < -SNIPPET_CHARACTERS // 4:
            return _word_end(text, end + lacking), hidden
        if end == limit or lacking < SNIPPET_CHARACTERS // 4:
            break
        further = min(limit, end + 2 * lacking)  # as much of what follows may be left out
        further = further if further == limit else _word_end(text, further)
        if further <= end:  # a long word
            break
        end, hidden = further, markup.near(start, further)
    return end, hidden


def _first_prose(text: str) -> int:
    """Where the text begins behind its heading lines, which are shown beside a snippet."""
    position = 0
    while position < len(text) and (line := _HEADING_OR_BLANK.match(text, position)):
        position = line.end()
    return position if position < len(text) else 0


def _word_start(text: str, position: int) -> int:
    if position <= 0:
        return 0
    space = _SPACE.search(text, position, position + _LONG_WORD)
    return space.start() + 1 if space else _behind_marks(text, position)


def _word_end(text: str, position: int) -> int:
    if position >= len(text):
        return len(text)
    piece = text[max(position - _LONG_WORD, 0) + 1 : position + 1]
    if not piece or piece[-1].isspace():
        return position
    word = piece.rsplit(None, 1)[-1]
    return position - len(word) if len(word) < len(piece) else _behind_marks(text, position)


def _behind_marks(text: str, position: int) -> int:
    """A place where a long word can be cut: not between a letter and the vowels and accents that belong to it."""
    for place in range(position, min(len(text), position + _LONG_WORD)):
        if unicodedata.category(text[place])[0] != "M":
            return place
    return position


def _lies_in(place: int, ranges: Ranges) -> bool:
    number = bisect_right(ranges, (place, _FAR)) - 1
    return number >= 0 and place < ranges[number][1]


def _one_line(
    text: str, prose: int, hidden: Ranges, start: int, end: int, matches: Sequence[tuple[int, int]]
) -> tuple[str, tuple[MatchRange, ...]]:
    """Fold a window's white space and leave out its markup, carrying the ranges along."""
    visible, places = _visible(text, hidden, start, end, [place for match in matches for place in match])
    shown = " ".join(visible.split())
    if not shown:
        return "", ()
    if len(shown) != len(visible):
        places = [_folded_length(visible[:place]) for place in places]
    lead = "…" if text[prose:start].strip() else ""
    tail = "…" if end < len(text) and not text[end:].isspace() else ""
    return lead + shown + tail, tuple(
        MatchRange(first + len(lead), min(last, len(shown)) + len(lead))
        for first, last in zip(places[::2], places[1::2], strict=True)
        if first < min(last, len(shown))  # nothing is left of blanks at the end
    )


def _folded_length(text: str) -> int:
    """Length of the beginning of a text when its white space is folded: one blank for each, none at the begin."""
    words = text.split()
    return len(" ".join(words)) + text[-1].isspace() if words else 0


@lru_cache(maxsize=512)
def _left_of(markup: str) -> str:
    """What a reader sees of markup: nothing of most."""
    if markup[0] == "<":
        return " " if parts_words(markup) else ""
    if markup[0] == "&":
        return character_of(markup) if markup[-1] == ";" else ""  # what is cut is part of a long word
    return " " if markup[0] == "|" or markup.split() != [markup] else ""


def _visible(text: str, hidden: Ranges, start: int, end: int, places: Sequence[int]) -> tuple[str, list[int]]:
    """A piece without its markup.

    Of markup that holds white space, and between cells, lines and paragraphs, a blank stays; of ``&amp;`` what it
    stands for; between a heading and what follows, a dot.

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
        left = _left_of(text[first:last])
        if text[first] == "\n" and length and last < end:
            left = _BEHIND_HEADING
        while place <= last:
            moved.append(length + (len(left) if place == last or _SPACE.search(text, first, place) else 0))
            place = next(following, _FAR)
        parts.append(left)
        length += len(left)
        start = last
    parts.append(text[start:end])
    moved.extend(place - start + length for place in places[len(moved) :])
    # All that follows a heading may be hidden.
    while parts and (parts[-1] == _BEHIND_HEADING or not parts[-1].strip()):
        parts.pop()
    return "".join(parts), moved
