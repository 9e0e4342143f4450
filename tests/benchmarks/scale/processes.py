"""Runs a measured task in a process of its own, and watches how much memory it and its children take."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Sequence
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
    processor: float
    """Seconds of all cores, of the process and the children that it waited for."""
    peak: float
    """Megabytes of the process and its children, see :func:`memory`."""


def run_task(name: str, *arguments: object) -> Measured:
    """Run a task of :mod:`tests.benchmarks.scale.tasks`.

    Raises:
        TaskFailedError: It failed.
    """
    return run([sys.executable, "-m", "tests.benchmarks.scale.tasks", name, *map(str, arguments)])


def run(command: Sequence[str]) -> Measured:
    """Run a program whose last line is its answer in JSON.

    Raises:
        TaskFailedError: It failed.
    """
    before = _children_time()
    process = subprocess.Popen(command, env=usual_environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    watch = _Watch(process.pid)
    output, errors = process.communicate()
    peak = watch.end()
    if process.returncode:
        raise TaskFailedError(f"{' '.join(command[:4])} … ended with {process.returncode}: {errors.strip()[-400:]}")
    lines = output.strip().splitlines()
    return Measured(json.loads(lines[-1]) if lines else None, _children_time() - before, peak)


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
    """Megabytes that a process and its children take now (Linux; 0 elsewhere).

    Pages of libraries that they share, with each other or with whoever measures them, count once and whole: the program
    takes them where nothing else runs, too. Children share no more than what the one with most shared pages has, for
    they are programs of their own and map nothing but libraries in common.
    """
    found = [_private_and_shared(each) for each in [pid, *_children(pid)]]
    return (sum(private for private, _ in found) + max(shared for _, shared in found)) / 1e6


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_children(child)]
    except OSError:
        pass  # it has just ended
    return found


def _private_and_shared(pid: int) -> tuple[int, int]:
    """Bytes of a process that it alone has mapped, and of those that others have mapped as well."""
    taken = {"Private": 0, "Shared": 0}
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            kind, _, rest = line.partition("_")
            if kind in taken and rest.startswith(("Clean:", "Dirty:")):
                taken[kind] += int(rest.split()[1]) * 1024
    except OSError:
        pass  # it has just ended, or the system has no such file
    return taken["Private"], taken["Shared"]
