"""``search_notes``: plain words as they stand in the text, without ranking by meaning, stems or corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from vaulttui.errors import UsageError
from vaulttui.formatting import counted
from vaulttui.index.reading.property_values import property_text
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import AllOf, AnyOf, Expression, PathGlob, PropertyIs, RegexIs
from vaulttui.search.query import Hit, Query
from vaulttui.search.results.context import read_note_text
from vaulttui.search.results.occurrences import COUNTED, NAME_WEIGHT
from vaulttui.tools.arguments import flag, text
from vaulttui.tools.places import check_vault, literal
from vaulttui.tools.unread_frontmatter import missed_for_frontmatter
from vaulttui.values import dataclass

MOST_NOTES = 10
MOST_EXCERPTS = 3
MARGIN = 100
"""Characters shown on each side of a match."""
LONGEST_CONTENT = 10_000
_LOOKED_AT = 3 * MOST_NOTES
"""So many are read at least, to show the best of them."""
_MANY = 8
"""Words. Of more, the longest are asked for first, and the others of what few notes hold these: the index takes some
hundredths of a second for each word."""
_KEPT_PATTERNS = 4_096
CUT = "..."
TRUNCATED = "[Content truncated...]"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LIKE_HEAD = re.compile(r"^(?=## [^\n]* \(score [^\n]*\)$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FoundNote:
    """One note that holds all the words."""

    path: str
    title: str
    score: int
    text: str


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The notes that hold all the words."""

    best: tuple[FoundNote, ...]
    """At most ten, the best first."""
    total: int
    """How many there are, without those that were to be shown and could not be read."""
    unread: tuple[str, ...] = ()
    """Paths of those."""

    @property
    def remark(self) -> str:
        """What has to be known beside them; ``""`` for nothing."""
        if not self.unread:
            return ""
        more = f" and {counted(len(self.unread) - 1, 'more note')}" if len(self.unread) > 1 else ""
        return (
            f"By the index {_on_one_line(self.unread[0])}{more} would be found, but cannot be read now; "
            "search shows what the index has of it."
        )


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


def words_of_query(query: str) -> tuple[str, ...]:
    """The words to look for, each once.

    Raises:
        UsageError: There are none.
    """
    words = tuple(dict.fromkeys(text("query", query).split()))
    if not words:
        raise UsageError("query is empty: give one or more words")
    return words


def find_words(engine: SearchEngine, words: Sequence[str]) -> FoundWords:
    """The best of the notes that hold all of some words, ties by path. One that cannot be read is left out and named.

    The index knows how often words stand in chunks and properties; the best by that are read, and counted again as they
    are in their files now.

    Raises:
        VaultNotFoundError: None can be read, as the vault is not there any more.
        VaultTuiError: The search failed.
    """
    where = _holding(engine, words)
    missed = missed_for_frontmatter(engine, where, lambda text: all(_pattern(word).search(text) for word in words))
    if missed:
        where = AnyOf((where, _any_path(missed)))
    root = Path(engine.vault_path)
    found: list[FoundNote] = []
    unread: list[str] = []
    total, more = 0, True
    while more and len(found) < MOST_NOTES:
        page = engine.search(Query(where=where, sort="occurrences", limit=_LOOKED_AT, offset=len(found) + len(unread)))
        total, more = page.total, page.has_more
        for hit in page.hits:
            content = read_note_text(root, hit.path)
            if content is None:
                unread.append(hit.path)
            else:
                found.append(FoundNote(hit.path, hit.title, _score(hit.path, hit.title, content, words), content))
        more = more and bool(page.hits)
    if unread and not found:
        check_vault(root)
    best = sorted(found, key=lambda note: (-note.score, note.path))[:MOST_NOTES]
    return FoundWords(tuple(best), total - len(unread), tuple(unread))


def _holding(engine: SearchEngine, words: Sequence[str]) -> Expression:
    """A condition for the notes that hold all of some words."""
    longest = sorted(words, key=len, reverse=True)
    asked = _MANY
    while asked < len(longest):
        where = _each(engine, longest[:asked])
        if engine.search(Query(where=where, limit=0)).total <= _LOOKED_AT:
            few = [hit.path for hit in engine.search(Query(where=where, limit=_LOOKED_AT)).hits]
            return AllOf((where, _any_path(_paths_holding(engine, few, longest[asked:]))))
        asked *= 4
    return _each(engine, longest)


def _each(engine: SearchEngine, words: Sequence[str]) -> Expression:
    return AllOf(
        tuple(
            AnyOf(
                (
                    *(RegexIs(re.escape(form)) for form in _forms(word)),
                    *(RegexIs(re.escape(form), "path") for form in _forms(word)),
                    *_properties(engine, word),
                )
            )
            for word in words
        )
    )


def _any_path(paths: Sequence[str]) -> Expression:
    return AnyOf(tuple(PathGlob(literal(path), exact=True) for path in paths))


def _paths_holding(engine: SearchEngine, paths: Sequence[str], words: Sequence[str]) -> list[str]:
    """Those of a few notes that hold all of some words, in what the index has of them."""
    if not paths:
        return []
    chunks = engine.search(
        Query(where=_any_path(paths), sort="name", limit=1_000_000, group_by="chunk", max_per_note=0)
    )
    patterns = [_pattern(word) for word in words]
    return [
        path
        for path, own in groupby(chunks.hits, key=lambda hit: hit.path)
        if (text := "\n".join(_indexed(list(own)))) and all(pattern.search(text) for pattern in patterns)
    ]


def _indexed(chunks: Sequence[Hit]) -> Iterator[str]:
    """What the index has of a note, whose chunks are given in order, as pieces that no word goes beyond."""
    note = chunks[0]
    yield from (note.path, note.title, *note.tags)
    for name, value in note.properties.items():
        yield f"{name}:"
        yield from map(property_text, value if isinstance(value, list) else [value])
    body, last = "", 0
    for chunk in chunks:
        body += ("" if chunk.first_line == last else "\n") + chunk.content  # a long line is cut into several
        last = chunk.last_line
    yield body


def _properties(engine: SearchEngine, word: str) -> list[PropertyIs]:
    """Conditions for properties whose names, as they stand before their colons, hold a word."""
    names = engine.suggest("property", word.rstrip(":"), limit=1_000_000)
    pattern = _pattern(word)
    return [PropertyIs(name.text, "exists") for name in names if pattern.search(f"{name.text}:")]


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
    return _LIKE_HEAD.sub("\\\\", note.text)


def _spans(content: str, words: Sequence[str]) -> list[tuple[int, int, int]]:
    """Start and end of each piece, and where its first match begins."""
    matches = [[match.span() for match in _pattern(word).finditer(content)] for word in words]
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


@lru_cache(maxsize=_KEPT_PATTERNS)
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, _forms(word))), re.IGNORECASE)


def _forms(word: str) -> tuple[str, ...]:
    """A word as it may be stored: a letter with a mark is one character or two, and two in many names of files."""
    return tuple(dict.fromkeys((word, normalize("NFC", word), normalize("NFD", word))))


def _score(path: str, title: str, content: str, words: Sequence[str]) -> int:
    """Occurrences in the text, and many times that for the title and the file name."""
    name = path.rpartition("/")[2]
    score = 0
    for word in words:
        pattern = _pattern(word)
        score += min(COUNTED, len(pattern.findall(content)))
        score += NAME_WEIGHT * (bool(pattern.search(title)) + bool(pattern.search(name)))
    return score


def _summary(shown: int, total: int, words: Sequence[str]) -> str:
    notes = counted(total, "note")
    more = f", the best {shown}" if total > shown else ""
    return f"Found {notes} for: {' '.join(words)}{more}"


def _note(note: FoundNote, words: Sequence[str], *, whole: bool) -> str:
    head = f"## {_on_one_line(note.path)} (score {note.score})"
    if whole:
        return f"{head}\n{whole_text(note).rstrip()}"
    pieces = [piece.text for piece in excerpts(note.text, words)] or [_on_one_line(note.title)]
    return "\n".join([head, *(f"- {piece}" for piece in pieces)])


def _on_one_line(name: str) -> str:
    """A name with its line ends and other control characters written as escapes: what follows one would seem to be told
    by the tool."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), name)
