"""Local time: that of the machine's present time zone. A process left to itself stays in the one that it began in."""

from __future__ import annotations

import time
from datetime import datetime
from hashlib import blake2b
from typing import Final

_SEASON: Final = 91 * 24 * 60 * 60
"""Seconds. In each of the four, clocks may be an hour ahead."""
_SECONDS: Final = 2**31
"""Since 1970: so far, every system knows local times."""


def local_now() -> datetime:
    """The present, in local time and without a zone."""
    _follow_zone()
    return datetime.now()


def local_zone() -> str:
    """What the present time zone is known by. It is another one where clocks showed, show or will show another time,
    be it in some years only."""
    _follow_zone()
    offsets = tuple(time.localtime(second).tm_gmtoff for second in range(0, _SECONDS, _SEASON))
    return blake2b(repr((time.tzname, time.timezone, time.altzone, offsets)).encode(), digest_size=8).hexdigest()


def _follow_zone() -> None:
    """Have all local times of this process from now on be those of the present zone: the machine may have travelled,
    and neither Python nor the C library looks by itself. Takes some microseconds."""
    time.tzset()
