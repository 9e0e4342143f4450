"""Copied text reaches the terminal and the programs that are installed."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

from vaulttui.tui.terminal.clipboard import clipboard_commands, copy_text

from .interface import running

written: list[str] = []


class RecordingDriver(HeadlessDriver):
    """Keeps what would be sent to the terminal."""

    def write(self, data: str) -> None:
        written.append(data)


@pytest.fixture
def app() -> App[Any]:
    written.clear()
    return App(driver_class=RecordingDriver)


def osc52() -> list[str]:
    """Texts that were sent to the terminal's clipboard."""
    marked = [data for data in written if data.startswith("\x1b]52;c;")]
    return [base64.b64decode(data[7:].rstrip("\a")).decode() for data in marked]


@pytest.mark.parametrize(
    ("environ", "installed", "platform", "programs"),
    [
        ({"WAYLAND_DISPLAY": "w"}, {"wl-copy", "xclip"}, "linux", ["wl-copy"]),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, {"xsel"}, "linux", ["xsel"]),
        ({"DISPLAY": ":0"}, {"wl-copy", "xclip", "xsel"}, "linux", ["xclip"]),
        ({}, {"wl-copy", "xclip", "xsel"}, "linux", []),
        ({"DISPLAY": ":0"}, set(), "linux", []),
        ({"DISPLAY": ":0"}, {"pbcopy", "xclip"}, "darwin", ["pbcopy"]),
        ({"TMUX": "/tmp/tmux"}, {"tmux", "xclip"}, "linux", ["tmux"]),
        ({"TMUX": "/tmp/tmux", "DISPLAY": ":0"}, {"tmux", "xclip"}, "linux", ["xclip", "tmux"]),
    ],
)
def test_the_program_fits_the_desktop(
    environ: dict[str, str], installed: set[str], platform: str, programs: list[str]
) -> None:
    commands = clipboard_commands(environ, lambda name: name if name in installed else None, platform)
    assert [argv[0] for argv in commands] == programs


async def test_text_goes_to_the_terminal_as_it_is(app: App[Any]) -> None:
    async with app.run_test(headless=False):
        assert copy_text(app, "[[Café \x1b[31m/ a]]", ()) is None
    assert osc52() == ["[[Café \x1b[31m/ a]]"]


async def test_text_goes_to_the_installed_program_too(app: App[Any], tmp_path: Path) -> None:
    target = tmp_path / "copied"
    async with app.run_test(headless=False):
        thread = copy_text(app, "a\nb", (("tee", str(target)),))
        assert thread is not None
        thread.join()
    assert target.read_text() == "a\nb"


async def test_a_name_that_is_not_utf8_keeps_its_bytes(app: App[Any], tmp_path: Path) -> None:
    target = tmp_path / "copied"
    async with app.run_test(headless=False):
        thread = copy_text(app, b"caf\xe9.md".decode("utf-8", "surrogateescape"), (("tee", str(target)),))
        assert thread is not None
        thread.join()
    assert target.read_bytes() == b"caf\xe9.md"
    assert osc52() == ["caf?.md"]


async def test_what_is_selected_or_cut_goes_the_same_way_as_copied_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """In tmux OSC 52 alone copies nothing."""
    fed: list[bytes] = []
    monkeypatch.setattr("vaulttui.tui.terminal.clipboard.clipboard_commands", lambda: (("tmux",),))

    def feed(argv: tuple[str, ...], data: bytes) -> str:
        fed.append(data)
        return ""

    monkeypatch.setattr("vaulttui.tui.terminal.clipboard._feed", feed)
    async with running() as ui:
        await ui.paste("some words")
        await ui.press("home", "ctrl+shift+right", "ctrl+x")
        await ui.until(lambda: fed == [b"some "], "what was cut is copied")
        await ui.press("ctrl+u", "end", "ctrl+u")
        await ui.settled()
        await ui.press("escape")
        ui.main.preview.text_select_all()
        await ui.press("ctrl+c")
        await ui.until(lambda: len(fed) == 2, "what was selected is copied")
        assert "Call the library" in fed[1].decode()
        assert "Copied the selected text" in ui.notices


@pytest.mark.parametrize("command", ["false", "/no/such/program"])
async def test_a_program_that_fails_is_told(app: App[Any], command: str) -> None:
    async with app.run_test(headless=False) as pilot:
        thread = copy_text(app, "x", ((command,),))
        assert thread is not None
        thread.join()
        await pilot.pause()
        assert [toast.message for toast in app._notifications if "could not copy" in toast.message]
