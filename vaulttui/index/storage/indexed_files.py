"""What the index knows of the vault's files without their contents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vaulttui.index.storage.database import Database

_ROWS = 10_000
"""So many are fetched at a time."""


class IndexedFile(NamedTuple):
    """What the index knows of one file without its contents."""

    note_id: int
    stat: tuple[int, int, int, int]
    """Size, mtime_ns, ctime_ns, inode."""
    content_hash: bytes

    def doubted(self) -> IndexedFile:
        """The same with a time that no file has: it looks changed to whoever can look at it next. It can still be told
        where it has moved to."""
        size, mtime, _, inode = self.stat
        return self._replace(stat=(size, mtime, 0, inode), content_hash=bytes(len(self.content_hash)))


def indexed_files(database: Database) -> Iterator[tuple[str, IndexedFile]]:
    """Every note of the index with its path. The index is being read until the last was taken."""
    with database.read() as cursor:
        cursor.execute("SELECT path, note_id, size, mtime_ns, ctime_ns, inode, content_hash FROM notes")
        while rows := cursor.fetchmany(_ROWS):
            for path, note_id, size, mtime, ctime, inode, digest in rows:
                yield path, IndexedFile(note_id, (size, mtime, ctime, inode), digest)


def given_names(database: Database) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Titles and aliases that notes were given, by their paths."""
    sql = (
        "SELECT path, CASE WHEN title_source = 'property' THEN list_prepend(title, aliases) ELSE aliases END "
        "FROM notes WHERE title_source = 'property' OR len(aliases) > 0"
    )
    with database.read() as cursor:
        for path, names in cursor.execute(sql).fetchall():
            yield path, tuple(names)


def note_count(database: Database) -> int:
    """How many notes the index has. All that :func:`indexed_files` reads is looked at, so that damage is met."""
    looked_at = "path, note_id, size, mtime_ns, ctime_ns, inode, content_hash"
    with database.read() as cursor:
        row = cursor.execute(f"SELECT count(*), bit_xor(hash({looked_at})) FROM notes").fetchone()
    return int(row[0]) if row else 0


def attachments(database: Database) -> list[str]:
    """Paths of the files that are not notes."""
    with database.read() as cursor:
        return [row[0] for row in cursor.execute("SELECT path FROM attachments").fetchall()]
