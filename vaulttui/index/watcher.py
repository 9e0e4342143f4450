"""Tells which files of the vault changed, soon after they did."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from vaulttui.index.faults import reason
from vaulttui.settings import VaultSettings
from vaulttui.vault.files import is_folder
from vaulttui.vault.ignore import PathFilter
from vaulttui.vault.obsidian import OBSIDIAN

log = logging.getLogger(__name__)

_DEBOUNCE_MS = 300
"""Milliseconds in which changes count as one: a checkout changes many files in a burst."""
_STEP_MS = 30
"""A burst ends when nothing happened for this long, and is handed on after the debounce at the latest."""
_POLL_MS = 3000
"""Between two looks at every file, where the system does not tell of changes."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 60.0
"""Seconds before watching goes on after a fault, doubled each time."""

WHOLE_VAULT = "."
"""Path that stands for everything in the vault."""


def is_rule_file(path: str) -> bool:
    """Whether a file of the vault says what of the vault is read, or how; or the folder of such files."""
    return path.endswith(".gitignore") or path in (OBSIDIAN, f"{OBSIDIAN}/app.json", f"{OBSIDIAN}/types.json")


def _links_below(top: str | Path) -> Iterator[str]:
    """Symbolic links to folders in a folder and below it, hidden ones aside."""
    for folder, names, _ in os.walk(top):
        names[:] = [name for name in names if not name.startswith(".")]
        yield from (link for name in names if os.path.islink(link := f"{folder}/{name}"))  # noqa: PTH114 - fast


class _Asked:
    """An event to stop by that notes when it is first asked for: watchfiles does so once everything is watched.

    Args:
        stop: The event itself.
        asked: Is set.
    """

    def __init__(self, stop: threading.Event, asked: threading.Event) -> None:
        self._stop = stop
        self._asked = asked

    def is_set(self) -> bool:
        """Whether to stop."""
        self._asked.set()
        return self._stop.is_set()


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
        self._filter = PathFilter(root, settings)
        self._changed = changed
        self._stop = threading.Event()
        self._watched = threading.Event()
        self._missed = False
        """Whether something may have changed unseen: the whole vault is handed on as soon as it is watched."""
        self._thread: threading.Thread | None = None
        self._polling = False
        self.failure = ""
        """What is not as it should be, for a person; ``""`` while all is well."""

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
            try:
                while self._watch():
                    self._missed = True
                return
            except RuntimeError as error:
                # A file whose name is not UTF-8 came or went, which watchfiles cannot tell of. Or it has to look at all
                # files again and again, and meets links that go in a circle each time.
                log.warning("watching %s was interrupted: %s", self._root, error)
                if self._missed:  # and did not begin at all
                    self._changed(frozenset((WHOLE_VAULT,)))
            except OSError as error:
                if not is_folder(self._root):
                    log.warning("watching %s waits until it is there: %s", self._root, error)
                elif self._polling:
                    self.failure = (
                        f"Changes are not noticed by themselves any more ({reason(error)}): "
                        "the command “Read the vault again” looks for them, and so does vaulttui index."
                    )
                    log.warning("watching %s ended: %s", self._root, error)
                    return
                else:
                    self._polling = True
                    self.failure = (
                        f"The system does not tell of changes ({reason(error)}): "
                        "they are looked for every few seconds instead. "
                        "On Linux, a larger fs.inotify.max_user_watches or max_user_instances helps."
                    )
                    log.warning("watching %s by looking again and again: %s", self._root, error)
            if self._stop.wait(pause):
                return
            self._missed = True
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _watch(self) -> bool:
        """Hand on changes until told to stop, or until the vault has to be watched anew.

        Returns:
            Whether to go on: the vault went, and what stands there now is another folder; or a link to a folder is
            gone, and with it Linux ended the watching of the folder itself.

        Raises:
            OSError: The folder cannot be watched.
            RuntimeError: Watching ended by a fault.
        """
        from watchfiles import Change, watch

        linked: set[str] | None = None
        for burst in watch(
            self._root,
            watch_filter=None,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=_Asked(self._stop, self._watched),
            rust_timeout=200,
            yield_on_timeout=True,  # it looks as often for the end anyway
            raise_interrupt=False,
            ignore_permission_denied=True,
            force_polling=self._polling or None,  # None: as the environment says
            poll_delay_ms=_POLL_MS,
        ):
            if linked is None:
                linked = set(_links_below(self._root))
            if self._missed:
                self._missed = False
                self._changed(frozenset((WHOLE_VAULT,)))
            paths = frozenset(
                relative
                for relative in self._relative({name for _, name in burst})
                if is_rule_file(relative) or not self._filter.excluded(relative, link=True)
            )
            if paths:
                self._changed(paths)
            gone = {name for change, name in burst if change is Change.deleted}
            if str(self._root) in gone:
                return True
            if gone and any(not gone.isdisjoint((link, *map(str, Path(link).parents))) for link in linked):
                return True
            for change, name in burst:
                if change is Change.added and is_folder(name):
                    linked.update((name,) if os.path.islink(name) else _links_below(name))  # noqa: PTH114
        return False

    def _relative(self, names: Collection[str]) -> Iterator[str]:
        """Paths relative to the vault of what lies in it.

        Of a folder that a symbolic link leads to, too, Linux may tell under the link's name alone: the link on the way
        is replaced by what it leads to.
        """
        folders = {name.rpartition("/")[0] for name in names}
        real = {folder: os.path.realpath(folder or "/") for folder in folders}
        for name in names:
            folder, _, last = name.rpartition("/")
            with contextlib.suppress(ValueError):  # it lies elsewhere
                yield Path(real[folder], last).relative_to(self._root).as_posix()
