"""All threads of the command line and of the interface take memory from the same two stores (glibc)."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    getattr(ctypes.CDLL(None), "mallopt", None) is None or getattr(ctypes.CDLL(None), "malloc_info", None) is None,
    reason="the C library is not glibc",
)

_COUNT = """
import ctypes, sys, threading
from vaulttui import cli
from vaulttui.cli import dispatch

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
all_there = threading.Barrier(21)

def take():
    libc.malloc(100)
    all_there.wait(30)

def run(argv):
    for _ in range(20):
        threading.Thread(target=take).start()
    all_there.wait(30)
    told = ctypes.c_void_p(libc.fopen(argv[0].encode(), b"w"))
    libc.malloc_info(0, told)
    libc.fclose(told)
    return 0

dispatch.run = run
cli.main()
"""
_VARIABLES = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")


def _arenas(folder: Path, environ: Mapping[str, str]) -> int:
    """How many arenas the program has when twenty threads have taken memory."""
    told = folder / "told.xml"
    inherited = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
    subprocess.run([sys.executable, "-c", _COUNT, str(told)], env={**inherited, **environ}, timeout=60, check=True)
    return told.read_text().count("<heap nr=")


def test_many_threads_share_two_arenas(tmp_path: Path) -> None:
    assert _arenas(tmp_path, {}) == 2


def test_what_a_person_set_stays(tmp_path: Path) -> None:
    assert _arenas(tmp_path, {"MALLOC_ARENA_MAX": "5"}) == 5
