"""A follower's connections to the owner of the index, and what goes over them."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Any

from vaulttui.errors import IndexLockedError
from vaulttui.index.faults import ELSEWHERE
from vaulttui.search.engine import Progress
from vaulttui.search.sharing.channel import Channel, ChannelClosedError, ChannelSilentError, same_user
from vaulttui.search.sharing.codec import CodecError, Json, decode, decode_fault
from vaulttui.search.sharing.handshake import Greeting, check, decode_greeting
from vaulttui.search.sharing.ownership import OwnerNote

_MOST_IDLE = 8
"""Connections kept for the next requests."""


class OwnerGoneError(Exception):
    """The owner has ended: somebody else is the next.

    Args:
        reason: What the system said.
        answering: It ended while it worked on what was asked, without a word.
    """

    def __init__(self, reason: str = "", *, answering: bool = False) -> None:
        super().__init__(reason)
        self.answering = answering


class Connections:
    """Connections to one owner. Every request has one to itself while it lasts.

    Args:
        owner: Who has the index open.
        words: What this process says of itself.
        patience: Seconds without any sign of life before the owner counts as hung.
    """

    def __init__(self, owner: OwnerNote, words: Greeting, patience: float) -> None:
        self._owner = owner
        self._words = words
        self._patience = patience
        self._lock = threading.Lock()
        self._idle: list[Channel] = []
        self._used: set[Channel] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._closed

    def request(self, message: Json, progress: Callable[[Progress], None] | None = None) -> Any:
        """Send a request and wait for its answer.

        Raises:
            OwnerGoneError: The owner ended before it answered.
            IndexLockedError: It does not answer.
            VaultTuiError: What the owner's engine raised.
        """
        channel = self.open_channel()
        raw = self.exchange(channel, message, progress)
        self.give_back(channel)
        if raw[0] == "fault":
            raise decode_fault(raw[1])
        return decode(raw[1])

    def exchange(self, channel: Channel, message: Json, progress: Callable[[Progress], None] | None = None) -> Json:
        """Send a request and wait for its answer as it comes in; what fails has dropped the channel.

        Raises:
            OwnerGoneError: The owner ended before it answered.
            IndexLockedError: It does not answer.
        """
        asked = False
        try:
            channel.send(message)
            asked = True
            while True:
                match channel.receive():
                    case ["leaving"]:
                        self.drop(channel)
                        raise OwnerGoneError("it left")
                    case ["progress", raw]:
                        if progress is not None:
                            progress(decode(raw))
                    case ["pulse"]:
                        pass
                    case ["result" | "fault", _] as answer:
                        return answer
                    case _:
                        raise ChannelClosedError("what came in is no answer")
        except ChannelSilentError as error:
            self.drop(channel)
            raise self.silent() from error
        except (ChannelClosedError, CodecError) as error:
            self.drop(channel)
            raise OwnerGoneError(str(error), answering=asked) from error
        except BaseException:
            self.drop(channel)  # nobody waits for the answer any more: the owner notices, and stops
            raise

    def open_channel(self) -> Channel:
        """A connection that nobody else uses until it is given back or dropped.

        Raises:
            OwnerGoneError: The owner is not there.
            IndexLockedError: It is there and cannot be asked.
        """
        with self._lock:
            channel = self._idle.pop() if self._idle else None
            if channel is not None:
                self._used.add(channel)
        return channel or self._connect()

    def _connect(self) -> Channel:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(self._patience)
        try:
            connection.connect(self._owner.socket)
        except TimeoutError as error:
            connection.close()
            raise self.silent() from error
        except OSError as error:
            connection.close()
            raise OwnerGoneError(str(error)) from error
        channel = Channel(connection, self._patience)
        with self._lock:
            self._used.add(channel)
        if self._closed:
            self.drop(channel)
            raise OwnerGoneError("closed")
        try:
            if not same_user(connection):
                raise IndexLockedError(
                    f"The index of this vault is open in a process of another user ({self._owner.pid}). "
                    f"Close that one, or {ELSEWHERE}."
                )
            match channel.receive():
                case ["leaving"]:
                    raise ChannelClosedError("it left")
                case ["fault", fault]:
                    raise decode_fault(fault)
                case greeting:
                    check(decode_greeting(greeting), self._words)
        except ChannelSilentError as error:
            self.drop(channel)
            raise self.silent() from error
        except (ChannelClosedError, CodecError) as error:
            self.drop(channel)
            raise OwnerGoneError(str(error)) from error
        except BaseException:
            self.drop(channel)
            raise
        return channel

    def give_back(self, channel: Channel) -> None:
        """Keep a connection for the next request, if not too many are kept."""
        with self._lock:
            self._used.discard(channel)
            if not self._closed and len(self._idle) < _MOST_IDLE:
                self._idle.append(channel)
                return
        channel.close()

    def drop(self, channel: Channel) -> None:
        """Close a connection that is of no use any more."""
        with self._lock:
            self._used.discard(channel)
        with contextlib.suppress(OSError):
            channel.close()

    def silent(self) -> IndexLockedError:
        """What to tell of an owner that does not answer."""
        return IndexLockedError(
            f"The vaulttui that has this vault open (process {self._owner.pid}) does not answer. "
            f"If it is stopped, let it go on; if it hangs, end it with: kill -9 {self._owner.pid}",
            code="owner_silent",
        )

    def close(self) -> None:
        """Close all. Requests under way end with :class:`OwnerGoneError`."""
        self._closed = True
        with self._lock:
            idle, self._idle = self._idle, []
            used = tuple(self._used)
        for channel in used:
            channel.shut()
        for channel in idle:
            channel.close()
