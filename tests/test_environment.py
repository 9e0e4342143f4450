"""The environment is changed before there are threads, or never: one of the database's may be reading it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from vaulttui import environment
from vaulttui.tui.opening.overheard import Overheard

_WATCHED = """
import os, sys, threading
told = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def threads():
    try:
        return len(os.listdir("/proc/self/task"))  # those of libraries, too
    except OSError:
        return threading.active_count()
def watch(event, arguments):
    if event in ("os.putenv", "os.unsetenv"):
        os.write(told, arguments[0] + f" {threads()}\\n".encode())
sys.addaudithook(watch)
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.write(told, f"numpy with {os.environ.get('OPENBLAS_NUM_THREADS')}\\n".encode())
sys.meta_path.insert(0, Watch())
"""
_COMMAND = """
from vaulttui.cli import main
sys.exit(main())
"""
_INTERFACE = """
import asyncio
from textual.app import App
from vaulttui.tui import app as module
async def leave(pilot):
    while "fastembed" not in sys.modules:  # the last to be loaded: vectors are made
        await asyncio.sleep(0.05)
    pilot.app.exit()
module.VaultApp.run = lambda self: App.run(self, headless=True, size=(120, 40), auto_pilot=leave)
sys.stdin = sys.stdout = type("Terminal", (), {"isatty": lambda self: True, "flush": lambda self: None})()
from vaulttui.cli import main
sys.exit(main())
"""
_OWN_PROGRAM = """
import vaulttui
for _ in range(2):  # the second time the index is there, and opens beside other work
    with vaulttui.open_vault(sys.argv[1]) as vault:
        vault.refresh()
        vault.search("bread", mode="hybrid")
"""
_VARIABLES = ("OPENBLAS_NUM_THREADS", "OPENBLAS_MAIN_FREE", "ORT_DISABLE_TELEMETRY", "TOKENIZERS_PARALLELISM")


def _set_while_running(
    code: str, arguments: list[str], folder: Path, given: Mapping[str, str] | None = None
) -> list[str]:
    """Each variable that a program set or took away, with the number of its threads then, and with what numpy was
    imported."""
    (folder / "notes").mkdir(exist_ok=True)
    (folder / "notes" / "a.md").write_text("# Bread\n\nFlour and water, salt and a long night of rest.\n")
    home = {f"XDG_{name}_HOME": str(folder / name) for name in ("CACHE", "STATE", "DATA", "CONFIG")}
    environ = {name: value for name, value in os.environ.items() if name not in (*_VARIABLES, "VAULTTUI_VAULT")}
    told = folder / "told"
    told.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED + code, str(told), *arguments],
        env={**environ, **home, **(given or {})},
        input="",
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return told.read_text().splitlines()


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose notes have an index: the database opens beside other work."""
    folder = tmp_path_factory.mktemp("indexed")
    _set_while_running(_COMMAND, ["index", "--vault", "notes"], folder)
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "--mode", "keyword", "bread"],
        ["search", "bread"],
        ["doctor", "--json"],
        ["status"],
        ["find-notes", "bread"],
        ["search-notes", "bread"],
        ["index"],
        ["mcp"],
    ],
    ids=" ".join,
)
def test_no_command_changes_the_environment_once_it_has_threads(arguments: list[str], indexed: Path) -> None:
    changes = _set_while_running(_COMMAND, [*arguments, "--vault", "notes"], indexed)
    assert set(changes) == {"numpy with 1", *(f"{name} 1" for name in _VARIABLES)}


def test_the_interface_does_not_change_the_environment_once_it_has_threads(tmp_path: Path) -> None:
    changes = _set_while_running(_INTERFACE, ["--vault", "notes"], tmp_path)
    assert "numpy with 1" in changes
    assert [change for change in changes if not change.endswith(" 1")] == []


def test_a_program_that_opens_a_vault_has_its_environment_changed_before_there_are_threads(tmp_path: Path) -> None:
    only_ours = {"OPENBLAS_NUM_THREADS": "1"}  # such a program's numpy has threads as it wants
    changes = _set_while_running(_OWN_PROGRAM, ["notes"], tmp_path, only_ours)
    assert [change for change in changes if not change.endswith(" 1")] == []


@pytest.mark.parametrize("code", [_COMMAND, _INTERFACE], ids=["command", "interface"])
def test_numpy_has_as_many_threads_as_a_person_set(code: str, tmp_path: Path) -> None:
    arguments = ["search", "--mode", "keyword", "bread"] if code == _COMMAND else []
    changes = _set_while_running(code, [*arguments, "--vault", "notes"], tmp_path, {"OPENBLAS_NUM_THREADS": "3"})
    assert "numpy with 3" in changes


def test_an_editor_is_told_nothing_that_is_for_our_libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "_before", {})
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_MAIN_FREE", "0")
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    environment.settle()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
    seen = tmp_path / "seen"
    Overheard().run([sys.executable, "-c", f"import os; open({str(seen)!r}, 'w').write(repr(dict(os.environ)))"])
    told = seen.read_text()
    assert "OPENBLAS_NUM_THREADS" not in told
    assert "'OPENBLAS_MAIN_FREE': '0'" in told
    assert "'ORT_DISABLE_TELEMETRY': '0'" in told
