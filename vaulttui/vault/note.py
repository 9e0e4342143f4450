"""The values that reading a note gives. Plain, immutable, picklable: they cross process borders.

Lines are counted from 1 and absolute in the file (frontmatter included), after line ends were normalised.
Paths are relative to the vault, with ``/``, exactly as the file system spells them.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from vaulttui.values import dataclass

PropertyValue: TypeAlias = (
    str | int | float | bool | date | datetime | list["PropertyValue"] | dict[str, "PropertyValue"] | None
)
"""A frontmatter value as its writer meant it. An empty value (``key:``) is ``None``."""

PropertyType: TypeAlias = Literal["text", "list", "number", "checkbox", "date", "datetime", "map", "empty"]
"""The type of one property in one note; ``empty`` where there is a key but no value."""

LinkKind: TypeAlias = Literal["wikilink", "markdown"]
TitleSource: TypeAlias = Literal["property", "heading", "filename"]
DateSource: TypeAlias = str
"""Where a date came from: ``property:created``, ``birthtime``, ``ctime`` or ``mtime``."""


@dataclass(frozen=True, slots=True)
class NoteWarning:
    """Something in a note that was not read as written."""

    code: str
    """Stable and lower-case, like ``frontmatter_invalid`` or ``encoding_replaced``."""
    message: str
    """What was found and what was done about it."""
    line: int | None = None


READ_FAILED: Final = "read_failed"
"""Code of the warning for a note that could not be read: what an index has of it stays."""


def read_failure(reason: str) -> NoteWarning:
    """Warn of a note that could not be read."""
    return NoteWarning(READ_FAILED, f"The note could not be read ({reason}); it is tried again at the next refresh.")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading of a note's body."""

    level: int
    """1 to 6."""
    text: str
    """The heading without ``#`` marks, closing marks, block id and attributes; inline Markdown kept."""
    line: int
    path: tuple[str, ...]
    """Texts of the headings above it, outermost first, itself last."""
    name: str = ""
    """The id that is given to it, ``{#id}``; ``""`` if none."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One use of a tag."""

    name: str
    """As written, without ``#``; ``/`` nests."""
    line: int | None
    """``None`` for a tag of the frontmatter."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link to another file of the vault (links with a URL scheme are not kept)."""

    target: str
    """As written and percent-decoded, without heading or block; ``""`` for a link into the same note."""
    line: int
    kind: LinkKind
    heading: str
    """``A#B`` for ``[[t#A#B]]``; ``""`` if none."""
    block: str
    """Block id without ``^``; ``""`` if none."""
    display: str
    """The text that is shown instead of the target; ``""`` if none was written."""
    embed: bool
    context: str
    """The source line, trimmed, at most 300 characters: what a backlink shows."""


@dataclass(frozen=True, slots=True)
class Task:
    """One ``- [ ]`` item."""

    line: int
    status: str
    """The one character between the brackets; a blank is to do, ``x`` and ``X`` are done."""
    text: str
    """What stands behind the check box, up to the end of the paragraph: a line for each of the note's."""


@dataclass(frozen=True, slots=True)
class Property:
    """One frontmatter key of one note."""

    key: str
    """As written."""
    type: PropertyType
    value: PropertyValue
    line: int | None = None
    """The line on which it stands, from 1."""
    item_lines: tuple[int | None, ...] = ()
    """The line of each item of a list, where they are known apart."""


READING_VERSION = 22
"""Part of the index's fingerprint: raise it whenever the same file gives other links, chunks, texts to embed or
anything else than before. It stands here so that asking for it does not import the parsers."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit that is indexed and returned: a piece of one section of a note."""

    ordinal: int
    """Place in the note, from 0."""
    heading_path: tuple[str, ...]
    """Headings above the text, outermost first; empty before the first heading."""
    first_line: int
    last_line: int
    text: str
    """Lines ``first_line`` to ``last_line`` of the file, joined by ``\\n``; its own heading lines included. The
    first and the last may be a part of a long line that was cut."""
    content_date: date | None = None
    """The nearest heading above that is a date."""


class FileStat(NamedTuple):
    """What tells that a file has changed without reading it. (A tuple: one is made for every file of each scan.)"""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    birthtime_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One Markdown file, read."""

    path: str
    stat: FileStat
    content_hash: bytes
    """16-byte BLAKE2b digest of the file's bytes."""
    title: str
    title_source: TitleSource
    created: datetime
    """Local time, without a zone, as are all times here."""
    created_source: DateSource
    modified: datetime
    updated: datetime | None
    """By the first of the properties for it that holds a date."""
    updated_source: DateSource
    """``""`` where none does."""
    aliases: tuple[str, ...]
    tags: tuple[Tag, ...]
    properties: tuple[Property, ...]
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    tasks: tuple[Task, ...]
    chunks: tuple[Chunk, ...]
    warnings: tuple[NoteWarning, ...]
    language: str
    """Snowball language name of the body (``english``, ``french`` …), ``""`` if it could not be told."""
    line_count: int
    body_line: int
    """First line behind the frontmatter, 1 if there is none."""
    partial: bool
    """True if only the first part of the file was indexed (it is over the size limit)."""
    unread_frontmatter: str
    """Frontmatter that is not valid, as it is written: it gives no properties, but its words are found."""
