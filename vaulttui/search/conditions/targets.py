"""Notes by the name that a person would write between brackets."""

from __future__ import annotations

from collections.abc import Iterable

from vaulttui.index.reading.columns import name_key
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.meta import value_of
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.vault.links.note_ids import is_id
from vaulttui.vault.links.symlinks import SYMLINKS, SymlinkedPaths, decode_symlinks
from vaulttui.vault.note_names import NOTE_SUFFIXES


def links_to(target: str, path: str | None, columns: str = "note_id") -> Condition:
    """SQL and parameters for the links to a note, to an attachment, or to what is not there.

    Args:
        target: As one writes it between brackets.
        path: Of the note that it stands for, see :func:`find_target`.
        columns: What is selected of the links.
    """
    names = _names(target)
    if path == target and path not in names:
        names = ()  # no link can be written so
    elif path is not None:
        names = names[:1] if "#" in path else names[-1:]
    # A link with a folder means no other note of that name, though there is none where it leads.
    nowhere = "resolved IS NULL" if path is None else "(resolved IS NULL AND NOT contains(target, '/'))"
    named = (
        f" OR (name_key = ? AND ({nowhere} OR resolved IN "
        "(SELECT path FROM attachments WHERE ends_with('/' || lower(nfc_normalize(path)), lower(nfc_normalize(?))))))"
    )
    parameters = [value for name in names for value in (name_key(name), f"/{name}")]
    return f"SELECT {columns} FROM links WHERE resolved = ?{named * len(names)}", [path, *parameters]


def find_target(cursor: duckdb.DuckDBPyConnection, target: str) -> str | None:
    """The path of the note that a name stands for.

    An exact path wins, whatever signs are in it, then a file name, then a title or an alias; among several the shortest
    path. An id is that of the only note whose name begins with it. Case and Unicode composition are ignored. What
    follows a ``#`` is a heading, unless there is a note of the whole name. What nothing of this finds may be a path
    through a symbolic link of the vault.

    Returns:
        ``None`` if there is no such note.
    """
    names = dict.fromkeys((target, *_names(target)))
    by_name = filter(None, (_note_named(cursor, name) for name in names))
    by_id = filter(None, (_note_with_id(cursor, name) for name in names))
    return next(by_name, None) or next(by_id, None) or _note_behind_symlinks(cursor, names)


def _note_behind_symlinks(cursor: duckdb.DuckDBPyConnection, names: Iterable[str]) -> str | None:
    """The note at a path that goes through symbolic links of the vault."""
    symlinks = decode_symlinks(value_of(cursor, SYMLINKS))
    if not symlinks:
        return None
    paths = SymlinkedPaths(symlinks)
    for target in (name + suffix for name in names if name for suffix in ("", *NOTE_SUFFIXES)):
        for place in paths.real_paths(target, ""):
            sql = (
                "SELECT path FROM notes WHERE lower(nfc_normalize(path)) = lower(nfc_normalize($place)) "
                "ORDER BY path <> $place, path LIMIT 1"
            )
            row = cursor.execute(sql, {"place": place}).fetchone()
            if row is not None:
                return str(row[0])
    return None


def _note_named(cursor: duckdb.DuckDBPyConnection, name: str) -> str | None:
    row = cursor.execute(
        """
        WITH wanted AS (SELECT regexp_replace(lower(nfc_normalize($name)), '[.](md|markdown)$', '') AS key),
        places AS (
            SELECT path, lower(nfc_normalize(path)) AS folded,
                CASE WHEN path IN ($name, $name || '.md', $name || '.markdown') THEN 0
                     WHEN folded IN (key, key || '.md', key || '.markdown') THEN 1
                     WHEN ends_with(folded, '/' || key || '.md') OR ends_with(folded, '/' || key || '.markdown') THEN 2
                     WHEN lower(nfc_normalize(title)) = key THEN 3
                     WHEN list_contains(list_transform(aliases, lambda a: lower(nfc_normalize(a))), key) THEN 4
                END AS place
            FROM notes, wanted)
        SELECT path FROM places WHERE place IS NOT NULL ORDER BY place, length(path), path LIMIT 1
        """,
        {"name": name},
    ).fetchone()
    return row[0] if row else None


def _note_with_id(cursor: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """The only note that has an id. Whether what is no number is one in this vault, a link that is written so tells."""
    if not is_id(name, words=True):
        return None
    key = name_key(name)
    found = cursor.execute(
        """
        SELECT path FROM notes WHERE starts_with(lower(nfc_normalize(name)), $key)
            AND contains(' -_', lower(nfc_normalize(name))[length($key) + 1])
        """,
        {"key": key},
    ).fetchmany(2)
    if len(found) != 1:
        return None
    (path,) = found[0]
    linked = "SELECT 1 FROM links WHERE name_key = ? AND resolved = ? LIMIT 1"
    return path if is_id(name, words=False) or cursor.execute(linked, [key, path]).fetchone() else None


def written_names(target: str) -> tuple[str, ...]:
    """What a target may mean, as it would be written in a link: the whole, then what is before a heading."""
    text = target.strip()
    if text.startswith("[[") and text.endswith("]]"):
        text = text[2:-2]
    whole = text.partition("|")[0]
    return tuple(dict.fromkeys(name.strip() for name in (whole, whole.partition("#")[0])))


def _names(target: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip("/") for name in written_names(target)))
