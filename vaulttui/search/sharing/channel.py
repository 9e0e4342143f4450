"""Messages over a local socket: each is a length and that many bytes of JSON."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import struct
import threading
from collections.abc import Callable

from vaulttui.errors import VaultTuiError
from vaulttui.search.sharing.codec import Json

_HEADER = struct.Struct("!I")
_MOST_BYTES = 1 << 29
"""Nothing longer is sent: a length beyond it is no message of vaulttui."""
_SLICES = 4
"""In so many parts the other side is waited for. Time in which this process was stopped, and mostly the other one as
well, uses up one of them, however long it was."""
_CREDENTIALS = struct.Struct("3i")


class ChannelClosedError(Exception):
    """The other side is gone."""


class ChannelSilentError(Exception):
    """The other side is there and does not answer."""


class Channel:
    """One connection. One thread receives; any may send.

    Args:
        connection: A connected stream socket.
        patience: Seconds that the other side may stay silent, or leave what is sent to it unread.
    """

    def __init__(self, connection: socket.socket, patience: float) -> None:
        connection.settimeout(patience)
        self._socket = connection
        self._patience = patience
        self._sending = threading.Lock()
        self._last: Json = None
        """What to send before the connection ends, once it is to end."""

    def send(self, message: Json) -> None:
        """Send a message.

        Raises:
            ChannelClosedError: The other side is gone, or does not read.
            VaultTuiError: It is too long; the other side knows nothing of it.
        """
        data = json.dumps(message, separators=(",", ":")).encode("ascii")
        if len(data) > _MOST_BYTES:
            raise VaultTuiError(
                f"What was asked for has {len(data) / 1e6:,.0f} MB, too much for one answer. "
                "Ask for less: by a narrower query, or with limit:.",
                code="answer_too_long",
            )
        try:
            with self._sending:
                self._socket.sendall(_HEADER.pack(len(data)) + data)
        except OSError as error:
            self.shut()  # half a message may be out
            raise ChannelClosedError(str(error)) from error
        last, self._last = self._last, None
        if last is not None:  # finish() found this thread in its way
            self.send(last)
            self.shut()

    def send_if_free(self, message: Json) -> None:
        """Send a short message if that is possible at once."""
        if self._sending.acquire(blocking=False):
            self._send_short(message)
            if self._last is not None:
                self.finish(self._last)

    def finish(self, message: Json) -> None:
        """Send a last short message and end the connection: at once, unsaid where there is no room for it, or, while
        another thread sends, behind what that sends."""
        self._last = message
        if self._sending.acquire(blocking=False):
            self._send_short(message)
            self.shut()

    def _send_short(self, message: Json) -> None:
        """Send a message if there is room for it, and let others send."""
        try:
            if select.select((), (self._socket,), (), 0)[1]:
                data = json.dumps(message).encode("ascii")
                self._socket.sendall(_HEADER.pack(len(data)) + data)
        except (OSError, ValueError):
            self.shut()  # the thread that receives finds out
        finally:
            self._sending.release()

    def receive(self, *, keep_waiting: Callable[[], bool] | None = None) -> Json:
        """Wait for the next message.

        Args:
            keep_waiting: Asked whenever nothing came for as long as patience lasts.

        Raises:
            ChannelClosedError: The other side is gone.
            ChannelSilentError: Nothing came for too long.
        """
        while True:
            try:
                self._wait()
                head = self._socket.recv(_HEADER.size)
                break
            except TimeoutError as error:
                if keep_waiting is None or not keep_waiting():
                    raise ChannelSilentError from error
            except (OSError, ValueError) as error:
                raise ChannelClosedError(str(error)) from error
        try:
            head += self._read(_HEADER.size - len(head))
            (length,) = _HEADER.unpack(head)
            if length > _MOST_BYTES:
                raise ChannelClosedError("what came in is no message")
            return json.loads(self._read(length))
        except TimeoutError as error:
            raise ChannelSilentError from error
        except (OSError, ValueError) as error:
            raise ChannelClosedError(str(error)) from error

    def _wait(self) -> None:
        """Wait until something comes in.

        Raises:
            TimeoutError: Nothing did.
        """
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        if not any(waiting.poll(1000 * self._patience / _SLICES) for _ in range(_SLICES)):
            raise TimeoutError

    def _read(self, length: int) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._wait()
            part = self._socket.recv(min(length - len(data), 1 << 20))
            if not part:
                raise ChannelClosedError("the connection was closed")
            data += part
        return bytes(data)

    def shut(self) -> None:
        """End the connection; whoever waits for it on either side is told. Any thread may do so."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the descriptor back. Only once nobody receives any more."""
        self.shut()
        self._socket.close()


def same_user(connection: socket.socket) -> bool:
    """Whether the other end belongs to this user, where the system can tell (elsewhere the file's mode decides)."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return True
    _, user, _ = _CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    return bool(user == os.getuid())
