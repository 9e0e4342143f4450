"""What a search engine answers besides the results of a query: facets, completions, files, notes, its own state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal, TypeAlias

from vaulttui.index.progress import Phase
from vaulttui.values import dataclass
from vaulttui.vault.note import Heading, PropertyType, PropertyValue

FileDate: TypeAlias = Literal["modified", "created"]
"""A date that every note has: what facets count notes by."""

NO_MODEL = "unavailable: "
"""Begins what is told in the place of a model's name where the model cannot be used."""
MOST_FACET_VALUES = 20_000
"""Values of one property that are ever counted; of that many none is chosen by reading a list."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet, with the number of notes that choosing it would leave."""

    value: str
    """What the query operator takes: a folder path, a tag without ``#``, ``YYYY-MM``, a property's text."""
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class PropertyFacet:
    """One property key with its values."""

    key: str
    type: PropertyType
    count: int
    """Notes that have the key."""
    values: tuple[FacetValue, ...]
    """Most frequent first; of those that the request does not name, at most its ``limit``."""
    distinct: int
    """How many values there are in all."""
    single: bool = True
    """Whether no note has more than one of them, so that the notes of several are the sum of their counts."""
    mixed: bool = False
    """Whether there are, or were, values of other types, too."""


@dataclass(frozen=True, slots=True)
class Facets:
    """Filter values with their counts for one query. Every facet is counted as if its own filter were not set, but for
    tags and comparisons (``[prio:>5]``): what is chosen beside them adds up."""

    folders: tuple[FacetValue, ...] = ()
    """Every folder that holds a matching note somewhere below it; counts include subfolders. In the order of names,
    numbers in them by value."""
    tags: tuple[FacetValue, ...] = ()
    """Every tag and every parent of a nested tag; counts include nested tags; most frequent first."""
    months: tuple[FacetValue, ...] = ()
    """``YYYY-MM`` of the date field asked for, oldest first, months without notes left out."""
    properties: tuple[PropertyFacet, ...] = ()
    """Most frequent key first. ``tags``, ``aliases`` and the like are left out."""
    total: int = 0
    """Notes that match the whole query."""
    days: tuple[FacetValue, ...] = ()
    """``YYYY-MM-DD`` of the date field asked for, newest first, days without notes left out: at least the last 62, and
    all from 62 days ago on."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One completion."""

    text: str
    """What to insert."""
    label: str
    """What to show."""
    detail: str = ""
    """A count, or a note's path."""
    corrected: bool = False
    """Whether it is not what was typed, but what is called nearly so: nothing fits as it was typed."""
    count: int = 0
    """Notes that have it; 0 of what is counted by nobody, as a note."""


SuggestKind: TypeAlias = Literal["tag", "folder", "property", "value", "note"]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One file or folder found by name."""

    path: str
    size: int
    modified: datetime
    tags: tuple[str, ...] = ()
    folder: bool = False


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link of a note, with what it leads to."""

    target: str
    """As written."""
    line: int
    display: str
    heading: str
    block: str
    embed: bool
    path: str | None
    """The file that it leads to, relative to the vault; ``None`` if unresolved."""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link that leads to a note."""

    path: str
    title: str
    line: int
    context: str
    """The source line."""


@dataclass(frozen=True, slots=True)
class NamedBlock:
    """A block of a note that others refer to by a name, wherever it is."""

    path: str
    text: str
    """Its lines, with all that is in it; at most a screenful or two."""


@dataclass(frozen=True, slots=True)
class NoteDetail:
    """A note as the preview needs it: text as it is on disk now, the rest as indexed."""

    path: str
    title: str
    text: str
    """Decoded, line ends normalised, whole file with frontmatter; at most the settings' size limit."""
    body_line: int
    """First line behind the frontmatter, 1 if there is none."""
    size: int
    modified: datetime
    created: datetime
    tags: tuple[str, ...] = ()
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    property_types: Mapping[str, PropertyType] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    links: tuple[ResolvedLink, ...] = ()
    backlinks: tuple[Backlink, ...] = ()
    embeds: Mapping[str, str | None] = field(default_factory=dict)
    """Text of what the embeds of the note show, by embed target as written (``note#Heading``); one level. ``None``
    where the embedded note has no such heading or block."""
    embedded_links: Mapping[str, tuple[ResolvedLink, ...]] = field(default_factory=dict)
    """Links of the notes that embeds and blocks are from, by path: they lead where they lead from there."""
    blocks: Mapping[str, NamedBlock] = field(default_factory=dict)
    """Blocks that the note refers to by the names that Logseq gave them, ``((64f0c2a1-…))``, by name."""
    warnings: tuple[str, ...] = ()
    truncated: bool = False
    inline: tuple[str, ...] = ()
    """Keys of those properties that stand in the body, as inline fields."""


@dataclass(frozen=True, slots=True)
class Status:
    """How the index stands."""

    vault: str
    index_path: str
    index_bytes: int
    notes: int
    chunks: int
    embeddable: int
    embedded: int
    tags: int
    links: int
    unresolved: int
    warnings: int
    generation: int
    schema_version: int
    model: str
    """Which one makes the vectors, or why none can, behind :data:`NO_MODEL`; ``""`` where embedding is off."""
    phase: Phase
    last_refresh: datetime | None = None
    message: str = ""
    """What a person should know of the work on the index, as it was last told, ``""`` mostly."""

    @property
    def vectors_to_come(self) -> bool:
        """Whether vectors are missing and there is a model to make them."""
        return bool(self.model) and not self.model.startswith(NO_MODEL) and self.embedded < self.embeddable
