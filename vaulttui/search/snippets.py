"""Snippets: the piece of a chunk around its best match, on one line, with the ranges that match."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from vaulttui.index.tokenizer import ascii_shadow, fold, is_unspaced, words_at
from vaulttui.search.query import MatchRange, Snippet

SNIPPET_CHARACTERS = 160
"""Length that snippets aim at."""
_LEAD = 48
"""Characters shown before the first match."""
_MOST_ALTERNATIVES = 40
"""Compiling a pattern costs about as much a form as looking at a hundred words one by one."""
_REMEMBERED = 256
_WINDOWS = 4
"""So many windows are looked at for what a reader does not see before the whole text is."""
_PART = re.compile(r"[^\W_]+")
_FAR = 1 << 62
_SPACE = re.compile(r"\s+")
_LINE_START = re.compile(
    r"^(?:[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|(?:>[ \t]?)+|(?:`{3,}|~{3,}).*$)|#{1,6}[ \t]+)",
    re.MULTILINE,
)
"""List marks, task boxes, quote marks, heading marks, and the lines around a code block."""
_MARKUP = re.compile(
    r"%%.*?%%|<!--(?:(?!<!--).)*?-->"  # comments; of many that are never closed, none is followed beyond the next
    r"|!?\[\[(?:[^\[\]|\n]*\|)?|\]\]"  # wikilinks: what is shown of them stays
    r"|(?<=\])\([^()\s]*(?:\s[^()]*)?\)|!?\[(?=[^\[\]\n]*\]\()|\](?=\()"  # links: their text stays
    r"|\[![\w-]+\][-+]?"  # callouts
    r"|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|==|`"  # emphasis, marks, code
    r"|\||(?<![\w-])-{3,}(?![\w-])|:-{2,}:?|-{2,}:"  # tables
    r"|</?[A-Za-z][^<>\n]{0,200}>",
    re.DOTALL,
)
"""What a reader of the rendered note does not see."""
_SIGN = re.compile(r"[%<!\[\](*~=`|:-]")
"""What it begins with."""


@dataclass(frozen=True)
class Matcher:
    """Tells which words of a text match a query.

    Args:
        forms: Folded forms that match, with their weight (idf times nearness of the relation).
        phrases: Folded words in a row that match together.
        families: For every folded word of the query the folded forms that stand for it.
    """

    forms: dict[str, float]
    phrases: tuple[tuple[str, ...], ...] = ()
    families: Mapping[str, frozenset[str]] = field(default_factory=dict)
    _known: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict, repr=False, compare=False)

    def family(self, word: str) -> frozenset[str]:
        """Folded forms that stand for a folded word of the query."""
        return self.families.get(word, frozenset((word,)))

    def find(self, text: str) -> list[tuple[int, int, float]]:
        """All matches in a text as ``(start, end, weight)``, in order, not overlapping."""
        forms = self.forms
        found = [(start, end, forms[form]) for start, end, form in self.places(text)]
        if self.phrases:
            words = [(match.start(), match.end(), _folded(match[0])) for match in words_at(text)]
            for phrase in self.phrases:
                found.extend(_phrase_matches(words, phrase))
        return _merge(found)

    def places(self, text: str) -> list[tuple[int, int, str]]:
        """Where forms stand in a text as ``(start, end, form)``, in order; those of a script without blanks may
        overlap. Places of the texts last asked for are remembered."""
        found = self._known.get(text)
        if found is None:
            pattern = self._pattern
            if pattern is None:
                found = sorted(self._places(text))
            else:
                found = [(match.start(), match.end(), match[0]) for match in pattern.finditer(ascii_shadow(text))]
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = found
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """All forms as one pattern for a text's shadow; ``None`` where one is not ASCII, or for too many to pay."""
        forms = sorted(self.forms, key=len, reverse=True)
        if len(forms) > _MOST_ALTERNATIVES or not all(map(str.isascii, forms)):
            return None
        return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, forms)) or '(?!)'})(?![a-z0-9])")

    def _places(self, text: str) -> Iterator[tuple[int, int, str]]:
        forms = self.forms
        for match in words_at(text):
            folded = _folded(match[0])
            if folded in forms:
                yield match.start(), match.end(), folded
            elif not folded.isalnum() or is_unspaced(folded):
                yield from self._parts(match.start(), match[0])

    def _parts(self, offset: int, word: str) -> Iterator[tuple[int, int, str]]:
        """Matches inside a word with joints or of a script without blanks."""
        if is_unspaced(word):
            for length in (2, 1):
                for start in range(len(word) - length + 1):
                    form = fold(word[start : start + length])
                    if form in self.forms:
                        yield offset + start, offset + start + length, form
        for part in _PART.finditer(word):
            form = fold(part[0])
            if form in self.forms:
                yield offset + part.start(), offset + part.end(), form


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else fold(unicodedata.normalize("NFKC", word))


def _phrase_matches(words: Sequence[tuple[int, int, str]], phrase: tuple[str, ...]) -> Iterable[tuple[int, int, float]]:
    length = len(phrase)
    for start in range(len(words) - length + 1):
        if all(words[start + place][2] == phrase[place] for place in range(length)):
            yield words[start][0], words[start + length - 1][1], 4.0


def _merge(found: list[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    merged: list[tuple[int, int, float]] = []
    for start, end, weight in sorted(found):
        if merged and start < merged[-1][1]:
            first, last, before = merged[-1]
            merged[-1] = (first, max(last, end), max(before, weight))
        else:
            merged.append((start, end, weight))
    return merged


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
    tries = 0 if not found or _is_remote(text) else _WINDOWS
    hidden = _hidden(text, start, end) if tries else _hidden(text)
    while unseen := [match for match in found if start <= match[0] < end and _lies_in(match[0], hidden)]:
        # Some are in what a reader does not see (an address, a comment): the best of the others counts.
        gone = set(unseen)
        found = [match for match in found if match not in gone]
        best, start, end = _best_window(found, text, length)
        tries -= 1
        hidden = _hidden(text, start, end) if tries > 0 else _hidden(text)
    if not found:
        hidden = _hidden(text)
        start = _first_prose(text)
        shown, _ = _one_line(text, hidden, start, min(len(text), start + length), ())
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
    ranges = [match.span() for match in _LINE_START.finditer(text, first, last) if match[0]]
    reached = first
    for sign in _SIGN.finditer(text, first, last):  # trying all markup at every character takes 2.5 times as long
        if sign.start() >= reached and (match := _MARKUP.match(text, sign.start(), last)) is not None:
            ranges.append(match.span())
            reached = match.end()
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
