"""Whether an index is sound: every page of it can be read, and its tables agree with each other."""

from __future__ import annotations

from vaulttui.errors import IndexFault
from vaulttui.index.storage.database import Database


def _identity(place: int) -> str:
    """The next identity of notes or chunks. Postings of those that are gone may still be there, see ``identities``."""
    return f"(SELECT split_part(value, ' ', {place})::INTEGER FROM meta WHERE key = 'identities')"


_MUST_BE_EMPTY = {
    "notes that are in it twice": "SELECT path FROM notes GROUP BY path HAVING count(*) > 1",
    "chunks of no note": "SELECT 1 FROM chunks WHERE note_id NOT IN (SELECT note_id FROM notes)",
    "postings of chunks that there never were": f"SELECT 1 FROM postings WHERE chunk_id >= {_identity(2)}",
    "postings of notes that there never were": f"SELECT 1 FROM note_postings WHERE note_id >= {_identity(1)}",
    "postings of no term": """
        SELECT 1 FROM (SELECT term_id FROM postings UNION SELECT term_id FROM note_postings)
        WHERE term_id NOT IN (SELECT term_id FROM terms)""",
    "terms that are in it twice": "SELECT form FROM terms GROUP BY form HAVING count(*) > 1",
    "vectors that are in it twice": "SELECT hash FROM vectors GROUP BY hash HAVING count(*) > 1",
    "vectors of no length": """
        SELECT 1 FROM vectors WHERE NOT list_dot_product(embedding::FLOAT[], embedding::FLOAT[]) > 0""",
}


def index_problems(database: Database) -> tuple[str, ...]:
    """What is wrong with an index, for a person; nothing if it is sound. Reads all of it."""
    found: list[str] = []
    try:
        with database.memory.roomy(), database.read() as cursor:
            tables = [row[0] for row in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
            for table in tables:
                cursor.execute(f'SELECT count(*), bit_xor(hash(x)) FROM "{table}" x').fetchall()
            for what, query in _MUST_BE_EMPTY.items():
                row = cursor.execute(f"SELECT count(*) FROM ({query})").fetchone()
                if row and row[0]:
                    found.append(f"{row[0]:,} {what}")
    except IndexFault as fault:
        found.append(fault.message)
    return tuple(found)
