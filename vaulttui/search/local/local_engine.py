"""The search engine of one vault in this process: owns the index file, its background work, and the model."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from vaulttui.beside import Beside
from vaulttui.embedding import create_embedder
from vaulttui.embedding.cross_encoder import create_cross_encoder
from vaulttui.embedding.embedder import Embedder
from vaulttui.errors import IndexFault, ModelUnavailableError, VaultNotFoundError
from vaulttui.index.faults import make_index_folder
from vaulttui.index.progress import Listener, Progress, RefreshReport
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.health import index_problems
from vaulttui.index.storage.index_file import MENDED
from vaulttui.index.storage.opening import Opened
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.upkeep.foreground import Foreground
from vaulttui.index.upkeep.refresher import Refresher
from vaulttui.index.vectors.vector_counter import VectorCounter
from vaulttui.index.vectors.vectorizer import Vectorizer
from vaulttui.index.writing.warning_store import all_warnings
from vaulttui.paths import expanded
from vaulttui.paths import index_path as default_index_path
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FileDate,
    FoundFile,
    NoteDetail,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.facets import FacetCounter
from vaulttui.search.local.background_work import BackgroundWork
from vaulttui.search.local.degradation import Abilities, Ability
from vaulttui.search.local.early_answers import EarlyAnswers
from vaulttui.search.local.query_vectors import QueryVectors
from vaulttui.search.local.refilling import Refilling
from vaulttui.search.local.refreshing import Refreshing
from vaulttui.search.local.status import index_status
from vaulttui.search.lookups.finding import find_files
from vaulttui.search.lookups.indexed_notes import indexed_notes
from vaulttui.search.lookups.link_targets import link_target
from vaulttui.search.lookups.note_details import backlinks, note_detail
from vaulttui.search.lookups.suggestions import suggest
from vaulttui.search.query import FileQuery, Mode, Query, Result
from vaulttui.search.results.context import with_context
from vaulttui.search.searcher import Searcher
from vaulttui.search.view import IndexView, IndexViews
from vaulttui.settings import Settings
from vaulttui.vault.files.looking import vanished
from vaulttui.vault.files.scan_ahead import Scan

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")


class LocalEngine:
    """:class:`vaulttui.search.engine.SearchEngine` over an index file that this process owns.

    Args:
        vault: The vault's folder.
        settings: All settings.
        index_path: The index file; ``None`` for its place in the user's cache.
        embedder: The model; ``None`` to make the one that the settings name.
        open_ahead: Opens the index file already.
        ahead: There will be a refresh with a scan that has begun. What is searched for before it is not searched for
            again behind it if nothing has changed.
    """

    def __init__(
        self,
        vault: Path,
        settings: Settings | None = None,
        index_path: Path | None = None,
        *,
        embedder: Embedder | None = None,
        open_ahead: Beside[Opened] | None = None,
        ahead: bool = False,
    ) -> None:
        self._settings = settings or Settings()
        self._root = expanded(vault).absolute()
        self._index_path = index_path or default_index_path(self._root, self._settings)
        self._embedder = embedder or create_embedder(self._settings.embedding)
        self._database = Database(self._index_path, self._begun_anew, open_ahead)
        self._ahead = ahead
        self._refreshing = Refreshing()
        self._indexer: Indexer | None = None
        self._refresher: Refresher | None = None
        self._vectorizer: Vectorizer | None = None
        self._foreground = Foreground()
        self._background = BackgroundWork(
            self._root, self._settings, self._refreshing.emit, self._foreground, self._refreshing.closing
        )
        self._views = IndexViews(self._database)
        self._refilling = Refilling(
            self._index_path, lambda: self._opened.emptied, lambda: self._background.worker is not None, self._fill
        )
        self._early = EarlyAnswers(self._database)
        self._query_vectors = QueryVectors(self._embedder) if self._embedder is not None else None
        self._vector_counter = VectorCounter(self._database)
        self._abilities = Abilities(self._vector_counter, self._embedder, create_cross_encoder(self._settings.search))

    @property
    def vault_name(self) -> str:
        """Name of the vault's folder."""
        return self._root.name or str(self._root)

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""
        return str(self._root)

    def initialize(self) -> None:
        """See :meth:`SearchEngine.initialize`."""
        if self._root.is_file():
            raise VaultNotFoundError(f"The vault {self._root} is no folder: name the one that the notes are in.")
        if not self._root.is_dir():
            raise VaultNotFoundError(
                f"The vault {self._root} is not there. Is the disk mounted? Its index is kept; nothing was removed."
            )
        make_index_folder(self._index_path.parent)
        self._database.open()
        try:
            self._indexer = self._make_indexer(at_once=not self._ahead)
        except IndexFault as fault:
            if fault.code not in {IndexFault.code, *MENDED}:
                raise
            log.warning("the index is opened again: %s", fault.message)
            # What only emptying it helps against is told to those who ask, and not to the one who empties it.
            self._indexer = self._make_indexer(at_once=fault.code in MENDED and not self._ahead)
        if self._embedder is not None:
            self._vectorizer = Vectorizer(self._database, self._indexer, self._embedder, self._vector_counter)
        self._refresher = Refresher(self._database, self._indexer, self._vectorizer, self._refreshing.emit)

    def _make_indexer(self, *, at_once: bool = True) -> Indexer:
        return Indexer(self._database, self._root, self._settings.vault, self._refreshing.emit, at_once=at_once)

    def start_background(self, *, embed: bool = True) -> None:
        """See :meth:`SearchEngine.start_background`."""
        self._background.start(self._opened, self._vectorizer if embed else None)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See :meth:`SearchEngine.subscribe`."""
        return self._refreshing.listeners.add(listener)

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: Scan | None = None,
    ) -> RefreshReport:
        """See :meth:`SearchEngine.refresh`."""
        if self._refresher is None:
            raise RuntimeError("initialize() comes first")
        if ahead is not None:  # another processor looks at the files meanwhile, and mostly nothing changed
            self._ahead = False
            self._views.prepare()
        return self._refreshing.refresh(
            self._refresher, lambda: self._background.worker, self.count, embed=embed, progress=progress, ahead=ahead
        )

    def index_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.index_note`."""
        refresher = self._refresher
        idle = refresher is not None and not refresher.reconciles
        if idle and self._opened.has(path) and vanished(self._root, [path]):
            report = self.refresh(embed=False)  # only a look at all files tells whether it goes by another name
            changed = bool(report.added or report.changed or report.moved or report.removed)
        else:
            changed = bool(self._opened.update_paths([path]))
        worker = self._background.worker
        if changed and worker is not None:
            worker.vectors_wanted()
        return changed

    def remove_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.remove_note`."""
        return self._opened.remove(path)

    def stale_notes(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.stale_notes`."""
        return self._opened.stale_paths()

    def count(self) -> int:
        """See :meth:`SearchEngine.count`."""
        return self._opened.note_count

    def search(self, query: Query) -> Result:
        """See :meth:`SearchEngine.search`."""
        ahead = self._ahead
        if not ahead and (early := self._early.take(query)) is not None:
            return early
        commits = self._database.commits
        result = self._answer(query, self._abilities.of(query, sparing=self._background.worker is None))
        if ahead:
            self._early.keep(query, commits, result)
        return result

    def _answer(self, query: Query, able: Ability) -> Result:
        model = None
        if able.mode is not Mode.KEYWORD and self._query_vectors is not None:
            model = self._query_vectors.query_model(able.cross_encoder)
        try:
            with self._foreground.question():
                result = self._ask(lambda view: Searcher(view, model).search(query, able.mode))
        except ModelUnavailableError as failure:  # it was loaded, and fails all the same
            return self._answer(query, self._abilities.after(able, failure))
        if query.context_lines:
            result = replace(result, hits=with_context(result.hits, self._root, query.context_lines))
        return replace(result, degraded=able.degraded) if able.degraded else result

    def facets(
        self, query: Query, *, date_field: FileDate = "modified", limit: int = 50, whole: Collection[str] = ()
    ) -> Facets:
        """See :meth:`SearchEngine.facets`."""
        mode = self._abilities.mode_of(query)
        with self._foreground.question():
            return self._ask(
                lambda view: FacetCounter(view, Searcher(view, None), mode).count(
                    query, date_field=date_field, limit=limit, whole=whole
                )
            )

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """See :meth:`SearchEngine.suggest`."""
        with self._foreground.question():
            return self._ask(lambda view: suggest(view, kind, prefix, key, limit))

    def link_target(self, name: str) -> str | None:
        """See :meth:`SearchEngine.link_target`."""
        with self._foreground.question():
            return self._ask(lambda view: link_target(view, self._root, name))

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """See :meth:`SearchEngine.find`."""
        return find_files(self._root, self._settings.vault, query, lambda: indexed_notes(self._views, query))

    def note(self, path: str) -> NoteDetail:
        """See :meth:`SearchEngine.note`."""
        with self._foreground.question():
            return self._refilling.answer(
                lambda: self._database.ask(lambda cursor: note_detail(cursor, self._root, path, self._settings.vault))
            )

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        """See :meth:`SearchEngine.backlinks`."""
        with self._foreground.question():
            return self._refilling.answer(lambda: self._database.ask(lambda cursor: backlinks(cursor, path)))

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        """See :meth:`SearchEngine.warnings`."""
        return self._database.ask(all_warnings)

    def status(self) -> Status:
        """See :meth:`SearchEngine.status`."""
        return index_status(
            self._database,
            self._root,
            self._vector_counter,
            generation=self._opened.meta.generation,
            embedder=self._embedder,
            told=self._refreshing.told,
            last_refresh=self._refreshing.last,
        )

    def problems(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.problems`."""
        return index_problems(self._database)

    def clear(self) -> None:
        """See :meth:`SearchEngine.clear`."""
        self._opened.clear()
        self._views.forget()

    def released(self) -> AbstractContextManager[None]:
        """See :meth:`SearchEngine.released`: this index is nobody else's."""
        return nullcontext()

    def close(self) -> None:
        """See :meth:`SearchEngine.close`."""
        self._refreshing.closing.set()
        self._background.stop()
        self._views.close()
        self._database.close()

    def _begun_anew(self) -> None:
        """The index was damaged, and is empty: have it filled again at once, if somebody is there for it."""
        self._views.forget()
        worker = self._background.worker
        if worker is not None:
            worker.reconcile_soon()

    def _ask(self, question: Callable[[IndexView], _Answer]) -> _Answer:
        return self._refilling.answer(lambda: self._views.ask(question))

    def _fill(self) -> None:
        self.refresh(embed=False)

    @property
    def _opened(self) -> Indexer:
        if self._indexer is None:
            raise RuntimeError("initialize() comes first")
        return self._indexer
