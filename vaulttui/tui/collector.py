"""Python's garbage collector, kept from stopping the interface.

A full collection looks at every object there is: modules, widgets, what the engine holds in memory. With a vault of
some thousand notes that takes 100 to 200 ms, in which no key is answered, and by itself it comes every few seconds of
use. What is there once the first results are shown stays as long as its vault is open, so the collector need not look
at it again until another one has taken its place.
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


def settle(left: bool) -> None:
    """Leave alone what has come since: the start is over, or that of another vault.

    Args:
        left: Whether a vault was left for it. What there is of that goes, which takes a full collection.
    """
    if left:
        gc.unfreeze()
    gc.collect(2 if left else 1)
    gc.freeze()
