"""The real program in a real terminal: editors that do with it what they like, signals, and a shell behind it."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.benchmarks.interface_latency import Terminal

EDITOR = """#!/bin/sh
read -r deed < "{folder}/deed"
case $deed in
    crash) stty raw -echo; printf '\\033[?1049h\\033[?1003h'; echo "now: $deed"; kill -SEGV $$ ;;
    modes) printf '\\033[5;10r\\033[4h'; echo "now: $deed" ;;
    group) echo "now: $deed"; exec "{python}" "{folder}/group.py" ;;
    look) echo "now: $deed"; "{python}" -c "import os; print('it waits:', os.get_blocking(1))" ;;
    hasty) echo "now: $deed"; "{python}" -c "import os; os.set_blocking(1, False)" ;;
    stay) echo "now: $deed"; exec sleep 60 ;;
    read) echo "now: $deed"; read -r line; printf '%s' "$line" > "{folder}/line" ;;
esac
"""
GROUP = """import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTTOU])
os.setpgid(0, 0)
os.tcsetpgrp(0, os.getpid())
os.kill(os.getpid(), signal.SIGKILL)
"""
SHELL = """import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
# Something else starts the program, and belongs to the job as well.
job = os.fork()
if job == 0:
    signal.signal(signal.SIGINT, lambda *_: None)
    os.setpgid(0, 0)
    while os.tcgetpgrp(0) != os.getpid():
        pass
    program = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, *sys.argv[1:]])
    os._exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
os.setpgid(job, job)
os.tcsetpgrp(0, job)
while not os.WIFEXITED(status := os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpid())
    print("the shell is back", flush=True)
    while (said := input()) not in ("fg", "bg"):
        print(os.popen(said).read(), flush=True)
    if said == "fg":
        os.tcsetpgrp(0, job)
        print("the job is back", flush=True)
    os.killpg(job, signal.SIGCONT)
os.tcsetpgrp(0, os.getpid())
print("ended with", os.waitstatus_to_exitcode(status), flush=True)
"""
"""What a shell does to give a program the terminal, and to take it back. Runs what is said to it."""
PATIENCE = 20.0


class Program:
    """vaulttui over three notes, with an editor that does what it is told."""

    def __init__(
        self,
        folder: Path,
        *,
        in_shell: bool = False,
        errors: Path | None = None,
        by: Sequence[str] = ("-m", "vaulttui"),
    ) -> None:
        self.folder = folder
        vault = folder / "vault"
        vault.mkdir()
        for name in ("Alpha", "Beta", "Gamma"):
            (vault / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
        editor = folder / "editor"
        editor.write_text(EDITOR.format(folder=folder, python=sys.executable), encoding="utf-8")
        editor.chmod(0o755)
        (folder / "group.py").write_text(GROUP, encoding="utf-8")
        (folder / "config" / "vaulttui").mkdir(parents=True)
        (folder / "config" / "vaulttui" / "config.toml").write_text(
            f'[interface]\neditor = "{editor}"\nreduced_motion = true\n[embedding]\nenabled = false\n', encoding="utf-8"
        )
        (folder / "shell.py").write_text(SHELL, encoding="utf-8")
        command = [sys.executable, *([str(folder / "shell.py")] if in_shell else []), *by, str(vault)]
        if errors is not None:
            command = ["/bin/sh", "-c", 'exec "$@" 2>"$0"', str(errors), *command]
        self.terminal = Terminal(
            command,
            dict(
                os.environ,
                VAULTTUI_CACHE_DIR=str(folder / "cache"),
                XDG_STATE_HOME=str(folder / "state"),
                XDG_CONFIG_HOME=str(folder / "config"),
                TERM="xterm-256color",
            ),
        )
        self.wait_for("Outline 1")
        self.wait_for("of 3 ·")  # all have been read: the last of the list stays the last
        self.press(b"\x1b")
        self.wait_for("space mark")

    def edit(self, deed: str) -> None:
        """Tell the editor what to do and open a note in it."""
        (self.folder / "deed").write_text(f"{deed}\n", encoding="utf-8")
        self.terminal.forget()
        self.terminal.press(b"e")
        self.wait_for(f"now: {deed}")

    def press(self, keys: bytes) -> None:
        """Press keys, whoever has the terminal."""
        self.terminal.forget()
        self.terminal.press(keys)

    def wait_for(self, text: str) -> None:
        """Wait until a text has come to the screen."""
        come = text.encode() in self.terminal.seen or self.terminal.pump(PATIENCE, text.encode())
        assert come, f"{text!r} never came: {self.terminal.seen[-2000:]!r}"

    def end(self, number: signal.Signals) -> int:
        """End the program by a signal. Returns what :func:`os.waitpid` tells of its end."""
        os.kill(self.terminal.process, number)
        while self.terminal.pump(PATIENCE):
            pass
        hanging = threading.Timer(PATIENCE, os.kill, (self.terminal.process, signal.SIGKILL))
        hanging.start()
        try:
            return os.waitpid(self.terminal.process, 0)[1]
        finally:
            hanging.cancel()

    @property
    def last_query(self) -> object:
        """The query that the program remembers for its next start."""
        (state,) = (self.folder / "state").rglob("interface.json")
        return json.loads(state.read_text(encoding="utf-8"))["query"]

    @property
    def line_mode(self) -> bool:
        """Whether the terminal hands over whole lines, and shows what is typed, as a shell wants it."""
        flags = self.terminal.modes[3]
        return bool(flags & termios.ICANON and flags & termios.ECHO and flags & termios.ISIG)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    program = Program(tmp_path_factory.mktemp("terminal"))
    yield program
    assert program.terminal.close() < PATIENCE


def goes_on(program: Program, notes: int = 3) -> None:
    """Prove that the interface has the terminal and does what keys say."""
    program.press(b"G")
    program.wait_for(f"{notes} of {notes} ·")
    program.press(b"g")
    program.wait_for(f"1 of {notes} ·")
    assert not program.line_mode


def test_a_control_sequence_that_comes_in_two_pieces_is_not_taken_for_text() -> None:
    terminal = Terminal(["/bin/sh", "-c", "stty raw -echo; printf ready; exec cat"], dict(os.environ))
    assert terminal.pump(PATIENCE, b"ready")
    terminal.press(b"space\x1b[38;2;13")
    assert terminal.pump(PATIENCE, b"space")
    terminal.press(b"5;138m mark")
    assert terminal.pump(PATIENCE, b"space mark")
    os.kill(terminal.process, signal.SIGKILL)
    terminal.close()


def test_a_crash_that_leaves_the_terminal_raw_is_told_and_one_goes_on(program: Program) -> None:
    program.edit("crash")
    program.wait_for("editor was ended by SIGSEGV.")
    goes_on(program)


def test_an_editor_that_was_killed_while_the_terminal_was_its_own_is_told_and_one_goes_on(program: Program) -> None:
    program.edit("group")
    program.wait_for("was ended by SIGKILL.")
    goes_on(program)


def test_an_editor_that_ends_by_itself_leaves_no_mode_of_its_own_behind(program: Program) -> None:
    program.edit("modes")
    program.wait_for("3 notes")
    assert b"\x1b[r" in program.terminal.controls, "the whole screen scrolls"
    assert b"\x1b[4l" in program.terminal.controls, "nothing is inserted"
    goes_on(program)


def test_an_editor_may_leave_a_terminal_that_does_not_wait(program: Program) -> None:
    program.edit("hasty")
    program.wait_for("3 notes")
    goes_on(program)
    program.edit("look")
    program.wait_for("it waits: True")
    goes_on(program)


def test_all_is_painted_anew_by_a_key(program: Program) -> None:
    for keys, shown in ((b"", ""), (b"/", ""), (b"\x1b?", "esc close")):
        if shown:  # else what opens may be taken for what is painted anew
            program.press(keys)
            program.wait_for(shown)
        program.press(b"\x0c" if shown else keys + b"\x0c")
        program.wait_for("3 notes")
        assert b"\x1b[2J" in program.terminal.controls
    program.press(b"\x1b")
    goes_on(program)


def test_ctrl_c_ends_the_editor_and_not_the_interface(program: Program) -> None:
    program.edit("stay")
    program.press(b"\x03")
    program.wait_for("editor was ended by SIGINT.")
    goes_on(program)


def test_the_editor_gets_the_terminal_as_it_was_and_all_that_is_typed(program: Program) -> None:
    program.edit("read")
    assert program.line_mode
    # What follows the line is typed before the editor has ended: it is for the interface.
    program.press(b"hello\nj")
    program.wait_for("2 of 3 ·")
    assert (program.folder / "line").read_text() == "hello"
    goes_on(program)


@pytest.mark.parametrize("keys", [b"", b"/", b"f", b"\x0f"], ids=["results", "query", "filters", "names"])
def test_of_a_paste_with_escapes_nothing_is_a_command(program: Program, keys: bytes) -> None:
    program.press(keys + b"\x1b[200~zz \x1b[1mq\x1b[0m\nq\te\xff\x1b[201~")
    # Behind it, the keys work: they lead out of where they are.
    program.press(b"\x1b\x1b\x1b/\x15beta")
    program.wait_for("1 of 1 ·")
    program.press(b"\x15")
    program.wait_for("1 of 3 ·")
    program.press(b"\x1b")
    program.wait_for("space mark")  # an escape and the next key are another key, if they are read at once
    goes_on(program)


def test_a_program_that_is_told_to_end_puts_the_terminal_right_and_remembers_what_was_open(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.press(b"/beta")
    program.wait_for("1 of 1 ·")
    status = program.end(signal.SIGTERM)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGTERM
    assert program.line_mode
    assert program.last_query == "beta"


AMIDST = """import os, signal, sys
from textual.drivers.linux_driver import LinuxDriver
begin = LinuxDriver.start_application_mode
def amidst(self):
    if self._must_signal_resume:
        os.kill(os.getpid(), signal.SIGCONT)
    begin(self)
LinuxDriver.start_application_mode = amidst
from vaulttui.cli import main
sys.exit(main())
"""
"""The program, which is told to go on in the very moment in which it does."""


def test_a_program_that_is_told_to_go_on_while_it_does_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "amidst.py").write_text(AMIDST, encoding="utf-8")
    program = Program(tmp_path, by=[str(tmp_path / "amidst.py")])
    program.terminal.forget()
    os.kill(program.terminal.process, signal.SIGCONT)
    program.wait_for("space mark")
    goes_on(program)
    program.end(signal.SIGTERM)
    assert program.line_mode


@pytest.mark.parametrize("before", [[signal.SIGSTOP], []], ids=["stopped", "not stopped"])
def test_keys_and_terminal_stay_in_order_though_the_program_was_let_go_on(
    tmp_path: Path, before: list[signal.Signals]
) -> None:
    program = Program(tmp_path)
    for _ in range(3):
        program.terminal.forget()
        for number in (*before, signal.SIGCONT):
            os.kill(program.terminal.process, number)
        program.wait_for("space mark")  # all is painted anew, as a shell may have written there
    goes_on(program)
    program.press(b"/beta")
    program.wait_for("1 of 1 ·")
    status = program.end(signal.SIGTERM)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGTERM
    assert program.line_mode


def test_a_suspended_program_leaves_the_shell_terminal_and_index_and_comes_back(tmp_path: Path) -> None:
    program = Program(tmp_path, in_shell=True)
    searching = f"{sys.executable} -m vaulttui search --vault {tmp_path / 'vault'}"
    program.press(b"j")
    program.wait_for("2 of 3 ·")
    program.press(b"\x1a")
    program.wait_for("the shell is back")
    assert program.line_mode
    (tmp_path / "vault" / "Delta.md").write_text("# Zeppelin\n", encoding="utf-8")
    program.press(f"{searching} --json zeppelin\n".encode())
    program.wait_for('"path": "Delta.md"')
    # In the background it has no terminal, and waits for one.
    program.press(b"bg\n")
    program.wait_for("the shell is back")
    program.press(b"fg\n")
    program.wait_for("3 of 4 ·")  # the newest is the first
    goes_on(program, notes=4)
    # The editor's own ctrl+Z stops both.
    program.edit("stay")
    program.press(b"\x1a")
    program.wait_for("the shell is back")
    program.press(f"{searching} --json zeppelin\n".encode())
    program.wait_for('"path": "Delta.md"')
    program.press(b"fg\n")
    program.wait_for("the job is back")
    program.press(b"\x03")
    program.wait_for("editor was ended by SIGINT.")
    program.press(b"q")
    program.wait_for("ended with 0")
    program.terminal.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells the end of a process that is not one's own")
def test_a_program_ends_with_its_terminal_though_whoever_started_it_has_gone_before(tmp_path: Path) -> None:
    program = Program(tmp_path, in_shell=True)
    program.press(b"/beta")
    program.wait_for("1 of 1 ·")
    (lock,) = (tmp_path / "cache").rglob("*.lock")
    owner = json.loads(lock.read_text(encoding="utf-8"))["pid"]
    starter = int(Path(f"/proc/{owner}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    end = os.pidfd_open(owner)
    os.kill(starter, signal.SIGKILL)
    program.wait_for("the shell is back")
    os.kill(program.terminal.process, signal.SIGKILL)
    program.terminal.close()
    assert select.select([end], [], [], PATIENCE)[0], "it goes on without a terminal"
    os.close(end)
    assert program.last_query == "beta"


def test_a_program_without_a_shell_is_not_stopped_for_ever(program: Program) -> None:
    program.press(b"\x1a")
    program.wait_for("There is no shell here to go back to")
    goes_on(program)


def test_the_interface_is_drawn_on_the_terminal_though_errors_lead_elsewhere(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    Program(tmp_path, errors=errors).end(signal.SIGTERM)
    assert not errors.read_bytes()


def test_what_was_open_is_remembered_though_the_terminal_is_closed(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.press(b"/beta")
    program.wait_for("1 of 1 ·")
    status = program.end(signal.SIGHUP)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGHUP
    assert program.last_query == "beta"
    # It was told so alone: the terminal is still there, and a shell would go on with it.
    assert program.line_mode
    for mode in (b"\x1b[?1049", b"\x1b[?1000", b"\x1b[?1003", b"\x1b[?1006", b"\x1b[?2004"):
        assert program.terminal.controls.rpartition(mode)[2][:1] == b"l", mode
    assert program.terminal.controls.rpartition(b"\x1b[?25")[2][:1] == b"h"


def test_a_terminal_that_takes_nothing_for_a_moment_is_given_back_and_nothing_drawn_behind(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.terminal.fill()
    program.press(b"\x0c" * 8)
    program.end(signal.SIGHUP)
    assert program.line_mode
    assert program.terminal.controls.endswith(b"\x1b[?1049l\x1b[?25h")


def test_a_terminal_that_takes_nothing_any_more_gets_its_modes_back(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.terminal.fill()
    os.kill(program.terminal.process, signal.SIGHUP)
    assert os.waitstatus_to_exitcode(os.waitpid(program.terminal.process, 0)[1]) == -signal.SIGHUP
    assert program.line_mode
