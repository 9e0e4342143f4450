"""How fast vectors are made in the background: at full or half speed, or not now; slower on battery, if wished."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

FULL: Final = "full"
HALF: Final = "half"
PAUSED: Final = "paused"

_LINUX_SUPPLIES = Path("/sys/class/power_supply")
_ASK_EVERY = 30.0
"""Seconds that an answer about the battery holds."""
_PATIENCE = 2.0
"""Seconds that the system gets to say whether it runs on a battery."""


class Pace:
    """Tells how fast to work.

    Args:
        speed: :data:`FULL`, :data:`HALF` or :data:`PAUSED`.
        on_battery: The same, while the machine runs on battery; the slower of the two counts.
        asked: Whether it does.
        clock: Seconds.
    """

    def __init__(
        self,
        speed: str = FULL,
        on_battery: str = FULL,
        asked: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speed = speed
        self._on_battery = on_battery
        self._asked = asked or runs_on_battery
        self._clock = clock
        self._answer: tuple[float, bool] | None = None

    @property
    def speed(self) -> str:
        """How fast to work now."""
        speeds = (FULL, HALF, PAUSED)
        return max(self._speed, self._on_battery if self._battery() else FULL, key=speeds.index)

    @property
    def why_paused(self) -> str:
        """For a person; ``""`` if it is not paused."""
        if self.speed != PAUSED:
            return ""
        return "vectors paused by the setting" if self._speed == PAUSED else "vectors paused on battery"

    def rest(self, worked: float) -> float:
        """Seconds to rest after some seconds of work."""
        return worked if self.speed == HALF else 0.0

    def _battery(self) -> bool:
        if self._on_battery == FULL or self._speed == PAUSED:
            return False  # it makes no difference
        now = self._clock()
        if self._answer is None or now - self._answer[0] >= _ASK_EVERY:
            self._answer = (now, self._asked())
        return self._answer[1]


def runs_on_battery(supplies: Path = _LINUX_SUPPLIES) -> bool:
    """Whether the machine runs on battery; false where that cannot be told (it can on Linux and macOS).

    Args:
        supplies: Where Linux lists power supplies.
    """
    if sys.platform == "darwin":
        try:
            told = subprocess.run(["pmset", "-g", "batt"], capture_output=True, timeout=_PATIENCE, check=False).stdout
        except (OSError, subprocess.TimeoutExpired):
            return False
        return b"'Battery Power'" in told
    return _linux_battery(supplies)


def _linux_battery(supplies: Path) -> bool:
    """A battery of the machine itself gives power, and no other supply does (sysfs-class-power of the kernel)."""
    discharging = False
    try:
        for supply in sorted(supplies.iterdir()):
            kind = _value(supply / "type")
            if kind in ("Mains", "USB", "Wireless") and _value(supply / "online") in ("1", "2"):
                return False
            if kind == "Battery" and _value(supply / "scope") != "Device":  # of a mouse, say
                discharging |= _value(supply / "status") == "Discharging"
    except OSError:
        return False
    return discharging


def _value(file: Path) -> str:
    """A value that the kernel tells, ``""`` if it does not."""
    try:
        return file.read_text().strip()
    except OSError:
        return ""
