"""Starting programs that have a window of their own, or none at all, beside the interface."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence

from vaulttui.environment import handed_on
from vaulttui.errors import VaultTuiError


class ProgramNotStartedError(VaultTuiError):
    """A program does not exist, or the system refuses to start it."""

    code = "program_not_started"


def has_desktop(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a program that is started here can show a window."""
    return platform == "darwin" or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def start_detached(argv: Sequence[str], on_failure: Callable[[int], None]) -> None:
    """Start a program in a session of its own, without the terminal's input and output, and do not wait for it.

    It outlives the interface and gets none of its signals.

    Args:
        argv: The argument list; no shell reads it.
        on_failure: Called on another thread, with the exit status, if the program ends with one that is not 0. It may
            be called long after this function has returned.

    Raises:
        ProgramNotStartedError: The program cannot be started.
    """
    try:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=handed_on(),
        )
    except OSError as error:
        raise ProgramNotStartedError(f"{argv[0]} could not be started: {error.strerror or error}.") from error

    def reap() -> None:
        # Somebody must collect the exit status, or the ended program stays in the process table.
        status = process.wait()
        if status != 0:
            on_failure(status)

    threading.Thread(target=reap, name=f"wait for {argv[0]}", daemon=True).start()
