"""What an index holds, without the identities and the order in which it happened to be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import duckdb

Content = Mapping[str, Counter[tuple[object, ...]]]

_OF_NOTES = {
    "properties": "key, key_folded, type, text, text_folded, number, moment, line",
    "tags": "tag, tag_folded, line",
    "links": "line, kind, target, name_key, heading, block, display, embed, context, resolved",
    "headings": "line, level, text",
    "chunks": "ordinal, heading_path, first_line, last_line, text, length, content_date, vector_hash",
}
_QUERIES = {
    "notes": "SELECT * EXCLUDE (note_id) FROM notes",
    "tasks": """
        SELECT notes.path, ordinal, line, status, x.text FROM tasks x JOIN notes USING (note_id)
        LEFT JOIN chunks ON chunks.chunk_id = x.chunk_id AND chunks.note_id = x.note_id""",
    "postings": """
        SELECT form, folded, path, ordinal, x.body, x.heading FROM postings x JOIN terms USING (term_id)
        JOIN chunks USING (chunk_id) JOIN notes USING (note_id)""",
    "note_postings": """
        SELECT form, notes.path, x.title, alias, tag, x.path, property
        FROM note_postings x JOIN terms USING (term_id) JOIN notes USING (note_id)""",
    "posting_rows": """
        SELECT count(*) FROM postings SEMI JOIN chunks USING (chunk_id)
        UNION ALL SELECT count(*) FROM note_postings SEMI JOIN notes USING (note_id)""",
    "orphans": "SELECT 'chunk', chunk_id FROM chunks WHERE note_id NOT IN (SELECT note_id FROM notes)",
    "twice": "SELECT path FROM notes GROUP BY path HAVING count(*) > 1",
    "attachments": "SELECT path FROM attachments",
    "warnings": "SELECT path, line, code, message FROM warnings",
    "missing_stems": """
        SELECT DISTINCT form FROM terms JOIN postings USING (term_id) JOIN chunks USING (chunk_id)
        WHERE term_id NOT IN (SELECT term_id FROM stems) AND regexp_matches(form, '^[a-z]{4,}$')""",
    "vectors": "SELECT DISTINCT hash FROM vectors WHERE hash IN (SELECT vector_hash FROM chunks)",
    "vectors_twice": "SELECT hash FROM vectors GROUP BY hash HAVING count(*) > 1",
    "doubled_terms": "SELECT form FROM terms GROUP BY form HAVING count(*) > 1",
    "pending": "SELECT key FROM meta WHERE key = 'unsettled'",
} | {
    table: f"SELECT notes.path, {', '.join(f'x.{name.strip()}' for name in columns.split(','))} "
    f"FROM {table} x JOIN notes USING (note_id)"
    for table, columns in _OF_NOTES.items()
}


def index_content(path: Path) -> Content:
    """Everything that is indexed, by table; rows are counted, not ordered."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return {
            name: Counter(tuple(map(_plain, row)) for row in connection.execute(query).fetchall())
            for name, query in _QUERIES.items()
        }


def differences(found: Content, wanted: Content) -> dict[str, str]:
    """Where two indexes differ, for a person."""
    return {
        name: f"too much {list((found[name] - rows).items())[:3]}, missing {list((rows - found[name]).items())[:3]}"
        for name, rows in wanted.items()
        if found[name] != rows
    }


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
