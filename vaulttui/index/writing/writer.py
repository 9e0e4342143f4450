"""Writes batches of notes into the index, takes notes out of it, and settles what follows for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.storage.arrays import execute_among, integers, moments, objects, scan
from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.storage.scan_mark import SCANNED
from vaulttui.index.storage.schema import NOTE_TABLES, TABLES
from vaulttui.index.writing.identities import Identities
from vaulttui.index.writing.insertion import add_terms, insert_postings, insert_rows, insert_stems
from vaulttui.index.writing.property_types import PROPERTY_TYPE_DIFFERS
from vaulttui.vault.dates.file_dates import created_by_file, local_time
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.links.symlinks import SYMLINKS, encode_symlinks
from vaulttui.vault.note import READ_FAILED, FileStat

_UNSETTLED = "unsettled"


class IndexWriter:
    """The writer of one index, and the only one who gives identities.

    Args:
        meta: Of an open index.
        identities: Of the same index.
    """

    def __init__(self, meta: IndexMeta, identities: Identities) -> None:
        self._meta = meta
        self._identities = identities
        self._read_unsettled()

    def reload(self) -> None:
        """Begin with what the index holds now."""
        self._identities.reload()
        self._read_unsettled()

    def get_ready(self) -> None:
        """Do what makes the next batch cheap, if there was one."""
        self._identities.get_ready()

    def _read_unsettled(self) -> None:
        self.unsettled = self._meta.get(_UNSETTLED) is not None
        """Whether notes were written or went since :meth:`settle`: if so from the start, nobody knows which."""

    def write_notes(
        self,
        batch: NoteBatch,
        resolver: LinkResolver,
        *,
        replaced: Mapping[str, int] = MappingProxyType({}),
        unsettling: bool = True,
    ) -> int:
        """Write the notes of a batch in one transaction.

        Args:
            batch: Notes that are not in the index under another identity than those of ``replaced``.
            resolver: Knows every file of the vault.
            replaced: Identities of the notes' older versions, which go, by path: that of before for one that has moved.
            unsettling: Whether something follows for other notes, for :meth:`settle` to see to.

        Returns:
            Identity of the first note; the others follow in the order of ``batch.paths``.

        Raises:
            IndexFault: The index cannot be written; it is as it was.
        """
        first_note, first_chunk = self._identities.note, self._identities.chunk
        older = list(replaced.values())
        with self._meta.changing(older) as cursor:
            gone = self._delete(cursor, older, [*batch.paths, *replaced])
            if unsettling:
                self._unsettle()
            terms, new_forms = add_terms(cursor, batch.terms, self._identities)
            tables = dict(batch.tables)
            if "chunks" in tables:
                tables["chunks"] = {**tables["chunks"], "words": batch.words.renumbered(terms).encoded()}
            for table, columns in tables.items():
                insert_rows(cursor, table, columns, batch.paths, resolver, first_note, first_chunk)
            stems = insert_stems(cursor, batch.stems, terms, self._identities.terms)
            insert_postings(cursor, "postings", "chunk_id", batch.postings, terms, first_chunk)
            insert_postings(cursor, "note_postings", "note_id", batch.note_postings, terms, first_note)
            notes, chunks = len(batch.paths), len(batch.tables.get("chunks", {}).get("note", []))
            # Too many if the transaction fails, which harms nobody.
            self._identities.loose += gone + len(batch.postings)
            self._identities.store(notes=notes, chunks=chunks)
        self._identities.give(notes=notes, chunks=chunks, forms=new_forms, stems=stems)
        return first_note

    def delete_notes(self, files: Mapping[str, IndexedFile]) -> None:
        """Take notes out of the index. That a file could not be read stays known: a note may have taken its place."""
        if not files:
            return
        gone = [file.note_id for file in files.values()]
        with self._meta.changing(gone) as cursor:
            self._identities.loose += self._delete(cursor, gone, list(files), keeping=[READ_FAILED])
            self._identities.store()
            self._unsettle()

    def update_stats(self, stats: Mapping[int, FileStat]) -> None:
        """Store new stat values, and the dates that follow from them, of notes whose bytes did not change."""
        if not stats:
            return
        values = list(stats.values())
        created = [created_by_file(stat) for stat in values]
        rows = {
            "note_id": integers(list(stats)),
            "size": integers([stat.size for stat in values]),
            "mtime_ns": integers([stat.mtime_ns for stat in values]),
            "ctime_ns": integers([stat.ctime_ns for stat in values]),
            "inode": np.array([stat.inode for stat in values], dtype=np.uint64),
            "modified": moments([local_time(stat.mtime_ns) for stat in values]),
            "created": moments([moment for moment, _ in created]),
            "created_source": objects([source for _, source in created]),
        }
        assignments = ", ".join(
            f"{name} = CASE WHEN starts_with(notes.created_source, 'property:') THEN notes.{name} ELSE rows.{name} END"
            if name.startswith("created")
            else f"{name} = rows.{name}"
            for name in rows
            if name != "note_id"
        )
        with self._meta.changing(stats) as cursor:
            scan(cursor, f"UPDATE notes SET {assignments} FROM rows WHERE notes.note_id = rows.note_id", rows)

    def update_files(self, files: Sequence[IndexedFile]) -> None:
        """Store by what the files of some notes are known to be unchanged."""
        rows = {
            "note_id": integers([file.note_id for file in files]),
            "ctime_ns": integers([file.stat[2] for file in files]),
            "inode": np.array([file.stat[3] for file in files], dtype=np.uint64),
            "content_hash": objects([file.content_hash for file in files]),
        }
        with self._meta.writing() as cursor:
            scan(
                cursor,
                "UPDATE notes SET ctime_ns = rows.ctime_ns, inode = rows.inode, content_hash = rows.content_hash "
                "FROM rows WHERE notes.note_id = rows.note_id",
                rows,
            )

    def settle(
        self,
        name_keys: Sequence[str] | None,
        resolver: Callable[[], LinkResolver],
        *,
        attachments: Sequence[str] | None = None,
        symlinks: Mapping[str, str] | None = None,
        more_follows: bool = False,
    ) -> None:
        """Resolve links again after files came or went, and note that all that follows from what was written is done.

        Args:
            name_keys: Names of those files; ``None`` to resolve all links.
            resolver: Gives what knows every file of the vault.
            attachments: The files that are not notes, if they are others than before.
            symlinks: The symbolic links within the vault, if they are others than before.
            more_follows: Not all is done: links lead to notes that are not in the index yet.
        """
        if name_keys == [] and attachments is None and symlinks is None and not self.unsettled:
            return
        with self._meta.writing() as cursor:
            if symlinks is not None or attachments is not None:
                cursor.execute("DELETE FROM meta WHERE key = ?", [SCANNED])
                self._meta.bump()  # names in queries may stand for other files
            if symlinks is not None:
                self._meta.put(SYMLINKS, encode_symlinks(symlinks))
            if attachments is not None:
                cursor.execute("DELETE FROM attachments")
                scan(cursor, "INSERT INTO attachments SELECT path FROM rows", {"path": objects(list(attachments))})
            if name_keys != []:
                self._resolve_links(cursor, name_keys, resolver())
            if not more_follows:
                cursor.execute("DELETE FROM meta WHERE key = ?", [_UNSETTLED])
        self.unsettled = self.unsettled and more_follows

    def clear(self) -> None:
        """Drop everything that is indexed, whether it can be read or not. Identities go on from where they were."""
        self._identities.terms.forget()
        with self._meta.changing(None) as cursor:
            for table, columns in TABLES.items():
                if table == "vectors":  # as wide as those of the model
                    cursor.execute("DELETE FROM vectors")
                elif table != "meta":
                    cursor.execute(f"CREATE OR REPLACE TABLE {table} ({columns})")
            cursor.execute("DELETE FROM meta WHERE key IN ('text_fingerprint', ?)", [SYMLINKS])
            self._identities.store(loose=0)
        self._identities.loose = 0

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
            self._meta.bump()

    def _unsettle(self) -> None:
        """Note that something follows from what is written, should this be the last that is heard of this process."""
        self._meta.put(_UNSETTLED, "1")  # each time: what an earlier transaction wrote may have been rolled back
        self.unsettled = True

    def _delete(
        self, cursor: Cursor, note_ids: Sequence[int], paths: Sequence[str], *, keeping: Sequence[str] = ()
    ) -> int:
        """Delete all that belongs to some notes but their postings, which would have to be looked for among all.

        Whoever reads postings leaves out those of what is gone;
        :class:`~vaulttui.index.writing.housekeeping.Housekeeping` drops them.

        Args:
            cursor: Within a transaction.
            note_ids: Of the notes.
            paths: Of files whose warnings go, too.
            keeping: Codes of warnings that stay.

        Returns:
            About how many postings are of no use now.
        """
        gone = 0
        if note_ids:
            found = execute_among(
                cursor, "SELECT sum(length) FROM chunks WHERE note_id IN {values}", note_ids
            ).fetchone()
            gone = int(found[0] or 0) if found else 0
            for table in NOTE_TABLES:
                execute_among(cursor, f"DELETE FROM {table} WHERE note_id IN {{values}}", note_ids)
        if paths:
            # Those of properties come and go with other notes, too.
            sql = "DELETE FROM warnings WHERE code NOT IN (SELECT unnest(?::VARCHAR[])) AND path IN {values}"
            execute_among(cursor, sql, paths, [[PROPERTY_TYPE_DIFFERS, *keeping]])
        return gone
