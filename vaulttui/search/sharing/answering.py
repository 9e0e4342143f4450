"""Whoever answers for an index now, found anew whenever the one before has ended."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from vaulttui.errors import IndexFault, VaultTuiError
from vaulttui.search.engine import IndexChanged, Listener, Progress, SearchEngine
from vaulttui.search.local.listeners import Listeners
from vaulttui.search.sharing.connections import OwnerGoneError
from vaulttui.search.sharing.succession import Answerer, LocalFactory, Succession
from vaulttui.settings import Settings

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

_RETRY_SECONDS = 3.0
"""Pause after nobody could be found to own the index."""
_LONG_SECONDS = 1.0
"""Seconds of waiting in vain for an owner after which it counts as one that does not answer."""
_HOLD_SECONDS = 2.0
"""Seconds for which nobody waits for such an owner again."""
_MOST_DEATHS = 3
"""So many owners may die over one request before it is given up: it may be what they die of."""


class Answering:
    """Asks the owner of an index, which this process may be itself, and keeps what was asked of it beyond its end: to
    tell its events, and to work in the background.

    Args:
        root: The vault's folder, links followed.
        settings: All settings.
        index_path: The index file.
        make_local: Makes the engine for an index that this process owns.
    """

    def __init__(self, root: Path, settings: Settings, index_path: Path, make_local: LocalFactory) -> None:
        self._closing = threading.Event()
        self._succession = Succession(
            root, settings, index_path, make_local, ended=self._take_over, closing=self._closing
        )
        self._switching = threading.RLock()
        self._answerer: Answerer | None = None
        self._background: bool | None = None
        """Whether background work was asked for, and then whether with vectors."""
        self._listeners = Listeners()
        self._wants_events = False
        self._opened = False
        self._fault: IndexFault | None = None
        self._fault_holds = 0.0
        """Until when nobody is looked for again."""

    @property
    def owner(self) -> bool:
        """Whether this process has the index open itself."""
        return self._answerer is not None and self._answerer.owner

    def open(self) -> None:
        """Find who answers, if nobody does yet.

        Raises:
            VaultNotFoundError: There is no such folder.
            IndexFault: There is nobody, and this process cannot open the index either.
        """
        self._current()

    def start_background(self, *, embed: bool) -> None:
        """Have whoever owns the index keep it fresh, now and later."""
        self._background = embed or bool(self._background)
        self.ask(lambda engine: engine.start_background(embed=embed))
        self._want_events()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener for what whoever answers tells, now and later."""
        unsubscribe = self._listeners.add(listener)
        self._want_events()
        return unsubscribe

    def ask(self, question: Callable[[SearchEngine], _Answer]) -> _Answer:
        """Ask whoever answers now; if that one ends meanwhile, the next."""
        died = 0
        while died < _MOST_DEATHS:
            engine = self._current()
            try:
                return question(engine)
            except OwnerGoneError as error:
                died += error.answering
                self._leave(engine)
            except IndexFault:
                if not self._left(engine):  # else it was closed meanwhile
                    raise
        raise IndexFault(
            "Every process that had the index open died while it answered: what was asked may be what they died of. "
            "Ask for something else; vaulttui doctor looks for damage.",
            code="owners_died",
        )

    @contextmanager
    def released(self) -> Iterator[None]:
        """Leave the index to others within the block; what is asked meanwhile waits."""
        try:
            with self._switching:
                self._let_go()
                yield
        finally:
            if self._opened:
                threading.Thread(target=self._find_again, name="vaulttui-return", daemon=True).start()

    def close(self) -> None:
        """Ask nobody any more. If this process owned the index, another takes over."""
        self._closing.set()
        with self._switching:
            self._let_go()

    # Owner or follower

    def _current(self) -> SearchEngine:
        """Whoever answers now: found anew if there is nobody.

        Raises:
            VaultNotFoundError: There is no such folder.
            IndexFault: There is nobody, and this process cannot open the index either.
        """
        with self._switching:
            while self._answerer is None:
                answerer = self._find()
                try:
                    self._attach(answerer.engine)
                except BaseException as error:
                    answerer.close()
                    if not isinstance(error, OwnerGoneError):
                        raise
                else:
                    self._answerer = answerer
            return self._answerer.engine

    def _find(self) -> Answerer:
        """Find who answers, unless an owner was just waited for in vain: each request would wait as long again.

        Raises:
            VaultNotFoundError: There is no such folder.
            IndexFault: There is nobody, and this process cannot open the index either.
        """
        began = time.monotonic()
        if self._fault is not None and began < self._fault_holds:
            raise self._fault
        try:
            return self._succession.find()
        except IndexFault as fault:
            now = time.monotonic()
            if now - began > _LONG_SECONDS:
                self._fault, self._fault_holds = fault, now + _HOLD_SECONDS
            raise

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
            if not self._left(engine):
                self._let_go()

    def _left(self, engine: SearchEngine) -> bool:
        """Whether it is another one that answers now, or nobody."""
        return self._answerer is None or self._answerer.engine is not engine

    def _let_go(self) -> None:
        answerer, self._answerer = self._answerer, None
        if answerer is not None:
            answerer.close()

    # Events

    def _want_events(self) -> None:
        """Have events of whoever owns the index from now on, and with them the news of its end."""
        with self._switching:
            if self._answerer is None:  # told as soon as there is somebody
                self._wants_events = True
                return

        def listen(engine: SearchEngine) -> None:
            with self._switching:
                if self._left(engine):
                    raise OwnerGoneError("it left")  # the next is asked
                if not self._wants_events:
                    engine.subscribe(self._listeners.tell)
                    self._wants_events = True

        self.ask(listen)

    def _take_over(self, engine: SearchEngine) -> None:
        """Take over, or follow who does: called on a thread that noticed the end of whoever answered."""
        self._leave(engine)
        self._find_again()

    def _find_again(self) -> None:
        """Find who answers now, however long that takes."""
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
