"""A note as the preview needs it: its text as it is on disk now, the rest as indexed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from vaulttui.errors import NoteNotFoundError, PathOutsideVaultError
from vaulttui.index.reading.property_values import decode_properties
from vaulttui.index.storage import duckdb
from vaulttui.search.answers import Backlink, NamedBlock, NoteDetail, ResolvedLink
from vaulttui.search.lookups.note_texts import note_part, read_note_text
from vaulttui.settings import VaultSettings
from vaulttui.vault.dates.file_dates import local_time
from vaulttui.vault.note import Heading
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.logseq import BLOCK_NAME, BLOCK_REFERENCE, EMBED, naming_line

MOST_EMBEDS = 40
"""Embeds of one note that are shown; more make a preview unreadable."""
MOST_BLOCKS = 100
"""Blocks that a note refers to by name, and of which it shows the text."""
_NAMED_BLOCKS = f"""
    SELECT DISTINCT name, path FROM (
        SELECT unnest(regexp_extract_all(text, '{naming_line(f"({BLOCK_NAME})")}', 1)) AS name, path
        FROM notes JOIN chunks USING (note_id) WHERE contains(text, '{naming_line("")}')
    ) WHERE list_contains(?, name) ORDER BY name, path"""


def note_detail(cursor: duckdb.DuckDBPyConnection, root: Path, path: str, settings: VaultSettings) -> NoteDetail:
    """Collect everything about one note.

    Raises:
        NoteNotFoundError: No such note in the vault.
        PathOutsideVaultError: The path leaves the vault.
    """
    text, truncated, stat = read_note_text(root, path, settings)
    row = cursor.execute(
        "SELECT note_id, title, body_line, size, modified, created, tags, properties FROM notes WHERE path = ?", [path]
    ).fetchone()
    if row is None:
        # Not indexed yet (or left out): what is on disk can be shown all the same.
        moment = local_time(stat.st_mtime_ns)
        name = path.rpartition("/")[2]
        return NoteDetail(path, name.rpartition(".")[0] or name, text, 1, stat.st_size, moment, moment)
    note_id, title, body_line, size, modified, created, tags, encoded = row
    properties, types = decode_properties(encoded)
    links = _links(cursor, note_id)
    embeds, embedded = _embeds(root, text, links, settings)
    blocks = _blocks(cursor, root, text, settings)
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
        embedded_links=_links_of(cursor, {*embedded, *(block.path for block in blocks.values())}),
        blocks=blocks,
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
    root: Path, text: str, links: tuple[ResolvedLink, ...], settings: VaultSettings
) -> tuple[Mapping[str, str | None], Iterable[str]]:
    """What the embeds of a note show, by its text and links, and the paths of the notes that it is from."""
    from vaulttui.vault.markdown.destinations import Destination  # late, as is the parser: a search needs neither

    macros = {found["note"] for found in EMBED.finditer(text)} if "{{embed" in text else ()
    texts: dict[str, str | None] = {}
    paths: dict[str, None] = {}
    for link in links:
        key = Destination(link.target, link.heading, link.block).written
        embedded = link.embed or key in macros
        if not embedded or link.path is None or key in texts or not is_note_name(link.path):
            continue
        if len(texts) >= MOST_EMBEDS:
            break
        try:
            embedded_text = read_note_text(root, link.path, settings).text
        except (NoteNotFoundError, PathOutsideVaultError):
            continue  # the preview shows the embed as it shows an unresolved one
        texts[key] = note_part(embedded_text, link.heading, link.block)
        paths[link.path] = None
    return texts, paths


def _blocks(
    cursor: duckdb.DuckDBPyConnection, root: Path, text: str, settings: VaultSettings
) -> Mapping[str, NamedBlock]:
    """The blocks that the text of a note refers to by name. Which note has one is looked for in all chunks: names of
    blocks are no words of the index, and few notes refer to any."""
    names = list(dict.fromkeys(BLOCK_REFERENCE.findall(text)))[:MOST_BLOCKS] if "((" in text else []
    rows = cursor.execute(_NAMED_BLOCKS, [names]).fetchall() if names else []
    read: dict[str, str] = {}
    found: dict[str, NamedBlock] = {}
    for name, path in rows:
        if path not in read:
            try:
                read[path] = read_note_text(root, path, settings).text
            except (NoteNotFoundError, PathOutsideVaultError):
                read[path] = ""  # the reference is shown as it is written
        block = note_part(read[path], "", name)
        if block is not None:
            found.setdefault(name, NamedBlock(path, block))
    return found
