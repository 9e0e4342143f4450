"""The engine that every surface uses: owner of the index or follower of the owner, whichever it must be now."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from vaulttui.errors import IndexFault, VaultTuiError
from vaulttui.paths import expanded
from vaulttui.paths import index_path as default_index_path
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FileDate,
    FoundFile,
    IndexChanged,
    Listener,
    NoteDetail,
    Progress,
    RefreshReport,
    SearchEngine,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.listeners import Listeners
from vaulttui.search.query import Query, Result
from vaulttui.search.sharing.connections import OwnerGoneError
from vaulttui.search.sharing.succession import Answerer, LocalFactory, Succession, local_engine
from vaulttui.settings import Settings

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

_RETRY_SECONDS = 3.0
"""Pause after nobody could be found to own the index."""
_MOST_DEATHS = 3
"""So many owners may die over one request before it is given up: it may be what they die of."""


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
        index_path = index_path or default_index_path(self._root, settings)
        self._closing = threading.Event()
        # An index is one folder's. A symbolic link to it may lead to another one later.
        folder = Path(os.path.realpath(self._root))
        self._succession = Succession(
            folder, settings, index_path, make_local, ended=self._take_over, closing=self._closing
        )
        self._switching = threading.RLock()
        self._answerer: Answerer | None = None
        self._background: bool | None = None
        """Whether background work was asked for, and then whether with vectors."""
        self._listeners = Listeners()
        self._wants_events = False
        self._opened = False

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
        return self._answerer is not None and self._answerer.owner

    def initialize(self) -> None:
        """See :meth:`SearchEngine.initialize`."""
        self._current()

    def start_background(self, *, embed: bool = True) -> None:
        """See :meth:`SearchEngine.start_background`. Whoever owns the index does the work."""
        self._background = embed or bool(self._background)
        self._ask(lambda engine: engine.start_background(embed=embed))
        self._want_events()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See :meth:`SearchEngine.subscribe`."""
        unsubscribe = self._listeners.add(listener)
        self._want_events()
        return unsubscribe

    def refresh(self, *, embed: bool = True, progress: Callable[[Progress], None] | None = None) -> RefreshReport:
        """See :meth:`SearchEngine.refresh`."""
        return self._ask(lambda engine: engine.refresh(embed=embed, progress=progress))

    def index_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.index_note`."""
        return self._ask(lambda engine: engine.index_note(path))

    def remove_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.remove_note`."""
        return self._ask(lambda engine: engine.remove_note(path))

    def stale_notes(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.stale_notes`."""
        return self._ask(lambda engine: engine.stale_notes())

    def count(self) -> int:
        """See :meth:`SearchEngine.count`."""
        return self._ask(lambda engine: engine.count())

    def search(self, query: Query) -> Result:
        """See :meth:`SearchEngine.search`."""
        return self._ask(lambda engine: engine.search(query))

    def facets(self, query: Query, *, date_field: FileDate = "modified", limit: int = 50) -> Facets:
        """See :meth:`SearchEngine.facets`."""
        return self._ask(lambda engine: engine.facets(query, date_field=date_field, limit=limit))

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """See :meth:`SearchEngine.suggest`."""
        return self._ask(lambda engine: engine.suggest(kind, prefix, key=key, limit=limit))

    def find(
        self,
        pattern: str = "",
        *,
        path: str | None = None,
        tag: str | None = None,
        property: Mapping[str, str] | None = None,  # noqa: A002 - the name is the tool's contract
        limit: int = 50,
        sort: str | None = None,
    ) -> tuple[FoundFile, ...]:
        """See :meth:`SearchEngine.find`."""
        return self._ask(
            lambda engine: engine.find(pattern, path=path, tag=tag, property=property, limit=limit, sort=sort)
        )

    def note(self, path: str) -> NoteDetail:
        """See :meth:`SearchEngine.note`."""
        return self._ask(lambda engine: engine.note(path))

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        """See :meth:`SearchEngine.backlinks`."""
        return self._ask(lambda engine: engine.backlinks(path))

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        """See :meth:`SearchEngine.warnings`."""
        return self._ask(lambda engine: engine.warnings())

    def status(self) -> Status:
        """See :meth:`SearchEngine.status`."""
        return self._ask(lambda engine: engine.status())

    def problems(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.problems`."""
        return self._ask(lambda engine: engine.problems())

    def clear(self) -> None:
        """See :meth:`SearchEngine.clear`."""
        self._ask(lambda engine: engine.clear())

    def close(self) -> None:
        """See :meth:`SearchEngine.close`. If this process owned the index, another takes over."""
        self._closing.set()
        with self._switching:
            self._let_go()

    # Owner or follower

    def _ask(self, question: Callable[[SearchEngine], _Answer]) -> _Answer:
        """Ask whoever answers now; if that one ends meanwhile, the next."""
        died = 0
        while died < _MOST_DEATHS:
            engine = self._current()
            try:
                return question(engine)
            except OwnerGoneError as error:
                died += error.answering
                self._leave(engine)
        raise IndexFault(
            "Every process that had the index open died while it answered: what was asked may be what they died of.",
            code="owners_died",
        )

    def _current(self) -> SearchEngine:
        """Whoever answers now: found anew if there is nobody.

        Raises:
            VaultNotFoundError: There is no such folder.
            IndexFault: There is nobody, and this process cannot open the index either.
        """
        with self._switching:
            while self._answerer is None:
                answerer = self._succession.find()
                try:
                    self._attach(answerer.engine)
                except BaseException as error:
                    answerer.close()
                    if not isinstance(error, OwnerGoneError):
                        raise
                else:
                    self._answerer = answerer
            return self._answerer.engine

    def _attach(self, engine: SearchEngine) -> None:
        """Ask of a new engine what was asked of the one before: to tell its events, and to work."""
        if self._wants_events:
            engine.subscribe(self._listeners.tell)
        if self._background is not None:
            engine.start_background(embed=self._background)
        again, self._opened = self._opened, True
        if again and self._wants_events:  # what happened in between was told to nobody
            self._listeners.tell(IndexChanged(engine.status().generation, None))

    def _leave(self, engine: SearchEngine) -> None:
        with self._switching:
            if self._answerer is not None and self._answerer.engine is engine:
                self._let_go()

    def _let_go(self) -> None:
        answerer, self._answerer = self._answerer, None
        if answerer is not None:
            answerer.close()

    # Events

    def _want_events(self) -> None:
        """Have events of whoever owns the index from now on, and with them the news of its end."""

        def listen(engine: SearchEngine) -> None:
            with self._switching:
                if self._answerer is not None and self._answerer.engine is engine and not self._wants_events:
                    engine.subscribe(self._listeners.tell)
                    self._wants_events = True

        self._ask(listen)

    def _take_over(self, engine: SearchEngine) -> None:
        """Take over, or follow who does: called on a thread that noticed the end of whoever answered."""
        self._leave(engine)
        while not self._closing.is_set():
            try:
                self._current()
                return
            except VaultTuiError as error:
                log.warning("the index could not be taken over: %s", error.message)
                self._tell_left(error.message)
            except Exception as error:  # a mistake of the program, or of the system's: nobody else would take over
                log.exception("the index could not be taken over")
                self._tell_left(
                    f"The index is not open: unexpected {type(error).__name__}: {error}. It is tried again."
                )
            self._closing.wait(_RETRY_SECONDS)

    def _tell_left(self, message: str) -> None:
        """Tell that nobody answers now, and why."""
        if not self._closing.is_set():
            self._listeners.tell(Progress("failed", message=message))
