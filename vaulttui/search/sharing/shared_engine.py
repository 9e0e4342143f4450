"""The engine that every surface uses: owner of the index or follower of the owner, whichever it must be now."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar

from vaulttui.errors import IndexFault, IndexLockedError, VaultTuiError
from vaulttui.paths import index_path as default_index_path
from vaulttui.search.engine import (
    Backlink,
    EngineEvent,
    Facets,
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
from vaulttui.search.query import Query, Result
from vaulttui.search.sharing.handshake import greeting
from vaulttui.search.sharing.ownership import ListeningSocket, OwnerLock, OwnerNote, read_owner
from vaulttui.search.sharing.remote_engine import OwnerGoneError, RemoteEngine
from vaulttui.search.sharing.server import Server
from vaulttui.settings import Settings
from vaulttui.vault.scan_ahead import ScanAhead
from vaulttui.version import __version__

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

_POLL_SECONDS = 0.02
_RETRY_SECONDS = 3.0
"""Pause after nobody could be found to own the index."""
_PATIENCE = 8.0
"""Seconds without any sign of life from the owner; one that works gives a sign every second."""
_START_PATIENCE = 30.0
"""Seconds that an owner may take from its lock to its socket: it may be rebuilding an index."""
_MOST_DEATHS = 3
"""So many owners may die over one request before it is given up: it may be what they die of."""

LocalFactory = Callable[[Path, Settings, Path], SearchEngine]


def local_engine(
    root: Path, settings: Settings, index_path: Path, *, scan_ahead: ScanAhead | None = None
) -> SearchEngine:
    """Make the engine for an index that this process owns.

    Args:
        root: The vault's folder.
        settings: All settings.
        index_path: The index file.
        scan_ahead: A scan of the vault that has begun, for the first refresh.
    """
    # Late: a follower does without the database and all that goes with it. It opens while the rest is imported.
    from vaulttui.index.open_ahead import OpenAhead

    open_ahead = OpenAhead(index_path) if index_path.exists() else None
    from vaulttui.search.local_engine import LocalEngine

    return LocalEngine(root, settings, index_path, open_ahead=open_ahead, scan_ahead=scan_ahead)


class _Owned:
    """The index, open in this process, and the others served."""

    def __init__(self, engine: SearchEngine, server: Server | None, lock: OwnerLock) -> None:
        self.engine = engine
        self._server = server
        self._lock = lock

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        try:
            self.engine.close()
        finally:
            self._lock.release()


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
        self._settings = settings or Settings()
        self._root = vault.expanduser().absolute()
        self._index_path = index_path or default_index_path(self._root, self._settings)
        self._lock_path = self._index_path.with_suffix(".lock")
        self._make_local = make_local
        self._switching = threading.RLock()
        self._engine: SearchEngine | None = None
        self._owned: _Owned | None = None
        self._closing = threading.Event()
        self._background: bool | None = None
        """Whether background work was asked for, and then whether with vectors."""
        self._listeners: list[Listener] = []
        self._listeners_lock = threading.Lock()
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
        return self._owned is not None

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
        with self._listeners_lock:
            self._listeners.append(listener)
        self._want_events()

        def unsubscribe() -> None:
            with self._listeners_lock, suppress(ValueError):
                self._listeners.remove(listener)

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

    def facets(
        self, query: Query, *, date_field: Literal["modified", "created"] = "modified", limit: int = 50
    ) -> Facets:
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
            while self._engine is None:
                engine = self._find()
                try:
                    self._attach(engine)
                except OwnerGoneError:
                    self._let_go()
                    engine.close()
                else:
                    self._engine = engine
            return self._engine

    def _attach(self, engine: SearchEngine) -> None:
        """Ask of a new engine what was asked of the one before: to tell its events, and to work."""
        if self._wants_events:
            engine.subscribe(self._tell)
        if self._background is not None:
            engine.start_background(embed=self._background)
        again, self._opened = self._opened, True
        if again and self._wants_events:  # what happened in between was told to nobody
            self._tell(IndexChanged(engine.status().generation, None))

    def _leave(self, engine: SearchEngine) -> None:
        with self._switching:
            if self._engine is engine:
                self._let_go()

    def _let_go(self) -> None:
        engine, self._engine = self._engine, None
        owned, self._owned = self._owned, None
        if owned is not None:
            owned.close()
        elif engine is not None:
            engine.close()

    def _find(self) -> SearchEngine:
        """Become owner if nobody is, else follower of whoever is.

        Raises:
            IndexFault: Neither is possible.
        """
        deadline = time.monotonic() + _START_PATIENCE
        note: OwnerNote | None = None
        while not self._closing.is_set():
            lock = OwnerLock.take(self._lock_path)
            if lock is not None:
                return self._own(lock)
            note = read_owner(self._lock_path)
            if note is not None:
                engine = RemoteEngine(self._root, note, greeting(self._settings), self._owner_gone, _PATIENCE)
                with suppress(OwnerGoneError):  # it is just ending: the lock gets free
                    engine.initialize()
                    log.info("following process %d in %s", note.pid, self._index_path)
                    return engine
            if time.monotonic() > deadline:
                break
            self._closing.wait(_POLL_SECONDS)
        else:
            raise IndexFault("The index is closed.", code="index_closed")
        who = f"process {note.pid}" if note is not None else "which does not say"
        raise IndexLockedError(
            f"The index {self._index_path} is in use by another process ({who}) that cannot be asked. Close the other "
            "vaulttui on this vault, or point $VAULTTUI_CACHE_DIR at another folder."
        )

    def _own(self, lock: OwnerLock) -> SearchEngine:
        try:
            engine = self._make_local(self._root, self._settings, self._index_path)
            try:
                engine.initialize()
            except BaseException:
                engine.close()
                raise
            server = self._serve(engine, lock)
        except BaseException:
            lock.release()
            raise
        self._owned = _Owned(engine, server, lock)
        log.info("owner of %s", self._index_path)
        return engine

    def _serve(self, engine: SearchEngine, lock: OwnerLock) -> Server | None:
        """Answer others from now on; not being able to is no reason not to work at all."""
        try:
            listening = ListeningSocket(self._lock_path)
            lock.publish(OwnerNote(os.getpid(), __version__, str(listening.path)))
        except OSError as error:
            log.warning("other processes cannot share this index: %s", error)
            return None

        def watch() -> None:
            if not (lock.held and self._index_path.exists()):
                # Others cannot find this owner any more, and begin an index of their own.
                log.warning("the folder of the index was deleted: beginning anew")
                self._owner_gone(engine)

        server = Server(engine, listening, greeting(self._settings), watch)
        server.start()
        return server

    # Events

    def _want_events(self) -> None:
        """Have events of whoever owns the index from now on, and with them the news of its end."""

        def listen(engine: SearchEngine) -> None:
            with self._switching:
                if self._engine is engine and not self._wants_events:
                    engine.subscribe(self._tell)
                    self._wants_events = True

        self._ask(listen)

    def _owner_gone(self, engine: SearchEngine) -> None:
        """Take over, or follow who does: called on a thread that noticed the end of the owner."""
        self._leave(engine)
        while not self._closing.is_set():
            try:
                self._current()
                return
            except VaultTuiError as error:
                if not self._closing.is_set():
                    log.warning("the index could not be taken over: %s", error.message)
                    self._tell(Progress("failed", message=error.message))
                self._closing.wait(_RETRY_SECONDS)

    def _tell(self, event: EngineEvent) -> None:
        with self._listeners_lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(event)
