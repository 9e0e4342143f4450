"""Python's garbage collector, kept from stopping the interface.

A full collection looks at every object there is: modules, widgets, what the engine holds in memory. With a vault of
some thousand notes that takes 100 to 200 ms, in which no key is answered, and by itself it comes every few seconds of
use. What is there once the first results are shown stays to the end, so the collector need not look at it again.
"""

from __future__ import annotations

import gc

_YOUNG_OBJECTS = 10_000
"""Objects made, less those that have gone, before the youngest are looked at. Python's own number is 700: that is
several times for each paint."""


def begin() -> None:
    """Leave alone what was imported, and collect less often. For a process that runs the interface and nothing else."""
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)


def settle() -> None:
    """Leave alone what has come since: the start is over."""
    gc.collect(1)
    gc.freeze()
