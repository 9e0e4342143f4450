"""A scan of the vault by a child process, beside whatever a command that ends soon has to do before it needs one.

Such a command spends most of its time on importing libraries and opening the index. That keeps one processor busy; the
files are looked at by another one meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from vaulttui.settings import VaultSettings

_KILL = 9  # signal.SIGKILL: to import all signals with their names takes as long as the fork


class Scan(Protocol):
    """A scan that has begun somewhere."""

    def digest(self, stop: Callable[[], bool]) -> bytes | None:
        """Wait for the digest of what the scan found, see :attr:`~vaulttui.vault.files.scan.ScanResult.digest`.

        Args:
            stop: Asked every now and then; when it answers true, the scan is given up.

        Returns:
            ``None`` if the scan failed, was given up, or told its digest before.
        """


class Scanned:
    """A scan that another process made.

    Args:
        digest: Of what it found.
    """

    def __init__(self, digest: bytes) -> None:
        self._digest = digest

    def digest(self, stop: Callable[[], bool]) -> bytes | None:
        """See :meth:`Scan.digest`."""
        return None if stop() else self._digest


class ScanAhead:
    """A scan that has begun.

    Args:
        root: The vault's folder.
        settings: What to leave out.

    Raises:
        OSError: No process can be made.
    """

    def __init__(self, root: Path, settings: VaultSettings) -> None:
        self._pipe, writing = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(self._pipe)
            os.close(writing)
            raise
        if self._process == 0:
            try:
                _work(root, settings, writing)
            finally:
                os._exit(0)
        os.close(writing)

    @classmethod
    def begin(cls, root: Path, settings: VaultSettings) -> ScanAhead | None:
        """Begin a scan where that is possible: not in a program with threads, of which a child would be half a copy."""
        if threading.active_count() > 1:
            return None
        try:
            return cls(root, settings)
        except OSError:
            return None  # whoever needs a scan makes one

    def digest(self, stop: Callable[[], bool]) -> bytes | None:
        """See :meth:`Scan.digest`."""
        if not self._process:
            return None
        found = b""
        try:
            while not stop():
                if select.select((self._pipe,), (), (), 0.1)[0]:
                    part = os.read(self._pipe, 1024)
                    if not part:
                        break
                    found += part
        finally:
            self.close()
        return found or None

    def close(self) -> None:
        """End the scan. Safe to call twice."""
        process, self._process = self._process, 0
        if process:
            os.close(self._pipe)
            with contextlib.suppress(OSError):
                os.kill(process, _KILL)
                os.waitpid(process, 0)


def _work(root: Path, settings: VaultSettings, pipe: int) -> None:
    """Scan, in the child. What goes wrong here goes wrong in the parent's own scan, too, where it is told."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # whoever reads what the parent writes is not to wait for this process
        os.dup2(nothing, stream)
    import gc
    import signal

    gc.disable()  # nothing is let go of before the end; to look for what could be takes a third of the time
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from vaulttui.vault.files.scan import digest_of_vault

    os.write(pipe, digest_of_vault(root, settings))
