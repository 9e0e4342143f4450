"""Notes by the name that a person would write between brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from vaulttui.index.reading.columns import name_key
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.meta import value_of
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.fixed_places import without_detours
from vaulttui.vault.links.note_ids import is_id
from vaulttui.vault.links.resolution import PAGE_ENDINGS, LinkResolver
from vaulttui.vault.links.symlinks import SYMLINKS, SymlinkedPaths, decode_symlinks
from vaulttui.vault.note_names import NOTE_SUFFIXES

_EXTENSION = re.compile(r"[.](?:md|markdown)\Z")
_SURROGATES, _BEHIND_SURROGATES, _LAST_CASED = 0xD800, 0xE000, 0x1F000


def links_to(target: str, path: str | None, columns: str = "note_id") -> Condition:
    """SQL and parameters for the links to a note from others, to an attachment, or to what is not there.

    Args:
        target: As one writes it between brackets.
        path: Of the note that it stands for, see :func:`find_target`, or of the attachment, see
            :func:`find_attachment`.
        columns: What is selected of the links.
    """
    names = _names(target)
    if path is not None and (_addresses(target) or (path == target and path not in names)):
        names = ()  # a link can be written so not at all, or is one to this path alone
    elif path is not None:
        names = names[:1] if "#" in path else names[-1:]
    # A link with a folder means no other note of that name, though there is none where it leads.
    nowhere = "resolved IS NULL" if path is None else "(resolved IS NULL AND NOT contains(target, '/'))"
    named = (
        f" OR (name_key = ? AND ({nowhere} OR resolved IN "
        "(SELECT path FROM attachments WHERE ends_with('/' || lower(nfc_normalize(path)), lower(nfc_normalize(?))))))"
    )
    parameters = [value for name in names for value in (name_key(name), f"/{name}")]
    others = "note_id NOT IN (SELECT note_id FROM notes WHERE path = ?)"
    where = f"(resolved = ?{named * len(names)}) AND {others}"
    return f"SELECT {columns} FROM links WHERE {where}", [path, *parameters, path]


def find_target(cursor: duckdb.DuckDBPyConnection, target: str) -> str | None:
    """The path of the note that a name stands for.

    An exact path wins, whatever signs are in it, and what is called just so; then, if the name begins or ends with
    ``/``, the page of a website that a link to this address leads to; then a file name, then a title or an alias; among
    several the shortest path. An id is that of the only note whose name begins with it. Case and Unicode composition
    are ignored. What follows a ``#`` is a heading, unless there is a note of the whole name. What nothing of this finds
    may be a path through a symbolic link of the vault.

    Returns:
        ``None`` if there is no such note.
    """
    addresses = _addresses(target)
    finders = (
        *((_note_named, name) for name in (target, *addresses)),
        *((_page, name) for name in addresses),
        *((_note_named, name) for name in _names(target)),
        *((_note_with_id, name) for name in (target, *_names(target))),
    )
    found = filter(None, (find(cursor, name) for find, name in dict.fromkeys(finders)))
    return next(found, None) or _note_behind_symlinks(cursor, target)


def find_attachment(cursor: duckdb.DuckDBPyConnection, target: str) -> str | None:
    """The path of the attachment at a path that goes through symbolic links of the vault, ``None`` if there is none.

    Others are known by their names, see :func:`links_to`.
    """
    return _behind_symlinks(cursor, "attachments", _names(target))


def _note_behind_symlinks(cursor: duckdb.DuckDBPyConnection, target: str) -> str | None:
    names = [name for name in dict.fromkeys((target, *_names(target))) if name]
    pages = (address.rstrip("/") + ending for address in _addresses(target) for ending in PAGE_ENDINGS)
    places = (*(name + suffix for name in names for suffix in ("", *NOTE_SUFFIXES)), *pages)
    return _behind_symlinks(cursor, "notes", places)


def _behind_symlinks(
    cursor: duckdb.DuckDBPyConnection, table: Literal["notes", "attachments"], paths: Iterable[str]
) -> str | None:
    """The first file of a table that is at one of some paths that go through symbolic links of the vault."""
    symlinks = decode_symlinks(value_of(cursor, SYMLINKS))
    if not symlinks:
        return None
    symlinked = SymlinkedPaths(symlinks)
    for place in (place for path in paths if path for place in symlinked.real_paths(path, "")):
        sql = (
            f"SELECT path FROM {table} WHERE lower(nfc_normalize(path)) = lower(nfc_normalize($place)) "
            "ORDER BY path <> $place, path LIMIT 1"
        )
        row = cursor.execute(sql, {"place": place}).fetchone()
        if row is not None:
            return str(row[0])
    return None


def _page(cursor: duckdb.DuckDBPyConnection, address: str) -> str | None:
    """The note to which a link leads that is an address of a website; from which note is not known."""
    place = without_detours(address.strip("/"))
    rows = cursor.execute(
        """
        SELECT path FROM notes
        WHERE len(list_filter($ends, lambda e: ends_with('/' || lower(nfc_normalize(path)), e))) > 0
            OR regexp_matches(nfc_normalize(path), $odd)
        """,
        {"ends": [f"/{fold_name(place)}{ending}" for ending in PAGE_ENDINGS], "odd": _odd_letters()},
    ).fetchall()
    # One that is relative to a note may be meant from any folder.
    wanted = f"/{place}/" if address.endswith("/") else f"/{place}"
    return LinkResolver(path for (path,) in rows).resolve(wanted, "")


def _note_named(cursor: duckdb.DuckDBPyConnection, name: str) -> str | None:
    key = _EXTENSION.sub("", fold_name(name))
    rows = cursor.execute(
        """
        SELECT path, title, aliases, lower(nfc_normalize(path)) AS folded FROM notes
        WHERE path IN ($name, $name || '.md', $name || '.markdown')
            OR folded IN ($key, $key || '.md', $key || '.markdown')
            OR ends_with(folded, '/' || $key || '.md') OR ends_with(folded, '/' || $key || '.markdown')
            OR lower(nfc_normalize(title)) = $key
            OR list_contains(list_transform(aliases, lambda a: lower(nfc_normalize(a))), $key)
            OR regexp_matches(nfc_normalize(concat_ws(' ', path, title, array_to_string(aliases, ' '))), $odd)
        """,
        {"name": name, "key": key, "odd": _odd_letters()},
    ).fetchall()
    found = [
        (place, len(path), path)
        for path, title, aliases, _ in rows
        if (place := _place(name, key, path, title, aliases)) is not None
    ]
    return min(found)[2] if found else None


def _place(name: str, key: str, path: str, title: str, aliases: Sequence[str]) -> int | None:
    """How well a note bears a name, the best being 0; ``None`` if it does not.

    Args:
        name: As it is asked for.
        key: The same folded, without an extension.
        path: Of the note.
        title: Of the note.
        aliases: Of the note.
    """
    folded, files = fold_name(path), (f"{key}.md", f"{key}.markdown")
    holds = (
        path in (name, f"{name}.md", f"{name}.markdown"),
        folded in (key, *files),
        folded.endswith(tuple(f"/{file}" for file in files)),
        fold_name(title) == key,
        key in map(fold_name, aliases),
    )
    return holds.index(True) if any(holds) else None


@cache
def _odd_letters() -> str:
    """Pattern for the letters that the database does not fold as links are: ``ß`` is *ss*, a final ``ς`` is ``σ``."""
    letters = map(chr, (*range(0x80, _SURROGATES), *range(_BEHIND_SURROGATES, _LAST_CASED)))
    odd = [letter for letter in letters if not (letter.lower() == letter.casefold() and len(letter.lower()) == 1)]
    return f"[{''.join(odd)}]"


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


def _addresses(target: str) -> tuple[str, ...]:
    """What of it may be the address of a page of a website."""
    return tuple(name for name in written_names(target) if name.strip("/") and "/" in (name[0], name[-1]))


def _names(target: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip("/") for name in written_names(target)))
