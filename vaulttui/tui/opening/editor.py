"""Opening notes in the editor that a person has chosen."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from types import FrameType
from typing import Any, Literal

from textual.app import App, SuspendNotSupported

from vaulttui.errors import UsageError
from vaulttui.formatting import count
from vaulttui.terminal_text import plain
from vaulttui.tui.opening.desktop import ProgramNotStartedError, has_desktop, start_detached
from vaulttui.tui.opening.editor_command import EditorCommand, build_command
from vaulttui.tui.opening.overheard import Overheard
from vaulttui.tui.terminal.modes import LEAVE_SCREEN

_FALLBACKS = ("nvim", "vim", "nano", "vi")
_HOW_TO_CHOOSE = "Choose another in the settings (interface.editor), $VISUAL or $EDITOR."
_LATE_SECONDS = 0.03
"""So much later than to the editor an interrupt may come to this program: where both were stopped until now, any of its
threads takes it, which may have to wait for a processor."""


@dataclass(frozen=True, slots=True)
class EditorOutcome:
    """How opening a note went."""

    status: Literal["ok", "failed", "detached"]
    """``ok``: the editor has ended, read the note again. ``detached``: it runs in a window of its own, and the watcher
    will notice. ``failed``: see the message; the note may have been changed all the same."""
    message: str = ""
    """What a person should know, plain text; ``""`` if there is nothing to say."""


class EditorLauncher:
    """Opens notes in an editor.

    Args:
        configured: The editor of the settings, ``""`` for that of the environment.
        environ: The environment: ``$VISUAL``, ``$EDITOR``, and whether there is a desktop.
        which: Finds a program by name, like :func:`shutil.which`.
    """

    def __init__(
        self,
        configured: str = "",
        *,
        environ: Mapping[str, str] = os.environ,
        which: Callable[[str], str | None] = shutil.which,
    ) -> None:
        self._configured = configured
        self._environ = environ
        self._which = which

    def command(self) -> str:
        """The command line of the editor: of the settings, ``$VISUAL``, ``$EDITOR``, or one that is installed.

        Raises:
            UsageError: None is set and none is installed.
        """
        for command in (self._configured, self._environ.get("VISUAL", ""), self._environ.get("EDITOR", "")):
            if command.strip():
                # A program whose path has blanks in it is meant whole, though a shell would split it.
                whole = " " in command.strip() and self._which(command.strip()) is not None
                return shlex.quote(command.strip()) if whole else command
        for name in _FALLBACKS:
            if self._which(name) is not None:
                return name
        raise UsageError(f"No editor was found. {_HOW_TO_CHOOSE}", code="editor_not_found")

    def open(self, app: App[Any], *places: tuple[Path, int]) -> EditorOutcome:
        """Open notes, each at a line, and return when the editor has ended or has its own window.

        Call it on the interface's thread: an editor in the terminal takes the terminal over and everything stands
        still meanwhile. However it ends, the interface gets the terminal back. Notes that are not there are left out:
        editors would make new ones.
        """
        missing = [path for path, _ in places if not _is_there(path)]
        places = tuple(place for place in places if place[0] not in missing)
        gone = _gone(missing)
        if not places:
            return EditorOutcome("failed", gone)
        outcome = self._open(app, *places)
        return replace(outcome, message=" ".join(filter(None, (outcome.message, gone))))

    def _open(self, app: App[Any], *places: tuple[Path, int]) -> EditorOutcome:
        try:
            editor = build_command(self.command(), *places, desktop=has_desktop(self._environ))
        except UsageError as error:
            return EditorOutcome("failed", error.message)
        if self._which(editor.argv[0]) is None:
            return EditorOutcome("failed", f"The editor {editor.argv[0]} was not found. {_HOW_TO_CHOOSE}")
        return self._run(app, editor) if editor.waits else self._start(app, editor)

    def _start(self, app: App[Any], editor: EditorCommand) -> EditorOutcome:
        """Start an editor that has its own window."""
        name = PurePath(editor.argv[0]).name

        def tell(status: int) -> None:
            app.notify(f"{name} {_ended(status)}.", severity="error", markup=False)

        try:
            start_detached(editor.argv, tell)
        except ProgramNotStartedError as error:
            return EditorOutcome("failed", f"{error.message} {_HOW_TO_CHOOSE}")
        return EditorOutcome("detached", f"Opened in {name}.")

    def _run(self, app: App[Any], editor: EditorCommand) -> EditorOutcome:
        """Run an editor in the terminal."""
        name = PurePath(editor.argv[0]).name
        outcome, overheard = EditorOutcome("ok"), Overheard()
        try:
            with app.suspend():
                # App.suspend resumes only if its block ends normally: nothing may leave this one.
                try:
                    if editor.graphical:
                        print(f"Waiting for {name} to close the note …", flush=True)
                    with _terminal_modes_kept(), _interrupts_left_to_the_editor():
                        status = overheard.run(editor.argv)
                    if status < 0:
                        print(LEAVE_SCREEN, end="", flush=True)  # it could not do so itself
                    if status != 0:
                        said = f": {overheard.last_line}" if overheard.last_line else "."
                        outcome = EditorOutcome("failed", f"{name} {_ended(status)}{said}")
                except OSError as error:
                    reason = error.strerror or str(error)
                    outcome = EditorOutcome("failed", f"{name} could not be started: {reason}. {_HOW_TO_CHOOSE}")
                except KeyboardInterrupt:
                    outcome = EditorOutcome("failed", f"{name} was interrupted.")
        except SuspendNotSupported:
            return EditorOutcome("failed", f"{name} needs the terminal, which cannot be handed over here.")
        return outcome


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # A folder that may not be looked into: the editor will tell.
        return True


def _gone(missing: Sequence[Path]) -> str:
    """Say that notes are not there, ``""`` if there are none such."""
    if not missing:
        return ""
    what = plain(missing[0].name) + " is" if len(missing) == 1 else f"{count(len(missing))} notes are"
    return f"{what} not there any more: moved or deleted, or the disk is not mounted."


def _ended(status: int) -> str:
    """Say how a program ended that did not end well."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


@contextmanager
def _interrupts_left_to_the_editor() -> Iterator[None]:
    """Let ctrl+C and ctrl+\\ reach the editor, which shares the terminal's process group, but not end this program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ignore(number: int, frame: FrameType | None) -> None:
        # A function, not SIG_IGN: a started program inherits ignored signals, but not handlers.
        del number, frame

    before = {number: signal.signal(number, ignore) for number in (signal.SIGINT, signal.SIGQUIT)}
    try:
        yield
    finally:
        time.sleep(_LATE_SECONDS)
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


@contextmanager
def _terminal_modes_kept() -> Iterator[None]:
    """Put the terminal's modes back as they were: an editor that was killed leaves it raw."""
    stream = sys.__stdin__
    if stream is None or not stream.isatty():
        yield
        return
    modes = termios.tcgetattr(stream.fileno())
    try:
        yield
    finally:
        _come_to_the_foreground(stream.fileno())
        termios.tcsetattr(stream.fileno(), termios.TCSADRAIN, modes)


def _come_to_the_foreground(terminal: int) -> None:
    """Take the place of an editor that is no more as the one who may use the terminal.

    Emacs makes a process group of its own the terminal's foreground. Killed, it leaves that to nobody, and who sets the
    modes of the terminal or draws there is stopped.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
    try:
        foreground = os.tcgetpgrp(terminal)
        # If there is one, this program was sent to the background, and has to stay there.
        if foreground != os.getpgrp() and not _is_there_a_group(foreground):
            os.tcsetpgrp(terminal, os.getpgrp())
    except OSError:
        pass  # it is not the terminal that this program is run from
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _is_there_a_group(number: int) -> bool:
    """Whether any process is in a process group."""
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
