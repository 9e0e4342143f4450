"""Forms of the vocabulary that no note has any more: of notes that are gone, and of words that were saved before they
were written to the end. Of the saves of a note that is being written, one of seven leaves one behind. And stems in
languages that no note with the form is in any more."""

from __future__ import annotations

from vaulttui.index.storage.duckdb import Cursor
from vaulttui.index.storage.meta import set_values, value_of
from vaulttui.index.storage.schema import TABLES

_UNUSED_SHARE = 0.1
"""Share of unused forms and stems from which dropping them pays: searches read all others again."""
_KEY = "forms_dropped"
_USED = """
    INSERT INTO used
    SELECT DISTINCT term_id, coalesce(nullif(language, ''), ?)
    FROM (
        SELECT term_id, note_id FROM postings JOIN chunks USING (chunk_id)
        UNION ALL SELECT term_id, note_id FROM note_postings
    ) JOIN notes USING (note_id)"""


def times_dropped(cursor: Cursor) -> int:
    """How often forms or stems were dropped. As long as it stays, the tables ``terms`` and ``stems`` only grow."""
    return int(value_of(cursor, _KEY) or 0)


def drop_unused_forms(cursor: Cursor, fallback: str, *, few: bool = False) -> bool:
    """Drop the forms that no note has, and the stems in languages that no note with the form is in, if they are many.

    Args:
        cursor: Within a transaction.
        fallback: Language that the words of notes are stemmed in whose language is not known.
        few: Drop them even if they are few.

    Returns:
        Whether anything was dropped.
    """
    cursor.execute("CREATE TEMP TABLE used (term_id INTEGER, language VARCHAR)")
    cursor.execute(_USED, [fallback])
    # The last form stays: the identity behind it is the next that is given.
    cursor.execute("INSERT INTO used SELECT max(term_id), '' FROM terms")
    row = cursor.execute(
        "SELECT (SELECT count(*) FROM terms) + (SELECT count(*) FROM stems), "
        "(SELECT count(*) FROM terms ANTI JOIN used USING (term_id)) "
        "+ (SELECT count(*) FROM stems ANTI JOIN used USING (term_id, language))"
    ).fetchone()
    total, unused = row or (0, 0)
    drops: bool = unused > (0 if few else total * _UNUSED_SHARE)
    if drops:
        for table, key in (("terms", "term_id"), ("stems", "term_id, language")):
            cursor.execute(f"CREATE TABLE used_rows ({TABLES[table]})")
            cursor.execute(
                f"INSERT INTO used_rows SELECT * FROM {table} "
                f"WHERE ({key}) IN (SELECT ({key}) FROM used) ORDER BY rowid"
            )
            cursor.execute(f"DROP TABLE {table}")
            cursor.execute(f"ALTER TABLE used_rows RENAME TO {table}")
        set_values(cursor, {_KEY: str(times_dropped(cursor) + 1)})
    cursor.execute("DROP TABLE used")
    return drops
