"""Which places of a text a query means: what the preview highlights.

This is a picture of the search, not the search itself: it must be quick, need no index, and never surprise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from vaulttui.index.reading.folded_text import fold_with_origins
from vaulttui.index.reading.letters import APOSTROPHES, INVISIBLE, fold
from vaulttui.index.reading.tokenizer import MAX_FORM, words_of
from vaulttui.search.expression import AllOf, AnyOf, Expression, TaskHas, TextIs, Within
from vaulttui.search.query import Hit, Query
from vaulttui.search.results.places import merged

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed"
    "\u0900-\u109f\u1ab0-\u1aff\ufe20-\ufe2f"
)
_WORD = re.compile(rf"(?:[^\W{APOSTROPHES}]++|[{_MARKS}{INVISIBLE}]++)++")
"""A word with its combining marks and what nobody sees in it, which ``\\w`` leaves out. An apostrophe parts words, also
the one that is a letter to Unicode."""

_PART = re.compile("[^_\u00b2\u00b3\u00b9\u2070-\u209c]+")
"""What the index knows by itself of ``snake_case`` and of words with small raised or lowered letters behind them."""

_PAIRED = "\u2e80-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
"""Scripts in which a word is not told by blanks around it, and two characters mostly are one."""
_IS_PAIRED = re.compile(f"[{_PAIRED}]")
_UNSPACED = f"{_PAIRED}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""These, and those of Thailand and its neighbours, in which two characters say nothing."""
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_RUN = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}{APOSTROPHES}])[\w{_MARKS}{INVISIBLE}])+")
"""As :data:`_WORD`, but one ends where such a script begins, as it does in the index: ``Docker容器``."""

_SHORTEST_PREFIX = 3
"""Shorter words only match themselves: every other word begins with ``a``."""
_STEM = 4
_INFLECTION = 3
"""Two words are forms of one if they share so many first letters, and have so few others behind what they share."""


class NoteMatches:
    """What regular expressions matched in notes, and the tasks that are meant; grows while more notes are listed.

    Equal to what holds the same.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, hits: Iterable[Hit] = ()) -> None:
        self._texts: dict[str, tuple[str, ...]] = {}
        self._tasks: dict[str, tuple[int, ...]] = {}
        self.add(hits)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoteMatches) and (self._texts, self._tasks) == (other._texts, other._tasks)

    def __bool__(self) -> bool:
        return bool(self._texts or self._tasks)

    def add(self, hits: Iterable[Hit]) -> set[str]:
        """Take what was found. Returns paths of the notes in which it is something else than before."""
        changed: set[str] = set()
        for hit in hits:
            if hit.literals and hit.literals != self._texts.get(hit.path):
                self._texts[hit.path] = hit.literals
                changed.add(hit.path)
            if hit.task_lines and hit.task_lines != self._tasks.get(hit.path):
                self._tasks[hit.path] = hit.task_lines
                changed.add(hit.path)
        return changed

    def keep(self, before: NoteMatches, but: Collection[str]) -> None:
        """Take what was found before, too.

        Args:
            before: That.
            but: Paths of the notes for which it no longer holds.
        """
        self._texts.update((path, texts) for path, texts in before._texts.items() if path not in but)
        self._tasks.update((path, lines) for path, lines in before._tasks.items() if path not in but)

    def literals(self, path: str) -> tuple[str, ...]:
        """Texts that match in one note."""
        return self._texts.get(path, ())

    def task_lines(self, path: str) -> tuple[int, ...]:
        """Lines of tasks that are meant in one note."""
        return self._tasks.get(path, ())


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """Words and phrases to highlight, as written in the query."""

    words: tuple[str, ...] = ()
    """A word matches any word that begins with it, or that differs from it by an ending only."""
    phrases: tuple[tuple[str, ...], ...] = ()
    """Words in a row, each matching itself alone."""
    forms: frozenset[str] = frozenset()
    """Folded words that match as they are."""
    in_notes: NoteMatches | None = None
    """Texts that match wherever they stand in one note, in just their case, and tasks."""

    def __bool__(self) -> bool:
        return bool(self.words or self.phrases or self.forms or self.in_notes)

    @classmethod
    def from_query(cls, query: Query, highlights: Sequence[str], in_notes: NoteMatches | None = None) -> MatchTerms:
        """Collect the words that a query ranks by, and those that its conditions ask to be there.

        Args:
            query: What was asked.
            highlights: The words that really matched, of the answer.
            in_notes: What matched in single notes.
        """
        words: dict[str, None] = {}
        phrases: dict[tuple[str, ...], None] = {}
        for ranked in query.texts:
            words.update(dict.fromkeys(ranked.words))
            phrases.update(dict.fromkeys(ranked.phrases))
        if query.where is not None:
            phrases.update((tuple(text.split()), None) for text in _texts(query.where))
        kept = tuple(phrase for phrase in phrases if phrase)
        # Of a word without blanks that has to be there as it is, single pairs of characters say nothing.
        words = {word: None for word in words if (word,) not in phrases or not _HAS_UNSPACED.search(fold(word))}
        # The index knows plain words, and the beginning of long ones; what is written with symbols or without blanks is
        # found as it stands.
        others = tuple(
            word for word in words if not word.isalnum() or len(word) > MAX_FORM or _HAS_UNSPACED.search(fold(word))
        )
        return cls(others, kept, frozenset(highlights), in_notes)


def _texts(expression: Expression) -> list[str]:
    """Texts that must or may occur in what satisfies an expression."""
    match expression:
        case AllOf(items) | AnyOf(items):
            return [text for item in items for text in _texts(item)]
        case Within(_, item) | TaskHas(_, item):
            return _texts(item) if item is not None else []
        case TextIs(text, "any" | "content" | "title"):
            return [text]
        case _:
            return []


@dataclass(slots=True)
class Finder:
    """Finds the places that terms match. Remembers words it has seen: make one for each note."""

    terms: MatchTerms
    path: str = ""
    """Of the note."""
    _words: tuple[str, ...] = ()
    _phrases: tuple[tuple[str, ...], ...] = ()
    _literals: re.Pattern[str] | None = None
    _unspaced: re.Pattern[str] | None = None
    """Looked for in the folded text."""
    _tasks: frozenset[int] = frozenset()
    """Lines of the note."""
    _folded: dict[str, str] = field(default_factory=dict)
    _known: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        words: dict[str, None] = {}
        phrases: dict[tuple[str, ...], None] = {}
        in_notes = self.terms.in_notes or NoteMatches()
        known = in_notes.literals(self.path)
        self._tasks = frozenset(in_notes.task_lines(self.path))
        literals = [f"(?-i:{re.escape(text)})" for text in sorted(known, key=len, reverse=True)]
        unspaced: list[str] = []
        for term, exact in [(word, False) for word in self.terms.words] + [
            (" ".join(phrase), True) for phrase in self.terms.phrases
        ]:
            parts = tuple(fold(part) for part in _WORD.findall(term))
            if not parts:
                continue
            folded = fold(term)
            if _HAS_UNSPACED.search(folded):
                unspaced.extend([_row_pattern(folded)] if exact else _unspaced_patterns(folded))
            elif exact and tuple(map(fold, words_of(term))) == parts:  # signs beside them do not count: "what is it?"
                phrases[parts] = None
            elif not (term[0].isalnum() or term[0] == "_") or not _WORD.fullmatch(term[-1]):
                literals.append(_symbol_pattern(term))  # C++, .NET, #tag
            elif exact or len(parts) > 1:
                phrases[parts] = None
            else:
                words[parts[0]] = None
        for form in self.terms.forms:
            parts = tuple(fold(part) for part in _WORD.findall(form))
            if len(parts) > 1:  # e-mail
                phrases[parts] = None
        self._words = tuple(words)
        self._phrases = tuple(phrases)
        if literals:
            self._literals = re.compile("|".join(literals), re.IGNORECASE)
        if unspaced:
            self._unspaced = re.compile("|".join(unspaced))

    def __bool__(self) -> bool:
        patterns = self._literals or self._unspaced
        return bool(self._words or self._phrases or patterns or self._tasks or self.terms.forms)

    def without_tasks(self) -> Finder:
        """Return one for a text whose lines are not the note's: of a note that it embeds."""
        finder = Finder(self.terms, self.path)
        finder._tasks = frozenset()
        return finder

    def find(self, text: str, lines: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
        """Return the places (start, end) in a text, in order, not overlapping.

        A task that is meant is a place as a whole if nothing else in it is one.

        Args:
            text: The text.
            lines: Where in it each line of the note begins, and its number; in order.
        """
        found = self._find(text)
        if not self._tasks or self._tasks.isdisjoint([line for _, line in lines]):
            return found
        tasks: list[tuple[int, int]] = []
        for start, line in lines:
            task = text[start:].strip()  # no other begins in the same paragraph
            if task and line in self._tasks and not any(last > start for _, last in found):
                start = text.index(task, start)
                tasks.append((start, start + len(task)))
        return sorted(found + tasks)

    def _find(self, text: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        if self._words or self._phrases or self.terms.forms:
            words = _WORD if text.isascii() or not _HAS_UNSPACED.search(text) else _RUN
            spans = [match.span() for match in words.finditer(text)]
            if self._words or self.terms.forms:
                for start, end in spans:
                    found.extend(self._find_word(text, start, end))
            for phrase in self._phrases:
                found.extend(self._find_phrase(text, spans, phrase))
        if self._literals:
            found.extend(match.span() for match in self._literals.finditer(text))
        if self._unspaced and not text.isascii():
            folded = fold_with_origins(text)
            found.extend(folded.span(*match.span()) for match in self._unspaced.finditer(folded.text))
        return merged(found)

    def _fold(self, word: str) -> str:
        folded = self._folded.get(word)
        if folded is None:
            folded = self._folded[word] = fold(word)
        return folded

    def _find_word(self, text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
        """Return the place of a word if it is wanted, else those of its parts that are."""
        word = text[start:end]
        if self._is_wanted(word):
            return [(start, end)]
        if _PART.fullmatch(word):
            return ()
        return [part.span() for part in _PART.finditer(text, start, end) if self._is_wanted(part[0])]

    def _is_wanted(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            folded = self._fold(word)
            known = self._known[word] = folded in self.terms.forms or any(
                same_word(wanted, folded) for wanted in self._words
            )
        return known

    def _find_phrase(self, text: str, spans: list[tuple[int, int]], phrase: tuple[str, ...]) -> list[tuple[int, int]]:
        folded = [self._fold(text[start:end]) for start, end in spans]
        size = len(phrase)
        return [
            (spans[at][0], spans[at + size - 1][1])
            for at, word in enumerate(folded)
            if word == phrase[0] and tuple(folded[at : at + size]) == phrase
        ]


def same_word(wanted: str, word: str) -> bool:
    """Whether a folded word is the wanted folded one, begins with it, or differs from it by an ending.

    An ending is at most three letters on either side behind at least four common ones: ``indexes``, ``indexing``.
    """
    if len(wanted) < _SHORTEST_PREFIX:
        return word == wanted
    if word.startswith(wanted):
        return True
    if abs(len(word) - len(wanted)) > _INFLECTION:
        return False
    common = 0
    for a, b in zip(wanted, word, strict=False):
        if a != b:
            break
        common += 1
    return common >= _STEM and len(wanted) - common <= _INFLECTION and len(word) - common <= _INFLECTION


def _row_pattern(folded: str) -> str:
    """The words of a folded phrase in a row, wherever they begin."""
    return r"[\W_]+".join(map(re.escape, _WORD.findall(folded)))


def _unspaced_patterns(term: str) -> list[str]:
    """The folded term itself, then its pairs of characters, which is what the index holds of it."""
    pairs = [a + b for a, b in pairwise(term) if _IS_PAIRED.match(a) and _IS_PAIRED.match(b)]
    return [re.escape(term), *(re.escape(pair) for pair in pairs if len(term) > 2)]


def _symbol_pattern(term: str) -> str:
    before = r"(?<!\w)" if _WORD.match(term[0]) else ""
    after = r"(?!\w)" if _WORD.match(term[-1]) else ""
    return f"{before}{re.escape(term)}{after}"
