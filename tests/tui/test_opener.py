"""Notes, folders and addresses that are handed to the desktop."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.tui.opening.opener import CannotOpenError, Opener, obsidian_uri

DESKTOP = {"DISPLAY": ":0"}


def test_an_obsidian_address_encodes_everything_that_has_a_meaning() -> None:
    assert obsidian_uri("My vault", "a/b & c?#é.md") == (
        "obsidian://open?vault=My%20vault&file=a%2Fb%20%26%20c%3F%23%C3%A9.md"
    )


@given(vault=st.text(min_size=1), path=st.text(min_size=1))
def test_any_name_comes_back_whole_from_an_obsidian_address(vault: str, path: str) -> None:
    query = parse_qs(urlsplit(obsidian_uri(vault, path)).query, strict_parsing=True)
    assert query == {"vault": [vault], "file": [path]}


def program(folder: Path, text: str) -> Path:
    path = folder / "open it"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def opener(folder: Path, text: str, failures: list[str], told: threading.Event) -> Opener:
    """An opener whose desktop program is a script."""
    path = program(folder, text)
    (folder / "xdg-open").symlink_to(path)

    def tell(message: str) -> None:
        failures.append(message)
        told.set()

    return Opener(tell, environ=DESKTOP, which=lambda name: name if name == "xdg-open" else None, platform="linux")


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def test_an_address_arrives_as_one_argument(on_path: Path) -> None:
    report = on_path / "report"
    os.mkfifo(report)
    opener(on_path, f'printf "%s|" "$@" > "{report}"', [], threading.Event()).open_address("https://a.b/?x=1;$(id) '\"")
    assert report.read_text() == "https://a.b/?x=1;$(id) '\"|"


def test_a_folder_is_shown_by_its_absolute_path(on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = on_path / "report"
    os.mkfifo(report)
    (on_path / "-folder").mkdir()
    monkeypatch.chdir(on_path)
    opener(on_path, f'printf "%s|" "$@" > "{report}"', [], threading.Event()).open_folder(Path("-folder"))
    assert report.read_text() == f"{on_path}/-folder|"


def test_a_desktop_program_that_fails_later_is_told(on_path: Path) -> None:
    failures: list[str] = []
    told = threading.Event()
    opener(on_path, "exit 3", failures, told).open_address("https://a.b")
    assert told.wait(10)
    assert failures == ["https://a.b was not opened: xdg-open ended with status 3."]


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "-h", "ssh://x", "", "http//x", "//["]
)
def test_addresses_of_other_kinds_are_refused(address: str) -> None:
    with pytest.raises(CannotOpenError):
        Opener(pytest.fail, environ=DESKTOP, which=lambda name: name, platform="linux").open_address(address)


@pytest.mark.parametrize("name", ["gone", "n" * 300])
def test_a_folder_that_does_not_exist_or_cannot_be_looked_at_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CannotOpenError, match="no folder"):
        Opener(pytest.fail, environ=DESKTOP, which=lambda name: name, platform="linux").open_folder(tmp_path / name)


@pytest.mark.parametrize(("environ", "reason"), [({}, "there is no desktop here"), (DESKTOP, "install xdg-utils")])
def test_a_machine_without_a_way_to_open_things_is_told(environ: dict[str, str], reason: str) -> None:
    with pytest.raises(CannotOpenError, match=reason):
        Opener(pytest.fail, environ=environ, which=lambda name: None, platform="linux").open_address("https://a.b")
