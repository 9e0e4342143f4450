"""Runs a measured task in a process of its own, and watches how much memory it and its children take."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LOOK = 0.1


class TaskFailedError(Exception):
    """A measured process ended with an error."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a task told, and what it took."""

    answer: Any
    seconds: float
    """From its start to its end, imports included."""
    processor: float
    """Seconds of all cores, of the process and the children that it waited for."""
    peak: float
    """Megabytes of the process and its children, shared pages divided among those who share them; 0 where the system
    does not tell."""


def run_task(
    name: str, *arguments: object, environ: Mapping[str, str] | None = None, python: str = sys.executable
) -> Measured:
    """Run a task of :mod:`tests.benchmarks.scale.tasks`.

    Raises:
        TaskFailedError: It failed.
    """
    return run([python, "-m", "tests.benchmarks.scale.tasks", name, *map(str, arguments)], environ)


def run(command: Sequence[str], environ: Mapping[str, str] | None = None) -> Measured:
    """Run a program whose last line is its answer in JSON.

    Raises:
        TaskFailedError: It failed.
    """
    started, before = time.perf_counter(), _children_time()
    process = subprocess.Popen(
        command, env={**usual_environ(), **(environ or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    watch = _Watch(process.pid)
    output, errors = process.communicate()
    seconds = time.perf_counter() - started
    peak = watch.end()
    if process.returncode:
        raise TaskFailedError(f"{' '.join(command[:4])} … ended with {process.returncode}: {errors.strip()[-400:]}")
    lines = output.strip().splitlines()
    return Measured(json.loads(lines[-1]) if lines else None, seconds, _children_time() - before, peak)


def _children_time() -> float:
    """Processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def usual_environ() -> dict[str, str]:
    """The environment as people have it: compiled modules are kept, and need not be compiled at every start."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class _Watch:
    """Looks at the memory of a process until told to stop."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def end(self) -> float:
        self._over.set()
        self._thread.join()
        return self._peak

    def _look(self) -> None:
        while not self._over.wait(_LOOK):
            self._peak = max(self._peak, memory(self._pid))


def memory(pid: int) -> float:
    """Megabytes that a process and its children take now (Linux; 0 elsewhere)."""
    return sum(map(_proportional, [pid, *_children(pid)])) / 1e6


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_children(child)]
    except OSError:
        pass  # it has just ended
    return found


def _proportional(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has just ended, or the system has no such file
    return 0
