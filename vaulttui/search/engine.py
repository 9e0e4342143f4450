"""The one seam: the interface, the command line and the agent tools know nothing below it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from vaulttui.index.progress import IndexChanged, IndexEvent, Listener, Phase, Progress, RefreshReport
from vaulttui.search.query import FileQuery, Query, Result
from vaulttui.values import dataclass
from vaulttui.vault.files.scan_ahead import Scan
from vaulttui.vault.note import Heading, PropertyType, PropertyValue

EngineEvent: TypeAlias = IndexEvent

FileDate: TypeAlias = Literal["modified", "created"]
"""A date that every note has: what facets count notes by."""

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
    """Links of the notes that are embedded, by path: they lead where they lead from there."""
    warnings: tuple[str, ...] = ()
    truncated: bool = False


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
    phase: Phase
    last_refresh: datetime | None = None


class SearchEngine(Protocol):
    """Everything that a surface can ask of one vault. Every method may be called from any thread and may block,
    so never from the interface's thread."""

    @property
    def vault_name(self) -> str:
        """Name of the vault's folder."""

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""

    def initialize(self) -> None:
        """Open the index, creating or recovering it as needed.

        Raises:
            VaultNotFoundError: There is no such folder.
            IndexFault: The index cannot be opened.
        """

    def start_background(self, *, embed: bool = True) -> None:
        """Begin to reconcile, embed and watch on a background thread. Returns at once; progress goes to listeners."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener for progress and changes.

        Returns:
            A function that removes it again.
        """

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: Scan | None = None,
    ) -> RefreshReport:
        """Bring the index up to date with the vault, and return when done: with all that was saved before it was asked.

        Args:
            embed: Also make vectors for what has none.
            progress: Called with the state of the work every now and then. What it raises ends the refresh.
            ahead: A scan that began when this refresh was asked for, where that was before this call; closed by
                whoever began it, if need be. What was saved behind its beginning may go unseen.

        Raises:
            VaultNotFoundError: The vault has vanished; nothing was removed from the index.
            IndexFault: The index cannot be written.
        """

    def index_note(self, path: str) -> bool:
        """Re-read one note now (after an editor closed), or take it out if it is gone. Returns whether anything
        changed."""

    def remove_note(self, path: str) -> bool:
        """Take one note out of the index, until it is read again. Returns whether it was there."""

    def stale_notes(self) -> tuple[str, ...]:
        """Paths that a refresh would read or remove."""

    def count(self) -> int:
        """Notes in the index."""

    def search(self, query: Query) -> Result:
        """Answer a query.

        Raises:
            ModelUnavailableError: A semantic query without a model.
            QuerySyntaxError: A regular expression of the query is malformed.
            IndexFault: The index cannot be read.
        """

    def facets(
        self, query: Query, *, date_field: FileDate = "modified", limit: int = 50, whole: Collection[str] = ()
    ) -> Facets:
        """Count filter values for a query.

        Args:
            query: The notes that are counted are those that it finds.
            date_field: The date that months and days are of.
            limit: Values of one property, the most frequent.
            whole: Properties, in any case, of which it does not bound the values. No more than
                :data:`MOST_FACET_VALUES` are counted of these.
        """

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """Complete a tag, folder, property name, value of property ``key``, or note name; best first."""

    def link_target(self, name: str) -> str | None:
        """The path of the note or other file that a name between brackets stands for, ``None`` if there is none."""

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """Find files and folders by name."""

    def note(self, path: str) -> NoteDetail:
        """Read one note for the preview.

        Raises:
            NoteNotFoundError: No such note in the vault.
            PathOutsideVaultError: The path leaves the vault.
        """

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        """Links that lead to a note, by source path and line."""

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        """``(path, line, message)`` of everything that was not read as written, by path."""

    def status(self) -> Status:
        """How the index stands."""

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the index itself, for a person; nothing if it is sound. Reads all of it."""

    def clear(self) -> None:
        """Forget everything indexed. The vault is not touched."""

    def released(self) -> AbstractContextManager[None]:
        """Leave an index that is shared to other processes within the block, as a process must that is about to be
        stopped: nobody could ask it. What this engine is asked meanwhile waits; its background work goes on behind."""

    def close(self) -> None:
        """Stop the background work within a second and close the index. Safe to call twice."""


__all__ = [
    "Backlink",
    "EngineEvent",
    "FacetValue",
    "Facets",
    "FileDate",
    "FoundFile",
    "IndexChanged",
    "Listener",
    "NoteDetail",
    "Phase",
    "Progress",
    "PropertyFacet",
    "RefreshReport",
    "ResolvedLink",
    "SearchEngine",
    "Status",
    "SuggestKind",
    "Suggestion",
]
