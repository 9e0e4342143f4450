"""Read notes turned into columns: what a worker process sends back, ready to be written.

Columns of plain values cross the process border several times faster than note objects, and DuckDB takes them as they
are. Notes and chunks are numbered within the batch; the writer turns the numbers into identities.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from vaulttui.index.embedding_text import embedding_text, vector_hash
from vaulttui.index.property_values import encode_properties, link_text, property_moment, property_number, property_text
from vaulttui.index.stemming import FALLBACK_LANGUAGE, LANGUAGES, stem
from vaulttui.index.tokenizer import count_all, count_forms, fold
from vaulttui.vault.note import Chunk, FileStat, Note, PropertyValue

Columns = dict[str, list[Any]]

_LARGEST = {"B": 255, "H": 65_535}
"""What a column of occurrences holds at most, by type code; more count as that many."""


@dataclass(slots=True)
class Postings:
    """Occurrences of terms. All arrays are of one length."""

    term: array[int] = field(default_factory=lambda: array("i"))
    """Number of the term within the batch."""
    owner: array[int] = field(default_factory=lambda: array("i"))
    """Number of the chunk or note within the batch."""
    counts: dict[str, array[int]] = field(default_factory=dict)
    """Occurrences by field."""

    def add(self, terms: Sequence[int], owner: int, counts: Mapping[str, Sequence[int]]) -> None:
        """Add the postings of one chunk or note.

        Args:
            terms: Numbers of its terms, without repeats.
            owner: Its own number.
            counts: By field, occurrences of each term; a field that is missing has none.
        """
        self.term.extend(terms)
        self.owner.extend([owner] * len(terms))
        for name, column in self.counts.items():
            occurrences = counts.get(name)
            if occurrences is None:
                column.frombytes(bytes(len(terms) * column.itemsize))
                continue
            largest = _LARGEST[column.typecode]
            if max(occurrences, default=0) > largest:
                occurrences = [min(count, largest) for count in occurrences]
            column.extend(occurrences)


@dataclass(slots=True)
class NoteBatch:
    """Some notes, in columns."""

    tables: dict[str, Columns]
    """By table of the schema; the column ``note`` numbers the note, ``chunk`` the chunk, within the batch."""
    paths: list[str]
    terms: list[str]
    """Distinct forms."""
    stems: Columns
    """``term`` (number within the batch), ``language``, ``stem``."""
    postings: Postings
    note_postings: Postings
    failures: list[tuple[str, str]] = field(default_factory=list)
    """``(path, reason)`` of notes that could not be read now."""
    unchanged: list[tuple[str, FileStat]] = field(default_factory=list)
    """Files whose bytes are as they were indexed."""


class BatchBuilder:
    """Collects notes into a :class:`NoteBatch`.

    Args:
        language: A Snowball language for every note, ``auto`` for each note's own, ``none`` for no stemming.
    """

    def __init__(self, language: str = "auto") -> None:
        self._language = language
        self._terms: dict[str, int] = {}
        self._terms_by_language: dict[str, set[str]] = {}
        self._postings = Postings(counts={"body": array("H"), "heading": array("B")})
        self._note_postings = Postings(
            counts={
                "title": array("B"),
                "alias": array("B"),
                "tag": array("B"),
                "path": array("B"),
                "property": array("H"),
            }
        )
        self._tables: dict[str, Columns] = {}
        self._paths: list[str] = []
        self._chunks = 0
        self.failures: list[tuple[str, str]] = []
        """``(path, reason)``: added by whoever reads."""
        self.unchanged: list[tuple[str, FileStat]] = []
        """Added by whoever reads."""

    def __len__(self) -> int:
        return len(self._paths)

    def build(self) -> NoteBatch:
        """What was collected."""
        return NoteBatch(
            tables=self._tables,
            paths=self._paths,
            terms=list(self._terms),
            stems=self._stems(),
            postings=self._postings,
            note_postings=self._note_postings,
            failures=self.failures,
            unchanged=self.unchanged,
        )

    def add(self, note: Note) -> None:
        """Add one note."""
        number = len(self._paths)
        self._paths.append(note.path)
        self._add_note_row(number, note)
        self._add_properties(number, note)
        for tag, line in _distinct_tags(note):
            self._row("tags", note=number, tag=tag, tag_folded=fold(tag), line=line)
        for link in note.links:
            self._row(
                "links",
                note=number,
                line=link.line,
                kind=link.kind,
                target=link.target,
                name_key=name_key(link.target) if link.target else "",
                heading=link.heading,
                block=link.block,
                display=link.display,
                embed=link.embed,
                context=link.context,
            )
        for heading in note.headings:
            self._row("headings", note=number, line=heading.line, level=heading.level, text=heading.text)
        for warning in note.warnings:
            self._row("warnings", path=note.path, line=warning.line, code=warning.code, message=warning.message)
        self._add_chunks(number, note)
        self._add_note_postings(number, note)

    def _row(self, table: str, **values: object) -> None:
        columns = self._tables.get(table)
        if columns is None:
            columns = self._tables[table] = {name: [] for name in values}
        for name, value in values.items():
            columns[name].append(value)

    def _add_note_row(self, number: int, note: Note) -> None:
        folder, _, name = note.path.rpartition("/")
        self._row(
            "notes",
            note=number,
            path=note.path,
            folder=folder,
            name=name,
            title=note.title,
            title_source=note.title_source,
            aliases=list(note.aliases),
            tags=[tag for tag, _ in _distinct_tags(note)],
            properties=encode_properties(note.properties),
            created=note.created,
            created_source=note.created_source,
            modified=note.modified,
            updated=note.updated,
            size=note.stat.size,
            mtime_ns=note.stat.mtime_ns,
            ctime_ns=note.stat.ctime_ns,
            inode=note.stat.inode,
            content_hash=note.content_hash,
            language=note.language,
            line_count=note.line_count,
            body_line=note.body_line,
            partial=note.partial,
            link_count=len(note.links),
            task_count=len(note.tasks),
        )

    def _add_properties(self, number: int, note: Note) -> None:
        for prop in note.properties:
            items = prop.value if isinstance(prop.value, list) and prop.value else [prop.value]
            for item in items:
                text = property_text(item)
                self._row(
                    "properties",
                    note=number,
                    key=prop.key,
                    key_folded=fold(prop.key),
                    type=prop.type,
                    text=text,
                    text_folded=fold(link_text(text)),
                    number=property_number(item),
                    moment=property_moment(item),
                    line=prop.line,
                )

    def _add_chunks(self, number: int, note: Note) -> None:
        written_title = "" if note.title_source == "filename" else note.title
        headings_left = deque(note.headings)
        tasks_left = deque(note.tasks)
        # A note without a body is found by its name and metadata all the same, through a chunk without text.
        for chunk in note.chunks or (Chunk(0, (), note.body_line, max(note.body_line, note.line_count), ""),):
            owner = self._chunks
            self._chunks += 1
            counts, length = count_forms(chunk.text)
            text = embedding_text(written_title, chunk.heading_path, chunk.text)
            self._row(
                "chunks",
                chunk=owner,
                note=number,
                ordinal=chunk.ordinal,
                heading_path=list(chunk.heading_path),
                first_line=chunk.first_line,
                last_line=chunk.last_line,
                text=chunk.text,
                length=length,
                content_date=chunk.content_date,
                vector_hash=vector_hash(text) if text else None,
            )
            own_headings = _take(headings_left, chunk.last_line)
            fields: dict[str, Sequence[int]] = {"body": list(counts.values())}
            if own_headings:
                in_heading = count_all(heading.text for heading in own_headings)
                fields["heading"] = [in_heading[form] for form in counts]
                # A heading's words are in the chunk's text too; they count once, where they weigh more.
                fields["body"] = [max(0, count - in_heading[form]) for form, count in counts.items()]
            self._postings.add(self._number(counts, note.language), owner, fields)
            for task in _take(tasks_left, chunk.last_line):
                self._row("tasks", note=number, chunk=owner, line=task.line, status=task.status, text=task.text)

    def _add_note_postings(self, number: int, note: Note) -> None:
        stem_name = note.path.rpartition("/")[2].rpartition(".")[0] or note.path
        titles = {note.title, stem_name}
        fields: dict[str, Counter[str]] = {
            "title": count_all([max(titles, key=len)] if _same_words(titles) else sorted(titles)),
            "alias": count_all(note.aliases),
            "tag": count_all(tag for tag, _ in _distinct_tags(note)),
            "path": count_all([note.path.rpartition("/")[0]]),
            "property": count_all(
                part
                for prop in note.properties
                for part in (prop.key, *(property_text(item) for item in _items(prop.value)))
            ),
        }
        forms = dict.fromkeys(form for counts in fields.values() for form in counts)
        numbers = self._number(forms, note.language)
        self._note_postings.add(
            numbers, number, {name: [counts[form] for form in forms] for name, counts in fields.items()}
        )

    def _number(self, forms: Iterable[str], note_language: str) -> list[int]:
        """Numbers of forms within the batch; new ones are taken up."""
        terms = self._terms
        numbers = [terms.setdefault(form, len(terms)) for form in forms]
        language = (note_language or FALLBACK_LANGUAGE) if self._language == "auto" else self._language
        if language in LANGUAGES:
            self._terms_by_language.setdefault(language, set()).update(forms)
        return numbers

    def _stems(self) -> Columns:
        """Stems of the forms, in every language that they were met in."""
        columns: Columns = {"term": [], "language": [], "stem": []}
        for language, forms in sorted(self._terms_by_language.items()):
            for form in forms:
                if form.isalpha():
                    columns["term"].append(self._terms[form])
                    columns["language"].append(language)
                    columns["stem"].append(stem(form, language))
        return columns


def _same_words(titles: Iterable[str]) -> bool:
    return len({fold(title).strip() for title in titles}) == 1


def _distinct_tags(note: Note) -> list[tuple[str, int | None]]:
    """A note's tags without repeats, as first written, with the line of their first use."""
    seen: dict[str, tuple[str, int | None]] = {}
    for tag in note.tags:
        seen.setdefault(fold(tag.name), (tag.name, tag.line))
    return list(seen.values())


class _HasLine(Protocol):
    @property
    def line(self) -> int: ...


_Placed = TypeVar("_Placed", bound=_HasLine)


def _take(queue: deque[_Placed], last_line: int) -> list[_Placed]:
    """Take what lies at or above a line from the front of a queue in order of lines."""
    taken = []
    while queue and queue[0].line <= last_line:
        taken.append(queue.popleft())
    return taken


def _items(value: PropertyValue) -> list[PropertyValue]:
    return value if isinstance(value, list) else [value]


def name_key(target: str) -> str:
    """What two spellings of one file name have in common: no folder, no ``.md``, case and composition ignored."""
    name = target.replace("\\", "/").rpartition("/")[2]
    folded = unicodedata.normalize("NFC", name).casefold()
    return folded.removesuffix(".md").removesuffix(".markdown")
