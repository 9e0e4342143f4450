"""The one query model: every surface builds a :class:`Query` and formats a :class:`Result`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeAlias

from vaulttui.search.expression import Expression, likes
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyValue

NO_LIMIT = 1_000_000_000
"""A limit that no vault reaches."""


class Mode(StrEnum):
    """How texts are matched."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"
    DEEP = "deep"

    @classmethod
    def parse(cls, name: str) -> Mode:
        """Read a mode's name or alias (``fulltext``, ``fast``: keyword; ``vector``: semantic), in any case.

        Raises:
            ValueError: No such mode.
        """
        folded = name.strip().casefold()
        return cls(MODE_ALIASES.get(folded, folded))


MODE_ALIASES = {"fulltext": "keyword", "fast": "keyword", "text": "keyword", "words": "keyword", "vector": "semantic"}

SortKey: TypeAlias = Literal[
    "relevance", "modified", "created", "updated", "name", "title", "size", "occurrences", "path"
]
"""``occurrences``: see :func:`vaulttui.search.results.occurrences.count_occurrences`; ``path``: as ties come."""
_NATURALLY_DESCENDING: frozenset[SortKey] = frozenset(
    {"relevance", "modified", "created", "updated", "size", "occurrences"}
)
GroupBy: TypeAlias = Literal["note", "chunk"]


@dataclass(frozen=True, slots=True)
class RankedText:
    """What relevance is measured against: the positive words of one query text."""

    text: str
    """The words as written, without operators: what is embedded for a semantic search."""
    words: tuple[str, ...]
    """The single words, in order, as written. Repeats kept."""
    phrases: tuple[tuple[str, ...], ...] = ()
    """Words in a row, which raise the rank of what holds them so."""
    prefix_last: bool = False
    """True while typing: the last word also matches as a prefix."""

    @property
    def in_order(self) -> list[str]:
        """The words, with those of phrases among them, in the order that they are written in."""
        return self.text.split() or [*(word for phrase in self.phrases for word in phrase), *self.words]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to rank by."""
        return not self.words and not self.phrases and not self.text.strip()


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the engine.

    ``where`` decides what may be found at all. Of that, what holds any word of any of ``texts`` is a hit, and they rank
    it; if all their words are words of ``where``, everything is. Without texts everything is, in the order of ``sort``.
    """

    texts: tuple[RankedText, ...] = ()
    mode: Mode = Mode.HYBRID
    where: Expression | None = None
    sort: SortKey | None = None
    """``None``: by relevance if there are texts, else by modification, newest first. In other orders than relevance, a
    hybrid or deep search finds what has any of the words alone, or at most the 100 nearest in meaning if nothing
    has."""
    descending: bool | None = None
    """``None``: the natural direction of the sort (dates and size newest or largest first, names ascending)."""
    limit: int = 20
    """Notes at most, or chunks when grouped by chunk."""
    offset: int = 0
    """So many of these are left out first."""
    most: int = NO_LIMIT
    """So many of these are there to be shown at most, on all pages together: ``limit:`` of a text."""
    min_score: float = 0.0
    """0..1."""
    group_by: GroupBy = "note"
    max_per_note: int = 1
    """How many chunks of one note are hits at most, 0 for all. Grouped by note, those of one follow each other with its
    score, and count as one towards ``limit``."""
    fields: tuple[str, ...] = ()
    """Names of properties to return with each hit, ``outer.inner`` of what is nested; empty for all."""
    context_lines: int = 0
    """How many lines of the note are added to the content of each hit on both sides."""
    explain: bool = False
    source: str = ""
    """The text it was read from, if any."""

    @property
    def end(self) -> int:
        """How many have been shown or left out when the page is done, if there are so many."""
        return min(self.offset + self.limit, self.most)

    @property
    def ranking_texts(self) -> tuple[RankedText, ...]:
        """Those of the texts that say anything."""
        return tuple(text for text in self.texts if not text.empty)

    @property
    def ranked(self) -> bool:
        """Whether there is any text to rank by."""
        return bool(self.ranking_texts)

    @property
    def order(self) -> SortKey:
        """The order that hits come in: what ``sort`` says, if there is anything to be relevant to."""
        if self.sort in (None, "relevance"):
            return "relevance" if self.ranked or likes(self.where) else "modified"
        return self.sort

    @property
    def naturally_descending(self) -> bool:
        """Whether the order begins with the largest, newest or best if nothing is said about its direction."""
        return self.order in _NATURALLY_DESCENDING

    @property
    def descends(self) -> bool:
        """Whether hits come in descending order."""
        return self.naturally_descending if self.descending is None else self.descending


@dataclass(frozen=True, slots=True)
class FileQuery:
    """A question for files and folders by name."""

    pattern: str = ""
    """A glob, or a part of the name or path; empty for all."""
    path: str | None = None
    """Only below this folder."""
    tag: str | None = None
    """Only notes with this tag, or one nested below it."""
    property: Mapping[str, str] | None = None
    """``key`` and ``value``: only notes with this property; without a value, whatever it is. A value of ``type``
    ``number`` is found however it is written, as 3.0 or 3; any other as it is written."""
    limit: int = 50
    sort: Literal["modified", "size"] | None = None
    """Newest or largest first; ``None`` for by path."""


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """Where a score comes from. Each part is 0..1, or ``None`` where it played no role."""

    lexical: float | None = None
    semantic: float | None = None
    fused: float | None = None
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class MatchRange:
    """Characters ``start`` to ``end`` (exclusive) of a text that match the query."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """A short piece of a chunk, on one line, around its best match."""

    text: str
    matches: tuple[MatchRange, ...] = ()
    """Ranges within ``text``."""
    line: int = 1
    """Absolute line of the best match in the note (the first line of the chunk if nothing matches by words). A match
    that a reader does not see, as in a link's address, has its line, too, though ``text`` does not show it."""
    at: int = 0
    """Where in the chunk's text that match begins; 0 if it is in a property."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One found note or chunk."""

    path: str
    title: str
    heading_path: tuple[str, ...]
    first_line: int
    last_line: int
    content: str
    """Text of the chunk. With ``context_lines`` in the query, so many lines of the note before and behind it are part
    of it, as far as there are any, unless the note has changed since it was indexed; ``first_line`` and ``last_line``
    stay those of the chunk. Of a long line that was cut the chunk has a part: an ellipsis is where it goes on then.

    ``""`` of a note without a body; its lines are those of the property that matches, or of the end of the note."""
    snippet: Snippet
    score: float
    """0..1, the same meaning in every mode; 1.0 for hits that were filtered but not ranked."""
    parts: ScoreParts
    properties: Mapping[str, PropertyValue]
    tags: tuple[str, ...]
    size: int
    """Bytes of the note."""
    modified: datetime
    created: datetime
    title_matches: tuple[MatchRange, ...] = ()
    more_in_note: int = 0
    """Further passages of the note that fulfil the conditions and hold as many of the words as this one: an exact
    number. 0 where hits are chunks or several of a note, and for what is found by meaning alone."""
    explanation: str = ""
    """One sentence, only when the query asked for it."""
    literals: tuple[str, ...] = ()
    """What regular expressions matched in the note, as it stands there; some of it, if it is much."""
    chunk: int = 0
    """Which chunk of its note this is, from 0."""
    passage: bool = True
    """Whether this passage was found; if not, the note was found as a whole, and this is its beginning."""
    places: tuple[Snippet, ...] = ()
    """Where hits are passages: each line, block and task of this one in which all holds that was asked of it."""
    task_lines: tuple[int, ...] = ()
    """Lines of the note's tasks that are asked for, in order; the first of them, if they are many."""

    @property
    def line(self) -> int:
        """The line to open an editor at."""
        return self.snippet.line

    @property
    def lines(self) -> str:
        """First and last line, as they are shown: ``9-14``."""
        return f"{self.first_line}-{self.last_line}"

    @property
    def shown_score(self) -> float:
        """The score with four digits, never more than it is: as least score it has to find the hit again."""
        return int(self.score * 10_000) / 10_000


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds spent."""

    total: float = 0.0
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The engine's answer."""

    hits: tuple[Hit, ...]
    total: int
    """Exact number of matches (notes, or chunks when grouped by chunk) before ``limit``, ``offset`` and ``most``."""
    has_more: bool
    """Whether another page follows."""
    degraded: str = ""
    """Why the answer is less than what was asked for (``hybrid`` without vectors …); ``""`` if it is not."""
    warnings: tuple[str, ...] = ()
    timings: Timings = Timings()
    mode: Mode = Mode.HYBRID
    """The mode that was really used."""
    highlights: tuple[str, ...] = ()
    """Words that matched, without case and accents: the query's own, their other forms, corrected ones, and two with a
    blank between them that one of the query is (*dark mode*). Function words are left out where there are others."""
