"""The engine of one vault, opened and asked away from the interface's own thread.

The engine may block; the interface must not. Threads of their own (lanes) take the work, and answers come back as
messages that carry the id of the request, so that late ones can be told and dropped. What needs the engine is held in
its lane until that is open: it blocks nothing, not even a further attempt to open it.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from textual.message import Message

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.tui import messages
from vaulttui.tui.session.engine_events import EngineEvents
from vaulttui.tui.session.lane import Lane

log = logging.getLogger(__name__)

NOT_OPEN = "The vault is not open yet."
"""Told by what has asked the engine and has no answer for that."""
_CLOSE_SECONDS = 2.0
"""So long in all closing waits for jobs that are running."""
_RELEASE_SECONDS = 1.5
"""So long the index may take to be left to others."""


class Receiver(Protocol):
    """Something that takes messages from any thread."""

    def post_message(self, message: Message) -> bool:
        """Take a message; false if it came too late."""


class EngineAccess:
    """Opens the engine and closes it, and gives those who ask it what they need: lanes, ids, and a way back.

    Args:
        open_engine: Makes the engine; called on a thread, may import what is heavy.
    """

    def __init__(self, open_engine: Callable[[], SearchEngine]) -> None:
        self.events = EngineEvents(lambda: self._post(messages.EngineReported()))
        self._open_engine = open_engine
        self._engine: SearchEngine | None = None
        self._ids = itertools.count(1)
        self._receiver: Receiver | None = None
        self._kept: list[Message] | None = []
        """What there is to tell while nobody listens yet; ``None`` if nobody will again."""
        self._receiving = threading.Lock()
        self._started = self._closing = False
        self.is_open = False
        """Whether what is asked is answered, and not kept until it can be."""
        self.failed = False
        """Whether the engine did not open, and nobody tries again."""
        self._lanes: list[Lane] = []
        self._opening = self._make_lane("open", needs_engine=False)
        self._tasks = self._make_lane("tasks")

    def _make_lane(self, name: str, *, needs_engine: bool = True) -> Lane:
        """A thread of its own for one kind of work; it starts and ends with the session.

        Args:
            name: What it is called.
            needs_engine: Whether what it does waits until the engine is open.
        """
        lane = Lane(f"vaulttui-{name}", self._task_failed, held=needs_engine)
        self._lanes.append(lane)
        return lane

    # Opening and closing

    def start(self) -> None:
        """Begin to open the engine, at the first call. What there is to tell is kept until somebody listens."""
        if self._started:
            return
        self._started = True
        for lane in self._lanes:
            lane.start()
        self.open()

    def listen(self, receiver: Receiver) -> None:
        """Send every message to ``receiver`` from now on, those first that were kept."""
        with self._receiving:
            self._receiver = receiver
            for message in self._kept or ():
                receiver.post_message(message)
            self._kept = None

    def open(self) -> None:
        """Open the engine, at the start or once more after it failed. What was asked meanwhile is answered then."""
        self.failed = False
        self._opening.submit("open", self._open)

    def mute(self) -> None:
        """Send no more messages: the receiver is about to go."""
        with self._receiving:
            self._receiver = self._kept = None

    def close(self) -> None:
        """Stop the threads and close the engine. Safe to call twice, and before :meth:`start`."""
        self.mute()
        self._closing = True
        for lane in self._lanes:
            lane.stop()
        deadline = time.monotonic() + _CLOSE_SECONDS
        for lane in self._lanes:
            lane.join(max(0.0, deadline - time.monotonic()))
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _open(self) -> None:
        try:
            engine = self._open_engine()
            self._engine = engine
            engine.initialize()
            engine.subscribe(self.events.take_in)
            notes = engine.count()
        except Exception as error:
            self.failed = True
            self._post(messages.EngineFailed(_reason(error)))
            return
        self._tasks.submit("background", lambda: self._begin_background(engine), priority=-1)
        self.is_open = True
        self._post(messages.EngineOpened(notes))
        for lane in self._lanes:
            lane.release()

    def _begin_background(self, engine: SearchEngine) -> None:
        """Let the engine begin to keep the index fresh."""
        engine.start_background()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Leave the index to other processes within the block, unless that takes too long."""
        begun, over = threading.Event(), threading.Event()

        def leave() -> None:
            try:
                if self._engine is not None and not over.is_set():
                    with self._engine.released():
                        begun.set()
                        over.wait()
            finally:
                begun.set()

        if self._started and not self._closing and not self.failed:
            self._tasks.submit("release", leave, priority=-1)
            begun.wait(_RELEASE_SECONDS)
        try:
            yield
        finally:
            over.set()

    # Within the threads

    @property
    def _opened(self) -> SearchEngine | None:
        """The engine, for what a lane does once it is open; ``None`` if the session closes."""
        return None if self._closing else self._engine

    def _post(self, message: Message, receiver: Receiver | None = None) -> None:
        with self._receiving:
            if self._receiver is not None:
                (receiver or self._receiver).post_message(message)
            elif self._kept is not None:
                self._kept.append(message)

    def _task_failed(self, error: Exception) -> None:
        self._post(messages.TaskFailed("That did not work", _reason(error)))


def _reason(error: Exception) -> str:
    """What to tell of an error. The trace of one of the program, which is needed to mend it, goes into the log."""
    if isinstance(error, VaultTuiError):
        return error.message
    log.error("unexpected", exc_info=error)
    return f"unexpected {type(error).__name__}: {error} (vaulttui doctor tells where the log is)"
