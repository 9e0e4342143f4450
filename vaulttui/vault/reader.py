"""Understanding one note: from the bytes of a file to a :class:`~vaulttui.vault.note.Note`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from vaulttui.settings import VaultSettings
from vaulttui.vault.chunking import chunk_body
from vaulttui.vault.dates.note_dates import date_warnings, note_dates
from vaulttui.vault.files.note_data import NoteData, read_note_data
from vaulttui.vault.language import detect_language
from vaulttui.vault.markdown.body import Body, scan_body
from vaulttui.vault.markdown.destinations import WikilinkReader, wikilink_destination
from vaulttui.vault.note import FileStat, Link, Note, NoteWarning, Property, Tag, read_failure
from vaulttui.vault.note_names import note_name
from vaulttui.vault.other_programs.dendron import dendron_destination, is_dendron
from vaulttui.vault.other_programs.logseq import LogseqSettings, is_internal, logseq_settings
from vaulttui.vault.other_programs.logseq_pages import page_name
from vaulttui.vault.other_programs.obsidian import USUAL_DAY, settings_for_reading
from vaulttui.vault.properties.day_links import mark_days
from vaulttui.vault.properties.frontmatter import Frontmatter, read_frontmatter
from vaulttui.vault.properties.note_properties import (
    choose_title,
    frontmatter_aliases,
    frontmatter_tags,
    inline_properties,
    leading_fields,
)
from vaulttui.vault.properties.other_links import mark_links
from vaulttui.vault.properties.property_links import property_links
from vaulttui.vault.text import decode

_LANGUAGE_LINES: Final = 100
"""Lines of a body that its language is told by."""


def read_note(root: Path, path: str, settings: VaultSettings) -> Note:
    """Read a note.

    Args:
        root: The vault's folder.
        path: Relative to it, with ``/``.
        settings: How it is read.

    Raises:
        OSError: See :func:`~vaulttui.vault.files.note_data.read_note_data`.
        PathOutsideVaultError: The path leaves the vault.
    """
    return understand_note(root, path, read_note_data(root, path, settings), settings)


def understand_note(root: Path, path: str, found: NoteData, settings: VaultSettings) -> Note:
    """Understand what was read of a file, with the vault's own property types. Never fails."""
    obsidian = settings_for_reading(root) if settings.use_obsidian_settings else None
    return parse_note(
        found.data,
        path,
        found.stat,
        settings,
        truncated=found.truncated,
        property_types=None if obsidian is None else obsidian.property_types,
        day_format="" if obsidian is None or obsidian.daily_format == USUAL_DAY else obsidian.daily_format,
        logseq=logseq_settings(root),
        wikilinks=dendron_destination if is_dendron(root) else wikilink_destination,
    )


def unread_note(root: Path, path: str, stat: FileStat, reason: str, settings: VaultSettings) -> Note:
    """What is known of a note that cannot be read: its name and its dates, and why nothing else.

    Args:
        root: The vault's folder.
        path: Relative to it.
        stat: Of the file.
        reason: Why it cannot be read, for a person.
        settings: How notes are read.

    Returns:
        A note without text. By its stat it looks changed to whoever looks at the file next, and is no other file that
        was moved.
    """
    note = understand_note(root, path, NoteData(b"", stat, truncated=False), settings)
    return replace(
        note,
        stat=stat._replace(ctime_ns=0, inode=0),
        content_hash=bytes(len(note.content_hash)),
        warnings=(read_failure(reason),),
    )


def content_hash(data: bytes) -> bytes:
    """16-byte BLAKE2b digest of what was read of a file."""
    return blake2b(data, digest_size=16).digest()


def parse_note(
    data: bytes,
    path: str,
    stat: FileStat,
    settings: VaultSettings,
    *,
    truncated: bool = False,
    property_types: Mapping[str, str] | None = None,
    day_format: str = "",
    logseq: LogseqSettings | None = None,
    wikilinks: WikilinkReader = wikilink_destination,
) -> Note:
    """Understand the bytes of a note. Never fails: what could not be read as written is among the warnings.

    Args:
        data: The file's bytes, or its first part.
        path: Relative to the vault, with ``/``.
        stat: Of the file.
        settings: How it is read.
        truncated: Whether the file goes on behind ``data``.
        property_types: Property types of the vault, by
            :class:`~vaulttui.vault.other_programs.obsidian.ObsidianSettings`.
        day_format: How the vault names daily notes, in the notation of Moment.js; ``""`` where that is as usual.
        logseq: Settings of the vault if it is one of Logseq's: there the note may be called otherwise than its file,
            properties that it begins with say what a frontmatter would, and ``TODO`` begins a task.
        wikilinks: Reads what stands between the brackets of a wikilink, which Dendron writes otherwise.
    """
    decoded = decode(data)
    lines = decoded.text.split("\n")
    if not lines[-1]:  # behind the last line end
        lines.pop()
    frontmatter = read_frontmatter(lines, property_types)
    written = _written(lines, frontmatter, logseq, wikilinks)
    name = note_name(path) if logseq is None else page_name(path, logseq)
    title, title_source = choose_title(written.properties, written.body.headings, name)
    aliases = frontmatter_aliases(written.properties)
    if name not in (note_name(path), title, *aliases):
        aliases = (name, *aliases)
    properties = written.properties + inline_properties(written.fields, written.properties)
    if wikilinks is not wikilink_destination:
        properties = mark_links(properties, wikilinks)
    patterns = [day_format, *((logseq.day_title, logseq.day_file) if logseq is not None else ())]
    properties = mark_days(properties, [pattern for pattern in patterns if pattern])
    own = properties[: len(written.properties)]
    dates = note_dates(own, stat, settings)
    warnings = (*decoded.warnings, *frontmatter.warnings, *date_warnings(own, settings))
    if truncated:
        warnings = (*warnings, _truncation_warning(len(data), stat.size))
    return Note(
        path=path,
        stat=stat,
        content_hash=content_hash(data),
        title=title,
        title_source=title_source,
        created=dates.created,
        created_source=dates.created_source,
        modified=dates.modified,
        updated=dates.updated,
        updated_source=dates.updated_source,
        aliases=aliases,
        tags=frontmatter_tags(written.properties) + written.tags,
        properties=properties,
        headings=written.body.headings,
        links=written.links,
        tasks=written.body.tasks,
        chunks=chunk_body(written.body_lines, written.body, written.body_line),
        warnings=warnings,
        language=_language("\n".join(written.body_lines[:_LANGUAGE_LINES]), settings),
        line_count=len(lines),
        body_line=written.body_line,
        partial=truncated,
        unread_frontmatter=frontmatter.unread,
    )


class _Written(NamedTuple):
    """What is written where in a note."""

    properties: tuple[Property, ...]
    """Of the frontmatter, or of the lines that a note of Logseq's begins with."""
    fields: Sequence[Property]
    """Inline fields below that."""
    tags: tuple[Tag, ...]
    links: tuple[Link, ...]
    body: Body
    body_lines: Sequence[str]
    body_line: int
    """Number of the first of them, from 1."""


def _written(
    lines: Sequence[str], frontmatter: Frontmatter, logseq: LogseqSettings | None, wikilinks: WikilinkReader
) -> _Written:
    start = frontmatter.body_line
    body_lines = lines[start - 1 :]
    body = scan_body(body_lines, start, task_words=logseq is not None, wikilinks=wikilinks)
    links = property_links(frontmatter.properties, lines[: start - 1], wikilinks) + body.links
    found = _Written(frontmatter.properties, body.fields, body.tags, links, body, body_lines, start)
    if logseq is None:
        return found
    fields = [field for field in body.fields if not is_internal(field.key)]
    head = leading_fields(body.fields, lines) if start == 1 else 0
    if not head:
        return found._replace(fields=fields)
    above = [field for field in fields if field.line is not None and field.line <= head]
    return found._replace(
        properties=inline_properties(above, ()),
        fields=fields[len(above) :],
        body=scan_body(lines[head:], head + 1, task_words=True, wikilinks=wikilinks),
        body_lines=lines[head:],
        body_line=head + 1,
    )


def _language(text: str, settings: VaultSettings) -> str:
    if settings.language == "auto":
        return detect_language(text)
    return "" if settings.language == "none" else settings.language


def _truncation_warning(read: int, size: int) -> NoteWarning:
    message = (
        f"The file has {size:,} bytes: only its first {read:,} are indexed. "
        "A larger max_note_bytes under [vault] in the settings takes in more."
    )
    return NoteWarning("note_truncated", message)
