"""Memory that was taken and freed, given back to the system."""

from __future__ import annotations

import ctypes


def give_back_freed_memory() -> None:
    """Let the C library give back what is free between things in use. glibc keeps it for later otherwise, others do not
    and have no such function."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
