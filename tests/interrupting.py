"""A process that is stopped in the middle of what it writes, and let go on, as by ctrl+z and ``fg``."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer

PATIENCE = 30.0


def written_by_an_interrupted(
    argv: Sequence[str],
    environ: Mapping[str, str],
    given: bytes = b"",
    cwd: Path | None = None,
    *,
    waiting: bool = True,
) -> bytes:
    """All that a process writes, one write of which is interrupted.

    Args:
        argv: The process; it writes more than a pipe holds.
        environ: Its environment.
        given: What it reads.
        cwd: Where it runs.
        waiting: Whether the pipe that it is given has it wait for whoever reads.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, waiting)
    with os.fdopen(reading, "rb") as pipe:
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=writing, env=environ, cwd=cwd)
        timer = Timer(PATIENCE, process.kill)  # one that waits for ever fails
        timer.start()
        with process:
            assert process.stdin is not None
            process.stdin.write(given)
            process.stdin.close()
            while select.select([], [writing], [], 0)[1]:
                assert process.poll() is None, "it has written less than a pipe holds"
                time.sleep(0.01)
            os.close(writing)
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            process.send_signal(signal.SIGCONT)
            text = pipe.read()
        timer.cancel()
    return text
