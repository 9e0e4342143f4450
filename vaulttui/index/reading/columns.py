"""Read notes turned into columns: what a worker process sends back, ready to be written.

Columns of plain values cross the process border several times faster than note objects, and DuckDB takes them as they
are. Notes and chunks are numbered within the batch; the writer turns the numbers into identities.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Any, Protocol, TypeAlias, TypeVar

from vaulttui.index.reading.batch_words import BatchWords
from vaulttui.index.reading.distinct_tags import distinct_tags
from vaulttui.index.reading.embedding_text import embedding_text, vector_hash
from vaulttui.index.reading.heading_paths import encode_heading_path
from vaulttui.index.reading.inverting import Postings, Terms
from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import (
    compared_text,
    encode_properties,
    link_text,
    property_moment,
    property_number,
)
from vaulttui.index.reading.word_codes import WordRows
from vaulttui.values import dataclass
from vaulttui.vault.note import Chunk, FileStat, Note
from vaulttui.vault.properties.nested_properties import with_nested

Columns: TypeAlias = dict[str, Any]
"""Values of each column, by name: a sequence or an array."""

_COLUMNS: dict[str, tuple[str, ...]] = {
    "notes": (
        *("note", "path", "folder", "name", "title", "title_source", "aliases", "tags", "properties"),
        *("created", "created_source", "modified", "updated", "size", "mtime_ns", "ctime_ns", "inode"),
        *("content_hash", "language", "line_count", "body_line", "partial", "link_count", "task_count"),
    ),
    "properties": ("note", "key", "key_folded", "type", "text", "text_folded", "number", "moment", "line"),
    "tags": ("note", "tag", "tag_folded", "line"),
    "links": ("note", "line", "kind", "target", "name_key", "heading", "block", "display", "embed", "context"),
    "headings": ("note", "line", "level", "text"),
    "tasks": ("note", "chunk", "line", "status", "text"),
    "chunks": (
        *("chunk", "note", "ordinal", "heading_path", "first_line", "last_line", "text", "content_date"),
        "vector_hash",
    ),
    "warnings": ("path", "line", "code", "message"),
}
"""Columns of the rows that are sent, by table of the schema."""


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
    words: WordRows
    """Of every chunk."""
    failures: list[tuple[str, str]]
    """``(path, reason)`` of notes that could not be read now: what the index has of them stays."""
    unchanged: list[tuple[str, FileStat]]
    """Files whose bytes are as they were indexed."""


class BatchBuilder:
    """Collects notes into a :class:`NoteBatch`.

    Args:
        language: A Snowball language for every note, ``auto`` for each note's own, ``none`` for no stemming.
        terms: Knows what is in most batches, so that it need not be tokenised again. Used by one builder at a time.
    """

    def __init__(self, language: str = "auto", terms: Terms | None = None) -> None:
        self._words = BatchWords(language, terms or Terms())
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _COLUMNS}
        self._paths: list[str] = []
        self.failures: list[tuple[str, str]] = []
        """``(path, reason)``: added by whoever reads."""
        self.unchanged: list[tuple[str, FileStat]] = []
        """Added by whoever reads."""

    def build(self) -> NoteBatch:
        """What was collected."""
        tables: dict[str, Columns] = {
            table: dict(zip(_COLUMNS[table], zip(*rows, strict=True), strict=True))
            for table, rows in self._rows.items()
            if rows
        }
        words = self._words.build()
        if "chunks" in tables:
            tables["chunks"]["length"] = words.lengths
        return NoteBatch(
            tables=tables,
            paths=self._paths,
            terms=words.terms,
            stems=words.stems,
            postings=words.postings,
            note_postings=words.note_postings,
            words=words.words,
            failures=self.failures,
            unchanged=self.unchanged,
        )

    def add(self, note: Note) -> None:
        """Add one note; of one that raises, whatever that is, nothing is left in the batch."""
        places = {table: len(rows) for table, rows in self._rows.items()}
        words = self._words.place
        try:
            self._add(len(self._paths), note)
        except BaseException:
            for table, rows in self._rows.items():
                del rows[places[table] :]
            self._words.go_back(words)
            raise
        self._paths.append(note.path)

    def _add(self, number: int, note: Note) -> None:
        tags = [(tag.name, tag.line) for tag in distinct_tags(note.tags)]
        self._add_note_row(number, note, tags)
        self._add_properties(number, note)
        rows = self._rows
        rows["tags"] += [(number, tag, fold(tag), line) for tag, line in tags]
        rows["links"] += [
            (
                *(number, link.line, link.kind, link.target, name_key(link.target) if link.target else ""),
                *(link.heading, link.block, link.display, link.embed, link.context),
            )
            for link in note.links
        ]
        rows["headings"] += [(number, heading.line, heading.level, heading.text) for heading in note.headings]
        rows["warnings"] += [(note.path, warning.line, warning.code, warning.message) for warning in note.warnings]
        self._add_chunks(number, note)
        self._words.add_note(number, note, [tag for tag, _ in tags])

    def _add_note_row(self, number: int, note: Note, tags: Sequence[tuple[str, int | None]]) -> None:
        folder, _, name = note.path.rpartition("/")
        stat = note.stat
        self._rows["notes"].append(
            (
                *(number, note.path, folder, name, note.title, note.title_source, list(note.aliases)),
                *([tag for tag, _ in tags], encode_properties(note.properties)),
                *(note.created, note.created_source, note.modified, note.updated),
                *(stat.size, stat.mtime_ns, stat.ctime_ns, stat.inode, note.content_hash),
                *(note.language, note.line_count, note.body_line, note.partial, len(note.links), len(note.tasks)),
            )
        )

    def _add_properties(self, number: int, note: Note) -> None:
        rows = self._rows["properties"]
        for prop in with_nested(note.properties):
            items = prop.value if isinstance(prop.value, list) and prop.value else [prop.value]
            lines = prop.item_lines or repeat(prop.line)
            for item, line in zip(items, lines, strict=False):
                text = compared_text(item)
                rows.append(
                    (
                        *(number, prop.key, fold(prop.key), "map" if isinstance(item, dict) else prop.type),
                        *(text, fold(link_text(text))),
                        *(property_number(item), property_moment(item), line),
                    )
                )

    def _add_chunks(self, number: int, note: Note) -> None:
        written_title = "" if note.title_source == "filename" else note.title
        headings_left = deque(note.headings)
        tasks_left = deque(note.tasks)
        rows = self._rows["chunks"]
        for chunk in note.chunks or (_chunk_without_text(note),):
            owner = len(rows)
            text = embedding_text(written_title, chunk.heading_path, chunk.text)
            heading_path = encode_heading_path(chunk.heading_path)
            rows.append(
                (
                    *(owner, number, chunk.ordinal, heading_path, chunk.first_line, chunk.last_line),
                    *(chunk.text, chunk.content_date, vector_hash(text) if text else None),
                )
            )
            own_headings = _take(headings_left, chunk.last_line)
            self._words.add_chunk(owner, number, chunk.text, [heading.text for heading in own_headings])
            self._rows["tasks"] += [
                (number, owner, task.line, task.status, task.text) for task in _take(tasks_left, chunk.last_line)
            ]


def _chunk_without_text(note: Note) -> Chunk:
    """Through which a note without a body is found by its name and metadata: its blank lines, or else its last one."""
    last = max(note.line_count, 1)
    return Chunk(0, (), min(note.body_line, last), last, "")


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


def name_key(target: str) -> str:
    """What two spellings of one file name have in common: no folder, no ``.md``, case and composition ignored.

    However many ``.md`` it ends in: ``[[a.md]]`` may mean ``a.md.md``.
    """
    name = target.replace("\\", "/").rstrip("/").rpartition("/")[2]
    folded = unicodedata.normalize("NFC", name).casefold()
    while (shorter := folded.removesuffix(".md").removesuffix(".markdown")) != folded:
        folded = shorter
    return folded
