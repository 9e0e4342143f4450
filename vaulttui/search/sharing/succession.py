"""Who answers for an index: this process, if no other has it open, else that one."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from vaulttui import environment
from vaulttui.beside import Beside
from vaulttui.errors import IndexFault, IndexLockedError
from vaulttui.index.faults import ELSEWHERE, READ_ONLY, may_write
from vaulttui.search.engine import SearchEngine
from vaulttui.search.sharing.connections import OwnerGoneError
from vaulttui.search.sharing.handshake import greeting
from vaulttui.search.sharing.ownership import ListeningSocket, OwnerLock, OwnerNote, read_owner
from vaulttui.search.sharing.remote_engine import RemoteEngine
from vaulttui.search.sharing.server import Server
from vaulttui.settings import Settings
from vaulttui.values import dataclass
from vaulttui.version import __version__

log = logging.getLogger(__name__)

_POLL_SECONDS = 0.02
_PATIENCE = 8.0
"""Seconds without any sign of life from the owner; one that works gives a sign every second."""
_START_PATIENCE = 30.0
"""Seconds that an owner may take from its lock to its socket: it may be rebuilding an index."""

LocalFactory = Callable[[Path, Settings, Path], SearchEngine]


def local_engine(root: Path, settings: Settings, index_path: Path, *, ahead: bool = False) -> SearchEngine:
    """Make the engine for an index that this process owns.

    Args:
        root: The vault's folder.
        settings: All settings.
        index_path: The index file.
        ahead: There will be a refresh with a scan that has begun.
    """
    environment.tell_models()
    if not environment.is_settled():
        import numpy  # noqa: F401 - changes the environment, which the database is going to read
    # Late: a follower does without the database and all that goes with it. It opens while the rest is imported.
    from vaulttui.index.storage.opening import open_file

    open_ahead = Beside(partial(open_file, index_path)) if index_path.exists() else None
    from vaulttui.search.local.local_engine import LocalEngine

    return LocalEngine(root, settings, index_path, open_ahead=open_ahead, ahead=ahead)


@dataclass(frozen=True, slots=True)
class Answerer:
    """Whoever answers now."""

    engine: SearchEngine
    owner: bool
    """Whether this process has the index open itself."""
    close: Callable[[], None]
    """Ends it, and lets another process have the index if this one had."""


class Succession:
    """Finds who answers, each time that the one before has ended.

    Args:
        root: The vault's folder.
        settings: All settings.
        index_path: The index file.
        make_local: Makes the engine for an index that this process owns.
        ended: Called on a thread that notices that an engine answers no longer.
        closing: Set when nobody is needed any more.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        index_path: Path,
        make_local: LocalFactory,
        ended: Callable[[SearchEngine], None],
        closing: threading.Event,
    ) -> None:
        self._root = root
        self._settings = settings
        self._index_path = index_path
        self._lock_path = index_path.with_suffix(".lock")
        self._make_local = make_local
        self._ended = ended
        self._closing = closing

    def find(self) -> Answerer:
        """Become owner if nobody is, else follower of whoever is.

        Raises:
            IndexFault: Neither is possible.
        """
        deadline = time.monotonic() + _START_PATIENCE
        note: OwnerNote | None = None
        while not self._closing.is_set():
            try:
                lock = OwnerLock.take(self._lock_path)
            except IndexFault as fault:
                if fault.code == READ_ONLY and not may_write(self._index_path):
                    return self._read()
                raise
            if lock is not None:
                return self._own(lock)
            note = read_owner(self._lock_path)
            if note is not None:
                engine = RemoteEngine(self._root, note, greeting(self._root, self._settings), self._ended, _PATIENCE)
                with suppress(OwnerGoneError):  # it is just ending: the lock gets free
                    engine.initialize()
                    log.info("following process %d in %s", note.pid, self._index_path)
                    return Answerer(engine, owner=False, close=engine.close)
            if time.monotonic() > deadline:
                break
            self._closing.wait(_POLL_SECONDS)
        else:
            raise IndexFault("The index is closed.", code="index_closed")
        who = f"process {note.pid}" if note is not None else "another process"
        raise IndexLockedError(
            f"The index {self._index_path} is in use by {who}, which does not answer. Close the other vaulttui on this "
            f"vault, or {ELSEWHERE}."
        )

    def _open(self) -> SearchEngine:
        engine = self._make_local(self._root, self._settings, self._index_path)
        try:
            engine.initialize()
        except BaseException:
            engine.close()
            raise
        return engine

    def _read(self) -> Answerer:
        """Ask an index that nobody here may write: any number of processes open such a one, each for itself."""
        engine = self._open()
        log.info("reading %s, which is read-only", self._index_path)
        return Answerer(engine, owner=True, close=engine.close)

    def _own(self, lock: OwnerLock) -> Answerer:
        with ExitStack() as ending:
            ending.callback(lock.release)
            engine = self._open()
            ending.callback(engine.close)
            server = self._serve(engine, lock)
            if server is not None:
                ending.callback(server.close)
            log.info("owner of %s", self._index_path)
            return Answerer(engine, owner=True, close=ending.pop_all().close)

    def _serve(self, engine: SearchEngine, lock: OwnerLock) -> Server | None:
        """Answer others from now on; not being able to is no reason not to work at all."""
        try:
            listening = ListeningSocket(self._lock_path)
        except OSError as error:
            log.warning("other processes cannot share this index: %s", error)
            return None

        def watch() -> None:
            if not (lock.held and self._index_path.exists()):
                # Others cannot find this owner any more, and begin an index of their own.
                log.warning("the folder of the index was deleted: beginning anew")
                self._ended(engine)
            elif not (lock.published and server.listening.found):
                with suppress(OSError):  # perhaps a second later
                    self._let_in(server, lock)

        server = Server(engine, listening, greeting(self._root, self._settings), watch)
        try:
            server.start()
        except RuntimeError as error:
            log.warning("other processes cannot share this index: %s", error)
            return None
        try:
            self._let_in(server, lock)
        except OSError as error:
            log.warning("other processes cannot share this index now: %s", error)
        return server

    def _let_in(self, server: Server, lock: OwnerLock) -> None:
        """Let others find the way in.

        Raises:
            OSError: The disk is full, perhaps.
        """
        if not server.listening.found:
            server.listen_at(ListeningSocket(self._lock_path))
            log.warning("the socket was deleted: there is another")
        lock.publish(OwnerNote(os.getpid(), __version__, str(server.listening.path)))
