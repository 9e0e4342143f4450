"""The follower's side: an engine whose index another process has open."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from vaulttui.errors import IndexLockedError
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FoundFile,
    Listener,
    NoteDetail,
    Progress,
    RefreshReport,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.query import Query, Result
from vaulttui.search.sharing.channel import Channel, ChannelClosedError, ChannelSilentError, same_user
from vaulttui.search.sharing.codec import CodecError, Json, decode, decode_fault, encode
from vaulttui.search.sharing.handshake import Greeting, check, from_json
from vaulttui.search.sharing.ownership import OwnerNote

log = logging.getLogger(__name__)

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


class RemoteEngine:
    """:class:`vaulttui.search.engine.SearchEngine` that asks the owner of the index.

    Every call has a connection to itself while it lasts, so that calls from several threads do not wait for each other.

    Args:
        root: The vault's folder.
        owner: Who has the index open.
        words: What this process says of itself.
        gone: Called on a thread when the owner ends while events are listened for.
        patience: Seconds without any sign of life before the owner counts as hung.
    """

    def __init__(
        self,
        root: Path,
        owner: OwnerNote,
        words: Greeting,
        gone: Callable[[RemoteEngine], None],
        patience: float,
    ) -> None:
        self._root = root
        self._owner = owner
        self._words = words
        self._gone = gone
        self._patience = patience
        self._lock = threading.Lock()
        self._idle: list[Channel] = []
        self._used: set[Channel] = set()
        self._closed = False

    @property
    def vault_name(self) -> str:
        """Name of the vault's folder."""
        return self._root.name or str(self._root)

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""
        return str(self._root)

    def initialize(self) -> None:
        """Make sure that the owner is there and understands.

        Raises:
            OwnerGoneError: It is not there.
            IndexLockedError: It is there and cannot be asked.
        """
        self._give_back(self._channel())

    def start_background(self, *, embed: bool = True) -> None:
        """See :meth:`SearchEngine.start_background`: the owner does the work."""
        self._ask("start_background", embed=embed)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See :meth:`SearchEngine.subscribe`."""
        channel = self._channel()
        self._exchange(channel, ["subscribe"])
        ended = threading.Event()

        def listen() -> None:
            while not ended.is_set():
                try:
                    match channel.receive():
                        case ["event", raw]:
                            event = decode(raw)
                            listener(replace(event, shared=True) if isinstance(event, Progress) else event)
                except ChannelSilentError:
                    listener(Progress("failed", message=self._silent().message))
                except (ChannelClosedError, CodecError):
                    break
            self._drop(channel)
            if not ended.is_set() and not self._closed:
                self._gone(self)

        threading.Thread(target=listen, name="vaulttui-events", daemon=True).start()

        def unsubscribe() -> None:
            ended.set()
            channel.shut()

        return unsubscribe

    def refresh(self, *, embed: bool = True, progress: Callable[[Progress], None] | None = None) -> RefreshReport:
        """See :meth:`SearchEngine.refresh`. The owner stops it if ``progress`` raises."""
        report: RefreshReport = self._request(["refresh", embed], progress)
        return report

    def index_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.index_note`."""
        return bool(self._ask("index_note", path))

    def remove_note(self, path: str) -> bool:
        """See :meth:`SearchEngine.remove_note`."""
        return bool(self._ask("remove_note", path))

    def stale_notes(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.stale_notes`."""
        return tuple(self._ask("stale_notes"))

    def count(self) -> int:
        """See :meth:`SearchEngine.count`."""
        return int(self._ask("count"))

    def search(self, query: Query) -> Result:
        """See :meth:`SearchEngine.search`."""
        result: Result = self._ask("search", query)
        return result

    def facets(
        self, query: Query, *, date_field: Literal["modified", "created"] = "modified", limit: int = 50
    ) -> Facets:
        """See :meth:`SearchEngine.facets`."""
        facets: Facets = self._ask("facets", query, date_field=date_field, limit=limit)
        return facets

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """See :meth:`SearchEngine.suggest`."""
        return tuple(self._ask("suggest", kind, prefix, key=key, limit=limit))

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
        return tuple(self._ask("find", pattern, path=path, tag=tag, property=property, limit=limit, sort=sort))

    def note(self, path: str) -> NoteDetail:
        """See :meth:`SearchEngine.note`."""
        detail: NoteDetail = self._ask("note", path)
        return detail

    def backlinks(self, path: str) -> tuple[Backlink, ...]:
        """See :meth:`SearchEngine.backlinks`."""
        return tuple(self._ask("backlinks", path))

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        """See :meth:`SearchEngine.warnings`."""
        return list(self._ask("warnings"))

    def status(self) -> Status:
        """See :meth:`SearchEngine.status`."""
        status: Status = self._ask("status")
        return status

    def problems(self) -> tuple[str, ...]:
        """See :meth:`SearchEngine.problems`."""
        return tuple(self._ask("problems"))

    def clear(self) -> None:
        """See :meth:`SearchEngine.clear`."""
        self._ask("clear")

    def close(self) -> None:
        """Leave the owner alone. Requests under way end with :class:`OwnerGoneError`."""
        self._closed = True
        with self._lock:
            idle, self._idle = self._idle, []
            used = tuple(self._used)
        for channel in used:
            channel.shut()
        for channel in idle:
            channel.close()

    # Asking

    def _ask(self, method: str, *arguments: object, **options: object) -> Any:
        named = {name: encode(value) for name, value in options.items()}
        return self._request([method, [encode(argument) for argument in arguments], named])

    def _request(self, message: Json, progress: Callable[[Progress], None] | None = None) -> Any:
        """Send a request and wait for its answer.

        Raises:
            OwnerGoneError: The owner ended before it answered.
            IndexLockedError: It does not answer.
            VaultTuiError: What the owner's engine raised.
        """
        channel = self._channel()
        raw = self._exchange(channel, message, progress)
        self._give_back(channel)
        if raw[0] == "fault":
            raise decode_fault(raw[1])
        return decode(raw[1])

    def _exchange(self, channel: Channel, message: Json, progress: Callable[[Progress], None] | None = None) -> Json:
        try:
            channel.send(message)
            while True:
                match channel.receive():
                    case ["leaving"]:
                        self._drop(channel)
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
            self._drop(channel)
            raise self._silent() from error
        except (ChannelClosedError, CodecError) as error:
            self._drop(channel)
            raise OwnerGoneError(str(error), answering=True) from error
        except BaseException:
            self._drop(channel)  # nobody waits for the answer any more: the owner notices, and stops
            raise

    def _silent(self) -> IndexLockedError:
        return IndexLockedError(
            f"The vaulttui that has this vault open (process {self._owner.pid}) does not answer. "
            f"If it is stopped, let it go on; if it hangs, end it with: kill -9 {self._owner.pid}",
            code="owner_silent",
        )

    # Connections

    def _channel(self) -> Channel:
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
            raise self._silent() from error
        except OSError as error:
            connection.close()
            raise OwnerGoneError(str(error)) from error
        channel = Channel(connection, self._patience)
        with self._lock:
            self._used.add(channel)
        if self._closed:
            self._drop(channel)
            raise OwnerGoneError("closed")
        try:
            if not same_user(connection):
                raise IndexLockedError("The index is open in a process of another user.")
            words = channel.receive()
            if isinstance(words, list):
                raise decode_fault(words[1])
            check(from_json(words), self._words)
        except ChannelSilentError as error:
            self._drop(channel)
            raise self._silent() from error
        except (ChannelClosedError, CodecError) as error:
            self._drop(channel)
            raise OwnerGoneError(str(error)) from error
        except BaseException:
            self._drop(channel)
            raise
        return channel

    def _give_back(self, channel: Channel) -> None:
        with self._lock:
            self._used.discard(channel)
            if not self._closed and len(self._idle) < _MOST_IDLE:
                self._idle.append(channel)
                return
        channel.close()

    def _drop(self, channel: Channel) -> None:
        with self._lock:
            self._used.discard(channel)
        with contextlib.suppress(OSError):
            channel.close()
