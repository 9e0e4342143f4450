"""Forms of the vocabulary that no note has any more: of notes that are gone, and of words that were saved before they
were written to the end. Of the saves of a note that is being written, one of seven leaves one behind."""

from __future__ import annotations

from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.storage.meta import set_values, value_of
from vaulttui.index.storage.schema import TABLES

_UNUSED_SHARE = 0.1
"""Share of unused forms from which dropping them pays: searches read all others again."""
_KEY = "forms_dropped"
_HELD = "(SELECT term_id FROM postings UNION SELECT term_id FROM note_postings)"


def times_dropped(cursor: Cursor) -> int:
    """How often forms were dropped. As long as it stays, the tables ``terms`` and ``stems`` only grow."""
    return int(value_of(cursor, _KEY) or 0)


def drop_unused_forms(cursor: Cursor) -> None:
    """Drop the forms that no posting has, and their stems, if they are many.

    Args:
        cursor: Within a transaction in which the postings of what is gone went.
    """
    row = cursor.execute(
        f"SELECT count(*), count(*) FILTER (WHERE held.term_id IS NULL) "
        f"FROM terms LEFT JOIN {_HELD} held USING (term_id)"
    ).fetchone()
    total, unused = row or (0, 0)
    if unused <= total * _UNUSED_SHARE:
        return
    for table in ("stems", "terms"):
        cursor.execute(f"CREATE TABLE held_rows ({TABLES[table]})")
        # The last form stays: the identity behind it is the next that is given.
        cursor.execute(
            f"INSERT INTO held_rows SELECT * FROM {table} "
            f"WHERE term_id IN {_HELD} OR term_id = (SELECT max(term_id) FROM terms) ORDER BY rowid"
        )
        cursor.execute(f"DROP TABLE {table}")
        cursor.execute(f"ALTER TABLE held_rows RENAME TO {table}")
    set_values(cursor, {_KEY: str(times_dropped(cursor) + 1)})
