"""``search_notes``: plain words as they stand in the text, without ranking by meaning, stems or corrections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vaulttui.formatting import counted
from vaulttui.search.engine import SearchEngine
from vaulttui.tools.arguments import flag
from vaulttui.tools.literal_words import FoundNote, FoundWords, find_words, literal_pattern, on_one_line, words_of_query
from vaulttui.values import dataclass

MOST_EXCERPTS = 3
MARGIN = 100
"""Characters shown on each side of a match."""
LONGEST_CONTENT = 10_000
CUT = "..."
TRUNCATED = "[Content truncated...]"
_LINE_ENDS = r"\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029"
"""As a part of a character class: whatever somebody may take for one."""
_LIKE_HEAD = re.compile(rf"((?:\A|(?<=[{_LINE_ENDS}]))(?:(?![{_LINE_ENDS}])\s)*+)(?=##\s[^{_LINE_ENDS}]*\(score\s)")
"""What stands before it. How the line ends does not matter: it is cut where the text is, and blanks at the end are."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a note around matches, on one line."""

    line: int
    """Of the first match in it."""
    text: str


def search_notes(engine: SearchEngine, query: str, read_content: bool = False) -> str:
    """Find notes that hold all of some words, as plain text and whatever their case.

    A word may stand within a longer one, and in the text, the title, the file name, a tag or a property.

    Args:
        engine: Tells which notes hold them.
        query: Words, divided by blanks.
        read_content: Show whole notes, up to 10,000 characters of each, in place of excerpts.

    Returns:
        At most 10 notes, the best first, as text.

    Raises:
        UsageError: There is no word.
        VaultTuiError: The search failed.
    """
    words, whole = words_of_query(query), flag("read_content", read_content)
    return notes_text(find_words(engine, words), words, whole=whole)


def notes_text(found: FoundWords, words: Sequence[str], *, whole: bool) -> str:
    """The best of what was found, as text.

    Args:
        found: What there is.
        words: What was looked for.
        whole: Show notes in place of excerpts.
    """
    return "\n\n".join(notes_parts(found, words, whole=whole))


def notes_parts(found: FoundWords, words: Sequence[str], *, whole: bool) -> list[str]:
    """What :func:`notes_text` joins: how many there are, and each of the best."""
    if not found.best:
        return [f"No notes found for: {' '.join(words)}"]
    summary = _summary(len(found.best), found.total, words)
    return [summary, *(_note(note, words, whole=whole) for note in found.best)]


def excerpts(content: str, words: Sequence[str]) -> list[Excerpt]:
    """Up to three pieces of a text around matches: one of each word first, then further ones; overlaps are merged."""
    found: list[Excerpt] = []
    for start, end, match in _spans(content, words):
        piece = " ".join(content[start:end].split())
        shown = f"{CUT if content[:start].strip() else ''}{piece}{CUT if content[end:].strip() else ''}"
        found.append(Excerpt(content.count("\n", 0, match) + 1, shown))
    return found


def whole_text(note: FoundNote) -> str:
    """A note's text, cut where it is too long. What looks like the head of a found note is escaped: one would seem to
    be found that is not."""
    text = _escaped(note)
    return text if len(text) <= LONGEST_CONTENT else f"{text[:LONGEST_CONTENT]}\n{TRUNCATED}"


def cut_line(note: FoundNote) -> int | None:
    """The line in which :func:`whole_text` cuts a note, from 1; ``None`` where it is whole."""
    text = _escaped(note)
    return text.count("\n", 0, LONGEST_CONTENT) + 1 if len(text) > LONGEST_CONTENT else None


def _escaped(note: FoundNote) -> str:
    return _LIKE_HEAD.sub(r"\1\\", note.text)


def _spans(content: str, words: Sequence[str]) -> list[tuple[int, int, int]]:
    """Start and end of each piece, and where its first match begins."""
    matches = [[match.span() for match in literal_pattern(word).finditer(content)] for word in words]
    first_of_each = [found[0] for found in matches if found]
    others = sorted(span for found in matches for span in found[1:])
    spans = iter((*first_of_each, *others))
    chosen: list[tuple[int, int, int]] = []
    while len(chosen) < MOST_EXCERPTS and (span := next(spans, None)):
        if not any(begin <= span[0] and span[1] <= end for begin, end, _ in chosen):
            chosen.append(_around(span, content))
    pieces = _merged(chosen)
    while len(pieces) < MOST_EXCERPTS and (span := next(spans, None)):  # what was merged has made room for others
        piece = _around(span, content)
        if not any(begin <= piece[1] and piece[0] <= end for begin, end, _ in pieces):
            pieces.append(piece)
    return sorted(pieces)


def _around(span: tuple[int, int], content: str) -> tuple[int, int, int]:
    """A match with what is shown on both of its sides, and where it begins."""
    return max(0, span[0] - MARGIN), min(len(content), span[1] + MARGIN), span[0]


def _merged(pieces: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    merged: list[tuple[int, int, int]] = []
    for start, end, match in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, match))
    return merged


def _summary(shown: int, total: int, words: Sequence[str]) -> str:
    notes = counted(total, "note")
    more = f", the best {shown}" if total > shown else ""
    return f"Found {notes} for: {' '.join(words)}{more}"


def _note(note: FoundNote, words: Sequence[str], *, whole: bool) -> str:
    head = f"## {on_one_line(note.path)} (score {note.score})"
    if whole:
        return f"{head}\n{whole_text(note).rstrip()}"
    pieces = [piece.text for piece in excerpts(note.text, words)] or [on_one_line(note.title)]
    return "\n".join([head, *(f"- {piece}" for piece in pieces)])
