"""Tells which files of the vault changed, soon after they did."""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from vaulttui.index.faults import reason
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.folders import visible_folders
from vaulttui.vault.files.ignore import PathFilter
from vaulttui.vault.files.mounts import changes_unheard
from vaulttui.vault.links.note_ids import ZK
from vaulttui.vault.other_programs.dendron import MARKS
from vaulttui.vault.other_programs.logseq import CONFIG
from vaulttui.vault.other_programs.obsidian import READING_FILES, SELECTING_FILE
from vaulttui.vault.untrusted import is_folder

if TYPE_CHECKING:
    from watchfiles.main import FileChange

log = logging.getLogger(__name__)

_DEBOUNCE_MS = 300
"""Milliseconds in which changes count as one: a checkout changes many files in a burst."""
_STEP_MS = 30
"""A burst ends when nothing happened for this long, and is handed on after the debounce at the latest."""
_POLL_MS = 3000
"""Between two looks at every file, where the system does not tell of changes."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 60.0
"""Seconds before watching goes on after a fault, doubled each time that it did not last longer."""
_BY_FOLDER = sys.platform != "darwin"
"""Whether each folder is watched by itself. macOS watches all that is below one and follows no symbolic link; elsewhere
that takes a watch for each folder, those included that are left out, as of packages, or that a link leads to."""

WHOLE_VAULT = "."
"""Path that stands for everything in the vault."""

_RULE_FILES = frozenset((SELECTING_FILE, *READING_FILES, CONFIG, *MARKS, ZK))
_RULE_FOLDERS = frozenset(str(folder) for path in _RULE_FILES for folder in PurePosixPath(path).parents[:-1])
"""Folders that such files are in, and those above them: any may be moved away or made again."""


def is_rule_file(path: str) -> bool:
    """Whether a file of the vault says what of the vault is read, or how; or a folder of such files."""
    return path.endswith(".gitignore") or path in _RULE_FILES or path in _RULE_FOLDERS


class _Stop:
    """An event to stop by that notes when its method is looked up: watchfiles does so once everything is watched, and
    before it tells of any fault from then on.

    Args:
        stop: The event itself.
        watched: Is set.
    """

    def __init__(self, stop: threading.Event, watched: threading.Event) -> None:
        self._stop = stop
        self._watched = watched
        self.looked_up = False

    @property
    def is_set(self) -> Callable[[], bool]:
        """Whether to stop."""
        self.looked_up = True
        self._watched.set()
        return self._stop.is_set


def _can_be_listed(folder: str | Path) -> bool:
    """Whether there is a folder that may be read: no other can be watched."""
    return is_folder(folder) and os.access(folder, os.R_OK)


def _refusal(error: OSError) -> str:
    """Why the system refused to watch, without what watchfiles adds for those who program."""
    return re.sub(
        r'^Error creating \w+ watcher: |\.? about \[".*| \(os error \d+\)', "", reason(error), flags=re.DOTALL
    )


class Watcher:
    """Watches a vault on a thread of its own.

    Args:
        root: The vault's folder.
        settings: What of it is left out.
        changed: Gets the changed paths, relative to the vault, or :data:`WHOLE_VAULT`, on the watcher's thread: must
            return at once.
    """

    def __init__(self, root: Path, settings: VaultSettings, changed: Callable[[frozenset[str]], None]) -> None:
        self._root = root.resolve()
        self._settings = settings
        self._filter = PathFilter(root, settings)
        self._changed = changed
        self._stop = threading.Event()
        self._watched = threading.Event()
        self._missed = False
        """Whether something may have changed unseen: the whole vault is handed on as soon as it is watched."""
        self._thread: threading.Thread | None = None
        self._refused = False
        """Whether the system refused to watch the last time."""
        self._polling = False
        self.failure = ""
        """What is not as it should be, for a person; ``""`` while all is well."""

    @property
    def hears_all(self) -> bool:
        """Whether no change goes unnoticed: not where others write to the disk, too, and not by looking at times only,
        for of two changes within a second the second one is not seen."""
        return not (self._polling or changes_unheard(self._root))

    def start(self) -> None:
        """Begin to watch."""
        self._thread = threading.Thread(target=self._run, name="vaulttui-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End watching; waits half a second at most."""
        self._stop.set()
        self._watched.set()
        if self._thread is not None:
            self._thread.join(timeout=0.5)

    def wait_until_watched(self, seconds: float) -> None:
        """Wait until no change is missed any more. If that takes longer, the whole vault is handed on then."""
        if not self._watched.wait(seconds):
            self.hand_on_everything()

    def hand_on_everything(self) -> None:
        """Have the whole vault handed on as soon as it is watched: something may have changed before."""
        self._missed = True

    def _run(self) -> None:
        try:
            self._watch_on()
        finally:
            self._watched.set()

    def _watch_on(self) -> None:
        """Watch until told to stop, through all faults."""
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                while self._watch():
                    self._missed = True
                return
            except RuntimeError as error:
                # A file whose name is not UTF-8 came or went, which watchfiles cannot tell of. Or it has to look at all
                # files again and again, and a folder is gone.
                log.warning("watching %s was interrupted: %s", self._root, error)
                if self._missed:  # and did not begin at all
                    self._changed(frozenset((WHOLE_VAULT,)))
            except OSError as error:
                if isinstance(error, FileNotFoundError) or not _can_be_listed(self._root):  # or one of its folders went
                    log.warning("watching %s waits until it is there: %s", self._root, error)
                elif self._polling:
                    self.failure = (
                        f"Changes are noticed late ({_refusal(error)}): they are looked for now and then. "
                        "The command “Read the vault again” does so at once."
                    )
                    log.warning("watching %s ended: %s", self._root, error)
                    return
                elif not self._refused:
                    # What was watched before may not be given back yet, or a folder was just shut.
                    self._refused = True
                    log.warning("watching %s is tried once more: %s", self._root, error)
                else:
                    self._polling = True
                    self.failure = (
                        f"The system does not tell of changes ({_refusal(error)}): "
                        "they are looked for every few seconds instead. "
                        "On Linux, a larger fs.inotify.max_user_watches or max_user_instances helps."
                    )
                    log.warning("watching %s by looking again and again: %s", self._root, error)
            if time.monotonic() - began > pause:
                pause = _FIRST_PAUSE
            if self._stop.wait(pause):
                return
            self._missed = True
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _watch(self) -> bool:
        """Hand on changes until told to stop, or until the vault has to be watched anew.

        Returns:
            Whether to go on: there are folders that are not watched yet, or the vault went, and what stands there now
            is another folder.

        Raises:
            OSError: The folder cannot be watched.
            RuntimeError: Watching ended by a fault.
        """
        from watchfiles import Change

        folders = self._folders()
        begun = False
        for burst in self._bursts(folders):
            # Once all are watched: any that came while they were listed is not among them.
            anew = not begun and self._are_others_than(folders)
            begun = True
            if self._missed and not anew:
                self._missed = False
                self._changed(frozenset((WHOLE_VAULT,)))
            # The watch of a folder goes with it, and is not there any more when the folder is.
            folders.difference_update(name for change, name in burst if change is Change.deleted)
            # One that is not new may be one that could not be listed until now.
            come = {
                name
                for change, name in burst
                if (change is Change.added or name not in folders) and self._is_unwatched(name)
            }
            paths = frozenset(filter(self._is_of_interest, map(self._relative, {name for _, name in burst} - come)))
            if paths:
                # Notes among them may have gone into a folder that came: only a scan sees both.
                self._changed(frozenset((WHOLE_VAULT,)) if come else paths)
            if any(map(is_rule_file, paths)):
                anew = anew or self._are_others_than(folders)
            if anew or come or (Change.deleted, str(self._root)) in burst:
                return True
        return False

    def _bursts(self, folders: set[str]) -> Iterator[set[FileChange]]:
        """What the system tells of folders: changes that belong together, or now and then none.

        Raises:
            OSError: They cannot be watched.
            RuntimeError: Watching ended by a fault.
        """
        from watchfiles import watch

        stop = _Stop(self._stop, self._watched)
        try:
            for burst in watch(
                *folders,
                watch_filter=None,
                debounce=_DEBOUNCE_MS,
                step=_STEP_MS,
                stop_event=stop,
                rust_timeout=200,
                yield_on_timeout=True,  # it looks as often for the end anyway
                raise_interrupt=False,
                # It would pass over whatever keeps a folder from being watched, the system's limits, too.
                ignore_permission_denied=not _BY_FOLDER,
                force_polling=self._polling or None,  # None: as the environment says
                poll_delay_ms=_POLL_MS,
                recursive=not _BY_FOLDER,
            ):
                self._refused = False
                yield burst
        except RuntimeError as error:
            if stop.looked_up:
                raise
            raise OSError(str(error)) from error  # no watcher could be made: too many open files

    def _folders(self) -> set[str]:
        """Paths of all folders to watch."""
        if not _BY_FOLDER:
            return {str(self._root)}
        folders = {f"{self._root}/{folder}".rstrip("/") for folder in visible_folders(self._root, self._settings)}
        rules = (f"{self._root}/{folder}" for folder in _RULE_FOLDERS)
        return folders.union(filter(_can_be_listed, rules))

    def _are_others_than(self, folders: set[str]) -> bool:
        """Whether there are folders to watch which are not among those that are watched."""
        return not folders.issuperset(self._folders())

    def _is_unwatched(self, name: str) -> bool:
        """Whether what came is a folder, with others below it perhaps: none of them is watched yet."""
        if not _BY_FOLDER or not is_folder(name) or os.path.islink(name):  # noqa: PTH114 - as elsewhere
            return False
        return not self._filter.excluded(self._relative(name), folder=True)

    def _relative(self, name: str) -> str:
        return os.path.relpath(name, self._root)

    def _is_of_interest(self, path: str) -> bool:
        return is_rule_file(path) or not self._filter.excluded(path, link=True)
