"""Phase 2 as background work: slice by slice, at the pace that is set, making way for whoever waits for an answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from vaulttui.index.progress import Listener, Progress
from vaulttui.index.upkeep.foreground import Foreground
from vaulttui.index.upkeep.pace import Pace
from vaulttui.index.vectors.vectorizer import SLICE, Vectorizer


class PacedEmbedding:
    """Makes vectors on one thread as long as nothing is more urgent.

    Args:
        vectorizer: Phase 2.
        note_count: How many notes the index has.
        pace: How fast vectors are made.
        foreground: What they make way for.
        rest: Waits for so many seconds, unless there is something more urgent; tells whether there is.
        emit: Gets progress and changes.
    """

    def __init__(
        self,
        vectorizer: Vectorizer,
        note_count: Callable[[], int],
        pace: Pace,
        foreground: Foreground,
        rest: Callable[[float], bool],
        emit: Listener,
    ) -> None:
        self._vectorizer = vectorizer
        self._note_count = note_count
        self._pace = pace
        self._foreground = foreground
        self._rest = rest
        self._emit = emit
        self._paused = ""
        """Why it is paused, as it was told."""

    @property
    def paused(self) -> bool:
        """Whether it was told that vectors are not made for now."""
        return bool(self._paused)

    def tell_again(self) -> None:
        """Tell once more why nothing is done, if so: something else was told meanwhile."""
        self._paused = ""

    def settled(self, *, exactly: bool = True) -> Progress:
        """Where it stands, as of work that has come to its end.

        Args:
            exactly: Count vectors anew.
        """
        progress = self._vectorizer.progress(self._note_count(), exactly=exactly)
        return replace(progress, phase="idle", rate=0.0, seconds_left=None)

    def work(self, pause: float) -> bool:
        """Embed one slice and rest from it, or wait for a while if vectors are paused.

        Args:
            pause: Seconds of that while.

        Returns:
            Whether more may be left.

        Raises:
            ModelUnavailableError: The model cannot be loaded.
            IndexFault: The index cannot be read or written.
        """
        if why := self._pace.why_paused:
            return self._stay_paused(why, pause)
        self._paused = ""
        started = time.perf_counter()
        more = self._embed()
        if more:
            self._rest(self._pace.rest(time.perf_counter() - started))
        return more

    def _stay_paused(self, why: str, pause: float) -> bool:
        self._vectorizer.end_series()
        progress = self.settled()
        if progress.embedded >= progress.embeddable:
            return False
        if why != self._paused:
            self._paused = why
            self._emit(replace(progress, phase="paused", message=why))
        self._rest(pause)
        return True

    def _embed(self) -> bool:
        if self._make_way():  # to see what is left takes the database some time as well
            return True
        vectorizer = self._vectorizer
        vectorizer.check_fingerprint()
        before = vectorizer.progress(self._note_count())
        if before.total - before.done > SLICE:
            self._emit(before)
        embedded = vectorizer.embed_slice(self._make_way)
        if embedded:
            self._emit(vectorizer.changed())
        after = vectorizer.progress(self._note_count())
        self._emit(after)
        if (embedded > 0 and after.done < after.total) or self._rest(0):
            return True
        vectorizer.end_series()
        vectorizer.drop_many_unused()
        return False

    def _make_way(self) -> bool:
        """Wait while somebody asks questions, for the model would take all cores; called before each text.

        Returns:
            Whether embedding should be given up for something more urgent.
        """
        self._foreground.make_way(self._rest)
        return self._rest(0)
