"""Keeps the file of the index small and its postings sorted, whatever was written or went."""

from __future__ import annotations

from vaulttui.index.reading.stemming import stemming_language
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.writing.identities import Identities
from vaulttui.index.writing.unused_forms import drop_unused_forms

_CHECKPOINT_POSTINGS = 2_000_000
"""Postings written between two checkpoints of a bulk load."""
_SORT_SHARE = 0.1
"""Share of loose postings from which sorting them all again pays."""
_FEW_POSTINGS = 50_000
"""So many may always be loose."""
_SMALL_LOG = 250_000
"""Bytes of a log that is replayed in no time when the index is opened. What it holds of deleted rows takes some 10 MB
of the database's memory meanwhile: one that went on growing would take most of it."""


class Housekeeping:
    """What can be done at any time, or left to another time: hardly anything of it changes what a search may find.

    Args:
        database: An open index.
        meta: Of the same index.
        identities: Of the same index.
        language: As the settings have it.
    """

    def __init__(self, database: Database, meta: IndexMeta, identities: Identities, language: str) -> None:
        self._database = database
        self._meta = meta
        self._identities = identities
        self._fallback = stemming_language("", language)
        self._since_checkpoint = 0

    def settled(self) -> bool:
        """Whether what was written lies in the file, and sorted if that pays: :meth:`optimize` has nothing to do."""
        return self._has_small_log() and not self._loose

    def _has_small_log(self) -> bool:
        return self._database.log_size() < _SMALL_LOG

    @property
    def _loose(self) -> bool:
        """Whether so many postings are unsorted, or of what is gone, that sorting them all again pays."""
        if self._identities.loose <= _FEW_POSTINGS:
            return False
        with self._database.read() as cursor:
            row = cursor.execute("SELECT count(*) FROM postings").fetchone()
        return self._identities.loose > (row[0] if row else 0) * _SORT_SHARE

    def optimize(self) -> None:
        """Sort the postings by term, without those of what is gone, where enough are neither, drop the forms and stems
        that only these had, and give back the room that nothing uses any more.

        Readers go on meanwhile. Searches do without those stems from the next change on.
        """
        if self._loose:
            self._identities.terms.forget()
            with self._database.memory.roomy(whole_tables=True), self._meta.writing() as cursor:
                for table, owner, owners in (("postings", "chunk_id", "chunks"), ("note_postings", "note_id", "notes")):
                    cursor.execute(
                        f"CREATE TABLE sorted AS SELECT * FROM {table} WHERE {owner} IN (SELECT {owner} FROM {owners}) "
                        f"ORDER BY term_id, {owner}"
                    )
                    cursor.execute(f"DROP TABLE {table}")
                    cursor.execute(f"ALTER TABLE sorted RENAME TO {table}")
                drop_unused_forms(cursor, self._fallback)
                self._identities.store(loose=0)
            self._identities.loose = 0
        self.checkpoint()
        self._database.compact()

    def drop_unused_forms(self) -> None:
        """Drop the forms and stems that no note has any more, however few: after the language of many notes changed.

        Takes as long as to read all postings.
        """
        self._identities.terms.forget()
        with self._database.memory.roomy(whole_tables=True), self._meta.writing() as cursor:
            if drop_unused_forms(cursor, self._fallback, few=True):
                self._meta.bump(None)

    def tidy(self) -> None:
        """Do what is worth it by now: sort postings, fold the log into the file, give back room.

        Readers go on meanwhile; in a vault of 100,000 notes the first and the last take some seconds, the other .03.
        """
        if self._loose:
            self.optimize()
            return
        if not self._has_small_log():
            self.checkpoint()
        self._database.compact()

    def written(self, postings: int) -> None:
        """Take note of postings that were written, and make a checkpoint after every so many."""
        self._since_checkpoint += postings
        if self._since_checkpoint > _CHECKPOINT_POSTINGS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file."""
        self._database.checkpoint()
        self._since_checkpoint = 0
