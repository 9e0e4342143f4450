"""Closing the screens of an application that others may have been opened over, by a key that came in between."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

_THERE_SECONDS = 1.0
"""So long at most a screen that is to be closed may take until it is there."""


async def close_all_but_first(app: App[Any]) -> None:
    """Close all screens but the first one: a key may have opened one over a screen that is about to go, or before there
    was that."""
    while len(app.screen_stack) > 1:
        screen = app.screen
        await _until_there(app, screen)
        if app.screen is screen:
            await app.pop_screen()


async def _until_there(app: App[Any], screen: Screen[Any]) -> None:
    """Wait until a screen is painted, as Textual's palette fails if it goes before, or is not the last one now: what
    has closed by itself meanwhile is never painted."""
    done = asyncio.Event()
    app.screen_change_signal.subscribe(app, lambda last: done.set(), immediate=True)
    try:
        if screen.call_after_refresh(done.set):
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), _THERE_SECONDS)
    finally:
        app.screen_change_signal.unsubscribe(app)
