"""The engine that every surface uses: owner of the index or follower of the owner, whichever it must be now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.paths import expanded
from vaulttui.paths import index_path as default_index_path
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FileDate,
    FoundFile,
    Listener,
    NoteDetail,
    Progress,
    RefreshReport,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.query import FileQuery, Query, Result
from vaulttui.search.sharing.answering import Answering
from vaulttui.search.sharing.succession import LocalFactory, local_engine
from vaulttui.settings import Settings
from vaulttui.spellings import real_place
from vaulttui.vault.files.scan_ahead import Scan

log = logging.getLogger(__name__)


class SharedEngine:
    """:class:`vaulttui.search.engine.SearchEngine` for any number of processes.

    The first process opens the index and answers the others. When it ends, however it ends, one of them takes its
    place, and requests under way are asked again.

    Args:
        vault: The vault's folder.
        settings: All settings; ``None`` for the defaults.
        index_path: The index file; ``None`` for its place in the user's cache.
        make_local: Makes the engine for an index that this process owns.
    """

    def __init__(
        self,
        vault: Path,
        settings: Settings | None = None,
        index_path: Path | None = None,
        *,
        make_local: LocalFactory = local_engine,
    ) -> None:
        settings = settings or Settings()
        self._root = expanded(vault).absolute()
        self._settings = settings.vault
        # An index is one folder's. A symbolic link to it may lead to another one later.
        folder = real_place(self._root)
        self._answering = Answering(
            folder, settings, index_path or default_index_path(self._root, settings), make_local
        )

    @property
    def vault_name(self) -> str:
        """Name of the vault's folder."""
        return self._root.name or str(self._root)

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""
        return str(self._root)

    @property
    def owner(self) -> bool:
        """Whether this process has the index open itself."""
        return self._answering.owner

    def initialize(self) -> None:
        """See :meth:`SearchEngine.initialize`."""
        self._answering.open()

    def start_background(self, *, embed: bool = True) -> None:
        """See :meth:`SearchEngine.start_background`. Whoever owns the index does the work."""
        self._answering.start_background(embed=embed)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See :meth:`SearchEngine.subscribe`."""
        return self._answering.subscribe(listener)

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: Scan | None = None,
    ) -> RefreshReport:
        """See :meth:`SearchEngine.refresh`."""
        return self._answering.ask(lambda engine: engine.refresh(embed=embed, progress=progress, ahead=ahead))

    def index_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.index_note`."""
        return self._answering.ask(lambda engine: engine.index_note(path))

    def remove_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.remove_note`."""
        return self._answering.ask(lambda engine: engine.remove_note(path))

    def stale_notes(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.stale_notes`."""
        return self._answering.ask(lambda engine: engine.stale_notes())

    def count(self) -> int:
        """See :meth:`SearchEngine.count`."""
        return self._answering.ask(lambda engine: engine.count())

    def search(self, query: Query) -> Result:
        """See :meth:`SearchEngine.search`."""
        return self._answering.ask(lambda engine: engine.search(query))

    def facets(
        self, query: Query, *, date_field: FileDate = "modified", limit: int = 50, whole: Collection[str] = ()
    ) -> Facets:
        """See :meth:`SearchEngine.facets`."""
        return self._answering.ask(lambda engine: engine.facets(query, date_field=date_field, limit=limit, whole=whole))

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """See :meth:`SearchEngine.suggest`."""
        return self._answering.ask(lambda engine: engine.suggest(kind, prefix, key=key, limit=limit))

    def link_target(self, name: str) -> str | None:
        """See :meth:`SearchEngine.link_target`."""
        return self._answering.ask(lambda engine: engine.link_target(name))

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """See :meth:`SearchEngine.find`, which needs no index."""
        try:
            return self._answering.ask(lambda engine: engine.find(query))
        except IndexFault as fault:
            log.warning("found without the index: %s", fault.message)
            from vaulttui.search.lookups.finding import find_files  # late: few have to do without

            return find_files(self._root, self._settings, query)

    def note(self, path: str) -> NoteDetail:
        """See :meth:`SearchEngine.note`."""
        return self._answering.ask(lambda engine: engine.note(path))

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        """See :meth:`SearchEngine.backlinks`."""
        return self._answering.ask(lambda engine: engine.backlinks(path))

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        """See :meth:`SearchEngine.warnings`."""
        return self._answering.ask(lambda engine: engine.warnings())

    def status(self) -> Status:
        """See :meth:`SearchEngine.status`."""
        return self._answering.ask(lambda engine: engine.status())

    def problems(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.problems`."""
        return self._answering.ask(lambda engine: engine.problems())

    def clear(self) -> None:
        """See :meth:`SearchEngine.clear`."""
        self._answering.ask(lambda engine: engine.clear())

    def released(self) -> AbstractContextManager[None]:
        """See :meth:`SearchEngine.released`."""
        return self._answering.released()

    def close(self) -> None:
        """See :meth:`SearchEngine.close`. If this process owned the index, another takes over."""
        self._answering.close()
