"""What the C library's allocator is told, for a program that stays open all day. Of glibc; others need no telling."""

from __future__ import annotations

import ctypes
import os
from typing import Any

_ARENAS = 2
_ARENA_MAX = -8
"""M_ARENA_MAX of malloc.h."""
_VARIABLES = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")
"""With these a person decides."""


def share_arenas() -> None:
    """Let all threads take memory from the same two stores (arenas). To be called before there are others.

    By default there are up to eight for every core, and what threads come to need one after the other lies in each of
    them: a vault of 100,000 notes, 1,300 of them changed before the start and 50 while it was open, took 736 MB on two
    cores instead of 623. No search became slower by it.
    """
    mallopt = _function("mallopt")
    if mallopt is not None and not any(name in os.environ for name in _VARIABLES):
        mallopt(_ARENA_MAX, _ARENAS)


def give_back_freed_memory() -> None:
    """Give back to the system what is free between things in use. It is kept for later otherwise."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> Any:
    """A function of the C library, or ``None`` where it has no such."""
    return getattr(ctypes.CDLL(None), name, None)
