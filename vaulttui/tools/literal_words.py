"""Notes that hold words as they stand in the text, without ranking by meaning, stems or corrections."""

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
from vaulttui.search.expression import AllOf, AnyOf, Expression, PathGlob, RegexIs, literal
from vaulttui.search.query import Hit, Query
from vaulttui.search.results.context import read_note_text
from vaulttui.search.results.occurrences import COUNTED, NAME_WEIGHT
from vaulttui.tools.arguments import text
from vaulttui.tools.places import check_vault
from vaulttui.tools.unread_frontmatter import missed_for_frontmatter
from vaulttui.values import dataclass

MOST_NOTES = 10
_LOOKED_AT = 3 * MOST_NOTES
"""So many are read at least, to show the best of them."""
_MANY = 8
"""Words. Of more, the longest are asked for first, and the others of what few notes hold these: the index takes some
hundredths of a second for each word."""
_KEPT_PATTERNS = 4_096
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


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
            f"{on_one_line(self.unread[0])}{more} {'match' if more else 'matches'} by the index, but cannot be read "
            "now; search still shows what was indexed."
        )


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
    missed = missed_for_frontmatter(
        engine, where, lambda text: all(literal_pattern(word).search(text) for word in words)
    )
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
        where = _each(longest[:asked])
        if engine.search(Query(where=where, limit=0)).total <= _LOOKED_AT:
            few = [hit.path for hit in engine.search(Query(where=where, limit=_LOOKED_AT)).hits]
            return AllOf((where, _any_path(_paths_holding(engine, few, longest[asked:]))))
        asked *= 4
    return _each(longest)


def _each(words: Sequence[str]) -> Expression:
    return AllOf(
        tuple(
            AnyOf(
                (
                    *(RegexIs(re.escape(form)) for form in _forms(word)),
                    *(RegexIs(re.escape(form), "path") for form in _forms(word)),
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
    patterns = [literal_pattern(word) for word in words]
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


@lru_cache(maxsize=_KEPT_PATTERNS)
def literal_pattern(word: str) -> re.Pattern[str]:
    """Finds a word in any case, and with each letter that has a mark as one character or two."""
    return re.compile("|".join(map(re.escape, _forms(word))), re.IGNORECASE)


def _forms(word: str) -> tuple[str, ...]:
    """A word as it may be stored: a letter with a mark is one character or two, and two in many names of files."""
    return tuple(dict.fromkeys((word, normalize("NFC", word), normalize("NFD", word))))


def _score(path: str, title: str, content: str, words: Sequence[str]) -> int:
    """Occurrences in the text, and many times that for the title and the file name."""
    name = path.rpartition("/")[2]
    score = 0
    for word in words:
        pattern = literal_pattern(word)
        score += min(COUNTED, len(pattern.findall(content)))
        score += NAME_WEIGHT * (bool(pattern.search(title)) + bool(pattern.search(name)))
    return score


def on_one_line(name: str) -> str:
    """A name with its line ends and other control characters written as escapes: what follows one would seem to be told
    by the tool."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), name)
