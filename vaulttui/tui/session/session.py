"""Everything that the interface asks of the engine, away from its own thread.

Eight lanes (threads) take the work: opening, re-reading, searches with their facets, searches by meaning that may be
slow, notes for the preview, places in the one that is shown, look-ups while one types, and what needs the disk alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from textual.message import Message

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine, SuggestKind
from vaulttui.search.expression import Like
from vaulttui.search.query import Mode, Query
from vaulttui.tui import messages
from vaulttui.tui.session.engine_access import Receiver
from vaulttui.tui.session.note_requests import NoteRequests
from vaulttui.tui.session.search_requests import SearchRequests

RELATED_LIMIT = 12
"""Notes that are shown as related, the nearest first."""


class SearchSession(SearchRequests, NoteRequests):
    """One vault's engine, asked from the interface.

    Args:
        open_engine: Makes the engine; called on a thread, may import what is heavy.
        timer: A clock in seconds that only tells how long searches take.
    """

    def __init__(self, open_engine: Callable[[], SearchEngine], timer: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(open_engine, timer)
        self._lookups = self._make_lane("lookup")
        self._disk = self._make_lane("disk", needs_engine=False)

    # Look-ups

    def suggest(
        self, kind: SuggestKind, prefix: str, *, key: str = "", limit: int = 12, receiver: Receiver | None = None
    ) -> int:
        """Ask for completions; forgets a question that still waits.

        Args:
            kind: What to complete.
            prefix: What was typed.
            key: The property whose values are wanted.
            limit: How many, at most.
            receiver: Who gets :class:`~vaulttui.tui.messages.Suggested`, if not the session's own receiver.
        """
        request = next(self._ids)

        def look_up() -> None:
            if (engine := self._opened) is not None:
                found = engine.suggest(kind, prefix, key=key, limit=limit)
                self._post(messages.Suggested(request, found), receiver)

        self._lookups.submit(f"suggest-{'own' if receiver is None else 'other'}", look_up)
        return request

    def name_notes(self, paths: Sequence[str], receiver: Receiver) -> None:
        """Ask what notes are called; completions that are asked for afterwards come afterwards.

        Args:
            paths: Relative to the vault.
            receiver: Who gets :class:`~vaulttui.tui.messages.NotesNamed`.
        """

        def look_up() -> None:
            if (engine := self._opened) is not None:
                from vaulttui.search.lookups.note_titles import note_titles  # late: not needed for the first paint

                self._post(messages.NotesNamed(note_titles(engine, paths)), receiver)

        self._lookups.submit("names", look_up)

    def find_related(self, path: str) -> None:
        """Ask for the notes that are semantically near to one."""
        query = Query(mode=Mode.SEMANTIC, where=Like(path), limit=RELATED_LIMIT)

        def look_up() -> None:
            if (engine := self._opened) is None:
                return
            try:
                self._post(messages.RelatedFound(path, engine.search(query)))
            except VaultTuiError as error:
                self._post(messages.RelatedFound(path, None, error.message))

        self._lookups.submit("related", look_up, priority=1)

    def look_up(self, slot: str, job: Callable[[], Message], problem: str, receiver: Receiver | None = None) -> None:
        """Do something short that needs the disk, but not the engine.

        Args:
            slot: A job that waits under this name is forgotten.
            job: Gives the message that tells of it.
            problem: Title of what is told if it does not work.
            receiver: Who gets the message, if not the session's own receiver.
        """

        def run() -> None:
            try:
                self._post(job(), receiver)
            except VaultTuiError as error:
                self._post(messages.TaskFailed(problem, error.message))

        self._disk.submit(slot, run)

    def list_warnings(self, receiver: Receiver) -> None:
        """Ask for everything that was not read as written."""

        def look_up() -> None:
            if (engine := self._opened) is not None:
                self._post(messages.WarningsListed(tuple(engine.warnings())), receiver)

        self._lookups.submit("warnings", look_up)

    # Tasks

    def index_note(self, path: str) -> None:
        """Read one note again, after it was edited."""

        def index() -> None:
            if (engine := self._opened) is not None:
                engine.index_note(path)
                self._post(messages.NoteIndexed(path))

        self._tasks.submit(f"index {path}", index)

    def refresh(self) -> None:
        """Bring the index up to date with the vault; progress comes as events, and vectors are made in the
        background."""

        def refresh() -> None:
            if (engine := self._opened) is not None:
                engine.refresh(embed=False)  # vectors may take hours, and this lane has other work

        self._tasks.submit("refresh", refresh, priority=1)
