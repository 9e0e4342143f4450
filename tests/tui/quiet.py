"""Waiting until the interface has nothing left to do, without the pauses that were half of the time of its tests."""

from __future__ import annotations

import asyncio
import importlib
import time

from tests.tui.painting import paint_what_has_come

STEP_SECONDS = 0.003
"""Between two looks; a thread may answer meanwhile."""
SOON_SECONDS = 0.006
"""What is to be done within this time is waited for."""
PAINT_SECONDS = 0.003
"""Between two paints. With Textual's 60 a second, waiting for the next one was most of what tests waited."""
BUSY = 0.1
"""Share of a processor from which the process counts as busy: a thread of it may be about to answer."""


async def until_quiet(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until the event loop has nothing to do now or soon, and no thread works.

    Takes the place of Textual's function, which looks at the processor alone, for 20 ms each time, and takes a process
    that waits for its turn for one that has nothing to do.

    Args:
        min_sleep: Seconds to wait at least.
        max_sleep: Seconds to wait at most.
    """
    loop = asyncio.get_running_loop()
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < max_sleep:
        look, used = time.monotonic(), time.process_time()
        await asyncio.sleep(STEP_SECONDS)
        busy = time.process_time() - used > BUSY * (time.monotonic() - look)
        if not busy and waited >= min_sleep and not _has_work(loop):
            break
    paint_what_has_come()


def _has_work(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether callbacks of a loop wait, or timers end soon."""
    soon = loop.time() + SOON_SECONDS
    # Nothing public tells.
    waiting, timers = loop._ready, loop._scheduled  # type: ignore[attr-defined]
    return bool(waiting) or any(timer.when() <= soon and not timer.cancelled() for timer in timers)


def wait_for_quiet() -> None:
    """Let every test of this process wait so."""
    for name in ("textual.app", "textual.pilot"):
        module = importlib.import_module(name)
        assert hasattr(module, "wait_for_idle"), "another version of Textual waits otherwise"
        module.wait_for_idle = until_quiet  # type: ignore[attr-defined]
    screen = importlib.import_module("textual.screen")
    assert hasattr(screen, "UPDATE_PERIOD"), "another version of Textual paints at other times"
    screen.UPDATE_PERIOD = PAINT_SECONDS  # type: ignore[attr-defined]
