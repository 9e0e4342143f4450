"""Notes by the name that a person would write between brackets."""

from __future__ import annotations

import duckdb

from vaulttui.index.columns import name_key


def target_key(target: str) -> str:
    """What links to a target of that name are filed under."""
    return name_key(_bare(target))


def find_target(cursor: duckdb.DuckDBPyConnection, target: str) -> str | None:
    """The path of the note that a name stands for.

    An exact path wins, then a file name, then a title or an alias; among several the shortest path. Case is ignored.

    Returns:
        ``None`` if there is no such note.
    """
    name = _bare(target)
    key = name_key(name)
    row = cursor.execute(
        """
        SELECT path FROM (
            SELECT path,
                CASE WHEN path = $name OR path = $name || '.md' THEN 0
                     WHEN lower(path) IN (lower($name), lower($name) || '.md') THEN 1
                     WHEN lower(name) = $key || '.md' AND $folder = '' THEN 2
                     WHEN ends_with(lower(path), '/' || lower($name) || '.md') THEN 3
                     WHEN lower(title) = lower($name) THEN 4
                     WHEN list_contains(list_transform(aliases, lambda a: lower(a)), lower($name)) THEN 5
                END AS place
            FROM notes)
        WHERE place IS NOT NULL ORDER BY place, length(path), path LIMIT 1
        """,
        {"name": name, "key": key, "folder": name.rpartition("/")[0]},
    ).fetchone()
    return row[0] if row else None


def _bare(target: str) -> str:
    text = target.strip()
    if text.startswith("[[") and text.endswith("]]"):
        text = text[2:-2]
    return text.partition("|")[0].partition("#")[0].strip().strip("/")
