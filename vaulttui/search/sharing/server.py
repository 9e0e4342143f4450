"""The owner's side: answers other processes of this user from its own engine."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.sharing.channel import Channel, ChannelClosedError, ChannelSilentError, same_user
from vaulttui.search.sharing.codec import CodecError, Json, decode, encode, encode_fault
from vaulttui.search.sharing.handshake import Greeting, encode_greeting
from vaulttui.search.sharing.outbox import Outbox
from vaulttui.search.sharing.ownership import ListeningSocket
from vaulttui.vault.files.scan_ahead import Scanned

log = logging.getLogger(__name__)

METHODS = frozenset(
    {"start_background", "index_note", "remove_note", "stale_notes", "count", "search", "facets", "suggest"}
    | {"link_target", "find", "note", "backlinks", "warnings", "status", "problems", "clear"}
)
"""What may be asked: a question and its answer. ``refresh`` and ``subscribe`` tell more on the way."""

_MOST_CONNECTIONS = 96
"""Each has a thread; an interface has six."""
_PULSE_SECONDS = 1.0
"""So often those that wait are told that they do not wait in vain."""
_PATIENCE = 10.0
"""Seconds that another process may leave what is sent to it unread."""


class Server:
    """Answers through a socket, with one thread for each connection.

    Args:
        engine: Answers everything.
        listening: Where the others come in.
        words: What this process says of itself.
        watch: Called every second or so.
    """

    def __init__(
        self, engine: SearchEngine, listening: ListeningSocket, words: Greeting, watch: Callable[[], None]
    ) -> None:
        self.listening = listening
        self._engine = engine
        self._words = words
        self._watch = watch
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._visitors: set[_Visitor] = set()
        self._threads = [
            threading.Thread(target=self._accept, name="vaulttui-share", daemon=True),
            threading.Thread(target=self._pulse, name="vaulttui-pulse", daemon=True),
        ]

    def start(self) -> None:
        """Begin to answer.

        Raises:
            RuntimeError: The system has no thread left for it: nobody can come in.
        """
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError:
            self.close()
            raise

    def listen_at(self, listening: ListeningSocket) -> None:
        """Let the others come in here from now on; those that are in stay."""
        with self._lock:
            if not self._closing.is_set():
                listening, self.listening = self.listening, listening
        listening.close()

    def close(self, timeout: float = 1.0) -> None:
        """Send everybody away, whatever they wait for: they go on with the next owner.

        Args:
            timeout: Seconds to wait in all for answers under way to end, after which nobody waits for them any more.
        """
        with self._lock:
            self._closing.set()
            visitors = tuple(self._visitors)
        self.listening.close()
        for visitor in visitors:
            visitor.channel.finish(["leaving"])
            visitor.outbox.close()
        deadline = time.monotonic() + timeout
        for thread in (*self._threads, *(visitor.thread for visitor in visitors)):
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))
        for visitor in visitors:
            visitor.channel.shut()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self.listening.socket.accept()
            except OSError as error:
                if self._closing.is_set():
                    return
                log.warning("a connection failed: %s", error)  # no descriptor left, perhaps: not for ever
                self._closing.wait(0.2)
                continue
            if not same_user(connection):
                log.warning("a process of another user was refused")
                connection.close()
                continue
            self._welcome(connection)

    def _welcome(self, connection: socket.socket) -> None:
        channel = Channel(connection, _PATIENCE)
        with self._lock:
            full = len(self._visitors) >= _MOST_CONNECTIONS
            if not full and not self._closing.is_set():
                visitor = _Visitor(channel, self._serve)
                try:
                    visitor.thread.start()
                except RuntimeError as error:  # the system has no more threads now: whoever came asks again
                    log.warning("a connection failed: %s", error)
                else:
                    self._visitors.add(visitor)
                    return
        if full:
            fault = VaultTuiError(
                f"Too many programs ask process {self._words.pid}, which has the index of this vault open. "
                "Close some of them, then try again.",
                code="index_busy",
            )
            with contextlib.suppress(ChannelClosedError):
                channel.send(["fault", encode_fault(fault)])
        channel.close()

    def _serve(self, visitor: _Visitor) -> None:
        channel = visitor.channel
        try:
            channel.send(encode_greeting(self._words))
            while not self._closing.is_set():
                request = channel.receive(keep_waiting=lambda: not self._closing.is_set())
                visitor.busy = True
                try:
                    self._answer(visitor, request)
                finally:
                    visitor.busy = False
        except (ChannelClosedError, ChannelSilentError):
            pass  # it has what it wanted, or was killed: that disturbs nobody here
        except Exception:
            log.exception("a connection was given up")
        finally:
            with self._lock:
                self._visitors.discard(visitor)
            if self._closing.is_set():  # close() may come too late to say so: without a word it would look like death
                with contextlib.suppress(ChannelClosedError):
                    channel.send(["leaving"])
            channel.close()

    def _answer(self, visitor: _Visitor, request: Json) -> None:
        """Answer one request; a fault is an answer too.

        Raises:
            ChannelClosedError: Nobody waits for it any more.
        """
        channel = visitor.channel
        try:
            match request:
                case ["subscribe"]:
                    self._tell_events(visitor)
                    return
                case ["refresh", bool(embed), str(digest)]:
                    answer: object = self._engine.refresh(
                        embed=embed,
                        progress=lambda progress: channel.send(["progress", encode(progress)]),
                        ahead=Scanned(bytes.fromhex(digest)) if digest else None,
                    )
                case [str(method), list(arguments), dict(options)] if method in METHODS:
                    answer = getattr(self._engine, method)(
                        *map(decode, arguments), **{name: decode(value) for name, value in options.items()}
                    )
                case _:
                    raise CodecError("what came in is no request")
            reply: Json = ["result", encode(answer)]
        except ChannelClosedError:
            raise
        except Exception as fault:
            if not isinstance(fault, VaultTuiError):
                log.exception("a request failed")
            reply = ["fault", encode_fault(fault)]
        if self._closing.is_set():
            raise ChannelClosedError("closing")  # the next owner answers, with no word of this one's end
        try:
            channel.send(reply)
        except VaultTuiError as fault:
            channel.send(["fault", encode_fault(fault)])

    def _tell_events(self, visitor: _Visitor) -> None:
        """Send events until the other side is gone.

        Raises:
            ChannelClosedError: It is gone.
        """
        channel, outbox = visitor.channel, visitor.outbox
        unsubscribe = self._engine.subscribe(outbox.put)
        try:
            channel.send(["result", None])
            while not self._closing.is_set():
                events = outbox.take(_PULSE_SECONDS)
                for event in events:
                    channel.send(["event", encode(event)])
                if not events:
                    channel.send(["pulse"])
        finally:
            unsubscribe()

    def _pulse(self) -> None:
        while not self._closing.wait(_PULSE_SECONDS):
            with self._lock:
                waiting = [visitor.channel for visitor in self._visitors if visitor.busy]
            for channel in waiting:
                channel.send_if_free(["pulse"])
            self._watch()


class _Visitor:
    """One connection and its thread."""

    def __init__(self, channel: Channel, serve: Callable[[_Visitor], None]) -> None:
        self.channel = channel
        self.busy = False
        self.outbox = Outbox()
        self.thread = threading.Thread(target=serve, args=(self,), name="vaulttui-visitor", daemon=True)
