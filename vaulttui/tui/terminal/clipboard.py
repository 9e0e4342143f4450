"""Copying text, so that it arrives in the clipboard of the machine in front of which the person sits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from textual.app import App

from vaulttui.environment import handed_on

_TIMEOUT = 3.0
"""Seconds that a clipboard program gets. They leave a child behind that serves the text, and return at once."""


def clipboard_commands(
    environ: Mapping[str, str] = os.environ,
    which: Callable[[str], str | None] = shutil.which,
    platform: str = sys.platform,
) -> tuple[tuple[str, ...], ...]:
    """Programs that take the text on their standard input.

    At most one for the desktop, and one for tmux, which by default keeps OSC 52 of its programs from the terminal.
    """
    desktop: list[tuple[str, ...]] = []
    if platform == "darwin":
        desktop = [("pbcopy",)]
    elif environ.get("WAYLAND_DISPLAY"):
        desktop = [("wl-copy",)]
    if platform != "darwin" and environ.get("DISPLAY"):
        desktop += [("xclip", "-selection", "clipboard", "-in"), ("xsel", "--clipboard", "--input")]
    chosen = [argv for argv in desktop if which(argv[0]) is not None][:1]
    if environ.get("TMUX") and which("tmux") is not None:
        chosen.append(("tmux", "load-buffer", "-w", "-"))
    return tuple(chosen)


def copy_text(app: App[Any], text: str, commands: tuple[tuple[str, ...], ...] | None = None) -> threading.Thread | None:
    """Copy a text, by the terminal's OSC 52 and by the programs that are installed.

    Returns at once. What a program reports is shown as a warning: OSC 52 gives no answer, so the text may have arrived
    all the same.

    Args:
        app: The running interface.
        text: Anything. A file name that is not UTF-8 is copied with its bytes by the programs, with ``?`` by OSC 52.
        commands: Programs to use, those of :func:`clipboard_commands` if ``None``.

    Returns:
        The thread that the programs run on, ``None`` if there are none.
    """
    # Textual's own: that of the interface comes here.
    App.copy_to_clipboard(app, text.encode("utf-8", "replace").decode("utf-8"))
    programs = clipboard_commands() if commands is None else commands
    if not programs:
        return None
    data = text.encode("utf-8", "surrogateescape")

    def run() -> None:
        for argv in programs:
            problem = _feed(argv, data)
            if problem:
                app.notify(f"{argv[0]} could not copy: {problem}.", severity="warning", markup=False)

    thread = threading.Thread(target=run, name="clipboard", daemon=True)
    thread.start()
    return thread


def _feed(argv: tuple[str, ...], data: bytes) -> str:
    """Run a program with data on its standard input.

    Returns:
        What went wrong, ``""`` if nothing did.
    """
    try:
        # No pipes for its output: the child that serves the clipboard would hold them open.
        done = subprocess.run(
            argv,
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=False,
            env=handed_on(),
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {_TIMEOUT:.0f} s"
    except OSError as error:
        return error.strerror or str(error)
    return "" if done.returncode == 0 else f"status {done.returncode}"
