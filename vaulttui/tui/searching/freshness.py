"""Keeping what is shown true while notes change, without disturbing the person who reads it."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import isinf
from typing import TYPE_CHECKING

from vaulttui.search.engine import IndexChanged, Progress

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.reading.reading import Reading
    from vaulttui.tui.reading.related_notes import RelatedNotes
    from vaulttui.tui.searching.searching import Searching

SOON_SECONDS = 0.1
"""What is saved together comes within this time; then it is shown, unless something was just before."""
RERUN_SECONDS = 1.0
"""The notes may change all the time; the search is repeated at most this often."""
VECTORS_SECONDS = 5.0
"""The same, where only vectors were added: order and scores may change, and one wants to read."""
FACETS_SECONDS = 3.0
"""Filter values are counted at most this often: that costs more than the results do."""

REST_SECONDS = 0.5
"""Who pressed a key so few seconds ago is about to press another: what is shown is not moved under their hands."""
MOST_PUT_OFF = 10.0
"""Seconds for which that is put off at most, and for which an answer that is still to come is waited for: asked again
before it comes, it would never be shown."""


class Freshness:
    """Asks again for results and notes that may be stale.

    Args:
        searching: Asks for the results.
        reading: Asks for the note.
        related: Asks for the notes that are near to it.
        idle_seconds: How long ago the person did something; infinite if that was never yet.
        set_timer: Textual's, of any widget.
        clock: Seconds that only ever grow.
    """

    def __init__(
        self,
        searching: Searching,
        reading: Reading,
        related: RelatedNotes,
        idle_seconds: Callable[[], float],
        set_timer: Callable[[float, Callable[[], None]], Timer],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._searching = searching
        self._reading = reading
        self._related = related
        self._idle_seconds = idle_seconds
        self._set_timer = set_timer
        self._clock = clock
        self._asked_at = float("-inf")
        self._put_off = 0.0
        self._waiting: Timer | None = None
        self._only_vectors = True
        self._changed: frozenset[str] | None = frozenset()
        """Notes that have changed since it was asked again; ``None`` for any."""
        self._counting: Timer | None = None
        self._count_due = False
        self._faulty = False

    def take_progress(self, progress: Progress) -> None:
        """Search and read the note again once a fault is over: the vault may have been away, and it could not be read,
        or who has the index did not answer, and what is listed answers an earlier question."""
        if progress.phase == "failed":
            self._faulty = True
        elif self._faulty and progress.phase not in ("scanning", "reading"):
            self._faulty = False
            self._reading.reload()
            self._searching.ask_again()

    def take_in(self, change: IndexChanged) -> None:
        """See to it that what a change concerns is asked for again soon."""
        if change.moved:
            self._searching.take_moves(change.moved)
            self._reading.take_moves(change.moved)
        if change.paths is not None and not change.vectors:
            self._reading.take_change(change.paths)
        if change.vectors and not (self._searching.uses_vectors or self._related.in_sight):
            return
        before = self._changed
        self._changed = None if before is None or change.paths is None else before | change.paths
        if self._waiting is not None:
            if change.vectors or not self._only_vectors:
                return
            # What waits for vectors can wait longer than notes can.
            self._waiting.stop()
        self._only_vectors = change.vectors
        self._waiting = self._set_timer(VECTORS_SECONDS if change.vectors else self._next_turn(), self._ask_again)

    def _next_turn(self) -> float:
        """Seconds until changed notes may be asked for."""
        return max(SOON_SECONDS, self._asked_at + RERUN_SECONDS - self._clock())

    def _ask_again(self) -> None:
        rest = max(REST_SECONDS - self._idle_seconds(), SOON_SECONDS if self._searching.waiting else 0.0)
        if rest > 0 and self._put_off < MOST_PUT_OFF:
            self._put_off += rest
            self._waiting = self._set_timer(rest, self._ask_again)
            return
        self._put_off = 0.0
        self._waiting = None
        self._asked_at = self._clock()
        touched = not isinf(self._idle_seconds())
        changed, self._changed = self._changed, frozenset()
        if not self._only_vectors:
            # The note may be among the changed ones though it was not named, and others may link to it now.
            self._reading.reload()
            self._searching.ask_again(facets=self._counting is None, touched=touched, changed=changed)
            self._count_due = self._counting is not None
            if self._counting is None:
                self._counting = self._set_timer(FACETS_SECONDS, self._count_again)
        elif self._searching.uses_vectors:
            self._searching.ask_again(facets=False, touched=touched, changed=changed)
        self._related.find()

    def _count_again(self) -> None:
        self._counting = None
        if self._count_due:
            self._count_due = False
            self._searching.facets.count()
            self._counting = self._set_timer(FACETS_SECONDS, self._count_again)
