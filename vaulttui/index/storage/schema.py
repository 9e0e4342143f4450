"""The tables of the index.

There are no primary keys and no secondary indexes on purpose: reports of damaged DuckDB files gather around their
maintenance, and every look-up here is either a scan of a few million small integers or helped by the order in which
rows are written. Identities are given by the one writer.

Texts that single rows are fetched of, or that are searched at every keystroke, are stored uncompressed: fetching eight
chunks out of 27,000 took 20 ms from DuckDB's default string compression and takes 2 ms so, for 15 MB instead of 7.
"""

from __future__ import annotations

SCHEMA_VERSION = 6
"""Raised with every change of the tables. An older index is rebuilt, a newer one is refused."""

DIMENSIONS = 384
"""Length of the bundled model's vectors."""

ONLY_IN_ELEMENTS = 255
"""Instead of occurrences in headings: a word that a chunk has nowhere but within HTML elements."""


def vector_columns(dimensions: int) -> str:
    """Columns of the ``vectors`` table for vectors of some length (divisible by 64).

    Vectors stand under the hash of the text that they were made from. What is kept of them in memory: ``s0``… hold
    their signs, one bit a dimension; ``c0``… four bits a dimension, see :mod:`vaulttui.index.vectors.codes`.
    """
    signs = ", ".join(f"s{word} UBIGINT" for word in range(dimensions // 64))
    codes = ", ".join(f"c{word} UBIGINT" for word in range(dimensions // 16))
    return f"hash UBIGINT, embedding FLOAT[{dimensions}], {signs}, {codes}"


TABLES: dict[str, str] = {
    # Schema version, fingerprints, generation, last identities given: one row a key.
    "meta": "key VARCHAR, value VARCHAR",
    "notes": """
        note_id INTEGER, path VARCHAR, folder VARCHAR, name VARCHAR, title VARCHAR, title_source VARCHAR,
        aliases VARCHAR[], tags VARCHAR[], properties VARCHAR USING COMPRESSION uncompressed,
        created TIMESTAMP, created_source VARCHAR, modified TIMESTAMP, updated TIMESTAMP,
        size BIGINT, mtime_ns BIGINT, ctime_ns BIGINT, inode UBIGINT, content_hash BLOB,
        language VARCHAR, line_count INTEGER, body_line INTEGER, partial BOOLEAN,
        link_count INTEGER, task_count INTEGER""",
    # One row for each item of a list; `text_folded`, `number` and `moment` are what filters compare with.
    "properties": """
        note_id INTEGER, key VARCHAR, key_folded VARCHAR, type VARCHAR, text VARCHAR, text_folded VARCHAR,
        number DOUBLE, moment TIMESTAMP, line INTEGER""",
    # One row for each distinct tag of a note.
    "tags": "note_id INTEGER, tag VARCHAR, tag_folded VARCHAR, line INTEGER",
    # `name_key` is what a new or vanished file of that name makes us resolve again.
    "links": """
        note_id INTEGER, line INTEGER, kind VARCHAR, target VARCHAR, name_key VARCHAR, heading VARCHAR, block VARCHAR,
        display VARCHAR, embed BOOLEAN, context VARCHAR, resolved VARCHAR""",
    "headings": "note_id INTEGER, line INTEGER, level UTINYINT, text VARCHAR",
    "tasks": "note_id INTEGER, chunk_id INTEGER, line INTEGER, status VARCHAR, text VARCHAR",
    # `heading_path` is encoded, see :mod:`vaulttui.index.reading.heading_paths`; `words` are those of the text, each a
    # character, see :mod:`vaulttui.index.reading.word_codes`.
    "chunks": """
        chunk_id INTEGER, note_id INTEGER, ordinal INTEGER, heading_path VARCHAR USING COMPRESSION uncompressed,
        first_line INTEGER, last_line INTEGER, text VARCHAR USING COMPRESSION uncompressed, length INTEGER,
        content_date DATE, vector_hash UBIGINT, words VARCHAR USING COMPRESSION uncompressed""",
    # The vocabulary: forms as the tokenizer gives them, and their stems in every language they were met in.
    "terms": """
        term_id INTEGER, form VARCHAR USING COMPRESSION uncompressed, folded VARCHAR USING COMPRESSION uncompressed""",
    "stems": "term_id INTEGER, language VARCHAR, stem VARCHAR USING COMPRESSION uncompressed",
    # The inverted index of the chunks, and of what belongs to a whole note. Occurrences by field. Where only the source
    # shows a word (see :mod:`vaulttui.vault.markdown.unseen_text`) there are none: in an address both are 0, in
    # elements alone `heading` is ONLY_IN_ELEMENTS.
    "postings": "term_id INTEGER, chunk_id INTEGER, body USMALLINT, heading UTINYINT",
    "note_postings": """
        term_id INTEGER, note_id INTEGER, title UTINYINT, alias UTINYINT, tag UTINYINT, path UTINYINT,
        property USMALLINT""",
    "vectors": vector_columns(DIMENSIONS),
    "attachments": "path VARCHAR",
    "warnings": "path VARCHAR, line INTEGER, code VARCHAR, message VARCHAR",
}

NOTE_TABLES: tuple[str, ...] = (
    "notes",
    "properties",
    "tags",
    "links",
    "headings",
    "tasks",
    "chunks",
)
"""Tables whose rows go when their note goes. Those of ``postings`` and ``note_postings`` go later, see
:class:`~vaulttui.index.writing.housekeeping.Housekeeping`."""


def create_statements() -> list[str]:
    """SQL that creates what is missing."""
    return [f"CREATE TABLE IF NOT EXISTS {name} ({columns})" for name, columns in TABLES.items()]
