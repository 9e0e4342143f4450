"""Writes batches of notes and vectors into the index. The only place that gives identities."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb
from vaulttui.index.arrays import Array, integers, moments, objects, scan
from vaulttui.index.columns import Columns, NoteBatch
from vaulttui.index.database import Database
from vaulttui.index.inverting import Postings
from vaulttui.index.meta import IndexMeta, set_value
from vaulttui.index.property_types import PROPERTY_TYPE_DIFFERS
from vaulttui.index.schema import NOTE_TABLES, TABLES
from vaulttui.index.tokenizer import fold
from vaulttui.settings import VaultSettings
from vaulttui.vault.links import LinkResolver
from vaulttui.vault.note import FileStat

log = logging.getLogger(__name__)

_CHECKPOINT_POSTINGS = 2_000_000
"""Postings written between two checkpoints of a bulk load."""
_UNSETTLED = "unsettled"
_IDENTITIES = "identities"
_SORT_SHARE = 0.1
"""Share of loose postings from which sorting them all again pays."""
_FEW_POSTINGS = 50_000
"""So many may always be loose."""
_SMALL_LOG = 250_000
"""Bytes of a log that is replayed in no time when the index is opened."""

Cursor = duckdb.DuckDBPyConnection

_MOMENTS = frozenset({"created", "modified", "updated", "moment", "content_date"})
_NUMBERS = frozenset(
    {"size", "mtime_ns", "ctime_ns", "inode", "line_count", "body_line", "link_count", "task_count", "ordinal"}
    | {"first_line", "last_line", "length", "level"}
)


class IndexedFile(NamedTuple):
    """What the index knows of one file without its contents."""

    note_id: int
    stat: tuple[int, int, int, int]
    """Size, mtime_ns, ctime_ns, inode."""
    content_hash: bytes


class IndexWriter:
    """The writer of one index.

    Args:
        database: An open index.
        meta: Of the same index.
    """

    def __init__(self, database: Database, meta: IndexMeta) -> None:
        self._database = database
        self._meta = meta
        self._since_checkpoint = 0
        self.reload()

    def reload(self) -> None:
        """Begin with what the index holds now."""
        with self._database.read() as cursor:
            row = cursor.execute("SELECT value FROM meta WHERE key = ?", [_IDENTITIES]).fetchone()
            if row:  # not what follows from the rows: postings of notes and chunks that are gone may still be there
                self._next_note, self._next_chunk, self._loose = map(int, row[0].split())
            else:
                self._next_note = _next_identity(cursor, "notes", "note_id")
                self._next_chunk = _next_identity(cursor, "chunks", "chunk_id")
                self._loose = 0
            self._next_term = _next_identity(cursor, "terms", "term_id")
        self.unsettled = self._meta.get(_UNSETTLED) is not None
        """Whether notes were written or went since :meth:`settle`: if so from the start, nobody knows which."""

    def indexed_files(self) -> dict[str, IndexedFile]:
        """Every note of the index, by path."""
        with self._database.read() as cursor:
            rows = cursor.execute(
                "SELECT path, note_id, size, mtime_ns, ctime_ns, inode, content_hash FROM notes"
            ).fetchall()
        return {
            path: IndexedFile(note_id, (size, mtime, ctime, inode), digest)
            for path, note_id, size, mtime, ctime, inode, digest in rows
        }

    def note_count(self) -> int:
        """How many notes the index has. All that :meth:`indexed_files` reads is looked at, so that damage is met."""
        looked_at = "path, note_id, size, mtime_ns, ctime_ns, inode, content_hash"
        with self._database.read() as cursor:
            row = cursor.execute(f"SELECT count(*), bit_xor(hash({looked_at})) FROM notes").fetchone()
        return int(row[0]) if row else 0

    def write_notes(
        self, batch: NoteBatch, resolver: LinkResolver, *, replaced: Sequence[int] = (), unsettling: bool = True
    ) -> int:
        """Write the notes of a batch in one transaction.

        Args:
            batch: Notes that are not in the index under another identity than those of ``replaced``.
            resolver: Knows every file of the vault.
            replaced: Identities of the notes' older versions, which go.
            unsettling: Whether something follows for other notes, for :meth:`settle` to see to.

        Returns:
            Identity of the first note; the others follow in the order of ``batch.paths``.

        Raises:
            IndexFault: The index cannot be written; it is as it was.
        """
        first = self._next_note
        with self._meta.changing() as cursor:
            gone = self._delete(cursor, replaced, batch.paths)
            if unsettling:
                self._unsettle(cursor)
            terms, new_terms = self._term_identities(cursor, batch.terms)
            chunk_owner = batch.tables.get("chunks", {}).get("note", [])
            for table, columns in batch.tables.items():
                self._insert_rows(cursor, table, columns, batch, resolver)
            self._insert_stems(cursor, batch.stems, terms)
            self._insert_postings(cursor, "postings", "chunk_id", batch.postings, terms, self._next_chunk)
            self._insert_postings(cursor, "note_postings", "note_id", batch.note_postings, terms, self._next_note)
            given = (first + len(batch.paths), self._next_chunk + len(chunk_owner))
            self._loose += gone + len(batch.postings)  # too many if the transaction fails, which harms nobody
            set_value(cursor, _IDENTITIES, f"{given[0]} {given[1]} {self._loose}")
        self._next_note, self._next_chunk = given
        self._next_term += new_terms
        self._since_checkpoint += len(batch.postings)
        if self._since_checkpoint > _CHECKPOINT_POSTINGS:
            self.checkpoint()
        return first

    def delete_notes(self, files: Mapping[str, IndexedFile]) -> None:
        """Take notes out of the index."""
        if not files:
            return
        with self._meta.changing() as cursor:
            self._loose += self._delete(cursor, [file.note_id for file in files.values()], list(files))
            set_value(cursor, _IDENTITIES, f"{self._next_note} {self._next_chunk} {self._loose}")
            self._unsettle(cursor)

    def update_stats(self, stats: Mapping[int, FileStat]) -> None:
        """Store new stat values, and the dates that follow from them, of notes whose bytes did not change."""
        from vaulttui.vault.dates import note_dates  # late: its forms of dates take long to compile

        if not stats:
            return
        values = list(stats.values())
        dates = [note_dates((), stat, VaultSettings()) for stat in values]
        rows = {
            "note_id": integers(list(stats)),
            "size": integers([stat.size for stat in values]),
            "mtime_ns": integers([stat.mtime_ns for stat in values]),
            "ctime_ns": integers([stat.ctime_ns for stat in values]),
            "inode": np.array([stat.inode for stat in values], dtype=np.uint64),
            "modified": moments([each.modified for each in dates]),
            "created": moments([each.created for each in dates]),
            "created_source": objects([each.created_source for each in dates]),
        }
        assignments = ", ".join(
            f"{name} = CASE WHEN starts_with(notes.created_source, 'property:') THEN notes.{name} ELSE rows.{name} END"
            if name.startswith("created")
            else f"{name} = rows.{name}"
            for name in rows
            if name != "note_id"
        )
        with self._meta.changing() as cursor:
            scan(cursor, f"UPDATE notes SET {assignments} FROM rows WHERE notes.note_id = rows.note_id", rows)

    def settle(
        self,
        name_keys: Sequence[str] | None,
        resolver: Callable[[], LinkResolver],
        *,
        attachments: Sequence[str] | None = None,
    ) -> None:
        """Resolve links again after files came or went, and note that all that follows from what was written is done.

        Args:
            name_keys: Names of those files; ``None`` to resolve all links.
            resolver: Gives what knows every file of the vault.
            attachments: The files that are not notes, if they are others than before.
        """
        if name_keys == [] and attachments is None and not self.unsettled:
            return
        with self._meta.writing() as cursor:
            if attachments is not None:
                cursor.execute("DELETE FROM attachments")
                scan(cursor, "INSERT INTO attachments SELECT path FROM rows", {"path": objects(list(attachments))})
            if name_keys != []:
                self._resolve_links(cursor, name_keys, resolver())
            cursor.execute("DELETE FROM meta WHERE key = ?", [_UNSETTLED])
        self.unsettled = False

    def attachments(self) -> list[str]:
        """Paths of the files that are not notes."""
        with self._database.read() as cursor:
            return [row[0] for row in cursor.execute("SELECT path FROM attachments").fetchall()]

    def settled(self) -> bool:
        """Whether everything written lies in the file, sorted: :meth:`optimize` would have nothing to do."""
        return self._loose <= _FEW_POSTINGS and self._database.log_size() < _SMALL_LOG

    @property
    def loose(self) -> bool:
        """Whether so many postings are unsorted, or of what is gone, that sorting them all again pays."""
        if self._loose <= _FEW_POSTINGS:
            return False
        with self._database.read() as cursor:
            row = cursor.execute("SELECT count(*) FROM postings").fetchone()
        return self._loose > (row[0] if row else 0) * _SORT_SHARE

    def optimize(self) -> None:
        """Sort the postings by term, without those of what is gone, where enough are neither, and give back the room
        that nothing uses any more.

        Readers go on meanwhile; what a search finds does not change.
        """
        if self.loose:
            with self._database.roomy(), self._meta.writing() as cursor:
                for table, owner, owners in (("postings", "chunk_id", "chunks"), ("note_postings", "note_id", "notes")):
                    cursor.execute(
                        f"CREATE TABLE sorted AS SELECT * FROM {table} WHERE {owner} IN (SELECT {owner} FROM {owners}) "
                        f"ORDER BY term_id, {owner}"
                    )
                    cursor.execute(f"DROP TABLE {table}")
                    cursor.execute(f"ALTER TABLE sorted RENAME TO {table}")
                set_value(cursor, _IDENTITIES, f"{self._next_note} {self._next_chunk} 0")
            self._loose = 0
        self.checkpoint()
        self.give_back_room()

    def give_back_room(self) -> None:
        """Make the file smaller if much of it is unused: of many small changes much is left behind."""
        self._database.compact()

    def clear(self) -> None:
        """Drop everything that is indexed. Identities go on from where they were."""
        with self._meta.changing() as cursor:
            for table in TABLES:
                if table != "meta":
                    cursor.execute(f"DELETE FROM {table}")
            cursor.execute("DELETE FROM meta WHERE key = 'text_fingerprint'")
            self._loose = 0
            set_value(cursor, _IDENTITIES, f"{self._next_note} {self._next_chunk} 0")
        self.checkpoint()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file."""
        self._database.checkpoint()
        self._since_checkpoint = 0

    def _resolve_links(self, cursor: Cursor, name_keys: Sequence[str] | None, resolver: LinkResolver) -> None:
        """Resolve the links to files of some names, or all links."""
        sql = (
            "SELECT DISTINCT links.target, notes.path, links.resolved, links.note_id "
            "FROM links JOIN notes USING (note_id)"
        )
        if name_keys is None:
            found = cursor.execute(sql).fetchall()
        else:
            names = {"name": objects(list(name_keys))}
            found = scan(cursor, f"{sql} WHERE links.name_key IN (SELECT name FROM rows)", names).fetchall()
        changed = [
            (target, note_id, resolved)
            for target, source, before, note_id in found
            if (resolved := resolver.resolve(target, source)) != before
        ]
        if changed:
            rows = {
                "target": objects([row[0] for row in changed]),
                "note_id": integers([row[1] for row in changed]),
                "resolved": objects([row[2] for row in changed]),
            }
            scan(
                cursor,
                "UPDATE links SET resolved = rows.resolved FROM rows "
                "WHERE links.note_id = rows.note_id AND links.target = rows.target",
                rows,
            )
            self._meta.bump(cursor)

    def _unsettle(self, cursor: Cursor) -> None:
        """Note that something follows from what is written, should this be the last that is heard of this process."""
        if not self.unsettled:
            set_value(cursor, _UNSETTLED, "1")
            self.unsettled = True

    def _delete(self, cursor: Cursor, note_ids: Sequence[int], paths: Sequence[str]) -> int:
        """Delete all that belongs to some notes but their postings, which would have to be looked for among all.

        Whoever reads postings leaves out those of what is gone; :meth:`optimize` drops them.

        Returns:
            About how many postings are of no use now.
        """
        gone = 0
        if note_ids:
            rows = {"note_id": integers(note_ids)}
            found = scan(
                cursor, "SELECT sum(length) FROM chunks WHERE note_id IN (SELECT note_id FROM rows)", rows
            ).fetchone()
            gone = int(found[0] or 0) if found else 0
            for table in NOTE_TABLES:
                scan(cursor, f"DELETE FROM {table} WHERE note_id IN (SELECT note_id FROM rows)", rows)
        if paths:
            scan(
                cursor,
                "DELETE FROM warnings WHERE code <> ? AND path IN (SELECT path FROM rows)",
                {"path": objects(list(paths))},
                [PROPERTY_TYPE_DIFFERS],  # which comes and goes with other notes, too
            )
        return gone

    def _term_identities(self, cursor: Cursor, forms: Sequence[str]) -> tuple[NDArray[np.int32], int]:
        """Identities of a batch's forms, new ones given to those that the vocabulary lacks, and how many those are."""
        rows = {"form": objects(list(forms)), "place": integers(range(len(forms)))}
        known = scan(
            cursor, "SELECT rows.place, terms.term_id FROM rows JOIN terms ON terms.form = rows.form", rows
        ).fetchnumpy()
        identities = np.full(len(forms), -1, dtype=np.int32)
        identities[known["place"]] = known["term_id"]
        missing = np.flatnonzero(identities < 0)
        identities[missing] = np.arange(self._next_term, self._next_term + len(missing), dtype=np.int32)
        if len(missing):
            new_forms = [forms[place] for place in missing.tolist()]
            rows = {
                "term_id": identities[missing],
                "form": objects(new_forms),
                "folded": objects([fold(form) for form in new_forms]),
            }
            scan(cursor, "INSERT INTO terms BY NAME SELECT * FROM rows", rows)
        return identities, len(missing)

    def _insert_stems(self, cursor: Cursor, stems: Columns, terms: NDArray[np.int32]) -> None:
        if not len(stems["term"]):
            return
        rows = {
            "term_id": terms[np.array(stems["term"], dtype=np.int64)],
            "language": objects(stems["language"]),
            "stem": objects(stems["stem"]),
        }
        scan(
            cursor,
            "INSERT INTO stems BY NAME SELECT * FROM rows WHERE NOT EXISTS "
            "(SELECT 1 FROM stems WHERE stems.term_id = rows.term_id AND stems.language = rows.language)",
            rows,
        )

    def _insert_rows(
        self, cursor: Cursor, table: str, columns: Columns, batch: NoteBatch, resolver: LinkResolver
    ) -> None:
        rows: dict[str, Array] = {}
        for name, values in columns.items():
            if name == "note":
                rows["note_id"] = integers(values) + self._next_note
            elif name == "chunk":
                rows["chunk_id"] = integers(values) + self._next_chunk
            elif name in _MOMENTS:
                rows[name] = moments(values)
            elif name in _NUMBERS:
                rows[name] = integers(values) if name != "inode" else np.array(values, dtype=np.uint64)
            else:
                rows[name] = objects(values)
        if table == "links":
            written = list(zip(columns["target"], columns["note"], strict=True))
            folders = [path.rpartition("/")[0] for path in batch.paths]
            # Notes of one folder that link to the same mean the same, but for links into the note itself.
            places = [(target, folders[note] if target else batch.paths[note]) for target, note in written]
            first = dict(zip(places, (batch.paths[note] for _, note in written), strict=True))
            resolved = {place: resolver.resolve(place[0], source) for place, source in first.items()}
            rows["resolved"] = objects([resolved[place] for place in places])
        selected = ", ".join(f"{name}::DATE AS {name}" if name == "content_date" else name for name in rows)
        scan(cursor, f"INSERT INTO {table} BY NAME SELECT {selected} FROM rows", rows)

    def _insert_postings(
        self, cursor: Cursor, table: str, owner: str, postings: Postings, terms: NDArray[np.int32], first_owner: int
    ) -> None:
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


def _next_identity(cursor: Cursor, table: str, column: str) -> int:
    row = cursor.execute(f"SELECT coalesce(max({column}) + 1, 0) FROM {table}").fetchone()
    return int(row[0]) if row else 0
