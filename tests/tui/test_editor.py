"""Which editor opens a note, how it is called, and that the interface survives whatever it does."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key

from vaulttui.errors import UsageError
from vaulttui.tui.opening.editor import EditorLauncher
from vaulttui.tui.opening.editor_command import build_command
from vaulttui.tui.opening.overheard import Overheard
from vaulttui.tui.screens.help import HelpScreen
from vaulttui.tui.screens.main import MainScreen

from .fake_engine import FakeEngine
from .interface import PATIENCE, make_app

NOTE = Path("/vault/a note.md")
THERE = Path(__file__)
"""A file that there is; nothing writes to it."""

CALLS = [
    # Terminal editors with +line.
    ("vim", ["vim", "+7", "/vault/a note.md"]),
    ("less", ["less", "+7", "/vault/a note.md"]),
    ("vi", ["vi", "+7", "/vault/a note.md"]),
    ("nvim --clean", ["nvim", "--clean", "+7", "/vault/a note.md"]),
    ("/usr/bin/vim.gtk3 -u NONE", ["/usr/bin/vim.gtk3", "-u", "NONE", "+7", "/vault/a note.md"]),
    ("nano", ["nano", "+7", "/vault/a note.md"]),
    ("micro", ["micro", "+7", "/vault/a note.md"]),
    ("kak", ["kak", "+7", "/vault/a note.md"]),
    ("joe", ["joe", "+7", "/vault/a note.md"]),
    ("mcedit", ["mcedit", "+7", "/vault/a note.md"]),
    ("emacs -nw", ["emacs", "-nw", "+7", "/vault/a note.md"]),
    ("emacs-29.1 -nw", ["emacs-29.1", "-nw", "+7", "/vault/a note.md"]),
    ("emacsclient -t -a ''", ["emacsclient", "-t", "-a", "", "+7", "/vault/a note.md"]),
    ("vim --", ["vim", "+7", "--", "/vault/a note.md"]),
    # Terminal editors with their own ways.
    ("hx", ["hx", "/vault/a note.md:7"]),
    ("helix -v", ["helix", "-v", "/vault/a note.md:7"]),
    ("jed", ["jed", "/vault/a note.md", "-g", "7"]),
    ("'/opt/my editors/ed'", ["/opt/my editors/ed", "/vault/a note.md"]),
    # Wrappers.
    ("env FOO=1 vim", ["env", "FOO=1", "vim", "+7", "/vault/a note.md"]),
    ("FOO='1 2' vim", ["env", "FOO=1 2", "vim", "+7", "/vault/a note.md"]),
    ("env -u DISPLAY nice -n 5 hx", ["env", "-u", "DISPLAY", "nice", "-n", "5", "hx", "/vault/a note.md:7"]),
    ("sudo -e", ["sudo", "-e", "/vault/a note.md"]),
    ("sudoedit", ["sudoedit", "/vault/a note.md"]),
    ("sudo -u me vim -R", ["sudo", "-u", "me", "vim", "-R", "+7", "/vault/a note.md"]),
    ("flatpak run io.neovim.nvim", ["flatpak", "run", "io.neovim.nvim", "+7", "/vault/a note.md"]),
    # The person's own placeholders.
    ("ed -p '{line}>' {file}", ["ed", "-p", "7>", "/vault/a note.md"]),
    ("vim +{line}", ["vim", "+7", "/vault/a note.md"]),
    ("vim '+call cursor({line}, 1)' -- {file}", ["vim", "+call cursor(7, 1)", "--", "/vault/a note.md"]),
    ("ed --goto {file}:{line}", ["ed", "--goto", "/vault/a note.md:7"]),
    ("ed 'ed://open?url=file://{file}&line={line}'", ["ed", "ed://open?url=file:///vault/a note.md&line=7"]),
    # A shell that gets the path as an argument.
    ("sh -c 'vim +{line} \"$1\"' sh {file}", ["sh", "-c", 'vim +7 "$1"', "sh", "/vault/a note.md"]),
    ("bash -lc 'vim \"$1\"' -c", ["bash", "-lc", 'vim "$1"', "-c", "/vault/a note.md"]),
    ("sh ~/edit.sh -c {file}", ["sh", "~/edit.sh", "-c", "/vault/a note.md"]),
]

WINDOWS = [
    ("gvim", ["gvim", "+7", "/vault/a note.md"]),
    ("vim -g", ["vim", "-g", "+7", "/vault/a note.md"]),
    ("emacs", ["emacs", "+7", "/vault/a note.md"]),
    ("emacsclient -c -n", ["emacsclient", "-c", "-n", "+7", "/vault/a note.md"]),
    ("code", ["code", "-g", "/vault/a note.md:7"]),
    ("codium --reuse-window", ["codium", "--reuse-window", "-g", "/vault/a note.md:7"]),
    ("/snap/bin/code-insiders", ["/snap/bin/code-insiders", "-g", "/vault/a note.md:7"]),
    ("cursor", ["cursor", "-g", "/vault/a note.md:7"]),
    ("code --", ["code", "-g", "--", "/vault/a note.md:7"]),
    ("subl -n", ["subl", "-n", "/vault/a note.md:7"]),
    ("zed", ["zed", "/vault/a note.md:7"]),
    ("kate", ["kate", "-l", "7", "/vault/a note.md"]),
    ("gedit", ["gedit", "+7", "/vault/a note.md"]),
    ("idea", ["idea", "--line", "7", "/vault/a note.md"]),
    ("pycharm.sh", ["pycharm.sh", "--line", "7", "/vault/a note.md"]),
    ("neovide", ["neovide", "--", "+7", "/vault/a note.md"]),
    ("neovide -- --clean", ["neovide", "--", "--clean", "+7", "/vault/a note.md"]),
    ("xdg-open", ["xdg-open", "/vault/a note.md"]),
    ("open -a 'Sublime Text'", ["open", "-a", "Sublime Text", "/vault/a note.md"]),
    ("nvim --server /run/nvim --remote", ["nvim", "--server", "/run/nvim", "--remote", "/vault/a note.md"]),
    ("flatpak run --user com.visualstudio.code", ["flatpak", "run", "--user", "com.visualstudio.code", "-g"]),
    ("flatpak run org.example.Editor", ["flatpak", "run", "org.example.Editor", "/vault/a note.md"]),
    ("xterm -e vim", ["xterm", "-e", "vim", "+7", "/vault/a note.md"]),
    ("kitty --single-instance hx", ["kitty", "--single-instance", "hx", "/vault/a note.md:7"]),
    ("tmux display-popup -E -h 90% vim", ["tmux", "display-popup", "-E", "-h", "90%", "vim", "+7", "/vault/a note.md"]),
    ("tmux split-window -h -l 80 nvim", ["tmux", "split-window", "-h", "-l", "80", "nvim", "+7", "/vault/a note.md"]),
]


@pytest.mark.parametrize(("command", "argv"), CALLS)
def test_an_editor_in_the_terminal_is_called_in_its_own_way_and_waited_for(command: str, argv: list[str]) -> None:
    built = build_command(command, (NOTE, 7))
    assert list(built.argv) == argv
    assert built.waits


@pytest.mark.parametrize(("command", "argv"), WINDOWS)
def test_an_editor_with_a_window_is_called_in_its_own_way_and_not_waited_for(command: str, argv: list[str]) -> None:
    built = build_command(command, (NOTE, 7))
    assert list(built.argv[: len(argv)]) == argv
    assert not built.waits


@pytest.mark.parametrize("command", ["code --wait", "code -w", "subl -w", "kate --block", "gvim -f", "zed --wait"])
def test_an_editor_with_a_window_is_waited_for_if_it_was_told_to_wait(command: str) -> None:
    built = build_command(command, (NOTE, 7))
    assert built.waits
    assert built.graphical


@pytest.mark.parametrize("command", ["emacs", "emacsclient -c"])
def test_emacs_stays_in_the_terminal_where_there_is_no_desktop(command: str) -> None:
    assert build_command(command, (NOTE, 7), desktop=False).waits


@pytest.mark.parametrize("command", ["", "   ", "''", "' '", "'' vim", "vim 'unclosed"])
def test_a_command_that_cannot_be_read_is_refused_with_where_to_change_it(command: str) -> None:
    with pytest.raises(UsageError, match=r"interface\.editor, \$VISUAL or \$EDITOR"):
        build_command(command, (NOTE, 7))


@pytest.mark.parametrize(
    "command",
    [
        "sh -c 'vim {file}'",
        "/bin/bash -lc 'vim \"{file}\"'",
        "bash -euo pipefail +O extglob -c 'vim {file}' sh {file}",
        "dash -ec {file}",
        "bash-5.2 -c -- 'vim {file}'",
        "sh -c",
        "env TERM=xterm zsh -ic 'vim {file}:{line}'",
        "proxy ksh -c 'vim {file}'",
        "fish '--command=vim {file}'",
        "fish --command 'vim {file}'",
        "xterm -e sh -c 'vim {file}'",
        "tmux new-window 'vim {file}'",
        "fish -C 'set x 1' -c 'vim {file}'",
        "su -c 'vim {file}'",
        "vim -c 'e {file}'",
        "emacsclient -e '(find-file \"{file}\")'",
        "env -S \"sh -c 'vim {file}'\"",
    ],
)
def test_a_command_that_would_let_a_shell_read_the_path_is_refused_with_how_to_write_it(command: str) -> None:
    with pytest.raises(UsageError, match=r"sh -c 'vim \"\$1\"' sh \{file\}.*interface\.editor, \$VISUAL or \$EDITOR"):
        build_command(command, (NOTE, 7))


def test_a_home_folder_in_the_command_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert build_command("~/bin/vim", (NOTE, 7)).argv[0] == "/home/me/bin/vim"


def test_a_line_below_one_opens_the_note_at_its_first_line() -> None:
    assert build_command("vim", (NOTE, 0)).argv == ("vim", "+1", str(NOTE))


names = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=20)
names = names.filter(lambda name: name not in (".", ".."))  # these are no files


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("nano -l", "nano -l +7 /v/a.md +9 /v/b.md +1 /v/c.md"),
        ("jstar", "jstar +7 /v/a.md +9 /v/b.md +1 /v/c.md"),
        ("emacs -nw", "emacs -nw +7 /v/a.md +9 /v/b.md +1 /v/c.md"),
        ("emacsclient -c", "emacsclient -c +7 /v/a.md +9 /v/b.md +1 /v/c.md"),
        ("emacs --", "emacs +7 -- /v/a.md /v/b.md /v/c.md"),
        ("emacs +{line}", "emacs +7 /v/a.md /v/b.md /v/c.md"),
        ("vim", "vim +7 /v/a.md /v/b.md /v/c.md"),
        ("kak", "kak +7 /v/a.md /v/b.md /v/c.md"),
        ("micro", "micro +7 /v/a.md /v/b.md /v/c.md"),
        ("hx", "hx /v/a.md:7 /v/b.md:9 /v/c.md:1"),
    ],
)
def test_several_notes_open_each_at_its_line_in_editors_that_can_be_told_so(command: str, argv: str) -> None:
    places = [(Path("/v/a.md"), 7), (Path("/v/b.md"), 9), (Path("/v/c.md"), 0)]
    assert " ".join(build_command(command, *places).argv) == argv


@given(name=names, command=st.sampled_from([call for call, _ in CALLS + WINDOWS]))
def test_any_file_name_arrives_whole_in_one_argument_that_is_no_option(name: str, command: str) -> None:
    path = f"/vault/{name}"
    holding = [word for word in build_command(command, (Path(path), 7)).argv if path in word]
    assert holding in ([path], [f"{path}:7"])


def test_a_relative_path_that_looks_like_an_option_is_made_absolute() -> None:
    assert build_command("vim", (Path("-R.md"), 1)).argv[-1] == str(Path.cwd() / "-R.md")


@pytest.mark.parametrize(
    ("configured", "environ", "installed", "chosen"),
    [
        ("hx", {"VISUAL": "kak", "EDITOR": "vi"}, {"nvim"}, "hx"),
        ("", {"VISUAL": "kak -n", "EDITOR": "vi"}, {"nvim"}, "kak -n"),
        ("  ", {"VISUAL": "", "EDITOR": "joe"}, {"nvim"}, "joe"),
        ("", {}, {"nano", "vim", "vi"}, "vim"),
        ("", {}, {"nano", "vi"}, "nano"),
        ("/opt/My Editor/ed", {}, {"/opt/My Editor/ed"}, "'/opt/My Editor/ed'"),
    ],
)
def test_the_editor_is_that_of_the_settings_then_of_the_environment_then_one_that_is_installed(
    configured: str, environ: dict[str, str], installed: set[str], chosen: str
) -> None:
    launcher = EditorLauncher(
        configured, environ=environ, which=lambda name: f"/usr/bin/{name}" if name in installed else None
    )
    assert launcher.command() == chosen


class SuspendingDriver(HeadlessDriver):
    """A headless driver that can hand over the terminal it does not have, and writes down when."""

    @property
    def can_suspend(self) -> bool:
        return True

    def suspend_application_mode(self) -> None:
        calls.append("suspend")

    def resume_application_mode(self) -> None:
        calls.append("resume")


calls: list[str] = []


@pytest.fixture
def app() -> App[Any]:
    calls.clear()
    return App(driver_class=SuspendingDriver)


def script(folder: Path, text: str, name: str = "editor") -> str:
    """Make a program and return its path."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


async def test_an_editor_in_the_terminal_runs_while_the_interface_steps_aside(app: App[Any], tmp_path: Path) -> None:
    note = tmp_path / "$(touch x) 'a'.md"
    note.touch()
    editor = script(tmp_path, f'printf "%s\\n" "$@" > "{tmp_path}/arguments"', "vim")
    async with app.run_test(headless=False):
        outcome = EditorLauncher(editor).open(app, (note, 3))
    assert outcome.status == "ok"
    assert (tmp_path / "arguments").read_text() == f"+3\n{note}\n"
    assert calls == ["suspend", "resume"]
    assert not (tmp_path / "x").exists()


async def test_a_note_that_is_gone_is_told_and_not_made_anew(app: App[Any], tmp_path: Path) -> None:
    vim = EditorLauncher(script(tmp_path, f'printf "%s\\n" "$@" > "{tmp_path}/arguments"', "vim"))
    gone = (tmp_path / "unmounted/a note.md", 1)
    async with app.run_test(headless=False):
        alone = vim.open(app, gone)
        assert not calls
        beside = vim.open(app, gone, (THERE, 2))
    assert (alone.status, beside.status) == ("failed", "ok")
    assert alone.message == beside.message
    assert alone.message == "a note.md is not there any more: moved or deleted, or the disk is not mounted."
    assert (tmp_path / "arguments").read_text() == f"+2\n{THERE}\n"


async def test_an_editor_that_fails_is_told_and_the_interface_comes_back(app: App[Any], tmp_path: Path) -> None:
    async with app.run_test(headless=False):
        outcome = EditorLauncher(script(tmp_path, "exit 3")).open(app, (THERE, 1))
    assert (outcome.status, outcome.message) == ("failed", "editor ended with status 3.")
    assert calls == ["suspend", "resume"]


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("echo first >&2; echo 'E: no [b]such[/b] file' >&2; exit 3", "status 3: E: no [b]such[/b] file"),
        ("exec no-such-program-anywhere", "not found"),
        (r"printf '\033[31mred\033[0m\r\n\n' >&2; exit 1", "status 1: red"),
        (r"printf '\033[?1049h\033[3;4Hdrawn\033[?1049lpanic: \007oh' >&2; exit 1", "status 1: panic: ␇oh"),
        (r"printf '\033[?1049h\033[3;4Hdrawn\033[K' >&2; exit 1", "editor ended with status 1."),
        ("echo here >&2; kill -TERM $$", "SIGTERM: here"),
        (f"echo {'x' * 1000} >&2; exit 1", "x" * 159 + "…"),
        ("printf 'line\n%.0s' $(seq 30000) >&2; exit 1", "status 1: line"),
    ],
    ids=["plain", "no program", "colours", "after a drawing", "a drawing", "killed", "long", "much"],
)
async def test_what_an_editor_that_fails_said_is_told(
    app: App[Any], tmp_path: Path, deed: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine, what listens may come late; nothing is left running that would be waited for.
    monkeypatch.setattr("vaulttui.tui.opening.overheard._LAST_WORDS_SECONDS", PATIENCE)
    async with app.run_test(headless=False):
        outcome = EditorLauncher(script(tmp_path, deed)).open(app, (THERE, 1))
    assert outcome.status == "failed"
    assert outcome.message.endswith(told)
    assert calls == ["suspend", "resume"]


async def test_what_an_editor_has_left_running_is_not_waited_for(app: App[Any], tmp_path: Path) -> None:
    async with app.run_test(headless=False):
        deed = "(sleep 20; echo late) >&2 & echo early >&2; exit 1"
        outcome = EditorLauncher(script(tmp_path, deed)).open(app, (THERE, 1))
    assert (outcome.status, outcome.message) == ("failed", "editor ended with status 1: early")
    assert calls == ["suspend", "resume"]


def test_what_an_editor_says_goes_to_the_terminal_while_it_runs(tmp_path: Path) -> None:
    shown, terminal = os.pipe()
    waits = tmp_path / "waits"
    os.mkfifo(waits)
    ended: list[int] = []
    overheard = Overheard(terminal)
    argv = [script(tmp_path, f'echo "which one?" >&2; read -r answer < "{waits}"; exit "$answer"')]
    thread = threading.Thread(target=lambda: ended.append(overheard.run(argv)))
    thread.start()
    assert os.read(shown, 100) == b"which one?\n"
    assert not ended
    waits.write_text("0\n")
    thread.join()
    os.close(shown)
    os.close(terminal)
    assert (ended, overheard.last_line) == ([0], "which one?")


async def test_an_editor_that_is_killed_is_told_and_the_interface_comes_back(app: App[Any], tmp_path: Path) -> None:
    async with app.run_test(headless=False):
        outcome = EditorLauncher(script(tmp_path, "kill -TERM $$")).open(app, (THERE, 1))
    assert (outcome.status, outcome.message) == ("failed", "editor was ended by SIGTERM.")
    assert calls == ["suspend", "resume"]


async def test_an_editor_that_cannot_be_executed_is_told_and_the_interface_comes_back(
    app: App[Any], tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF no program")
    broken.chmod(0o755)
    async with app.run_test(headless=False):
        outcome = EditorLauncher(str(broken)).open(app, (THERE, 1))
    assert outcome.status == "failed"
    assert "could not be started" in outcome.message
    assert calls == ["suspend", "resume"]


async def test_ctrl_c_in_the_editor_does_not_end_the_interface(app: App[Any], tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    async with app.run_test(headless=False):
        inside = signal.getsignal(signal.SIGINT)
        outcome = EditorLauncher(script(tmp_path, "kill -INT $PPID; kill -QUIT $PPID")).open(app, (THERE, 1))
        assert signal.getsignal(signal.SIGINT) == inside
    assert outcome.status == "ok"
    assert calls == ["suspend", "resume"]
    assert signal.getsignal(signal.SIGINT) == before


async def test_ctrl_c_that_comes_to_the_interface_later_than_to_the_editor_does_not_end_it(
    app: App[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def sleep(seconds: float) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        told.append("waited")

    monkeypatch.setattr("vaulttui.tui.opening.editor.time", SimpleNamespace(sleep=sleep))
    async with app.run_test(headless=False):
        before = signal.signal(signal.SIGINT, lambda number, frame: told.append("interrupted"))
        try:
            EditorLauncher(script(tmp_path, "kill -INT $$")).open(app, (THERE, 1))
        finally:
            signal.signal(signal.SIGINT, before)
    assert told == ["waited"]


async def test_ctrl_c_ends_an_editor_that_does_not_catch_it(app: App[Any], tmp_path: Path) -> None:
    async with app.run_test(headless=False):
        outcome = EditorLauncher(script(tmp_path, "kill -INT $$; echo still here")).open(app, (THERE, 1))
    assert outcome.message == "editor was ended by SIGINT."


async def test_an_editor_that_is_not_installed_is_told_without_a_flicker(app: App[Any]) -> None:
    async with app.run_test(headless=False):
        outcome = EditorLauncher("no-such-editor-anywhere --flag").open(app, (THERE, 1))
    assert outcome.status == "failed"
    assert "no-such-editor-anywhere was not found" in outcome.message
    assert calls == []


async def test_a_terminal_that_cannot_be_handed_over_is_told(tmp_path: Path) -> None:
    app: App[Any] = App()
    async with app.run_test():
        outcome = EditorLauncher(script(tmp_path, "exit 0")).open(app, (THERE, 1))
    assert outcome.status == "failed"
    assert "needs the terminal" in outcome.message


async def test_an_editor_with_a_window_starts_in_its_own_session_and_the_interface_stays(
    app: App[Any], tmp_path: Path
) -> None:
    pipe = tmp_path / "report"
    os.mkfifo(pipe)
    code = script(tmp_path, f'"{sys.executable}" -I -S -c "import os; print(os.getsid(0))" > "{pipe}"', "code")
    async with app.run_test(headless=False):
        outcome = EditorLauncher(code).open(app, (THERE, 1))
        session = int(pipe.read_text())
    assert outcome.status == "detached"
    assert session != os.getsid(0)
    assert calls == []


async def test_an_editor_that_was_told_to_wait_is_waited_for_with_a_word_on_the_screen(
    app: App[Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with app.run_test(headless=False):
        outcome = EditorLauncher(script(tmp_path, "exit 0", "code") + " --wait").open(app, (THERE, 1))
    assert outcome.status == "ok"
    assert calls == ["suspend", "resume"]
    assert "Waiting for code" in capfd.readouterr().out


async def test_keys_that_were_meant_for_the_editor_are_no_commands_when_it_has_ended() -> None:
    app = make_app(FakeEngine)
    app.driver_class = SuspendingDriver
    try:
        async with app.run_test(headless=False) as pilot:
            async with asyncio.timeout(PATIENCE):
                while not isinstance(app.screen, MainScreen):
                    await pilot.pause()
            early = Key("f1", None)
            with app.suspend():
                late = Key("f1", None)
            await app.on_event(early)
            await pilot.pause()
            assert isinstance(app.screen, MainScreen)
            await app.on_event(late)
            await pilot.pause()
            assert isinstance(app.screen, HelpScreen)
    finally:
        app.close()
