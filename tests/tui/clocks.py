"""What ends by the clock within seconds; in a test it must not, however slow the machine is."""

from __future__ import annotations

from textual.notifications import Notification

from vaulttui.tui.terminal import app

LONG_SECONDS = 60.0
"""Longer than a test waits for anything."""


def stop_clocks() -> None:
    """Let notices stay, and a key that leaves a widget take its time, in every test of this process."""
    assert hasattr(Notification, "time_left"), "another version of Textual lets notices expire otherwise"
    Notification.time_left = property(lambda notification: LONG_SECONDS)  # type: ignore[method-assign, assignment]
    app._LEAVING_SECONDS = LONG_SECONDS
