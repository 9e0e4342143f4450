"""Snippets: the piece of a chunk around its best match, on one line, with the ranges that match."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vaulttui.index.tokenizer import WORD, fold, is_unspaced
from vaulttui.search.query import MatchRange, Snippet

SNIPPET_CHARACTERS = 160
"""Length that snippets aim at."""
_LEAD = 48
"""Characters shown before the first match."""
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


@dataclass(frozen=True, slots=True)
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

    def family(self, word: str) -> frozenset[str]:
        """Folded forms that stand for a folded word of the query."""
        return self.families.get(word, frozenset((word,)))

    def find(self, text: str) -> list[tuple[int, int, float]]:
        """All matches in a text as ``(start, end, weight)``, in order, not overlapping."""
        found: list[tuple[int, int, float]] = []
        words: list[tuple[int, int, str]] = []
        for match in WORD.finditer(text):
            folded = fold(unicodedata.normalize("NFKC", match[0]))
            words.append((match.start(), match.end(), folded))
            weight = self.forms.get(folded)
            if weight is not None:
                found.append((match.start(), match.end(), weight))
            elif not folded.isalnum() or is_unspaced(folded):
                found.extend(self._parts(match.start(), match[0]))
        for phrase in self.phrases:
            found.extend(_phrase_matches(words, phrase))
        return _merge(found)

    def _parts(self, offset: int, word: str) -> Iterable[tuple[int, int, float]]:
        """Matches inside a word with joints or of a script without blanks."""
        if is_unspaced(word):
            for length in (2, 1):
                for start in range(len(word) - length + 1):
                    weight = self.forms.get(fold(word[start : start + length]))
                    if weight is not None:
                        yield offset + start, offset + start + length, weight
        for part in re.finditer(r"[^\W_]+", word):
            weight = self.forms.get(fold(part[0]))
            if weight is not None:
                yield offset + part.start(), offset + part.end(), weight


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
    hidden = _hidden(text)
    matches = [match for match in matcher.find(text) if not hidden[match[0]]]
    if not matches:
        start = _first_prose(text)
        shown, _ = _one_line(text, hidden, start, min(len(text), start + length), ())
        return Snippet(shown, (), first_line + text.count("\n", 0, start))
    best, best_weight = 0, -1.0
    for place, (start, _, _) in enumerate(matches):
        seen: set[str] = set()
        weight = 0.0
        for number in range(place, len(matches)):
            other_start, other_end, other_weight = matches[number]
            if other_end - start > length - _LEAD:
                break
            word = fold(text[other_start:other_end])
            weight += other_weight if word not in seen else other_weight * 0.1
            seen.add(word)
        if weight > best_weight + 1e-9:
            best, best_weight = place, weight
    anchor = matches[best][0]
    start = _word_start(text, max(0, anchor - _LEAD))
    end = _word_end(text, min(len(text), start + length))
    inside = [(first, last) for first, last, _ in matches if first >= start and last <= end]
    shown, ranges = _one_line(text, hidden, start, end, inside)
    return Snippet(shown, ranges, first_line + text.count("\n", 0, anchor))


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


def _hidden(text: str) -> bytearray:
    """For every character whether it is markup that a reader of the rendered note does not see."""
    hidden = bytearray(len(text))
    for pattern in (_LINE_START, _MARKUP):
        for match in pattern.finditer(text):
            hidden[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
    return hidden


def _one_line(
    text: str, hidden: bytearray, start: int, end: int, matches: Sequence[tuple[int, int]]
) -> tuple[str, tuple[MatchRange, ...]]:
    """Fold a window's white space and leave out its markup, carrying the ranges along."""
    output: list[str] = []
    positions: dict[int, int] = {}
    for place in range(start, end):
        positions[place] = len(output)
        character = text[place]
        if hidden[place] and not character.isspace():
            continue
        if character.isspace():
            if output and output[-1] != " ":
                output.append(" ")
        else:
            output.append(character)
    positions[end] = len(output)
    lead = "…" if text[:start].strip() else ""
    tail = "…" if text[end:].strip() else ""
    shown = "".join(output).rstrip()
    ranges = tuple(
        MatchRange(positions[first] + len(lead), min(positions[last], len(shown)) + len(lead))
        for first, last in matches
        if positions[first] < positions[last]
    )
    return lead + shown + tail, ranges
