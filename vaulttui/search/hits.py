"""Found notes and chunks with everything that a surface shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from vaulttui.index.property_values import decode_properties
from vaulttui.search.query import Hit, MatchRange, Query, ScoreParts
from vaulttui.search.snapshot import Snapshot
from vaulttui.search.snippets import Matcher, make_snippet
from vaulttui.vault.note import PropertyValue


@dataclass(frozen=True, slots=True)
class Found:
    """A hit before its texts are fetched."""

    note: int
    """Number in the snapshot."""
    chunk: int
    """Number of the chunk that stands for it."""
    score: float
    parts: ScoreParts
    more: int = 0
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class _NoteRow:
    path: str
    title: str
    tags: tuple[str, ...]
    properties: Mapping[str, PropertyValue]
    size: int
    modified: datetime
    created: datetime


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk's texts."""

    heading_path: tuple[str, ...]
    first_line: int
    last_line: int
    text: str


def fetch_chunks(cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, chunks: Sequence[int]) -> dict[int, ChunkRow]:
    """Texts of some chunks, by their number in the snapshot."""
    if not chunks:
        return {}
    identities = [int(snapshot.chunk_ids[chunk]) for chunk in chunks]
    rows = cursor.execute(
        "SELECT chunk_id, heading_path, first_line, last_line, text FROM chunks "
        f"WHERE chunk_id IN ({', '.join('?' * len(identities))})",
        identities,
    ).fetchall()
    return {int(snapshot.chunk_places[row[0]]): ChunkRow(tuple(row[1]), row[2], row[3], row[4]) for row in rows}


def fetch_titles(
    cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, notes: Sequence[int]
) -> dict[int, tuple[str, ...]]:
    """Title, file name without its ending, and aliases of some notes, by their number in the snapshot."""
    rows = _note_rows(cursor, snapshot, notes, "title, name, aliases")
    return {place: (row[0], row[1].rpartition(".")[0] or row[1], *row[2]) for place, row in rows.items()}


def build_hits(
    cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, found: Sequence[Found], query: Query, matcher: Matcher
) -> tuple[Hit, ...]:
    """Fetch what the surfaces show. Hits keep their order."""
    chunks = fetch_chunks(cursor, snapshot, [item.chunk for item in found])
    notes = {
        place: _NoteRow(row[0], row[1], tuple(row[2]), _selected(row[3], query.fields), *row[4:])
        for place, row in _note_rows(
            cursor,
            snapshot,
            list(dict.fromkeys(item.note for item in found)),
            "path, title, tags, properties, size, modified, created",
        ).items()
    }
    return tuple(_hit(item, notes[item.note], chunks[item.chunk], matcher) for item in found if item.chunk in chunks)


def _hit(found: Found, note: _NoteRow, chunk: ChunkRow, matcher: Matcher) -> Hit:
    return Hit(
        path=note.path,
        title=note.title,
        heading_path=chunk.heading_path,
        first_line=chunk.first_line,
        last_line=chunk.last_line,
        content=chunk.text,
        snippet=make_snippet(chunk.text, chunk.first_line, matcher),
        score=found.score,
        parts=found.parts,
        properties=note.properties,
        tags=note.tags,
        size=note.size,
        modified=note.modified,
        created=note.created,
        title_matches=tuple(MatchRange(start, end) for start, end, _ in matcher.find(note.title)),
        more_in_note=found.more,
        explanation=found.explanation,
    )


def _note_rows(
    cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, notes: Sequence[int], columns: str
) -> dict[int, tuple[Any, ...]]:
    if not notes:
        return {}
    identities = [int(snapshot.note_ids[note]) for note in notes]
    rows = cursor.execute(
        f"SELECT note_id, {columns} FROM notes WHERE note_id IN ({', '.join('?' * len(identities))})", identities
    ).fetchall()
    return {int(snapshot.note_places[row[0]]): row[1:] for row in rows}


def _selected(encoded: str, fields: Sequence[str]) -> Mapping[str, PropertyValue]:
    values, _ = decode_properties(encoded)
    if not fields:
        return values
    wanted = {name.casefold() for name in fields}
    return {key: value for key, value in values.items() if key.casefold() in wanted}
