"""When a file was made, which Python does not tell on Linux."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable
from typing import Final

# From linux/stat.h and linux/fcntl.h.
_STATX_BTIME: Final = 0x800
_AT_EMPTY_PATH: Final = 0x1000
_STATX_SIZE: Final = 256
_MASK: Final = struct.Struct("=I")
_BTIME: Final = struct.Struct("=qI")
_BTIME_OFFSET: Final = 80


def birthtime_ns(descriptor: int) -> int | None:
    """The birth time of an open file, in nanoseconds since 1970; ``None`` where it cannot be read."""
    if sys.platform == "darwin":
        return round(os.fstat(descriptor).st_birthtime * 10**9)
    if _STATX is None:
        return None
    buffer = ctypes.create_string_buffer(_STATX_SIZE)
    if _STATX(descriptor, b"", _AT_EMPTY_PATH, _STATX_BTIME, buffer) != 0:
        return None
    (mask,) = _MASK.unpack_from(buffer)
    if not mask & _STATX_BTIME:  # this file system keeps none
        return None
    seconds, nanoseconds = _BTIME.unpack_from(buffer, _BTIME_OFFSET)
    return int(seconds * 10**9 + nanoseconds)


def _load_statx() -> Callable[..., int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        statx = ctypes.CDLL(None).statx
    except (OSError, AttributeError):  # a C library from before 2018
        return None
    statx.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_uint, ctypes.c_char_p)
    statx.restype = ctypes.c_int
    function: Callable[..., int] = statx
    return function


_STATX: Final = _load_statx()
