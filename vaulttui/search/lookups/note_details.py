"""A note as the preview needs it: its text as it is on disk now, the rest as indexed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from vaulttui.errors import NoteNotFoundError, PathOutsideVaultError
from vaulttui.index.reading.property_values import decode_properties
from vaulttui.index.storage import duckdb
from vaulttui.search.answers import Backlink, NoteDetail, ResolvedLink
from vaulttui.settings import VaultSettings
from vaulttui.vault.note import Heading
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import cut_at_line_end, decode
from vaulttui.vault.untrusted import open_regular_file, read_start, resolve_inside

MOST_EMBEDS = 40
"""Embeds of one note that are shown; more make a preview unreadable."""
_EMBED_LINES = 60


class _NoteText(NamedTuple):
    """A note as it is on disk."""

    text: str
    """Decoded."""
    truncated: bool
    """Whether it was cut at the settings' size limit, where the index cuts it."""
    stat: os.stat_result


def _read_text(root: Path, path: str, settings: VaultSettings) -> _NoteText:
    """Read a note.

    Raises:
        NoteNotFoundError: It is gone or cannot be read, or not in time.
        PathOutsideVaultError: The path leaves the vault.
    """
    limit = settings.max_note_bytes
    try:
        data, stat = PATIENCE.call(f"{root}/{path}".rpartition("/")[0], _read_bytes, root, path, limit + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        told = f"The note {path!r} is not there: moved, deleted, or its disk is not mounted."
        raise NoteNotFoundError(told) from error
    except OSError as error:
        raise NoteNotFoundError(f"The note {path!r} cannot be read: {error.strerror or error}.") from error
    truncated = len(data) > limit
    return _NoteText(decode(cut_at_line_end(data[:limit]) if truncated else data).text, truncated, stat)


def _read_bytes(root: Path, path: str, size: int) -> tuple[bytes, os.stat_result]:
    with open_regular_file(os.path.realpath(resolve_inside(root, path))) as descriptor:
        return read_start(descriptor, size), os.fstat(descriptor)


def note_detail(cursor: duckdb.DuckDBPyConnection, root: Path, path: str, settings: VaultSettings) -> NoteDetail:
    """Collect everything about one note.

    Raises:
        NoteNotFoundError: No such note in the vault.
        PathOutsideVaultError: The path leaves the vault.
    """
    text, truncated, stat = _read_text(root, path, settings)
    row = cursor.execute(
        "SELECT note_id, title, body_line, size, modified, created, tags, properties FROM notes WHERE path = ?", [path]
    ).fetchone()
    if row is None:
        from vaulttui.vault.dates.note_dates import local_time  # late, as is the parser below: a search needs neither

        # Not indexed yet (or left out): what is on disk can be shown all the same.
        moment = local_time(stat.st_mtime_ns)
        name = path.rpartition("/")[2]
        return NoteDetail(path, name.rpartition(".")[0] or name, text, 1, stat.st_size, moment, moment)
    note_id, title, body_line, size, modified, created, tags, encoded = row
    properties, types = decode_properties(encoded)
    links = _links(cursor, note_id)
    embeds, embedded = _embeds(root, links, settings)
    return NoteDetail(
        path=path,
        title=title,
        text=text,
        body_line=body_line,
        size=size,
        modified=modified,
        created=created,
        tags=tuple(tags),
        properties=properties,
        property_types=types,
        headings=_headings(cursor, note_id, text),
        links=links,
        backlinks=backlinks(cursor, path),
        embeds=embeds,
        embedded_links=_links_of(cursor, embedded),
        warnings=tuple(
            message
            for (message,) in cursor.execute(
                "SELECT message FROM warnings WHERE path = ? ORDER BY line, message", [path]
            ).fetchall()
        ),
        truncated=truncated,
        inline=tuple(
            key
            for (key,) in cursor.execute(
                "SELECT key FROM properties WHERE note_id = ? GROUP BY key HAVING min(line) >= ?", [note_id, body_line]
            ).fetchall()
        ),
    )


def backlinks(cursor: duckdb.DuckDBPyConnection, path: str) -> tuple[Backlink, ...]:
    """Links of other notes that lead to a note, by source path and line."""
    rows = cursor.execute(
        "SELECT n.path, n.title, l.line, l.context FROM links l JOIN notes n USING (note_id) "
        "WHERE l.resolved = ? AND n.path <> ? ORDER BY n.path, l.line",
        [path, path],
    ).fetchall()
    return tuple(Backlink(*row) for row in rows)


def _headings(cursor: duckdb.DuckDBPyConnection, note_id: int, source: str) -> tuple[Heading, ...]:
    """Headings of a note, with the ids that its text gives them."""
    from vaulttui.vault.markdown.block_syntax import split_attributes  # late, as is the parser: a search needs neither

    lines = source.split("\n") if "{" in source else ()
    headings: list[Heading] = []
    above: list[tuple[int, str]] = []
    for line, level, text in cursor.execute(
        "SELECT line, level, text FROM headings WHERE note_id = ? ORDER BY line", [note_id]
    ).fetchall():
        while above and above[-1][0] >= level:
            above.pop()
        above.append((level, text))
        name = split_attributes(lines[line - 1].rstrip())[1] if line <= len(lines) else ""
        headings.append(Heading(level, text, line, tuple(title for _, title in above), name))
    return tuple(headings)


def _links(cursor: duckdb.DuckDBPyConnection, note_id: int) -> tuple[ResolvedLink, ...]:
    rows = cursor.execute(
        "SELECT target, line, display, heading, block, embed, resolved FROM links WHERE note_id = ? ORDER BY line",
        [note_id],
    ).fetchall()
    return tuple(ResolvedLink(*row) for row in rows)


def _links_of(cursor: duckdb.DuckDBPyConnection, paths: Iterable[str]) -> Mapping[str, tuple[ResolvedLink, ...]]:
    """Links of some notes, by path."""
    found: dict[str, tuple[ResolvedLink, ...]] = {}
    for path in paths:
        row = cursor.execute("SELECT note_id FROM notes WHERE path = ?", [path]).fetchone()
        if row is not None:
            found[path] = _links(cursor, row[0])
    return found


def _embeds(
    root: Path, links: tuple[ResolvedLink, ...], settings: VaultSettings
) -> tuple[Mapping[str, str | None], Iterable[str]]:
    """What the embeds among some links show, and the paths of the notes that it is from."""
    from vaulttui.vault.markdown.destinations import Destination  # late, as is the parser: a search needs neither

    texts: dict[str, str | None] = {}
    paths: dict[str, None] = {}
    for link in links:
        key = Destination(link.target, link.heading, link.block).written
        if not link.embed or link.path is None or key in texts or not is_note_name(link.path):
            continue
        if len(texts) >= MOST_EMBEDS:
            break
        try:
            text = _read_text(root, link.path, settings).text
        except (NoteNotFoundError, PathOutsideVaultError):
            continue  # the preview shows the embed as it shows an unresolved one
        texts[key] = _part(text, link.heading, link.block)
        paths[link.path] = None
    return texts, paths


def _part(text: str, heading: str, block: str) -> str | None:
    """The section or block of a note that an embed asks for, at most a screenful or two; ``None`` if it has none."""
    from vaulttui.vault.properties.frontmatter import read_frontmatter  # late, as is the parser: a search needs neither

    lines = text.split("\n")
    written = lines[read_frontmatter(lines).body_line - 1 :]
    body: list[str] | None = written
    if heading:
        body = _section(written, heading)
    elif block:
        from vaulttui.vault.links.subpaths import block_text

        body = block_text(written, block)
    if body is None:
        return None
    shown = body[:_EMBED_LINES]
    return "\n".join(shown) + ("\n…" if len(body) > _EMBED_LINES else "")


def _section(body: list[str], wanted: str) -> list[str] | None:
    """The lines from a heading to the next one of its level; ``None`` if there is no such heading."""
    from vaulttui.vault.links.subpaths import find_heading
    from vaulttui.vault.markdown.body import scan_body

    headings = scan_body(body).headings
    heading = find_heading(headings, wanted)
    if heading is None:
        return None
    following = (later.line for later in headings if later.line > heading.line and later.level <= heading.level)
    return body[heading.line - 1 : next(following, len(body) + 1) - 1]
