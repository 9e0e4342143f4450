"""Puts the columns of a batch into the tables of the index, its numbers turned into identities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.columns import Columns
from vaulttui.index.reading.inverting import Postings
from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.arrays import Array, integers, moments, objects, scan
from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.writing.identities import Identities
from vaulttui.index.writing.known_terms import KnownTerms
from vaulttui.vault.links.resolution import LinkResolver

Terms = NDArray[np.int32]
"""Identities of a batch's terms, by their number within the batch."""

_MOMENTS = frozenset({"created", "modified", "updated", "moment", "content_date"})
_NUMBERS = frozenset(
    {"size", "mtime_ns", "ctime_ns", "inode", "line_count", "body_line", "link_count", "task_count", "ordinal"}
    | {"first_line", "last_line", "length", "level"}
)


def add_terms(cursor: Cursor, forms: Sequence[str], given: Identities) -> tuple[Terms, list[str]]:
    """Look up the identities of a batch's forms, and add those that the vocabulary lacks.

    Args:
        given: What the index has given so far.

    Returns:
        The identities, and the forms that were added, which have the next ones in their order.
    """
    identities = _known_identities(cursor, forms, given.terms)
    missing = np.flatnonzero(identities < 0)
    identities[missing] = np.arange(given.term, given.term + len(missing), dtype=np.int32)
    new_forms = [forms[place] for place in missing.tolist()]
    if new_forms:
        rows = {
            "term_id": identities[missing],
            "form": objects(new_forms),
            "folded": objects([fold(form) for form in new_forms]),
        }
        scan(cursor, "INSERT INTO terms BY NAME SELECT * FROM rows", rows)
    return identities, new_forms


def _known_identities(cursor: Cursor, forms: Sequence[str], known: KnownTerms) -> Terms:
    """The identity of each form, -1 for one that the vocabulary lacks."""
    if known.helps(cursor):
        return known.identities(forms)
    rows = {"form": objects(list(forms)), "place": integers(range(len(forms)))}
    found = scan(
        cursor, "SELECT rows.place, terms.term_id FROM rows JOIN terms ON terms.form = rows.form", rows
    ).fetchnumpy()
    identities = np.full(len(forms), -1, dtype=np.int32)
    identities[found["place"]] = found["term_id"]
    return identities


def insert_stems(cursor: Cursor, stems: Columns, terms: Terms, known: KnownTerms) -> tuple[Terms, Sequence[str]]:
    """Insert the stems of a batch that the index lacks.

    Args:
        stems: Of which ``term`` is a number within the batch.
        terms: Identities of the batch's terms.
        known: What the index has so far.

    Returns:
        Of each of the batch's stems, its term's identity and its language.
    """
    term_ids, languages = terms[np.array(stems["term"], dtype=np.int64)], stems["language"]
    rows = {"term_id": term_ids, "language": objects(languages), "stem": objects(stems["stem"])}
    if known.read_already:
        lacking = ~known.have_stems(term_ids, languages)
        rows = {name: column[lacking] for name, column in rows.items()}
        sql = "INSERT INTO stems BY NAME SELECT * FROM rows"
    else:
        sql = (
            "INSERT INTO stems BY NAME SELECT * FROM rows WHERE NOT EXISTS "
            "(SELECT 1 FROM stems WHERE stems.term_id = rows.term_id AND stems.language = rows.language)"
        )
    if len(rows["term_id"]):
        scan(cursor, sql, rows)
    return term_ids, languages


def insert_rows(
    cursor: Cursor,
    table: str,
    columns: Columns,
    paths: Sequence[str],
    resolver: LinkResolver,
    first_note: int,
    first_chunk: int,
) -> None:
    """Insert the rows of a batch that belong into one table.

    Args:
        columns: Of which ``note`` and ``chunk`` are numbers within the batch.
        paths: Of the batch's notes.
        resolver: Knows every file of the vault.
        first_note: Identity of the batch's first note.
        first_chunk: Identity of its first chunk.
    """
    rows: dict[str, Array] = {}
    for name, values in columns.items():
        if name == "note":
            rows["note_id"] = integers(values) + first_note
        elif name == "chunk":
            rows["chunk_id"] = integers(values) + first_chunk
        elif name in _MOMENTS:
            rows[name] = moments(values)
        elif name in _NUMBERS:
            rows[name] = integers(values) if name != "inode" else np.array(values, dtype=np.uint64)
        elif isinstance(values, np.ndarray):
            rows[name] = values
        else:
            rows[name] = objects(values)
    if table == "links":
        written = list(zip(columns["target"], columns["note"], strict=True))
        folders = [path.rpartition("/")[0] for path in paths]
        # Notes of one folder that link to the same mean the same, but for links into the note itself.
        places = [(target, folders[note] if target else paths[note]) for target, note in written]
        first = dict(zip(places, (paths[note] for _, note in written), strict=True))
        resolved = {place: resolver.resolve(place[0], source) for place, source in first.items()}
        rows["resolved"] = objects([resolved[place] for place in places])
    selected = ", ".join(f"{name}::DATE AS {name}" if name == "content_date" else name for name in rows)
    scan(cursor, f"INSERT INTO {table} BY NAME SELECT {selected} FROM rows", rows)


def insert_postings(cursor: Cursor, table: str, owner: str, postings: Postings, terms: Terms, first_owner: int) -> None:
    """Insert postings, sorted by term.

    Args:
        owner: The column that says in what the term is.
        terms: Identities of the batch's terms.
        first_owner: Identity of the batch's first owner.
    """
    if not len(postings):
        return
    term_ids = terms[postings.term]
    order = np.argsort(term_ids, kind="stable")  # by owner they are sorted already
    rows: dict[str, Array] = {
        "term_id": term_ids[order],
        owner: postings.owner[order] + np.int32(first_owner),
        **{name: column[order] for name, column in postings.counts.items()},
    }
    scan(cursor, f"INSERT INTO {table} BY NAME SELECT * FROM rows", rows)
