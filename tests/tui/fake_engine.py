"""A search engine in memory: a few notes, plain rules, and gates that hold an answer back."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from fnmatch import fnmatchcase

from vaulttui.errors import NoteNotFoundError, VaultTuiError
from vaulttui.search.engine import (
    Backlink,
    EngineEvent,
    Facets,
    FacetValue,
    FoundFile,
    IndexChanged,
    Listener,
    NoteDetail,
    Progress,
    PropertyFacet,
    RefreshReport,
    ResolvedLink,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.expression import AllOf, AnyOf, Expression, FolderIs, Like, Not, PathGlob, PropertyIs, TagIs
from vaulttui.search.query import FileQuery, Hit, MatchRange, Mode, Query, Result, ScoreParts, Snippet, Timings
from vaulttui.vault.files.scan_ahead import Scan
from vaulttui.vault.note import Heading
from vaulttui.vault.note_names import note_name

from .fake_notes import NOTES, NOW, FakeNote

GATE_SECONDS = 60.0
"""So long a gate may stay closed: a test may wait for several things meanwhile."""


class FakeEngine:
    """Implements ``SearchEngine`` for tests of the interface.

    Args:
        notes: What is in the vault.
        fault: What :meth:`initialize` raises.
    """

    vault_name = "my-vault"
    vault_path = "/vaults/my-vault"

    def __init__(self, notes: Sequence[FakeNote] = NOTES, fault: VaultTuiError | None = None) -> None:
        self.notes = {note.path: note for note in notes}
        self.fault = fault
        self.queries: list[Query] = []
        self.indexed: list[str] = []
        self.refreshed = 0
        self.facet_requests = 0
        self.closed = False
        self.released_now = False
        self.degraded = ""
        self.told: tuple[str, ...] = ()
        """Warnings of every answer."""
        self.search_fault: VaultTuiError | None = None
        self.warned: list[tuple[str, int | None, str]] = []
        self._listeners: list[Listener] = []
        self.related: tuple[str, ...] = ("Projects/rust/Async notes.md", "Projects/rust/Lock ordering.md")
        """Paths of the notes that are near to every other."""
        self.boost = ""
        """Path of a note that comes first in every search by meaning."""
        self.literals: dict[str, tuple[str, ...]] = {}
        """What regular expressions matched, by path."""
        self.task_lines: dict[str, tuple[int, ...]] = {}
        """Lines of the tasks that are meant, by path."""
        self._gates: dict[tuple[str, Mode], threading.Event] = {}
        self._note_gates: dict[str, threading.Event] = {}
        self._waiting: set[str] = set()

    # What a test does

    def hold(self, text: str, mode: Mode = Mode.HYBRID) -> Callable[[], None]:
        """Let searches for this text in this mode wait until the returned function is called."""
        gate = self._gates[text, mode] = threading.Event()
        return gate.set

    def hold_note(self, path: str) -> Callable[[], None]:
        """Let whoever reads this note wait until the returned function is called."""
        gate = self._note_gates[path] = threading.Event()
        return gate.set

    def waiting(self, text: str) -> bool:
        """Whether a search for this text, or a note with this path, waits at its gate."""
        return text in self._waiting

    def emit(self, event: EngineEvent) -> None:
        """Send an event to all listeners."""
        for listener in list(self._listeners):
            listener(event)

    def move_note(self, path: str, to: str) -> None:
        """Let another program rename a note, and tell of it."""
        self.notes[to] = replace(self.notes.pop(path), path=to)
        for other in self.notes.values():
            if path in other.links:
                links = tuple(to if link == path else link for link in other.links)
                self.notes[other.path] = replace(other, links=links)
        self.emit(IndexChanged(2, frozenset({path, to}), moved={path: to}))

    # SearchEngine

    def initialize(self) -> None:
        if self.fault is not None:
            raise self.fault

    def start_background(self, *, embed: bool = True) -> None:
        self.emit(self.idle_progress())

    def idle_progress(self) -> Progress:
        """All is read and embedded."""
        count = len(self.notes)
        return Progress("idle", notes=count, embeddable=2 * count, embedded=2 * count)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: Scan | None = None,
    ) -> RefreshReport:
        self.refreshed += 1
        return RefreshReport(len(self.notes))

    def index_note(self, path: str) -> bool:
        self.indexed.append(path)
        self.notes.setdefault(path, FakeNote(path, path.rpartition("/")[2].removesuffix(".md"), ""))
        return True

    def remove_note(self, path: str) -> bool:
        return self.notes.pop(path, None) is not None

    def problems(self) -> tuple[str, ...]:
        return ()

    def stale_notes(self) -> tuple[str, ...]:
        return ()

    def count(self) -> int:
        return len(self.notes)

    def search(self, query: Query) -> Result:
        self.queries.append(query)
        gate = self._gates.get((query.source, query.mode))
        if gate is not None:
            self._waiting.add(query.source)
            assert gate.wait(GATE_SECONDS), "the test never opened the gate"
            self._waiting.discard(query.source)
        if self.search_fault is not None:
            raise self.search_fault
        words = [word for text in query.texts for word in text.words]
        found = [(self._score(note, words), note) for note in self._matching(query)]
        if words:
            found = [(score, note) for score, note in found if score > 0]
            boosted = self.boost if query.mode is not Mode.KEYWORD else ""
            found.sort(key=lambda item: (item[1].path != boosted, -item[0], item[1].path))
        elif query.sort == "name":
            found.sort(key=lambda item: item[1].path)
        else:
            found.sort(key=lambda item: item[1].days)
        if query.descending is False and query.sort != "name":
            found.reverse()
        page = found[query.offset : query.offset + query.limit]
        hits = tuple(
            replace(
                hit_of(note, words, score),
                literals=self.literals.get(note.path, ()),
                task_lines=self.task_lines.get(note.path, ()),
            )
            for score, note in page
        )
        has_more = query.offset + len(hits) < len(found)
        used = Mode.KEYWORD if self.degraded else query.mode
        seen = {word for _, note in found for word in re.findall(r"\w+", note.text.casefold())}
        begun = tuple(map(str.casefold, words))
        highlights = tuple(sorted(word for word in seen if words and word.startswith(begun)))
        return Result(hits, len(found), has_more, self.degraded, self.told, Timings(14.0), used, highlights)

    def facets(
        self, query: Query, *, date_field: str = "modified", limit: int = 50, whole: Collection[str] = ()
    ) -> Facets:
        self.facet_requests += 1
        return self._facets(query, limit)

    def _facets(self, query: Query, limit: int) -> Facets:
        notes = list(self._matching(query))
        words = [word for text in query.texts for word in text.words]
        notes = [note for note in notes if not words or self._score(note, words) > 0]
        folders: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        for note in notes:
            parts = note.path.split("/")[:-1]
            folders.update("/".join(parts[: end + 1]) for end in range(len(parts)))
            tags.update(note.tags)
        days = Counter(note.modified.strftime("%Y-%m-%d") for note in notes)
        months = Counter(note.modified.strftime("%Y-%m") for note in notes)
        keys = Counter(key for note in notes for key in note.properties)
        properties = []
        for key, number in keys.most_common():
            values = Counter(str(note.properties[key]) for note in notes if key in note.properties)
            found = tuple(FacetValue(value, value, total) for value, total in values.most_common(limit))
            properties.append(PropertyFacet(key, "text", number, found, len(values)))
        return Facets(
            tuple(FacetValue(name, name.rpartition("/")[2], number) for name, number in sorted(folders.items())),
            tuple(FacetValue(name, name, number) for name, number in tags.most_common()),
            tuple(FacetValue(name, name, number) for name, number in sorted(months.items())),
            tuple(properties),
            len(notes),
            tuple(FacetValue(name, name, number) for name, number in sorted(days.items(), reverse=True)),
        )

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        facets = self._facets(Query(), 50)
        wanted = prefix.casefold()
        if kind == "note":
            notes = [note for note in self._now() if _fuzzy(wanted, note.title.casefold())]
            near = [note for note in self._now() if get_close_matches(wanted, [note.title.casefold()])]
            return tuple(
                Suggestion(note.path, note.title, note.path, corrected=not notes) for note in (notes or near)[:limit]
            )
        values: dict[str, Sequence[FacetValue]] = {
            "tag": facets.tags,
            "folder": facets.folders,
            "property": [FacetValue(facet.key, facet.key, facet.count) for facet in facets.properties],
            "value": [value for facet in facets.properties if facet.key == key for value in facet.values],
        }
        found = [value for value in values[kind] if wanted in value.value.casefold()]
        return tuple(Suggestion(value.value, value.value, str(value.count)) for value in found[:limit])

    def link_target(self, name: str) -> str | None:
        return next((path for path in self.notes if name in (path, note_name(path))), None)

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        return tuple(
            FoundFile(note.path, len(note.text), note.modified, note.tags)
            for note in self._now()
            if query.pattern in note.path
        )[: query.limit]

    def note(self, path: str) -> NoteDetail:
        gate = self._note_gates.get(path)
        if gate is not None:
            self._waiting.add(path)
            assert gate.wait(GATE_SECONDS), "the test never opened the gate"
            self._waiting.discard(path)
        note = self.notes.get(path)
        if note is None:
            raise NoteNotFoundError(f"There is no note {path!r} in the vault.")
        lines = note.text.split("\n")
        headings: list[Heading] = []
        for number, line in enumerate(lines, start=1):
            if line.startswith("#"):
                level = len(line) - len(line.lstrip("#"))
                above = tuple(heading.text for heading in headings if heading.level < level)
                headings.append(Heading(level, line[level:].strip(), number, (*above, line[level:].strip())))
        links = tuple(
            ResolvedLink(self.notes[target].title, _line_of(note, self.notes[target].title), "", "", "", False, target)
            for target in note.links
        )
        return NoteDetail(
            path,
            note.title,
            note.text,
            note.body_line,
            len(note.text),
            note.modified,
            note.modified,
            note.tags,
            note.properties,
            {},
            tuple(headings),
            links,
            self.backlinks(path),
        )

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        target = self.notes[path]
        return tuple(
            Backlink(note.path, note.title, line, note.text.split("\n")[line - 1].strip())
            for note in self._now()
            if path in note.links
            for line in [_line_of(note, target.title)]
        )

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        return self.warned

    def status(self) -> Status:
        count = len(self.notes)
        return Status(self.vault_name, "/index", 1, count, count, count, count, 5, 5, 0, 0, 1, 1, "fake", "idle")

    def clear(self) -> None:
        self.notes.clear()

    @contextmanager
    def released(self) -> Iterator[None]:
        self.released_now = True
        yield
        self.released_now = False

    def close(self) -> None:
        self.closed = True

    # Rules

    def _now(self) -> list[FakeNote]:
        """The notes, taken at once: a test may change them while a thread asks."""
        return list(self.notes.values())

    def _matching(self, query: Query) -> list[FakeNote]:
        if isinstance(query.where, Like):
            return [self.notes[path] for path in self.related if path != query.where.target]
        return [note for note in self._now() if query.where is None or _holds(query.where, note)]

    def _score(self, note: FakeNote, words: list[str]) -> float:
        """Share of the words that occur, a little more for those in the title; 1 without words."""
        if not words:
            return 1.0
        title, text = note.title.casefold(), note.text.casefold()
        found = [word for word in words if word.casefold() in text]
        in_title = [word for word in found if word.casefold() in title]
        return round(0.8 * len(found) / len(words) + 0.12 * len(in_title) / len(words), 3)


def _holds(where: Expression, note: FakeNote) -> bool:
    match where:
        case AllOf(items):
            return all(_holds(item, note) for item in items)
        case AnyOf(items):
            return any(_holds(item, note) for item in items)
        case Not(item):
            return not _holds(item, note)
        case TagIs(tag):
            return any(own == tag or own.startswith(f"{tag}/") for own in note.tags)
        case FolderIs(folder):
            return note.path.casefold().startswith(f"{folder}/".casefold())
        case PathGlob(glob):
            return fnmatchcase(note.path, glob)
        case PropertyIs(key, _, value):
            return str(note.properties.get(key, "")).casefold() == str(value).casefold()
    return True


def hit_of(note: FakeNote, words: Sequence[str] = (), score: float = 1.0) -> Hit:
    """A note as a result."""
    text = " ".join(note.body.split())
    folded = text.casefold()
    starts = [folded.find(word.casefold()) for word in words]
    first = min((start for start in starts if start >= 0), default=0)
    cut = max(0, first - 30)
    shown = ("…" if cut else "") + text[cut : cut + 200]
    matches = [
        MatchRange(start, start + len(word))
        for word in words
        for start in range(len(shown))
        if shown[start : start + len(word)].casefold() == word.casefold()
    ]
    line = next(
        (
            number
            for number, content in enumerate(note.text.split("\n"), start=1)
            if number > note.body_line + 1 and any(word.casefold() in content.casefold() for word in words)
        ),
        note.body_line + 2,
    )
    title = tuple(
        MatchRange(start, start + len(word))
        for word in words
        if (start := note.title.casefold().find(word.casefold())) >= 0
    )
    return Hit(
        note.path,
        note.title,
        (note.title,),
        note.body_line,
        len(note.text.split("\n")),
        note.body,
        Snippet(shown, tuple(sorted(matches, key=lambda match: match.start)), line),
        score,
        ScoreParts(lexical=score),
        note.properties,
        note.tags,
        len(note.text),
        note.modified,
        NOW,
        title,
        passage=bool(words),
    )


def _line_of(note: FakeNote, text: str) -> int:
    return next((number for number, line in enumerate(note.text.split("\n"), start=1) if f"[[{text}" in line), 1)


def _fuzzy(wanted: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in wanted)
