"""numpy makes no threads for matrices in the command line and in the interface, and no other program is told so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

_WATCH = """
import os, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print("imported with", os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, Watch())
"""
_TOLD = """
print("afterwards", os.environ.get("OPENBLAS_NUM_THREADS"), "numpy" in sys.modules)
"""
_COMMAND = """
from vaulttui.cli import main
main(["search", "--vault", sys.argv[1], "--mode", "keyword", "x"])
"""
_INTERFACE = """
from pathlib import Path
from vaulttui.settings import Settings
from vaulttui.tui import run
class App:
    return_code = 0
    def __init__(self, open_engine, vault, *rest, **more):
        self.open = lambda: open_engine(vault)
    def run(self):
        engine = self.open()
        engine.initialize()
        engine.close()
    def close(self):
        pass
run.VaultApp = App
run.run_app(Path(sys.argv[1]), Settings())
"""


def _ran(code: str, home: Path, environ: Mapping[str, str]) -> list[str]:
    vault = home / "notes"
    vault.mkdir(exist_ok=True)
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CACHE", "STATE", "DATA", "CONFIG")}
    inherited = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", _WATCH + code + _TOLD, str(vault)],
        env={**inherited, **folders, **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if line.startswith(("imported with", "afterwards"))]


@pytest.mark.parametrize("code", [_COMMAND, _INTERFACE], ids=["command", "interface"])
def test_one_thread_and_nothing_handed_on(code: str, tmp_path: Path) -> None:
    assert _ran(code, tmp_path, {}) == ["imported with 1", "afterwards None True"]


@pytest.mark.parametrize("code", [_COMMAND, _INTERFACE], ids=["command", "interface"])
def test_what_a_person_set_stays(code: str, tmp_path: Path) -> None:
    assert _ran(code, tmp_path, {"OPENBLAS_NUM_THREADS": "3"}) == ["imported with 3", "afterwards 3 True"]
