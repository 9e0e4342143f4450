"""The one seam: the interface, the command line and the agent tools know nothing below it.

What is answered goes through it, too: they import that from here, wherever it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from vaulttui.index.progress import IndexChanged, IndexEvent, Listener, Phase, Progress, RefreshReport
from vaulttui.search.answers import (
    MOST_FACET_VALUES,
    Backlink,
    Facets,
    FacetValue,
    FileDate,
    FoundFile,
    NamedBlock,
    NoteDetail,
    PropertyFacet,
    ResolvedLink,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.query import FileQuery, Query, Result
from vaulttui.vault.files.scan_ahead import Scan

EngineEvent: TypeAlias = IndexEvent


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
        """Re-read one note now (after an editor closed). If it is gone, bring the index up to date with the vault, but
        for vectors: it may have been renamed. While that goes on anyway, only take it out. Returns whether anything
        changed; nothing does where the vault's folder is not there.

        Raises:
            VaultNotFoundError: The folder is empty, as an unmounted disk leaves it; nothing was removed from the index.
            IndexFault: The index cannot be written.
        """

    def remove_note(self, path: str) -> bool:
        """Take one note out of the index, until it is read again. Returns whether it was there."""

    def stale_notes(self) -> tuple[str, ...]:
        """Paths that a refresh would read or remove.

        Raises:
            VaultNotFoundError: The vault has vanished.
        """

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
    "MOST_FACET_VALUES",
    "Backlink",
    "EngineEvent",
    "FacetValue",
    "Facets",
    "FileDate",
    "FoundFile",
    "IndexChanged",
    "Listener",
    "NamedBlock",
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
