"""The background worker: one thread that reconciles, embeds, and follows the watcher, until it is told to stop."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from dataclasses import replace
from pathlib import Path

from vaulttui.errors import IndexFault, ModelUnavailableError, VaultNotFoundError, VaultTuiError
from vaulttui.index.allocator import give_back_freed_memory
from vaulttui.index.faults import reason
from vaulttui.index.progress import Listener, Phase, Progress
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.sync.watcher import Watcher
from vaulttui.index.upkeep.foreground import Foreground
from vaulttui.index.upkeep.late_look import LateLook
from vaulttui.index.upkeep.pace import Pace
from vaulttui.index.upkeep.paced_embedding import PacedEmbedding
from vaulttui.index.vectors.vectorizer import Vectorizer
from vaulttui.settings import VaultSettings
from vaulttui.vault.note_names import is_note_name

log = logging.getLogger(__name__)

_NICENESS = 10
"""Of the worker's thread, above that of the interface (see ``nice(2)``)."""
_MANY_NOTES, _MANY_PATHS = 50, 400
"""From so many changed notes or other files on, one scan of the vault is cheaper than a look at each."""
_LOOK_SECONDS = 2.0
"""So often an idle worker looks whether the vault is still there: no watcher tells of an unmounted disk."""
_WATCH_SECONDS = 2.0
"""So long the first look at the vault waits until it is watched: what changed in between would never be seen."""
_STOP_SECONDS = 3.0
"""So long its end is waited for."""
_RETRY_SECONDS = 3.0
"""Pause after a fault before everything is tried again."""


class BackgroundWorker:
    """Keeps an index fresh.

    Args:
        indexer: Phase 1.
        vectorizer: Phase 2, or ``None`` to leave vectors out.
        root: The vault's folder.
        settings: How the vault is read.
        emit: Gets progress and changes on the worker's thread.
        pace: How fast vectors are made.
        foreground: What they make way for.
    """

    def __init__(
        self,
        indexer: Indexer,
        vectorizer: Vectorizer | None,
        root: Path,
        settings: VaultSettings,
        emit: Listener,
        pace: Pace | None = None,
        foreground: Foreground | None = None,
    ) -> None:
        self._pace = pace or Pace()
        self._foreground = foreground or Foreground()
        self._indexer = indexer
        self._emit = emit
        self._root = root
        self._settings = settings
        self._watcher = Watcher(root, settings, self.paths_changed)
        self._vault_lost = False
        self._wake = threading.Condition()
        self._paths: set[str] = set()
        self._reconcile = True
        self._embedding = None if vectorizer is None else self._paced(vectorizer)
        self._vectors = vectorizer is not None
        """Whether there may be chunks without vectors."""
        self._stopping = False
        self._failure = ""
        """What went wrong at last, until all work is done again."""
        self._counted = 0
        """Notes in the index, when they could last be counted."""
        self._let_go_at = 0.0
        """When it was last looked whether there is memory to let go of."""
        self._late_look = LateLook(indexer, self._interrupted)
        self._worked = False
        """Whether anything was done since freed memory was given back."""
        self._thread = threading.Thread(target=self._run, name="vaulttui-index", daemon=True)

    def start(self) -> None:
        """Begin, unless it was stopped already. Returns at once."""
        with self._wake:
            if not self._stopping:
                self._watcher.start()
                self._thread.start()

    def stop(self) -> None:
        """End after the step under way, which is short, and wait for it."""
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        if self._thread.ident is not None:
            self._watcher.stop()
            self._thread.join(_STOP_SECONDS)

    def paths_changed(self, paths: frozenset[str]) -> None:
        """Have some paths looked at soon."""
        with self._wake:
            self._paths |= paths
            self._wake.notify_all()

    def reconcile_soon(self) -> None:
        """Have the whole vault looked at soon."""
        with self._wake:
            self._reconcile = True
            self._wake.notify_all()

    def embed_with(self, vectorizer: Vectorizer) -> None:
        """Make vectors too from now on, if that was not asked for at the start."""
        with self._wake:
            if self._embedding is None:
                self._embedding = self._paced(vectorizer)
                self._vectors = True
                self._wake.notify_all()

    def vectors_wanted(self) -> None:
        """Have chunks without vectors looked for soon: somebody else wrote notes."""
        with self._wake:
            self._vectors = self._embedding is not None
            self._wake.notify_all()

    def refreshed(self, *, changed: bool) -> None:
        """Tell that a refresh which somebody else asked for is done: it told that it began.

        Args:
            changed: Whether it wrote anything; then there may be texts without vectors.
        """
        settled = self._settled(exactly=False)
        self._emit(settled)
        paused = self._embedding is not None and self._embedding.paused
        missing = settled.embedded < settled.embeddable  # as where the model could not be loaded before
        if changed or paused or missing:
            self._tell_pause_again()
            self.vectors_wanted()

    def _paced(self, vectorizer: Vectorizer) -> PacedEmbedding:
        return PacedEmbedding(
            vectorizer, lambda: self._indexer.note_count, self._pace, self._foreground, self._rest, self._emit
        )

    def _stop_requested(self) -> bool:
        return self._stopping

    def _interrupted(self) -> bool:
        """Whether embedding should make way for something more urgent."""
        return self._stopping or self._reconcile or bool(self._paths)

    def _run(self) -> None:
        with contextlib.suppress(OSError, AttributeError):  # Linux knows niceness by thread: typing stays fluid
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
        self._watcher.wait_until_watched(_WATCH_SECONDS)
        while not self._stopping:
            try:
                if self._take_text_work() or self._take_vector_work():
                    self._worked = True
                    self._let_go()
                else:
                    self._failure = ""
                    self._wait()
            except VaultNotFoundError as error:
                self._vault_lost = True
                self._tell("failed", error.message)
                self._pause()
            except ModelUnavailableError as error:
                self._tell("idle", error.message)
            except VaultTuiError as error:  # most of all of the index
                self._fail(error.message)
            except OSError as error:  # of the vault
                self._fail(f"The vault could not be looked through: {reason(error)}. It is tried again.")
            except Exception as error:  # a mistake of the program: without this thread nothing new is found any more
                what = f"unexpected {type(error).__name__}: {error}"
                self._fail(f"The index is not fresh: {what}. It is tried again.")

    def _fail(self, message: str) -> None:
        """Tell of the exception that is being handled, and pause; the log has its trace once, however often work is
        tried again."""
        if not self._stopping:
            if message != self._failure:
                self._failure = message
                log.exception("index work failed")
            self._tell("failed", message)
        self._pause()

    def _tell(self, phase: Phase, message: str) -> None:
        """Tell of an exception. The index may be what cannot be read: then the notes are those that were counted."""
        with contextlib.suppress(IndexFault):  # told already, or by the next that needs the index
            self._counted = self._indexer.note_count
        self._emit(Progress(phase, notes=self._counted, message=message))

    def _pause(self) -> None:
        """Wait for a while after a fault; then everything is tried again from the start."""
        with self._wake:
            self._wake.wait_for(lambda: self._stopping, _RETRY_SECONDS)
            self._reconcile = True

    def _wait(self) -> None:
        """Wait for something to do."""
        with self._wake:
            if self._wake.wait_for(lambda: self._vectors or self._interrupted(), _LOOK_SECONDS):
                return
        if self._vault_has_vanished():
            self.reconcile_soon()
        self._let_go()
        if self._worked:
            self._worked = False
            give_back_freed_memory()

    def _let_go(self) -> None:
        """Let go of what the database read, for the worker or for searches, now and then."""
        if time.monotonic() - self._let_go_at < _LOOK_SECONDS:
            return
        self._let_go_at = time.monotonic()
        with contextlib.suppress(IndexFault):  # told by the next that needs the index
            if self._indexer.rest():
                give_back_freed_memory()

    def _watch_again(self) -> None:
        """Watch a vault that came back: the old watcher looks at what is no longer there."""
        self._vault_lost = False
        self._watcher.stop()
        self._watcher = Watcher(self._root, self._settings, self.paths_changed)
        self._watcher.hand_on_everything()
        self._watcher.start()

    def _take_text_work(self) -> bool:
        """Do phase 1 for what has changed.

        Returns:
            Whether there was anything to do.
        """
        with self._wake:
            paths, self._paths = self._paths, set()
            everything, self._reconcile = self._reconcile, False
        if not everything and not paths:
            everything = self._late_look.finds_changes(self._watcher)
            if not everything:
                return False
        self._tell_pause_again()
        # A folder that came or went, or a flood of files: a scan finds out what is behind it.
        many = len(paths) >= _MANY_PATHS or sum(map(is_note_name, paths)) >= _MANY_NOTES
        whole = everything or many or self._indexer.needs_scan(paths)
        if whole:
            self._indexer.reconcile(self._stop_requested)
            if self._vault_lost:
                self._watch_again()
        else:
            self._indexer.update_paths(paths)
        self._emit(self._settled(exactly=whole))
        if not self._interrupted():
            self._indexer.get_ready()
        if whole:
            give_back_freed_memory()  # a scan holds every file for as long as it lasts, and vectors may take hours
        self.vectors_wanted()
        return True

    def _take_vector_work(self) -> bool:
        """Do a part of phase 2, if there may be something to do.

        Returns:
            Whether there was.
        """
        embedding = self._embedding
        if embedding is None or not self._vectors:
            return False
        self._vectors = False  # before the work: what is asked for meanwhile is looked for once more
        if embedding.work(_LOOK_SECONDS):
            self._vectors = True
        if self._vault_has_vanished():
            self.reconcile_soon()
        return True

    def _vault_has_vanished(self) -> bool:
        """Whether the vault cannot be looked at, or is empty without a word of the watcher: an unmounted disk."""
        try:
            with os.scandir(self._root) as entries:
                empty = next(entries, None) is None
        except OSError:
            return True
        with contextlib.suppress(IndexFault):  # told by the next that needs the index
            return empty and self._indexer.note_count > 0 and not self._rest(_LOOK_SECONDS / 4)
        return False

    def _tell_pause_again(self) -> None:
        if self._embedding is not None:
            self._embedding.tell_again()

    def _rest(self, seconds: float) -> bool:
        """Do nothing for some time, unless there is something more urgent. Returns whether there is."""
        with self._wake:
            return self._wake.wait_for(self._interrupted, seconds)

    def _settled(self, *, exactly: bool = True) -> Progress:
        """What to tell when phase 1 is done.

        Args:
            exactly: Count vectors anew. Behind a saved note that is put off until nobody asks questions.
        """
        if self._embedding is None:
            progress = Progress("idle", notes=self._indexer.note_count)
        else:
            progress = self._embedding.settled(exactly=exactly)
        self._counted = progress.notes
        return replace(progress, message=self._watcher.failure)
