"""The follower's side: an engine whose index another process has open."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FileDate,
    FoundFile,
    Listener,
    NoteDetail,
    Progress,
    RefreshReport,
    Status,
    Suggestion,
    SuggestKind,
)
from vaulttui.search.query import FileQuery, Query, Result
from vaulttui.search.sharing.channel import ChannelClosedError, ChannelSilentError
from vaulttui.search.sharing.codec import CodecError, decode, encode
from vaulttui.search.sharing.connections import Connections, OwnerGoneError
from vaulttui.search.sharing.handshake import Greeting
from vaulttui.search.sharing.ownership import OwnerNote
from vaulttui.vault.files.scan_ahead import Scan

log = logging.getLogger(__name__)

_LONGEST_SCAN = 10.0
"""Seconds that a scan which has begun here is waited for."""


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
        self._connections = Connections(owner, words, patience)
        self._gone = gone

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
        self._connections.give_back(self._connections.open_channel())

    def start_background(self, *, embed: bool = True) -> None:
        """See :meth:`SearchEngine.start_background`: the owner does the work."""
        self._ask("start_background", embed=embed)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See :meth:`SearchEngine.subscribe`."""
        connections = self._connections
        channel = connections.open_channel()
        connections.exchange(channel, ["subscribe"])
        ended = threading.Event()

        def listen() -> None:
            unsure = True
            while not ended.is_set():
                try:
                    message = channel.receive()
                    if unsure:  # nobody says again what was said before, or when nobody could hear it
                        unsure = not self._tell_standing(listener)
                    match message:
                        case ["event", raw]:
                            event = decode(raw)
                            listener(replace(event, shared=True) if isinstance(event, Progress) else event)
                except ChannelSilentError:
                    listener(Progress("failed", message=connections.silent().message))
                    unsure = True
                except (ChannelClosedError, CodecError, OwnerGoneError):
                    break
            connections.drop(channel)
            if not ended.is_set() and not connections.closed:
                self._gone(self)

        threading.Thread(target=listen, name="vaulttui-events", daemon=True).start()

        def unsubscribe() -> None:
            ended.set()
            channel.shut()

        return unsubscribe

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: Scan | None = None,
    ) -> RefreshReport:
        """See :meth:`SearchEngine.refresh`. The owner makes a scan of its own, unless the one that has begun here found
        all as it knows it, and stops if ``progress`` raises."""
        given_up = time.monotonic() + _LONGEST_SCAN
        found = ahead.digest(lambda: time.monotonic() > given_up) if ahead is not None else None
        report: RefreshReport = self._connections.request(["refresh", embed, (found or b"").hex()], progress)
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
        self, query: Query, *, date_field: FileDate = "modified", limit: int = 50, whole: Collection[str] = ()
    ) -> Facets:
        """See :meth:`SearchEngine.facets`."""
        facets: Facets = self._ask("facets", query, date_field=date_field, limit=limit, whole=tuple(whole))
        return facets

    def suggest(self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12) -> tuple[Suggestion, ...]:
        """See :meth:`SearchEngine.suggest`."""
        return tuple(self._ask("suggest", kind, prefix, key=key, limit=limit))

    def link_target(self, name: str) -> str | None:
        """See :meth:`SearchEngine.link_target`."""
        path: str | None = self._ask("link_target", name)
        return path

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """See :meth:`SearchEngine.find`."""
        return tuple(self._ask("find", query))

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

    def released(self) -> AbstractContextManager[None]:
        """See :meth:`SearchEngine.released`: the owner has the index."""
        return nullcontext()

    def close(self) -> None:
        """Leave the owner alone. Requests under way end with :class:`OwnerGoneError`."""
        self._connections.close()

    # Asking

    def _tell_standing(self, listener: Listener) -> bool:
        """Tell what the owner would tell now. Returns whether it said so.

        Raises:
            OwnerGoneError: It is not there.
        """
        try:
            status = self.status()
        except VaultTuiError as error:
            log.warning("how the index stands is not known: %s", error.message)
            return False
        listener(
            Progress(
                status.phase,
                notes=status.notes,
                embeddable=status.embeddable,
                embedded=status.embedded,
                message=status.message,
                shared=True,
            )
        )
        return True

    def _ask(self, method: str, *arguments: object, **options: object) -> Any:
        named = {name: encode(value) for name, value in options.items()}
        return self._connections.request([method, [encode(argument) for argument in arguments], named])
